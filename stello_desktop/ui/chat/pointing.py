"""The mouse on the transcript: selecting, following links, opening quiet lines."""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from stello_desktop.ui.chat.laid import Laid, Transcript
from stello_desktop.ui.chat.painting import EntryPainter
from stello_desktop.ui.chat.pieces import FoldPiece, Piece, TextPiece
from stello_desktop.ui.chat.selecting import Place, Selection, mime_of

_EDGE_MS: Final = 40


class PointedAt(QAbstractScrollArea):
    """What the pointer acts on.

    Signals:
        link_activated(str): an address was clicked.
        pointed_at(int): the entry under the pointer or the keyboard; -1 for none.
    """

    link_activated = Signal(str)
    pointed_at = Signal(int)

    transcript: Transcript
    selection: Selection
    painter: EntryPainter

    def entry_at(self, point: QPoint) -> int:
        """The entry at a point of the viewport; -1 where there is none."""
        raise NotImplementedError

    def piece_at(self, point: QPointF) -> tuple[int, int, Piece, QPointF] | None:
        """The nearest piece to a point of the viewport, with the point inside of it."""
        raise NotImplementedError

    def toggle_fold(self, laid: Laid, piece: FoldPiece) -> None:
        """Show or hide what is behind a quiet line."""
        raise NotImplementedError


class Pointing(QObject):
    """What the pointer does; the canvas hands its mouse events over."""

    def __init__(self, canvas: PointedAt) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._pressed: QPoint | None = None
        self._pressed_link = ""
        self._dragging = False
        self._last_double = 0.0
        self._hovered = -1
        self._edge = QTimer(self, interval=_EDGE_MS)
        self._edge.timeout.connect(self._scroll_at_edge)

    def press(self, event: QMouseEvent) -> None:
        """Begin to select, or get ready to click."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        self._pressed, self._dragging = point.toPoint(), False
        self._pressed_link = self.link_at(point)
        place = self.place_at(point)
        selection = self._canvas.selection
        if place is None:
            selection.clear()
        elif time.monotonic() - self._last_double < QApplication.doubleClickInterval() / 1000:
            self._select_unit(place, QTextCursor.SelectionType.BlockUnderCursor)
            self._pressed = None
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and selection.anchor is not None:
            selection.end = place
        else:
            selection.select(place, place)
        self._canvas.viewport().update()

    def double_click(self, event: QMouseEvent) -> None:
        """Select a word; a third click selects its paragraph."""
        place = self.place_at(event.position())
        if place is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._last_double = time.monotonic()
        self._pressed = None
        self._select_unit(place, QTextCursor.SelectionType.WordUnderCursor)
        self._canvas.viewport().update()

    def _select_unit(self, place: Place, unit: QTextCursor.SelectionType) -> None:
        piece = self._text_piece(place)
        if piece is None or piece.rendered is None:
            return
        cursor = QTextCursor(piece.rendered.document)
        cursor.setPosition(min(place.position, piece.rendered.end))
        if unit is QTextCursor.SelectionType.BlockUnderCursor:
            block = cursor.block()
            first, last = block.position(), block.position() + block.length() - 1
        else:
            cursor.select(unit)
            first, last = cursor.selectionStart(), cursor.selectionEnd()
        self._canvas.selection.select(place._replace(position=first), place._replace(position=last))

    def move(self, event: QMouseEvent) -> None:
        """Extend a selection, or show what a click would do."""
        point = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton and self._pressed is not None:
            far = (point.toPoint() - self._pressed).manhattanLength()
            if self._dragging or far >= QApplication.startDragDistance():
                self._dragging = True
                self._extend(point)
            return
        self._hover(point)

    def _extend(self, point: QPointF) -> None:
        place = self.place_at(point)
        if place is not None and self._canvas.selection.anchor is not None:
            self._canvas.selection.end = place
            self._canvas.viewport().update()
        outside = not 0 <= point.y() <= self._canvas.viewport().height()
        if outside and not self._edge.isActive():
            self._edge.start()
        elif not outside:
            self._edge.stop()

    def _scroll_at_edge(self) -> None:
        view = self._canvas.viewport()
        y = view.mapFromGlobal(view.cursor().pos()).y()
        step = y if y < 0 else y - view.height()
        bar = self._canvas.verticalScrollBar()
        bar.setValue(bar.value() + max(-60, min(60, step)))
        self._extend(QPointF(view.mapFromGlobal(view.cursor().pos())))

    def release(self, event: QMouseEvent) -> None:
        """End a selection, or follow what was clicked."""
        self._edge.stop()
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._pressed = None
        if self._dragging:
            self._dragging = False
            self._offer_selection()
            return
        link = self.link_at(event.position())
        if link and link == self._pressed_link:
            self._canvas.link_activated.emit(link)
            return
        self._click_fold(event.position())

    def _click_fold(self, point: QPointF) -> None:
        found = self._canvas.piece_at(point)
        if found is not None and isinstance(found[2], FoldPiece) and found[3].y() <= found[2].height_px:
            self._canvas.toggle_fold(self._canvas.transcript.items[found[0]], found[2])

    def _hover(self, point: QPointF) -> None:
        canvas = self._canvas
        found = canvas.piece_at(point)
        piece = found[2] if found is not None else None
        fold = piece if isinstance(piece, FoldPiece) and piece.opens else None
        if canvas.painter.hovered_fold is not fold:
            canvas.painter.hovered_fold = fold
            canvas.viewport().update()
        if self.link_at(point) or fold is not None:
            shape = Qt.CursorShape.PointingHandCursor
        elif isinstance(piece, TextPiece):
            shape = Qt.CursorShape.IBeamCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        canvas.viewport().setCursor(shape)
        self._point_at(canvas.entry_at(point.toPoint()))

    def leave(self) -> None:
        """The pointer is gone."""
        if self._canvas.painter.hovered_fold is not None:
            self._canvas.painter.hovered_fold = None
            self._canvas.viewport().update()
        self._point_at(-1)

    @property
    def index_under(self) -> int:
        """The entry under the pointer, wherever that has been put by what moved below it; -1 for none."""
        view = self._canvas.viewport()
        point = view.mapFromGlobal(QCursor.pos())
        return self._canvas.entry_at(point) if view.underMouse() and view.rect().contains(point) else -1

    def _point_at(self, index: int) -> None:
        if index != self._hovered:
            self._hovered = index
            self._canvas.pointed_at.emit(index)

    # -- what is there --------------------------------------------------------------------------

    def place_at(self, point: QPointF) -> Place | None:
        """The nearest position in text."""
        found = self._canvas.piece_at(point)
        if found is None:
            return None
        index, number, piece, inside = found
        if not isinstance(piece, TextPiece) or piece.rendered is None:
            return Place(index, number, 0)
        layout = piece.rendered.document.documentLayout()
        position = layout.hitTest(inside, Qt.HitTestAccuracy.FuzzyHit)
        return Place(index, number, max(0, position))

    def link_at(self, point: QPointF) -> str:
        """The address under a point; empty where there is none."""
        found = self._canvas.piece_at(point)
        if found is None or not isinstance(found[2], TextPiece) or found[2].rendered is None:
            return ""
        return str(found[2].rendered.document.documentLayout().anchorAt(found[3]))

    def _text_piece(self, place: Place) -> TextPiece | None:
        pieces = self._canvas.transcript.items[place.entry].pieces or []
        piece = pieces[place.piece] if place.piece < len(pieces) else None
        return piece if isinstance(piece, TextPiece) else None

    # -- copying --------------------------------------------------------------------------------

    def copy(self) -> None:
        """The selection to the clipboard, as plain text and as Markdown."""
        plain, markdown = self._canvas.selection.texts()
        if plain:
            QGuiApplication.clipboard().setMimeData(mime_of(plain, markdown))

    def _offer_selection(self) -> None:
        """Where the system has a selection of its own (X11), the selected text is in it."""
        clipboard = QGuiApplication.clipboard()
        if clipboard.supportsSelection():
            plain, markdown = self._canvas.selection.texts()
            if plain:
                clipboard.setMimeData(mime_of(plain, markdown), clipboard.Mode.Selection)
