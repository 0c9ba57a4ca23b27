"""Where the parts of a composed configuration come from."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from stello_desktop.domain.composition import Beaten, Layer, Origin, Segment
from stello_desktop.domain.config import UNSET, EngineForkOptions, ForkProfile, SessionConfig
from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.engine.composing import complete_from_source, compose
from stello_desktop.llm.scripted import ScriptedModel


async def digest(memory: str, records: object) -> str:
    return memory


async def other_digest(memory: str, records: object) -> str:
    return memory


async def summary(messages: object) -> str:
    return ""


async def default_summary(messages: object) -> str:
    return ""


def test_a_prompt_of_two_parts_has_two_layers() -> None:
    """M-7."""
    result = compose(
        defaults=SessionConfig(system_prompt="D"),
        parent=SessionConfig(system_prompt="PA"),
        profile=ForkProfile(system_prompt="P", system_prompt_mode="append"),
        options=EngineForkOptions(label="c", system_prompt="F"),
    )
    assert result.segments == (Segment("F", Layer.OPTIONS), Segment("P", Layer.PROFILE))
    assert result.origins["system_prompt"] == Origin(
        (Layer.OPTIONS, Layer.PROFILE), (Beaten(Layer.DEFAULTS, "D"), Beaten(Layer.PARENT, "PA"))
    )


def test_a_preset_keeps_what_it_beat() -> None:
    """M-3, M-7."""
    result = compose(
        profile=ForkProfile(system_prompt="P", system_prompt_mode="preset"),
        options=EngineForkOptions(label="c", system_prompt="F"),
    )
    assert result.config.system_prompt == "P"
    assert result.origins["system_prompt"] == Origin((Layer.PROFILE,), (Beaten(Layer.OPTIONS, "F"),))


def test_the_last_layer_that_set_a_field_wins_and_the_others_are_remembered() -> None:
    """M-1, M-2, M-7."""
    result = compose(
        defaults=SessionConfig(skills=("a",)),
        parent=SessionConfig(skills=("b",)),
        profile=ForkProfile(),
        options=EngineForkOptions(label="c", skills=()),
    )
    assert result.config.skills == ()
    assert result.origins["skills"] == Origin(
        (Layer.OPTIONS,), (Beaten(Layer.DEFAULTS, ("a",)), Beaten(Layer.PARENT, ("b",)))
    )


def test_a_field_that_nobody_set_has_no_origin() -> None:
    """M-7, T-1."""
    result = compose(options=EngineForkOptions(label="c"))
    assert result.config == SessionConfig()
    assert result.origins == {}
    assert result.segments == ()


def test_explicitly_empty_instructions_are_a_segment() -> None:
    """M-3, M-5b."""
    result = compose(
        defaults=SessionConfig(system_prompt="D"), options=EngineForkOptions(label="c", system_prompt="")
    )
    assert result.config.system_prompt == ""
    assert result.segments == (Segment("", Layer.OPTIONS),)


def test_a_function_gets_the_variables() -> None:
    """M-3."""
    seen: list[Mapping[str, str]] = []

    def render(variables: Mapping[str, str]) -> str:
        seen.append(variables)
        return "from the function"

    result = compose(
        profile=ForkProfile(system_prompt="static", system_prompt_fn=render),
        options=EngineForkOptions(label="c", profile="p", profile_vars={"a": "1"}),
    )
    assert result.config.system_prompt == "from the function"
    assert seen == [{"a": "1"}]


def test_a_function_that_fails_fails_the_composing_with_its_own_words() -> None:
    """M-6."""

    def render(variables: Mapping[str, str]) -> str:
        raise KeyError("no such region")

    with pytest.raises(ForkConfigError, match="no such region"):
        compose(profile=ForkProfile(system_prompt_fn=render), options=EngineForkOptions(label="c"))


def test_an_unknown_mode_is_refused() -> None:
    """T-2."""
    with pytest.raises(ForkConfigError):
        compose(
            profile=ForkProfile(system_prompt="P", system_prompt_mode="shuffle"),
            options=EngineForkOptions(label="c"),
        )


def test_what_stays_open_comes_from_the_source() -> None:
    """M-9."""
    model = ScriptedModel([])
    composed = compose(options=EngineForkOptions(label="c"))
    result = complete_from_source(
        composed, SessionConfig(llm=model, tools=(), system_prompt="never", skills=("x",))
    )
    assert result.config.llm is model
    assert result.config.tools == ()
    assert result.config.system_prompt is UNSET
    assert result.config.skills is UNSET
    assert result.origins["llm"] == Origin((Layer.SOURCE,))


def test_the_source_beats_the_defaults_for_the_functions_alone() -> None:
    """M-9."""
    default_model, source_model = ScriptedModel([]), ScriptedModel([])
    composed = compose(
        defaults=SessionConfig(llm=default_model, consolidate_fn=digest, compress_fn=default_summary),
        options=EngineForkOptions(label="c"),
    )
    result = complete_from_source(
        composed, SessionConfig(llm=source_model, consolidate_fn=other_digest, compress_fn=summary)
    )
    assert result.config.llm is default_model
    assert result.config.consolidate_fn is other_digest
    assert result.origins["consolidate_fn"] == Origin((Layer.SOURCE,), (Beaten(Layer.DEFAULTS, digest),))
    assert result.config.compress_fn is summary
    assert result.origins["compress_fn"] == Origin(
        (Layer.SOURCE,), (Beaten(Layer.DEFAULTS, default_summary),)
    )


def test_the_source_does_not_beat_profile_and_options() -> None:
    """M-9."""
    composed = compose(
        profile=ForkProfile(consolidate_fn=digest), options=EngineForkOptions(label="c", compress_fn=summary)
    )
    result = complete_from_source(composed, SessionConfig(consolidate_fn=other_digest))
    assert result.config.consolidate_fn is digest
    assert result.config.compress_fn is summary
