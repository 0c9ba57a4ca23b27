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

_IN_TEXT: Final = (
    QKeySequence.StandardKey.MoveToPreviousWord,
    QKeySequence.StandardKey.MoveToNextWord,
    QKeySequence.StandardKey.MoveToStartOfBlock,
    QKeySequence.StandardKey.MoveToEndOfBlock,
)


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

    def setFocus(self) -> None:  # noqa: N802 - Qt's name
        """Take the keyboard."""
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


def leads_out_of_text(event: QKeyEvent) -> bool:
    """Whether a key is for the messages though a text is being written: Alt with an arrow.

    On a system where that moves in a text, as by words on a Mac, it belongs to the text.
    """
    arrow = Qt.Key(event.key()) in _STEPS or Qt.Key(event.key()) in _VERSIONS
    alone = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.AltModifier
    return arrow and alone and not any(event.matches(key) for key in _IN_TEXT)


def press_from_outside(canvas: KeyedCanvas, event: QKeyEvent) -> bool:
    """The same keys where something else of the conversation has the focus; says whether it was one."""
    if not leads_out_of_text(event):
        return False
    key = Qt.Key(event.key())
    if key in _STEPS:
        canvas.setFocus()
        canvas.go_to_entry(canvas.next_entry(_STEPS[key]))
    else:
        canvas.version_requested.emit(
            canvas.current if canvas.current >= 0 else canvas.next_entry(-1), _VERSIONS[key]
        )
    return True
