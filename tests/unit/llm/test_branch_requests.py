"""Does a message ask for a branch, and about what?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.text import clean_label
from stello_desktop.llm.branch_requests import is_branch_question, read_branch_request, short_label


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("let us look at the financing separately", ("Financing",)),
        ("Let's look at the financing separately, please.", ("Financing",)),
        ("Can we discuss our pricing on its own?", ("Pricing",)),
        ("We should treat taxes in a separate conversation", ("Taxes",)),
        ("open a branch about EU regulation", ("EU Regulation",)),
        ("Please open a new branch: Hiring", ("Hiring",)),
        ("Start a separate conversation about where to live", ("Where to Live",)),
        ("Could you open a branch for the trip to Rome?", ("Trip to Rome",)),
        ("branch off the budget", ("Budget",)),
        ("Branch: Costs", ("Costs",)),
        ("Please use stello_create_session for Costs.", ("Costs",)),
        ("Open branches for pricing, hiring and the API design", ("Pricing", "Hiring", "API Design")),
        ("open a branch", ()),
        ("我们单独看一下融资吧", ("融资",)),
        ("单独看看融资", ("融资",)),
        ("开一个分支讨论定价", ("定价",)),
        ("请为融资开一个分支", ("融资",)),
        ("帮我给招聘计划单独开一个对话", ("招聘计划",)),
        ("把融资单独拿出来看", ("融资",)),
        ("另开一个对话聊聊风险", ("风险",)),
        ("另开：法务", ("法务",)),
        ("新建分支：产品路线图", ("产品路线图",)),
        ("融资单独开一个分支吧", ("融资",)),
        ("我们把定价的问题分开讨论吧", ("定价",)),
        ("关于签证的问题，另开一个分支吧", ("签证",)),
        ("能不能单独开一个分支讨论一下竞争对手？", ("竞争对手",)),
        ("开三个分支：融资、招聘和定价", ("融资", "招聘", "定价")),
        ("我想单独看一下 Marketing 计划", ("Marketing 计划",)),
        ("单独看一下别墅", ("别墅",)),
        ("开一个分支", ()),
    ],
)
def test_a_wish_for_a_branch_has_a_short_label(text: str, labels: tuple[str, ...]) -> None:
    wish = read_branch_request(text)
    assert wish is not None
    assert (wish.labels, wish.inherit) == (labels, False)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Open a branch for the marketing plan with this conversation.", "Marketing Plan"),
        ("Open a branch for Rome and bring this conversation along", "Rome"),
        ("With this conversation, open a branch for Rome", "Rome"),
        ("单独聊聊市场推广，带上这段对话", "市场推广"),
        ("请单独分析一下竞争对手，并保留上下文", "竞争对手"),
        ("就融资另开一个分支，带着当前对话", "融资"),
    ],
)
def test_this_conversation_may_come_along(text: str, label: str) -> None:
    wish = read_branch_request(text)
    assert wish is not None
    assert (wish.labels, wish.inherit) == ((label,), True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Summarise our plan",
        "I don't want to open a branch for this",
        "We opened a branch office in Rome.",
        "Tell me about the company's branch offices",
        "I work on my own",
        "I have a new session on Monday",
        "不要开分支",
        "先别开分支",
        "我们先不要单独讨论融资",
        "今天开会话题是预算",
        "我单独一个人住",
        "今天天气怎么样",
    ],
)
def test_other_messages_are_no_wish(text: str) -> None:
    assert read_branch_request(text) is None


@pytest.mark.parametrize(
    "text", ["How do I open a branch?", "What is a branch?", "怎么开一个分支？", "分支是什么"]
)
def test_a_question_about_branches_is_a_question(text: str) -> None:
    assert is_branch_question(text)
    assert read_branch_request(text) is None


@given(st.text(max_size=200))
def test_any_text_gives_clean_labels(text: str) -> None:
    for sentence in (text, f"open a branch for {text}", f"开一个分支讨论{text}", f"单独看一下{text}"):
        wish = read_branch_request(sentence)
        for label in wish.labels if wish is not None else ():
            assert label
            assert clean_label(label) == label
    assert len(short_label(text)) <= 200
