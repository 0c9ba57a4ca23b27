"""Cleaning of text at every entry: typed, pasted, streamed, made by a tool or imported.

Lone surrogates, NUL and control characters cannot be stored or sent; direction overrides
can disguise a label. They are replaced where text enters, so that nothing below has to care.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

MAX_LABEL_CHARS = 200

CUT_MARK: Final = " […]"
"""Stands where the end of a text was left out."""

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_TO_CLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_SPACES = re.compile(r"\s+")


def clean_text(text: str) -> str:
    r"""Make ``text`` storable: forbidden characters become U+FFFD, line ends become ``\n`` (R-1).

    Idempotent; the result encodes to UTF-8 and has no control character but tab and newline.
    """
    if _TO_CLEAN.search(text) is None:
        return text
    return _FORBIDDEN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def clean_label(text: str) -> str:
    """One line of at most 200 characters, without direction overrides (T-3, C-2); may be empty."""
    one_line = _SPACES.sub(" ", _DIRECTION.sub("", clean_text(text)))
    return one_line.strip()[:MAX_LABEL_CHARS].rstrip()


def disarmed(text: str, tags: Iterable[str]) -> str:
    """A text that neither opens nor ends a block of a prompt (C-1, C-8, K-2): what stands in it is material.

    Args:
        tags: names of blocks; the bracket before one of them, in any spelling, becomes ``‹``.
    """
    if "<" not in text:
        return text
    names = "|".join(map(re.escape, tags))
    return re.sub(rf"<(?=[\s/]*(?:{names})\b)", "\u2039", text, flags=re.IGNORECASE)


def prompt_label(text: str) -> str:
    """A label as it may stand in a prompt: one line, no angle brackets (C-2)."""
    return clean_label(text.replace("<", "").replace(">", ""))
