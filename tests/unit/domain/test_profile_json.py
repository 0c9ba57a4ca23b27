"""Profiles and skills as JSON: nothing is lost, nothing secret is written, nothing wrong is taken."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.config import UNSET, ContextMode, PromptMode
from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import HUES, ProfileId, SavedProfile, SavedSkill, SkillId, TemplateVariable
from stello_desktop.domain.profile_json import (
    profile_from_json,
    profile_to_json,
    skill_from_json,
    skill_to_json,
)

KEY = ProfileId("p")

names = st.text(min_size=1, max_size=8)
variables = st.builds(
    TemplateVariable, name=names, label=st.text(max_size=5), default=st.text(max_size=5), example=st.text()
)
profiles = st.builds(
    SavedProfile,
    profile_id=st.just(KEY),
    name=names,
    hue=st.integers(0, HUES - 1),
    description=st.text(max_size=20),
    instructions=st.text(max_size=40),
    no_instructions=st.booleans(),
    mode=st.sampled_from(PromptMode),
    variables=st.lists(variables, max_size=3).map(tuple),
    skills=st.one_of(st.just(UNSET), st.lists(names, max_size=3).map(tuple)),
    context=st.one_of(st.just(UNSET), st.sampled_from(ContextMode)),
    opening=st.text(max_size=20),
    model=st.one_of(st.none(), st.builds(ModelRef, st.text(max_size=5).map(ServiceId), st.text(max_size=5))),
    version=st.integers(1, 1000),
    archived=st.booleans(),
)
skills = st.builds(
    SavedSkill,
    skill_id=st.just(SkillId("s")),
    name=st.text(),
    description=st.text(),
    content=st.text(),
    archived=st.booleans(),
)


@given(profiles)
def test_a_profile_survives_json(profile: SavedProfile) -> None:
    """T-1: unset and empty stay apart."""
    assert profile_from_json(KEY, json.loads(json.dumps(profile_to_json(profile)))) == profile


@given(skills)
def test_a_skill_survives_json(skill: SavedSkill) -> None:
    assert skill_from_json(SkillId("s"), json.loads(json.dumps(skill_to_json(skill)))) == skill


def test_names_are_those_of_the_json_of_conversations() -> None:
    """camelCase, unset left out; an empty prompt only where it was chosen (M-5b)."""
    bare = SavedProfile(profile_id=KEY, name="Bare")
    assert profile_to_json(bare) == {
        "name": "Bare",
        "hue": 0,
        "description": "",
        "systemPromptMode": "prepend",
        "version": 1,
        "archived": False,
    }
    silent = SavedProfile(profile_id=KEY, name="Silent", no_instructions=True, instructions="for later")
    assert profile_to_json(silent)["systemPrompt"] == ""
    assert profile_to_json(silent)["draft"] == "for later"


def test_the_id_is_never_written() -> None:
    profile = SavedProfile(profile_id=ProfileId("a-very-own-id"), name="A")
    skill = SavedSkill(skill_id=SkillId("a-very-own-id"), name="A", folder="/home/ada/secret")
    assert "a-very-own-id" not in json.dumps([profile_to_json(profile), skill_to_json(skill)])
    assert "secret" not in json.dumps(skill_to_json(skill))


def test_absent_and_null_are_unset_and_unknown_fields_are_passed_over() -> None:
    """T-1; a newer version may have written more."""
    nulls = dict.fromkeys(("systemPrompt", "skills", "context", "prompt", "model", "variables", "hue"))
    expected = SavedProfile(profile_id=KEY, name="A")
    assert profile_from_json(KEY, {"name": "A"}) == expected
    assert profile_from_json(KEY, {"name": "A", **nulls, "tomorrow": {"x": 1}}) == expected


def test_a_hue_is_one_of_those_that_there_are() -> None:
    assert profile_from_json(KEY, {"name": "A", "hue": HUES + 2}).hue == 2


def test_a_variable_without_a_name_is_none() -> None:
    read = profile_from_json(KEY, {"name": "A", "variables": [{"label": "?"}, {"name": "x"}]})
    assert read.variables == (TemplateVariable(name="x"),)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", 7),
        ("hue", "red"),
        ("hue", True),
        ("version", 1.5),
        ("description", ["a"]),
        ("systemPrompt", {}),
        ("systemPromptMode", "loud"),
        ("systemPromptMode", []),
        ("context", "everything"),
        ("skills", "all"),
        ("skills", [1]),
        ("variables", {"name": "x"}),
        ("variables", ["x"]),
        ("model", "large"),
    ],
)
def test_a_wrong_type_is_named(field: str, value: Any) -> None:
    """Strict about what it knows."""
    with pytest.raises(ForkConfigError) as caught:
        profile_from_json(KEY, {"name": "A", field: value})
    assert caught.value.params["reason"] == field


def test_the_defaults_are_those_that_say_something() -> None:
    profile = SavedProfile(
        profile_id=KEY,
        name="A",
        variables=(TemplateVariable(name="x", default="1"), TemplateVariable(name="y", example="2")),
    )
    assert profile.defaults == {"x": "1"}
