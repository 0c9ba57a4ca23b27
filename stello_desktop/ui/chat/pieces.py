"""The parts that an entry is laid out in: documents that are made when they come into view, and cards.

Until a piece has been seen its height is an estimate from its length; the canvas keeps what the person
looks at in place when an estimate is corrected.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Final, override

from stello_desktop.ui.chat.bounds import MAX_COST, SURELY_CHEAP_CHARS, inline_cost, too_wide
from stello_desktop.ui.chat.markdown import render, render_plain
from stello_desktop.ui.chat.style import ChatStyle, InlineMarks

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from stello_desktop.ui.chat.document import Rendered

MAX_PIECE_CHARS: Final = 12_000
MAX_DEAR_CHARS: Final = 3_000
"""Qt itself takes 4 ms to lay out a thousand brackets."""

MAX_CODE_LINES: Final = 150
MAX_TABLE_ROWS: Final = 50
MAX_LINES: Final = 120
MAX_FOLDED_CHARS: Final = 200_000
_FENCE: Final = re.compile(r"\n*+ {0,3}+(`{3,}+|~{3,}+)([^\n]*+)\n")
_DELIMITER: Final = re.compile(r"[\s|:-]++")


class Setting(Enum):
    """How a piece of text is set."""

    MARKDOWN = "markdown"
    PLAIN = "plain"
    QUIET = "quiet"
    LITERAL = "literal"


class Piece:
    """Something with a height."""

    gap_px: float = 8

    def __init__(self) -> None:
        self.height_px: float = 0
        self.width_px: float = -1
        self.x_px: float = 0

    def estimate(self, width_px: float, style: ChatStyle) -> float:
        """A height before it was laid out."""
        raise NotImplementedError


class TextPiece(Piece):
    """A block of text."""

    def __init__(
        self,
        source: str,
        setting: Setting = Setting.MARKDOWN,
        *,
        references: str = "",
        unfinished: bool = False,
    ) -> None:
        super().__init__()
        self.source = source
        self.setting = setting
        self.unfinished = unfinished
        self.references = references
        self.rendered: Rendered | None = None
        if setting is Setting.MARKDOWN and source.lstrip("\n").startswith("#"):
            self.gap_px = 16

    def render(self, style: ChatStyle) -> Rendered:
        """Its document, made on first use."""
        if self.rendered is None:
            self.rendered = self._make(style)
        return self.rendered

    def _make(self, style: ChatStyle) -> Rendered:
        if self.setting is Setting.MARKDOWN:
            if too_wide(self.source):
                return render_plain(self.source, style)
            try:
                return render(self.source, style, references=self.references, unfinished=self.unfinished)
            except (RecursionError, MemoryError, ValueError, IndexError, KeyError, TypeError):
                # One message that cannot be set must not take the window with it (row 80).
                return render_plain(self.source, style)
        if self.setting is Setting.LITERAL:
            return render_plain(self.source, style, marks=InlineMarks(code=True, muted=True))
        return render_plain(self.source, style, marks=InlineMarks(muted=self.setting is Setting.QUIET))

    @override
    def estimate(self, width_px: float, style: ChatStyle) -> float:
        em = style.em_px
        per_line = max(12.0, width_px / (em * 0.53))
        lines = self.source.count("\n") + 1 + len(self.source) / per_line * 0.85
        return round(lines * em * 1.5)


class CardPiece(Piece):
    """A widget that is made when it comes into view."""

    gap_px = 12

    def __init__(
        self,
        make: Callable[[QWidget], QWidget],
        guess_px: float = 74,
        renew: Callable[[QWidget], None] | None = None,
    ) -> None:
        super().__init__()
        self._make = make
        self._renew = renew
        self._guess_px = guess_px
        self.widget: QWidget | None = None

    def show_in(self, parent: QWidget) -> QWidget:
        """The widget, made on first use; it shows once it is put where it belongs.

        Qt shows a child that nobody has hidden as soon as its parent comes up, and many are made while the
        conversation is out of sight.
        """
        if self.widget is None:
            self.widget = self._make(parent)
            self.widget.hide()
        return self.widget

    def renew(self) -> None:
        """Let the widget say what is true now, where it can."""
        if self.widget is not None and self._renew is not None:
            self._renew(self.widget)

    def drop(self) -> None:
        """Take the widget away; it can be made again."""
        if self.widget is not None:
            self.widget.hide()
            self.widget.deleteLater()
            self.widget = None

    @override
    def estimate(self, width_px: float, style: ChatStyle) -> float:
        return self._guess_px


class FoldPiece(Piece):
    """A quiet line that opens to show more: what the model thought, or what a tool was asked."""

    def __init__(
        self, title: str, body: str, *, literal: bool = False, failed: bool = False, picture: str = ""
    ) -> None:
        super().__init__()
        self.picture = picture
        self.title = title
        self.body = body
        self.failed = failed
        self.open = False
        self._literal = literal

    @property
    def opens(self) -> bool:
        """Whether there is something behind the line."""
        return bool(self.body)

    def inner_pieces(self) -> list[TextPiece]:
        """What is behind it, while it is open."""
        if not self.open:
            return []
        setting = Setting.LITERAL if self._literal else Setting.QUIET
        return [TextPiece(part, setting) for part in cut_lines(self.body[:MAX_FOLDED_CHARS], 60)]

    def line_px(self, style: ChatStyle) -> float:
        """The height of the quiet line itself."""
        return round(style.em_px * 1.8)

    @override
    def estimate(self, width_px: float, style: ChatStyle) -> float:
        return self.line_px(style)


class MorePiece(FoldPiece):
    """Stands where a very long message was cut for showing; a click shows more of it."""

    def __init__(self, title: str) -> None:
        super().__init__(title, "…")

    @override
    def inner_pieces(self) -> list[TextPiece]:
        return []


def text_pieces(block: str, references: str = "") -> list[TextPiece]:
    """A finished block as pieces of a size that can be laid out within a frame (row 73)."""
    return [TextPiece(part, references=references) for part in cut_block(block)]


def cut_block(block: str) -> list[str]:
    """A block whole, or a very large one in parts that each stand alone: code, rows, or runs of lines.

    The parts of a growing block stay the same, but for the last.
    """
    count = block.count("\n")
    size = len(block)
    cheap = size <= SURELY_CHEAP_CHARS or (size <= MAX_PIECE_CHARS and inline_cost(block) <= MAX_COST)
    if cheap and count <= MAX_TABLE_ROWS:
        return [block]
    fence = _FENCE.match(block)
    if fence is not None:
        if count <= MAX_CODE_LINES and len(block) <= MAX_PIECE_CHARS:
            return [block]
        return _cut_fence(block[fence.end() :], fence.group(1), fence.group(2))
    lines = block.strip("\n").split("\n")
    if len(lines) > 2 and "|" in lines[0] and _DELIMITER.fullmatch(lines[1]):  # noqa: PLR2004 - head, line, row
        head = lines[0] + "\n" + lines[1] + "\n"
        return [head + "\n".join(rows) for rows in _rows_in_parts(lines[2:])]
    return cut_lines(block.strip("\n"), MAX_LINES, MAX_COST)


def _rows_in_parts(rows: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    spent = 0
    for row in rows:
        cost = inline_cost(row)
        if parts[-1] and (len(parts[-1]) >= MAX_TABLE_ROWS or spent + cost > MAX_COST):
            parts.append([])
            spent = 0
        parts[-1].append(row)
        spent += cost
    return parts


def _cut_fence(rest: str, mark: str, info: str) -> list[str]:
    lines = rest.rstrip("\n").split("\n")
    if lines and lines[-1].strip().startswith(mark):
        lines.pop()
    return [
        f"{mark}{info}\n" + "\n".join(lines[start : start + MAX_CODE_LINES]) + f"\n{mark}\n"
        for start in range(0, len(lines), MAX_CODE_LINES)
    ]


def cut_lines(text: str, max_lines: int, max_cost: int | None = None) -> list[str]:
    """Text in parts of at most so many lines and 12,000 characters, cut at line ends or spaces.

    With ``max_cost`` a part ends as well where its marks would take long to read.
    """
    parts: list[str] = []
    current: list[str] = []
    size = spent = 0
    for line in _short_lines(text, max_cost):
        cost = 0 if max_cost is None else inline_cost(line)
        dear = max_cost is not None and spent + cost > max_cost
        full = size + len(line) > MAX_PIECE_CHARS or len(current) >= max_lines or dear
        inside = line.startswith((" ", "\t")) and len(current) < 2 * max_lines and size < 2 * MAX_PIECE_CHARS
        if current and full and not inside:
            parts.append("\n".join(current))
            current, size, spent = [], 0, 0
        current.append(line)
        size += len(line) + 1
        spent += cost
    if current:
        parts.append("\n".join(current))
    return parts


def _short_lines(text: str, max_cost: int | None) -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        rest = line
        limit = MAX_PIECE_CHARS
        if len(line) > MAX_DEAR_CHARS and max_cost is not None and inline_cost(line) > max_cost:
            limit = MAX_DEAR_CHARS
        while len(rest) > limit:
            cut = rest.rfind(" ", limit // 2, limit)
            cut = limit if cut < 0 else cut + 1
            lines.append(rest[:cut])
            rest = rest[cut:]
        lines.append(rest)
    return lines
