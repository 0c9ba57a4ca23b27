"""A key as it is pasted: what came along is removed, what no service accepts is named (Q31, row 42)."""

from __future__ import annotations

import re
from typing import Final

_INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_PREFIX = re.compile(r"(?i)^(?:authorization\s*:\s*)?(?:bearer\s+)?")
_QUOTES: Final = "\"'`\u2018\u2019\u201c\u201d\u300c\u300d\uff02\uff07"
_FIRST_VISIBLE: Final = "!"
_LAST_VISIBLE: Final = "~"


def tidy_key(text: str) -> str:
    """Without spaces and line ends around it, quotes, ``Bearer`` and invisible characters; may be empty."""
    key = _INVISIBLE.sub("", text).strip().strip(_QUOTES).strip()
    return _PREFIX.sub("", key).strip().strip(_QUOTES).strip()


def stray_character(key: str) -> str:
    """The first character that no service accepts, as it can be shown; empty where all are fine."""
    for character in key:
        if not _FIRST_VISIBLE <= character <= _LAST_VISIBLE:
            shows = character.isprintable() and not character.isspace()
            return character if shows else f"U+{ord(character):04X}"
    return ""
