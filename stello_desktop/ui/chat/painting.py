"""How entries are drawn: bubbles, notes, quiet lines, the caret of a growing answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from stello_desktop.ui import icons, theme
from stello_desktop.ui.chat.entries import LINES, Ending, EntryKind
from stello_desktop.ui.chat.laid import BUBBLE_PAD_PX, BUBBLE_SIDE_PX, NOTE_PAD_PX
from stello_desktop.ui.chat.pieces import FoldPiece, Piece, TextPiece

if TYPE_CHECKING:
    from stello_desktop.ui.chat.laid import Laid, Transcript
    from stello_desktop.ui.chat.selecting import Selection

_TAIL_PX: Final = 4


def piece_left(transcript: Transcript, laid: Laid) -> float:
    """Where the text of an entry begins."""
    if laid.entry.kind is EntryKind.QUESTION:
        return transcript.left_px + transcript.column_px - laid.bubble_px + BUBBLE_SIDE_PX
    if laid.entry.kind is EntryKind.NOTE:
        return transcript.left_px + BUBBLE_SIDE_PX
    return transcript.left_px


def entry_rect(transcript: Transcript, index: int) -> QRectF:
    """The ground of an entry in the coordinates of the transcript."""
    laid = transcript.items[index]
    top = transcript.top_of(index)
    if laid.entry.kind is EntryKind.QUESTION:
        left = transcript.left_px + transcript.column_px - laid.bubble_px
        return QRectF(left, top, laid.bubble_px, laid.height_px)
    return QRectF(transcript.left_px, top, transcript.column_px, laid.height_px)


class EntryPainter:
    """Draws the visible part of a transcript."""

    def __init__(self, transcript: Transcript, selection: Selection) -> None:
        self._transcript = transcript
        self._selection = selection
        self.note_word = ""
        self.opening_word = ""
        self.hovered_fold: FoldPiece | None = None

    def paint(self, painter: QPainter, clip: QRectF, focused: int) -> None:
        """Draw what lies in ``clip`` (in the coordinates of the transcript)."""
        transcript = self._transcript
        if not transcript.items:
            return
        index = transcript.index_at(clip.top())
        while index < len(transcript.items) and transcript.top_of(index) <= clip.bottom():
            self._paint_entry(painter, clip, index)
            if index == focused:
                self._paint_focus(painter, entry_rect(transcript, index))
            index += 1

    def _paint_focus(self, painter: QPainter, rect: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.current().color("accent"), 1.5, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(-6, -6, 6, 6), 10, 10)

    def _paint_entry(self, painter: QPainter, clip: QRectF, index: int) -> None:
        transcript = self._transcript
        laid = transcript.items[index]
        self._paint_ground(painter, laid, entry_rect(transcript, index))
        left, top = piece_left(transcript, laid), transcript.top_of(index)
        pieces = transcript.pieces_of(laid)
        for number in laid.numbers_between(clip.top() - top, clip.bottom() - top):
            piece, y = pieces[number], top + laid.tops[number]
            if isinstance(piece, FoldPiece):
                self._paint_fold(painter, piece, left, y)
            elif isinstance(piece, TextPiece) and piece.rendered is not None:
                self._paint_text(painter, clip, (index, number), piece, QPointF(left, y))
        if laid.entry.ending is Ending.GROWING and laid.pieces:
            self._paint_caret(painter, laid.pieces[-1], QPointF(left, top + laid.tops[-1]))

    def _paint_text(
        self, painter: QPainter, clip: QRectF, at: tuple[int, int], piece: TextPiece, corner: QPointF
    ) -> None:
        rendered = piece.rendered
        if rendered is None:
            return
        painter.save()
        painter.translate(corner)
        inner = clip.translated(-corner)
        chosen = self._selection.range_in(*at, rendered.end)
        rendered.paint(
            painter, inner.intersected(QRectF(-4, -1, piece.width_px + 8, piece.height_px + 2)), chosen
        )
        painter.restore()

    def _paint_ground(self, painter: QPainter, laid: Laid, rect: QRectF) -> None:
        kind = laid.entry.kind
        if kind is EntryKind.ANSWER or kind in LINES:
            return
        now = theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if kind is EntryKind.QUESTION:
            painter.fillPath(_bubble(rect, theme.RADIUS_BUBBLE_PX), now.color("bubble"))
            return
        role, word, picture = "muted", self.opening_word, "chat"
        y, x = rect.top(), rect.left()
        if kind is EntryKind.NOTE:
            painter.setPen(QPen(now.color("line"), 1))
            painter.setBrush(now.color("raised"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
            word, picture = self.note_word, "note"
            y, x = y + NOTE_PAD_PX - 2, x + BUBBLE_SIDE_PX
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(QPointF(x, y + 1), icons.pixmap(picture, 14, role, ratio))
        painter.setPen(now.color(role))
        painter.setFont(now.font("tiny"))
        painter.drawText(QRectF(x + 20, y, 300, 16), Qt.AlignmentFlag.AlignVCenter, word)

    def _paint_fold(self, painter: QPainter, piece: FoldPiece, left: float, y: float) -> None:
        now = theme.current()
        role = "danger" if piece.failed else "text" if piece is self.hovered_fold else "muted"
        ratio = painter.device().devicePixelRatioF()
        height = piece.height_px
        name = piece.picture or "info"
        if piece.opens:
            name = "chevron_down" if piece.open else "chevron_right"
        chevron = icons.pixmap(name, 14, role, ratio)
        painter.drawPixmap(QPointF(left - 2, y + (height - 14) / 2), chevron)
        painter.setPen(now.color(role))
        painter.setFont(now.font("small"))
        box = QRectF(left + 17, y, max(20.0, piece.width_px - 18), height)
        words = painter.fontMetrics().elidedText(piece.title, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)

    def _paint_caret(self, painter: QPainter, piece: Piece, corner: QPointF) -> None:
        if not isinstance(piece, TextPiece) or piece.rendered is None:
            return
        spot = piece.rendered.end_point()
        em = self._transcript.style.em_px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().color("accent"))
        painter.drawRoundedRect(
            QRectF(corner.x() + spot.x() + 2, corner.y() + spot.y() - em, em * 0.42, em * 1.25), 2, 2
        )


def _bubble(rect: QRectF, radius: float) -> QPainterPath:
    """A rounded ground whose lower right corner points at the person."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(rect, radius, radius)
    corner = QRectF(rect.right() - radius, rect.bottom() - radius, radius, radius)
    path.addRoundedRect(corner, _TAIL_PX, _TAIL_PX)
    path.addRect(QRectF(corner.left(), corner.top(), radius, radius - _TAIL_PX))
    path.addRect(QRectF(corner.left(), corner.top(), radius - _TAIL_PX, radius))
    return path.simplified()


__all__ = ["BUBBLE_PAD_PX", "EntryPainter", "entry_rect", "piece_left"]
