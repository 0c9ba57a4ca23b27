"""What the parser's tokens say, read without writing anything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from PySide6.QtCore import Qt

from stello_desktop.ui.chat.style import InlineMarks

if TYPE_CHECKING:
    from markdown_it.token import Token

CLOSING: Final = frozenset({"strong_close", "em_close", "s_close", "link_close"})


def marks_of(token: Token, now: InlineMarks) -> InlineMarks | None:
    """The marks inside of what opens here; None where nothing does."""
    match token.type:
        case "strong_open":
            return replace(now, bold=True)
        case "em_open":
            return replace(now, italic=True)
        case "s_open":
            return replace(now, strike=True)
        case "link_open":
            return replace(now, link=str(token.attrGet("href") or ""))
        case _:
            return None


def host_of(url: str) -> str:
    """The host of an address; empty where it has none."""
    try:
        return (urlsplit(url).hostname or "")[:100]
    except ValueError:
        return ""


def is_tight(tokens: list[Token], index: int) -> bool:
    """Whether the items of a list stand close: the parser hides their paragraphs."""
    level = tokens[index].level
    for token in tokens[index + 1 :]:
        if token.level <= level:
            break
        if token.type == "paragraph_open" and token.level == level + 2:
            return bool(token.hidden)
    return True


def read_table(tokens: list[Token], index: int) -> tuple[list[list[Token]], list[Qt.AlignmentFlag], int]:
    """Cells by row, the alignment of each column, and where the table ends."""
    rows: list[list[Token]] = []
    aligns: list[Qt.AlignmentFlag] = []
    position = index + 1
    while tokens[position].type != "table_close":
        token = tokens[position]
        if token.type == "tr_open":
            rows.append([])
        elif token.type in {"th_open", "td_open"}:
            rows[-1].append(tokens[position + 1])
            if len(rows) == 1:
                style = str(token.attrGet("style") or "")
                aligns.append(_ALIGNS.get(style.rpartition(":")[2], Qt.AlignmentFlag.AlignLeft))
        position += 1
    widest = max(map(len, rows))
    aligns += [Qt.AlignmentFlag.AlignLeft] * (widest - len(aligns))
    return rows, aligns, position + 1


_ALIGNS: Final = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}
