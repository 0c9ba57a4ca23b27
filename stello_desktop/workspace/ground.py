"""The ground of a branch: read once, then asked at each key what the branch would be (M-7, C-5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stello_desktop.domain.composition import Composition, Layer, PartKind
from stello_desktop.domain.config import UNSET, ContextMode, EngineForkOptions, ForkProfile
from stello_desktop.domain.given import given_instructions, given_value, given_values
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.preview import (
    BranchPreview,
    FilledBy,
    PreviewRequest,
    Problem,
    ShownSegment,
)
from stello_desktop.domain.templates import normal_name
from stello_desktop.domain.text import clean_label, clean_text
from stello_desktop.engine import checks
from stello_desktop.engine.preview import PreviewedBranch, PreviewGround
from stello_desktop.engine.profiles import ForkProfileRegistry
from stello_desktop.engine.templates import VisibleText, fill_visibly
from stello_desktop.engine.tokens import estimate_text
from stello_desktop.workspace.named_model import NamedModel

if TYPE_CHECKING:
    from stello_desktop.workspace.answering import Answering
    from stello_desktop.workspace.profiles import Profiles


@dataclass(frozen=True, slots=True)
class BranchWorld:
    """What previews and checks look up anew each time.

    Attributes:
        around: what profiles are checked against.
        model_of: the model that a reference names.
        registry: the profiles that the engine knows.
        revision: grows with every change of a conversation.
    """

    answering: Answering
    profiles: Profiles
    around: Callable[[], checks.Surroundings]
    model_of: Callable[[ModelRef], LanguageModel]
    registry: ForkProfileRegistry
    revision: Callable[[SessionId], int]


class BranchGround:
    """What a branch of one conversation would be; made by `Inspection.ground`.

    Services, settings, skills and the other profiles are looked up at each preview. The conversation itself is not:
    `is_stale` tells that it has changed since, and that another ground should be asked for.

    Attributes:
        source: None for an imagined conversation.
        began_with_summary: it began with a summary, which goes along to none of its branches (F-5).
    """

    def __init__(
        self,
        source: SessionId | None,
        ground: PreviewGround,
        world: BranchWorld,
        revision: int,
        *,
        began_with_summary: bool = False,
    ) -> None:
        self.source = source
        self.began_with_summary = began_with_summary
        self._ground = ground
        self._world = world
        self._revision = revision

    @property
    def is_stale(self) -> bool:
        """Whether the conversation has changed since it was read."""
        return self._now() != self._revision

    def _now(self) -> int:
        return 0 if self.source is None else self._world.revision(self.source)

    @property
    def messages(self) -> int:
        """How many messages could come along."""
        return self._ground.messages

    @property
    def can_sum_up(self) -> bool:
        """Whether a branch could begin with a summary (F-5)."""
        return self._ground.has_history and (self._ground.can_summarise or self._world.around().can_summarise)

    def preview(self, request: PreviewRequest) -> BranchPreview:
        """Exactly what the branch would be, and what its first round would send. Never raises for what is missing."""
        filled = _fill(request)
        profile = self._profile(request.profile, filled)
        planned = self._ground.preview(
            profile,
            self._options(request),
            request.first_message,
            self._registry(request.profile, profile),
            None if request.defaults is None else request.defaults.as_layer(),
        )
        return self._shown(request, filled, planned)

    def _profile(self, saved: SavedProfile | None, filled: VisibleText) -> ForkProfile | None:
        if saved is None:
            return None
        profile = self._world.profiles.as_fork_profile(saved)
        if profile.system_prompt_fn is UNSET:
            return profile
        return replace(profile, system_prompt_fn=lambda _variables: filled.text)

    def _options(self, request: PreviewRequest) -> EngineForkOptions:
        return EngineForkOptions(
            label=request.label,
            system_prompt=given_instructions(request.own),
            skills=request.skills,
            llm=UNSET if request.model is None else NamedModel(request.model, self._world.model_of),
            prompt=request.opening,
            context=request.context,
            topology_parent_id=UNSET if request.parent_id is None else request.parent_id,
        )

    def _registry(
        self, saved: SavedProfile | None, profile: ForkProfile | None
    ) -> ForkProfileRegistry | None:
        """What the assistant could branch with once an edited profile is saved (X-2)."""
        known = self._world.registry
        name = "" if saved is None else clean_label(saved.name)
        if saved is None or profile is None or saved.archived or not name or known.has(name):
            return None
        before = self._world.profiles.get(saved.profile_id)
        old = "" if before is None or before.archived else before.name
        names = known.list_names()
        registry = ForkProfileRegistry()
        for item in names if old in names else (*names, name):
            if item in {old, name}:
                registry.register(name, profile)
            else:
                registry.register(item, known.require(item))
        return registry

    def _shown(self, request: PreviewRequest, filled: VisibleText, planned: PreviewedBranch) -> BranchPreview:
        plan, world = planned.plan, self._world
        default = world.answering.default
        ref = plan.model or ModelRef(default.service_id, default.model)
        model = plan.config.llm or world.model_of(ref)
        around = world.around()
        limit = around.context_tokens(model.ref)
        if model.supports_tools is False:  # then none are sent (Q23)
            toolless = replace(planned.built.request, tools=())
            planned = replace(planned, built=replace(planned.built, request=toolless))
        tokens, along = planned.built.tokens, _along_tokens(planned)
        return BranchPreview(
            composition=plan.composition,
            segments=_segments(plan.composition, filled),
            context=plan.context if isinstance(plan.context, str) else ContextMode.INHERIT.value,
            messages=planned.messages,
            opening=plan.opening,
            model=ref,
            model_layer=plan.model_layer or Layer.DEFAULTS,
            parts=planned.built.parts,
            request=planned.built.request,
            tokens=tokens,
            along_tokens=along,
            context_tokens=limit,
            problems=tuple(_problems(request, filled, planned, ref, around, limit, along)),
            leaves_for=world.answering.leaves_for(self._ground.fork.bound, plan.model)
            if planned.messages
            else None,
        )


def _fill(request: PreviewRequest) -> VisibleText:
    """The profile's text with what was typed, else the defaults, else the examples (M-5)."""
    profile = request.profile
    if profile is None or profile.no_instructions:
        return VisibleText("")
    values: dict[str, tuple[str, FilledBy]] = {}
    for variable in profile.variables:
        name = normal_name(variable.name)
        if default := given_value(variable.default):
            values[name] = default, FilledBy.DEFAULT
        elif example := given_value(variable.example):
            values[name] = example, FilledBy.EXAMPLE
    for name, text in given_values(request.variables).items():
        if values.get(name) != (text, FilledBy.DEFAULT):  # one stands in its field as if it had been typed
            values[name] = text, FilledBy.TYPED
    return fill_visibly(clean_text(profile.instructions), values)


def _segments(composition: Composition, filled: VisibleText) -> tuple[ShownSegment, ...]:
    return tuple(
        ShownSegment(segment.text, segment.layer, filled.places if segment.layer is Layer.PROFILE else ())
        for segment in composition.segments
    )


def _problems(
    request: PreviewRequest,
    filled: VisibleText,
    planned: PreviewedBranch,
    ref: ModelRef,
    around: checks.Surroundings,
    limit: int | None,
    along: int,
) -> list[Problem]:
    """What is wrong with the branch; its profile is checked beside it.

    Args:
        limit, along: what the model reads, and how much of the request comes from the source, in tokens.
    """
    plan = planned.plan
    found = [checks.missing_value(name) for name in filled.missing[: checks.MAX_NAMES]]
    spoken = {segment.layer for segment in plan.composition.segments}
    if given_instructions(request.own) and Layer.OPTIONS not in spoken:
        found.append(checks.own_ignored())
    found += checks.unknown_skills(plan.config.skills, around)
    found += checks.model_problems(ref, around)
    if planned.summary_pending and not planned.can_summarise:
        found.append(checks.no_summary())
    tokens = planned.built.tokens
    fits_alone = limit is not None and tokens - along <= limit
    return found + checks.too_long(tokens, limit, "context" if fits_alone else "instructions")


def _along_tokens(planned: PreviewedBranch) -> int:
    """How much of the request comes from the source; the branch's own first message does not."""
    if not planned.messages or planned.summary_pending:
        return 0
    kinds = {PartKind.HISTORY, PartKind.COMPRESSION}
    said = sum(part.tokens for part in planned.built.parts if part.kind in kinds)
    return max(0, said - estimate_text(planned.plan.opening))
