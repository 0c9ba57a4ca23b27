"""Branching from the conversation that is shown, and what the cards of its branches ask for."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.commands import Delete, StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks
from stello_desktop.ui.branching.lacking import lacking_words
from stello_desktop.ui.chat.asked_for import asked_for
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.card_making import BranchFacts, CardMaker
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.entries import UNREADABLE, CallView
from stello_desktop.ui.other_service import ask_before_it_leaves
from stello_desktop.workspace.workspace import Workspace

_OPENING: frozenset[StepName] = frozenset({StepName.BRANCH, StepName.BRANCHES_BY_ASSISTANT})


class BranchWork(QObject):
    """Works on the conversation that is shown when it is asked.

    Signals:
        asked(str, object, object): session, record to branch at or None, edited text or None.
        asked_at_once(str, object): the same without a question.
        called(object, object): a branch that the assistant asked for, with what it said of it.
        asked_of_archived(str): a branch of an archived conversation.
    """

    asked = Signal(str, object, object)
    asked_at_once = Signal(str, object)
    called = Signal(object, object)
    asked_of_archived = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        shown: Callable[[], SessionId | None],
        composer: Composer,
        panel: QWidget,
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._shown = shown
        self._composer = composer
        self._panel = panel

    def serve(self, cards: CardMaker, canvas: TranscriptCanvas) -> None:
        """Do what the cards of branches ask for; ``canvas`` knows the calls that they stand for."""
        cards.undo_requested.connect(lambda branch: self._run(self._undo(branch)))
        cards.bring_requested.connect(lambda branch: self._run(self._bring(branch)))
        cards.open_requested.connect(lambda call_id: self._open(canvas, call_id))
        cards.branch_requested.connect(self.ask)

    def ask(self, record_id: object = None, edited: object = None) -> None:
        """Ask for a branch at a message, or at the end."""
        session_id = self._shown()
        if session_id is not None:
            self.asked.emit(session_id, record_id, edited)

    def ask_at_once(self, record_id: object = None) -> None:
        """The same without a question."""
        session_id = self._shown()
        if session_id is not None:
            self.asked_at_once.emit(session_id, record_id)

    def facts(self, branch_id: SessionId) -> BranchFacts | None:
        """What the tree says about a branch now; None where it is gone."""
        entry = self._workspace.topology.get(branch_id)
        if entry is None:
            return None
        return BranchFacts(entry.label, entry.turn_count == 0, entry.message_count)

    def hue_of(self, profile: str) -> int | None:
        """The colour of a profile by its name; None where there is none now."""
        known = self._workspace.profiles.named(profile)
        return None if known is None else known.hue

    async def _undo(self, branch_id: str) -> None:
        """Undo the opening where it was the last step, else move the branch to the trash."""
        step = self._workspace.history.undo
        if step is not None and step.name in _OPENING and step.session_ids == (branch_id,):
            await self._workspace.undo()
        elif branch_id in self._workspace.topology:
            await self._workspace.apply(Delete((SessionId(branch_id),)))

    async def _bring(self, branch_id: str) -> None:
        """Copy the source's conversation into it; asks first where another service would see it (M-10)."""
        branch = SessionId(branch_id)
        source = self._workspace.topology[branch].source_id
        service = await self._workspace.branches.leaves_by_bringing(branch)
        self._make(source, service, lambda: self._workspace.branches.bring_along(branch))

    def lacking_words(self, call: CallView) -> str:
        """What a refused call lacks, in one sentence; empty for nothing that anybody can see."""
        source = self._shown()
        return "" if source is None else lacking_words(asked_for(self._workspace, source, call)[0])

    def _open(self, canvas: TranscriptCanvas, call_id: str) -> None:
        """Open what was refused, with the dialog where it cannot be opened as it is (G-1)."""
        session_id = self._shown()
        entry = self._workspace.topology.get(session_id)
        if entry is not None and entry.archived:
            self.asked_of_archived.emit(entry.session_id)
            return
        if session_id is None:
            return
        if not self._composer.editing:
            self._composer.notice.clear()  # what was said about the branch before
        calls = [call for shown in canvas.entries for call in shown.calls if call.call_id == call_id]
        if calls:
            ask, form = asked_for(self._workspace, session_id, calls[-1])
            result = calls[-1].result
            if (result is not None and result.code == UNREADABLE) or ask.lacking is not None:
                self.called.emit(ask, form)
                return
        self._run(self._open_anyway(session_id, call_id))

    async def _open_anyway(self, session_id: SessionId, call_id: str) -> None:
        """Open it as it is; asks first where another service would see the conversation (M-10)."""
        service = await self._workspace.branches.leaves_anyway(session_id, call_id)
        self._make(session_id, service, lambda: self._workspace.branches.open_anyway(session_id, call_id))

    def _make(
        self,
        session_id: SessionId | None,
        service: Service | None,
        work: Callable[[], Coroutine[Any, Any, object]],
    ) -> None:
        if session_id is None or service is None:
            self._run(work())
            return
        ref = ModelRef(service.service_id, service.model)
        ask_before_it_leaves(
            self._panel.window(), self._workspace, session_id, ref, lambda: self._run(work()), branching=True
        )

    def _run(self, work: Coroutine[Any, Any, object]) -> None:
        tasks.start(work, self._panel)
