"""The facade that the application uses (L-5, Q-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from stello_desktop.domain.composition import Composition, ContextPart, NextRequest, RequestSize
from stello_desktop.domain.config import EngineForkOptions, SerializableSessionConfig
from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.errors import BrokenRule
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record, ToolCall, ToolDefinition
from stello_desktop.domain.ports import BranchProposal
from stello_desktop.domain.session import Author, CallOrigin, SessionMeta
from stello_desktop.domain.topology import Topology, TopologyNode, TreeEntry
from stello_desktop.engine.engine import Engine
from stello_desktop.engine.history import Cut, cut_at, require_record
from stello_desktop.engine.preview import PreviewGround
from stello_desktop.engine.remembering import Remembering
from stello_desktop.engine.rounds import EngineTurnResult, RoundMode, RoundRequest, RoundStream, TurnOutcome


class Agent(Remembering):
    """Rounds and forks for all conversations of a workspace; what it is given is told by `Assembled`."""

    __slots__ = ()

    # rounds

    def stream(
        self,
        session_id: SessionId,
        input: str = "",  # noqa: A002 - the seeds' name
        *,
        replaces: int | None = None,
        resume: bool = False,
    ) -> RoundStream:
        """Start a round in the conversation's lane; see `Engine.stream`."""
        mode = RoundMode.RESUME if resume else RoundMode.NEW
        return self._start(session_id, RoundRequest(input, mode, replaces))

    def retry(self, session_id: SessionId) -> RoundStream:
        """A new version of the last round with the same question (R-14)."""
        return self._start(session_id, RoundRequest(mode=RoundMode.RETRY))

    def edit_last(self, session_id: SessionId, text: str) -> RoundStream:
        """A new version of the last round with another question (R-14)."""
        return self._start(session_id, RoundRequest(text, RoundMode.EDIT))

    def resume(self, session_id: SessionId) -> RoundStream:
        """*Continue*: go on with an answer that broke off (R-9)."""
        return self._start(session_id, RoundRequest(mode=RoundMode.RESUME))

    def send_waiting(self, session_id: SessionId, record_id: RecordId) -> RoundStream:
        """Send a stored message that waits; BrokenRule, and nothing sent, where it does not wait any more."""
        return self._start(session_id, RoundRequest(mode=RoundMode.WAITING, waiting=record_id))

    def _start(self, session_id: SessionId, request: RoundRequest) -> RoundStream:
        async def drive(stream: RoundStream) -> TurnOutcome:
            with self._giving_way.turn(session_id):
                async with (
                    self._orchestrator.lanes.enter(session_id),
                    self._runtime.held(session_id) as engine,
                ):
                    return await engine.drive(stream, request)

        return RoundStream(drive)

    async def turn(self, session_id: SessionId, input: str) -> EngineTurnResult:  # noqa: A002 - the seeds' name
        """A round with nobody listening (R-2). Cancelling it stops the round."""
        stream = self.stream(session_id, input)
        try:
            return await stream.result
        finally:
            stream.stop()
            await stream.wait()

    def lane(self, session_id: SessionId) -> AbstractAsyncContextManager[None]:
        """A conversation to oneself: after what runs there, before what comes (Q-1). Not inside one of its rounds."""
        return self._orchestrator.lanes.enter(session_id)

    def is_busy(self, session_id: SessionId) -> bool:
        """Whether a round or another work runs or waits in the conversation's lane."""
        return self._orchestrator.lanes.is_busy(session_id)

    async def what_is_sent(self, session_id: SessionId, text: str = "") -> tuple[ContextPart, ...]:
        """What the model would get if ``text`` were asked now, part by part (C-5)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.what_is_sent(text)

    async def next_request(self, session_id: SessionId, text: str = "") -> NextRequest:
        """The same with its size, and how much the model reads (C-6, C-7)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.next_request(text)

    async def request_size(self, session_id: SessionId) -> RequestSize:
        """Its size alone, without any text; not measured where nobody knows how much the model reads (C-6)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.request_size()

    async def summarise_earlier(self, session_id: SessionId) -> EarlierPart | None:
        """Make the summary that could not be made (C-7); None where nothing is left out.

        Raises: ProviderError and what else the function raises; ForkConfigError where nothing makes summaries.
        """
        async with self._runtime.held(session_id) as engine:
            return await engine.summarise_earlier()

    def can_summarise(self, session_id: SessionId) -> bool:
        """Whether anything makes summaries of a conversation (F-5, C-7)."""
        return self._parts.compress_fn_of(session_id) is not None

    # forks

    async def fork_session(
        self,
        session_id: SessionId,
        options: EngineForkOptions,
        *,
        by: Author = Author.CODE,
        until: RecordId | None = None,
        edited: str | None = None,
        opened_by: CallOrigin | None = None,
    ) -> TreeEntry:
        """Open a branch of a conversation; runs at once, even while the source answers (Q-1).

        Args:
            until: *branch from here*: the last record that comes along (F-5).
            edited: another text for that record; the branch then starts before it. The text itself
                is the caller's to send or to keep as a draft.
            opened_by: the call of the assistant that it is opened for after all.
        """
        async with self._runtime.held(session_id) as engine:
            cut = await self._cut(session_id, until, before=edited is not None)
            return await engine.fork_session(options, by=by, branched_at=until, cut=cut, opened_by=opened_by)

    async def _cut(self, session_id: SessionId, until: RecordId | None, *, before: bool) -> Cut | None:
        if until is None:
            return None
        return cut_at(require_record(await self.sessions.list_records(session_id), until), before=before)

    async def branch_ground(
        self, session_id: SessionId | None, *, until: RecordId | None = None, before: bool = False
    ) -> PreviewGround:
        """What a branch would be made of, for previews at each key (M-7); of nothing at all for None.

        Args:
            until, before: *branch from here*, as ``until`` and ``edited`` of `fork_session`.
        """
        if session_id is None:
            return PreviewGround(parts=self._parts)
        async with self._runtime.held(session_id) as engine:
            return await engine.branch_ground(await self._cut(session_id, until, before=before))

    async def tools_of(self, session_id: SessionId) -> tuple[ToolDefinition, ...]:
        """What a conversation's assistant may call now."""
        async with self._runtime.held(session_id) as engine:
            return await engine.tools()

    async def compose(self, session_id: SessionId, options: EngineForkOptions) -> Composition:
        """What a branch would be, and why; writes nothing (M-7)."""
        async with self._runtime.held(session_id) as engine:
            return await engine.compose(options)

    async def proposals(self, session_id: SessionId, calls: Sequence[ToolCall]) -> tuple[BranchProposal, ...]:
        """The branches that stored calls ask for; calls that ask for none are left out (X-5)."""
        async with self._runtime.held(session_id) as engine:
            found = [engine.propose(call) for call in calls]
        return tuple(proposal for proposal in found if proposal is not None)

    async def fork_from_call(
        self,
        session_id: SessionId,
        call: ToolCall,
        *,
        by: Author = Author.PERSON,
        asked_at: RecordId | None = None,
    ) -> TreeEntry:
        """Open what a refused call asked for: *Open anyway* (G-1). Raises: as `fork_session`.

        ``asked_at`` is the record that holds the call (T-8).
        """
        async with self._runtime.held(session_id) as engine:
            origin = None if asked_at is None else CallOrigin(asked_at, call.call_id)
            return await engine.fork_session(
                engine.read_call(call), by=by, branched_at=asked_at, opened_by=origin
            )

    # life

    async def create_session(self, label: str) -> SessionId:
        """A new root, frozen with the defaults of now, which are its only layer (Q-3, M-8). Raises: InvalidLabel."""
        if self.create_root is None:
            raise BrokenRule("this agent was not given a way to make roots")
        return await self.create_root(label, SerializableSessionConfig.of(self.defaults()))

    async def enter_session(self, session_id: SessionId) -> None:
        """The person looks at a conversation; the one before it is left."""
        await self._tell(session_id, "on_session_enter")
        left = self._orchestrator.switch_to(session_id)
        if left is not None and left in self.topology():  # it may have gone to the trash meanwhile
            await self._tell(left, "on_session_leave")

    async def leave_session(self, session_id: SessionId) -> None:
        """The person looks away."""
        if self._orchestrator.current == session_id:
            self._orchestrator.switch_to(None)
        await self._tell(session_id, "on_session_leave")

    async def look_away(self) -> None:
        """The person looks at no conversation any more."""
        left = self._orchestrator.switch_to(None)
        if left is not None and left in self.topology():
            await self._tell(left, "on_session_leave")

    async def archive_session(self, session_id: SessionId) -> None:
        """Archive in the conversation's lane, after what runs there (Q-1)."""
        await self._write_archived(session_id, archived=True)
        await self._tell(session_id, "on_session_archive")

    async def tell_archived(self, session_ids: Iterable[SessionId]) -> None:
        """The application has archived these itself, in their lanes; the hooks hear of it (R-12)."""
        for session_id in session_ids:
            await self._tell(session_id, "on_session_archive")

    async def unarchive_session(self, session_id: SessionId) -> None:
        """Take it back (R-13)."""
        await self._write_archived(session_id, archived=False)

    async def _write_archived(self, session_id: SessionId, *, archived: bool) -> None:
        if self.set_archived is None:
            raise BrokenRule("this agent was not given a way to archive")
        async with self._orchestrator.lanes.enter(session_id):
            await self.set_archived(session_id, archived)

    async def _tell(self, session_id: SessionId, hook: str) -> None:
        async with self._runtime.held(session_id) as engine:
            engine.hooks.fire(hook)

    # data

    def get_topology(self) -> Topology:
        """The tree as it is now."""
        return self.topology()

    def list_roots(self) -> tuple[TopologyNode, ...]:
        """All projects, in their order."""
        topology = self.topology()
        return tuple(topology.node(root) for root in topology.roots)

    def get_node(self, session_id: SessionId) -> TopologyNode:
        """A conversation's place (T-6). Raises: SessionNotFound."""
        return self.topology().node(session_id)

    def list_sessions(self) -> tuple[SessionMeta, ...]:
        """The facts of all conversations, project by project, parents before children (T-7)."""
        topology = self.topology()
        return tuple(topology[session_id].meta for session_id in topology.walk())

    async def list_messages(self, session_id: SessionId) -> tuple[Record, ...]:
        """The chosen history (R-14). Raises: SessionNotFound."""
        return await self.sessions.list_records(session_id)

    # engines

    async def attach_session(self, session_id: SessionId, holder: object) -> Engine:
        """Keep a conversation's engine alive; the same holder twice is once (Q-2)."""
        return await self._runtime.attach(session_id, holder)

    def detach_session(self, session_id: SessionId, holder: object) -> None:
        """Let it go."""
        self._runtime.detach(session_id, holder)

    def has_active_engine(self, session_id: SessionId) -> bool:
        """Whether an engine is built and kept."""
        return self._runtime.has_active_engine(session_id)

    def get_engine_ref_count(self, session_id: SessionId) -> int:
        """How many hold it."""
        return self._runtime.ref_count(session_id)

    def update_config(self, session_id: SessionId, **values: Any) -> None:
        """Change run-time values in memory (``llm``, ``tools``, the functions); UNSET forgets one (M-9)."""
        self._values.change(session_id, **values)

    async def aclose(self) -> None:
        """Let all engines go and end the hooks that still run; rounds are stopped by their owners."""
        self._runtime.close()
        await self._background.aclose()

    async def settle(self) -> None:
        """Until the async hooks that were fired so far have ended."""
        await self._background.settle()
