"""What the window tells at its foot, and the ways back that it offers there and by Ctrl+Z."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, override

from PySide6.QtCore import QEvent, QObject

from stello_desktop.domain.commands import Step
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import Service
from stello_desktop.ui import steps
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.service_words import name_of
from stello_desktop.ui.toasts import SHOWN_MS
from stello_desktop.ui.tree_requests import TreeRequests
from stello_desktop.ui.ways_back import Way, WaysBack
from stello_desktop.workspace.workspace import Workspace

MAP: Final = "map"
"""The place where steps of the tree are undone, and what was done in a conversation."""

CHOICE_SHOWN_MS: Final = 15_000
"""News with something to choose stay for long enough to think about it."""

_MAX_OFFERS: Final = 4
"""More toasts than these never come back."""


class News(QObject):
    """Toasts, and what *Undo* and *Redo* do in the place that is shown.

    Attributes:
        ways: what was done and is no step of the tree.
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
        self._again: tuple[Step | Way, Callable[[], object]] | None = None
        self._offers: list[tuple[Way, Callable[[], object]]] = []
        self._offer_here: Callable[[], object] | None = None
        self._newest_at = 0.0
        self._told_at = 0.0
        self.ways = WaysBack(self)
        self.ways.changed.connect(self.show_history)
        window.place_changed.connect(lambda _place: self.show_history())
        self._actions.on("undo", self._undo)
        self._actions["undo"].installEventFilter(self)
        self._actions.on("redo", self._redo)
        requests.news.connect(self.tell)
        requests.undone.connect(self._tell_undone)
        requests.held.connect(self._tell_held)
        requests.archived.connect(self._tell_archived)

    # -- undo and redo

    @property
    def _next_undo(self) -> Step | Way | None:
        """What *Undo* undoes: on the map what was done last, in the tree or in a conversation; elsewhere what was there."""
        way = self.ways.newest(self._window.place)
        step = self._workspace.history.undo if self._window.place == MAP else None
        return way if step is None or (way is not None and way.made_at > step.made_at) else step

    @property
    def _next_redo(self) -> Step | Way | None:
        """What *Redo* does again: what was undone last, which is what was done first."""
        way = self.ways.next_again(self._window.place)
        step = self._workspace.history.redo if self._window.place == MAP else None
        return way if step is None or (way is not None and way.made_at < step.made_at) else step

    def show_history(self) -> None:
        """What *Undo* and *Redo* would do, and no longer offer what cannot be done any more."""
        undo, redo = self._workspace.history.undo, self._workspace.history.redo
        if redo is not None and redo == self._step_of_way:
            self._forget_step()
        if undo is not None and undo.made_at > self._newest_at:
            self._newest_at = undo.made_at
            self.ways.forget_undone(MAP)
        back, again = self._next_undo, self._next_redo
        if self._again is not None and self._again[0] not in (redo, self.ways.next_again(MAP), again):
            self._toast.forget(self._again[1])
            self._again = None
        self._actions.put_words("undo", self._undo_words(back))
        self._actions.put_words("redo", self._redo_words(again))
        self._actions["undo"].setEnabled(back is not None)
        self._actions["redo"].setEnabled(again is not None)

    def _undo_words(self, back: Step | Way | None) -> str:
        if isinstance(back, Way):
            return self.tr("Undo: %1").replace("%1", back.words) if back.words else steps.undo_words(None)
        return steps.undo_words(back)

    def _redo_words(self, again: Step | Way | None) -> str:
        if isinstance(again, Way):
            return self.tr("Redo: %1").replace("%1", again.words)
        return steps.redo_words(again)

    def _forget_step(self) -> None:
        """What a toast would undo is undone, whoever did that: it is not offered any more."""
        self._toast.forget(self._way_of_tree)
        self._way_of_tree = self._step_of_way = None

    def _undo(self) -> None:
        back = self._next_undo
        if isinstance(back, Way):
            self._take(back, told=True)
        elif back is not None:
            if back == self._step_of_way and self._workspace.kept_from_undo is None:
                self._forget_step()
            self._requests.undo()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The key of *Undo*, which names no step as the menu does, stops once before a message that was sent (P-3)."""
        if event.type() != QEvent.Type.Shortcut or not self._stops_at_message():
            return False
        self._told_at = self._workspace.rounds.sent_at
        self._toast.show_news(
            self.tr(
                "A message was sent since; it cannot be taken back. Undo again takes back what was done before it."
            )
        )
        return True

    def _stops_at_message(self) -> bool:
        """Whether the newest message was sent after what would be undone, and nothing has said so yet."""
        sent_at, back = self._workspace.rounds.sent_at, self._next_undo
        if (
            self._window.place != MAP
            or back is None
            or not back.made_at < sent_at
            or self._told_at >= sent_at
        ):
            return False
        return isinstance(back, Way) or self._workspace.kept_from_undo is None

    def _redo(self) -> None:
        self._repeat(self._next_redo)

    def _repeat(self, again: Step | Way | None) -> None:
        """Do it again, where that is still what comes next."""
        if isinstance(again, Way):
            if again.repeat():
                self._offer_way(self.tr("Done again: %1").replace("%1", again.words), again)
        elif again is not None and again == self._workspace.history.redo:
            self._requests.redo()

    def _take(self, way: Way, *, told: bool) -> None:
        """Go a way back, and say so."""
        for offered, start in self._offers:
            if offered is way:
                self._toast.forget(start)
        self._offers = [item for item in self._offers if item[0] is not way]
        if not way.take() or not way.words:
            return
        words = self.tr("Undone: %1").replace("%1", way.words)
        if way.has_again:
            self._tell_undone(words, way)
        elif told:
            self._toast.show_news(words)

    def _tell_undone(self, words: str, done: Step | Way) -> None:
        """Say what was undone, with *Redo* for as long as it comes next."""
        self._again = (done, lambda: self._repeat(done))
        self._toast.show_news(words, self.tr("Redo"), self._again[1], over=True)

    def _tell_held(self, session_id: str, made: bool) -> None:
        """What was said goes to the trash by its name, not along with a step of yesterday."""
        entry = self._workspace.topology.get(SessionId(session_id))
        if entry is None:
            return
        self._told_at = self._workspace.rounds.sent_at  # the message is spoken of
        words = (
            self.tr("“%1” was not undone, because something was said in it since it was made.")
            if made
            else self.tr("“%1” was not moved to the trash, because something was said in it since.")
        )
        self._toast.show_news(
            words.replace("%1", entry.label),
            self.tr("Move to the trash"),
            lambda: self._requests.delete((SessionId(session_id),)),
            shown_ms=CHOICE_SHOWN_MS,
        )

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

    def tell_choice(self, words: str, undo: Callable[[], object]) -> None:
        """Say what was done, with its own way back, for long enough to think again; Ctrl+Z undoes the step that it is."""
        self._toast.show_news(words, self.tr("Undo"), undo, shown_ms=CHOICE_SHOWN_MS)

    def offer(self, words: str, action: str, start: Callable[[], object]) -> None:
        """Say something, and what can be done about it."""
        self._toast.show_news(words, action, start, shown_ms=CHOICE_SHOWN_MS)

    def tell_restored(self, label: str) -> None:
        """A conversation left the trash."""
        self.tell(self.tr("Restored “%1”").replace("%1", label), undoable=True)
        if self._way_of_tree is not None:
            self.ways.keep("trash", "", self._way_of_tree)

    def tell_emptied(self, words: str) -> None:
        """So much is gone for good."""
        self.tell(self.tr("%1 destroyed").replace("%1", words), undoable=False)

    def tell_way(
        self, place: str, words: str, undo: Callable[[], object] | None, *, shown_ms: int = SHOWN_MS
    ) -> None:
        """What was done in a place, with the way back: in the toast, and by Ctrl+Z for as long as the program runs."""
        if undo is None:
            self._toast.show_news(words)
            return
        self._offer_way(words, self.ways.keep(place, words, undo), shown_ms=shown_ms)

    def tell_deleted(self, place: str, words: str, undo: Callable[[], object]) -> None:
        """What went to the trash there, and the key that brings it back for as long as the program runs."""
        both = filled(self.tr("%1. %2 brings it back."), words, self._actions.shortcut_words("undo"))
        self._offer_way(both, self.ways.keep(place, words, undo), shown_ms=CHOICE_SHOWN_MS)

    def _offer_way(self, words: str, way: Way, *, shown_ms: int = SHOWN_MS) -> None:
        start = partial(self._take, way, told=False)
        self._offers = [*self._offers[-_MAX_OFFERS:], (way, start)]
        self._toast.show_news(words, self.tr("Undo"), start, shown_ms=shown_ms)

    def tell_service(self, service: Service) -> None:
        """Another default: what it means, and for the conversation that is open where that keeps its own."""
        words = self.tr("%1 answers in new projects from now on").replace("%1", name_of(service))
        session_id = self._selected()
        now = service if session_id is None else self._workspace.answering.service_of(session_id)
        if session_id is None or (now.service_id, now.model) == (service.service_id, service.model):
            self._toast.show_news(words)
            return
        keeps = self.tr("%1; the conversation that is open keeps %2")
        words = filled(keeps, words, name_of(now))
        self._offer_here = partial(self._use_here, session_id, service)
        self._toast.show_news(words, self.tr("Use it here too"), self._offer_here, shown_ms=CHOICE_SHOWN_MS)

    def leave_conversation(self) -> None:
        """Another conversation is shown: what was offered for the one before is not offered any more."""
        self._toast.forget(self._offer_here)
        self._offer_here = None

    def _use_here(self, session_id: SessionId, service: Service) -> None:
        from stello_desktop.ui.service_menu import ServiceMenu  # noqa: PLC0415 - not for the first frame

        if session_id in self._workspace.topology:
            ServiceMenu(self._workspace, self._window).choose(session_id, service)
