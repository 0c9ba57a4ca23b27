"""Joined buttons that use shorter words where their row is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, override

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from stello_desktop.ui.controls import set_plain_tooltip
from stello_desktop.ui.segments import SegmentedChoice


class RoomyChoice(QWidget):
    """A `SegmentedChoice` with long words, and short ones for narrow windows.

    Signals:
        chosen: the person picked another value.
    """

    chosen = Signal(object)

    def __init__(self, values: Sequence[Any], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = SegmentedChoice(values, name)
        self._name = ""
        self._long: Sequence[str] = ()
        self._short: Sequence[str] = ()
        self._hints: Sequence[str] = ()
        self._needs_px = 0
        self._is_short = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._choice)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._choice.chosen.connect(self.chosen)

    @property
    def value(self) -> Any:
        """The chosen value; None where none is."""
        return self._choice.value

    def choose(self, value: Any) -> None:
        """Mark a value without telling anyone."""
        self._choice.choose(value)

    def put_words(
        self, name: str, words: Sequence[str], short: Sequence[str], hints: Sequence[str] = ()
    ) -> None:
        """What the choice is about, the words, the shorter ones, and what a pointer that rests is told."""
        self._name, self._long, self._short, self._hints = name, words, short, hints
        self._measure()

    def _measure(self) -> None:
        self._needs_px, self._is_short = 0, False
        self._choice.put_words(self._name, self._long)
        self._hint()
        if self.isVisible():
            self._fit()

    def _fit(self) -> None:
        """Short words where the long ones do not fit; measured when it is seen, since that dresses the buttons."""
        if not self._long:
            return
        if not self._needs_px:
            self._needs_px = self._choice.sizeHint().width()
        short = self.width() < self._needs_px
        if short is not self._is_short:
            self._is_short = short
            self._choice.put_words(self._name, self._short if short else self._long)
            self._hint()

    def _hint(self) -> None:
        for number, part in enumerate(self._choice.findChildren(QPushButton)):
            hint = self._hints[number] if number < len(self._hints) else ""
            set_plain_tooltip(part, hint)
            part.setAccessibleName(f"{self._name}: {self._long[number]}")
            part.setAccessibleDescription(hint)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, self._choice.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if (
            event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange}
            and hasattr(self, "_long")
            and self._long
        ):
            self._measure()
