"""*Refer to…* and what comes of it: nothing is said to be sent that is not, and who may allow it is asked at once (C-8, M-10).

A reference alone sends nothing. Summaries of what a conversation refers to go along where that is switched on for it, and
where its service may see them.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.commands import AddRef
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import Service
from stello_desktop.ui import dialogs, tasks
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.service_words import full_name
from stello_desktop.ui.short_names import shortened
from stello_desktop.ui.tree_requests import TreeRequests
from stello_desktop.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class _Reference:
    """What a reference does now.

    Attributes:
        read: summaries of what the conversation refers to go along with its messages.
        unseen_by: its service, where that has not seen this summary and nobody has allowed it.
        has_summary: there is something to read.
    """

    session_id: SessionId
    target_id: SessionId
    read: bool
    unseen_by: Service | None
    has_summary: bool

    @property
    def is_allowed(self) -> bool:
        """Whether the summary goes along, as soon as there is one."""
        return self.read and self.unseen_by is None


class Referring(QObject):
    """One for each window."""

    def __init__(self, window: QWidget, workspace: Workspace, requests: TreeRequests) -> None:
        super().__init__(window)
        self._window, self._workspace, self._requests = window, workspace, requests

    def refer(self, session_id: SessionId, target_id: SessionId) -> None:
        """Let a conversation refer to another one, say what that does, and ask where it does nothing yet."""
        tasks.start(self._refer(session_id, target_id), self)

    async def _refer(self, session_id: SessionId, target_id: SessionId) -> None:
        await self._workspace.apply(AddRef(session_id, target_id))
        made = await self._look(session_id, target_id)
        self._requests.news.emit(self._words(made), True)
        if not made.is_allowed:
            self._ask(made)

    async def _look(self, session_id: SessionId, target_id: SessionId) -> _Reference:
        sending = self._workspace.sending
        choices = await sending.choices(session_id)
        unseen = dict(await sending.unseen_references(session_id))
        digests = await self._workspace.memory.digests([target_id])
        has_summary = any(item.text.strip() for item in digests)
        return _Reference(session_id, target_id, choices.read_references, unseen.get(target_id), has_summary)

    def _words(self, made: _Reference) -> str:
        if not made.is_allowed:
            words = self.tr("“%1” refers to “%2” now; nothing of it is sent yet")
        elif not made.has_summary:
            words = self.tr(
                "“%1” refers to “%2” now, which has no summary yet; it goes along once there is one"
            )
        else:
            words = self.tr("“%1” refers to “%2” now; its summary goes along with each message")
        return self._with_names(words, made)

    def _ask(self, made: _Reference) -> None:
        """One question: what would go where (M-10)."""
        if made.unseen_by is None:
            text = self.tr(
                "“%1” reads no summaries of other conversations so far. Those of all that it refers to would go along with each of its messages."
            )
        else:
            text = self.tr(
                "“%1” answers with %3, which has not seen “%2” yet. Its summary would go there with each message."
            )
        dialogs.ask(
            self._window,
            self._with_names(self.tr("Send the summary of “%2” along?"), made),
            self._with_names(text, made),
            self.tr("Send it along"),
            lambda: tasks.start(self._allow(made), self),
            careful=True,
        )

    async def _allow(self, made: _Reference) -> None:
        sending = self._workspace.sending
        if made.unseen_by is not None:
            await sending.allow_references([made.target_id], made.unseen_by.service_id)
        await sending.choose(made.session_id, read_references=True)
        now = await self._look(made.session_id, made.target_id)
        self._requests.news.emit(self._words(now), False)

    def _with_names(self, words: str, made: _Reference) -> str:
        topology = self._workspace.topology
        entries = (topology.get(session_id) for session_id in (made.session_id, made.target_id))
        labels = ("" if entry is None else shortened(entry.label) for entry in entries)
        service = "" if made.unseen_by is None else full_name(made.unseen_by)
        return filled(words, *labels, service)
