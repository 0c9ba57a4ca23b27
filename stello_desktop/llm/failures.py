"""What a service's error body says, read from codes or from words (Q6, Q23 to Q25, Q31)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.redaction import redact
from stello_desktop.domain.text import clean_text
from stello_desktop.llm.failure_table import UNKNOWN_STATUS, Evidence, deciding_rule
from stello_desktop.llm.waits import retry_after_s

MAX_WORDS_CHARS: Final = 600
_READ_CHARS: Final = 20 * MAX_WORDS_CHARS

_MAX_DEPTH: Final = 6
_MAX_CODE: Final = 10**9
_NO_WAY_THERE: Final = frozenset(
    {
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.NOT_IMPLEMENTED,
    }
)
"""With a page for a browser, who answers is no AI service: another server, or a guard before it (Q7)."""
_CODE_NAMES: Final = frozenset({"code", "type", "status", "reason", "error", "error_type", "error_code"})
_ECHOES: Final = frozenset({"input", "ctx", "failed_generation"})
"""Fields that repeat what was sent or written, which says nothing about the failure."""
_WORTH_ANOTHER_TRY: Final = frozenset(
    {ProviderErrorKind.RATE_LIMITED, ProviderErrorKind.SERVER, ProviderErrorKind.TIMEOUT}
)

_CONTEXT_SIZES: Final = (
    re.compile(r"maximum context length(?: is| of|:) (\d{3,9})"),
    re.compile(r"with (\d{3,9}) maximum context length"),
    re.compile(r"n_ctx\"?(?:: ?| \()(\d{3,9})"),
    re.compile(r"(?:> |exceeds the limit of |limit is |must be <= )(\d{3,9})"),
    re.compile(r"context length of only (\d{3,9})|context length \((\d{3,9})"),
    re.compile(r"maximum (?:model length of|prompt length is) (\d{3,9})"),
    re.compile(r"maximum number of tokens allowed \((\d{3,9})"),
    re.compile(r"model token limit: (\d{3,9})|should be \[1, (\d{3,9})\]|less than (\d{3,9}) tokens"),
)
_ASKED_SIZES: Final = (
    re.compile(r"resulted in (\d{3,9})"),
    re.compile(r"n_(?:prompt_tokens|keep)\"?(?:: ?| \()(\d{3,9})"),
    re.compile(r"too long: (\d{3,9})"),
    re.compile(r"requested:? (?:about )?(\d{3,9})"),
    re.compile(r"(?:input token count|prompt|input) \((?:length )?(\d{3,9})|token count of (\d{3,9})"),
    re.compile(r"contains (\d{3,9}) tokens|keep the first (\d{3,9})|length is (\d{3,9}) while"),
    re.compile(r"Given: (\d{3,9})\b(?! `)"),
)


_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_GUARD = re.compile(r"\s*error code: 1\d{3}\s*")
"""What Cloudflare says instead of its page to whoever seems to be no browser."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One refusal: what kind, and the service's own words without any key."""

    kind: ProviderErrorKind
    words: str

    @property
    def may_retry(self) -> bool:
        """Whether the same request may do later (row 30)."""
        return self.kind in _WORTH_ANOTHER_TRY


def read_failure(status: int, body: bytes | str, *, wait_s: float | None = None) -> Failure:
    """What an answer with an error status means.

    Args:
        wait_s: how long it asks to wait, where a header says so.
    """
    text = body if isinstance(body, str) else body.decode("utf-8", "replace")
    if status in _NO_WAY_THERE and (is_web_page(text) or _GUARD.fullmatch(text)):
        return Failure(ProviderErrorKind.WEB_PAGE, "")
    parsed = _parse(text)
    words = error_words(parsed) if parsed is not None else _plain_words(text)
    waits = wait_s is not None or retry_after_s({}, text) is not None
    found = evidence_in(words if parsed is None else parsed, status, waits=waits)
    return Failure(deciding_rule(found).kind, words)


def evidence_in(value: Any, status: int, *, waits: bool | None = None) -> Evidence:
    """What there is to go by in an error body of any shape.

    Args:
        waits: whether it asks to wait, where that is known; else its words tell.
    """
    texts = list(_texts(value))
    words = " ".join(text for _, text in texts)
    codes = frozenset(text.strip().lower() for name, text in texts if name in _CODE_NAMES)
    if waits is None:
        waits = retry_after_s({}, words) is not None
    return Evidence(status, codes, words, waits=waits)


def is_web_page(body: bytes | str) -> bool:
    """Whether this is a page for a browser, whatever it is called (Q7)."""
    text = body if isinstance(body, str) else body[:_READ_CHARS].decode("utf-8", "replace")
    return _PAGE.match(text.removeprefix("\ufeff")) is not None


def read_stream_failure(value: Any) -> Failure:
    """What an error object inside a 200 stream means (Q6)."""
    status = UNKNOWN_STATUS
    for holder in (value, value.get("error") if isinstance(value, Mapping) else None):
        if isinstance(holder, Mapping):
            status = _as_status(holder.get("code", holder.get("status"))) or status
    return Failure(deciding_rule(evidence_in(value, status)).kind, error_words(value))


def error_words(value: Any) -> str:
    """The sentence in an error body of any shape, without any key; empty where there is none."""
    found = next((text for text in _sentences(value) if text.strip()), "")
    return _shown(found)


def context_size(text: str) -> int | None:
    """How many tokens fit, where a refusal names it (Q24)."""
    return _first_number(_CONTEXT_SIZES, text)


def asked_size(text: str) -> int | None:
    """How many tokens the conversation has, where a refusal names it (Q24)."""
    return _first_number(_ASKED_SIZES, text)


def _first_number(patterns: Sequence[re.Pattern[str]], text: str) -> int | None:
    for pattern in patterns:
        if match := pattern.search(text):
            return int(next(group for group in match.groups() if group))
    return None


def _as_status(code: Any) -> int:
    """A status that an error names in its body; 0 where it names another sort of code."""
    if isinstance(code, str) and re.fullmatch(r"[45]\d\d", code):
        return int(code)
    is_status = isinstance(code, int) and not isinstance(code, bool) and 400 <= code < 600  # noqa: PLR2004
    return code if is_status else UNKNOWN_STATUS


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


def _texts(value: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every text in an error body with the name of its field, and numbers as texts."""
    if isinstance(value, str):
        yield name, value[:2000]
    elif isinstance(value, int):
        yield name, str(value) if -_MAX_CODE < value < _MAX_CODE else ""
    elif depth > _MAX_DEPTH:
        return
    elif isinstance(value, Mapping):
        for inner, item in list(value.items())[:30]:
            if inner not in _ECHOES:
                yield from _texts(item, str(inner).lower(), depth + 1)
    elif isinstance(value, list):
        for item in value[:30]:
            yield from _texts(item, name, depth + 1)


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
