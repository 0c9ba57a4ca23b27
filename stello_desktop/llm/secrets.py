"""Keys: cleaned where they enter, never shown, never in a message (Q31, T8)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NoReturn, Self, override

from stello_desktop.domain.errors import InvalidKey
from stello_desktop.domain.key_text import stray_character, tidy_key
from stello_desktop.domain.redaction import hide


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

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @override
    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Nothing that writes objects down gets a key (T8). Raises: TypeError."""
        raise TypeError("a key is not written down")


def fixed_key(secret: Secret) -> Callable[[], Awaitable[Secret]]:
    """A key that is there already, as a model asks for it."""

    async def give() -> Secret:
        return secret

    return give


def clean_key(text: str) -> str:
    """A pasted key without what came along: spaces, quotes, ``Bearer``, invisible characters; may be empty.

    Raises: InvalidKey where a character remains that no service accepts (row 42).
    """
    key = tidy_key(text)
    stray = stray_character(key)
    if stray:
        raise InvalidKey(character=stray)
    return key
