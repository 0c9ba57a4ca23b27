"""What is known about a model: as JSON, as words, and for a month."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.model_facts import (
    KEPT_DAYS,
    MAX_PLACES,
    FactsBook,
    Lesson,
    ModelFacts,
    ModelPlace,
    TokenField,
)

HOME = ModelPlace(ServiceId("home"), "http://127.0.0.1:11434/v1", "small")
EVERYTHING = ModelFacts(
    no_tools=True,
    calls_seen=True,
    no_stream=True,
    no_stream_options=True,
    token_field=TokenField.MAX_COMPLETION_TOKENS,
    no_temperature=True,
    fold_system=True,
    system_as_developer=True,
    alternate=True,
    send_reasoning=True,
    dropped=("store", "user"),
    context_tokens=8192,
    cuts_silently=True,
    fewest_read=31,
)


def test_facts_survive_as_json() -> None:
    values = json.loads(json.dumps(EVERYTHING.to_values()))
    assert ModelFacts.from_values(values) == EVERYTHING
    assert ModelFacts().to_values() == {}


@given(
    st.dictionaries(st.sampled_from(sorted(EVERYTHING.to_values())), st.none() | st.integers() | st.text())
)
def test_damaged_values_are_read_as_knowing_nothing_of_them(values: dict[str, Any]) -> None:
    facts = ModelFacts.from_values(values)
    assert ModelFacts.from_values(json.loads(json.dumps(facts.to_values()))) == facts
    assert not facts.no_tools


@pytest.mark.parametrize("values", [None, 3, "text", [1], {"dropped": [None, "", "x" * 999]}])
def test_no_value_breaks_the_reading(values: Any) -> None:
    assert ModelFacts.from_values(values) == ModelFacts()


def test_every_lesson_has_a_case_and_nothing_is_told_twice() -> None:
    """Rule of the card: what was learnt is told in words, the most important first."""
    assert ModelFacts().explanations() == ()
    told = set(EVERYTHING.explanations())
    told |= set(ModelFacts(calls_seen=True, context_tokens=4096, system_as_developer=True).explanations())
    assert told == set(Lesson)
    assert EVERYTHING.explanations()[0] is Lesson.NO_TOOLS
    assert Lesson.CALLS_TOOLS not in EVERYTHING.explanations()


def test_a_book_tells_news_once_and_is_restored() -> None:
    told: list[ModelPlace] = []
    book = FactsBook(on_learnt=told.append)
    book.learn(HOME, EVERYTHING)
    book.learn(HOME, EVERYTHING)
    assert told == [HOME]
    again = FactsBook(json.loads(json.dumps(book.to_values())))
    assert again.of(HOME) == EVERYTHING
    elsewhere = ModelPlace(HOME.service_id, "https://ai.example/v1", HOME.model)
    assert again.of(elsewhere) == ModelFacts(), "another address is another matter"


def test_what_was_learnt_in_this_run_is_not_overwritten_by_an_earlier_one() -> None:
    earlier = FactsBook()
    earlier.learn(HOME, ModelFacts(no_tools=True))
    now = FactsBook()
    now.learn(HOME, ModelFacts(calls_seen=True))
    now.restore(earlier.to_values())
    assert now.of(HOME) == ModelFacts(calls_seen=True)


@pytest.mark.parametrize("days", [KEPT_DAYS + 1, -KEPT_DAYS - 1])
def test_old_lessons_are_forgotten_and_so_are_those_of_a_clock_that_was_wrong(days: int) -> None:
    """Servers are mended behind an unchanged name, so a month later it is tried again."""
    learnt = FactsBook(now=lambda: 1_000_000_000.0)
    learnt.learn(HOME, EVERYTHING)
    later = FactsBook(learnt.to_values(), now=lambda: 1_000_000_000.0 + days * 86_400)
    assert later.of(HOME) == ModelFacts()


@pytest.mark.parametrize(
    "values",
    [None, {}, "text", [None, 3, {}], [{"service": "a", "address": 1, "model": "m", "at": 0}]],
)
def test_a_damaged_book_is_an_empty_one(values: Any) -> None:
    assert FactsBook(values).to_values() == []


def test_a_book_stays_small() -> None:
    book = FactsBook()
    for number in range(MAX_PLACES + 5):
        book.learn(ModelPlace(ServiceId("s"), "http://127.0.0.1/v1", f"m{number}"), EVERYTHING)
    assert len(book.to_values()) == MAX_PLACES
    assert book.of(ModelPlace(ServiceId("s"), "http://127.0.0.1/v1", f"m{MAX_PLACES + 4}")) == EVERYTHING
