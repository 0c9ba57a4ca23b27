"""All keys on one sheet, in groups, and found by what they do or by how they are called."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.key_table import FIRST_COLUMN, KeyGroup, KeyLine, all_keys

_COLUMN_LETTERS = 34
"""What a column needs for its words and keys, in heights of the text."""


class KeyRow(QWidget):
    """One line: what it does, and the keys for it."""

    def __init__(self, line: KeyLine, said: str) -> None:
        super().__init__()
        self.line = line
        words = plain_label(line.words, wrap=True)
        words.setAccessibleName(said)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(4)
        row.addWidget(words, 1)
        row.addSpacing(12)
        for key in line.keys:
            cap = plain_label(key, size="small", tone="muted")
            cap.setProperty("area", "key")
            cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
            row.addWidget(cap, 0, Qt.AlignmentFlag.AlignTop)


class KeyPart(QWidget):
    """A group with its title; gone where a search leaves nothing of it."""

    def __init__(self, group: KeyGroup, rows: list[KeyRow]) -> None:
        super().__init__()
        self._title, self._rows = group.title, rows
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 20)
        column.setSpacing(0)
        column.addWidget(plain_label(group.title, tone="muted", strong=True, size="small"))
        column.addSpacing(4)
        for row in rows:
            column.addWidget(row)

    def narrow(self, sought: str) -> int:
        """Show what has these words, or all of it where the title has them; how many lines are left."""
        whole = all(word in self._title.casefold() for word in sought.casefold().split())
        found = [row for row in self._rows if whole or row.line.has(sought)]
        for row in self._rows:
            row.setVisible(row in found)
        self.setVisible(bool(found))
        return len(found)


class KeySheet(QDialog):
    """Opened with F1; closed with Escape or its button."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("keySheet")
        self.setWindowTitle(self.tr("Keys"))
        self._search = QLineEdit()
        self._search.setObjectName("keySheetSearch")
        self._search.setClearButtonEnabled(True)
        self._search.setPlaceholderText(self.tr("Search keys"))
        self._search.setAccessibleName(self.tr("Search keys"))
        self._nothing = plain_label(self.tr("No key does that"), tone="muted", name="keySheetNothing")
        self._nothing.hide()
        self._parts = [self._make_part(group) for group in all_keys()]
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self._search.textChanged.connect(self._narrow)
        self._search.setFocus()
        self._take_size(parent.window())

    def _make_part(self, group: KeyGroup) -> KeyPart:
        said = self.tr("%1: %2")
        rows = [KeyRow(line, filled(said, line.words, ", ".join(line.keys))) for line in group.lines]
        return KeyPart(group, rows)

    def _lay_out(self) -> None:
        body = QFrame()
        body.setProperty("area", "surface")
        self._columns.setContentsMargins(0, 0, 14, 0)
        self._columns.setSpacing(0)
        for parts in (self._parts[:FIRST_COLUMN], self._parts[FIRST_COLUMN:]):
            column = QVBoxLayout()
            column.setSpacing(0)
            for part in parts:
                column.addWidget(part)
            column.addStretch(1)
            self._columns.addLayout(column, 1)
        body.setLayout(self._columns)
        scroll = self._scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(self.tr("Keys"))
        scroll.setObjectName("keySheetList")
        scroll.setWidget(body)
        close = button(self.tr("Close"), name="keySheetClose")
        close.clicked.connect(self.accept)
        head = QHBoxLayout()
        head.setSpacing(24)
        head.addWidget(plain_label(self.tr("Keys"), size="title"))
        head.addWidget(self._search, 1)
        head.addWidget(close)
        box = QVBoxLayout(self)
        box.setContentsMargins(24, 20, 10, 8)
        box.setSpacing(16)
        head.setContentsMargins(0, 0, 14, 0)
        box.addLayout(head)
        box.addWidget(self._nothing)
        box.addWidget(scroll, 1)

    def _take_size(self, window: QWidget) -> None:
        room = window.size()
        wide = theme.current().px("base") * _COLUMN_LETTERS * 2
        self.resize(min(wide, room.width() - 40), min(680, max(360, room.height() - 60)))

    def _narrow(self, sought: str) -> None:
        found = sum([part.narrow(sought) for part in self._parts])
        self._nothing.setVisible(not found)
        self._scroll.setVisible(bool(found))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        two = self.width() >= theme.current().px("base") * _COLUMN_LETTERS * 1.6
        way = QBoxLayout.Direction.LeftToRight if two else QBoxLayout.Direction.TopToBottom
        if self._columns.direction() != way:
            self._columns.setDirection(way)
        self._columns.setSpacing(40 if two else 0)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.reject()  # opened again, it is in the other language


def show_keys(parent: QWidget) -> KeySheet:
    """The sheet over a window; there is only one."""
    known = parent.findChild(KeySheet, "keySheet")
    sheet = known if isinstance(known, KeySheet) else KeySheet(parent)
    sheet.open()
    return sheet
