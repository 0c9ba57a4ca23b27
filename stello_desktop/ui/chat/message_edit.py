"""The field that a message is typed in: it takes plain text only, grows with it, and stays quick with a long one."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from stello_desktop.domain.text import clean_text
from stello_desktop.ui import theme
from stello_desktop.ui.chat.keys import leads_out_of_text
from stello_desktop.ui.exact_text import exact_selection
from stello_desktop.ui.long_paragraphs import SURELY_A_LINE, ease_long_paragraphs
from stello_desktop.ui.reading import has_long_run
from stello_desktop.ui.typing_steps import TypingSteps

MAX_CHARS: Final = 200_000
"""More than this is not typed; it is offered cut, because no field stays quick with it."""

MAX_LINES: Final = 8
_PAD_PX: Final = 21
_ONE_LINE: Final = 1.46
"""Heights of the text for the first line, whatever script it comes in, so that the first letter moves nothing."""


class MessageEdit(QPlainTextEdit):
    """The text field.

    Attributes:
        steps: what one *Undo* takes back.
        composing: an input method is at work.
        keeps_undo: *Undo* belongs to the field even where it has nothing to undo.

    Signals:
        submitted: Enter, outside of any input method.
        too_long(int, str): a paste with this many bytes was not taken; the part that would fit.
        cancelled: Escape.
    """

    submitted = Signal()
    too_long = Signal(int, str)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composerText")
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.steps = TypingSteps(self)
        self.composing = self._awaits_long = self.keeps_undo = False
        self.document().contentsChange.connect(self._ease)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @override
    def event(self, event: QEvent) -> bool:
        """*Undo* and *Redo* are for the window where nothing is left here that they could mean (R-15, P-4)."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            document, keys = self.document(), QKeySequence.StandardKey
            back, forth = event.matches(keys.Undo), event.matches(keys.Redo)
            own = document.isUndoAvailable() if back else document.isRedoAvailable()
            own = (
                own or self.composing or self.keeps_undo or event.isAutoRepeat()
            )  # a held key stops at its end
            if (back or forth) and not own:
                event.ignore()
                return False
        return super().event(event)

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if self.composing and (enter or event.key() == Qt.Key.Key_Escape):
            return  # belongs to the input method
        if enter:
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()  # belongs to the window
            elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.insertPlainText("\n")
                self.ensureCursorVisible()
            else:
                self.submitted.emit()
            return
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
            self.cancelled.emit()
            return
        if leads_out_of_text(event) and not self.composing:
            event.ignore()  # belongs to the messages
            return
        super().keyPressEvent(event)

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        files = source.hasUrls() and any(url.isLocalFile() for url in source.urls())
        return source.hasText() and not files

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        return exact_selection(self.textCursor())

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if not self.canInsertFromMimeData(source):
            return
        raw = source.data("text/plain")
        cursor = self.textCursor()
        selected = cursor.selectionEnd() - cursor.selectionStart()  # gives way to what is pasted
        room = MAX_CHARS - self.document().characterCount() + selected
        if raw.size() > MAX_CHARS * 4 or (raw.size() > room and len(source.text()) > room):
            part = bytes(raw.left(MAX_CHARS * 4).data()).decode("utf-8", "ignore")
            self.too_long.emit(raw.size(), clean_text(part)[: max(0, room)])
            return
        self.insert_text(source.text())

    def insert_text(self, text: str) -> None:
        """Put in plain text, cleaned."""
        self.steps.begin_anew()
        cleaned = clean_text(text)
        self._make_ready(cleaned)
        self.insertPlainText(cleaned)
        self.ensureCursorVisible()

    def set_text(self, text: str) -> None:
        """Replace everything; the cursor goes to the end."""
        cleaned = clean_text(text)
        self._make_ready(cleaned)
        self.setPlainText(cleaned)
        self.moveCursor(self.textCursor().MoveOperation.End)

    def insert_before(self, text: str) -> None:
        """Put text in front of everything; the cursor, and what is being composed, stay where they are."""
        cleaned = clean_text(text)
        self._make_ready(cleaned)
        QTextCursor(self.document()).insertText(cleaned)

    def _ease(self, position: int, _removed: int, added: int) -> None:
        self._awaits_long = False
        ease_long_paragraphs(self.document(), position, added)

    def _make_ready(self, text: str) -> None:
        """Before a text is put in: the bar of a long one is there, or it would be laid out twice.

        Breaking at words is quadratic in a run in which no line can end; breaking anywhere is not.
        """
        if len(text) > MAX_LINES * SURELY_A_LINE:
            self._awaits_long = True
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        if has_long_run(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        elif not text and self.document().isEmpty():
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def _fit(self) -> None:
        height = round(max(self._text_px(), theme.current().px("base") * _ONE_LINE)) + _PAD_PX
        if height != self.height():
            self.setFixedHeight(height)
        policy = Qt.ScrollBarPolicy
        more = self._awaits_long or self.document().size().height() > MAX_LINES
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if more else policy.ScrollBarAlwaysOff)

    def _text_px(self) -> float:
        """What its first lines need as they are set: Han letters stand taller than those of the interface's font."""
        left, height_px, block = MAX_LINES, 0.0, self.document().firstBlock()
        while block.isValid() and left > 0:
            lines = max(1, block.lineCount())
            self.blockBoundingRect(block)  # lays it out, and has margins that are in the padding already
            height_px += block.layout().boundingRect().height() * min(1.0, left / lines)
            left, block = left - lines, block.next()
        return height_px

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange}:
            self._fit()
