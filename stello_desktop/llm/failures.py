"""What a service's error body says, read from codes or from words (Q6, Q23 to Q25, Q31)."""

from __future__ import annotations

import contextlib
import email.utils
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.redaction import redact
from stello_desktop.domain.text import clean_text

MAX_WORDS_CHARS: Final = 600
_READ_CHARS: Final = 20 * MAX_WORDS_CHARS

_MAX_DEPTH: Final = 6
_KEY_REFUSED: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_NO_SUCH_PLACE: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED})
_NO_SUCH_DEED: Final = frozenset({*_NO_SUCH_PLACE, HTTPStatus.NOT_IMPLEMENTED})
_LATE: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT})

_CONTEXT = re.compile(
    r"context[ _](?:length|size|window)|context_length_exceeded|exceed_context_size"
    r"|prompt is too long|maximum context|too many tokens|input is too long|token count exceeds",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(
    r"insufficient[_ ](?:quota|credits?|balance|funds)|exceeded your current quota|quota exceeded"
    r"|payment required|out of credits?|billing",
    re.IGNORECASE,
)
_RATE = re.compile(r"rate[_ -]?limit|too many requests|temporarily rate|throttl", re.IGNORECASE)
_OVERLOADED = re.compile(r"overloaded|at capacity|unavailable|insufficient_system_resource", re.IGNORECASE)
_AUTH = re.compile(
    r"invalid[_ ]api[_ ]key|incorrect api key|authentication|unauthori[sz]ed|permission_error", re.IGNORECASE
)
_NOT_FOUND = re.compile(
    r"model[_ ]not[_ ]found|no such model|model .{0,80}(?:not found|does not exist)", re.IGNORECASE
)
_NOT_THIS_MODEL = re.compile(r"(?:no|not have) access to (?:the )?model", re.IGNORECASE)
_NOT_THESE_WORDS = re.compile(r"\bflagged\b|requires moderation|content[_ ](?:policy|filter)", re.IGNORECASE)
_AGAIN_IN = re.compile(
    r"(?:try again|retry) in (\d{1,9}(?:\.\d{1,9})?) ?(ms|s|sec|seconds?|m|min|minutes?)\b", re.IGNORECASE
)
_CONTEXT_SIZES: Final = (
    re.compile(r"maximum context length is (\d{3,9})"),
    re.compile(r"maximum context length of (\d{3,9})"),
    re.compile(r'"n_ctx": ?(\d{3,9})'),
    re.compile(r"> (\d{3,9}) maximum"),
)
_ASKED_SIZES: Final = (
    re.compile(r"resulted in (\d{3,9})"),
    re.compile(r'"n_prompt_tokens": ?(\d{3,9})'),
    re.compile(r"too long: (\d{3,9})"),
    re.compile(r"requested (?:about )?(\d{3,9})"),
)
_UNIT_S: Final = {"ms": 0.001, "s": 1.0, "m": 60.0}


_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Failure:
    """One refusal: what kind, and the service's own words without any key."""

    kind: ProviderErrorKind
    words: str


def read_failure(status: int, body: bytes | str) -> Failure:
    """What an answer with an error status means."""
    text = body if isinstance(body, str) else body.decode("utf-8", "replace")
    parsed = _parse(text)
    if status in _NO_SUCH_DEED and is_web_page(text):
        return Failure(ProviderErrorKind.WEB_PAGE, "")
    words = error_words(parsed) if parsed is not None else _plain_words(text)
    evidence = text if parsed is not None else words
    return Failure(_kind(status, evidence), words)


def is_web_page(body: bytes | str) -> bool:
    """Whether this is a page for a browser, whatever it is called (Q7)."""
    text = body if isinstance(body, str) else body[:_READ_CHARS].decode("utf-8", "replace")
    return _PAGE.match(text.removeprefix("\ufeff")) is not None


def read_stream_failure(value: Any) -> Failure:
    """What an error object inside a 200 stream means (Q6)."""
    status = 0
    for holder in (value, value.get("error") if isinstance(value, Mapping) else None):
        if isinstance(holder, Mapping):
            code = holder.get("code", holder.get("status"))
            status = code if isinstance(code, int) and not isinstance(code, bool) else status
    words = error_words(value)
    evidence = " ".join(_all_texts(value))
    return Failure(
        _kind(status if status >= HTTPStatus.BAD_REQUEST else HTTPStatus.INTERNAL_SERVER_ERROR, evidence),
        words,
    )


def error_words(value: Any) -> str:
    """The sentence in an error body of any shape, without any key; empty where there is none."""
    found = next((text for text in _sentences(value) if text.strip()), "")
    return _shown(found)


def retry_after_s(headers: Mapping[str, str], words: str, *, now: float | None = None) -> float | None:
    """How long the service asks to wait, from its header (seconds or a date) or its words (Q25)."""
    value = headers.get("retry-after-ms", "")
    if re.fullmatch(r"\d{1,9}(\.\d+)?", value):
        return float(value) / 1000
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d+)?", value):
        return float(value)
    if value:
        with contextlib.suppress(ValueError, TypeError, IndexError, OverflowError):
            date_s = email.utils.parsedate_to_datetime(value).timestamp()
            return max(0.0, date_s - (time.time() if now is None else now))
    match = _AGAIN_IN.search(words)
    if match is None:
        return None
    unit = match.group(2).lower()
    return float(match.group(1)) * _UNIT_S["ms" if unit == "ms" else unit[0]]


def context_size(text: str) -> int | None:
    """How many tokens fit, where a refusal names it (Q24)."""
    return _first_number(_CONTEXT_SIZES, text)


def asked_size(text: str) -> int | None:
    """How many tokens the conversation has, where a refusal names it (Q24)."""
    return _first_number(_ASKED_SIZES, text)


def _first_number(patterns: Sequence[re.Pattern[str]], text: str) -> int | None:
    for pattern in patterns:
        if match := pattern.search(text):
            return int(match.group(1))
    return None


def _kind(status: int, text: str) -> ProviderErrorKind:
    kinds = ProviderErrorKind
    if status == HTTPStatus.PAYMENT_REQUIRED or (_NO_CREDIT.search(text) and status not in _KEY_REFUSED):
        return kinds.NO_CREDIT
    if status == HTTPStatus.FORBIDDEN and _NOT_THESE_WORDS.search(text):
        return kinds.BAD_REQUEST
    if status == HTTPStatus.FORBIDDEN and (_NOT_THIS_MODEL.search(text) or _NOT_FOUND.search(text)):
        return kinds.NOT_FOUND
    if status in _KEY_REFUSED:
        return kinds.AUTH
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return kinds.RATE_LIMITED
    if _CONTEXT.search(text) and status not in _NO_SUCH_PLACE:
        return kinds.CONTEXT_LENGTH
    if status in _NO_SUCH_PLACE or HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return kinds.NOT_FOUND
    if status in _LATE:
        return kinds.TIMEOUT
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.CONFLICT:
        return _kind_by_words(text)
    return kinds.BAD_REQUEST if status >= HTTPStatus.BAD_REQUEST else _kind_by_words(text)


def _kind_by_words(text: str) -> ProviderErrorKind:
    kinds = ProviderErrorKind
    if _RATE.search(text):
        return kinds.RATE_LIMITED
    if _OVERLOADED.search(text):
        return kinds.SERVER
    if _AUTH.search(text):
        return kinds.AUTH
    if _NOT_FOUND.search(text):
        return kinds.NOT_FOUND
    return kinds.SERVER


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _plain_words(text: str) -> str:
    if text.lstrip()[:1] == "<":
        return ""
    return _shown(text)


def _shown(text: str) -> str:
    """What a person may read of it. Keys go before the cut, since the half of one would not be known again (T8)."""
    return redact(clean_text(text[:_READ_CHARS])).strip()[:MAX_WORDS_CHARS]


def _all_texts(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value[:2000]
    elif depth <= _MAX_DEPTH and isinstance(value, Mapping | list):
        for item in list(value.values() if isinstance(value, Mapping) else value)[:30]:
            yield from _all_texts(item, depth + 1)


def _sentences(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth > _MAX_DEPTH:
        return
    elif isinstance(value, list):
        for item in value[:3]:
            yield from _sentences(item, depth + 1)
    elif isinstance(value, Mapping):
        for name in ("error", "message", "detail", "msg", "error_msg", "errors", "title", "code"):
            if name in value:
                yield from _sentences(value[name], depth + 1)
