"""The text inside of a block: runs with their marks, chips for code and pictures, bare links."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor

from stello_desktop.ui.chat.document import Chip, Rendered
from stello_desktop.ui.chat.parsing import split_links
from stello_desktop.ui.chat.style import ChatStyle, InlineMarks
from stello_desktop.ui.chat.tokens import CLOSING, host_of, marks_of
from stello_desktop.ui.i18n import filled

if TYPE_CHECKING:
    from markdown_it.token import Token

_CHIP_ROOM_PX: Final = 2.5


class InlineWriter:
    """Writes where a cursor stands, and moves it on."""

    def __init__(self, rendered: Rendered, style: ChatStyle) -> None:
        self._rendered = rendered
        self._style = style

    def write(self, cursor: QTextCursor, children: list[Token], marks: InlineMarks) -> None:
        """Write the children of a block, on top of the marks that the block itself has."""
        stack = [marks]
        after_box = False
        for token in children:
            if after_box:
                token.content = token.content.lstrip(" ")
            after_box = token.type == "html_inline"  # only the box of a task, painted as a marker
            change = marks_of(token, stack[-1])
            if change is not None:
                stack.append(change)
            elif token.type in CLOSING:
                stack.pop()
            elif not after_box:
                self._write_run(cursor, token, stack[-1])

    def _write_run(self, cursor: QTextCursor, token: Token, marks: InlineMarks) -> None:
        match token.type:
            case "text":
                self._write_text(cursor, token.content, marks)
            case "code_inline":
                self._write_chip(cursor, token.content, replace(marks, code=True))
            case "math_inline":
                self.insert(cursor, token.content.replace("\n", " "), replace(marks, code=True))
            case "softbreak" | "hardbreak":
                self.insert(cursor, "\u2028", marks)
            case "image":
                self._write_picture(cursor, token, marks)
            case _:
                self.insert(cursor, token.content, marks)

    def _write_text(self, cursor: QTextCursor, text: str, marks: InlineMarks) -> None:
        if marks.link:
            self.insert(cursor, text, marks)
            return
        for part, link in split_links(text):
            self.insert(cursor, part, replace(marks, link=link) if link else marks)

    def _write_chip(self, cursor: QTextCursor, text: str, marks: InlineMarks) -> None:
        start = cursor.position()
        self._make_room(cursor, start)
        self.insert(cursor, text, marks)
        self._make_room(cursor, cursor.position())
        self._rendered.chips.append(Chip(start, cursor.position() - start))

    def _make_room(self, cursor: QTextCursor, position: int) -> None:
        """A little room after a character, so that the ground of a chip does not touch its neighbours."""
        if position <= cursor.block().position():
            return
        one = QTextCursor(self._rendered.document)
        one.setPosition(position - 1)
        one.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        wide = QTextCharFormat()
        wide.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        wide.setFontLetterSpacing(_CHIP_ROOM_PX)
        one.mergeCharFormat(wide)

    def _write_picture(self, cursor: QTextCursor, token: Token, marks: InlineMarks) -> None:
        source = str(token.attrGet("src") or "")
        words = (token.content or "").strip()
        host = host_of(source)
        text = QCoreApplication.translate("Markdown", "Picture, not loaded")
        if words:
            text = QCoreApplication.translate("Markdown", "Picture, not loaded: %1").replace(
                "%1", words[:200]
            )
        if host:
            text = filled(QCoreApplication.translate("Markdown", "%1 (from %2)"), text, host)
        link = source if source.lower().startswith(("http://", "https://")) else ""
        self._write_chip(cursor, text, replace(marks, muted=True, link=link))

    def insert(self, cursor: QTextCursor, text: str, marks: InlineMarks) -> None:
        """One run of text."""
        cursor.insertText(text, self._style.chars(marks))
