"""Has a service read the whole conversation? Some drop its beginning without a word (Q24, C-6).

The tokens that it says to have read are compared with the fewest that the text can have. That bound is
low on purpose: a warning that is wrong would be worse than one that comes a little late.

One count that is too low proves nothing: gateways report a constant, or leave out what was in a cache. A server
that really leaves out the beginning (Ollama) has counted before, so its numbers grew with the text; then they
stay, since it drops no more than it must: whole messages, until the rest fits. So it is believed (`Counts`) once

1. two requests of different size were both too long for their counts, and these counts are about the same: the
   limit was met twice. Asking the same again is no second witness;
2. at some time, perhaps before a restart, it has said to have read less than half of that: it does count, and does
   not say the same number whatever it is sent;
3. it has never read twice as much of a request whole, nor before a restart: who has read that, has no such limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from stello_desktop.domain.messages import ModelRequest

MIN_READ_TOKENS: Final = 512
"""Fewer are a count of something else, such as of what was not in a cache."""

_CHARS_PER_TOKEN: Final = 6
_DENSE_PER_TOKEN: Final = 2
_RUN = re.compile(r"(.)\1{3,}", re.DOTALL)
_DENSE = re.compile("[\u2e80-\U0010ffff]")


def least_tokens(request: ModelRequest) -> int:
    """The fewest tokens that the messages can be: six letters, or two characters of a dense script, each."""
    return sum(map(_least, _texts(request)))


def was_cut(request: ModelRequest, prompt_tokens: int | None) -> bool:
    """Whether the service has read less than it was sent."""
    if prompt_tokens is None or prompt_tokens < MIN_READ_TOKENS:
        return False
    if prompt_tokens >= sum(map(_at_most, _texts(request))):  # as almost always; counting exactly takes time
        return False
    return prompt_tokens < least_tokens(request)


def rounded_down(read_tokens: int) -> int:
    """To a power of two; 0 where so few tell nothing of a limit."""
    return 1 << (read_tokens.bit_length() - 1) if read_tokens > MIN_READ_TOKENS * 2 else 0


class _Low(NamedTuple):
    """An answer whose count is too low for what was sent."""

    sent_tokens: int
    read_tokens: int


_MOST_LOW: Final = 8
_ABOUT_THE_SAME: Final = 0.75
"""A message that no longer fits is dropped whole, so counts at a limit differ by a message or two."""


class Counts:
    """What one model has said to have read in this run, until that proves where it cuts off."""

    def __init__(self) -> None:
        self._low: list[_Low] = []
        self._most_whole = 0

    def take(
        self, request: ModelRequest, read_tokens: int, fewest_read: int | None, most_read: int | None
    ) -> int | None:
        """How much it reads, once that is proven; None before.

        Args:
            read_tokens: what it says to have read of this request.
            fewest_read: the least that it has ever said to have read.
            most_read: the most that it has ever read of a request for sure, whole.
        """
        if not was_cut(request, read_tokens):
            self._most_whole = max(self._most_whole, read_tokens)
            return None
        now = _Low(least_tokens(request), read_tokens)
        before = [low for low in self._low if low.sent_tokens != now.sent_tokens]
        self._low = [*before, now][-_MOST_LOW:]
        alike = [low.read_tokens for low in before if _about_the_same(low.read_tokens, read_tokens)]
        limit = max(alike, default=0)
        if (
            not limit
            or fewest_read is None
            or fewest_read * 2 > read_tokens
            or max(self._most_whole, most_read or 0) > read_tokens * 2
        ):
            return None
        return max(limit, read_tokens, self._most_whole)


def _about_the_same(one: int, other: int) -> bool:
    return min(one, other) >= max(one, other) * _ABOUT_THE_SAME


def _texts(request: ModelRequest) -> Iterator[str]:
    for message in request.messages:
        yield message.content
        for call in message.tool_calls:
            yield call.arguments


def _at_most(text: str) -> int:
    """No less than `_least`, and at once."""
    return len(text) // (_CHARS_PER_TOKEN if text.isascii() else _DENSE_PER_TOKEN)


def _least(text: str) -> int:
    """A run of one character may be a single token, so it counts as three characters."""
    short = _RUN.sub(r"\1\1\1", text)
    dense = 0 if short.isascii() else len(_DENSE.findall(short))
    return (len(short) - dense) // _CHARS_PER_TOKEN + dense // _DENSE_PER_TOKEN
