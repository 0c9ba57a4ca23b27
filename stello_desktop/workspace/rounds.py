"""Running answers: at most one per conversation here, driven by the engine, readable by any view."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.errors import BrokenRule, StelloError
from stello_desktop.domain.events import (
    BranchOpened,
    CompressionEnded,
    ErrorRaised,
    RoundEvent,
)
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import RecordState
from stello_desktop.domain.ports import BranchProposal
from stello_desktop.domain.reach import is_key_refused, is_unsent
from stello_desktop.domain.redaction import redact
from stello_desktop.domain.services import ServiceKind
from stello_desktop.domain.text import clean_text
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.patience import patience_with
from stello_desktop.workspace.service_news import ServiceNews
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.tree import Tree
from stello_desktop.workspace.turns import BranchQuestion, LiveTurn, TurnState

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent
    from stello_desktop.engine.rounds import RoundStream

_log = logging.getLogger(__name__)

MAX_UNASKED_BRANCHES: Final = 3
"""More than this in one answer always asks (X-5)."""

type Opened = Callable[[], Awaitable[tuple[Agent, Backend]]]
type Begin = Callable[[Agent], RoundStream]
type Drive = Callable[[LiveTurn], Awaitable[TurnState]]


class Post(Protocol):
    """Who hears of messages that could not be sent."""

    def asked(self, session_id: SessionId) -> None:
        """A request begins in a conversation."""
        ...

    def key_refused(self, turn: LiveTurn, error: StelloError) -> None:
        """A service did not accept the key with which it was asked."""
        ...

    def left_waiting(self, turn: LiveTurn) -> None:
        """A message waits on disk now."""
        ...


class Rounds:
    """Starts, follows and stops rounds, and asks the person about branches where that is wanted.

    Attributes:
        sent_at: when the message that left last in this run was sent, in seconds since 1970; 0 before the first.
    """

    def __init__(
        self,
        opened: Opened,
        answering: Answering,
        tree: Tree,
        settings: Callable[[], Settings],
        feed: ChangeFeed,
        news: ServiceNews,
        post: Post,
    ) -> None:
        self._opened = opened
        self._answering = answering
        self._tree = tree
        self._settings = settings
        self._feed = feed
        self._news = news
        self._post = post
        self.sent_at = 0.0
        self._turns: dict[SessionId, LiveTurn] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def live_sessions(self) -> frozenset[SessionId]:
        """Conversations that are answering now."""
        return frozenset(session_id for session_id, turn in self._turns.items() if not turn.ended)

    def live_turn(self, session_id: SessionId) -> LiveTurn | None:
        """The newest turn of a conversation in this run, running or ended."""
        return self._turns.get(session_id)

    def start(self, session_id: SessionId, text: str) -> LiveTurn:
        """Send a message: it is on disk before anything leaves (R-1).

        Where others wait there it waits behind them, and where the key was refused until there is another.
        """
        text = clean_text(text)

        async def drive(turn: LiveTurn) -> TurnState:
            _, backend = await self._opened()
            behind = await backend.outbox.next_waiting(session_id) is not None
            if behind or await self._in_vain(session_id, backend):
                return await self._queue(turn, backend)
            return await self._drive(turn, lambda agent: agent.stream(session_id, text))

        return self._begin(session_id, text, drive)

    def send_waiting(self, session_id: SessionId, record_id: RecordId) -> LiveTurn:
        """Send a message that waits; drafts are left alone."""
        return self._ask(session_id, "", lambda agent: agent.send_waiting(session_id, record_id))

    def send_note(self, session_id: SessionId, record_id: RecordId) -> LiveTurn:
        """Ask with the words of a note: it becomes the newest message (R-15); where others wait in its conversation it waits behind them."""

        async def drive(turn: LiveTurn) -> TurnState:
            _, backend = await self._opened()
            asked = await backend.revisions.ask_note(session_id, record_id)
            await self._tree.reload((session_id,), stepped=True)  # no step brings it back as a note
            head = await backend.outbox.next_waiting(session_id)
            if head is None or head.record_id != asked or await self._in_vain(session_id, backend):
                turn.queued = True
                return TurnState.UNSENT
            return await self._drive(turn, lambda agent: agent.send_waiting(session_id, asked))

        return self._begin(session_id, "", drive)

    def resume(self, session_id: SessionId) -> LiveTurn:
        """Let a stopped or broken answer go on where it ended (R-9)."""
        return self._ask(session_id, "", lambda agent: agent.resume(session_id))

    def retry(self, session_id: SessionId) -> LiveTurn:
        """Ask the last question again; the earlier answer is kept as a version (R-14)."""
        return self._ask(session_id, "", lambda agent: agent.retry(session_id))

    def edit_last(self, session_id: SessionId, text: str) -> LiveTurn:
        """Ask the last question in other words (R-14)."""
        text = clean_text(text)
        return self._ask(session_id, text, lambda agent: agent.edit_last(session_id, text))

    def typed(self, session_id: SessionId, text: str) -> None:
        """The person goes on typing; a message that is just leaving must not take that along."""
        turn = self._turns.get(session_id)
        if turn is not None and turn.started is None and text.strip() != turn.text.strip():
            turn.typed_since = True

    def _ask(self, session_id: SessionId, text: str, begin: Begin) -> LiveTurn:
        return self._begin(session_id, text, lambda turn: self._drive(turn, begin))

    def _begin(self, session_id: SessionId, text: str, drive: Drive) -> LiveTurn:
        running = self._turns.get(session_id)
        if running is not None and not running.ended:
            raise BrokenRule("this conversation is answering already", session_id=session_id)
        turn = LiveTurn(session_id, text)
        self._turns[session_id] = turn
        task = asyncio.get_running_loop().create_task(self._settle(turn, drive))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._feed.publish(Changes(touched=frozenset({session_id})))
        return turn

    async def _settle(self, turn: LiveTurn, drive: Drive) -> None:
        try:
            turn.end(await drive(turn))
        except StelloError as failure:
            await self._end_failed(turn, failure)
        except Exception as failure:  # noqa: BLE001 - a fault of ours becomes state that the person sees
            _log.exception("a round failed in a way that nobody foresaw")
            turn.end(TurnState.FAILED, BrokenRule(redact(str(failure)), detail=redact(repr(failure))))
        try:
            await self._tree.reload((turn.session_id,))
        except Exception:  # noqa: BLE001 - nobody waits for this task; the turn has told how it ended
            _log.exception("the conversation could not be read after its round")
        finally:
            turn.release()
            if turn.state is TurnState.UNSENT:
                self._post.left_waiting(turn)

    async def _end_failed(self, turn: LiveTurn, failure: StelloError) -> None:
        """Failed, or not even begun: whether the question waits now is what the store says (row 25)."""
        if not is_unsent(failure):
            if is_key_refused(failure):
                self._post.key_refused(turn, failure)
            turn.end(TurnState.FAILED, failure)
            return
        self._news.lost(turn.mark, failure)
        try:
            waits = await self._waits(turn)
        except StelloError as second:
            _log.exception("what waits could not be read after a round")
            turn.end(TurnState.FAILED, second)
            return
        turn.end(TurnState.UNSENT if waits else TurnState.FAILED, None if waits else failure)

    async def _waits(self, turn: LiveTurn) -> bool:
        if turn.started is None or turn.started.user_record is None:
            return False
        _, backend = await self._opened()
        head = await backend.outbox.next_waiting(turn.session_id)
        return head is not None and head.record_id == turn.started.user_record.record_id

    async def _in_vain(self, session_id: SessionId, backend: Backend) -> bool:
        """Whether the service has refused its key, so that nothing else is sent with it (row 27)."""
        await self._answering.load(backend.sessions, session_id)
        return self._news.refuses(self._answering.service_of(session_id).service_id)

    async def _queue(self, turn: LiveTurn, backend: Backend) -> TurnState:
        turn.queued = True
        turn.started = await backend.outbox.add_waiting(turn.session_id, turn.text)
        await self._clear_draft(turn, backend)
        return TurnState.UNSENT

    async def _clear_draft(self, turn: LiveTurn, backend: Backend) -> None:
        if turn.text and not turn.typed_since:  # only what has become a message is no draft any more
            await backend.desk.put_draft(turn.session_id, "")

    async def _drive(self, turn: LiveTurn, begin: Begin) -> TurnState:
        agent, backend = await self._opened()
        await self._answering.bind_first(backend.sessions, turn.session_id)
        self._post.asked(turn.session_id)
        service = self._answering.service_of(turn.session_id)
        turn.model_name, turn.mark = service.model, self._news.mark_of(service.service_id)
        turn.silence.patience = patience_with(service)
        stream = begin(agent)
        try:
            return await self._follow_all(turn, stream, backend)
        finally:  # a turn that has ended has nothing running behind it
            stream.stop()
            await stream.wait()

    async def _follow_all(self, turn: LiveTurn, stream: RoundStream, backend: Backend) -> TurnState:
        turn.started = await stream.started
        if turn.started is not None and turn.started.user_record is not None:
            self.sent_at = max(self.sent_at, turn.begun_at)
        turn.stop_with(stream.stop)
        await self._clear_draft(turn, backend)
        await self._tree.reload((turn.session_id,))
        async for event in stream.events():
            await self._follow(turn, event)
        outcome = (await stream.result).turn
        return TurnState.DONE if outcome.state is RecordState.DONE else TurnState.STOPPED

    async def _follow(self, turn: LiveTurn, event: RoundEvent) -> None:
        turn.events.append(event)
        turn.silence.broken_by(event)
        if turn.state is TurnState.WAITING:
            turn.state = TurnState.STREAMING
        if isinstance(event, BranchOpened):
            await self._tree.reload((event.session_id,), placed=True)
        elif isinstance(event, CompressionEnded):
            await self._tree.reload((turn.session_id,))
        elif isinstance(event, ErrorRaised):
            _log.error("%s: %s", event.where, event.message)

    async def stop_all(
        self, session_ids: Iterable[SessionId] | None = None, *, closing: bool = False
    ) -> None:
        """Stop running answers, all or some, and wait until what arrived is on disk.

        Args:
            closing: the program is being closed, so that they are interrupted; nobody has stopped them (row 74).
        """
        wanted = self.live_sessions if session_ids is None else self.live_sessions & set(session_ids)
        turns = [self._turns[session_id] for session_id in wanted]
        for turn in turns:
            turn.stop(closing=closing)
        await asyncio.gather(*(turn.wait() for turn in turns))

    async def decide(self, session_id: SessionId, proposals: tuple[BranchProposal, ...]) -> tuple[bool, ...]:
        """The branch gate (X-5): do it, or put one question with a tick each into the conversation."""
        proposals = tuple(self._with_leaving(session_id, proposal) for proposal in proposals)
        leaves = tuple(proposal.leaves_for is not None for proposal in proposals)
        turn = self._turns.get(session_id)
        if turn is None:  # nobody is there to be asked
            return tuple(not leaving for leaving in leaves)
        turn.branches += len(proposals)
        if not (any(leaves) or self._must_ask(session_id, turn.branches)):
            return (True,) * len(proposals)
        turn.question = BranchQuestion(proposals, asyncio.get_running_loop().create_future())
        turn.state = TurnState.ASKING
        self._feed.publish(Changes(touched=frozenset({session_id})))
        try:
            return await turn.question.answer
        finally:
            turn.question = None
            turn.silence.restart()
            turn.state = TurnState.STREAMING

    def _with_leaving(self, session_id: SessionId, proposal: BranchProposal) -> BranchProposal:
        """Whether the branch would take the conversation to a service that has not had it (M-10)."""
        if proposal.context == ContextMode.NONE or proposal.model is None:
            return proposal
        service = self._answering.service_of(session_id)
        own = ModelRef(service.service_id, service.model)
        return replace(proposal, leaves_for=self._answering.leaves_for(own, proposal.model))

    def _must_ask(self, session_id: SessionId, count: int) -> bool:
        tiny = self._answering.service_of(session_id).kind is ServiceKind.TINY
        return tiny or count > MAX_UNASKED_BRANCHES or self._settings().assistant_branches == "ask"
