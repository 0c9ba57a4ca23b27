"""One conversation's engine: its rounds, its tools, its hooks and its forks (L-2).

It knows no tree and no scheduling.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from stello_desktop.domain.composition import Composition, ContextPart, NextRequest, RequestSize
from stello_desktop.domain.config import EngineForkOptions, SerializableSessionConfig
from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.errors import ProviderError
from stello_desktop.domain.events import ErrorRaised
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import RecordState, ToolCall, ToolDefinition
from stello_desktop.domain.ports import BranchProposal
from stello_desktop.domain.session import Author, CallOrigin
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.builtin_tools import CreateSessionTool
from stello_desktop.engine.conversation_tools import conversation_tools
from stello_desktop.engine.fitting import resummarise
from stello_desktop.engine.forking import Forker
from stello_desktop.engine.history import Cut
from stello_desktop.engine.hooks import EngineError, HookRunner, tell
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.preview import PreviewGround, count_messages, prepare
from stello_desktop.engine.rounds import EngineTurnResult, RoundMode, RoundRequest, RoundStream, TurnOutcome
from stello_desktop.engine.sending import Asking, read_sending
from stello_desktop.engine.session import Session
from stello_desktop.engine.tool_round import ToolRound
from stello_desktop.engine.tools import CompositeToolRuntime
from stello_desktop.engine.turn import Turn
from stello_desktop.engine.unbroken import committed


class Engine:
    """Drives one conversation; made by the factory, kept while somebody needs it (Q-2)."""

    def __init__(self, session_id: SessionId, parts: EngineParts) -> None:
        self.session_id = session_id
        self._parts = parts
        self._session = Session(session_id, parts.sessions)
        self.hooks = HookRunner(session_id, parts.hooks, self._report, parts.background)
        self._forker = Forker(session_id, parts, self.hooks)
        self._create = CreateSessionTool(
            parts.profiles, self._fork_by_assistant, lambda: parts.options().allow_compress
        )
        self._summarising = asyncio.Lock()
        self._running: RoundStream | None = None
        self._rounds_at_start: int | None = None
        self._tool_round: ToolRound | None = None

    def stream(
        self,
        input: str,  # noqa: A002 - the seeds' name
        *,
        replaces: int | None = None,
        resume: bool = False,
    ) -> RoundStream:
        """Start a round. Iterate for text; ``.result`` and ``.events()`` for all of it (R-3).

        Args:
            replaces: the round that this is a new version of (R-14).
            resume: go on with an answer that broke off; ``input`` is not used.
        """
        mode = RoundMode.RESUME if resume else RoundMode.NEW
        return self.start(RoundRequest(input, mode, replaces))

    def start(self, request: RoundRequest) -> RoundStream:
        """Start a round of any kind."""
        return RoundStream(lambda stream: self.drive(stream, request))

    async def turn(self, input: str) -> EngineTurnResult:  # noqa: A002 - the seeds' name
        """The same with nobody listening (R-2). Cancelling it stops the round."""
        stream = self.stream(input)
        try:
            return await stream.result
        finally:
            stream.stop()
            await stream.wait()

    async def drive(self, stream: RoundStream, request: RoundRequest) -> TurnOutcome:
        """Run a round that reports to ``stream``; for the stream's own task."""
        meta = await self._session.require_active()
        config = await self._parts.sessions.get_config(self.session_id)
        tools = self._tools_for(config)
        tool_round = ToolRound(
            self.session_id,
            tools,
            self._create,
            self._parts.gate,
            lambda: self._forker.check_guard(meta.turn_count),
            self.hooks,
            stream.emit,
        )
        self._running, self._rounds_at_start, self._tool_round = stream, meta.turn_count, tool_round
        try:
            turn = Turn(
                self._session,
                self._parts,
                tools,
                tool_round,
                self.hooks,
                stream,
                rounds_before=meta.turn_count,
            )
            return await turn.run(request, config)
        finally:
            self._running, self._rounds_at_start, self._tool_round = None, None, None

    async def _tools(self) -> CompositeToolRuntime:
        """Definition and execution use the conversation's own view of the skills (X-4)."""
        return self._tools_for(await self._parts.sessions.get_config(self.session_id))

    def _tools_for(self, config: SerializableSessionConfig) -> CompositeToolRuntime:
        chosen = self._parts.runtime.get(self.session_id).tools
        return conversation_tools(self._parts, self._create, config.skills, chosen)

    async def fork_session(
        self,
        options: EngineForkOptions,
        *,
        by: Author = Author.CODE,
        branched_at: RecordId | None = None,
        cut: Cut | None = None,
        opened_by: CallOrigin | None = None,
    ) -> TreeEntry:
        """Open a branch (F-1 to F-11); the same for the assistant's tool and for a button."""
        return await self._forker.fork(
            options,
            by=by,
            completed_rounds=self._rounds_at_start,
            branched_at=branched_at,
            cut=cut,
            opened_by=opened_by,
        )

    async def _fork_by_assistant(self, options: EngineForkOptions, call_id: str) -> TreeEntry:
        started = None if self._running is None else self._running.started_round
        question = None if started is None else started.user_record
        asked_at = None if self._tool_round is None else self._tool_round.asked_at
        return await self.fork_session(
            options,
            by=Author.ASSISTANT,
            branched_at=None if question is None else question.record_id,
            opened_by=None if asked_at is None else CallOrigin(asked_at, call_id),
        )

    async def compose(self, options: EngineForkOptions) -> Composition:
        """What a branch would be, for preview and dialog (M-7)."""
        return await self._forker.compose(options)

    async def branch_ground(self, cut: Cut | None = None) -> PreviewGround:
        """What a branch would be made of, for previews at each key (M-7)."""
        records = await self._forker.history(cut)
        earlier = await self._forker.earlier(records)
        history = await prepare(records if earlier is None else records[earlier.covered :])
        return PreviewGround(
            parts=self._parts,
            source=self.session_id,
            fork=await self._forker.ground(),
            history=history,
            earlier=earlier,
            messages=count_messages(records),
            cut=cut is not None,
        )

    async def tools(self) -> tuple[ToolDefinition, ...]:
        """What the conversation's assistant may call now."""
        return (await self._tools()).definitions()

    async def next_request(self, text: str = "") -> NextRequest:
        """What would be sent if ``text`` were asked now, and how much that is (C-5, C-6).

        Where messages wait the first of them is sent first, and ``text`` waits behind them (row 25).
        """
        model = self._parts.model_of(self.session_id)
        records = await self._session.storage.list_records(self.session_id)
        waiting = [record for record in records if record.state == RecordState.WAITING]
        head = waiting[0] if waiting else None
        with_round = None if head is None else head.round_no
        insights = await self._parts.insights_for(self.session_id, model, with_round)
        if head is None:
            asking = Asking(insights=insights, text=text)
        else:
            asking = Asking(
                insights=insights, question=head.record_id, up_to_round=head.round_no, waiting=True
            )
        sending = await read_sending(self._session, self._parts, model, asking)
        shown = sending.previewed((await self._tools()).definitions())
        return replace(shown, waiting=len(waiting))

    async def request_size(self) -> RequestSize:
        """How much a request would be without any text (C-6); not measured where nobody knows what fits."""
        model = self._parts.model_of(self.session_id)
        limit = self._parts.context_tokens(model)
        if limit is None:
            return RequestSize(0)
        insights = await self._parts.insights_for(self.session_id, model)
        sending = await read_sending(self._session, self._parts, model, Asking(insights=insights))
        return sending.measured((await self._tools()).definitions())

    async def summarise_earlier(self) -> EarlierPart | None:
        """Make the summary that could not be made when it was needed (C-7); asked for twice it is made once.

        None where nothing is left out, or not any more: the person may have removed or written it meanwhile.
        Raises: as `resummarise`.
        """
        async with self._summarising:
            model = self._parts.model_of(self.session_id)
            sending = await read_sending(self._session, self._parts, model, Asking(insights=()))
            part = sending.sources.earlier
            if part is None or not part.left_out:
                return None
            compress_fn = self._parts.compress_fn_of(self.session_id)
            try:
                made = await resummarise(part, sending.sources, compress_fn, limit=sending.limit)
            except ProviderError as error:  # whoever made the summary function, the person is told of whom
                error.params.setdefault("service", model.ref.service_id)
                raise
            made = replace(made, model=model.ref)
            kept = self._parts.context.put_earlier(self.session_id, made, expects=sending.state.earlier)
            return made if await committed(kept) else None

    async def what_is_sent(self, text: str = "") -> tuple[ContextPart, ...]:
        """The parts of `next_request`, one by one."""
        return (await self.next_request(text)).parts

    def propose(self, call: ToolCall) -> BranchProposal | None:
        """A stored call as the branch it asks for; None where it is none."""
        return self._create.propose(call) if call.name == self._create.name else None

    def read_call(self, call: ToolCall) -> EngineForkOptions:
        """A stored call as fork options, for *Open anyway* (G-1). Raises: ArgumentError."""
        return self._create.read(call)

    def _report(self, where: str, error: Exception) -> None:
        if self._running is not None:
            self._running.emit(ErrorRaised(where, str(error)))
        tell(self._parts.listener, EngineError(self.session_id, where, error))
