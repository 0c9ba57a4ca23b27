"""Keys: cleaned where they enter, never shown, never in a message (Q31, T8)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final

from stello_desktop.domain.errors import InvalidKey
from stello_desktop.domain.redaction import hide

_INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_PREFIX = re.compile(r"(?i)^(?:authorization\s*:\s*)?(?:bearer\s+)?")
_QUOTES: Final = "\"'`\u2018\u2019\u201c\u201d\u300c\u300d\uff02\uff07"
_FIRST_VISIBLE: Final = "!"
_LAST_VISIBLE: Final = "~"


class Secret:
    """A key that does not show itself in logs, messages, tracebacks or debuggers."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value
        hide(value)

    def reveal(self) -> str:
        """The key itself, for the one header that carries it."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "***"


def fixed_key(secret: Secret) -> Callable[[], Awaitable[Secret]]:
    """A key that is there already, as a model asks for it."""

    async def give() -> Secret:
        return secret

    return give


def clean_key(text: str) -> str:
    """A pasted key without what came along: spaces, quotes, ``Bearer``, invisible characters; may be empty.

    Raises: InvalidKey where a character remains that no service accepts (row 42).
    """
    key = _INVISIBLE.sub("", text).strip().strip(_QUOTES).strip()
    key = _PREFIX.sub("", key).strip().strip(_QUOTES).strip()
    for character in key:
        if not _FIRST_VISIBLE <= character <= _LAST_VISIBLE:
            shown = (
                character
                if character.isprintable() and not character.isspace()
                else f"U+{ord(character):04X}"
            )
            raise InvalidKey(character=shown)
    return key
