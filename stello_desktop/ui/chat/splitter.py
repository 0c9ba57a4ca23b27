"""A growing Markdown text as finished blocks and one open tail.

A block is finished where the parser itself says that the next line begins a new top-level block.
It is asked only at lines where that can be (after a blank line, at a fence), so pushing text costs
next to nothing however long the answer already is. Finished blocks never change again.
"""

from __future__ import annotations

import re
from typing import Final

from stello_desktop.ui.chat.parsing import block_parser

_FENCE: Final = re.compile(r" {0,3}+(`{3,}+(?=[^`]*$)|~{3,}+)")
_LIST_ITEM: Final = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_ITEM_OFFSET: Final = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=[^ \t\n])")
"""An item whose text begins beside its mark; all that is indented as far belongs to it."""

_OPAQUE: Final = ("<", "$$", "[", "\\[")
"""Within these a fence may be plain text."""

_INDENTED: Final = re.compile(r"(?: {4}| {0,3}\t)")
_MAX_ASKED_CHARS: Final = 1_500
"""A list longer than this is not read again at each of its fences; its indentation decides."""


class Splitter:
    """``push`` text, get the blocks that it finished; ``tail`` is the open one.

    The result does not depend on how the text was cut into chunks.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._rest = ""
        self._fence = ""
        self._after_blank = False
        self._has_list = self._starts_with_list = False
        self._item_offset: int | None = None

    @property
    def tail(self) -> str:
        """Everything that is not finished."""
        return "".join(self._lines) + self._rest

    @property
    def in_fence(self) -> bool:
        """Whether the tail is an open block of code that began at its first line."""
        return bool(self._fence)

    def push(self, chunk: str) -> list[str]:
        """Add text; gives the blocks that are finished now, in order."""
        finished: list[str] = []
        *lines, self._rest = (self._rest + chunk).split("\n")
        for line in lines:
            if self._fence and self._fence not in line:
                self._lines.append(line + "\n")
            else:
                self._take(line + "\n", finished)
        return finished

    def finish(self) -> list[str]:
        """Nothing more will come: the last blocks."""
        finished: list[str] = []
        if self._rest:
            rest, self._rest = self._rest, ""
            self._take(rest, finished)
        if self._lines:
            self._cut(finished)
        return finished

    def _take(self, line: str, finished: list[str]) -> None:
        if self._fence:
            self._lines.append(line)
            if self._closes_fence(line):
                self._cut(finished)
            return
        if not line.strip():
            self._after_blank = bool(self._lines)
            self._lines.append(line)
            return
        fence = _FENCE.match(line.rstrip("\n"))
        if self._may_begin(line, fence_like=fence is not None) and self._begins_block(line, finished):
            self._cut(finished)
        if fence is not None and not any(map(str.strip, self._lines)):
            self._fence = fence.group(1)
        self._follow_indentation(line)
        if _LIST_ITEM.match(line):
            self._starts_with_list |= not self._has_list and not any(map(str.strip, self._lines))
            self._has_list = True
        self._after_blank = False
        self._lines.append(line)

    def _follow_indentation(self, line: str) -> None:
        """Where the text of the last outer item begins, while there is nothing but one list; else None."""
        first = not any(map(str.strip, self._lines))
        if not first and self._item_offset is None:
            return
        text = line.lstrip(" ")
        if not first and len(line) - len(text) >= (self._item_offset or 0):
            opaque = text.startswith(_OPAQUE)
            self._item_offset = None if opaque else self._item_offset
            return
        item = _ITEM_OFFSET.match(line)
        plain = item is not None and not line[item.end() :].startswith(_OPAQUE)
        self._item_offset = item.end() if item is not None and plain else None

    def _fence_in_list(self, line: str) -> bool | None:
        """Whether a fence begins a block of its own where only list items came before; None where nobody knows."""
        if self._item_offset is None:
            return None
        return len(line) - len(line.lstrip(" ")) < self._item_offset

    def _may_begin(self, line: str, *, fence_like: bool) -> bool:
        if not self._lines:
            return False
        if fence_like:
            return True
        if not self._after_blank or _INDENTED.match(line):
            return False
        return not (self._starts_with_list and (line.startswith("  ") or _LIST_ITEM.match(line)))

    def _begins_block(self, line: str, finished: list[str]) -> bool:
        """Whether the parser, given everything open, starts a new top-level block at this line.

        What it says of earlier blocks counts too: all but the last are finished, so that nothing is asked
        about twice.
        """
        if self._after_blank and not self._has_list:
            return True  # Nothing but a list or indented code goes on after a blank line.
        if _FENCE.match(line.rstrip("\n")):
            begins = self._fence_in_list(line)
            if begins is not None:
                return begins
        text = "".join(self._lines)
        if len(text) > _MAX_ASKED_CHARS:
            return not line.startswith(" ")  # what is indented belongs to the list
        tokens = block_parser().parse(text + line)
        starts = [token.map[0] for token in tokens if token.level == 0 and token.map and token.nesting >= 0]
        if not starts:
            return False
        if starts[-1] < len(self._lines):
            self._cut_before(starts[-1], finished)
            return False
        return True

    def _cut_before(self, number: int, finished: list[str]) -> None:
        """Finish what stands before a line that begins the last block."""
        rest = self._lines[number:]
        if not any(map(str.strip, self._lines[:number])):
            return
        after_blank = self._after_blank
        del self._lines[number:]
        self._cut(finished)
        self._lines, self._after_blank = rest, after_blank
        self._item_offset = None
        self._has_list = any(_LIST_ITEM.match(line) for line in rest)
        self._starts_with_list = _LIST_ITEM.match(rest[0]) is not None

    def _closes_fence(self, line: str) -> bool:
        stripped = line.strip()
        return (
            len(self._lines) > 1
            and len(line) - len(line.lstrip(" ")) <= 3  # noqa: PLR2004 - four would be indented code
            and stripped.startswith(self._fence)
            and not stripped.strip(self._fence[0])
        )

    def _cut(self, finished: list[str]) -> None:
        block = "".join(self._lines)
        if block.strip():
            finished.append(block)
        self._lines.clear()
        self._fence = ""
        self._after_blank = False
        self._has_list = self._starts_with_list = False
        self._item_offset = None


def split_blocks(text: str) -> list[str]:
    """A whole text as its blocks; joined they are the text, but for blank lines between."""
    splitter = Splitter()
    return [*splitter.push(text), *splitter.finish()]
