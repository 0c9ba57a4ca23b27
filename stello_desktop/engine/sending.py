"""What the next request of a conversation is made of, read now: for the round, the inspector and the meter (C-5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stello_desktop.domain.composition import NextRequest, RequestSize
from stello_desktop.domain.config import SerializableSessionConfig
from stello_desktop.domain.context_state import ContextState, EarlierPart, SummaryAuthor
from stello_desktop.domain.events import CompressionEnded, CompressionStarted
from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import RecordState, ToolDefinition
from stello_desktop.domain.session import Insight
from stello_desktop.engine.compression import (
    first_of_running,
    is_needed,
    mark_slowly,
    part_for,
    plan_cut,
)
from stello_desktop.engine.context import ContextSources, build_context, look_slowly
from stello_desktop.engine.fitting import Fitting
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.references import references_text
from stello_desktop.engine.session import Session


def sendable(tools: Sequence[ToolDefinition], model: LanguageModel) -> Sequence[ToolDefinition]:
    """None, where it is known that the model takes none: then none are sent (Q23)."""
    return () if model.supports_tools is False else tools


@dataclass(frozen=True, slots=True)
class Sending:
    """Everything that can be part of the next request, and what is known about how it is sent."""

    sources: ContextSources
    state: ContextState
    model: LanguageModel
    limit: int | None

    def fitting(
        self,
        session: Session,
        parts: EngineParts,
        emit: Callable[[CompressionStarted | CompressionEnded], None],
    ) -> Fitting:
        """Who makes it fit."""
        return Fitting(
            session_id=session.session_id,
            storage=parts.context,
            model=self.model,
            limit=self.limit,
            compress_fn=parts.compress_fn_of(session.session_id),
            known=self.state.earlier,
            whole=self.state.choices.whole,
            emit=emit,
        )

    def measured(self, tools: Sequence[ToolDefinition]) -> RequestSize:
        """Its size alone (C-6)."""
        tokens = build_context(self.sources, sendable(tools, self.model)).tokens
        return RequestSize(tokens, self.limit, self.sources.ratio, self.state.choices.whole)

    def previewed(self, tools: Sequence[ToolDefinition]) -> NextRequest:
        """The request as it would leave; a summary that would be made first is told of, and made by nobody."""
        tools = sendable(tools, self.model)
        built = build_context(self.sources, tools)
        tokens, limit = built.tokens, self.limit
        shortened = False
        if limit is not None and is_needed(tokens, limit, whole=self.state.choices.whole):
            cut = plan_cut(self.sources, built, limit)
            if cut is not None:
                standing = EarlierPart(
                    covered=cut.covered, last=cut.last, mark="", author=SummaryAuthor.MODEL
                )
                shortened = True
                built = build_context(replace(self.sources, earlier=standing, earlier_pending=True), tools)
        return NextRequest(built.parts, built.request.tools, tokens, limit, shortened, self.sources.ratio)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What the request is for: a running round, or a text that somebody may send.

    Attributes:
        config: what a running round began with; None reads it.
        up_to_round: leave later rounds out, such as notes behind a round that is tried again.
        waiting: the question is a message that waits still, and is looked at as if it were sent now.
    """

    insights: tuple[Insight, ...]
    config: SerializableSessionConfig | None = None
    question: RecordId | None = None
    up_to_round: int | None = None
    text: str = ""
    resuming: bool = False
    waiting: bool = False


async def read_sending(session: Session, parts: EngineParts, model: LanguageModel, asking: Asking) -> Sending:
    """What both the request and the inspector are built from (C-5). Raises: SessionNotFound."""
    storage, session_id = session.storage, session.session_id
    meta = await storage.get_session(session_id)
    config = asking.config or await storage.get_config(session_id)
    bindings = await storage.get_bindings(session_id)
    state = await parts.context.get_context(session_id)
    choices, options = state.choices, parts.options()
    shares = options.share_outline if choices.share_outline is None else choices.share_outline
    records = await storage.list_records(session_id)
    if any(
        record.state == RecordState.WAITING for record in records
    ):  # what was never asked is not told
        sent = asking.question if asking.waiting else None
        records = tuple(
            replace(record, state=RecordState.PENDING) if record.record_id == sent else record
            for record in records
            if record.state != RecordState.WAITING or record.record_id == sent
        )
    if asking.up_to_round is not None:
        last = asking.up_to_round
        records = tuple(record for record in records if record.round_no <= last)
    if state.earlier:
        await mark_slowly(records)
    await look_slowly(records)
    sources = ContextSources(
        label=meta.label,
        system_prompt=config.system_prompt or "",
        inherited_summary=bindings.inherited_summary,
        outline=parts.outline(session_id) if shares else "",
        insights=asking.insights,
        references=references_text(await parts.digests(session_id)) if choices.read_references else "",
        earlier=part_for(records, state.earlier, first_of_running(records, asking.question)),
        ratio=state.ratios.get(model.ref, 1.0),
        records=records,
        question=asking.question,
        text=asking.text,
        resuming=asking.resuming,
        fold_opening=options.fold_opening,
    )
    return Sending(sources, state, model, parts.context_tokens(model))
