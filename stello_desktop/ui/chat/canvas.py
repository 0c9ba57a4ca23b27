"""The transcript: a scrolling column of documents and cards, laid out only where it is seen.

What the person looks at stays in place while estimated heights above it are corrected; the view
follows a growing answer only when the person was at its end. Text can be selected across blocks and
messages. Every action has a key, a menu entry and a button.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Final, override

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.chat.card_focus import CardFocus
from stello_desktop.ui.chat.card_places import CardPlaces
from stello_desktop.ui.chat.entries import Entry
from stello_desktop.ui.chat.keys import press_key
from stello_desktop.ui.chat.laid import MAX_SHOWN_CHARS, Laid, MakeCards, Transcript
from stello_desktop.ui.chat.painting import EntryPainter, entry_rect, piece_left
from stello_desktop.ui.chat.pieces import CardPiece, FoldPiece, MorePiece, Piece
from stello_desktop.ui.chat.pointing import PointedAt, Pointing
from stello_desktop.ui.chat.selecting import Selection
from stello_desktop.ui.chat.style import current_style

_AHEAD_PX: Final = 240
_AT_END_PX: Final = 12
_STEP_PX: Final = 48
_MAX_PASSES: Final = 6
_FROM_END: Final = -2
"""As the piece of an anchor: how far the upper edge is below the end of the entry."""


class TranscriptCanvas(PointedAt):
    """Shows entries.

    Signals:
        menu_requested(int, QPoint): a menu for an entry, at a place on the screen.
        version_requested(int, int): another version of an entry's round, so many places away.
        scrolled(): the person scrolled.
        rearranged(): messages stand elsewhere now, or others do.
        shown(bool): the transcript can be seen, or no longer.
        focus_left: the card that had the focus has nothing for it any more.
    """

    menu_requested = Signal(int, QPoint)
    version_requested = Signal(int, int)
    scrolled = Signal()
    rearranged = Signal()
    shown = Signal(bool)
    focus_left = Signal()

    def __init__(self, make_cards: MakeCards, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transcript")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.transcript = Transcript(current_style(), make_cards, self.viewport())
        self.selection = Selection(self.transcript)
        self.painter = EntryPainter(self.transcript, self.selection)
        self.pointing = Pointing(self)
        self.at_end = True
        self.current = -1
        self._settling = False
        self._cards = CardPlaces(self.transcript)
        self._focus = CardFocus(self, self.transcript)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.settle)
        self._translate()

    # -- contents -------------------------------------------------------------------------------

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show these; what is known keeps its layout, and what is seen keeps its place."""
        anchor = self._take_anchor()
        count = len(self.transcript.items)
        self._focus.hold()
        self.transcript.set_entries(entries)
        if len(self.transcript.items) < count:
            self.selection.clear()
            self.current = min(self.current, len(self.transcript.items) - 1)
        self._settle(anchor)
        self._give_focus_back()

    def replace_entries(self, first: int, last: int, entries: Sequence[Entry]) -> None:
        """Put others in the place of those from ``first`` up to ``last``, without scrolling away (R-14).

        Where the first of them is seen, it stays where it is; where only their end is seen, that does.
        """
        transcript, view = self.transcript, self.viewport().height()
        value = self.verticalScrollBar().value()
        top, end = transcript.top_of(first), transcript.end_of(last - 1)
        more = len(entries) - (last - first)
        anchor: tuple[int, int, float] | None
        if top + transcript.items[first].height_px > value or value + view < end:
            anchor, self.at_end = (first, -1, value - top), False
        else:
            anchor = None if self.at_end else (last - 1 + more, _FROM_END, value - end)
        self.selection.clear()
        if self.current >= last:
            self.current += more
        elif self.current >= first:
            self.current = min(self.current, first + len(entries) - 1)
        focused: QWidget | None = self.window().focusWidget()
        held = focused is not None and focused is not self and self.isAncestorOf(focused)
        transcript.replace(first, last, entries)
        self._settle(anchor)
        if held and focused is not None and not focused.isVisible():
            self.focus_left.emit()
        if anchor is not None and anchor[1] == -1 and value < transcript.top_of(first):
            self.at_end = self.verticalScrollBar().value() >= self.verticalScrollBar().maximum() - _AT_END_PX
        self.viewport().update()

    @property
    def entries(self) -> list[Entry]:
        """What is shown."""
        return [laid.entry for laid in self.transcript.items]

    def refresh_entry(self, laid: Laid) -> None:
        """An entry has grown or changed."""
        anchor = self._take_anchor()
        index = self._index_of(laid)
        self.transcript.rebuild(laid)
        self.transcript.renumber(index)
        self._settle(anchor)

    def refresh_cards(self) -> None:
        """The tree has changed: cards of branches tell the truth again."""
        anchor = self._take_anchor()
        self._focus.hold()
        changed = self.transcript.rebuild_cards()
        if changed:
            self.transcript.renumber(changed[0])
            self._settle(anchor)
        self._give_focus_back()

    def _give_focus_back(self) -> None:
        if not self._focus.give_back():
            self.focus_left.emit()

    def _index_of(self, laid: Laid) -> int:
        """Where an entry stands; searched from the end, where things change."""
        items = self.transcript.items
        return next(index for index in range(len(items) - 1, -1, -1) if items[index] is laid)

    def settle(self) -> None:
        """Lay out what is seen, keeping it in place."""
        self._settle(self._take_anchor())

    # -- place ----------------------------------------------------------------------------------

    @property
    def place(self) -> list[float]:
        """Where the person is, for next time: entry, pixels below its top, or at the end."""
        if self.at_end or not self.transcript.items:
            return []
        index = self.transcript.index_at(self.verticalScrollBar().value())
        return [index, self.verticalScrollBar().value() - self.transcript.top_of(index)]

    def restore_place(self, place: Sequence[float]) -> None:
        """Go where the person was; to the end where that is unknown."""
        if len(place) == 2 and 0 <= place[0] < len(self.transcript.items):  # noqa: PLR2004 - a pair
            self.at_end = False
            self._settle((int(place[0]), -1, place[1]))
        else:
            self.scroll_to_end()

    def scroll_to_end(self) -> None:
        """Follow the newest text."""
        self.at_end = True
        self._settle(None)

    def _take_anchor(self) -> tuple[int, int, float] | None:
        """The top visible piece and how far it is above the edge; None at the end."""
        transcript = self.transcript
        if self.at_end or not transcript.items:
            return None
        value = self.verticalScrollBar().value()
        index = transcript.index_at(value)
        inside = value - transcript.top_of(index)
        laid = transcript.items[index]
        number = bisect_right(laid.tops, inside) - 1
        return index, number, inside - laid.tops[number] if number >= 0 else inside

    def _settle(self, anchor: tuple[int, int, float] | None) -> None:
        if self._settling:
            return
        self._settling = True
        bar = self.verticalScrollBar()
        self.transcript.set_width(self.viewport().width(), self.width())
        for _ in range(_MAX_PASSES):
            self._set_range()
            bar.setValue(self._value_for(anchor))
            top = bar.value()
            if not self.transcript.lay_out_between(
                top - _AHEAD_PX, top + self.viewport().height() + _AHEAD_PX
            ):
                break
        self._set_range()
        bar.setValue(self._value_for(anchor))
        self._cards.place(self.verticalScrollBar().value(), self.viewport().height())
        self.transcript.drop_far_documents()
        self._settling = False
        self.viewport().update()
        self.rearranged.emit()

    def _value_for(self, anchor: tuple[int, int, float] | None) -> int:
        if self.at_end:
            return self.verticalScrollBar().maximum()
        if anchor is None or anchor[0] >= len(self.transcript.items):
            return self.verticalScrollBar().value()
        index, number, inside = anchor
        if number == _FROM_END:
            return round(self.transcript.end_of(index) + inside)
        laid = self.transcript.items[index]
        piece_top = laid.tops[number] if 0 <= number < len(laid.tops) else 0
        return round(self.transcript.top_of(index) + piece_top + inside)

    def _set_range(self) -> None:
        bar = self.verticalScrollBar()
        height = self.viewport().height()
        bar.setPageStep(max(1, height - _STEP_PX))
        bar.setSingleStep(_STEP_PX)
        bar.setRange(0, max(0, round(self.transcript.height_px) - height))

    def card_resized(self, piece: CardPiece) -> None:
        """A card wants another height."""
        piece.width_px = -1
        self._later.start()

    def _on_scrolled(self, value: int) -> None:
        if self._settling:
            return
        self.at_end = value >= self.verticalScrollBar().maximum() - _AT_END_PX
        self.settle()
        self.scrolled.emit()

    # -- folds ----------------------------------------------------------------------------------

    @override
    def toggle_fold(self, laid: Laid, piece: FoldPiece) -> None:
        """Show or hide what is behind a quiet line."""
        if not piece.opens:
            return
        if isinstance(piece, MorePiece):
            laid.shown_chars += MAX_SHOWN_CHARS
        piece.open = not piece.open
        laid.folds_open = laid.folds_open ^ {piece.title}
        self.at_end = False
        self.refresh_entry(laid)

    # -- events ---------------------------------------------------------------------------------

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.current().color("surface"))
        top = self.verticalScrollBar().value()
        painter.translate(0, -top)
        clip = QRectF(event.rect()).translated(0, top)
        focused = self.current if self.hasFocus() else -1
        self.painter.paint(painter, clip, focused)
        painter.end()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.shown.emit(False)
        super().hideEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.settle()

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.LanguageChange, QEvent.Type.FontChange}:
            self._translate()
            anchor = self._take_anchor()
            self.transcript.style = current_style()
            self.transcript.forget_documents()
            self._cards.forget()
            self._settle(anchor)
        super().changeEvent(event)

    def _translate(self) -> None:
        self.painter.note_word = self.tr("Note")
        self.painter.opening_word = self.tr("Opening message")
        self.transcript.thinking_word = self.tr("Thinking…")
        self.transcript.thought_word = self.tr("Thought about it first")
        self.transcript.more_word = self.tr("This message is very long; show more of it")
        self.setAccessibleName(self.tr("Messages"))

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pointing.press(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointing.move(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointing.release(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointing.double_click(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.open_menu()
        else:
            self.menu_requested.emit(self.entry_at(event.pos()), event.globalPos())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_key(self, event):
            super().keyPressEvent(event)

    def open_menu(self) -> None:
        """The menu of the current message, from the keyboard."""
        index = self.current if self.current >= 0 else self.next_entry(-1)
        if index < 0:
            return
        rect = self.entry_rect_in_view(index).intersected(self.viewport().rect())
        self.menu_requested.emit(index, self.viewport().mapToGlobal(rect.center()))

    # -- entries --------------------------------------------------------------------------------

    def go_to_entry(self, index: int) -> None:
        """Make a message the current one and bring it into view."""
        if not 0 <= index < len(self.transcript.items):
            return
        self.current = index
        self.at_end = False
        view = self.viewport().height()
        top, height = self.transcript.top_of(index), self.transcript.items[index].height_px
        value = self.verticalScrollBar().value()
        if top < value or height > view:
            self._settle((index, -1, -_STEP_PX / 4))
        elif top + height > value + view:
            self._settle((index, -1, height - view + _STEP_PX / 4))
        self.viewport().update()
        focus = QAccessibleEvent(self, QAccessible.Event.Focus)
        focus.setChild(index)
        QAccessible.updateAccessibility(focus)
        self.pointed_at.emit(index)

    def next_entry(self, step: int) -> int:
        """The message before or after the current one; without one, the last that is seen."""
        count = len(self.transcript.items)
        if self.current < 0:
            bottom = self.verticalScrollBar().value() + self.viewport().height()
            return self.transcript.index_at(bottom) if count else -1
        return max(0, min(count - 1, self.current + step))

    @override
    def entry_at(self, point: QPoint) -> int:
        """The entry at a point of the viewport; -1 where there is none."""
        y = point.y() + self.verticalScrollBar().value()
        if not self.transcript.items:
            return -1
        index = self.transcript.index_at(y)
        top = self.transcript.top_of(index)
        return index if top - 8 <= y <= top + self.transcript.items[index].height_px + 8 else -1

    def entry_rect_in_view(self, index: int) -> QRect:
        """The ground of an entry in the viewport."""
        rect = entry_rect(self.transcript, index)
        return rect.translated(0, -self.verticalScrollBar().value()).toRect()

    @override
    def piece_at(self, point: QPointF) -> tuple[int, int, Piece, QPointF] | None:
        """The nearest piece to a point of the viewport, with the point inside of it."""
        transcript = self.transcript
        if not transcript.items:
            return None
        y = point.y() + self.verticalScrollBar().value()
        index = transcript.index_at(y)
        laid = transcript.items[index]
        pieces = transcript.pieces_of(laid)
        if not pieces:
            return None
        inside = y - transcript.top_of(index)
        number = max(0, bisect_right(laid.tops, inside) - 1)
        corner = QPointF(piece_left(transcript, laid), laid.tops[number])
        return index, number, pieces[number], QPointF(point.x() - corner.x(), inside - corner.y())

    @override
    def viewportEvent(self, event: QEvent) -> Any:
        if event.type() == QEvent.Type.Leave:
            self.pointing.leave()
        return super().viewportEvent(event)
