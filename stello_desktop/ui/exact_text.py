"""What stands in a field, character by character.

Qt's own plain text has spaces in the place of no-break spaces, and a line end in the place of a line separator: what
a person or a file brought would be written over by opening it.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextDocument

_PARAGRAPH_END: Final = "\u2029"


def exact_text(document: QTextDocument) -> str:
    r"""The text, with ``\n`` between its paragraphs."""
    return document.toRawText().replace(_PARAGRAPH_END, "\n")


def text_between(document: QTextDocument, start: int, end: int) -> str:
    """A part of the text, with Qt's own signs between its paragraphs; places beyond its end mean the end."""
    last = document.characterCount() - 1
    cursor = QTextCursor(document)
    cursor.setPosition(min(start, last))
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def exact_selection(cursor: QTextCursor) -> QMimeData:
    """What is selected, for the clipboard or to be dragged."""
    made = QMimeData()
    made.setText(cursor.selectedText().replace(_PARAGRAPH_END, "\n"))
    return made
