"""The bar of buttons at the message under the pointer: it follows what it belongs to, and goes when that has gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, override

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.chat.action_bar import ActionBar, MessageActions
from stello_desktop.ui.chat.bar_place import Below, place_bar
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.entries import LINES, Ending, Entry, EntryKind
from stello_desktop.ui.chat.versions import VersionNote

_LEAVING_MS: Final = 250


class HoverBar(QObject):
    """Shows what can be done with one message, the pointed one or the current one of the keyboard.

    Args:
        actions_for: what can be done with a message now.
        state: changes where that does for all messages.
    """

    def __init__(
        self,
        canvas: TranscriptCanvas,
        actions_for: Callable[[Entry], MessageActions],
        state: Callable[[], object],
    ) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._actions_for = actions_for
        self._state = state
        self.bar = ActionBar(canvas.viewport())
        self._index = -1
        self._entry: Entry | None = None
        self._offered: object = None
        self._quiet_at: QPoint | None = None
        self._leaving = QTimer(self, singleShot=True, interval=_LEAVING_MS)
        self._leaving.timeout.connect(self._leave)
        for goes in (self.bar.remove_note_requested, self.bar.send_note_requested, self.bar.retry_requested):
            goes.connect(self._note_click)
        canvas.pointed_at.connect(self._point_at)
        canvas.scrolled.connect(self._follow_scrolling)
        canvas.rearranged.connect(self._follow)
        canvas.installEventFilter(self)

    @property
    def entry(self) -> Entry | None:
        """Whose buttons are shown."""
        return self._entry

    def _at(self, index: int) -> Entry | None:
        items = self._canvas.transcript.items
        return items[index].entry if 0 <= index < len(items) else None

    @staticmethod
    def _has_buttons(entry: Entry | None) -> bool:
        return entry is not None and entry.ending is not Ending.GROWING and entry.kind not in LINES

    def _point_at(self, index: int) -> None:
        entry = self._at(index)
        if entry is None or not self._has_buttons(entry):
            self._leaving.start()
            return
        if self._rests_where_it_clicked and index != self._canvas.current:
            return
        self._leaving.stop()
        self._index, self._entry, self._offered = index, entry, None
        self._show()

    def _show(self) -> None:
        """The buttons that are possible now, at their message."""
        entry = self._entry
        if entry is None:
            return
        offered = (id(entry), entry.key, entry.newest, entry.ending, self._state())
        if offered != self._offered:
            self._offered = offered
            self.bar.offer(self._without_a_second_line(self._actions_for(entry)))
        self._place()

    def _without_a_second_line(self, actions: MessageActions) -> MessageActions:
        """Versions are offered only where the round's own line cannot be seen, so that there is one of them."""
        if actions.versions is None:
            return actions
        view = self._canvas.viewport().rect()
        lines = (
            self._canvas.entry_rect_in_view(index)
            for index, laid in enumerate(self._canvas.transcript.items)
            if isinstance(laid.entry.versions, VersionNote)
            and laid.entry.versions.round_no == actions.versions.round_no
        )
        return (
            replace(actions, versions=None)
            if any(view.contains(line.center()) for line in lines)
            else actions
        )

    def _place(self) -> None:
        rect, view = self._canvas.entry_rect_in_view(self._index), self._canvas.viewport().rect()
        if not rect.intersects(view):
            self._hide()
            return
        size = self.bar.sizeHint()
        is_question = self._entry is not None and self._entry.kind is EntryKind.QUESTION
        corner, over = place_bar(rect, size, view, question=is_question, below=self._below)
        self.bar.stand_over(text=over)
        self.bar.resize(size)
        self.bar.move(corner)
        self.bar.show()
        self.bar.raise_()

    @property
    def _below(self) -> Below:
        following = self._at(self._index + 1)
        if following is not None and following.versions is not None:
            return Below.VERSIONS
        return Below.LINE if following is not None and following.unsent is not None else Below.NOTHING

    # -- following

    def _follow(self) -> None:
        """The messages have moved, or are others now."""
        entry = self._entry
        if entry is None:
            return
        at = self._at(self._index)
        if at is None or at.key != entry.key:
            items = self._canvas.transcript.items
            found = (number for number, laid in enumerate(items) if laid.entry.key == entry.key)
            self._index = next(found, self._heir_of(entry))
            at = self._at(self._index)
        if at is None or not self._has_buttons(at):
            self._hide()
            return
        self._entry = at
        self._show()

    def _heir_of(self, gone: Entry) -> int:
        """Another version in the same place; else what the pointer is on; -1 for nothing.

        A second click on the bar must not do to the next message what the first one was meant for.
        """
        at = self._at(self._index)
        of_a_version = gone.kind is not EntryKind.NOTE and at is not None and at.kind is gone.kind
        if self._in_use and of_a_version:
            return self._index
        return -1 if self._in_use or self._rests_where_it_clicked else self._canvas.pointing.index_under

    def _follow_scrolling(self) -> None:
        if self._entry is None or self._in_use:
            self._follow()
            return
        index = self._canvas.pointing.index_under
        if index >= 0:
            self._point_at(index)
        else:
            self._follow()

    def _note_click(self) -> None:
        self._quiet_at = QCursor.pos()

    @property
    def _rests_where_it_clicked(self) -> bool:
        """Whether the pointer has not moved since it clicked what takes the message away."""
        if self._quiet_at is None or not self._canvas.viewport().underMouse():
            return False
        if (QCursor.pos() - self._quiet_at).manhattanLength() < QApplication.startDragDistance():
            return True
        self._quiet_at = None
        return False

    @property
    def _pointed(self) -> bool:
        inside = self.bar.isVisible() and self.bar.rect().contains(self.bar.mapFromGlobal(QCursor.pos()))
        return inside and self.bar.window().isActiveWindow()

    @property
    def _in_use(self) -> bool:
        focus = QApplication.focusWidget()
        return self._pointed or (focus is not None and self.bar.isAncestorOf(focus))

    def _leave(self) -> None:
        if self._in_use or (self._entry is not None and self._canvas.pointing.index_under == self._index):
            self._leaving.start()
        else:
            self._hide()

    def _hide(self) -> None:
        focus = QApplication.focusWidget()
        held = focus is not None and self.bar.isAncestorOf(focus)
        self._index, self._entry, self._offered = -1, None, None
        self._leaving.stop()
        self.bar.hide()
        if held:
            self._canvas.setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self._entry is not None:
            self._leaving.start()
        return False
