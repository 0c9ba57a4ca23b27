"""How much a field takes: what has no room is refused whole, and its beginning offered; nothing written is lost."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QTextEdit

from stello_desktop.domain.text import clean_text
from stello_desktop.ui.preview.too_long import TooLongStrip, beginning, over_long


def _writes(event: QKeyEvent) -> bool:
    """Whether a key puts in a letter or begins a line."""
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return False
    return bool(event.text()) and (event.text().isprintable() or event.text() in {"\r", "\n"})


class LengthLimit(QObject):
    """Stands between the keys and a field.

    Args:
        box: the field.
        most: how many characters it takes.

    Signals:
        insert(str): a beginning that has room is wanted.
        foot_changed(int): the strip at the field's foot is so tall now, in pixels; 0 where there is none.
    """

    insert = Signal(str)
    foot_changed = Signal(int)

    def __init__(self, box: QTextEdit, most: int) -> None:
        super().__init__(box)
        self._box, self._most = box, most
        self._strip: TooLongStrip | None = None
        self._refused, self._size = "", 0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._tell)
        box.textChanged.connect(self.forget)

    def _room(self) -> int:
        """For so many characters there is room, with what is selected given up."""
        cursor, document = self._box.textCursor(), self._box.document()
        written = document.characterCount() - 1
        selected = cursor.selectionEnd() - cursor.selectionStart()
        if written - selected >= self._most:  # Qt counts some characters twice
            written, selected = len(self._box.toPlainText()), len(cursor.selectedText())
        return self._most - written + selected

    # -- what comes

    def takes_key(self, event: QKeyEvent) -> bool:
        """Whether a key may do what it does; says why where it may not."""
        if self._box.isReadOnly() or not _writes(event) or self._room() > 0:
            return True
        self._refuse(0, "")
        return False

    def check_commit(self, event: QInputMethodEvent) -> None:
        """Take away what an input method would put in without room for it."""
        commit = event.commitString()
        if commit and len(commit) - event.replacementLength() > self._room():
            event.setCommitString("")
            self._refuse(0, "")

    def fitting(self, source: QMimeData) -> str | None:
        """The text of a paste or a drop, cleaned; None where it has no room, which is said."""
        over = over_long(source, self._room())
        if over is None:
            return clean_text(source.text())
        self._refuse(*over)
        return None

    # -- what is refused

    def _refuse(self, size: int, text: str) -> None:
        self._refused, self._size = text, size
        self._soon.start()  # a drop has not ended yet; in the midst of it nothing may be laid out

    def _tell(self) -> None:
        if self._strip is None:
            self._strip = TooLongStrip(self._box)
            self._strip.wanted.connect(self._paste_beginning)
            self._strip.closed.connect(self._close)
        self._strip.tell(self._size, self._most, fits=bool(self._refused) and self._room() > 0)
        self.place()
        self._box.ensureCursorVisible()

    def _paste_beginning(self) -> None:
        part = beginning(self._refused, self._room())
        self._close()
        self.insert.emit(part)

    def _close(self) -> None:
        self.forget()
        self._box.setFocus()

    @property
    def is_telling(self) -> bool:
        """Whether something was refused a moment ago."""
        return self._strip is not None and not self._strip.isHidden()

    def forget(self) -> None:
        """Something else stands there, or was chosen: what was refused is not offered any more."""
        self._soon.stop()
        self._refused = ""
        if self._strip is not None and self.is_telling:
            self._strip.hide()
            self.foot_changed.emit(0)

    def place(self) -> None:
        """The strip has the foot of the field for itself."""
        if self._strip is None or not self.is_telling:
            return
        edge = self._box.frameWidth() + 2
        width = self._box.width() - 2 * edge
        height = self._strip.height_for(width)
        self.foot_changed.emit(height)
        self._strip.setGeometry(edge, self._box.height() - edge - height, width, height)
