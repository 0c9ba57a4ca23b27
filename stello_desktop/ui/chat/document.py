"""One piece of the transcript as a document that can neither load nor run anything.

Markers of lists, bars of quotes, grounds of code and lines are painted around the text from what is
known about each block, so that they need no characters of their own in the document.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QBrush,
    QFontMetricsF,
    QImage,
    QPainter,
    QPalette,
    QPen,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextLine,
    QTextOption,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stello_desktop.ui.chat.style import ChatStyle

CODE_PAD_PX: Final = 12
CODE_TOP_PX: Final = 7
"""Less above than below: Qt puts the free room of a line above its text."""
QUOTE_STEP_PX: Final = 14
_CHIP_PAD_PX: Final = 2


class SafeDocument(QTextDocument):
    """A document whose resources are always an empty picture (T1, T2).

    Returning anything but a `QImage` makes Qt open the named file itself.
    """

    def __init__(self, style: ChatStyle) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.setDefaultFont(style.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setDefaultTextOption(option)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: ARG002
        """Nothing is ever loaded."""
        return QImage()


@dataclass(slots=True)
class BlockInfo:
    """What is painted and copied around one block of text.

    Attributes:
        marker: of a list item: ``•``, ``3.``, or ``[ ]`` and ``[x]`` for a task.
        quote_depth: how many bars stand before it; they begin at ``quote_left_px``.
        code_group: blocks of one block of code share a number above 0.
        left_px: where the ground of the code begins.
        generated: a word of ours, never copied.
        cell: column in a table, or -1.
    """

    marker: str = ""
    quote_depth: int = 0
    quote_left_px: float = 0
    code_group: int = 0
    left_px: float = 0
    rule: bool = False
    generated: bool = False
    cell: int = -1


@dataclass(slots=True)
class Chip:
    """A run with a ground of its own: inline code or the name of a picture."""

    start: int
    length: int


@dataclass
class Rendered:
    """A laid out piece: text and its decorations."""

    document: SafeDocument
    style: ChatStyle
    infos: list[BlockInfo] = field(default_factory=list)
    chips: list[Chip] = field(default_factory=list)
    open_top: bool = False
    open_bottom: bool = False

    def note(self, block: QTextBlock, info: BlockInfo) -> None:
        """Remember what belongs to a block."""
        block.setUserState(len(self.infos))
        self.infos.append(info)

    def info(self, block: QTextBlock) -> BlockInfo:
        """What belongs to a block."""
        state = block.userState()
        return self.infos[state] if 0 <= state < len(self.infos) else BlockInfo()

    def lay_out(self, width_px: float) -> float:
        """Wrap to a width; gives the height, grounds included."""
        if self.document.textWidth() != width_px:
            self.document.setTextWidth(width_px)
        return math.ceil(self.document.size().height())

    def pad_code_at_edges(self) -> None:
        """Qt leaves out margins above the first and below the last block; grounds need them."""
        frame = self.document.rootFrame()
        fmt = frame.frameFormat()
        fmt.setTopMargin(CODE_TOP_PX if self.info(self.document.firstBlock()).code_group else 0)
        fmt.setBottomMargin(CODE_PAD_PX if self.info(self.document.lastBlock()).code_group else 0)
        frame.setFrameFormat(fmt)

    def blocks(self) -> Iterator[QTextBlock]:
        """All blocks in order."""
        block = self.document.firstBlock()
        while block.isValid():
            yield block
            block = block.next()

    def paint(self, painter: QPainter, clip: QRectF, selection: tuple[int, int] | None) -> None:
        """Draw at the painter's origin; ``selection`` is a range of positions."""
        self._paint_grounds(painter, clip)
        theme = self.style.theme
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = clip
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, theme.color("text"))
        context.palette = palette
        if selection is not None and selection[0] < selection[1]:
            chosen = QAbstractTextDocumentLayout.Selection()
            cursor = QTextCursor(self.document)
            cursor.setPosition(selection[0])
            cursor.setPosition(selection[1], QTextCursor.MoveMode.KeepAnchor)
            chosen.cursor = cursor
            chosen.format.setBackground(QBrush(theme.color("accent", 0.35)))
            context.selections = [chosen]
        self.document.documentLayout().draw(painter, context)

    def _paint_grounds(self, painter: QPainter, clip: QRectF) -> None:
        layout = self.document.documentLayout()
        group, ground = 0, QRectF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        above: tuple[int, float] = (0, 0.0)
        for block in self.blocks():
            info = self.info(block)
            if info.code_group != group and group:
                self._paint_code_ground(painter, ground)
                group = 0
            if not (info.code_group or info.marker or info.quote_depth or info.rule):
                above = (0, 0.0)
                continue
            rect = layout.blockBoundingRect(block)
            bars_from, above = above, (info.quote_depth, rect.bottom())
            if info.code_group:
                box = QRectF(
                    info.left_px, rect.top(), self.document.textWidth() - info.left_px, rect.height()
                )
                ground = ground.united(box) if group else box
                group = info.code_group
            if rect.bottom() < clip.top() or rect.top() > clip.bottom():
                continue
            self._paint_bars(painter, info, rect, bars_from)
            self._paint_beside(painter, block, info, rect)
        if group:
            self._paint_code_ground(painter, ground)
        self._paint_chips(painter, clip)

    def _paint_code_ground(self, painter: QPainter, ground: QRectF) -> None:
        theme = self.style.theme
        box = ground.adjusted(0.5, 0.5 - CODE_TOP_PX, -0.5, CODE_PAD_PX - 0.5)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(self.style.code_ground)
        painter.drawRoundedRect(box, 8, 8)

    def _paint_bars(self, painter: QPainter, info: BlockInfo, rect: QRectF, above: tuple[int, float]) -> None:
        """The bars of quotes; they go on from the block ``above`` (its depth and lower edge)."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.style.theme.color("line_strong", 0.7))
        for depth in range(info.quote_depth):
            left = info.quote_left_px + depth * QUOTE_STEP_PX
            top = above[1] if depth < above[0] else rect.top()
            painter.drawRect(QRectF(left, top, 3, rect.bottom() - top))

    def _paint_beside(self, painter: QPainter, block: QTextBlock, info: BlockInfo, rect: QRectF) -> None:
        theme = self.style.theme
        if info.rule:
            painter.setPen(QPen(theme.color("line"), 1))
            middle = round(rect.center().y()) + 0.5
            painter.drawLine(QPointF(rect.left(), middle), QPointF(self.document.textWidth(), middle))
        if info.marker:
            self._paint_marker(painter, block, info.marker, rect)

    def _paint_marker(self, painter: QPainter, block: QTextBlock, marker: str, rect: QRectF) -> None:
        lines = block.layout()
        if lines.lineCount() == 0:
            return
        line = lines.lineAt(0)
        left = block.blockFormat().leftMargin()
        baseline = rect.top() + line.y() + line.ascent()
        theme = self.style.theme
        em = self.style.em_px
        if marker in {"[ ]", "[x]"}:
            _paint_box(
                painter, self.style, QPointF(left - em * 1.45, baseline - em * 0.82), checked=marker == "[x]"
            )
        elif marker == "•":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("muted"))
            size = max(4.0, em * 0.34)
            painter.drawEllipse(QRectF(left - em * 0.95, baseline - em * 0.36 - size / 2, size, size))
        else:
            painter.setPen(theme.color("muted"))
            painter.setFont(self.style.font)
            width = QFontMetricsF(self.style.font).horizontalAdvance(marker)
            painter.drawText(QPointF(left - em * 0.5 - width, baseline), marker)

    def _paint_chips(self, painter: QPainter, clip: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.style.theme.color("text", 0.09))
        for chip in self.chips:
            for rect in self.rects_of(chip.start, chip.length):
                if rect.bottom() >= clip.top() and rect.top() <= clip.bottom():
                    painter.drawRoundedRect(rect.adjusted(-_CHIP_PAD_PX, -1, _CHIP_PAD_PX, 1), 4, 4)

    def rects_of(self, start: int, length: int) -> list[QRectF]:
        """Where a run of characters stands, one rectangle for each line."""
        block = self.document.findBlock(start)
        lines = block.layout()
        corner = self.document.documentLayout().blockBoundingRect(block).topLeft()
        first, last = start - block.position(), start + length - block.position()
        found: list[QRectF] = []
        for number in range(lines.lineCount()):
            line = lines.lineAt(number)
            begin = max(first, line.textStart())
            end = min(last, line.textStart() + line.textLength())
            if begin >= end:
                continue
            left_x, right_x = _x_of(line, begin), _x_of(line, end)
            top = corner.y() + line.y() + line.ascent() - self.style.em_px
            found.append(QRectF(corner.x() + left_x, top, right_x - left_x, self.style.em_px * 1.3))
        return found

    def end_point(self) -> QPointF:
        """Where the last character ends: right edge and baseline."""
        block = self.document.lastBlock()
        if not block.text() and block.userState() < 0 and block.previous().isValid():
            block = block.previous()  # Qt's own empty block after a table.
        corner = self.document.documentLayout().blockBoundingRect(block).topLeft()
        lines = block.layout()
        if lines.lineCount() == 0:
            return corner
        line = lines.lineAt(lines.lineCount() - 1)
        x = _x_of(line, block.length() - 1)
        return QPointF(corner.x() + x, corner.y() + line.y() + line.ascent())

    def text_between(self, start: int, end: int) -> str:
        """The plain text of a range, with markers of lists and tabs between cells."""
        parts: list[str] = []
        block = self.document.findBlock(start)
        previous: BlockInfo | None = None
        while block.isValid() and block.position() <= end:
            info = self.info(block)
            if not info.generated and not (info.cell < 0 and not block.text() and self._beside_table(block)):
                low = max(start - block.position(), 0)
                high = min(end - block.position(), block.length() - 1)
                if previous is not None:
                    parts.append("\t" if info.cell > 0 and previous.cell >= 0 else "\n")
                if info.marker and low == 0:
                    parts.append(info.marker + " ")
                parts.append(block.text()[low:high].replace("\u2028", "\n").replace("\xa0", " "))
                previous = info
            block = block.next()
        return "".join(parts)

    def _beside_table(self, block: QTextBlock) -> bool:
        if block.userState() >= 0:
            return False
        before, after = block.previous(), block.next()
        return (before.isValid() and self.info(before).cell >= 0) or (
            after.isValid() and self.info(after).cell >= 0
        )

    def code_at(self, point: QPointF) -> str:
        """The block of code at a point, as it was written; empty where there is none."""
        position = self.document.documentLayout().hitTest(point, Qt.HitTestAccuracy.FuzzyHit)
        group = self.info(self.document.findBlock(max(0, position))).code_group
        if not group:
            return ""
        lines = [
            block.text()
            for block in self.blocks()
            if self.info(block).code_group == group and not self.info(block).generated
        ]
        return "\n".join(lines)

    @property
    def end(self) -> int:
        """The last position."""
        return self.document.characterCount() - 1


def _x_of(line: QTextLine, position: int) -> float:
    """Where a character begins; the binding gives the position back as well."""
    found: Any = line.cursorToX(position)
    return float(found[0] if isinstance(found, tuple) else found)


def _paint_box(painter: QPainter, style: ChatStyle, corner: QPointF, *, checked: bool) -> None:
    """The box of a task."""
    theme = style.theme
    side = round(style.em_px * 0.92)
    box = QRectF(round(corner.x()) + 0.5, round(corner.y()) + 0.5, side, side)
    if checked:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QPen(theme.color("on_accent"), 1.8, c=Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(
            [
                QPointF(box.left() + side * 0.22, box.top() + side * 0.52),
                QPointF(box.left() + side * 0.42, box.top() + side * 0.72),
                QPointF(box.left() + side * 0.78, box.top() + side * 0.28),
            ]
        )
    else:
        painter.setPen(QPen(theme.color("line_strong"), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
