"""What stands where a profile would be: what profiles are for, and the one action."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import Glyph, button, plain_label


class NoProfiles(QWidget):
    """An empty place that can be filled.

    Signals:
        new_requested, restore_requested: the person wants a profile, or those of the beginning.
    """

    new_requested = Signal()
    restore_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profilesEmpty")
        self._title = plain_label(size="large", wrap=True)
        self._words = plain_label(tone="muted", wrap=True)
        self._new = button(kind="primary", icon="plus", name="profilesEmptyNew")
        self._restore = button(kind="link", name="profilesEmptyRestore")
        self._block = QWidget()
        block = QVBoxLayout(self._block)
        block.setContentsMargins(0, 0, 0, 0)
        block.setSpacing(12)
        middle = Qt.AlignmentFlag.AlignHCenter
        block.addWidget(Glyph("profiles", "muted", 40), 0, middle)
        for label in (self._title, self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            block.addWidget(label)
        block.addSpacing(6)
        block.addWidget(self._new, 0, middle)
        block.addWidget(self._restore, 0, middle)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._block, 100)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addStretch(2)
        column.addLayout(row)
        column.addStretch(3)
        self._new.clicked.connect(self.new_requested)
        self._restore.clicked.connect(self.restore_requested)
        self.setFocusProxy(self._new)
        self._measure()
        self._put_words()

    def _measure(self) -> None:
        self._block.setMaximumWidth(theme.current().px("base") * 36)

    def _put_words(self) -> None:
        self._title.setText(self.tr("No profile yet"))
        self._words.setText(
            self.tr(
                "A profile is a set of instructions that branches can be opened with: a critic, a translator, an "
                "expert for one region. You write it once and see here what a branch would be told."
            )
        )
        self._new.setText(self.tr("Write a profile"))
        self._restore.setText(self.tr("Restore the starter set"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_new"):
            self._measure()
