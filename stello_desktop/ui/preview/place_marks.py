"""What stands out in a text: variables, their values, stray braces.

Drawn over the text where it is seen, as a selection is. A format of the text itself would be one more piece to shape
for each of them, which a long paragraph pays at every key.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Final, NamedTuple, override

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from stello_desktop.ui.preview.spans import in_units
from stello_desktop.ui.preview.text_box import TextBox

MAX_MARKS: Final = 200
"""More than this are not drawn at once; nobody reads them."""

_AROUND: Final = 1_000
"""So far beyond what is seen, in Qt's units, that scrolling finds them there already."""


class Mark[Form: Hashable](NamedTuple):
    """A place that stands out, in characters, and the name of the form that it is drawn in."""

    start: int
    end: int
    form: Form


class PlaceMarks[Form: Hashable](QObject):
    """The marks of one box; those that only moved along with the text are left alone."""

    def __init__(self, box: TextBox) -> None:
        super().__init__(box)
        self._box = box
        self._text = ""
        self._marks: tuple[Mark[Form], ...] = ()
        self._forms: Mapping[Form, QTextCharFormat] = {}
        self._drawn: list[tuple[QTextCursor, Form]] = []
        self._soon = QTimer(self, singleShot=True, interval=0)  # once the lines have their places
        self._soon.timeout.connect(self._draw)
        box.viewport().installEventFilter(self)
        box.verticalScrollBar().valueChanged.connect(lambda _value: self._soon.start())

    @property
    def shown(self) -> tuple[tuple[str, Form], ...]:
        """The texts that stand out, in their order, each with the name of its form."""
        return tuple((cursor.selectedText(), form) for cursor, form in self._drawn)

    def dress(self, forms: Mapping[Form, QTextCharFormat]) -> None:
        """How marks are drawn from now on, by the names of their forms."""
        self._forms = forms
        self._draw(anew=True)

    def put(self, text: str, marks: Iterable[Mark[Form]]) -> None:
        """Mark these places of the text that stands in the box, from the first to the last."""
        self._text, self._marks = text, tuple(marks)
        self._draw()

    def forget(self) -> None:
        """Another text follows."""
        self._text, self._marks, self._drawn = "", (), []
        self._box.setExtraSelections([])

    def _draw(self, *, anew: bool = False) -> None:
        wanted = self._seen()
        there = [(cursor.selectionStart(), cursor.selectionEnd(), form) for cursor, form in self._drawn]
        if wanted == there and not anew:
            return
        self._drawn = []
        selections: list[QTextEdit.ExtraSelection] = []
        for start, end, form in wanted:
            cursor = QTextCursor(self._box.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, self._forms[form]
            self._drawn.append((cursor, form))
            selections.append(mark)
        self._box.setExtraSelections(selections)

    def _seen(self) -> list[tuple[int, int, Form]]:
        """Those that are seen or near, as Qt counts them."""
        if not self._marks:
            return []
        first, last = self._box.visible_range()
        first, last = first - _AROUND, last + _AROUND
        places = in_units(self._text, [(mark.start, mark.end) for mark in self._marks])
        near = [
            (start, end, mark.form)
            for (start, end), mark in zip(places, self._marks, strict=True)
            if end >= first and start <= last
        ]
        return near[:MAX_MARKS]

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._soon.start()
        return False
