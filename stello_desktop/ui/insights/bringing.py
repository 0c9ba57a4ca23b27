"""*Bring the result back* from beginning to end: the dialog, the motion on the map, the news with *Undo*."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.results import Brought, ResultForm
from stello_desktop.ui import tasks
from stello_desktop.ui.insights.result_dialog import ResultDialog
from stello_desktop.workspace.workspace import Workspace


class Bringing(QObject):
    """One for each window.

    Signals:
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        told(str, object): the same of what is a step of the history besides.
        passed(str, str): a result has gone from one conversation to another.
    """

    news = Signal(str, object)
    told = Signal(str, object)
    passed = Signal(str, str)

    def __init__(self, workspace: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._window = workspace, window

    def ask(self, session_id: SessionId) -> None:
        """Let the person see and change the result of a conversation, and say where it goes."""
        if session_id not in self._workspace.topology:
            return
        dialog = ResultDialog(self._window, self._workspace, session_id)
        dialog.brought.connect(self._tell)
        dialog.open()

    def _tell(self, brought: Brought) -> None:
        draft = brought.draft
        self.passed.emit(draft.from_session, draft.to_session)
        if draft.form is ResultForm.NOTE:
            words = self.tr("The result of “%2” stands in “%1” as a note")
        else:
            words = self.tr("The result of “%2” goes along with the next message in “%1”")
        undo: Callable[[], object] = lambda: tasks.start(self._take_back(brought), self)  # noqa: E731
        tells = self.told if draft.form is ResultForm.NOTE else self.news
        tells.emit(self._with_names(words, brought), undo)

    async def _take_back(self, brought: Brought) -> None:
        if await self._workspace.results.take_back(brought):
            words = self.tr("Taken back; “%1” knows nothing of it")
        else:
            words = self.tr("“%1” has been told already; the result stays there")
        self.news.emit(self._with_names(words, brought), None)

    def _with_names(self, words: str, brought: Brought) -> str:
        topology, draft = self._workspace.topology, brought.draft
        for place, session_id in (("%1", draft.to_session), ("%2", draft.from_session)):
            entry = topology.get(session_id)
            words = words.replace(place, "" if entry is None else entry.label)
        return words
