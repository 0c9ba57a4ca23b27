"""Plain text out of a file of any kind: UTF-8, or UTF-16 that says so; anything else is no text."""

from __future__ import annotations

import codecs
from typing import BinaryIO, Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class NotText(ValueError):
    """The bytes are no text that people write."""


def read(stream: BinaryIO, limit: int) -> str:
    """At most ``limit`` bytes as text, without a character cut in half. Raises: NotText, OSError."""
    data = stream.read(limit)
    encoding = "utf-8"
    for mark, named in _MARKS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], named
            break
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(data)
    except UnicodeDecodeError:
        raise NotText from None
    if "\0" in text:
        raise NotText
    return text
