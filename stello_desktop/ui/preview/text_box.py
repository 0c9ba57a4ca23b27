"""Plain text with air between its lines, read or written; changes only what has changed.

Han text gets taller lines, as everywhere in the program. The box grows with its text up to a number of lines and
scrolls beyond.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, override

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import (
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from stello_desktop.domain.library import MAX_INSTRUCTIONS_CHARS
from stello_desktop.domain.text import clean_text
from stello_desktop.ui import theme
from stello_desktop.ui.exact_text import exact_selection, exact_text
from stello_desktop.ui.long_paragraphs import SURELY_A_LINE, ease_long_paragraphs
from stello_desktop.ui.preview.length_limit import LengthLimit
from stello_desktop.ui.preview.spans import changed_span, units
from stello_desktop.ui.reading import HAN_LINE_HEIGHT, LINE_HEIGHT, has_long_run, is_han_heavy
from stello_desktop.ui.typing_steps import TypingSteps

_FIXED: Final = QTextBlockFormat.LineHeightTypes.FixedHeight.value


class TextBox(QTextEdit):
    """A text without formats of its own.

    A paste for which it has no room is not taken at all: a strip at its foot says so and offers the beginning.

    Args:
        lines: how many lines it has at least, and at most before it scrolls.
        max_chars: the longest text that is written in it; no field stays quick with more.
        places: whether braces stand for variables in it, of which there is a limit too.
        bare: without ground and border, as a part of something else.

    Attributes:
        steps: what one *Undo* takes back; None where nobody writes.
        backdrop: paints behind the text, in the places of the viewport.
    """

    backdrop: Callable[[QPainter], None] | None = None

    def __init__(
        self,
        name: str,
        *,
        lines: tuple[int, int] = (1, 12),
        max_chars: int = MAX_INSTRUCTIONS_CHARS,
        places: bool = False,
        read_only: bool = False,
        bare: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setReadOnly(read_only)
        if read_only:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        if bare:
            self.setFrameShape(QFrame.Shape.NoFrame)
            self.setProperty("kind", "bare")
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lines = lines
        self._limit = LengthLimit(self, max_chars, places=places)
        self._limit.insert.connect(self._insert)
        self._limit.foot_changed.connect(self._keep_foot)
        self._bare = bare
        self._han = False
        self._shown = self._hint = ""
        self._scrolls = False
        self._bar_later = QTimer(self, singleShot=True, interval=0)
        self._bar_later.timeout.connect(self._show_bar)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.composing = False
        self.steps = None if read_only else TypingSteps(self)
        self._prepare(self.document())
        self._set_all("")

    def _prepare(self, document: QTextDocument) -> None:
        """A document that the box shows from now on, or now and then."""
        document.setDocumentMargin(0 if self._bare else 2)
        document.contentsChange.connect(self._ease)
        document.documentLayout().documentSizeChanged.connect(lambda _size: self._fit())

    def change_document(self, document: QTextDocument) -> None:
        """Show another document, which `_prepare` has seen, as it was left."""
        self._limit.forget()
        text = exact_text(document)
        self._han = is_han_heavy(text)
        document.setDefaultFont(self.document().defaultFont())
        ease_long_paragraphs(document, 0, document.characterCount())
        self.setDocument(document)
        self._shown = text
        self._choose_wrapping(text)
        self._measure_again()
        self._fit()

    # -- what stands there while nothing is written

    @override
    def setPlaceholderText(self, placeholderText: str) -> None:
        """Qt's own is cut after its first line."""
        self._hint = placeholderText
        self.viewport().update()

    @override
    def placeholderText(self) -> str:
        return self._hint

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.backdrop is not None:
            painter = QPainter(self.viewport())
            self.backdrop(painter)
            painter.end()
        super().paintEvent(event)
        if self._hint and not self.composing and self.document().isEmpty():
            margin = round(self.document().documentMargin())
            painter = QPainter(self.viewport())
            painter.setFont(self.font())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            area = self.viewport().rect().adjusted(margin, margin, -margin, 0)
            painter.drawText(area, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, self._hint)
            painter.end()

    # -- the text

    @property
    def text(self) -> str:
        """The text as it stands there."""
        return exact_text(self.document())

    @property
    def shown(self) -> str:
        """What was put there last; the same as `text` where nobody writes, and cheaper."""
        return self._shown

    def put_text(self, text: str) -> None:
        """Show a text by changing only the place that differs; who looks on sees that place.

        Only for boxes that nobody writes in: what the person can undo would be lost.
        """
        if text == self._shown:
            return
        if not self._shown or is_han_heavy(text) is not self._han:
            self._set_all(text)
            return
        span = changed_span(self._shown, text)
        before = units(self._shown[: span.start])
        self._choose_wrapping(text)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # else each place is looked up in the lines, which takes a while in a long one
        cursor.setPosition(before)
        cursor.setPosition(
            before + units(self._shown[span.start : span.old_end]), QTextCursor.MoveMode.KeepAnchor
        )
        cursor.insertText(text[span.start : span.new_end])
        cursor.endEditBlock()
        self._shown = text
        if self.isVisible():
            self._follow(cursor)

    def set_text(self, text: str) -> None:
        """Begin with another text; what could be undone is forgotten."""
        if text != self.text:
            self._set_all(clean_text(text))

    def begin_with(self, text: str) -> None:
        """Begin with a text, even the same one: what could be undone belonged to something else."""
        self._set_all(clean_text(text))

    def _set_all(self, text: str) -> None:
        document = self.document()
        undoable = document.isUndoRedoEnabled() and not self.isReadOnly()
        document.setUndoRedoEnabled(False)
        self._choose_wrapping(text)
        self._han = is_han_heavy(text)
        if len(text) > self._lines[1] * SURELY_A_LINE:
            # Its bar is there before the text, or all of it would be laid out twice.
            self._scrolls = True
            self._show_bar()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        cursor.setBlockFormat(self._block_format())
        cursor.insertText(text)
        cursor.endEditBlock()
        document.setUndoRedoEnabled(undoable)
        self._shown = text
        self._fit()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _block_format(self) -> QTextBlockFormat:
        made = QTextBlockFormat()
        made.setLineHeight(self.line_px, _FIXED)
        return made

    @property
    def line_px(self) -> float:
        """The height of a line."""
        return float(round(theme.current().px("base") * (HAN_LINE_HEIGHT if self._han else LINE_HEIGHT)))

    def _choose_wrapping(self, text: str) -> None:
        """Breaking at words is quadratic in a run in which no line can end; breaking anywhere is not."""
        modes = QTextOption.WrapMode
        wanted = modes.WrapAnywhere if has_long_run(text) else modes.WrapAtWordBoundaryOrAnywhere
        if self.wordWrapMode() != wanted:
            self.setWordWrapMode(wanted)

    def _ease(self, position: int, _removed: int, added: int) -> None:
        ease_long_paragraphs(self.document(), position, added)

    def _follow(self, cursor: QTextCursor) -> None:
        bar = self.verticalScrollBar()
        if bar.maximum() == 0:
            return
        place = self.cursorRect(cursor)
        if place.top() < 0 or place.bottom() > self.viewport().height():
            bar.setValue(bar.value() + place.center().y() - self.viewport().height() // 2)

    def visible_range(self) -> tuple[int, int]:
        """From where to where the text of the lines that are seen, or nearly so, goes, as Qt counts it."""
        line = round(self.line_px)  # a line may reach into the one that is hit at the edge
        area = self.viewport().rect().adjusted(0, -line, 0, line)
        first, last = (self.cursorForPosition(corner) for corner in (area.topLeft(), area.bottomRight()))
        above, below = (cursor.block().layout() for cursor in (first, last))
        top = above.lineForTextPosition(first.positionInBlock())
        bottom = below.lineForTextPosition(last.positionInBlock())
        return (
            first.block().position() + (top.textStart() if top.isValid() else 0),
            last.block().position() + (bottom.textStart() + bottom.textLength() if bottom.isValid() else 0),
        )

    # -- its size

    def _frame_px(self) -> int:
        return 0 if self._bare else 12

    def _fit(self) -> None:
        least, most = self._lines
        height = self.document().size().height()
        around = 2 * self.document().documentMargin()
        wanted = min(max(height, least * self.line_px + around), most * self.line_px + around)
        full = round(wanted) + self._frame_px() + self.viewportMargins().bottom()
        scrolls = height > most * self.line_px + around + 1
        if scrolls is not self._scrolls:
            self._scrolls = scrolls
            self._bar_later.start()
        if full != self.height() or self.minimumHeight() != full:
            self.setFixedHeight(full)

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines it has at least, and at most before it scrolls."""
        return self._lines

    def put_lines(self, least: int, most: int) -> None:
        """Have so many lines at least, and scroll from so many on."""
        lines = (min(least, most), most)
        if lines != self._lines:
            self._lines = lines
            self._fit()

    def _show_bar(self) -> None:
        """Never while the text is being laid out: its bar takes room from the lines."""
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if self._scrolls else policy.ScrollBarAlwaysOff
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.minimumHeight())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._limit.place()

    # -- what is typed

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._limit.check_commit(event)
        self.composing = bool(event.preeditString())
        super().inputMethodEvent(event)
        if event.commitString():
            self._choose_height()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self._limit.is_telling:
                self._limit.forget()
            else:
                event.ignore()
        elif self._limit.takes_key(event):
            if self._begins_line(event):
                self._begin_line()
            else:
                super().keyPressEvent(event)

    def _begins_line(self, event: QKeyEvent) -> bool:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        return enter and not control and not self.isReadOnly()

    def _begin_line(self) -> None:
        """Qt's own Enter in an empty paragraph begins none, and takes its line height away instead."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.insertBlock(self._block_format())
        cursor.endEditBlock()
        self._choose_height()
        self.ensureCursorVisible()

    def _choose_height(self) -> None:
        """What was just written, in one step, may be of another script than what stood there first."""
        han = is_han_heavy(self.text)
        if han is not self._han:
            self._han = han
            self._put_height()

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        files = source.hasUrls() and any(url.isLocalFile() for url in source.urls())
        return source.hasText() and not files

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        return exact_selection(self.textCursor())

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if self.canInsertFromMimeData(source):
            text = self._limit.fitting(source)
            if text is not None:
                self._insert(text)

    def _insert(self, text: str) -> None:
        if self.steps is not None:
            self.steps.begin_anew()
        self._choose_wrapping(text)
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.insertText(text)
        cursor.endEditBlock()
        self._choose_height()
        self.ensureCursorVisible()

    def _keep_foot(self, height_px: int) -> None:
        """Room below the text for what is said about it."""
        if height_px != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, height_px)
            self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_shown"):
            self._measure_again()

    def _measure_again(self) -> None:
        """Another text size. What was typed before cannot be undone any more: its steps would bring old heights back."""
        document = self.document()
        if document.firstBlock().blockFormat().lineHeight() != self.line_px:
            keeps_steps = document.isUndoRedoEnabled()
            document.setUndoRedoEnabled(False)
            self._put_height()
            document.setUndoRedoEnabled(keeps_steps)

    def _put_height(self) -> None:
        """All lines get their height, as a part of the last step."""
        cursor = QTextCursor(self.document())
        cursor.joinPreviousEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(self._block_format())
        cursor.endEditBlock()
        self._fit()
