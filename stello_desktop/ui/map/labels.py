"""Titles: measured once, wrapped to two lines by grapheme, kept as small pictures (I25)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap, QTextLayout, QTextOption

from stello_desktop.ui.theme import Theme

MAX_WIDTH_PX: Final = 148.0
_MAX_KEPT: Final = 4_000
_HALO_PX: Final = 3
_AROUND: Final = tuple(
    (dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if 0 < dx * dx + dy * dy < 2 * _HALO_PX
)
"""Where a title is drawn in the colour of the sky, so that a link behind it ends before its letters."""

type Tone = Literal["text", "muted", "faint"]


@dataclass(frozen=True, slots=True)
class Title:
    """A wrapped title; sizes in logical pixels."""

    lines: tuple[str, ...]
    widths: tuple[float, ...]
    width: float
    height: float


class LabelBook:
    """Measures and draws titles for one theme and one pixel ratio."""

    def __init__(self, theme: Theme, ratio: float = 1.0) -> None:
        self.theme = theme
        self.ratio = ratio
        self._fonts = [_font(theme, depth) for depth in range(3)]
        self._metrics = [QFontMetricsF(font) for font in self._fonts]
        self._titles: dict[tuple[str, int], Title] = {}
        self._pictures: OrderedDict[tuple[str, int, Tone], QPixmap] = OrderedDict()

    def measure(self, text: str, depth: int) -> tuple[float, float]:
        """Width and height of a label at its depth in the tree."""
        title = self.title(text, depth)
        return title.width, title.height

    def title(self, text: str, depth: int) -> Title:
        """The wrapped title."""
        level = min(depth, 2)
        found = self._titles.get((text, level))
        if found is None:
            if len(self._titles) > 8 * _MAX_KEPT:
                self._titles.clear()
            found = self._titles[text, level] = _wrap(text, self._fonts[level], self._metrics[level])
        return found

    def picture(self, text: str, depth: int, tone: Tone = "text") -> QPixmap:
        """The title with a soft edge in the colour of the sky; `_HALO_PX` larger on each side."""
        level = min(depth, 2)
        key = (text, level, tone)
        found = self._pictures.get(key)
        if found is None:
            found = self._pictures[key] = self._draw(self.title(text, depth), level, tone)
            if len(self._pictures) > _MAX_KEPT:
                self._pictures.popitem(last=False)
        return found

    def draw(self, painter: QPainter, text: str, depth: int, at: QPointF, tone: Tone = "text") -> None:
        """Draw a title whose upper left corner stands at a screen place."""
        ratio = self.ratio
        spot = QPointF(round((at.x() - _HALO_PX) * ratio) / ratio, round((at.y() - _HALO_PX) * ratio) / ratio)
        painter.drawPixmap(spot, self.picture(text, depth, tone))

    def _draw(self, title: Title, level: int, tone: Tone) -> QPixmap:
        ratio = self.ratio
        width, height = title.width + 2 * _HALO_PX, title.height + 2 * _HALO_PX
        picture = QPixmap(round(width * ratio + 1), round(height * ratio + 1))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setFont(self._fonts[level])
        line_height = title.height / len(title.lines)
        ascent = (line_height - self._metrics[level].height()) / 2 + self._metrics[level].ascent()
        halo = self.theme.color("ground", 0.55)
        for pen in (halo, self._color(tone, level)):
            painter.setPen(pen)
            shifts = _AROUND if pen is halo else ((0, 0),)
            for row, (line, wide) in enumerate(zip(title.lines, title.widths, strict=True)):
                x, y = _HALO_PX + (title.width - wide) / 2, _HALO_PX + row * line_height + ascent
                for dx, dy in shifts:
                    painter.drawText(QPointF(x + dx, y + dy), line)
        painter.end()
        return picture

    def _color(self, tone: Tone, level: int) -> QColor:
        if tone == "text":
            return self.theme.color("text", 1.0 if level < 2 else 0.92)  # noqa: PLR2004 - below the first level
        return self.theme.color("muted", 0.5 if tone == "faint" else 1.0)


def _font(theme: Theme, depth: int) -> QFont:
    if depth == 0:
        font = theme.font("base", bold=True)
        font.setPixelSize(round(15 * theme.scale))
        return font
    return theme.font("base", bold=True) if depth == 1 else theme.font("small")


def _wrap(text: str, font: QFont, metrics: QFontMetricsF) -> Title:
    """One line where it fits, else two of much the same width, the second elided; long words break anywhere."""
    height = max(metrics.height(), font.pixelSize() * (1.2 if text.isascii() else 1.4))
    wide = metrics.horizontalAdvance(text)
    if wide <= MAX_WIDTH_PX:
        return Title((text,), (wide,), wide, height)
    first, rest = _break(text, font, MAX_WIDTH_PX, QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    if metrics.horizontalAdvance(rest) <= MAX_WIDTH_PX:
        first, rest = _even(text, font, metrics) or (first, rest)
    second = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, MAX_WIDTH_PX)
    widths = (metrics.horizontalAdvance(first), metrics.horizontalAdvance(second))
    return Title((first, second), widths, max(widths), 2 * height)


def _even(text: str, font: QFont, metrics: QFontMetricsF) -> tuple[str, str] | None:
    """The narrowest two lines between whole words, so that no single letter stands alone; None where there are none."""
    width = metrics.horizontalAdvance(text) / 2
    while width < MAX_WIDTH_PX:
        first, rest = _break(text, font, width, QTextOption.WrapMode.WordWrap)
        if metrics.horizontalAdvance(first) <= width and metrics.horizontalAdvance(rest) <= width:
            return first, rest
        width += font.pixelSize()
    return None


def _break(text: str, font: QFont, width: float, mode: QTextOption.WrapMode) -> tuple[str, str]:
    """A line of at most this width, where there can be one, and what is left."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(mode)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    units = text.encode("utf-16-le")
    cut = 2 * line.textLength()
    layout.endLayout()
    first = units[:cut].decode("utf-16-le", "replace").rstrip()
    return first, units[cut:].decode("utf-16-le", "replace").lstrip()
