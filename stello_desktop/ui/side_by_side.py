"""How a list and what is chosen in it share a page: side by side, or one at a time where there is no room for both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, frame
from stello_desktop.ui.page_frame import frame_page

NARROW_PX: Final = 600
"""Width of the page at 100 % text size below which only one of them is seen."""

_LIST_PX: Final = 260
_COLUMN_EM: Final = 54


class SideBySide(QWidget):
    """The two sides.

    Args:
        back: the name of the button that leads back to the list.
        splitter: the name of what stands between them.

    Signals:
        places_changed: the person moved the splitter.
        back_requested: from the editor to the list, where only one of them is seen.
    """

    places_changed = Signal()
    back_requested = Signal()

    def __init__(self, back: str, splitter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list: QWidget = QWidget()
        self._narrow = self._editing = False
        self._scale = theme.current().scale
        self._column = QWidget()
        self._back = button(kind="quiet", icon="chevron_left", name=back)
        self._back.hide()
        self._part: QWidget | None = None
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 22, 0, 28)
        column.setSpacing(8)
        column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        self._parts = QVBoxLayout()  # not a stack, which measures all of its pages to show one
        column.addLayout(self._parts, 1)
        self._right = frame("surface")
        self._area = frame_page(self._right, QWidget(), self._column, side_px=28)
        self._right.setMinimumWidth(260)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setObjectName(splitter)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self._list)
        self._splitter.addWidget(self._right)
        self._splitter.setStretchFactor(1, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._splitter)
        self._splitter.splitterMoved.connect(lambda *_: self.places_changed.emit())
        self._back.clicked.connect(self._go_back)
        self.put_words()

    # -- what is in it; parts are put in one by one, since what is styled as a whole is a stall

    def put_list(self, listing: QWidget) -> None:
        """The left side."""
        listing.setMinimumWidth(180)
        self._splitter.replaceWidget(0, listing)
        self._list.deleteLater()
        self._list = listing
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setSizes([round(_LIST_PX * self._scale), 1000])
        self._show_sides()

    def put_part(self, part: QWidget) -> None:
        """One more that may stand at the right; the first one does."""
        if self._part is None:
            self._part = part
        else:
            part.hide()
        self._parts.addWidget(part)

    @property
    def part(self) -> QWidget | None:
        """What stands at the right."""
        return self._part

    def show_part(self, part: QWidget) -> None:
        """Only the part that is seen takes room; the focus does not stay in one that goes."""
        before = self._part
        if before is part:
            return
        focused = QApplication.focusWidget()
        held = before is not None and focused is not None and before.isAncestorOf(focused)
        self._part = part
        self._column.setUpdatesEnabled(False)
        part.show()
        if held:
            last: QWidget | None = part.focusWidget()
            (next(tab_stops(part), part) if last is None else last).setFocus()
        if before is not None:
            before.hide()
        self._column.setUpdatesEnabled(True)

    def go_to_top(self) -> None:
        """Something else is read from its beginning."""
        self._area.verticalScrollBar().setValue(0)

    # -- which side is seen

    @property
    def narrow(self) -> bool:
        """Whether only one of them is seen."""
        return self._narrow

    def go_to_editor(self) -> None:
        """Leave the list, where only one of them is seen."""
        self._editing = True
        self._show_sides()

    def _go_back(self) -> None:
        self._editing = False
        self._show_sides()
        self.back_requested.emit()

    def _show_sides(self) -> None:
        self._list.setVisible(not self._narrow or not self._editing)
        self._right.setVisible(not self._narrow or self._editing)
        self._back.setVisible(self._narrow)

    def read_places(self) -> list[int]:
        """Widths as JSON values."""
        return self._splitter.sizes()

    def put_places(self, saved: Any) -> None:
        """Stand as the person left it; anything unreadable is left out."""
        if isinstance(saved, list) and all(isinstance(size, int) and size > 0 for size in saved):
            self._splitter.setSizes(saved)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        self._column.setMaximumWidth(theme.current().px("base") * _COLUMN_EM)
        narrow = self.width() / theme.current().scale < NARROW_PX
        if narrow is not self._narrow:
            self._narrow = narrow
            self._stay_where_the_focus_is()
            self._show_sides()

    def _stay_where_the_focus_is(self) -> None:
        """Of two sides the one that the person is in stays; nothing is chosen or marked for them in the other."""
        focused = QApplication.focusWidget()
        if focused is not None and self._list.isAncestorOf(focused):
            self._editing = False
        elif focused is not None and self._right.isAncestorOf(focused):
            self._editing = True

    def put_back_words(self, words: str, described: str) -> None:
        """What the button says, and what it says to a screen reader."""
        self._back.setText(words)
        self._back.setAccessibleName(described)

    def put_words(self) -> None:
        """Read the words again; for `put_back_words`."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_list"):
            self.put_words()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_list"):
            self._scale = scale_first(self._splitter, self._scale)
            self._measure()


def scale_first(splitter: QSplitter, before: float) -> float:
    """Give the first part as much more or less room as its words take now; gives the text size of now."""
    now, sizes = theme.current().scale, splitter.sizes()
    if now != before and sizes and sizes[0] > 0:
        splitter.setSizes([round(sizes[0] * now / before), *sizes[1:]])
    return now


def tab_stops(part: QWidget) -> Iterator[QWidget]:
    """Where Tab stops inside a part, in its order."""
    widget = part.nextInFocusChain()
    while widget is not None and widget is not part:
        tabs = bool(widget.focusPolicy().value & 1)
        if part.isAncestorOf(widget) and tabs and widget.isVisibleTo(part) and widget.isEnabled():
            yield widget
        widget = widget.nextInFocusChain()
