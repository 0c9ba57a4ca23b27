"""Whose digests a conversation may read: those of what it refers to, as far as its service may see them (C-8, M-10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.engine.references import MAX_REFERENCES

if TYPE_CHECKING:
    from stello_desktop.domain.ids import ServiceId, SessionId
    from stello_desktop.domain.services import Service
    from stello_desktop.workspace.answering import Answering
    from stello_desktop.workspace.backend import Backend
    from stello_desktop.workspace.tree import Tree


class References:
    """Reads digests; writes nothing but what the person has allowed."""

    def __init__(self, backend: Backend, answering: Answering, tree: Tree) -> None:
        self._backend = backend
        self._answering = answering
        self._tree = tree

    async def digests(self, session_id: SessionId) -> Sequence[tuple[str, str]]:
        """Labels and digests, in the order of the references.

        A digest that the conversation's service has not seen, and that nobody has allowed it to, is left out.
        """
        topology = self._tree.topology
        if session_id not in topology:
            return ()
        targets = topology.refs_of(session_id)
        hidden = {target for target, _ in await self.unseen(session_id)}
        open_ = [target for target in targets if target not in hidden][:MAX_REFERENCES]
        if not open_:
            return ()
        found = await self._backend.memory.get_digests(lambda: open_)
        return [(topology[digest.session_id].label, digest.text) for digest in found]

    async def unseen(self, session_id: SessionId) -> list[tuple[SessionId, Service]]:
        """What the conversation refers to and its service may not read yet, with that service (M-10)."""
        targets = self._tree.topology.refs_of(session_id)
        if not targets:
            return []
        own = (await self._backend.sessions.get_bindings(session_id)).model
        readers = await self._backend.reflections.readers_of(lambda: targets)
        found: list[tuple[SessionId, Service]] = []
        for target in targets:
            try:
                theirs = (await self._backend.sessions.get_bindings(target)).model
            except SessionNotFound:
                continue
            service = self._answering.leaves_for(theirs, own)
            if service is not None and service.service_id not in readers.get(target, frozenset()):
                found.append((target, service))
        return found

    async def allow(self, targets: Sequence[SessionId], service_id: ServiceId) -> None:
        """The person has said yes."""
        await self._backend.reflections.allow_reader(targets, service_id)
