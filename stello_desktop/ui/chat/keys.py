"""What the keys do in the transcript; every action of the pointer has one."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QScrollBar, QWidget

from stello_desktop.ui.chat.pointing import Pointing
from stello_desktop.ui.chat.selecting import Selection

_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_VERSIONS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_TURNING: Final = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier


class KeyedCanvas(Protocol):
    """What the keys act on."""

    selection: Selection
    pointing: Pointing
    current: int
    version_requested: SignalInstance

    def viewport(self) -> QWidget:
        """Where the messages are painted."""
        ...

    def verticalScrollBar(self) -> QScrollBar:  # noqa: N802 - Qt's name
        """What scrolls them."""
        ...

    def go_to_entry(self, index: int) -> None:
        """Make a message the current one and bring it into view."""
        ...

    def next_entry(self, step: int) -> int:
        """The message before or after the current one."""
        ...

    def open_menu(self) -> None:
        """The menu of the current message."""
        ...


def press_key(canvas: KeyedCanvas, event: QKeyEvent) -> bool:
    """Do what a key asks for; says whether it asked for anything."""
    bar, key = canvas.verticalScrollBar(), Qt.Key(event.key())
    if event.matches(QKeySequence.StandardKey.Copy):
        canvas.pointing.copy()
    elif event.matches(QKeySequence.StandardKey.SelectAll):
        canvas.selection.select_all()
        canvas.viewport().update()
    elif key in _STEPS and event.modifiers() & _TURNING:
        canvas.go_to_entry(canvas.next_entry(_STEPS[key]))
    elif key in _VERSIONS and event.modifiers() & Qt.KeyboardModifier.AltModifier and canvas.current >= 0:
        canvas.version_requested.emit(canvas.current, _VERSIONS[key])
    elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and canvas.current >= 0:
        canvas.open_menu()
    elif key == Qt.Key.Key_Home:
        bar.setValue(0)
    elif key == Qt.Key.Key_End:
        bar.setValue(bar.maximum())
    elif key == Qt.Key.Key_Space:
        bar.setValue(bar.value() + bar.pageStep())
    elif key == Qt.Key.Key_Escape and not canvas.selection.empty:
        canvas.selection.clear()
        canvas.viewport().update()
    else:
        return False
    return True
