"""An answer while it arrives: blocks that are finished, and one open tail that is set again and again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, override

from stello_desktop.ui.chat.markdown import BlockWriter
from stello_desktop.ui.chat.pieces import TextPiece, cut_block, text_pieces
from stello_desktop.ui.chat.splitter import Splitter

if TYPE_CHECKING:
    from stello_desktop.ui.chat.document import Rendered
    from stello_desktop.ui.chat.style import ChatStyle

_HEAD: Final = re.compile(r"\n*+ {0,3}+(`{3,}+|~{3,}+)([^\n]*+)\n")


class OpenCodePiece(TextPiece):
    """A block of code that is still open: text is appended, nothing is set twice."""

    def __init__(self, mark: str, info: str) -> None:
        super().__init__("", unfinished=True)
        self._mark = mark
        self._info = info
        self._code = ""
        self._shown = 0
        self._writer: BlockWriter | None = None

    def take(self, code: str) -> None:
        """The whole code so far, without its first line."""
        self._code = code
        self.source = code
        if self._writer is not None:
            self._catch_up(self._writer)

    @override
    def render(self, style: ChatStyle) -> Rendered:
        if self._writer is None:
            self._writer = BlockWriter(style, han=False)
            self._writer.begin_code(self._info)
            self._shown = 0
            self._catch_up(self._writer)
        self.rendered = self._writer.rendered
        return self.rendered

    def forget(self) -> None:
        """Make the document anew, after a change of theme."""
        self._writer = None
        self.rendered = None

    def _catch_up(self, writer: BlockWriter) -> None:
        end = len(self._code)
        last_line = self._code[self._code.rfind("\n") + 1 :]
        if last_line.strip() and not last_line.strip().strip(self._mark[0]):
            end -= len(last_line) + 1  # The closing mark on its way is not code.
        if end > self._shown:
            writer.append_code(self._code[self._shown : end], self._info)
            self._shown = end


class GrowingText:
    """Text that grows, as pieces: only the last of them ever changes.

    A very large open block is shown in parts, of which all but the last are finished too.
    """

    def __init__(self) -> None:
        self.text = ""
        self.pieces: list[TextPiece] = []
        self._splitter = Splitter()
        self._open = 0

    def push(self, chunk: str) -> None:
        """Add text."""
        self.text += chunk
        finished = self._splitter.push(chunk)
        if finished:
            old = self._drop_open()
            for block in finished:
                self.pieces.extend(_reuse(old, text_pieces(block)))
        self._show_tail(self._splitter.tail)

    def finish(self) -> None:
        """Nothing more will come."""
        old = self._drop_open()
        for block in self._splitter.finish():
            self.pieces.extend(_reuse(old, text_pieces(block)))

    def forget(self) -> None:
        """Make all documents anew, after a change of theme."""
        for piece in self.pieces:
            if isinstance(piece, OpenCodePiece):
                piece.forget()
            else:
                piece.rendered = None

    def _drop_open(self) -> list[TextPiece]:
        """Take the pieces of the open block away; gives them."""
        first = len(self.pieces) - self._open
        old = self.pieces[first:]
        del self.pieces[first:]
        self._open = 0
        return old

    def _show_tail(self, tail: str) -> None:
        head = _HEAD.match(tail) if self._splitter.in_fence else None
        if head is not None:
            self._show_code(head, tail)
            return
        shown = tail.strip("\n")
        old = self._drop_open()
        if not shown.strip():
            return
        *parts, last = cut_block(shown)
        fresh = [TextPiece(part) for part in parts]
        fresh.append(TextPiece(last, unfinished=True))
        self.pieces.extend(_reuse(old, fresh))
        self._open = len(fresh)

    def _show_code(self, head: re.Match[str], tail: str) -> None:
        piece = self.pieces[-1] if self._open else None
        if not isinstance(piece, OpenCodePiece):
            self._drop_open()
            piece = OpenCodePiece(head.group(1), head.group(2))
            self.pieces.append(piece)
            self._open = 1
        piece.take(tail[head.end() :])
        piece.width_px = -1


def _reuse(old: list[TextPiece], fresh: list[TextPiece]) -> list[TextPiece]:
    """The fresh pieces, with old ones in the place of those that say the same."""
    known = {piece.source: piece for piece in old if not piece.unfinished}
    result = [known.get(piece.source, piece) for piece in fresh]
    for before, now in zip(old, result, strict=False):
        if not now.height_px:
            now.height_px = before.height_px  # until it is laid out, so that nothing jumps
    return result
