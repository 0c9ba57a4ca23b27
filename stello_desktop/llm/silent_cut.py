"""Has a service read the whole conversation? Some drop its beginning without a word (Q24, C-6).

The tokens that it says to have read are compared with the fewest that the text can have. That bound is
low on purpose: a warning that is wrong would be worse than one that comes a little late.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

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
