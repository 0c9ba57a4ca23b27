"""What was deleted: look at it, bring it back, or destroy it after one question."""

from __future__ import annotations

import time
from typing import override

from PySide6.QtCore import QDateTime, QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import Restore, TrashItem
from stello_desktop.domain.ids import TrashId
from stello_desktop.ui import dialogs, tasks, theme
from stello_desktop.ui.controls import Glyph, button, frame, plain_label, set_plain_tooltip
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.moments import moment
from stello_desktop.workspace.workspace import Workspace

_SHOWN = 200
_BEGINS_CHARS = 90


class TrashPage(QWidget):
    """The trash as a list of deletions, newest first.

    Signals:
        restored: one deletion came back; its label.
        emptied: how many conversations were destroyed.
    """

    restored = Signal(str)
    emptied = Signal(int)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._items: tuple[TrashItem, ...] = ()
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
        self._items = await self._workspace.trash.items()
        self._show_items()

    @property
    def _count(self) -> int:
        return sum(item.count for item in self._items)

    def _show_items(self) -> None:
        held = self._held_in_rows()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        if not self._items:
            column.addStretch(2)
            column.addWidget(self._make_empty_place())
            column.addStretch(3)
        for item in self._items[:_SHOWN]:
            column.addWidget(self._make_row(item))
        if len(self._items) > _SHOWN:
            column.addWidget(
                plain_label(self.tr("and %n older deletion(s)", "", len(self._items) - _SHOWN), tone="muted")
            )
        if self._items:
            column.addStretch(1)
        # Deleted later: Qt may be walking over all widgets, telling them of a change.
        if (old := self._scroll.takeWidget()) is not None:
            old.deleteLater()
        self._scroll.setWidget(body)
        self._empty.setVisible(bool(self._items))
        self._note.setVisible(bool(self._items))  # the empty place says it
        self._order_tabs(body)
        self._go_on(held)

    def _make_empty_place(self) -> QWidget:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setSpacing(8)
        column.addWidget(Glyph("trash", "muted", 40), 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (
            plain_label(self.tr("The trash is empty"), size="large"),
            plain_label(
                self.tr("Conversations that you delete wait here until you empty it."),
                tone="muted",
                wrap=True,
            ),
        ):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        return place

    def _make_row(self, item: TrashItem) -> QWidget:
        card = frame("card")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 10, 12, 10)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(plain_label(item.label, strong=True, wrap=True))
        words.addWidget(plain_label(self._describe(item), size="small", tone="muted", wrap=True))
        twin = self._of_its_name(item)
        if twin:
            words.addWidget(plain_label(twin, size="small", tone="muted", wrap=True, name="trashTwin"))
        restore = button(self.tr("Restore"), icon="restore", name=f"trashRestore_{item.trash_id}")
        restore.setAccessibleName(self.tr("Restore “%1”").replace("%1", item.label))
        restore.setAccessibleDescription(twin)
        restore.clicked.connect(lambda: self._restore(item.trash_id, item.label))
        destroy = button(self.tr("Delete"), kind="quiet", icon="trash", name=f"trashDelete_{item.trash_id}")
        destroy.setAccessibleName(self.tr("Delete “%1” for good").replace("%1", item.label))
        destroy.setAccessibleDescription(twin)
        set_plain_tooltip(destroy, self.tr("Delete it for good"))
        destroy.clicked.connect(lambda: self.ask_to_destroy(item))
        row.addLayout(words, 1)
        row.addWidget(destroy)
        row.addWidget(restore)
        return card

    def _describe(self, item: TrashItem) -> str:
        when = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(int(item.deleted_at)), QLocale.FormatType.ShortFormat
        )
        count = self.tr("%n conversation(s)", "", item.count)
        if not item.parent_label:
            return filled(self.tr("%1 · deleted %2"), count, when)
        words = self.tr("%1 · from “%3” · deleted %2")
        return filled(words, count, when, item.parent_label)

    def _of_its_name(self, item: TrashItem) -> str:
        """What tells a deletion from others of the same name; empty where there is none."""
        name = item.label.casefold()
        if sum(other.label.casefold() == name for other in self._items) == 1:
            return ""
        made = moment(item.created_at, time.time())
        begins = " ".join(item.first_words.split())
        if not begins:
            return self.tr("Begun %1, without a message").replace("%1", made)
        begins = begins if len(begins) <= _BEGINS_CHARS else begins[:_BEGINS_CHARS] + "…"
        return filled(self.tr("Begun %1: “%2”"), made, begins)

    def _restore(self, trash_id: TrashId, label: str) -> None:
        async def restore() -> None:
            await self._workspace.apply(Restore(trash_id), origin=self)
            self.restored.emit(label)

        tasks.start(restore(), self)

    def ask_to_destroy(self, item: TrashItem) -> None:
        """One question about one deletion, which says what goes with it."""
        dialogs.ask(
            self.window(),
            self.tr("Delete “%1” for good?").replace("%1", item.label),
            self.tr(
                "%n conversation(s) will be destroyed with all messages. This cannot be undone. "
                "Everything else stays in the trash.",
                "",
                item.count,
            ),
            self.tr("Delete for good"),
            lambda: tasks.start(self._destroy(item.trash_id), self),
            kind="danger",
            careful=True,
        )

    async def _destroy(self, trash_id: TrashId) -> None:
        number = next((at for at, item in enumerate(self._items) if item.trash_id == trash_id), 0)
        self._going_on_at = number
        self.emptied.emit(await self._workspace.trash.empty(trash_id))

    def _held_in_rows(self) -> str:
        """Which control of the rows has the focus; empty where none has."""
        focused, rows = QApplication.focusWidget(), self._scroll.widget()
        inside = focused is not None and rows is not None and rows.isAncestorOf(focused)
        return focused.objectName() if inside and focused is not None else ""

    def _order_tabs(self, body: QWidget) -> None:
        """What empties everything comes last, so that the focus never lands there by itself."""
        buttons = body.findChildren(QPushButton)
        if buttons:
            QWidget.setTabOrder(buttons[-1], self._empty)

    def _go_on(self, held: str) -> None:
        """The keyboard stays where it was; after a deletion on the row in its place, on arrival on what brings back."""
        number, self._going_on_at = self._going_on_at, None
        if not self._items or not self.isVisible():
            return
        focused = QApplication.focusWidget()
        wanted = held
        if number is not None:
            wanted = f"trashDelete_{self._items[min(number, len(self._items) - 1)].trash_id}"
        elif self._arriving and (focused is None or focused in {self, self._empty}):
            wanted = f"trashRestore_{self._items[0].trash_id}"
        self._arriving = False
        if wanted:
            found = self.findChild(QWidget, wanted) or self.findChild(
                QWidget, f"trashRestore_{self._items[0].trash_id}"
            )
            if found is not None:
                found.setFocus()

    def ask_to_empty(self) -> None:
        """One question that says how many conversations go."""
        dialogs.ask(
            self.window(),
            self.tr("Empty the trash?"),
            self.tr("%n conversation(s) will be destroyed for good. This cannot be undone.", "", self._count),
            self.tr("Empty"),
            lambda: tasks.start(self._empty_it(), self),
            kind="danger",
            careful=True,
        )

    async def _empty_it(self) -> None:
        self.emptied.emit(await self._workspace.trash.empty())

    def _measure(self) -> None:
        self._column.setMaximumWidth(theme.current().px("base") * 60)

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Trash"))
        self.setAccessibleName(self._title.text())
        self._note.setText(self.tr("Deleted conversations keep their messages until you empty the trash."))
        self._empty.setText(self.tr("Empty the trash"))
        self._show_items()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_column"):
            self._measure()
