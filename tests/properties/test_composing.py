"""Laws of composing, for any layers (M-1 to M-9)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.config import (
    BASE_FIELDS,
    UNSET,
    EngineForkOptions,
    ForkProfile,
    Maybe,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.ids import SessionId
from stello_desktop.engine.composing import PLAIN_FIELDS, complete_from_source, compose
from tests.properties.runs import runs
from tests.unit.engine.desk import Desk

texts = st.one_of(st.just(UNSET), st.sampled_from(["", "A", "B\n\nC", "{x}"]))
lists = st.one_of(st.just(UNSET), st.lists(st.sampled_from(["a", "b"]), max_size=2).map(tuple))
anything: st.SearchStrategy[Any] = st.one_of(st.just(UNSET), st.integers(0, 3))
modes = st.sampled_from([UNSET, "preset", "prepend", "append"])
base: dict[str, st.SearchStrategy[Any]] = {
    "system_prompt": texts,
    "llm": anything,
    "tools": lists,
    "skills": lists,
    "consolidate_fn": anything,
    "compress_fn": anything,
}
configs = st.builds(SessionConfig, **base)
functions = st.sampled_from([UNSET, lambda _: "F", lambda _: "", lambda _: None])
profiles = st.builds(ForkProfile, system_prompt_mode=modes, system_prompt_fn=functions, **base)
options = st.builds(EngineForkOptions, label=st.just("c"), **base)


def offered(config: SessionConfig | None) -> Maybe[str]:
    """The instructions that a layer offers: of a profile what its function returns, else its text (M-3)."""
    if config is None:
        return UNSET
    if isinstance(config, ForkProfile) and config.system_prompt_fn is not UNSET:
        said = config.system_prompt_fn({})
        if said is not None:
            return said
    return config.system_prompt


def by_the_table(fallback: Maybe[str], template: Maybe[str], own: Maybe[str], mode: str) -> Maybe[str]:
    """The table of M-3 as it is printed, row by row."""
    if template is UNSET:
        return fallback if own is UNSET else own
    if mode == "preset":
        return template
    if template == "":
        return fallback if own is UNSET else own
    if own is UNSET:
        return template
    if own == "":
        return template
    return f"{template}\n\n{own}" if mode == "prepend" else f"{own}\n\n{template}"


@runs(400)
@given(configs, configs, st.none() | profiles, options)
def test_instructions_are_what_the_table_says(
    defaults: SessionConfig, parent: SessionConfig, profile: ForkProfile | None, own: EngineForkOptions
) -> None:
    """M-3, M-4, M-8: against the printed table."""
    fallback = defaults.system_prompt if parent.system_prompt is UNSET else parent.system_prompt
    mode = "prepend" if profile is None or profile.system_prompt_mode is UNSET else profile.system_prompt_mode
    expected = by_the_table(fallback, offered(profile), own.system_prompt, mode)
    assert (
        compose(defaults=defaults, parent=parent, profile=profile, options=own).config.system_prompt
        == expected
    )


@runs(200)
@given(configs, configs, profiles, options, st.sampled_from(BASE_FIELDS), st.integers(0, 3))
def test_what_is_unset_never_overrides(
    defaults: SessionConfig,
    parent: SessionConfig,
    profile: ForkProfile,
    own: EngineForkOptions,
    name: str,
    place: int,
) -> None:
    """M-1: taking a field out of a layer leaves what the layers below say, whatever stands there otherwise."""
    layers: list[Any] = [defaults, parent, profile, own]
    layers[place] = replace(layers[place], **{name: UNSET})
    if place == 2 and name == "system_prompt":
        layers[2] = replace(layers[2], system_prompt_fn=UNSET)
    keys = ("defaults", "parent", "profile", "options")
    whole = compose(**dict(zip(keys, layers, strict=True)))
    layers[place] = EngineForkOptions(label="c") if place == 3 else type(layers[place])()
    without = compose(**dict(zip(keys, layers, strict=True)))
    assert getattr(whole.config, name) == getattr(without.config, name)
    assert whole.origins.get(name) == without.origins.get(name)


@runs(100)
@given(configs, configs, st.none() | profiles, options)
def test_defaults_and_parent_are_one_layer_for_what_stands_above_them(
    defaults: SessionConfig, parent: SessionConfig, profile: ForkProfile | None, own: EngineForkOptions
) -> None:
    """M-1, M-4, M-8: a root's frozen config takes part like any parent's."""
    lower = compose(defaults=defaults, parent=parent, options=EngineForkOptions(label="c")).config
    assert (
        compose(parent=lower, profile=profile, options=own).config
        == compose(defaults=defaults, parent=parent, profile=profile, options=own).config
    )


@runs(100)
@given(configs, configs, configs, st.none() | profiles, options)
def test_the_source_fills_only_what_the_layers_leave_open(
    defaults: SessionConfig,
    parent: SessionConfig,
    source: SessionConfig,
    profile: ForkProfile | None,
    own: EngineForkOptions,
) -> None:
    """M-9: except that its two functions outrank the defaults; instructions and skills are never taken from it."""
    before = compose(defaults=defaults, parent=parent, profile=profile, options=own)
    after = complete_from_source(before, source)
    for name in BASE_FIELDS:
        value, filled = getattr(before.config, name), getattr(after.config, name)
        origin = before.origins.get(name)
        beats = name in {"consolidate_fn", "compress_fn"} and origin is not None
        beats = beats and origin is not None and origin.layers == (Layer.DEFAULTS,)
        if name in {"system_prompt", "skills"} or getattr(source, name) is UNSET:
            assert filled == value
        elif value is UNSET or beats:
            assert filled == getattr(source, name)
            assert after.origins[name].layers == (Layer.SOURCE,)
        else:
            assert filled == value
    assert after.segments == before.segments


steps = st.tuples(
    st.integers(0, 5),
    st.none() | st.builds(ForkProfile, system_prompt=texts, system_prompt_mode=modes, skills=lists),
    st.builds(EngineForkOptions, system_prompt=texts, skills=lists),
)


@runs(60)
@given(st.builds(SessionConfig, system_prompt=texts, skills=lists), st.lists(steps, max_size=6))
def test_any_chain_of_forks_is_frozen_as_it_was_composed(
    defaults: SessionConfig, forks: list[tuple[int, ForkProfile | None, EngineForkOptions]]
) -> None:
    """M-1 to M-4, M-8, F-4, F-6, T-5: child of child of child, each frozen for its own children."""

    async def work() -> None:
        desk = Desk(defaults=lambda: defaults)
        living: list[SessionId] = [desk.plan]
        for number, (place, profile, own) in enumerate(forks):
            source = living[place % len(living)]
            parent = await desk.store.get_config(source)
            name = "" if profile is None else f"p{number}"
            if profile is not None:
                desk.agent.profiles.register(name, profile)
            entry = await desk.agent.fork_session(source, replace(own, label=f"B{number}", profile=name))
            composed = compose(defaults=defaults, parent=parent, profile=profile, options=own).config
            assert await desk.store.get_config(entry.session_id) == SerializableSessionConfig.of(composed)
            assert await desk.store.get_config(source) == parent
            living.append(entry.session_id)

    asyncio.run(work())


@runs(100)
@given(configs, configs, st.none() | profiles, options)
def test_nothing_wins_over_unset_layers(
    defaults: SessionConfig, parent: SessionConfig, profile: ForkProfile | None, own: EngineForkOptions
) -> None:
    """M-1: a layer with nothing set changes nothing."""
    whole = compose(defaults=defaults, parent=parent, profile=profile, options=own)
    if profile is None:
        assert (
            whole.config
            == compose(defaults=defaults, parent=parent, profile=ForkProfile(), options=own).config
        )
    if defaults == SessionConfig():
        assert whole == compose(parent=parent, profile=profile, options=own)


@runs(100)
@given(configs)
def test_one_layer_alone_is_itself(config: SessionConfig) -> None:
    """M-1, M-4: identity."""
    own = EngineForkOptions(label="c")
    assert compose(defaults=config, options=own).config == config
    assert compose(parent=config, options=own).config == config


@runs(100)
@given(configs, configs, st.none() | profiles, options)
def test_the_last_writer_wins_each_plain_field(
    defaults: SessionConfig, parent: SessionConfig, profile: ForkProfile | None, own: EngineForkOptions
) -> None:
    """M-1, M-2: as an oracle of plain dictionaries."""
    merged: dict[str, Any] = {}
    for layer in (defaults, parent, profile, own):
        for name in PLAIN_FIELDS:
            value = UNSET if layer is None else getattr(layer, name)
            if value is not UNSET:
                merged[name] = value
    config = compose(defaults=defaults, parent=parent, profile=profile, options=own).config
    assert {name: getattr(config, name) for name in PLAIN_FIELDS} == {
        name: merged.get(name, UNSET) for name in PLAIN_FIELDS
    }


@runs(100)
@given(configs, configs, st.none() | profiles, options)
def test_origins_name_the_layer_that_has_the_value(
    defaults: SessionConfig, parent: SessionConfig, profile: ForkProfile | None, own: EngineForkOptions
) -> None:
    """M-7: origins agree with values, and every other offer is among the beaten."""
    layers = {Layer.DEFAULTS: defaults, Layer.PARENT: parent, Layer.PROFILE: profile, Layer.OPTIONS: own}
    result = compose(defaults=defaults, parent=parent, profile=profile, options=own)
    prompts = {layer: offered(config) for layer, config in layers.items()}
    for name in BASE_FIELDS:
        values: dict[Layer, Any] = {
            layer: config and getattr(config, name) for layer, config in layers.items()
        }
        if name == "system_prompt":
            values = dict(prompts)
        offers = [layer for layer, config in layers.items() if config and values[layer] is not UNSET]
        value = getattr(result.config, name)
        assert (name in result.origins) == (value is not UNSET)
        if value is UNSET:
            continue
        origin = result.origins[name]
        assert sorted([*origin.layers, *(beaten.layer for beaten in origin.beaten)]) == sorted(offers)
        for beaten in origin.beaten:
            assert values[beaten.layer] == beaten.value
        if name != "system_prompt":
            assert getattr(layers[origin.layers[0]], name) == value


@runs(100)
@given(configs, configs, st.none() | profiles, options)
def test_the_segments_are_the_prompt(
    defaults: SessionConfig, parent: SessionConfig, profile: ForkProfile | None, own: EngineForkOptions
) -> None:
    """M-7: joined by two newlines they are exactly the prompt."""
    result = compose(defaults=defaults, parent=parent, profile=profile, options=own)
    if result.config.system_prompt is UNSET:
        assert result.segments == ()
    else:
        assert "\n\n".join(segment.text for segment in result.segments) == result.config.system_prompt
        assert tuple(segment.layer for segment in result.segments) == result.origins["system_prompt"].layers
