"""What was probably meant by a name that nobody knows (M-5, S-1)."""

from __future__ import annotations

import difflib
import functools
import heapq
import itertools
from collections.abc import Collection, Iterable
from typing import Final

MAX_GUESSES: Final = 10
"""For so many names it is worked out what was meant: a comparison takes a millisecond, and this runs at each key."""

_NEAR: Final = 0.6
_MAX_COMPARED_CHARS: Final = 64
_LONG_ENOUGH: Final = 5
"""Shorter names, such as ``from`` and ``form``, resemble each other by chance."""

_LOOKED_AT: Final = 1000
_COMPARED: Final = 5


def guesses_for(names: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """What was probably meant by the first few names; those that resemble nothing are left out."""
    found = ((name, nearest(name, known)) for name in itertools.islice(names, MAX_GUESSES))
    return {name: guess for name, guess in found if guess}


def nearest(name: str, known: Iterable[str]) -> str:
    """What was probably meant; empty where nothing is near."""
    if len(name) > _MAX_COMPARED_CHARS:
        return ""
    folded = {other.casefold(): other for other in known if len(other) <= _MAX_COMPARED_CHARS}
    wanted = name.casefold()
    # Which letters and pairs of letters they share is quickly seen; only the likeliest are compared in earnest.
    marks, begin = _marks(wanted), wanted[:2]
    looked_at: Iterable[str] = folded
    if len(folded) > _LOOKED_AT:
        looked_at = itertools.islice((other for other in folded if other.startswith(begin)), _LOOKED_AT)
    likely = heapq.nlargest(_COMPARED, looked_at, key=lambda other: _likeness(marks, _marks(other)))
    close = difflib.get_close_matches(wanted, likely, n=1, cutoff=_NEAR)
    return folded[close[0]] if close else ""


@functools.lru_cache(maxsize=2048)
def _marks(text: str) -> frozenset[str]:
    return frozenset(text) | {first + second for first, second in itertools.pairwise(text)}


def _likeness(marks: frozenset[str], others: frozenset[str]) -> float:
    return len(marks & others) / max(1, len(marks) + len(others))


def slips(names: Iterable[str], known: Iterable[str]) -> dict[str, str]:
    """Names among the first few that fingers made of a known one.

    Only what nobody does on purpose counts, since a text may well have ``city_a`` and ``city_b``, ``goal`` and
    ``goals``: two letters swapped, one inside left out or typed twice, a capital.
    """
    looked_at = list(itertools.islice(known, _LOOKED_AT))
    found = {}
    for name in itertools.islice(names, MAX_GUESSES):
        meant = next((other for other in looked_at if _is_slip(name, other)), "")
        if meant:
            found[name] = meant
    return found


def _is_slip(name: str, meant: str) -> bool:
    name, meant = name.casefold(), meant.casefold()
    if name == meant:
        return True
    at = next((at for at, (one, other) in enumerate(zip(name, meant, strict=False)) if one != other), 0)
    typed, wanted = name[at:], meant[at:]
    if len(meant) < _LONG_ENOUGH or not at or not typed or not wanted or not meant.isascii():
        return False
    swapped = typed[:2] == wanted[1::-1] and typed[2:] == wanted[2:] and typed[:2].isalpha()
    left_out = typed == wanted[1:]
    twice = typed[0] == name[at - 1] and typed[1:] == wanted
    return swapped or left_out or twice
