"""A whole round: question, model, tools, model … until an answer stands (R-1 to R-10)."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing
from dataclasses import replace
from typing import Final

from stello_desktop.domain.codec import tool_result_to_json
from stello_desktop.domain.config import SerializableSessionConfig
from stello_desktop.domain.cut_short import INTERRUPTED_RESULT, STOPPED_RESULT
from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind, StelloError
from stello_desktop.domain.events import (
    EndReason,
    StreamEnd,
    StreamEvent,
    SubRoundEnded,
    ToolCallArguments,
    ToolCallDelta,
    ToolCallStarted,
)
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import RecordDraft, RecordState, Role, ToolDefinition, Usage
from stello_desktop.domain.ports import StartedRound
from stello_desktop.domain.reach import is_unsent
from stello_desktop.domain.session import Insight, SessionMeta
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.answer_record import AnswerRecord, Asked
from stello_desktop.engine.asking import limit_of
from stello_desktop.engine.context import BuiltContext
from stello_desktop.engine.history import last_question
from stello_desktop.engine.hooks import HookRunner
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.rounds import RoundMode, RoundRequest, RoundStream, TurnOutcome
from stello_desktop.engine.sending import Asking, Sending, read_sending
from stello_desktop.engine.session import GrowingAnswer, ModelAnswer, Session
from stello_desktop.engine.tokens import MOST_RATIO, ratio_of
from stello_desktop.engine.tool_round import CUT_OFF, LIMIT, ToolRound
from stello_desktop.engine.tools import CompositeToolRuntime
from stello_desktop.engine.unbroken import committed, unbroken

_log = logging.getLogger(__name__)

TOOL_LIMIT_CODE: Final = "tool_limit"
"""Error code of an answer that only wanted more tools at the limit."""

CONTEXT_CUT_CODE: Final = "context_cut"
"""Error code of an answer whose service had left out the beginning of the conversation (Q24)."""

RETURNED_NOTHING: Final = "the model returned nothing"

_FAILURE_KINDS: Final = {
    EndReason.INTERRUPTED: ProviderErrorKind.NETWORK,
    EndReason.UNREADABLE: ProviderErrorKind.PROTOCOL,
    EndReason.PROVIDER_ERROR: ProviderErrorKind.SERVER,
}
_CUT: Final = frozenset({EndReason.LENGTH, EndReason.FILTERED})

_SAME_RATIO: Final = 0.02
"""A count that is nearer to the last one than this part of it is not worth a write."""


class Turn:
    """One round from its question to its end; used once (R-1 to R-10).

    Args:
        stream: where the events go.
        rounds_before: completed rounds of the conversation when it began.
    """

    def __init__(
        self,
        session: Session,
        parts: EngineParts,
        tools: CompositeToolRuntime,
        tool_round: ToolRound,
        hooks: HookRunner,
        stream: RoundStream,
        rounds_before: int = 0,
    ) -> None:
        self._session = session
        self._storage = session.storage
        self._parts = parts
        self._tools = tools
        self._tool_round = tool_round
        self._hooks = hooks
        self._stream = stream
        self._rounds_before = self._rounds_now = rounds_before
        self._started: StartedRound | None = None
        self._model: LanguageModel | None = None
        self._insights: tuple[Insight, ...] = ()
        self._config = SerializableSessionConfig()
        self._resuming = False
        self._record: AnswerRecord | None = None
        self._answer: ModelAnswer | None = None
        self._usage: Usage | None = None
        self._answered_calls = 0

    async def run(self, request: RoundRequest, config: SerializableSessionConfig) -> TurnOutcome:
        """The round. A stop ends it with what arrived; a failure is raised after it was stored.

        The engine has checked that the conversation takes messages (R-13). It ends with the ``config`` it began with.

        Raises:
            SessionArchived, SessionNotFound, ProviderError, StoreError.
        """
        self._config = config
        await self._begin(request)
        try:
            await self._converse()
        except asyncio.CancelledError:
            await committed(self._settle_stopped())
            return self._end(self._cut_short)
        except Exception as error:
            await committed(self._settle_failed(error))
            self._end(RecordState.FAILED)
            raise
        await committed(self._end_round(RecordState.DONE))
        outcome = self._end(RecordState.DONE)
        self._hooks.fire("on_assistant_reply", outcome.final_content)
        return outcome

    async def _begin(self, request: RoundRequest) -> None:
        try:
            await unbroken(self._start(request))
        except asyncio.CancelledError:
            if self._started is not None:
                await committed(self._settle_stopped())
            raise

    async def _start(self, request: RoundRequest) -> None:
        """The question is on disk before anything leaves (R-1)."""
        session_id = self._session.session_id
        text, replaces = clean_text(request.text), request.replaces
        if request.mode == RoundMode.WAITING:
            self._started = await self._storage.start_round(session_id, "", waiting=request.waiting)
            question = self._started.user_record
            self._hooks.fire("on_message_received", "" if question is None else question.content)
        elif request.mode != RoundMode.NEW:
            records = await self._storage.list_records(session_id)
            question = last_question(records)
            if question is None:
                raise BrokenRule(f"there is no question to {request.mode}")
            self._resuming = request.mode == RoundMode.RESUME and any(
                record.round_no == question.round_no and (record.content or record.tool_calls)
                for record in records
                if record.role == Role.ASSISTANT
            )
            if self._resuming:
                self._started = StartedRound(session_id, question.round_no, question.version, question)
                # Open again, so that a crash is told as one at the next start, whatever the round ended with before.
                await self._storage.end_round(self._started, RecordState.PENDING)
            replaces = question.round_no if replaces is None else replaces
            text = text if request.mode == RoundMode.EDIT else question.content
        if self._started is None:
            self._hooks.fire("on_message_received", text)
            self._started = await self._storage.start_round(session_id, text, replaces=replaces)
        self._stream.mark_started(self._started)

    async def _converse(self) -> None:
        self._hooks.fire("on_round_start")
        self._model = self._parts.model_of(self._session.session_id)
        with_round = None if self._started is None else self._started.round_no
        self._insights = await self._parts.insights_for(self._session.session_id, self._model, with_round)
        options = self._parts.options()
        for _ in range(options.max_tool_rounds):
            if not (await self._ask(self._tools.definitions())).tool_calls:
                return
            await self._run_tools()
        if not (await self._ask(self._tools.definitions())).tool_calls:
            return
        self._tool_round.refuse_all(LIMIT)
        await self._store_answers()
        await self._ask(())

    async def _ask(self, tools: tuple[ToolDefinition, ...]) -> ModelAnswer:
        """One call to the model, streamed and stored; one that is too long is shortened and sent once more (C-7)."""
        started, model = self._started, self._model
        if started is None or model is None:
            raise BrokenRule("a model is asked only inside a round")
        sending = await self._sending(started, model)
        built = await sending.fitting(self._session, self._parts, self._stream.emit).fit(
            sending.sources, tools
        )
        if built is None:
            raise BrokenRule("only what was refused may be given up")
        try:
            return await self._call(built, started, model, concluding=not tools)
        except ProviderError as error:
            shorter = await self._shorter(error, built, tools)
            if shorter is None:
                raise
        return await self._call(shorter, started, model, concluding=not tools)

    async def _call(
        self, built: BuiltContext, started: StartedRound, model: LanguageModel, *, concluding: bool
    ) -> ModelAnswer:
        answer = GrowingAnswer()
        asked = Asked(model.ref, built.tokens)
        record = AnswerRecord(self._storage, started, answer, asked, self._parts.options().save_every_s)
        self._record = record
        async with aclosing(self._session.stream(model, built.request)) as events:
            async for event in events:
                if isinstance(event, ToolCallDelta) and concluding:
                    continue
                self._emit(event, answer)
                if answer.take(event):
                    await record.grow()
        closed = await self._close(answer.settled(), concluding=concluding)
        await self._learn(model, built, closed)
        return closed

    async def _learn(self, model: LanguageModel, built: BuiltContext, answer: ModelAnswer) -> None:
        """How the model counts (C-6); not from a call of which it has read only a part (Q24)."""
        if answer.usage is None or answer.usage.estimated or answer.context_cut:
            return
        await self._keep_ratio(model, ratio_of(answer.usage.prompt_tokens, built.estimated), built.ratio)

    async def _keep_ratio(self, model: LanguageModel, ratio: float | None, known: float) -> None:
        if ratio is None or abs(ratio - known) <= known * _SAME_RATIO:
            return
        try:
            await self._parts.context.put_ratio(self._session.session_id, model.ref, ratio)
        except StelloError:  # the answer is worth more than its count
            _log.exception("how the model counts could not be kept")

    async def _shorter(
        self, error: ProviderError, built: BuiltContext, tools: tuple[ToolDefinition, ...]
    ) -> BuiltContext | None:
        """What is sent after a refusal as too long; None where nothing can be shortened, or no size is known."""
        started, model = self._started, self._model
        if error.kind is not ProviderErrorKind.CONTEXT_LENGTH or started is None or model is None:
            return None
        if self._record is not None and self._record.has_words:
            return None
        sending = await self._sending(started, model)
        limit = limit_of(error) or sending.limit
        if limit is None:
            return None
        least = limit / max(built.estimated, 1)
        ratio = ratio_of(_number(error.params.get("asked")), built.estimated) or least
        ratio = min(max(ratio, least, built.ratio), MOST_RATIO)
        await self._keep_ratio(model, ratio, built.ratio)
        sources = replace(sending.sources, ratio=ratio)
        fitting = replace(sending, limit=limit).fitting(self._session, self._parts, self._stream.emit)
        return await fitting.fit(sources, tools, refused=True)

    async def _sending(self, started: StartedRound, model: LanguageModel) -> Sending:
        question = started.user_record
        asking = Asking(
            insights=self._insights,
            config=self._config,
            question=None if question is None else question.record_id,
            up_to_round=started.round_no,
            resuming=self._resuming,
        )
        return await read_sending(self._session, self._parts, model, asking)

    def _emit(self, event: StreamEvent, answer: GrowingAnswer) -> None:
        match event:
            case ToolCallDelta(call_id, name, arguments):
                if not answer.knows_call(call_id):
                    self._stream.emit(ToolCallStarted(call_id, name))
                if arguments:
                    self._stream.emit(ToolCallArguments(call_id, arguments))
            case StreamEnd(reason):
                self._stream.emit(SubRoundEnded(reason))
            case _:
                self._stream.emit(event)

    async def _close(self, answer: ModelAnswer, *, concluding: bool) -> ModelAnswer:
        """Store the answer as it ended. Raises: ProviderError where it is none (R-10)."""
        self._answer = answer
        if answer.usage is not None:
            self._usage = answer.usage if self._usage is None else self._usage + answer.usage
        reason = answer.end.reason
        if reason == EndReason.CANCELLED:
            raise asyncio.CancelledError
        if reason in _FAILURE_KINDS:
            raise self._provider_error(answer.end.kind or _FAILURE_KINDS[reason], answer.end.message)
        code = reason.value if reason in _CUT else ""
        if not answer.content.strip() and not answer.tool_calls and not code:
            if not concluding:
                raise self._provider_error(ProviderErrorKind.EMPTY, RETURNED_NOTHING)
            code = TOOL_LIMIT_CODE
        if answer.context_cut and not code:
            code = CONTEXT_CUT_CODE
        self._tool_round.expect(answer.tool_calls)
        if self._record is not None:
            await self._record.finish(RecordState.DONE, tool_calls=answer.tool_calls, error_code=code)
            self._tool_round.asked_at = self._record.record_id
        return answer

    def _provider_error(self, kind: ProviderErrorKind, message: str) -> ProviderError:
        ref = None if self._model is None else self._model.ref
        return ProviderError(
            kind,
            message,
            detail=message,
            service="" if ref is None else ref.service_id,
            model="" if ref is None else ref.model,
        )

    async def _run_tools(self) -> None:
        if self._answer is not None and self._answer.end.reason in _CUT:
            self._tool_round.refuse_all(CUT_OFF)
        else:
            await self._tool_round.run()
        await self._store_answers()

    async def _store_answers(self) -> None:
        """The results by their typed channel, in the order of the calls (R-6)."""
        if self._tool_round.outstanding:
            await unbroken(self._append_answers())

    async def _append_answers(self) -> None:
        answers = self._tool_round.take_answers()
        drafts = [
            RecordDraft(
                role=Role.TOOL,
                content=clean_text(tool_result_to_json(result)),
                tool_call_id=call.call_id,
                tool_name=call.name,
            )
            for call, result in answers
        ]
        await self._storage.append(self._session.session_id, drafts, round=self._started)
        self._answered_calls += len(answers)
        for call, result in answers:
            self._hooks.fire("on_tool_result", call, result)

    @property
    def _cut_short(self) -> RecordState:
        """What an answer is that did not come to its end: the person stopped it, or the program is closed (row 74)."""
        return RecordState.INTERRUPTED if self._stream.closing else RecordState.STOPPED

    async def _settle_stopped(self) -> None:
        """Keep what arrived; nothing is left dangling (R-9)."""
        if self._record is not None and not self._record.finished and self._record.has_words:
            self._answer = self._record.answer.settled()
            await self._record.finish(self._cut_short)
        elif self._tool_round.outstanding:
            self._tool_round.settle_all(INTERRUPTED_RESULT if self._stream.closing else STOPPED_RESULT)
            await self._store_answers()
        await self._end_round(self._cut_short)

    async def _settle_failed(self, error: Exception) -> None:
        """Store what arrived as failed, with its code (R-10); a store that refuses that too is logged."""
        if self._never_left(error):
            await self._end_unsent()
            return
        code = error.full_code if isinstance(error, StelloError) else BrokenRule.code
        detail = (error.detail if isinstance(error, StelloError) else "") or str(error)
        try:
            self._tool_round.refuse_all(detail)
            await self._store_answers()
            if self._record is None or self._record.finished:
                self._record = self._failure_record()
            await self._record.finish(RecordState.FAILED, error_code=code, error_detail=clean_text(detail))
            await self._end_round(RecordState.FAILED)
        except StelloError:
            _log.exception("the failure of a round could not be stored")

    def _never_left(self, error: Exception) -> bool:
        """Whether the question itself was not sent (row 25): then it waits, instead of having failed.

        Not where a tool round or a continuation could not be sent: of these something is there already.
        """
        begun = (
            self._resuming or self._answered_calls or (self._record is not None and self._record.has_words)
        )
        return is_unsent(error) and not begun

    async def _end_unsent(self) -> None:
        try:
            await self._end_round(RecordState.WAITING)
        except StelloError:
            _log.exception("a question that was not sent could not be told to wait")

    def _failure_record(self) -> AnswerRecord:
        if self._started is None:
            raise BrokenRule("a round fails only after it has begun")
        asked = Asked(None if self._model is None else self._model.ref)
        return AnswerRecord(self._storage, self._started, GrowingAnswer(), asked, 1.0)

    async def _end_round(self, state: RecordState) -> SessionMeta | None:
        if self._started is None:
            return None
        done = state == RecordState.DONE
        consumed = tuple(insight.insight_id for insight in self._insights) if done else ()
        meta = await self._storage.end_round(self._started, state, consumed=consumed)
        self._rounds_now = meta.turn_count
        return meta

    def _end(self, state: RecordState) -> TurnOutcome:
        outcome = TurnOutcome(
            final_content="" if self._answer is None else self._answer.content,
            raw_response=self._answer,
            usage=self._usage,
            tool_calls=self._answered_calls,
            state=state,
            completed_rounds=self._rounds_now,
            counted=self._rounds_now > self._rounds_before,
        )
        self._hooks.fire("on_round_end", outcome)
        return outcome


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
