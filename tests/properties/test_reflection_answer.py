"""Laws of reading what a model answers to a reflection: it never raises and never invents a conversation (K-2, K-3)."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.text import clean_text
from stello_desktop.workspace.loose_json import CUT, objects_in
from stello_desktop.workspace.reflection_answer import MOST_INSIGHTS, names_of, read_reflection
from tests.properties.runs import runs

IDS = tuple(SessionId(f"{number:032x}") for number in range(1, 5))
NAMES = {f"c{number}": session_id for number, session_id in enumerate(IDS, 1)}

json_like = st.text(st.sampled_from('{}[]":,\\ \n\tu0dc1syntheiorx“”，：'), max_size=200)
texts = st.text(st.characters(codec="utf-8"), max_size=60)
words = texts.filter(
    lambda text: clean_text(text).strip() == text and bool(text) and "think" not in text.lower()
)
addressees = st.sampled_from([*NAMES, *IDS, "c9", "", "C1", "0" * 32])
answers = st.fixed_dictionaries(
    {
        "synthesis": words,
        "insights": st.lists(st.fixed_dictionaries({"to": addressees, "text": words}), max_size=8),
    }
)


def expected(answer: dict[str, Any]) -> list[tuple[SessionId, str]]:
    """What a whole answer says, each conversation told once."""
    told: dict[SessionId, str] = {}
    for item in answer["insights"]:
        session_id = NAMES.get(item["to"]) or next((known for known in IDS if known == item["to"]), None)
        if session_id is not None:
            told.setdefault(session_id, item["text"])
    return list(told.items())


@runs(500)
@given(st.one_of(st.text(max_size=300), json_like))
@example("{" * 5_000)
@example("[" * 5_000)
@example('{"synthesis":' * 2_000)
@example('{"synthesis": "\\ud83d')
@example('{"a": "\\u12')
@example("```json\n{}\n```{")
def test_reading_never_raises_and_never_invents(text: str) -> None:
    """K-2."""
    answer = read_reflection(text, NAMES)
    if answer is not None:
        assert answer.synthesis == clean_text(answer.synthesis).strip() != ""
        assert {session_id for session_id, _ in answer.insights} <= set(IDS)
        assert len(answer.insights) <= MOST_INSIGHTS


@runs(300)
@given(answers, st.booleans(), st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_a_whole_answer_is_read_as_it_is(
    answer: dict[str, Any], fenced: bool, ascii_only: bool, indent: Any
) -> None:
    """K-2: in fences or not, with prose around it, escaped or not."""
    text = json.dumps(answer, ensure_ascii=ascii_only, indent=indent)
    if fenced:
        text = f"Here is what I found (see below):\n```json\n{text}\n```\nI hope that helps!"
    read = read_reflection(f"<think>{{'draft': 1}} hm</think>{text}", NAMES)
    assert read is not None
    assert read.synthesis == answer["synthesis"]
    assert list(read.insights) == expected(answer)


@runs(300)
@given(answers)
def test_commas_too_many_and_bare_line_ends_do_not_matter(answer: dict[str, Any]) -> None:
    """K-2."""
    inside = ",".join(
        f'{{"to": {json.dumps(item["to"])}, "text": {json.dumps(item["text"], ensure_ascii=False)},}}'
        for item in answer["insights"]
    )
    text = f'{{"synthesis": {json.dumps(answer["synthesis"])},, "insights": [{inside},],}}'
    read = read_reflection(text.replace("\\n", "\n"), NAMES)
    assert read is not None
    assert list(read.insights) == expected(answer)


@runs(500)
@given(answers, st.integers(0, 2_000))
def test_of_a_half_answer_only_what_is_whole_is_taken(answer: dict[str, Any], length: int) -> None:
    """K-2: a half synthesis is no answer, a half reminder is none."""
    text = json.dumps(answer, ensure_ascii=False)
    read = read_reflection(text[:length], NAMES)
    if read is not None:
        assert read.synthesis == answer["synthesis"]
        whole = expected(answer)
        assert list(read.insights) == whole[: len(read.insights)]


@runs(300)
@given(
    st.recursive(
        texts,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
        max_leaves=12,
    )
)
def test_sound_json_of_texts_is_read_as_python_reads_it(value: Any) -> None:
    """K-2: `json` is the judge."""
    text = json.dumps({"value": value})
    assert next(objects_in(text)) == json.loads(text)


def test_what_broke_off_is_told_from_what_is_whole() -> None:
    """K-2."""
    assert next(objects_in('{"a": "one", "b": "tw')) == {"a": "one", "b": CUT}
    assert next(objects_in('{"a": ["one", "tw')) == {"a": ["one", CUT]}
    assert next(objects_in('{"a": tru')) == {"a": CUT}


def test_quotes_that_a_model_forgot_to_mark_are_read() -> None:
    """K-2."""
    read = read_reflection('{"synthesis": "Ann said "red" and left.", "insights": []}', NAMES)
    assert read is not None
    assert read.synthesis == 'Ann said "red" and left.'


def test_curly_quotes_and_full_width_marks_are_read() -> None:
    """K-2."""
    read = read_reflection("{“synthesis”：“全部”，“insights”：[{“to”：“c2”，“text”：“用欧元”}]}", NAMES)
    assert read is not None
    assert (read.synthesis, read.insights) == ("全部", ((IDS[1], "用欧元"),))


def test_prose_and_other_objects_are_no_answer() -> None:
    """K-2: then the synthesis that holds stays."""
    for text in (
        "I am sorry, I cannot do that.",
        '{"summary": "other names"}',
        '{"synthesis": 7, "insights": []}',
        '{"synthesis": "   ", "insights": []}',
        '["synthesis", "in a list"]',
        '<think>{"synthesis": "only thought"}',
        "",
    ):
        assert read_reflection(text, NAMES) is None


def test_the_first_object_that_is_an_answer_counts() -> None:
    """K-2."""
    read = read_reflection('{"plan": "think"} then {"synthesis": "one"} and {"synthesis": "two"}', NAMES)
    assert read is not None
    assert read.synthesis == "one"
    assert names_of(()) == {}
