"""*Bring a result back*: a branch's result, proposed by its own model or written, goes to another conversation.

As a reminder it waits for the next round there (C-4); as a note it stays in the history (R-15). Both know where they
came from, and both can be taken back until a model has read them (ADR 16).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from stello_desktop.domain.commands import RemoveNote, StepName
from stello_desktop.domain.errors import BrokenRule, SessionArchived
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import InsightSource
from stello_desktop.domain.messages import Role
from stello_desktop.domain.results import Brought, LastBrought, Proposal, Provenance, ResultDraft, ResultForm
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.domain.topology import Topology
from stello_desktop.domain.usage import Purpose
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.memory_desk import MemoryDesk
from stello_desktop.workspace.tree import Tree


class Results:
    """What a person does with the result of a conversation.

    Args:
        listed_size: how much a model reads, as its service lists it (C-6).
    """

    def __init__(
        self,
        backend: Callable[[], Awaitable[Backend]],
        answering: Answering,
        tree: Tree,
        memory: MemoryDesk,
        listed_size: Callable[[ModelRef], int | None],
    ) -> None:
        self._backend = backend
        self._answering = answering
        self._tree = tree
        self._memory = memory
        self._listed_size = listed_size

    # -- where to

    def usual_target(self, session_id: SessionId) -> SessionId | None:
        """Where it hangs, else where it was branched from; None where neither is open."""
        return next(iter(self.near_targets(session_id)), None)

    def near_targets(self, session_id: SessionId) -> tuple[SessionId, ...]:
        """Its parent and its source, as far as they live and take messages (R-13); each once."""
        topology = self._tree.topology
        entry = topology.get(session_id)
        if entry is None:
            return ()
        near = dict.fromkeys((entry.parent_id, entry.source_id))
        return tuple(item for item in near if item is not None and is_open(topology, item))

    def targets(self, session_id: SessionId) -> list[SessionId]:
        """Every other conversation that takes messages, in the order of the tree."""
        topology = self._tree.topology
        return [item for item in topology.walk() if item != session_id and not topology[item].archived]

    async def leaves_for(self, session_id: SessionId, target: SessionId) -> Service | None:
        """Which other service would read the result with the next message there (M-10); None for its own."""
        sessions = (await self._backend()).sessions
        own = (await sessions.get_bindings(session_id)).model
        return self._answering.leaves_for(own, (await sessions.get_bindings(target)).model)

    # -- what

    async def can_propose(self, session_id: SessionId) -> Service | None:
        """The service that would be asked; None where it is no AI, or nothing was said yet."""
        sessions = (await self._backend()).sessions
        await self._answering.load(sessions, session_id)
        service = self._answering.service_of(session_id)
        entry = self._tree.topology.get(session_id)
        if service.kind is ServiceKind.PRACTICE or entry is None or not entry.message_count:
            return None
        return service

    async def propose(
        self, session_id: SessionId, said: Callable[[str], object] = lambda _text: None
    ) -> Proposal:
        """Ask the conversation's own service for a short result (M-10); writes nothing.

        Of a long conversation its end is read, and the kept summary of what comes before (C-7).

        Args:
            said: called with what has arrived so far, cleaned already.

        Raises: SessionNotFound, ProviderError. Cancelling ends the request.
        """
        from stello_desktop.engine import compression, metering, results  # noqa: PLC0415 - the engine comes after the first paint

        backend = await self._backend()
        await self._answering.load(backend.sessions, session_id)
        model = metering.metered(
            self._answering.model(session_id), backend.usage.count_beside, session_id, Purpose.RESULT
        )
        records = results.settled_of(await backend.sessions.list_records(session_id))
        label = self._tree.topology[session_id].label
        size = self._listed_size(model.ref)
        known = (await backend.context.get_context(session_id)).earlier
        if known:
            await compression.mark_slowly(records)
        earlier = compression.part_for(records, known, len(records))
        return await results.ask_for_result(
            model, label, records, context_tokens=size, said=said, earlier=earlier
        )

    async def last_answer(self, session_id: SessionId) -> str:
        """What the assistant said last, else the person's last words; empty where nothing was said."""
        from stello_desktop.engine.results import settled_of  # noqa: PLC0415 - the engine comes after the first paint

        records = settled_of(await (await self._backend()).sessions.list_records(session_id))
        for role in (Role.ASSISTANT, Role.USER):
            for record in reversed(records):
                if record.role is role and record.content.strip():
                    return record.content.strip()
        return ""

    # -- bringing

    async def bring(self, draft: ResultDraft) -> Brought:
        """Write it there. Raises: SessionNotFound, SessionArchived, BrokenRule where there is no text."""
        return await unbroken(self._bring(draft))

    async def _bring(self, draft: ResultDraft) -> Brought:
        if not draft.text.strip():
            raise BrokenRule("there is no result")
        backend = await self._backend()
        if draft.form is ResultForm.NOTE:
            record_id = await backend.results.put_note(draft)
            await self._tree.reload((draft.to_session,), stepped=True)
            self._memory.tell((draft.from_session,))
            return Brought(draft, record_id=record_id)
        if not is_open(self._tree.topology, draft.to_session):
            raise SessionArchived(session_id=draft.to_session)
        await self._answering.load(backend.sessions, draft.to_session)
        insight = await self._memory.add_insight(
            draft.to_session,
            draft.text,
            source=InsightSource.RESULT,
            from_session=draft.from_session,
            for_service=self._answering.service_of(draft.to_session).service_id,
        )
        return Brought(draft, insight_id=insight.insight_id)

    async def take_back(self, brought: Brought) -> bool:
        """Take away what no model has read yet; False where one has, or it is gone.

        Of a note that is an undo where it was the last thing that was done, else a step of its own; both can be taken
        back in their turn.
        """
        return await unbroken(self._take_back(brought))

    async def _take_back(self, brought: Brought) -> bool:
        if brought.insight_id is not None:
            return await self._memory.remove_insight(brought.insight_id) is not None
        if brought.record_id is None:
            return False
        note = await (await self._backend()).results.unread_note(brought.record_id)
        if note is None:
            return False
        step = self._tree.history.undo
        if step is not None and step.name is StepName.ADD_NOTE and step.params.get("record") == note:
            await self._tree.undo()
        else:
            await self._tree.apply(RemoveNote(brought.draft.to_session, note))
        self._memory.tell((brought.draft.from_session,))
        return True

    async def provenance(self, session_id: SessionId) -> Mapping[RecordId, Provenance]:
        """Where the notes of a conversation came from."""
        return await (await self._backend()).results.provenance(session_id)

    async def last_brought(self, session_id: SessionId) -> LastBrought | None:
        """The newest result of a conversation that was not taken back."""
        return await (await self._backend()).results.last_brought(session_id)


def is_open(topology: Topology, session_id: SessionId) -> bool:
    """Whether a conversation lives and takes messages (R-13)."""
    entry = topology.get(session_id)
    return entry is not None and not entry.archived
