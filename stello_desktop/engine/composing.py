"""Composing a configuration from its four layers, with the origin of every part (M-1 to M-9).

The order is fixed: ``defaults → parent → profile → options``. Preview, branch dialog, inspector and
the fork itself all read this one result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from stello_desktop.domain.composition import Beaten, Composition, Layer, Origin, Segment
from stello_desktop.domain.config import (
    BASE_FIELDS,
    UNSET,
    EngineForkOptions,
    ForkProfile,
    Maybe,
    PromptMode,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.errors import ForkConfigError, StelloError

SEPARATOR: Final = "\n\n"
"""Stands between the two parts of composed instructions; nothing is trimmed (M-3)."""

PROMPT: Final = "system_prompt"
PLAIN_FIELDS: Final = tuple(name for name in BASE_FIELDS if name != PROMPT)
"""The fields of which the last layer that set them wins (M-1, M-2)."""

_SOURCE_FIELDS: Final = ("llm", "tools", "consolidate_fn", "compress_fn")
_SOURCE_BEATS_DEFAULTS: Final = frozenset({"consolidate_fn", "compress_fn"})

type ParentLayer = SessionConfig | SerializableSessionConfig


@dataclass(frozen=True, slots=True)
class _Prompt:
    """Composed instructions before they become a part of the whole."""

    segments: tuple[Segment, ...]
    offers: tuple[Segment, ...]

    @property
    def origin(self) -> Origin:
        beaten = tuple(Beaten(offer.layer, offer.text) for offer in self.offers if offer not in self.segments)
        return Origin(tuple(segment.layer for segment in self.segments), beaten)


def compose(
    *,
    defaults: SessionConfig | None = None,
    parent: ParentLayer | None = None,
    profile: ForkProfile | None = None,
    options: EngineForkOptions,
) -> Composition:
    """What a branch with these layers would be, and why. Pure: nothing is written.

    Args:
        parent: the frozen configuration of the conversation that is branched from (M-8).
        profile: the profile that ``options`` names, already looked up (F-1).

    Raises:
        MissingTemplateVariables: the profile's text needs variables that were not given (M-5).
        ForkConfigError: the profile's function failed or its mode is unknown (M-6, T-2).
    """
    if isinstance(parent, SerializableSessionConfig):
        parent = parent.as_layer()
    layers: tuple[tuple[Layer, SessionConfig | None], ...] = (
        (Layer.DEFAULTS, defaults),
        (Layer.PARENT, parent),
        (Layer.PROFILE, profile),
        (Layer.OPTIONS, options),
    )
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}
    for name in PLAIN_FIELDS:
        offers = _offers(name, layers)
        if offers:
            values[name] = offers[-1].value
            origins[name] = Origin((offers[-1].layer,), tuple(offers[:-1]))
    prompt = _compose_prompt(layers, profile, options)
    if prompt.segments:
        values[PROMPT] = SEPARATOR.join(segment.text for segment in prompt.segments)
        origins[PROMPT] = prompt.origin
    return Composition(SessionConfig(**values), origins, prompt.segments)


def complete_from_source(composition: Composition, source: SessionConfig) -> Composition:
    """Take what the layers leave open from the source's run-time values (M-9).

    The functions for digests and for compression are inherited even past the defaults.
    """
    values: dict[str, Any] = {}
    origins = dict(composition.origins)
    for name in _SOURCE_FIELDS:
        offered = getattr(source, name)
        if offered is UNSET:
            continue
        before = origins.get(name)
        if before is None:
            values[name], origins[name] = offered, Origin((Layer.SOURCE,))
        elif name in _SOURCE_BEATS_DEFAULTS and before.layers == (Layer.DEFAULTS,):
            beaten = (*before.beaten, Beaten(Layer.DEFAULTS, getattr(composition.config, name)))
            values[name], origins[name] = offered, Origin((Layer.SOURCE,), beaten)
    return Composition(replace(composition.config, **values), origins, composition.segments)


def _offers(name: str, layers: tuple[tuple[Layer, SessionConfig | None], ...]) -> list[Beaten]:
    offers: list[Beaten] = []
    for layer, config in layers:
        value = UNSET if config is None else getattr(config, name)
        if value is not UNSET:
            offers.append(Beaten(layer, value))
    return offers


def _compose_prompt(
    layers: tuple[tuple[Layer, SessionConfig | None], ...],
    profile: ForkProfile | None,
    options: EngineForkOptions,
) -> _Prompt:
    lower = tuple(Segment(offer.value, offer.layer) for offer in _offers(PROMPT, layers[:2]))
    own = _optional(options.system_prompt, Layer.OPTIONS)
    template = () if profile is None else _optional(profile_prompt(profile, options), Layer.PROFILE)
    mode = PromptMode.PREPEND if profile is None else prompt_mode(profile)
    return _Prompt(_join(template, own, mode) or lower[-1:], (*lower, *template, *own))


def _join(template: tuple[Segment, ...], own: tuple[Segment, ...], mode: PromptMode) -> tuple[Segment, ...]:
    """The table of M-3; nothing at all means *fall back*."""
    if mode is PromptMode.PRESET:
        return template or own
    pair = (*template, *own) if mode is PromptMode.PREPEND else (*own, *template)
    spoken = tuple(segment for segment in pair if segment.text)
    return spoken or own


def _optional(text: Maybe[str], layer: Layer) -> tuple[Segment, ...]:
    return () if text is UNSET else (Segment(text, layer),)


def prompt_mode(profile: ForkProfile) -> PromptMode:
    """The profile's mode, *prepend* unless it says otherwise. Raises: ForkConfigError (T-2)."""
    if profile.system_prompt_mode is UNSET:
        return PromptMode.PREPEND
    try:
        return PromptMode(profile.system_prompt_mode)
    except ValueError:
        raise ForkConfigError(
            f"unknown prompt mode {profile.system_prompt_mode!r}", reason="system_prompt_mode"
        ) from None


def profile_prompt(profile: ForkProfile, options: EngineForkOptions) -> Maybe[str]:
    """The profile's own instructions: what its function returns, otherwise its text (M-3).

    Raises:
        MissingTemplateVariables: see M-5.
        ForkConfigError: the function failed; the message is its own (M-6).
    """
    function = profile.system_prompt_fn
    if function is UNSET:
        return profile.system_prompt
    variables = {} if options.profile_vars is UNSET else dict(options.profile_vars)
    try:
        text = function(variables)
    except StelloError:
        raise
    except Exception as error:
        raise ForkConfigError(str(error) or type(error).__name__, reason="system_prompt_fn") from error
    if text is None:
        return profile.system_prompt
    if not isinstance(text, str):
        raise ForkConfigError("the profile's function did not return text", reason="system_prompt_fn")
    return text
