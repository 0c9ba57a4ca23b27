"""Why a service stopped, in whatever word it says it (Q15).

The words that are known, and beyond them what a word is made of: none that tells of a failure, a filter or a cut
is taken for a good end. Everything else is one, since servers invent names for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from stello_desktop.domain.events import EndReason

_KNOWN: Final[Mapping[str, EndReason]] = {
    "tool_calls": EndReason.TOOL_CALLS,
    "tool_use": EndReason.TOOL_CALLS,
    "function_call": EndReason.TOOL_CALLS,
    "insufficient_system_resource": EndReason.PROVIDER_ERROR,
    "unexpected_tool_call": EndReason.PROVIDER_ERROR,
    "too_many_tool_calls": EndReason.PROVIDER_ERROR,
}
_MADE_OF: Final = (
    (
        re.compile(
            r"error|fail|abort|cancel|interrupt|time_?d?_?out|malformed|overload|unavailable|exception"
        ),
        EndReason.PROVIDER_ERROR,
    ),
    (
        re.compile(
            r"filter|safety|sensitiv|prohibit|block_?list|blocked|refus|recitation|moderat|guardrail|spii"
        ),
        EndReason.FILTERED,
    ),
    (re.compile(r"length|max_.{0,20}tokens|token_limit|window_exceeded|truncat"), EndReason.LENGTH),
)
_WEIGHT: Final = {EndReason.LENGTH: 1, EndReason.FILTERED: 2, EndReason.PROVIDER_ERROR: 3}
_MAX_CHARS: Final = 80


def read_finish(word: str) -> EndReason:
    """What one word says."""
    plain = re.sub(r"[\W_]+", "_", word[:_MAX_CHARS].lower()).strip("_")
    if plain in _KNOWN:
        return _KNOWN[plain]
    return next((reason for made_of, reason in _MADE_OF if made_of.search(plain)), EndReason.COMPLETE)


def outweighs(reason: EndReason, before: EndReason | None) -> bool:
    """Whether a later word counts: what was cut, filtered or broken does not become whole by a second word."""
    return before is None or _WEIGHT.get(reason, 0) >= _WEIGHT.get(before, 0)
