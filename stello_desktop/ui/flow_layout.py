"""A row of widgets that goes on in a second row where there is no room, and words that wrap where one alone is wider."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QWidget

_ROOM_PX: Final = 2


class FlowLayout(QLayout):
    """Items from left to right, then below; hidden ones take no room.

    Args:
        at_right: whether each row ends at the right edge.
    """

    def __init__(self, parent: QWidget | None = None, gap_px: int = 8, *, at_right: bool = False) -> None:
        super().__init__(parent)
        self._at_right = at_right
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        self._gap_px = gap_px
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self._heights.clear()

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    @override
    def heightForWidth(self, width: int) -> int:
        """Asked for hundreds of times while nested layouts are worked out; counted once for each width."""
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return height

    @override
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    @override
    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + self._gap_px * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0))

    @override
    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in shown), default=0),
            max((size.height() for size in shown), default=0),
        )

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        area = rect.marginsRemoved(margins)
        y = area.y()
        for number, row in enumerate(self._rows(area.width())):
            y += self._gap_px if number else 0
            row_px = max(size.height() for _, size in row)
            if move:
                taken = sum(size.width() for _, size in row) + self._gap_px * (len(row) - 1)
                x = area.x() + (area.width() - taken if self._at_right else 0)
                for item, size in row:
                    item.setGeometry(QRect(QPoint(x, y + (row_px - size.height()) // 2), size))
                    x += size.width() + self._gap_px
            y += row_px
        return y - rect.y() + margins.bottom()

    def _rows(self, width_px: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """What fits beside each other; at least one item a row."""
        rows: list[list[tuple[QLayoutItem, QSize]]] = []
        x = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = _fitted(item, width_px)
            if not rows or x + size.width() > width_px:
                rows.append([])
                x = 0
            rows[-1].append((item, size))
            x += size.width() + self._gap_px
        return rows


def _fitted(item: QLayoutItem, width_px: int) -> QSize:
    """What an item takes; one that is wider than a whole row is made narrower, and taller where its words wrap."""
    size = item.sizeHint()
    if size.width() <= width_px:
        return size
    width = max(width_px, item.minimumSize().width())
    return QSize(width, item.heightForWidth(width) if item.hasHeightForWidth() else size.height())


class FlowingWords(QLabel):
    """Plain words in a `FlowLayout`: in one line where there is room, else in as many as it takes."""

    def __init__(self, words: str, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(words)
        self.setWordWrap(True)
        self.setProperty("textSize", "small")
        self.setProperty("tone", "muted")
        self.setObjectName(name)

    @override
    def sizeHint(self) -> QSize:
        self.ensurePolished()
        margins = self.contentsMargins()
        words_px = self.fontMetrics().horizontalAdvance(self.text())
        width = words_px + margins.left() + margins.right() + _ROOM_PX
        return QSize(width, self.heightForWidth(width))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(1, super().minimumSizeHint().height())
