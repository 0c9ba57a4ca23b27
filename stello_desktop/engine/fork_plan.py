"""What a fork would be, worked out before anything is written: one plan for the fork and for its preview (F-4, M-7)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from stello_desktop.domain.composition import Beaten, Composition, Layer, Origin, Segment
from stello_desktop.domain.config import (
    UNSET,
    ContextMode,
    EngineForkOptions,
    ForkContextFn,
    ForkProfile,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.session import SettledOrigins, mark_of_model
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.composing import SEPARATOR, complete_from_source, compose
from stello_desktop.engine.profiles import check_context

CONTEXT: Final = "context"
OPENING: Final = "prompt"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkGround:
    """What a plan is worked out from, as it is now.

    Attributes:
        defaults: the lowest layer.
        parent: what the source is frozen with; empty for an imagined conversation.
        source: what the source has in memory (M-9).
        bound: the model that the source is bound to (T-8).
    """

    defaults: SessionConfig = field(default_factory=SessionConfig)
    parent: SerializableSessionConfig = field(default_factory=SerializableSessionConfig)
    source: SessionConfig = field(default_factory=SessionConfig)
    bound: ModelRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkPlan:
    """Everything about a branch but its name, its place and its history.

    Attributes:
        composition: with the origins of ``context`` and ``prompt`` beside those of the configuration.
        context: a word or a function (T-4).
        opening: the first message, cleaned; empty means none (F-6).
        model: who the branch is bound to; None where nothing but the workspace's default is known.
        model_layer: the layer that said so.
    """

    composition: Composition
    context: str | ForkContextFn = ContextMode.NONE.value
    opening: str = ""
    model: ModelRef | None = None
    model_layer: Layer | None = None

    @property
    def config(self) -> SessionConfig:
        """The composed values."""
        return self.composition.config

    @property
    def settled(self) -> SettledOrigins:
        """Which layers the frozen fields came from, as it is kept beside T-8."""
        settled = SettledOrigins.of(self.composition)
        layers, marks = dict(settled.layers), dict(settled.frozen_as)
        if self.model is not None and self.model_layer is not None:
            layers["llm"], marks["llm"] = (self.model_layer,), mark_of_model(self.model)
        word = str(self.context) if isinstance(self.context, str) else ""
        return replace(settled, layers=layers, frozen_as=marks, context=word)


def plan_fork(ground: ForkGround, profile: ForkProfile | None, options: EngineForkOptions) -> ForkPlan:
    """Compose and settle everything that needs no waiting. Pure: nothing is read or written.

    Raises:
        MissingTemplateVariables, ForkConfigError: as `compose`, and for a context that does not exist (T-4).
    """
    composed = compose(defaults=ground.defaults, parent=ground.parent, profile=profile, options=options)
    composition = _cleaned(complete_from_source(composed, ground.source))
    origins = dict(composition.origins)
    context = _settle(CONTEXT, profile, options, origins)
    check_context(context)
    opening = _settle(OPENING, profile, options, origins)
    llm = composition.config.llm
    model, layer = ground.bound, None if ground.bound is None else Layer.SOURCE
    if llm is not UNSET:
        model, layer = llm.ref, origins["llm"].layers[0]
    return ForkPlan(
        composition=replace(composition, origins=origins),
        context=ContextMode.NONE.value if context is UNSET else context,
        opening=clean_text(opening or ""),
        model=model,
        model_layer=layer,
    )


def _settle(
    name: str, profile: ForkProfile | None, options: EngineForkOptions, origins: dict[str, Origin]
) -> Any:
    """What the options say, else the profile; unset where neither does (F-5, F-6)."""
    offers = [
        Beaten(layer, value)
        for layer, source in ((Layer.PROFILE, profile), (Layer.OPTIONS, options))
        if source is not None and (value := getattr(source, name)) is not UNSET
    ]
    if not offers:
        return UNSET
    origins[name] = Origin((offers[-1].layer,), tuple(offers[:-1]))
    return offers[-1].value


def _cleaned(composition: Composition) -> Composition:
    """Instructions as they can be stored and sent; what the preview shows is what the service gets."""
    prompt = composition.config.system_prompt
    if prompt is UNSET or clean_text(prompt) == prompt:
        return composition
    segments = tuple(Segment(clean_text(segment.text), segment.layer) for segment in composition.segments)
    whole = SEPARATOR.join(segment.text for segment in segments)
    return replace(composition, config=replace(composition.config, system_prompt=whole), segments=segments)
