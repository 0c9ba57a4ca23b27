"""Laws of composing, for any layers."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.config import (
    BASE_FIELDS,
    UNSET,
    EngineForkOptions,
    ForkProfile,
    SessionConfig,
)
from stello_desktop.engine.composing import PLAIN_FIELDS, compose

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
profiles = st.builds(ForkProfile, system_prompt_mode=modes, **base)
options = st.builds(EngineForkOptions, label=st.just("c"), **base)


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


@given(configs)
def test_one_layer_alone_is_itself(config: SessionConfig) -> None:
    """M-1, M-4: identity."""
    own = EngineForkOptions(label="c")
    assert compose(defaults=config, options=own).config == config
    assert compose(parent=config, options=own).config == config


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


@given(configs, configs, st.none() | profiles, options)
def test_origins_name_the_layer_that_has_the_value(
    defaults: SessionConfig, parent: SessionConfig, profile: ForkProfile | None, own: EngineForkOptions
) -> None:
    """M-7: origins agree with values, and every other offer is among the beaten."""
    layers = {Layer.DEFAULTS: defaults, Layer.PARENT: parent, Layer.PROFILE: profile, Layer.OPTIONS: own}
    result = compose(defaults=defaults, parent=parent, profile=profile, options=own)
    for name in BASE_FIELDS:
        offers = [layer for layer, config in layers.items() if config and getattr(config, name) is not UNSET]
        value = getattr(result.config, name)
        assert (name in result.origins) == (value is not UNSET)
        if value is UNSET:
            continue
        origin = result.origins[name]
        assert sorted([*origin.layers, *(beaten.layer for beaten in origin.beaten)]) == sorted(offers)
        for beaten in origin.beaten:
            assert getattr(layers[beaten.layer], name) == beaten.value
        if name != "system_prompt":
            assert getattr(layers[origin.layers[0]], name) == value


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
