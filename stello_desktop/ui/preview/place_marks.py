"""What stands out in a text: variables, their values, stray braces.

Painted behind the text where it is seen. A format of the text would be one more piece to shape for each of them, and a
selection one more time to draw its line; a long paragraph pays for either at every key.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QPainter,
    QPen,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
)

from stello_desktop.ui.exact_text import text_between
from stello_desktop.ui.preview.spans import common_length, in_units, units
from stello_desktop.ui.preview.text_box import TextBox

MAX_MARKS: Final = 200
"""More than this are not painted at once; nobody reads them."""

_ROUND_PX: Final = 3
_WAVE_PX: Final = 2

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u200f\u202b\u202e\u2067\u2068\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)

_PENS: Final = {
    QTextCharFormat.UnderlineStyle.DotLine: Qt.PenStyle.DotLine,
    QTextCharFormat.UnderlineStyle.DashUnderline: Qt.PenStyle.DashLine,
    QTextCharFormat.UnderlineStyle.WaveUnderline: Qt.PenStyle.SolidLine,
}
_NO_LINE: Final = QPen(Qt.PenStyle.NoPen)


@dataclass(frozen=True, slots=True)
class _Look:
    """What is painted of a form: taken apart once, not at each key."""

    ground: QBrush
    line: QPen | None
    waved: bool

    @staticmethod
    def of(form: QTextCharFormat) -> _Look:
        style = form.underlineStyle()
        pen = QPen(form.underlineColor(), 1, _PENS[style]) if style in _PENS else None
        return _Look(form.background(), pen, style == QTextCharFormat.UnderlineStyle.WaveUnderline)


class PlaceMarks[Form: Hashable]:
    """The marks of one box. Of a form count its background and the line below."""

    def __init__(self, box: TextBox) -> None:
        self._box = box
        self._places: list[tuple[int, int]] = []
        self._names: list[Form] = []
        self._length = 0
        self._looks: Mapping[Form, _Look] = {}
        box.backdrop = self._paint

    @property
    def shown(self) -> tuple[tuple[str, Form], ...]:
        """The texts that stand out where they are seen, in their order, each with the name of its form."""
        text = self._box.text.encode("utf-16-le")
        seen = self._between(*self._box.visible_range())
        return tuple((text[2 * start : 2 * end].decode("utf-16-le"), form) for start, end, form in seen)

    def dress(self, forms: Mapping[Form, QTextCharFormat]) -> None:
        """How marks are painted from now on, by the names of their forms."""
        self._looks = {name: _Look.of(form) for name, form in forms.items()}
        self._box.viewport().update()

    def put(self, text: str, places: Iterable[tuple[int, int]] = (), names: Iterable[Form] = ()) -> None:
        """Mark these places of the text that stands in the box.

        Args:
            places: from the first to the last, in characters.
            names: of the form of each.
        """
        before, names_before, length = self._places, self._names, self._length
        self._places, self._names, self._length = list(in_units(text, places)), list(names), units(text)
        if names_before != self._names or not _went_along(before, self._places, self._length - length):
            self._box.viewport().update()

    def _between(self, first: int, last: int) -> Iterator[tuple[int, int, Form]]:
        begin = bisect_left(self._places, first, key=lambda place: place[1])
        for number in range(begin, min(begin + MAX_MARKS, len(self._places))):
            start, end = self._places[number]
            if start > last:
                return
            yield start, end, self._names[number]

    def _paint(self, painter: QPainter) -> None:
        if not self._places:
            return
        bars = self._box.horizontalScrollBar(), self._box.verticalScrollBar()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(*(-bar.value() for bar in bars))
        first, last = self._box.visible_range()
        two_ways = self._turns(first, last)
        for start, end, name in self._between(first, last):
            look = self._looks[name]
            for area in self._areas(max(start, first), min(end, last + 1), two_ways=two_ways):
                painter.setPen(_NO_LINE)
                painter.setBrush(look.ground)
                painter.drawRoundedRect(area, _ROUND_PX, _ROUND_PX)
                if look.line is not None:
                    painter.setPen(look.line)
                    _underline(painter, area, waved=look.waved)

    def _turns(self, first: int, last: int) -> bool:
        """Whether anything that is seen is written from right to left."""
        seen = text_between(self._box.document(), first, last)
        if not seen.isascii() and _RIGHT_TO_LEFT.search(seen) is not None:
            return True
        return any(
            block.textDirection() == Qt.LayoutDirection.RightToLeft for block in self._blocks(first, last)
        )

    def _blocks(self, start: int, end: int) -> Iterator[QTextBlock]:
        block = self._box.document().findBlock(start)
        while block.isValid() and block.position() < end:
            yield block
            block = block.next()

    def _areas(self, start: int, end: int, *, two_ways: bool) -> Iterator[QRectF]:
        """Where the text from one place to another stands, line by line."""
        for block in self._blocks(start, end):
            at, layout = block.position(), block.layout()
            begin, stop = (_composed(layout, place - at) for place in (start, end))
            for line, first, last in _lines_of(layout, max(begin, 0), stop):
                for left, right in _spans(line, first, last, two_ways=two_ways):
                    area = QRectF(left, line.y(), right - left, line.height())
                    yield area.translated(layout.position())


def _went_along(before: list[tuple[int, int]], after: list[tuple[int, int]], by: int) -> bool:
    """Whether all stayed or moved as the text behind a change did, which is painted by whoever changed it."""
    stayed = common_length(before, after)
    return [(start + by, end + by) for start, end in before[stayed:]] == after[stayed:]


def _composed(layout: QTextLayout, place: int) -> int:
    """A place of a paragraph among its letters and those that an input method only shows yet."""
    at = layout.preeditAreaPosition()
    return place + len(layout.preeditAreaText()) if 0 <= at <= place else place


def _lines_of(layout: QTextLayout, start: int, end: int) -> Iterator[tuple[QTextLine, int, int]]:
    """The lines of a paragraph with a text, and the part of it that is in each."""
    line = layout.lineForTextPosition(start)
    while line.isValid() and line.textStart() < end:
        yield line, max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if line.lineNumber() + 1 == layout.lineCount():
            return
        line = layout.lineAt(line.lineNumber() + 1)


def _spans(line: QTextLine, start: int, end: int, *, two_ways: bool) -> Iterator[tuple[float, float]]:
    """From where to where a part of a line reaches; in several pieces where it is written in both directions."""
    if two_ways:
        for run in line.glyphRuns(start, end - start):
            ink = run.boundingRect()
            yield ink.left(), ink.right()
    else:
        left, right = (cast("tuple[float, int]", line.cursorToX(place))[0] for place in (start, end))
        yield left, right


def _underline(painter: QPainter, area: QRectF, *, waved: bool) -> None:
    bottom = area.bottom() - 1
    if waved:
        steps = range(round(area.width() / _WAVE_PX) + 1)
        painter.drawPolyline(
            [QPointF(area.left() + step * _WAVE_PX, bottom - step % 2 * _WAVE_PX) for step in steps]
        )
    else:
        painter.drawLine(QPointF(area.left(), bottom), QPointF(area.right(), bottom))
