"""Cards: what a star is when one comes near, and what is said about it under the pointer."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QRadialGradient

from stello_desktop.layout.camera import Box
from stello_desktop.ui.map.placing import Occupancy
from stello_desktop.ui.theme import RADIUS_CARD_PX, Theme, mix

_PADDING_PX: Final = 12.0
_BAR_PX: Final = 3.0
_SHADOW_PX: Final = 10.0
_HOVER_WIDTH_PX: Final = 252.0
_MAX_KEPT: Final = 400
_AWAY_PX: Final = (12.0, 30.0, 60.0, 100.0, 160.0, 230.0)
_DIRECTIONS: Final = 20
_MAX_LINE_CHARS: Final = 400


@dataclass(frozen=True, slots=True)
class Face:
    """What a card says.

    Attributes:
        body: digest or last line; empty for none.
        facts: count and age.
        state: states in words.
        tone: role of the colour of ``state``.
        dashed: a card that is being dragged.
        wide: a hover card, which grows with what it says.
    """

    title: str
    body: str
    facts: str
    hue: str
    state: str = ""
    tone: str = "good"
    selected: bool = False
    lit: bool = False
    dashed: bool = False
    faded: bool = False
    wide: bool = False


class CardBook:
    """Draws cards for one theme and pixel ratio, and keeps the newest."""

    def __init__(self, theme: Theme, ratio: float = 1.0) -> None:
        self.theme = theme
        self.ratio = ratio
        self._kept: OrderedDict[tuple[Face, float, float], QPixmap] = OrderedDict()
        self._title = theme.font("base", bold=True)
        self._body = theme.font("small")
        self._facts = theme.font("tiny")

    def near(self, painter: QPainter, face: Face, box: Box) -> None:
        """A star as a card of fixed size."""
        self._show(painter, face, box)

    def hover_size(self, face: Face) -> QSizeF:
        """How large a hover card must be for all that it says."""
        width = _HOVER_WIDTH_PX * min(self.theme.scale, 1.3)
        room = width - 2 * _PADDING_PX - _BAR_PX
        parts = ((face.title, self._title, 2), (face.body, self._body, 4))
        heights = [_wrapped_height(text, font, room, lines) for text, font, lines in parts if text]
        heights.append(QFontMetricsF(self._facts).lineSpacing())
        if face.state and _beside(face, self._facts) > room:
            heights.append(_wrapped_height(face.state, self._facts, room, 3))
        return QSizeF(width, sum(heights) + 4.0 * (len(heights) - 1) + 2 * _PADDING_PX + 2.0)

    def hover(self, painter: QPainter, face: Face, box: Box) -> None:
        """A card beside a star."""
        self._show(painter, face, box)

    def _show(self, painter: QPainter, face: Face, box: Box) -> None:
        key = (face, box.width, box.height)
        picture = self._kept.get(key)
        if picture is None:
            picture = self._kept[key] = self._draw(face, box.width, box.height)
            if len(self._kept) > _MAX_KEPT:
                self._kept.popitem(last=False)
        ratio = self.ratio
        x, y = round(box.left * ratio) / ratio, round(box.top * ratio) / ratio
        painter.drawPixmap(QPointF(x - _SHADOW_PX, y - _SHADOW_PX), picture)

    def _draw(self, face: Face, width: float, height: float) -> QPixmap:
        side_x, side_y = width + 2 * _SHADOW_PX, height + 2 * _SHADOW_PX
        picture = QPixmap(math.ceil(side_x * self.ratio), math.ceil(side_y * self.ratio))
        picture.setDevicePixelRatio(self.ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_SHADOW_PX, _SHADOW_PX)
        if face.faded:
            painter.setOpacity(0.5)
        self._sheet(painter, face, QRectF(0, 0, width, height))
        self._text(painter, face, width, height)
        painter.end()
        return picture

    def _sheet(self, painter: QPainter, face: Face, rect: QRectF) -> None:
        theme = self.theme
        painter.setPen(Qt.PenStyle.NoPen)
        for ring in range(8):
            shadow = QColor(0, 0, 0, 15 if theme.dark else 3)
            painter.setBrush(shadow)
            spread = _SHADOW_PX * (1 - ring / 8) * 0.8
            painter.drawRoundedRect(
                rect.adjusted(-spread, -spread + 2, spread, spread + 2),
                RADIUS_CARD_PX + spread,
                RADIUS_CARD_PX + spread,
            )
        fill = (
            mix(theme.surface, theme.accent, 0.2)
            if face.lit
            else theme.raised
            if theme.dark
            else theme.surface
        )
        edge = QPen(QColor(theme.accent if face.selected or face.lit or face.dashed else theme.line), 1.0)
        edge.setWidthF(2.0 if face.selected or face.lit else 1.2)
        if face.dashed:
            edge.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(edge)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CARD_PX, RADIUS_CARD_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(face.hue))
        bar = QRectF(1.5, _PADDING_PX, _BAR_PX, rect.height() - 2 * _PADDING_PX)
        painter.drawRoundedRect(bar, 1.5, 1.5)

    def _text(self, painter: QPainter, face: Face, width: float, height: float) -> None:
        theme = self.theme
        left, room = _PADDING_PX + _BAR_PX, width - 2 * _PADDING_PX - _BAR_PX
        foot = QFontMetricsF(self._facts).lineSpacing()
        apart = face.wide and bool(face.state) and _beside(face, self._facts) > room
        tail = foot
        if apart:
            tail += 4.0 + _wrapped_height(face.state, self._facts, room, 3)
        tall = _wrapped_height(face.title, self._title, room, 2 if face.wide else 1)
        y = _paragraph(
            painter, face.title, self._title, QRectF(left, _PADDING_PX, room, tall), theme.color("text")
        )
        if face.body:
            space = QRectF(left, y, room, height - _PADDING_PX - tail - y - 3.0)
            _paragraph(painter, face.body, self._body, space, theme.color("muted"))
        last = QRectF(left, height - _PADDING_PX - tail, room, foot)
        if apart:
            _paragraph(painter, face.facts, self._facts, last, theme.color("muted"))
            below = QRectF(left, last.bottom() + 4.0, room, tail)
            _paragraph(painter, face.state, self._facts, below, theme.color(face.tone))
            return
        said = QFontMetricsF(self._facts).horizontalAdvance(face.state)
        facts = QRectF(left, last.top(), room - (said + 10.0 if face.state else 0.0), foot)
        _paragraph(painter, face.facts, self._facts, facts, theme.color("muted"))
        painter.setPen(theme.color(face.tone))
        painter.drawText(last, Qt.AlignmentFlag.AlignRight, face.state)


def _beside(face: Face, font: QFont) -> float:
    """The width of facts and state on one line."""
    metrics = QFontMetricsF(font)
    return metrics.horizontalAdvance(face.facts) + metrics.horizontalAdvance(face.state) + 14.0


def _wrapped_height(text: str, font: QFont, room: float, lines: int) -> float:
    metrics = QFontMetricsF(font)
    flags = int(Qt.TextFlag.TextWordWrap)
    tall = metrics.boundingRect(QRectF(0, 0, room, 10_000), flags, text[:_MAX_LINE_CHARS]).height()
    return min(tall, lines * metrics.lineSpacing())


def _paragraph(painter: QPainter, text: str, font: QFont, rect: QRectF, color: QColor) -> float:
    """Draw wrapped text, the last line elided; the place below it with a little air."""
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(color)
    y = rect.top()
    rest = text[:_MAX_LINE_CHARS]
    fits = max(int((rect.height() + 0.5) / metrics.lineSpacing()), 1)
    for number in range(fits):
        line, rest = _cut(rest, metrics, rect.width(), last=number == fits - 1)
        painter.drawText(QPointF(rect.left(), y + metrics.ascent()), line)
        y += metrics.lineSpacing()
        if not rest:
            break
    return y + 4.0


def _cut(text: str, metrics: QFontMetricsF, room: float, *, last: bool) -> tuple[str, str]:
    """One line and what is left of the text; breaks at a space where there is one, else anywhere."""
    if metrics.horizontalAdvance(text) <= room:
        return text, ""
    if last:
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room), ""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if metrics.horizontalAdvance(text[:middle]) <= room else (low, middle - 1)
    space = text.rfind(" ", 1, low + 1)
    end = space if space > 0 else low
    return text[:end].rstrip(), text[end:].lstrip()


def place_beside(star: Box, size: QSizeF, view: Box, sky: Occupancy) -> Box:
    """Where a hover card stands: beside its star, in view, over as little as can be."""
    width, height = size.width(), size.height()
    x, y = star.centre
    choices: list[Box] = []
    for away in _AWAY_PX:
        for step in range(_DIRECTIONS):
            angle = 2 * math.pi * step / _DIRECTIONS
            left = x + math.cos(angle) * ((star.width + width) / 2 + away) - width / 2
            top = y + math.sin(angle) * ((star.height + height) / 2 + away) - height / 2
            choices.append(Box(left, top, left + width, top + height))
    room = view.grown(-8.0)

    def cost(choice: Box) -> float:
        moved = _into(choice, room)
        cut = abs(moved.left - choice.left) + abs(moved.top - choice.top)
        off = math.hypot(moved.centre[0] - x, moved.centre[1] - y)
        return sky.share_taken(moved.grown(3.0)) * 60.0 + cut / 150.0 + off / 260.0 + 5.0 * moved.meets(star)

    return _into(min(choices, key=cost), room)


def _into(box: Box, room: Box) -> Box:
    dx = max(room.left - box.left, 0.0) - max(box.right - room.right, 0.0)
    dy = max(room.top - box.top, 0.0) - max(box.bottom - room.bottom, 0.0)
    return Box(box.left + dx, box.top + dy, box.right + dx, box.bottom + dy)


def soft_disc(painter: QPainter, at: QPointF, radius: float, color: QColor) -> None:
    """A disc that fades to its edge."""
    gradient = QRadialGradient(at, radius)
    gradient.setColorAt(0.0, color)
    clear = QColor(color)
    clear.setAlpha(0)
    gradient.setColorAt(1.0, clear)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(gradient)
    painter.drawEllipse(at, radius, radius)
