"""All keys on one sheet: those of the table of actions, and those that map and conversation take themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.ui.actions import ACTIONS
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP

_EVERYWHERE: Final = QT_TRANSLATE_NOOP("KeySheet", "Everywhere")
_TREE: Final = QT_TRANSLATE_NOOP("KeySheet", "On the map and in the outline")
_MAP: Final = QT_TRANSLATE_NOOP("KeySheet", "On the map")
_TALK: Final = QT_TRANSLATE_NOOP("KeySheet", "In a conversation")

_MORE: Final = (
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "From star to star"), ("Left", "Right", "Up", "Down")),
    (
        _MAP,
        QT_TRANSLATE_NOOP("KeySheet", "Move the view"),
        ("Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down"),
    ),
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "Nearer or farther"), ("+", "-")),
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "Show everything"), ("Ctrl+0",)),
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "While held, the mouse moves the view"), ("Space",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "Send what is written"), ("Return",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "A new line"), ("Shift+Return",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "Message before or after"), ("Alt+Up", "Alt+Down")),
    (
        _TALK,
        QT_TRANSLATE_NOOP("KeySheet", "Earlier or later version of a message"),
        ("Alt+Left", "Alt+Right"),
    ),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "What can be done with a message"), ("Return",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "Page down, first and last message"), ("Space", "Home", "End")),
)


class KeyLine(NamedTuple):
    """What some keys do; the keys as people read them."""

    words: str
    keys: tuple[str, ...]


def all_keys() -> list[tuple[str, list[KeyLine]]]:
    """Every key that there is, by where it works, in the language of now."""
    lines: dict[str, list[KeyLine]] = {_EVERYWHERE: [], _TREE: [], _MAP: [], _TALK: []}
    for spec in ACTIONS:
        words = QCoreApplication.translate("Actions", spec.text)
        if spec.keys:
            lines[_EVERYWHERE].append(KeyLine(words, _shown(spec.keys)))
        elif spec.shown_key:
            lines[_TREE].append(KeyLine(words, _shown((spec.shown_key,))))
    for group, words, keys in _MORE:
        lines[group].append(KeyLine(QCoreApplication.translate("KeySheet", words), _shown(keys)))
    return [(QCoreApplication.translate("KeySheet", group), found) for group, found in lines.items()]


def _shown(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)


class KeySheet(QDialog):
    """Opened with F1; closed with Escape or its button."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("keySheet")
        self.setWindowTitle(self.tr("Keys"))
        body = QFrame()
        body.setProperty("area", "surface")
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(0, 0, 14, 0)
        self._column.setSpacing(6)
        for group, lines in all_keys():
            self._add_group(group, lines)
        self._column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Keys"))
        self._scroll.setObjectName("keySheetList")
        self._scroll.setWidget(body)
        close = button(self.tr("Close"), kind="primary", name="keySheetClose")
        close.setAutoDefault(True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(close)
        box = QVBoxLayout(self)
        box.setContentsMargins(24, 22, 24, 20)
        box.setSpacing(12)
        box.addWidget(plain_label(self.tr("Keys"), size="large"))
        box.addWidget(self._scroll, 1)
        box.addLayout(row)
        close.setFocus()
        wide = body.sizeHint().width() + 48 + self._scroll.verticalScrollBar().sizeHint().width()
        room = parent.window().size()
        self.resize(max(420, min(wide, room.width() - 40)), min(760, max(360, room.height() - 80)))

    def _add_group(self, title: str, lines: Sequence[KeyLine]) -> None:
        if self._column.count():
            self._column.addSpacing(10)
        self._column.addWidget(plain_label(title, strong=True))
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(0, 1)
        for row, line in enumerate(lines):
            words = plain_label(line.words, wrap=True)
            words.setAccessibleName(
                self.tr("%1: %2").replace("%1", line.words).replace("%2", ", ".join(line.keys))
            )
            grid.addWidget(words, row, 0)
            grid.addWidget(self._keys(line.keys), row, 1, Qt.AlignmentFlag.AlignRight)
        self._column.addLayout(grid)

    @staticmethod
    def _keys(keys: Sequence[str]) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for key in keys:
            cap = plain_label(key, size="small", tone="muted")
            cap.setProperty("area", "key")
            cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
            row.addWidget(cap)
        return holder


def show_keys(parent: QWidget) -> KeySheet:
    """The sheet over a window; there is only one."""
    known = parent.findChild(KeySheet, "keySheet")
    sheet = known if isinstance(known, KeySheet) else KeySheet(parent)
    sheet.open()
    return sheet
