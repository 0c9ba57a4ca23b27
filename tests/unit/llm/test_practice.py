"""The practice assistant: honest, repeatable, in the language of the person, and driving the real tools."""

from __future__ import annotations

import asyncio
import json
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stello_desktop.domain.codec import tool_result_to_json
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall, ToolResult
from stello_desktop.engine.context import CONTINUE_TEXTS
from stello_desktop.llm.branch_requests import HAN
from stello_desktop.llm.practice import CHUNK_S, CREATE_SESSION, PracticeModel
from stello_desktop.resources import resource
from tests.helpers import streams
from tests.helpers.streams import Heard, a_request, listen


class Pauses:
    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def answer_to(request: ModelRequest) -> Heard:
    return asyncio.run(listen(PracticeModel(pause=Pauses()).stream(request)))


def say(*texts: str, tools: bool = True) -> Heard:
    return answer_to(a_request(*texts, tools=(streams.CREATE_SESSION,) if tools else ()))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I want to open a small bakery.", "not an AI"),
        ("Are you a real person?", "not an AI"),
        ("Hello", "not an AI"),
        ("我想开一家面包店", "不是人工智能"),
        ("你是谁？", "不是人工智能"),
        ("你好", "不是人工智能"),
    ],
)
def test_it_says_what_it_is_in_the_persons_language(text: str, words: str) -> None:
    heard = say(text)
    assert words in heard.text.replace("**", "")
    assert bool(HAN.search(heard.text)) == bool(HAN.search(text))
    assert heard.reason is EndReason.COMPLETE


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_quoted_subject_never_runs_into_the_next_sentence(language: str) -> None:
    plain = tomllib.loads(resource(f"practice/{language}.toml").read_text(encoding="utf-8"))["plain"]
    for text in plain["statements"]:
        after = text.partition("”")[2]
        assert after[:1] in ".,。，" or after[:3] == " is", text


def test_it_introduces_itself_once_and_quotes_the_subject() -> None:
    later = say("Hello", "We need a plan for the summer. It is late.")
    assert "not an AI" not in later.text
    assert "“We need a plan for the summer”" in later.text
    assert "To try next" in later.text


def test_answers_vary_and_the_same_message_gets_the_same_answer() -> None:
    messages = [f"Thought number {number} about the harbour" for number in range(12)]
    answers = [say("a", "b", message).text.replace(message, "…") for message in messages]
    assert len(set(answers)) >= 6
    assert answers == [say("a", "b", message).text.replace(message, "…") for message in messages]


def test_a_message_without_letters_keeps_the_language() -> None:
    assert HAN.search(say("我想开一家面包店", "12").text)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Show me a table", "| --: |"),
        ("Can you show me some code?", "```python"),
        ("make a list", "- [x]"),
        ("what does Markdown look like", "# How an answer can look"),
        ("something long please", "end of the long piece"),
        ("给我看一个表格", "| --: |"),
        ("写一段代码", "```python"),
        ("列个清单", "- [x]"),
        ("演示一下格式", "# 回答可以是什么样子"),
        ("写长一点", "长文到这里就结束了"),
        ("What is a branch?", "with this conversation"),
        ("怎么开分支？", "带上这段对话"),
        ("What can you do?", "Open a branch"),
    ],
)
def test_it_shows_what_is_asked_for(text: str, mark: str) -> None:
    assert mark in say(text).text


@pytest.mark.parametrize(
    ("text", "label", "context"),
    [
        ("let us look at the financing separately", "Financing", "none"),
        ("Open a branch for Rome with this conversation", "Rome", "inherit"),
        ("我们单独看一下融资吧", "融资", "none"),
        ("我们单独看一下融资吧，带上这段对话", "融资", "inherit"),
        ("开一个分支", "新的分支", "none"),
    ],
)
def test_it_opens_a_branch_through_the_real_tool(text: str, label: str, context: str) -> None:
    heard = say("Hello", text)
    ((name, arguments),) = heard.calls
    assert name == CREATE_SESSION
    assert isinstance(arguments, dict)
    assert (arguments["label"], arguments["context"]) == (label, context)
    assert label in arguments["prompt"]
    assert label in heard.text
    assert heard.reason is EndReason.TOOL_CALLS


def test_it_opens_several_branches_with_different_ids() -> None:
    heard = say("Open branches for pricing, hiring and taxes")
    assert [arguments["label"] for _, arguments in heard.calls if isinstance(arguments, dict)] == [
        "Pricing",
        "Hiring",
        "Taxes",
    ]


def test_ids_differ_from_round_to_round() -> None:
    first = say("open a branch for A")
    second = say("open a branch for A", "open a branch for A")
    assert set(first.names).isdisjoint(second.names)


def test_without_the_tool_it_names_the_button() -> None:
    heard = say("open a branch for Rome", tools=False)
    assert not heard.names
    assert "*Branch*" in heard.text


def after_the_tool(text: str, *results: ToolResult, context: str = "none") -> Heard:
    calls = tuple(
        ToolCall(f"c{number}", CREATE_SESSION, json.dumps({"label": "X", "context": context}))
        for number in range(len(results))
    )
    request = a_request(text, tools=(streams.CREATE_SESSION,))
    messages = [*request.messages, ModelMessage(Role.ASSISTANT, "I open it.", calls)]
    messages += [
        ModelMessage(Role.TOOL, tool_result_to_json(result), tool_call_id=call.call_id)
        for call, result in zip(calls, results, strict=True)
    ]
    return answer_to(replace(request, messages=tuple(messages)))


def opened(label: str) -> ToolResult:
    return ToolResult(success=True, data={"sessionId": "1", "label": label})


def test_afterwards_it_says_what_was_opened() -> None:
    heard = after_the_tool("open a branch for Rome", opened("Rome"))
    assert "**Rome**" in heard.text
    assert "starts empty" in heard.text
    assert (
        "this conversation"
        in after_the_tool("open a branch for Rome", opened("Rome"), context="inherit").text
    )
    assert "融资" in after_the_tool("单独看一下融资", opened("融资")).text
    several = after_the_tool("open branches for A and B", opened("A"), opened("B"))
    assert "A, B" in several.text
    assert heard.reason is several.reason is EndReason.COMPLETE


def test_afterwards_it_says_that_nothing_was_opened() -> None:
    refused = ToolResult(success=False, error="declined")
    assert "not opened" in after_the_tool("open a branch for Rome", refused).text
    assert "没有打开" in after_the_tool("单独看一下融资", refused).text
    both = after_the_tool("open branches for A and B", opened("A"), refused).text
    assert "**A**" in both
    assert "not opened" in both


@pytest.mark.parametrize("text", ["something long please", "写长一点"])
@pytest.mark.parametrize("asking", ["", *CONTINUE_TEXTS.values(), "继续", "Go on."])
def test_r9_a_stopped_answer_goes_on_where_it_stopped(text: str, asking: str) -> None:
    request = a_request("Hello", text)
    whole = answer_to(request).text
    halves = (whole[:100], whole[100:250])
    messages = [*request.messages, *(ModelMessage(Role.ASSISTANT, half) for half in halves)]
    messages += [ModelMessage(Role.USER, asking)] if asking else []
    assert answer_to(ModelRequest(tuple(messages))).text == whole[250:]


def test_r9_an_answer_that_was_complete_is_not_repeated() -> None:
    request = a_request("Hello")
    whole = ModelMessage(Role.ASSISTANT, answer_to(request).text)
    asking = ModelMessage(Role.USER, "continue")
    assert "all of it" in answer_to(ModelRequest((*request.messages, whole, asking))).text


def test_r9_a_branch_that_was_not_asked_for_yet_is_asked_for() -> None:
    request = a_request("open a branch for Rome", tools=(streams.CREATE_SESSION,))
    messages = (
        *request.messages,
        ModelMessage(Role.ASSISTANT, "I open a "),
        ModelMessage(Role.USER, "Go on"),
    )
    heard = answer_to(replace(request, messages=messages))
    assert heard.text == "branch for **Rome**."
    assert len(heard.calls) == 1


def test_it_streams_at_the_pace_of_a_real_service() -> None:
    pauses = Pauses()
    heard = asyncio.run(listen(PracticeModel(pause=pauses).stream(a_request("我想开一家面包店"))))
    rest = pauses.seconds[1:]
    assert len(rest) == heard.pieces
    assert 25 <= len(rest) / sum(rest) <= 40
    assert max(CHUNK_S) <= 0.05


def test_cancelling_ends_it_at_once() -> None:
    async def work() -> None:
        heard = Heard()

        async def follow() -> None:
            async for event in PracticeModel().stream(a_request("something long please")):
                heard.add(event)

        task = asyncio.create_task(follow())
        await asyncio.sleep(0.4)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert heard.text
        assert not heard.ends

    asyncio.run(work())


def test_both_languages_have_the_same_texts_and_shout_in_neither() -> None:
    files = [resource("practice") / name for name in ("en.toml", "zh_CN.toml")]
    english, chinese = (tomllib.loads(path.read_text(encoding="utf-8")) for path in files)
    for section, texts in english.items():
        assert set(texts) == set(chinese[section])
        for name, value in texts.items():
            if isinstance(value, list):
                assert len(value) == len(chinese[section][name])
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "!" not in text
        assert "！" not in text


@settings(max_examples=200)
@given(st.lists(st.text(max_size=120), min_size=1, max_size=3), st.booleans())
def test_any_message_gets_a_whole_answer(texts: list[str], tools: bool) -> None:
    heard = say(*texts, tools=tools)
    assert heard.text.strip()
    assert "{" not in heard.text or "{" in texts[-1] or "```" in heard.text
