"""How long a service asks to wait, in its headers or in its words (Q25, row 31)."""

from __future__ import annotations

import contextlib
import email.utils
import re
import time
from collections.abc import Mapping
from typing import Final

_NUMBER: Final = r"\d{1,9}(?:\.\d{1,9})?"
_UNIT: Final = r"ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?"
_TIME = re.compile(rf"({_NUMBER}) ?({_UNIT})(?![a-z])", re.IGNORECASE)
_AGAIN_IN = re.compile(
    rf"(?:try again|retry|wait)(?: in| after| for)?(?: about)? ((?:{_NUMBER} ?(?:{_UNIT})(?:,? (?:and )?)?){{1,4}})(?![a-z])",
    re.IGNORECASE,
)
_FIELD = re.compile(
    rf'"(?:retry_?delay|retry_?after(?:_?s(?:econds)?)?)"\s*:\s*"?({_NUMBER})s?"?\s*[,}}\]]', re.IGNORECASE
)
_UNIT_S: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


def retry_after_s(headers: Mapping[str, str], words: str, *, now: float | None = None) -> float | None:
    """Seconds from now, from a header (seconds or a date), a field of the body or a sentence.

    None where nothing is asked for, or nothing that lies ahead: then it is for us to choose.

    Args:
        headers: of the answer, their names in any case or in lower case.
        words: its body.
        now: seconds since 1970.
    """
    for wait_s in (
        _by_milliseconds(headers),
        _by_header(headers, now),
        _by_field(words),
        _by_sentence(words),
    ):
        if wait_s is not None and wait_s > 0:
            return wait_s
    return None


def _by_milliseconds(headers: Mapping[str, str]) -> float | None:
    value = headers.get("retry-after-ms", "").strip()
    return float(value) / 1000 if re.fullmatch(r"\d{1,9}(\.\d+)?", value) else None


def _by_header(headers: Mapping[str, str], now: float | None) -> float | None:
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", value):
        return float(value)
    if value:
        with contextlib.suppress(ValueError, TypeError, IndexError, OverflowError):
            date_s = email.utils.parsedate_to_datetime(value).timestamp()
            return date_s - (time.time() if now is None else now)
    return None


def _by_field(words: str) -> float | None:
    match = _FIELD.search(words)
    return None if match is None else float(match.group(1))


def _by_sentence(words: str) -> float | None:
    match = _AGAIN_IN.search(words)
    return None if match is None else sum(_seconds(*part) for part in _TIME.findall(match.group(1)))


def _seconds(number: str, unit: str) -> float:
    unit = unit.lower()
    return float(number) * (0.001 if unit.startswith(("ms", "mil")) else _UNIT_S[unit[0]])
