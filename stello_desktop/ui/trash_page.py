"""What was deleted: look at it, bring it back, or destroy it after one question."""

from __future__ import annotations

from itertools import pairwise
from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import Restore, TrashItem
from stello_desktop.domain.library import TrashedThing
from stello_desktop.ui import dialogs, tasks, theme
from stello_desktop.ui.controls import Glyph, button, plain_label
from stello_desktop.ui.rows_in_parts import Pager, RowsInParts
from stello_desktop.ui.trash_row import TrashRow
from stello_desktop.ui.trash_words import (
    Deletion,
    amount_of,
    amount_words,
    key_of,
    name_of,
    question_words,
    twin_words,
)
from stello_desktop.workspace.workspace import Workspace


class _NothingHere(QWidget):
    """Where nothing was deleted."""

    def __init__(self) -> None:
        super().__init__()
        self._title = plain_label(size="large")
        self._words = plain_label(tone="muted", wrap=True)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(Glyph("trash", "muted", 40), 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addStretch(3)

    def put_words(self, title: str, words: str) -> None:
        self._title.setText(title)
        self._words.setText(words)


class TrashPage(QWidget):
    """The trash as a list of deletions, newest first, a page of them at a time.

    Signals:
        restored: conversations came back; the label of their deletion.
        brought_back(str, object): a profile or a skill came back, in words; what sends it to the trash again.
        emptied: what was destroyed, in words.
    """

    restored = Signal(str)
    brought_back = Signal(str, object)
    emptied = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._items: tuple[Deletion, ...] = ()
        self._twin_of = twin_words(())
        self._going_on_at: int | None = None
        self._arriving = False
        self.setFocusPolicy(
            Qt.FocusPolicy.ClickFocus
        )  # who comes by keyboard stands here until the rows are read
        self._title = plain_label(size="title")
        self._note = plain_label(tone="muted", wrap=True)
        self._empty = button(kind="danger", icon="trash", name="trashEmpty")
        self._empty.clicked.connect(self.ask_to_empty)
        head = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._title)
        words.addWidget(self._note)
        head.addLayout(words, 1)
        head.addWidget(self._empty, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = QScrollArea()
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls bring themselves into view
        self._scroll.setWidgetResizable(True)
        self._make_list()
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 28, 0, 20)
        column.setSpacing(18)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(28, 0, 28, 0)
        outer.addStretch(1)
        outer.addWidget(self._column, 100)
        outer.addStretch(1)
        self._unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_, end=self._unsubscribe: end())
        self._measure()
        self._retranslate()

    def _make_list(self) -> None:
        body = self._body = QWidget()
        column = self._body_column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._nothing = _NothingHere()
        self._row_column = QVBoxLayout()
        self._row_column.setSpacing(8)
        self._pager = Pager("trashRows")
        self._pager.turned.connect(lambda: self._scroll.verticalScrollBar().setValue(0))
        self._rows: RowsInParts[TrashRow, Deletion] = RowsInParts(
            self._pager, self._make_row, self._show_in, TrashRow.leave, at_once=2
        )
        column.addWidget(self._nothing, 1)
        column.addLayout(self._row_column)
        column.addWidget(self._pager)
        column.addStretch(1)
        self._scroll.setWidget(body)

    def _follow(self, changes: Changes) -> None:
        if changes.trash and self.isVisible():
            tasks.start(self.refresh(), self)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arriving = True
        tasks.start(self.refresh(), self)

    async def refresh(self) -> None:
        """Read the trash again."""
        self._items = await self._workspace.trash.contents()
        self._twin_of = twin_words(self._items)
        self._show_items()

    def _show_items(self) -> None:
        held = self._held_in_rows()
        there = bool(self._items)
        self._nothing.setVisible(not there)
        self._body_column.setStretch(
            self._body_column.count() - 1, int(there)
        )  # the empty place has all room
        if not there and self._empty.hasFocus():
            self.setFocus()  # it goes, and the keyboard stays on the page
        self._empty.setVisible(there)
        self._note.setVisible(there)  # the empty place says it
        self._rows.put(self._items)
        self._go_on(held)

    # -- rows

    def _make_row(self, _number: int) -> TrashRow:
        row = TrashRow()
        row.restore_requested.connect(self._restore)
        row.destroy_requested.connect(self.ask_to_destroy)
        self._row_column.addWidget(row)
        # What empties everything comes last, so that the focus never lands there by itself.
        for before, after in pairwise((row.restore, *self._pager.buttons, self._empty)):
            QWidget.setTabOrder(before, after)
        return row

    def _show_in(self, row: TrashRow, item: Deletion) -> None:
        twin = self._twin_of(item)
        if row.item != item or row.twin != twin:
            row.show_item(item, twin)

    def _held_in_rows(self) -> str:
        """Which control of the rows has the focus; empty where none has."""
        focused = QApplication.focusWidget()
        return focused.objectName() if focused is not None and self._body.isAncestorOf(focused) else ""

    def _go_on(self, held: str) -> None:
        """The keyboard stays where it was; after a deletion on the row in its place, on arrival on what brings back."""
        number, self._going_on_at = self._going_on_at, None
        shown = self._rows.shown
        if not shown or not self.isVisible():
            return
        focused = QApplication.focusWidget()
        first = f"trashRestore_{key_of(shown[0][1])}"
        wanted = held
        if number is not None:
            wanted = f"trashDelete_{key_of(shown[min(number, len(shown) - 1)][1])}"
        elif self._arriving and (focused is None or focused in {self, self._empty}):
            wanted = first
        self._arriving = False
        if wanted:
            found = self.findChild(QWidget, wanted) or self.findChild(QWidget, first)
            if found is not None:
                found.setFocus()

    # -- bringing back

    def _restore(self, item: Deletion) -> None:
        tasks.start(
            self._restore_tree(item) if isinstance(item, TrashItem) else self._restore_thing(item), self
        )

    async def _restore_tree(self, item: TrashItem) -> None:
        await self._workspace.apply(Restore(item.trash_id), origin=self)
        self.restored.emit(item.label)

    async def _restore_thing(self, thing: TrashedThing) -> None:
        name = await self._workspace.trash.restore(thing)
        if name is not None:
            words = self.tr("Restored “%1”").replace("%1", name)
            self.brought_back.emit(words, lambda: self._delete_again(thing))

    def _delete_again(self, thing: TrashedThing) -> bool:
        """To the trash once more, where it is not there already."""
        there = self._workspace.trash.is_restored(thing)
        if there:
            tasks.start(self._workspace.trash.take_again(thing), self)
        return there

    # -- destroying

    def ask_to_destroy(self, item: Deletion) -> None:
        """One question about one deletion, which says what goes with it."""
        dialogs.ask(
            self.window(),
            self.tr("Delete “%1” for good?").replace("%1", name_of(item)),
            question_words(item),
            self.tr("Delete for good"),
            lambda: tasks.start(self._destroy(item), self),
            kind="danger",
            careful=True,
        )

    async def _destroy(self, item: Deletion) -> None:
        self._going_on_at = next((at for at, (_, shown) in enumerate(self._rows.shown) if shown == item), 0)
        self.emptied.emit(amount_words(await self._workspace.trash.destroy(item)))

    def ask_to_empty(self) -> None:
        """One question that says how much goes."""
        dialogs.ask(
            self.window(),
            self.tr("Empty the trash?"),
            self.tr("%1 will be destroyed for good. This cannot be undone.").replace(
                "%1", amount_words(amount_of(self._items))
            ),
            self.tr("Empty"),
            lambda: tasks.start(self._empty_it(), self),
            kind="danger",
            careful=True,
        )

    async def _empty_it(self) -> None:
        self.emptied.emit(amount_words(await self._workspace.trash.empty()))

    # -- words and sizes

    def _measure(self) -> None:
        self._column.setMaximumWidth(theme.current().px("base") * 60)

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Trash"))
        self.setAccessibleName(self._title.text())
        self._note.setText(
            self.tr("Deleted conversations, profiles and skills stay as they were until you empty the trash.")
        )
        self._empty.setText(self.tr("Empty the trash"))
        self._nothing.put_words(
            self.tr("The trash is empty"),
            self.tr("Conversations, profiles and skills that you delete wait here until you empty it."),
        )
        for row, item in self._rows.shown:
            row.show_item(item, self._twin_of(item))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_column"):
            self._measure()
