"""What can be done with one message: a small bar where the pointer is, and the same in a menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from stello_desktop.domain.messages import Role
from stello_desktop.ui import usage_words
from stello_desktop.ui.chat.action_bar import MessageActions
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind
from stello_desktop.ui.chat.hover_bar import HoverBar
from stello_desktop.ui.chat.pieces import TextPiece
from stello_desktop.ui.chat.selecting import mime_of
from stello_desktop.ui.chat.versions import VersionNote, first_words


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
        hover = self._hover = HoverBar(
            canvas, self.actions_for, lambda: (self.archived, conversation.answering)
        )
        self.bar = hover.bar
        canvas.menu_requested.connect(self.open_menu)
        self.bar.copy_requested.connect(lambda: self._copy(hover.entry))
        self.bar.branch_requested.connect(lambda: self._branch(hover.entry))
        self.bar.plain_branch_requested.connect(lambda: self._branch_at_once(hover.entry))
        self.bar.edit_requested.connect(lambda: self._edit(hover.entry))
        self.bar.retry_requested.connect(self.retry_requested)
        self.bar.send_note_requested.connect(lambda: self._send_note(hover.entry))
        self.bar.remove_note_requested.connect(lambda: self._remove_note(hover.entry))
        self.bar.version_requested.connect(lambda step: self._step(hover.entry, step))

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
        asked = (item for item in self._conversation.records if item.round_no == found.round_no)
        question = next((item.content for item in asked if item.role is Role.USER), "")
        return VersionNote(found.round_no, found.place, len(found.versions), question=first_words(question))

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
