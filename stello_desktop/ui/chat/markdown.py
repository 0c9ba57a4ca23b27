"""Markdown tokens written into a document, with every format from the theme.

Nothing that a text can say leads to a file, a request or HTML: pictures become a chip with the name
of their host, tags stay as they were typed, and links are only shown (a click goes through
`ui.links`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)

from stello_desktop.ui.chat.code import coloured, language_label
from stello_desktop.ui.chat.document import (
    CODE_PAD_PX,
    CODE_TOP_PX,
    QUOTE_STEP_PX,
    BlockInfo,
    Rendered,
    SafeDocument,
)
from stello_desktop.ui.chat.inline_writing import InlineWriter
from stello_desktop.ui.chat.parsing import (
    close_open_marks,
    has_references,
    parse,
    split_links,
)
from stello_desktop.ui.chat.style import (
    CODE_LINE_HEIGHT,
    HEADING_LINE_HEIGHT,
    ChatStyle,
    InlineMarks,
)
from stello_desktop.ui.chat.tokens import is_tight, read_table
from stello_desktop.ui.reading import HAN_LINE_HEIGHT, LINE_HEIGHT, break_long_runs, is_han_heavy

if TYPE_CHECKING:
    from markdown_it.token import Token

PARAGRAPH_GAP_PX: Final = 8
_LIST_GAP_PX: Final = 6
_TIGHT_GAP_PX: Final = 3
_HEADING_GAP_PX: Final = 14
_MAX_COLUMNS: Final = 60
_MAX_DEPTH: Final = 12


@dataclass(slots=True)
class _Level:
    """One list or quote that the writer is inside of."""

    ordered: bool = False
    number: int = 1
    first: int = 1
    tight: bool = True
    quote: bool = False

    @property
    def indent_em(self) -> float:
        """Room for the markers; numbers of two digits need more."""
        return 1.7 + 0.5 * (len(str(max(1, self.number - 1))) - 1) if self.ordered else 1.7


def render(text: str, style: ChatStyle, *, references: str = "", unfinished: bool = False) -> Rendered:
    """A block of Markdown as a document.

    Args:
        text: the block.
        style: fonts and colours.
        references: a text whose link definitions count too.
        unfinished: the block is still growing; open marks are closed for showing.
    """
    shown = break_long_runs(text)
    if unfinished:
        shown = close_open_marks(shown)
    writer = BlockWriter(style, han=is_han_heavy(text))
    writer.write(parse(shown, references if has_references(references) else ""))
    return writer.rendered


def render_plain(text: str, style: ChatStyle, *, marks: InlineMarks | None = None) -> Rendered:
    """Text exactly as it was typed, its line breaks included; bare addresses can be clicked."""
    writer = BlockWriter(style, han=is_han_heavy(text))
    writer.write_plain(break_long_runs(text), marks or InlineMarks())
    return writer.rendered


class BlockWriter:
    """Writes tokens at the end of its document."""

    def __init__(self, style: ChatStyle, *, han: bool) -> None:
        self.rendered = Rendered(SafeDocument(style), style)
        self._inline = InlineWriter(self.rendered, style)
        self._style = style
        self._line_px = style.em_px * (HAN_LINE_HEIGHT if han else LINE_HEIGHT)
        self._cursor = QTextCursor(self.rendered.document)
        self._levels: list[_Level] = []
        self._marker = ""
        self._fresh = True
        self._groups = 0
        self._gap_px: float | None = None

    # -- blocks ---------------------------------------------------------------------------------

    def write(self, tokens: list[Token]) -> None:
        """Write all tokens of a parse."""
        self._cursor.beginEditBlock()
        index = 0
        while index < len(tokens):
            index = self._write_one(tokens, index)
        self.rendered.pad_code_at_edges()
        self._cursor.endEditBlock()

    def write_plain(self, text: str, marks: InlineMarks) -> None:
        """Write text as it is."""
        self._cursor.beginEditBlock()
        self._begin(BlockInfo())
        for part, link in split_links(text):
            self._inline.insert(self._cursor, part.replace("\n", "\u2028"), replace(marks, link=link))
        self._cursor.endEditBlock()

    def _write_one(self, tokens: list[Token], index: int) -> int:
        token = tokens[index]
        match token.type:
            case "paragraph_open":
                self._begin(BlockInfo())
            case "heading_open":
                self._begin(BlockInfo(), heading=int(token.tag[1]))
            case "inline":
                heading = int(tokens[index - 1].tag[1]) if tokens[index - 1].type == "heading_open" else 0
                self._inline.write(self._cursor, token.children or [], InlineMarks(heading=heading))
            case "fence" | "code_block" | "math_block":
                self.write_code(token.content, token.info)
            case "hr":
                self._begin(BlockInfo(rule=True))
            case "table_open":
                return self._write_table(tokens, index)
            case _:
                self._change_level(tokens, index)
        return index + 1

    def _change_level(self, tokens: list[Token], index: int) -> None:
        """Lists and quotes that begin or end."""
        token = tokens[index]
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                start = int(token.attrGet("start") or 1)
                ordered = token.type.startswith("ordered")
                self._levels.append(_Level(ordered, start, start, tight=is_tight(tokens, index)))
            case "blockquote_open":
                self._levels.append(_Level(quote=True, tight=False))
            case "bullet_list_close" | "ordered_list_close" | "blockquote_close":
                self._levels.pop()
            case "list_item_open":
                self._begin_item(tokens, index)
            case "list_item_close" if self._marker:
                self._begin(BlockInfo())

    def _begin_item(self, tokens: list[Token], index: int) -> None:
        level = self._levels[-1]
        if self._marker:
            self._begin(BlockInfo())
        if "task-list-item" in str(tokens[index].attrGet("class") or ""):
            inline = tokens[index + 2]
            checked = "checked=" in (inline.children or [inline])[0].content
            self._marker = "[x]" if checked else "[ ]"
        elif level.ordered:
            self._marker = f"{level.number}."
        else:
            self._marker = "•"
        level.number += 1

    def _indent_px(self) -> float:
        em = self._style.em_px
        left = 0.0
        for level in self._levels[:_MAX_DEPTH]:
            left += QUOTE_STEP_PX if level.quote else em * level.indent_em
        return left

    def _begin(
        self, info: BlockInfo, *, heading: int = 0, left_px: float | None = None, line_px: float = 0
    ) -> None:
        """Start a block with what the levels around it ask for."""
        info.marker, self._marker = self._marker, ""
        quotes = [index for index, level in enumerate(self._levels[:_MAX_DEPTH]) if level.quote]
        if quotes:
            info.quote_depth = len(quotes)
            outer = self._levels[: quotes[0]]
            info.quote_left_px = sum(self._style.em_px * 1.7 for _ in outer)
        left = self._indent_px() if left_px is None else left_px
        if heading:
            line_px = self._style.heading_px(heading) * HEADING_LINE_HEIGHT
        fmt = self._style.block(
            left_px=left, top_px=self._gap(heading=heading), line_px=line_px or self._line_px
        )
        if self._fresh:
            self._cursor.setBlockFormat(fmt)
            self._fresh = False
        else:
            self._cursor.insertBlock(fmt, QTextCharFormat())
        self.rendered.note(self._cursor.block(), info)

    def _gap(self, *, heading: int) -> float:
        if self._gap_px is not None:
            gap, self._gap_px = self._gap_px, None
            return gap
        if self._fresh:
            return 0
        if heading:
            return _HEADING_GAP_PX
        inner = next((level for level in reversed(self._levels) if not level.quote), None)
        if inner is None or not inner.tight:
            return PARAGRAPH_GAP_PX
        return _LIST_GAP_PX if len(self._levels) == 1 and inner.number == inner.first + 1 else _TIGHT_GAP_PX

    # -- code -----------------------------------------------------------------------------------

    def write_code(self, code: str, info: str) -> None:
        """A block of code on its ground, a line a block."""
        self._groups += 1
        label = language_label(info)
        lines = break_long_runs(code.rstrip("\n")).split("\n")
        if label:
            self._code_line(generated=True, first=True, last=False)
            self._cursor.insertText(label, self._style.label_chars())
        self._code_line(first=not label, last=len(lines) == 1)
        plain = self._style.chars(InlineMarks(code=True))
        number = 0
        for kind, text in coloured("\n".join(lines), info):
            fmt = self.code_format(kind, plain)
            for position, part in enumerate(text.split("\n")):
                if position:
                    number += 1
                    self._code_line(first=False, last=number >= len(lines) - 1)
                self._cursor.insertText(part, fmt)

    def begin_code(self, info: str) -> None:
        """The head of a block of code that is still growing."""
        self._groups += 1
        label = language_label(info)
        if label:
            self._code_line(generated=True, first=True, last=False)
            self._cursor.insertText(label, self._style.label_chars())
        self._code_line(first=not label, last=False)
        self.rendered.pad_code_at_edges()

    def append_code(self, text: str, info: str) -> None:
        """More of it: plain text, and each line coloured when it is finished."""
        plain = self._style.chars(InlineMarks(code=True))
        self._cursor.beginEditBlock()
        head, *lines = break_long_runs(text).split("\n")
        self._cursor.insertText(head, plain)
        for line in lines:
            self._colour_line(info, plain)
            self._code_line(first=False, last=False)
            self._cursor.insertText(line, plain)
        self._cursor.endEditBlock()

    def _colour_line(self, info: str, plain: QTextCharFormat) -> None:
        block = self._cursor.block()
        cursor = QTextCursor(block)
        position = block.position()
        for kind, text in coloured(block.text(), info):
            if kind:
                cursor.setPosition(position)
                cursor.setPosition(position + len(text), QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(self.code_format(kind, plain))
            position += len(text)

    def code_format(self, kind: str, plain: QTextCharFormat) -> QTextCharFormat:
        """The format of a run of code."""
        color = self._style.code_color(kind)
        if color is None:
            return plain
        fmt = QTextCharFormat(plain)
        fmt.setForeground(QBrush(color))
        if kind == "comment":
            fmt.setFontItalic(True)
        return fmt

    def _code_line(self, *, first: bool, last: bool, generated: bool = False) -> None:
        indent = self._indent_px()
        self._gap_px = self._gap(heading=0) + CODE_TOP_PX if first else 0
        self._begin(
            BlockInfo(code_group=self._groups, left_px=indent, generated=generated),
            left_px=indent + CODE_PAD_PX,
            line_px=self._style.em_px * CODE_LINE_HEIGHT,
        )
        fmt = self._cursor.blockFormat()
        fmt.setRightMargin(CODE_PAD_PX)
        if last:
            fmt.setBottomMargin(CODE_PAD_PX)
        self._cursor.setBlockFormat(fmt)

    # -- tables ---------------------------------------------------------------------------------

    def _write_table(self, tokens: list[Token], index: int) -> int:
        rows, aligns, end = read_table(tokens, index)
        columns = min(_MAX_COLUMNS, max(map(len, rows)))
        if self._marker:
            self._begin(BlockInfo())
        # Qt keeps an empty block before and after a table and gives it no height.
        self._cursor.insertBlock(QTextBlockFormat(), QTextCharFormat()) if not self._fresh else None
        self._fresh = False
        table = self._cursor.insertTable(len(rows), columns, self._table_format())
        for row_number, row in enumerate(rows):
            for column, cell in enumerate(row[:columns]):
                self._write_cell(table, row_number, column, cell, aligns[column])
        self._cursor = table.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._fresh = True
        self._gap_px = PARAGRAPH_GAP_PX
        return end

    def _write_cell(self, table: object, row: int, column: int, cell: Token, align: Qt.AlignmentFlag) -> None:
        place = table.cellAt(row, column)  # type: ignore[attr-defined]
        cursor = place.firstCursorPosition()
        fmt = self._style.block(line_px=self._line_px)
        fmt.setAlignment(align)
        cursor.setBlockFormat(fmt)
        self.rendered.note(cursor.block(), BlockInfo(cell=column))
        kept, self._cursor = self._cursor, cursor
        self._inline.write(self._cursor, cell.children or [], InlineMarks(bold=row == 0))
        self._cursor = kept

    def _table_format(self) -> QTextTableFormat:
        theme = self._style.theme
        fmt = QTextTableFormat()
        fmt.setBorder(1)
        fmt.setBorderBrush(QBrush(theme.color("line")))
        fmt.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        fmt.setBorderCollapse(True)
        fmt.setCellPadding(6)
        fmt.setCellSpacing(0)
        fmt.setHeaderRowCount(1)
        fmt.setLeftMargin(self._indent_px())
        fmt.setTopMargin(0 if self._fresh else PARAGRAPH_GAP_PX)
        fmt.setWidth(QTextLength())
        return fmt
