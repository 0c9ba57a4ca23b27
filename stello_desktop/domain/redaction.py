"""No text that leaves for a log, a message or the store holds a key (T8).

Keys of the person are known from the moment they are typed; others are known by their shape.
"""

from __future__ import annotations

import re
from typing import Final

MASK: Final = "***"

_SHORTEST: Final = 6
"""Anything shorter is no key, and would blank out words."""

_SHAPES: Final = re.compile(
    r"(?i)\b(bearer\s+)\S+|\b(?:(?:sk|pk|rk|gsk|xai)[-_]|key-)[\w-]{6,}\S*|\bAIza[\w-]{10,}"
)
_known: Final[set[str]] = set()


def hide(secret: str) -> None:
    """From now on ``secret`` is taken out of every text, whatever its shape, until the program ends."""
    if len(secret) >= _SHORTEST:
        _known.add(secret)


def redact(text: str) -> str:
    """``text`` without the keys that are known, and without anything shaped like one."""
    for secret in sorted(_known, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return _SHAPES.sub(lambda match: (match.group(1) or "") + MASK, text)
