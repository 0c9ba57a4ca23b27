"""Places in texts: what differs between two of them, and Python's characters in Qt's units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """What was replaced: ``old[start:old_end]`` became ``new[start:new_end]``, in characters."""

    start: int
    old_end: int
    new_end: int


def changed_span(old: str, new: str) -> Span:
    """The smallest single place that turns one text into the other; compares in few large strides."""
    start = common_length(old, new)
    rest = min(len(old), len(new)) - start
    tail = _common(rest, lambda count: old[len(old) - count :] == new[len(new) - count :])
    return Span(start, len(old) - tail, len(new) - tail)


def common_length(old: Sequence[object], new: Sequence[object]) -> int:
    """How many items are the same at the beginning of both."""
    return _common(min(len(old), len(new)), lambda count: old[:count] == new[:count])


def _common(limit: int, same: Callable[[int], bool]) -> int:
    """The largest count up to ``limit`` for which the texts are the same."""
    if same(limit):
        return limit
    low, high = 0, limit
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if same(middle) else (low, middle)
    return low


def units(text: str) -> int:
    """The length of a text as Qt counts it, in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def in_units(text: str, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Places in characters, from the first to the last, as Qt counts them; each letter is looked at once."""
    if units(text) == len(text):
        yield from places
        return
    at = counted = 0
    for start, end in places:
        first = counted + units(text[at:start])
        counted = first + units(text[start:end])
        at = end
        yield first, counted
