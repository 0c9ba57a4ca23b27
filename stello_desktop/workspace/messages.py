"""The messages of a conversation: read, noted, drafted, and which version of them counts (R-14, R-15)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record, RecordDraft, RecordKind, Role
from stello_desktop.domain.ports import Preview
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.outbox import Outbox
from stello_desktop.workspace.rounds import Rounds
from stello_desktop.workspace.tree import Tree

if TYPE_CHECKING:
    from stello_desktop.domain.usage import Spent
    from stello_desktop.domain.versions import ChosenVersion, RoundVersions
    from stello_desktop.engine.agent import Agent


class Messages:
    """Each method waits until the store is open; what is sent and answered is in `Rounds`.

    Changes of what stands go through the conversation's lane, so that no round is asked with half of each (Q-1). A
    caller who gives up does not tear them: what was committed is shown, then the caller is let go.
    """

    def __init__(
        self,
        opened: Callable[[], Awaitable[tuple[Agent, Backend]]],
        answering: Answering,
        tree: Tree,
        rounds: Rounds,
        outbox: Outbox,
    ) -> None:
        self._opened = opened
        self._answering = answering
        self._tree = tree
        self._rounds = rounds
        self._outbox = outbox

    async def _backend(self) -> Backend:
        return (await self._opened())[1]

    # -- reading

    async def list_records(self, session_id: SessionId) -> tuple[Record, ...]:
        """The conversation as it is on disk, a running answer included. Raises: SessionNotFound."""
        backend = await self._backend()
        await self._answering.load(backend.sessions, session_id)
        return await backend.sessions.list_records(session_id)

    async def previews(self, session_ids: Sequence[SessionId]) -> Mapping[SessionId, Preview]:
        """The last line of each conversation."""
        return await (await self._backend()).desk.previews(session_ids)

    async def mark_read(self, session_id: SessionId) -> None:
        """The person has seen the newest answer."""
        entry = self._tree.topology.get(session_id)
        if entry is None or not entry.unread:
            return
        await (await self._backend()).desk.mark_read(session_id)
        await self._tree.refresh((session_id,))

    async def spent(self, session_id: SessionId, *, below: bool = False) -> tuple[Spent, ...]:
        """The tokens of a conversation, with all below it or alone, by service and model."""
        usage, topology = (await self._backend()).usage, self._tree.topology
        return await usage.spent_in(lambda: topology.subtree(session_id) if below else (session_id,))

    # -- what the person has typed and not sent

    async def get_draft(self, session_id: SessionId) -> str:
        """Empty where there is none."""
        return await (await self._backend()).desk.get_draft(session_id)

    async def put_draft(self, session_id: SessionId, text: str) -> None:
        """Keep what is typed."""
        self._rounds.typed(session_id, text)
        await (await self._backend()).desk.put_draft(session_id, clean_text(text))

    # -- notes

    async def add_note(self, session_id: SessionId, text: str) -> Record:
        """Keep a thought without asking anyone (R-15); a step of the history (P-4)."""
        return await unbroken(self._add_note(session_id, text))

    async def _add_note(self, session_id: SessionId, text: str) -> Record:
        backend = await self._backend()
        draft = RecordDraft(role=Role.USER, content=clean_text(text), kind=RecordKind.NOTE)
        (record,) = await backend.sessions.append(session_id, [draft])
        await backend.desk.put_draft(session_id, "")
        await self._tree.reload((session_id,), stepped=True)
        return record

    async def edit_note(self, session_id: SessionId, record_id: RecordId, text: str) -> RecordId:
        """Other words for a note; what it said before is a version of it (R-14, R-15). A step. Raises: BrokenRule."""
        return await unbroken(self._edit_note(session_id, record_id, clean_text(text)))

    async def _edit_note(self, session_id: SessionId, record_id: RecordId, text: str) -> RecordId:
        agent, backend = await self._opened()
        async with agent.lane(session_id):
            changed = await backend.revisions.edit_note(session_id, record_id, text)
        await self._tree.reload((session_id,), stepped=True)
        return changed

    # -- versions

    async def list_versions(self, session_id: SessionId) -> Sequence[RoundVersions]:
        """The rounds that have several versions, in order (R-14). Raises: SessionNotFound."""
        return await (await self._backend()).revisions.list_versions(session_id)

    async def choose_version(
        self, session_id: SessionId, round_no: int, version: int, *, origin: Any = None
    ) -> ChosenVersion:
        """Let another version of a round count from now on; of earlier rounds too (R-14).

        No step of the history: nothing is lost by it, and the same control takes it back.

        Raises: SessionNotFound, SessionArchived, BrokenRule.
        """
        return await unbroken(self._choose(session_id, round_no, version, origin))

    async def _choose(self, session_id: SessionId, round_no: int, version: int, origin: Any) -> ChosenVersion:
        agent, backend = await self._opened()
        async with agent.lane(session_id):
            chosen = await backend.revisions.choose_version(session_id, round_no, version)
        await self._outbox.refresh()  # what waits to be sent may be another now
        await self._tree.reload((session_id,), origin=origin)
        return chosen
