"""Rows of widgets for any number of things: a page of them at a time, made a few at once.

A text of a thousand variables is pasted as quickly as any other, and a trash of a thousand deletions opens as quickly
as an empty one: nobody reads a thousand rows, and to make their widgets would be a stall of seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, QLocale, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from stello_desktop.ui.controls import describe, plain_label, tool_button
from stello_desktop.ui.i18n import filled

PAGE_ROWS: Final = 20
AT_ONCE: Final = 3
"""So many rows are made in one turn of the loop; more would be longer than a frame."""


class Pager(QWidget):
    """Which of many rows are seen, and the way to those before and after; takes no room where all are.

    Signals:
        turned: other rows are to be seen.
    """

    turned = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first = self._count = 0
        self._where = plain_label(size="small", tone="muted", name=f"{name}Where")
        self._back = tool_button("chevron_left", name=f"{name}Back", size_px=14)
        self._on = tool_button("chevron_right", name=f"{name}On", size_px=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(4)
        row.addStretch(1)
        for part in (self._where, self._back, self._on):
            row.addWidget(part)
        self._back.clicked.connect(lambda: self._turn(-PAGE_ROWS))
        self._on.clicked.connect(lambda: self._turn(PAGE_ROWS))
        self._put_words()
        self.hide()

    @property
    def buttons(self) -> tuple[QWidget, QWidget]:
        """The ways to the rows before and after, in the order of Tab."""
        return self._back, self._on

    def put_count(self, count: int) -> None:
        """There are so many rows now."""
        last_page = max(0, count - 1) // PAGE_ROWS * PAGE_ROWS
        self._count, self.first = count, min(self.first, last_page)
        self.setVisible(count > PAGE_ROWS)
        self._say()

    def _turn(self, rows: int) -> None:
        self.first += rows
        self._say()
        self.turned.emit()

    def _say(self) -> None:
        last = min(self.first + PAGE_ROWS, self._count)
        locale = QLocale()
        numbers = (locale.toString(number) for number in (self.first + 1, last, self._count))
        self._where.setText(filled(self.tr("%1 to %2 of %3"), *numbers))
        for way, other, there in (
            (self._back, self._on, self.first > 0),
            (self._on, self._back, last < self._count),
        ):
            if not there and way.hasFocus():
                other.setEnabled(True)
                other.setFocus()
            way.setEnabled(there)

    def _put_words(self) -> None:
        describe(self._back, self.tr("The rows before these"))
        describe(self._on, self.tr("The rows after these"))
        self._say()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()


class RowsInParts[Row, Item]:
    """Fills rows with the things of one page; rows are kept, so that nothing moves under somebody who types.

    Args:
        pager: where the person turns the page.
        make: one more row, by its number.
        show: a thing in a row.
        hide: a row is not wanted any more.
        at_once: so many rows are made in one turn of the loop.
    """

    def __init__(
        self,
        pager: Pager,
        make: Callable[[int], Row],
        show: Callable[[Row, Item], None],
        hide: Callable[[Row], None],
        *,
        at_once: int = AT_ONCE,
    ) -> None:
        self._pager = pager
        self._at_once = at_once
        self._make, self._show, self._hide = make, show, hide
        self._rows: list[Row] = []
        self._shown = 0
        self.items: Sequence[Item] = ()
        self._soon = QTimer(pager, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fill)
        pager.turned.connect(self._fill)

    @property
    def shown(self) -> Sequence[tuple[Row, Item]]:
        """The rows that are seen now, with what is in them."""
        return tuple(zip(self._rows[: self._shown], self.items[self._pager.first :], strict=False))

    def make_first(self) -> None:
        """The first row takes its place in the order of Tab, and all others follow it."""
        self._rows.append(self._make(0))
        self._hide(self._rows[0])

    def put(self, items: Sequence[Item]) -> None:
        """Show these."""
        self.items = items
        self._pager.put_count(len(items))
        self._fill()

    def _fill(self) -> None:
        """What there are rows for, and a few more rows; the rest follows while nobody waits."""
        page = self.items[self._pager.first : self._pager.first + PAGE_ROWS]
        for number in range(len(self._rows), min(len(page), len(self._rows) + self._at_once)):
            self._rows.append(self._make(number))
        before, self._shown = self._shown, min(len(page), len(self._rows))
        for row, item in zip(self._rows, page, strict=False):
            self._show(row, item)
        for row in self._rows[self._shown : before]:
            self._hide(row)
        if self._shown < len(page):
            self._soon.start()
