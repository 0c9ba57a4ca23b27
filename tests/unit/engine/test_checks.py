"""Mistakes in a profile, named in place."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stello_desktop.domain.config import UNSET, ContextMode, EngineForkOptions, ForkProfile, PromptMode
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import ProfileId, SavedProfile, TemplateVariable
from stello_desktop.domain.preview import Problem, ProblemCode, Severity
from stello_desktop.domain.services import TINY, Service, ServiceKind
from stello_desktop.domain.templates import placeholders
from stello_desktop.engine.checks import (
    MAX_BRACES,
    MAX_NAMES,
    Surroundings,
    check_profile,
    missing_value,
    own_ignored,
)
from stello_desktop.engine.guessing import nearest
from stello_desktop.engine.templates import prompt_function
from tests.unit.engine.desk import Desk, run

HOME = ServiceId("home")
AROUND = Surroundings(
    skills=("plan", "write"),
    services=(
        Service(service_id=HOME, kind=ServiceKind.OPENAI, name="Home", base_url="http://h/v1", model="small"),
        Service(service_id=ServiceId("bare"), kind=ServiceKind.OPENAI, name="Bare", base_url="http://b/v1"),
    ),
    models={HOME: ("small", "large")},
    can_summarise=True,
)


def profile(**values: Any) -> SavedProfile:
    return SavedProfile(**{"profile_id": ProfileId("p"), "name": "Expert", **values})


def checked(subject: SavedProfile, *others: SavedProfile, around: Surroundings = AROUND) -> list[Problem]:
    return list(check_profile(subject, (subject, *others), around))


def variable(name: str) -> TemplateVariable:
    return TemplateVariable(name=name)


def test_a_sound_profile_has_no_problem() -> None:
    """M-5, S-1: declared and used, existing skills, a service that offers the model."""
    sound = profile(
        instructions="You know {region}. {{}} ",
        variables=(variable("region"),),
        mode=PromptMode.PRESET,
        skills=("plan",),
        context=ContextMode.COMPRESS,
        model=ModelRef(HOME, "large"),
    )
    assert checked(sound) == []
    assert checked(profile()) == []


@pytest.mark.parametrize("name", ["", " \n ", "\u202e"])
def test_a_profile_needs_a_name(name: str) -> None:
    """T-3b."""
    assert checked(profile(name=name)) == [Problem(ProblemCode.BLANK_NAME, "name", Severity.ERROR)]


def test_a_name_that_another_has_is_an_error() -> None:
    """T-3b: also when it only looks different; not of one out of use, nor of oneself."""
    other = profile(profile_id=ProfileId("q"))
    assert checked(profile(name=" Expert "), other) == [
        Problem(ProblemCode.DUPLICATE_NAME, "name", Severity.ERROR, {"name": "Expert"})
    ]
    assert checked(profile(), replace(other, archived=True)) == []
    assert checked(profile(archived=True), other) == []
    assert checked(profile()) == []


def test_an_undeclared_variable_is_told_with_what_was_probably_meant() -> None:
    """M-5: near one that is declared and nowhere used it is a slip; else it is asked for by its own name."""
    slip = profile(instructions="In {Regoin}, {regoin}", variables=(variable("region"),))
    found = {problem.code: problem for problem in checked(slip)}
    assert found[ProblemCode.UNKNOWN_VARIABLE] in [
        Problem(
            ProblemCode.UNKNOWN_VARIABLE,
            "instructions",
            Severity.WARNING,
            {"name": name, "suggestion": "region"},
            start,
            start + 8,
        )
        for name, start in (("Regoin", 3), ("regoin", 13))
    ]
    assert [problem.code for problem in checked(slip)].count(ProblemCode.UNKNOWN_VARIABLE) == 2
    other = checked(profile(instructions="{who} {region}", variables=(variable("region"),)))
    assert other == [
        Problem(
            ProblemCode.UNKNOWN_VARIABLE,
            "instructions",
            Severity.HINT,
            {"name": "who", "suggestion": ""},
            0,
            5,
        )
    ]


@pytest.mark.parametrize("slip", ["regoin", "regon", "reegion", "Region"])
def test_a_slip_is_told_even_where_the_right_name_is_used_too(slip: str) -> None:
    """M-5: nobody means two variables that differ by two swapped letters."""
    both = profile(instructions=f"{{region}} {{{slip}}}", variables=(variable("region"),))
    problem = next(found for found in checked(both) if found.code is ProblemCode.UNKNOWN_VARIABLE)
    assert (problem.severity, problem.params) == (Severity.WARNING, {"name": slip, "suggestion": "region"})


@pytest.mark.parametrize(
    ("known", "name"),
    [
        ("region", "regions"),
        ("city_a", "city_b"),
        ("day_1", "day_12"),
        ("from", "form"),
        ("目标地区", "目地标区"),
    ],
)
def test_names_that_somebody_may_well_mean_are_no_slips(known: str, name: str) -> None:
    both = profile(instructions=f"{{{known}}} {{{name}}}", variables=(variable(known),))
    assert [problem.severity for problem in checked(both)] == [Severity.HINT]


def test_a_variable_that_is_nowhere_used_is_told() -> None:
    """M-5; under *no instructions at all* none is used."""
    unused = profile(instructions="Hello", variables=(variable("region"), variable("region")))
    expected = [Problem(ProblemCode.UNUSED_VARIABLE, "variables", Severity.WARNING, {"name": "region"})]
    assert checked(unused) == expected
    none = profile(instructions="{region} {", variables=(variable("region"),), no_instructions=True)
    assert checked(none) == expected


def test_a_variable_that_only_looks_the_same_is_the_same() -> None:
    """M-5: one spelling for accents."""
    assert checked(profile(instructions="{re\u0301gion}", variables=(variable("r\u00e9gion"),))) == []


def test_stray_braces_are_pointed_at() -> None:
    """M-5."""
    found = checked(profile(instructions='{"a": 1} {{o k}} } x'))
    assert [(item.code, item.params["text"], item.start, item.end) for item in found] == [
        (ProblemCode.STRAY_BRACE, '{"a": 1}', 0, 8),
        (ProblemCode.STRAY_BRACE, "}", 17, 18),
    ]
    assert {item.severity for item in found} == {Severity.WARNING}
    assert len(checked(profile(instructions="{ " * 5_000))) == MAX_BRACES


def test_a_name_in_two_braces_is_said_to_be_text() -> None:
    """M-5: a hint, since it may be meant; the first one is told."""
    found = checked(profile(instructions="Visit {{ city }} and {{town}}."))
    params = {"name": "city"}
    assert found == [Problem(ProblemCode.BRACED_NAME, "instructions", Severity.HINT, params, 6, 16)]


@pytest.mark.parametrize("text", ["{{}}", '{{"a": 1}}', "{{two words}}", "{{{{city}}}}", "a {{ b }"])
def test_other_doubled_braces_are_as_they_are_meant(text: str) -> None:
    """M-5: they are how braces are written."""
    assert ProblemCode.BRACED_NAME not in {item.code for item in checked(profile(instructions=text))}


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_preset_is_told(text: str) -> None:
    """M-3: it would fall back; the explicit choice of none is no mistake."""
    empty = profile(instructions=text, mode=PromptMode.PRESET)
    assert checked(empty) == [Problem(ProblemCode.EMPTY_PRESET, "instructions", Severity.WARNING)]
    assert checked(replace(empty, no_instructions=True)) == []
    assert checked(replace(empty, mode=PromptMode.APPEND)) == []


def test_skills_that_do_not_exist_are_told() -> None:
    """S-1: each once, with what was probably meant."""
    found = checked(profile(skills=("plan", "Wriet", "Wriet", "zzz")))
    assert found == [
        Problem(
            ProblemCode.UNKNOWN_SKILL,
            "skills",
            Severity.WARNING,
            {"name": name, "suggestion": suggestion},
        )
        for name, suggestion in (("Wriet", "write"), ("zzz", ""))
    ]
    assert checked(profile(skills=())) == []
    assert checked(profile(skills=UNSET)) == []


def test_a_service_that_is_gone_is_told() -> None:
    """M-10, T-8: the branch could be made, but not answer; the tiny model is only not started yet."""
    gone = checked(profile(model=ModelRef(ServiceId("gone"), "m")))
    assert gone == [
        Problem(ProblemCode.UNKNOWN_SERVICE, "model", Severity.WARNING, {"service": "gone", "model": "m"})
    ]
    assert [item.severity for item in checked(profile(model=ModelRef(TINY, "t")))] == [Severity.HINT]


def test_a_model_that_the_service_does_not_list_is_told() -> None:
    """M-10: as far as anyone has asked the service; one without any model too."""
    found = checked(profile(model=ModelRef(HOME, "smal")))
    assert [(item.code, item.severity, item.params) for item in found] == [
        (
            ProblemCode.UNKNOWN_MODEL,
            Severity.WARNING,
            {"service": "Home", "model": "smal", "suggestion": "small"},
        )
    ]
    assert checked(profile(model=ModelRef(HOME, ""))) == []
    assert checked(profile(model=ModelRef(ServiceId("bare"), "anything"))) == []
    assert [item.code for item in checked(profile(model=ModelRef(ServiceId("bare"), "")))] == [
        ProblemCode.UNKNOWN_MODEL
    ]


def test_a_summary_that_nobody_can_make_is_an_error() -> None:
    """F-5."""
    subject = profile(context=ContextMode.COMPRESS)
    assert checked(subject, around=replace(AROUND, can_summarise=False)) == [
        Problem(ProblemCode.NO_SUMMARY, "context", Severity.ERROR)
    ]


def test_instructions_that_no_model_reads_whole_are_told() -> None:
    """C-6: counted by script; of whoever would answer."""
    around = replace(AROUND, context_tokens=lambda ref: 10 if ref is None else 1_000)
    long = profile(instructions="汉" * 9, opening="five letters")
    assert checked(long, around=around) == [
        Problem(ProblemCode.TOO_LONG, "instructions", Severity.WARNING, {"tokens": 12, "limit": 10})
    ]
    assert checked(replace(long, model=ModelRef(HOME, "small")), around=around) == []
    assert checked(replace(long, no_instructions=True, opening=""), around=around) == []


def test_what_belongs_to_a_branch_has_its_place_too() -> None:
    """M-3, M-5."""
    assert (missing_value("a").field, missing_value("a").severity) == ("variables", Severity.ERROR)
    assert own_ignored() == Problem(ProblemCode.OWN_IGNORED, "own", Severity.WARNING)


def test_what_is_near_knows_no_case_and_no_novels() -> None:
    """M-5."""
    assert nearest("REGOIN", ["who", "Region"]) == "Region"
    assert nearest("who", ["region"]) == ""
    assert nearest("a" * 100, ["a" * 99]) == ""
    assert nearest("目标区", ["目标地", "时间"]) == "目标地"


texts = st.text(st.sampled_from("ab{} \n汉:"), max_size=12)
profiles = st.builds(
    profile,
    name=st.sampled_from(["Expert", "", "Poet"]),
    instructions=texts,
    no_instructions=st.booleans(),
    mode=st.sampled_from(PromptMode),
    skills=st.sampled_from([UNSET, (), ("plan", "gone")]),
    context=st.sampled_from([UNSET, ContextMode.NONE, ContextMode.INHERIT, ContextMode.COMPRESS]),
    opening=texts,
)


@settings(max_examples=150, deadline=None)
@given(profiles, texts)
def test_a_profile_without_an_error_makes_branches(subject: SavedProfile, own: str) -> None:
    """M-5, F-1 to F-6: mistakes are named in the editor, never at fork time, given the values."""
    poet = profile(profile_id=ProfileId("q"), name="Poet")
    around = replace(AROUND, can_summarise=False)
    if any(item.severity is Severity.ERROR for item in checked(subject, poet, around=around)):
        return

    async def work() -> None:
        desk = Desk(["Hello"])
        await desk.agent.turn(desk.plan, "Hi")
        text = "" if subject.no_instructions else subject.instructions
        desk.agent.profiles.register(
            subject.name,
            ForkProfile(
                system_prompt="" if subject.no_instructions else UNSET,
                system_prompt_fn=prompt_function(text) if text else UNSET,
                system_prompt_mode=subject.mode,
                skills=subject.skills,
                context=subject.context,
                prompt=subject.opening or UNSET,
            ),
        )
        values = {name: f"<{name}>" for name in placeholders(text)}
        options = EngineForkOptions(
            label="Side", profile=subject.name, profile_vars=values, system_prompt=own or UNSET
        )
        entry = await desk.agent.fork_session(desk.plan, options)
        assert entry.label == "Side"

    run(work())
    many = [f"model-{number}" for number in range(20_000)]
    assert nearest("model_7", many) == "model-7"


def test_a_long_text_full_of_slips_is_checked_between_two_keys() -> None:
    """M-5: comparing each of thousands of names with each variable would stop the window for half a minute."""
    slips = "".join(f"{{variable_number_{number}_y}}" for number in range(7_000))
    declared = tuple(variable(f"variable_number_{number}_x") for number in range(100))
    skills = tuple(f"skill of mine number {number}" for number in range(200))
    others = replace(AROUND, skills=tuple(f"skill of nine number {number}" for number in range(500)))
    subject = profile(instructions=slips, variables=declared, skills=skills)
    check_profile(subject, (), others)
    began = time.process_time()
    found = check_profile(subject, (), others)
    assert time.process_time() - began < 0.5
    told = [item.code for item in found]
    assert told.count(ProblemCode.UNKNOWN_VARIABLE) == MAX_NAMES
    assert told.count(ProblemCode.UNKNOWN_SKILL) == MAX_NAMES
    assert found[0].params["suggestion"] == "variable_number_0_x"
