"""Composing against cases with known answers: those of the original, and those it does not have."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.codec import to_snake
from stello_desktop.domain.composition import Composition
from stello_desktop.domain.config import (
    BASE_FIELDS,
    UNSET,
    EngineForkOptions,
    ForkProfile,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.errors import MissingTemplateVariables
from stello_desktop.engine.composing import compose
from stello_desktop.engine.profiles import ForkProfileRegistry
from stello_desktop.engine.templates import prompt_function

HERE = Path(__file__).parent
type Case = dict[str, Any]


def load(name: str) -> list[Case]:
    cases: list[Case] = json.loads((HERE / name).read_text(encoding="utf-8"))
    return cases


ORIGINAL = load("compose-cases.json")
OWN = load("own-cases.json")


def fields_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """JSON values as constructor arguments; lists become tuples."""
    return {
        to_snake(name): tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if value is not None
    }


def profile_of(case: Case) -> ForkProfile | None:
    """The profile as a registry gives it out; an empty name means none (T-3)."""
    name = case["forkOptions"].get("profile")
    if not name:
        return None
    values = dict(case.get("profile") or {})
    template = values.pop("systemPromptTemplate", None)
    returns_nothing = values.pop("systemPromptFnReturnsNull", False)
    arguments = fields_of(values)
    if template is not None:
        arguments["system_prompt_fn"] = prompt_function(template)
    if returns_nothing:
        arguments["system_prompt_fn"] = lambda variables: None
    registry = ForkProfileRegistry()
    registry.register(name, ForkProfile(**arguments))
    return registry.require(name)


def composed(case: Case) -> Composition:
    parent = case.get("parent")
    return compose(
        defaults=None if "defaults" not in case else SessionConfig(**fields_of(case["defaults"])),
        parent=None if parent is None else SerializableSessionConfig(**fields_of(parent)),
        profile=profile_of(case),
        options=EngineForkOptions(**fields_of(case["forkOptions"])),
    )


def check(case: Case) -> None:
    result = composed(case)
    expected = fields_of(case["expected"])
    assert {name: getattr(result.config, name) for name in BASE_FIELDS} == {
        name: expected.get(name, UNSET) for name in BASE_FIELDS
    }
    if "system_prompt" in expected:
        assert "\n\n".join(segment.text for segment in result.segments) == expected["system_prompt"]
    assert set(result.origins) == set(expected)


def test_all_cases_of_the_original_are_here() -> None:
    """The original's cases, whole."""
    assert len(ORIGINAL) == 189


@pytest.mark.parametrize("case", ORIGINAL, ids=[case["id"] for case in ORIGINAL])
def test_composing_answers_as_the_original(case: Case) -> None:
    """M-1 to M-4, M-7, M-8."""
    check(case)


@pytest.mark.parametrize(
    "case", [case for case in OWN if "missing" not in case], ids=[c["id"] for c in OWN if "missing" not in c]
)
def test_composing_answers_beyond_the_original(case: Case) -> None:
    """M-1, M-3, M-5: run-time fields, braces, scripts."""
    check(case)


@pytest.mark.parametrize(
    "case", [case for case in OWN if "missing" in case], ids=[c["id"] for c in OWN if "missing" in c]
)
def test_missing_variables_are_all_named(case: Case) -> None:
    """M-5."""
    with pytest.raises(MissingTemplateVariables) as caught:
        composed(case)
    assert caught.value.params["names"] == tuple(case["missing"])
