"""What stands out in a text: variables, their values, stray braces.

Painted behind the text where it is seen. A format of the text would be one more piece to shape for each of them, and a
selection one more time to draw its line; a long paragraph pays for either at every key.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextCharFormat, QTextLayout, QTextLine

from stello_desktop.ui.preview.spans import in_units, units
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
}


class PlaceMarks[Form: Hashable]:
    """The marks of one box. Of a form count its background and the line below."""

    def __init__(self, box: TextBox) -> None:
        self._box = box
        self._places: list[tuple[int, int]] = []
        self._names: list[Form] = []
        self._length = 0
        self._two_ways = False
        self._forms: Mapping[Form, QTextCharFormat] = {}
        box.backdrop = self._paint

    @property
    def shown(self) -> tuple[tuple[str, Form], ...]:
        """The texts that stand out where they are seen, in their order, each with the name of its form."""
        text = self._box.text.encode("utf-16-le")
        seen = self._between(*self._box.visible_range())
        return tuple((text[2 * start : 2 * end].decode("utf-16-le"), form) for start, end, form in seen)

    def dress(self, forms: Mapping[Form, QTextCharFormat]) -> None:
        """How marks are painted from now on, by the names of their forms."""
        self._forms = forms
        self._box.viewport().update()

    def put(self, text: str, places: Iterable[tuple[int, int]] = (), names: Iterable[Form] = ()) -> None:
        """Mark these places of the text that stands in the box.

        Args:
            places: from the first to the last, in characters.
            names: of the form of each.
        """
        before, names_before, length = self._places, self._names, self._length
        self._places, self._names, self._length = list(in_units(text, places)), list(names), units(text)
        self._two_ways = not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None
        if names_before != self._names or not _went_along(before, self._places, self._length - length):
            self._box.viewport().update()

    def _between(self, first: int, last: int) -> Iterator[tuple[int, int, Form]]:
        every = zip(self._places, self._names, strict=True)
        seen = ((start, end, name) for (start, end), name in every if end >= first and start <= last)
        return islice(seen, MAX_MARKS)

    def _paint(self, painter: QPainter) -> None:
        if not self._places:
            return
        bars = self._box.horizontalScrollBar(), self._box.verticalScrollBar()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(*(-bar.value() for bar in bars))
        first, last = self._box.visible_range()
        for start, end, name in self._between(first, last):
            form = self._forms[name]
            for area in self._areas(max(start, first), min(end, last + 1)):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(form.background())
                painter.drawRoundedRect(area, _ROUND_PX, _ROUND_PX)
                _underline(painter, area, form)

    def _areas(self, start: int, end: int) -> Iterator[QRectF]:
        """Where the text from one place to another stands, line by line."""
        block = self._box.document().findBlock(start)
        while block.isValid() and block.position() < end:
            at, layout = block.position(), block.layout()
            begin, stop = (_composed(layout, place - at) for place in (start, end))
            for line, first, last in _lines_of(layout, max(begin, 0), stop):
                for left, right in _spans(line, first, last, two_ways=self._two_ways):
                    area = QRectF(left, line.y(), right - left, line.height())
                    yield area.translated(layout.position())
            block = block.next()


def _went_along(before: list[tuple[int, int]], after: list[tuple[int, int]], by: int) -> bool:
    """Whether all stayed or moved as the text behind a change did, which is painted by whoever changed it."""
    return len(before) == len(after) and all(
        old == new or (old[0] + by, old[1] + by) == new for old, new in zip(before, after, strict=True)
    )


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


def _underline(painter: QPainter, area: QRectF, form: QTextCharFormat) -> None:
    style = form.underlineStyle()
    bottom = area.bottom() - 1
    if style in _PENS:
        painter.setPen(QPen(form.underlineColor(), 1, _PENS[style]))
        painter.drawLine(QPointF(area.left(), bottom), QPointF(area.right(), bottom))
    elif style == QTextCharFormat.UnderlineStyle.WaveUnderline:
        painter.setPen(QPen(form.underlineColor(), 1))
        steps = range(round(area.width() / _WAVE_PX) + 1)
        painter.drawPolyline(
            [QPointF(area.left() + step * _WAVE_PX, bottom - step % 2 * _WAVE_PX) for step in steps]
        )
