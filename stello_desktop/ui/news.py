"""What the window tells at its foot, and the ways back that it offers there and by Ctrl+Z."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject

from stello_desktop.domain.commands import Step
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import Service
from stello_desktop.ui import steps
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.service_words import name_of
from stello_desktop.ui.toasts import SHOWN_MS
from stello_desktop.ui.tree_requests import TreeRequests
from stello_desktop.ui.ways_back import WaysBack
from stello_desktop.workspace.workspace import Workspace

CHOICE_SHOWN_MS: Final = 15_000
"""News with something to choose stay for long enough to think about it."""


class News(QObject):
    """Toasts, and what *Undo* and *Redo* do in the place that is shown.

    Attributes:
        ways: what was done in the places beside the map.
    """

    def __init__(
        self,
        workspace: Workspace,
        window: MainWindow,
        requests: TreeRequests,
        selected: Callable[[], SessionId | None],
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._window = window
        self._toast = window.toast
        self._actions = window.actions_table
        self._requests = requests
        self._selected = selected
        self._way_of_tree: Callable[[], object] | None = None
        self._step_of_way: Step | None = None
        self.ways = WaysBack(self)
        self.ways.changed.connect(self.show_history)
        window.place_changed.connect(lambda _place: self.show_history())
        self._actions.on("undo", self._undo)
        self._actions.on("redo", self._redo)
        requests.news.connect(self.tell)
        requests.archived.connect(self._tell_archived)

    # -- undo and redo

    def show_history(self) -> None:
        """What *Undo* undoes: on the map the newest step of the tree, elsewhere what was done there last."""
        undo, redo = self._workspace.history.undo, self._workspace.history.redo
        if redo is not None and redo == self._step_of_way:
            self._forget_step()
        can_undo, words = undo is not None, steps.undo_words(undo)
        if self._window.place != "map":
            way, redo = self.ways.newest(self._window.place), None
            can_undo, words = way is not None, steps.undo_words(None)
            if way is not None and way.words:
                words = self.tr("Undo: %1").replace("%1", way.words)
        self._actions.put_words("undo", words)
        self._actions.put_words("redo", steps.redo_words(redo))
        self._actions["undo"].setEnabled(can_undo)
        self._actions["redo"].setEnabled(redo is not None)

    def _forget_step(self) -> None:
        """What a toast would undo is undone, whoever did that: it is not offered any more."""
        self._toast.forget(self._way_of_tree)
        self._way_of_tree = self._step_of_way = None

    def _undo(self) -> None:
        if self._window.place == "map":
            if self._workspace.history.undo == self._step_of_way:
                self._forget_step()
            self._requests.undo()
            return
        way = self.ways.newest(self._window.place)
        if way is None:
            return
        self._toast.forget(way.take)
        if way.take() and way.words:
            self._toast.show_news(self.tr("Undone: %1").replace("%1", way.words))

    def _redo(self) -> None:
        if self._window.place == "map":
            self._requests.redo()

    def _undo_step(self, step: Step | None) -> None:
        """The step that is meant, and no other one."""
        if step is not None and self._workspace.history.undo == step:
            self._requests.undo()
        else:
            self._toast.show_news(self.tr("Something else was done since; undo that first, on the map"))

    # -- toasts

    def tell(self, words: str, undoable: bool) -> None:
        """Say what was done; where it is the newest step of the tree, with *Undo*."""
        if undoable:
            self._step_of_way = self._workspace.history.undo
            self._way_of_tree = partial(self._undo_step, self._step_of_way)
            self._toast.show_news(words, self.tr("Undo"), self._way_of_tree)
        else:
            self._toast.show_news(words)

    def _tell_archived(self, session_id: str) -> None:
        """Nothing is begun that could only fail at its end; the way out stands beside the reason."""
        entry = self._workspace.topology.get(SessionId(session_id))
        words = self.tr("“%1” is archived and takes no branches.")
        self._toast.show_news(
            words.replace("%1", "" if entry is None else entry.label),
            self.tr("Take out of the archive"),
            lambda: self._requests.archive(SessionId(session_id), archived=False),
            shown_ms=CHOICE_SHOWN_MS,
        )

    def tell_with_undo(self, words: str, undo: Callable[[], object] | None) -> None:
        """Say what was done, with its own way back where there is one."""
        self._toast.show_news(words, self.tr("Undo") if undo is not None else "", undo)

    def tell_choice(self, words: str, undo: Callable[[], object] | None) -> None:
        """As `tell_with_undo`, for long enough to think again."""
        action = self.tr("Undo") if undo is not None else ""
        self._toast.show_news(words, action, undo, shown_ms=CHOICE_SHOWN_MS)

    def tell_restored(self, label: str) -> None:
        """A conversation left the trash."""
        self.tell(self.tr("Restored “%1”").replace("%1", label), undoable=True)
        if self._way_of_tree is not None:
            self.ways.keep("trash", "", self._way_of_tree)

    def tell_emptied(self, count: int) -> None:
        """So many conversations are gone for good."""
        self.tell(self.tr("%n conversation(s) destroyed", "", count), undoable=False)

    def tell_way(
        self, place: str, words: str, undo: Callable[[], object] | None, *, shown_ms: int = SHOWN_MS
    ) -> None:
        """What was done in a place, with the way back: in the toast, and by Ctrl+Z for as long as the program runs."""
        if undo is None:
            self._toast.show_news(words)
            return
        way = self.ways.keep(place, words, undo)
        self._toast.show_news(words, self.tr("Undo"), way.take, shown_ms=shown_ms)

    def tell_service(self, service: Service) -> None:
        """Another default: what it means, and for the conversation that is open where that keeps its own."""
        words = self.tr("%1 answers in new projects from now on").replace("%1", name_of(service))
        session_id = self._selected()
        now = service if session_id is None else self._workspace.answering.service_of(session_id)
        if session_id is None or (now.service_id, now.model) == (service.service_id, service.model):
            self._toast.show_news(words)
            return
        keeps = self.tr("%1; the conversation that is open keeps %2")
        words = keeps.replace("%1", words).replace("%2", name_of(now))
        self._toast.show_news(
            words,
            self.tr("Use it here too"),
            partial(self._use_here, session_id, service),
            shown_ms=CHOICE_SHOWN_MS,
        )

    def _use_here(self, session_id: SessionId, service: Service) -> None:
        from stello_desktop.ui.chat.service_menu import ServiceMenu  # noqa: PLC0415 - not for the first frame

        if session_id in self._workspace.topology:
            ServiceMenu(self._workspace, self._window).choose(session_id, service)
