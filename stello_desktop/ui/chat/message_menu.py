"""What can be done with one message: a small bar where the pointer is, and the same in a menu."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from stello_desktop.ui import usage_words
from stello_desktop.ui.chat.action_bar import ActionBar, MessageActions
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind
from stello_desktop.ui.chat.pieces import TextPiece
from stello_desktop.ui.chat.selecting import mime_of
from stello_desktop.ui.chat.versions import VersionNote

_EDGE_PX: Final = 4


class MessageMenu(QObject):
    """Offers the actions of the message under the pointer, or of the current one for the keyboard.

    Signals:
        branch_requested(record, text): branch at this message; with an edited text for an earlier question.
        plain_branch_requested(record): the same at once, without a question.
        edit_requested(str): change the last question.
        unsent_edit_requested(record): change a message that waits to be sent.
        note_edit_requested(record, str), note_send_requested(record), note_removal_requested(record): about notes.
        version_requested(Entry, int): another version of a message's round, so many places away.
        retry_requested, link_requested(str).
    """

    branch_requested = Signal(object, object)
    plain_branch_requested = Signal(object)
    edit_requested = Signal(str)
    unsent_edit_requested = Signal(object)
    note_edit_requested = Signal(object, str)
    note_send_requested = Signal(object)
    note_removal_requested = Signal(object)
    version_requested = Signal(object, int)
    retry_requested = Signal()
    link_requested = Signal(str)

    def __init__(self, canvas: TranscriptCanvas, conversation: Conversation) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._conversation = conversation
        self.archived = False
        self.bar = ActionBar(canvas.viewport())
        self._index = -1
        self._leaving = QTimer(self, singleShot=True, interval=250)
        self._leaving.timeout.connect(self._hide_bar)
        canvas.pointed_at.connect(self._point_at)
        canvas.scrolled.connect(self._place_bar)
        canvas.menu_requested.connect(self.open_menu)
        self.bar.copy_requested.connect(lambda: self._copy(self._entry(self._index)))
        self.bar.branch_requested.connect(lambda: self._branch(self._entry(self._index)))
        self.bar.plain_branch_requested.connect(lambda: self._branch_at_once(self._entry(self._index)))
        self.bar.edit_requested.connect(lambda: self._edit(self._entry(self._index)))
        self.bar.retry_requested.connect(self.retry_requested)
        self.bar.send_note_requested.connect(lambda: self._send_note(self._entry(self._index)))
        self.bar.remove_note_requested.connect(lambda: self._remove_note(self._entry(self._index)))
        self.bar.version_requested.connect(lambda step: self._step(self._entry(self._index), step))

    def _entry(self, index: int) -> Entry | None:
        entries = self._canvas.transcript.items
        return entries[index].entry if 0 <= index < len(entries) else None

    def actions_for(self, entry: Entry) -> MessageActions:
        """What can be done with a message now."""
        if entry.ending is Ending.WAITING:
            return MessageActions(copy=bool(entry.text), edit=bool(entry.text) and not self.archived)
        free = not self.archived and not self._conversation.answering
        question = self._conversation.last_question
        last = question is not None and question.record_id == entry.record_id
        asked = entry.kind is EntryKind.QUESTION
        saved = entry.record_id is not None and entry.kind is not EntryKind.VERSIONS
        note = free and entry.kind is EntryKind.NOTE and self._conversation.is_own(entry)
        return MessageActions(
            copy=bool(entry.text),
            branch=saved and not self.archived,
            edit=note or (free and asked and last),
            edit_in_branch=saved and asked and not last and not self.archived,
            retry=free and entry.newest and entry.kind is EntryKind.ANSWER,
            note=note,
            versions=self._versions_of(entry) if free else None,
            tokens=usage_words.tokens_of(entry.usage),
        )

    def _versions_of(self, entry: Entry) -> VersionNote | None:
        found = self._conversation.versions_of(entry)
        if found is None:
            return None
        return VersionNote(found.round_no, found.place, len(found.versions))

    # -- the bar --------------------------------------------------------------------------------

    def _point_at(self, index: int) -> None:
        entry = self._entry(index)
        if (
            entry is None
            or entry.ending is Ending.GROWING
            or entry.kind in {EntryKind.VERSIONS, EntryKind.EARLIER}
        ):
            self._leaving.start()
            return
        self._leaving.stop()
        self._index = index
        self.bar.offer(self.actions_for(entry))
        self._place_bar()
        self.bar.show()
        self.bar.raise_()

    def _place_bar(self) -> None:
        if self._index < 0 or self._entry(self._index) is None:
            return
        rect = self._canvas.entry_rect_in_view(self._index)
        view = self._canvas.viewport().rect()
        entry = self._entry(self._index)
        size = self.bar.sizeHint()
        lowest = view.bottom() - size.height()
        if entry is not None and entry.kind is EntryKind.QUESTION:
            x, y = rect.left() - size.width() - 6, rect.top()
            over = x < _EDGE_PX
        else:
            x, y = rect.left() - 4, rect.bottom() + 3
            over = y > lowest
        self.bar.stand_over(text=over)
        self.bar.resize(size)
        self.bar.move(max(_EDGE_PX, x), max(2, min(y, lowest)))

    def _hide_bar(self) -> None:
        inside = self.bar.isVisible() and self.bar.rect().contains(self.bar.mapFromGlobal(QCursor.pos()))
        focus = QApplication.focusWidget()
        focused = focus is not None and self.bar.isAncestorOf(focus)
        if inside or focused:
            self._leaving.start()
        else:
            self.bar.hide()
            self._index = -1

    # -- the menu -------------------------------------------------------------------------------

    def open_menu(self, index: int, where: QPoint) -> None:
        """The menu of a message, at a place on the screen."""
        menu = self.build(index, QPointF(self._canvas.viewport().mapFromGlobal(where)))
        if not menu.isEmpty():
            menu.popup(where)

    def build(self, index: int, point: QPointF) -> QMenu:
        """A menu with everything that is possible here."""
        menu = QMenu(self._canvas)
        menu.setObjectName("messageMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entry = self._entry(index)
        if not self._canvas.selection.empty:
            menu.addAction(self.tr("Copy"), self._canvas.pointing.copy)
        link = self._canvas.pointing.link_at(point)
        if link:
            menu.addAction(self.tr("Open link"), lambda: self.link_requested.emit(link))
            menu.addAction(self.tr("Copy link address"), lambda: QGuiApplication.clipboard().setText(link))
        if entry is not None:
            self._add_entry_actions(menu, entry, point)
        return menu

    def _add_entry_actions(self, menu: QMenu, entry: Entry, point: QPointF) -> None:
        actions = self.actions_for(entry)
        code = self._code_at(point)
        if code:
            menu.addAction(self.tr("Copy this code"), lambda: QGuiApplication.clipboard().setText(code))
        if actions.copy:
            menu.addAction(self.tr("Copy message"), lambda: self._copy(entry))
        menu.addSeparator()
        if actions.branch:
            menu.addAction(self.tr("Branch from here…"), lambda: self._branch(entry))
            menu.addAction(self.tr("Branch from here at once"), lambda: self._branch_at_once(entry))
        if actions.edit:
            menu.addAction(self.tr("Edit"), lambda: self._edit(entry))
        if actions.edit_in_branch:
            menu.addAction(self.tr("Edit in a branch"), lambda: self._edit(entry))
        if actions.retry:
            menu.addAction(self.tr("Retry"), self.retry_requested.emit)
        if actions.note:
            menu.addAction(self.tr("Send as message"), lambda: self._send_note(entry))
            menu.addAction(self.tr("Remove the note"), lambda: self._remove_note(entry))
        if actions.versions is not None:
            self._add_versions(menu, entry, actions.versions)
        if actions.tokens:
            menu.addSeparator()
            menu.addAction(self.tr("Tokens: %1").replace("%1", actions.tokens)).setEnabled(False)

    def _add_versions(self, menu: QMenu, entry: Entry, note: VersionNote) -> None:
        menu.addSeparator()
        for words, key, step in (
            (self.tr("Earlier version"), "Alt+Left", -1),
            (self.tr("Later version"), "Alt+Right", 1),
        ):
            shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
            action = menu.addAction(f"{words}\t{shown}")
            action.triggered.connect(partial(self.version_requested.emit, entry, step))
            action.setEnabled(1 <= note.place + step <= note.count)

    def _code_at(self, point: QPointF) -> str:
        found = self._canvas.piece_at(point)
        piece = found[2] if found is not None else None
        if found is None or not isinstance(piece, TextPiece) or piece.rendered is None:
            return ""
        return piece.rendered.code_at(found[3])

    # -- doing ----------------------------------------------------------------------------------

    def _copy(self, entry: Entry | None) -> None:
        if entry is not None:
            QGuiApplication.clipboard().setMimeData(mime_of(entry.text, entry.text))

    def _branch(self, entry: Entry | None) -> None:
        if entry is not None and entry.record_id is not None:
            self.branch_requested.emit(entry.record_id, None)

    def _branch_at_once(self, entry: Entry | None) -> None:
        if entry is not None and entry.record_id is not None:
            self.plain_branch_requested.emit(entry.record_id)

    def _edit(self, entry: Entry | None) -> None:
        if entry is None:
            return
        if entry.ending is Ending.WAITING:
            self.unsent_edit_requested.emit(entry.record_id)
        elif entry.kind is EntryKind.NOTE:
            self.note_edit_requested.emit(entry.record_id, entry.text)
        elif self.actions_for(entry).edit:
            self.edit_requested.emit(entry.text)
        elif entry.record_id is not None:
            self.branch_requested.emit(entry.record_id, entry.text)

    def _step(self, entry: Entry | None, step: int) -> None:
        if entry is not None:
            self.version_requested.emit(entry, step)

    def _send_note(self, entry: Entry | None) -> None:
        if entry is not None and entry.record_id is not None:
            self.note_send_requested.emit(entry.record_id)

    def _remove_note(self, entry: Entry | None) -> None:
        if entry is not None and entry.record_id is not None:
            self.note_removal_requested.emit(entry.record_id)
