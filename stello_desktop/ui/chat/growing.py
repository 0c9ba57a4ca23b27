"""An answer while it arrives: blocks that are finished, and one open tail that is set again and again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, override

from stello_desktop.ui.chat.markdown import BlockWriter
from stello_desktop.ui.chat.pieces import TextPiece, text_pieces
from stello_desktop.ui.chat.splitter import Splitter

if TYPE_CHECKING:
    from stello_desktop.ui.chat.document import Rendered
    from stello_desktop.ui.chat.style import ChatStyle

_HEAD: Final = re.compile(r"\n* {0,3}(`{3,}|~{3,})([^\n]*)\n")


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
    """Text that grows, as pieces: only the last of them ever changes."""

    def __init__(self) -> None:
        self.text = ""
        self.pieces: list[TextPiece] = []
        self._splitter = Splitter()
        self._tail: TextPiece | None = None

    def push(self, chunk: str) -> None:
        """Add text."""
        self.text += chunk
        finished = self._splitter.push(chunk)
        if finished:
            old = self._drop_tail()
            for block in finished:
                self.pieces.extend(text_pieces(block))
            if old is not None:
                self.pieces[-1].height_px = old.height_px
        self._set_tail(self._splitter.tail)

    def finish(self) -> None:
        """Nothing more will come."""
        self._drop_tail()
        for block in self._splitter.finish():
            self.pieces.extend(text_pieces(block))

    def forget(self) -> None:
        """Make all documents anew, after a change of theme."""
        for piece in self.pieces:
            if isinstance(piece, OpenCodePiece):
                piece.forget()
            else:
                piece.rendered = None

    def _drop_tail(self) -> TextPiece | None:
        tail, self._tail = self._tail, None
        if tail is not None:
            self.pieces.pop()
        return tail

    def _set_tail(self, tail: str) -> None:
        head = _HEAD.match(tail) if self._splitter.in_fence else None
        if head is not None:
            if not isinstance(self._tail, OpenCodePiece):
                self._replace_tail(OpenCodePiece(head.group(1), head.group(2)))
            piece = self._tail
            if isinstance(piece, OpenCodePiece):
                piece.take(tail[head.end() :])
                piece.width_px = -1
            return
        shown = tail.rstrip("\n")
        if not shown.strip():
            self._drop_tail()
            return
        if self._tail is None or self._tail.source != shown:
            self._replace_tail(TextPiece(shown, unfinished=True))

    def _replace_tail(self, piece: TextPiece) -> None:
        old = self._drop_tail()
        if old is not None:
            piece.height_px = old.height_px
        self._tail = piece
        self.pieces.append(piece)
