"""Whether a chunk of an answer with status 200 is an error, in whatever dialect (Q6)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

_FINE: Final = frozenset({"", "0", "200", "none", "success", "ok"})
_TELLING: Final = frozenset({"type", "error", "base_resp", "detail", "success", "code", "status"})
"""Without any of these a chunk tells of no failure; nearly every chunk has none."""
_WORDS: Final = ("message", "msg", "error_msg", "error_description", "status_msg", "title")


def error_in(chunk: Mapping[Any, Any], event_name: str) -> Mapping[Any, Any] | None:
    """The error that a chunk is or carries, with its words where `read_stream_failure` finds them; else None."""
    if not event_name and _TELLING.isdisjoint(chunk) and chunk.get("object") != "error":
        return None
    marked = chunk.get("type") == "error" or chunk.get("object") == "error"
    if marked or event_name.strip().lower() == "error":
        return chunk
    error = chunk.get("error")
    if isinstance(error, dict | list | str) or error is True:
        if error:
            return chunk
    elif isinstance(error, int | float) and error:
        return _named(error, _words(chunk))
    base = chunk.get("base_resp")
    if isinstance(base, dict) and not _is_fine(base.get("status_code")):
        return _named(base["status_code"], _words(base))
    return chunk if not _is_answer(chunk) and _tells_of_failure(chunk) else None


def _is_answer(chunk: Mapping[Any, Any]) -> bool:
    return bool(chunk.get("choices")) or isinstance(chunk.get("message"), dict)


def _tells_of_failure(chunk: Mapping[Any, Any]) -> bool:
    """An error without the word: by its detail, its success, its code or its status."""
    if "choices" not in chunk and _is_detail(chunk.get("detail")):
        return True
    if not _words(chunk):
        return False
    status = chunk.get("status")
    is_status = isinstance(status, int) and not isinstance(status, bool) and status >= HTTPStatus.BAD_REQUEST
    return chunk.get("success") is False or is_status or not _is_fine(chunk.get("code"))


def _is_detail(detail: Any) -> bool:
    """What a service says of a failure: a sentence, a list, or an object with one of them; nothing where it is empty."""
    if isinstance(detail, dict):
        return bool(_words(detail) or detail.get("error"))
    return bool(detail.strip()) if isinstance(detail, str) else isinstance(detail, list) and bool(detail)


def _is_fine(code: Any) -> bool:
    return not isinstance(code, str | int) or isinstance(code, bool) or str(code).strip().lower() in _FINE


def _words(source: Mapping[Any, Any]) -> str:
    return next(
        (words for name in _WORDS if isinstance(words := source.get(name), str) and words.strip()), ""
    )


def _named(code: Any, words: str) -> Mapping[Any, Any]:
    return {"error": {"code": code, "message": words or str(code)}}
