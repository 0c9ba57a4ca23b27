"""What of a model's answer is the summary that was asked for, and what plainly is none (K-1, K-3).

Small models wrap what they write, although they were asked for the text alone: in a fence, under a heading, in a JSON
object. What is in the wrapping counts. What is nothing but data, has no words, or says the same thing over and over is
no summary: it must not take the place of one.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from typing import Any, Final

from stello_desktop.domain.text import clean_text
from stello_desktop.engine.thinking import without_thinking

_FENCED: Final = re.compile(r"\A```[\w-]*\n(.*?)\n?```\Z", re.DOTALL)
_HEADING: Final = re.compile(
    r"\A(?:#+\s*|\*\*)?(?:the\s+|here is the\s+)?(?:summary|result|摘要|总结|结果)\s*(?:\*\*)?\s*[:：]\s*(?:\*\*)?",
    re.IGNORECASE,
)
_NAMES: Final = ("summary", "result", "text", "content", "digest", "摘要", "总结", "结果")
_PAIR: Final = re.compile(r"\"[^\"\n]{1,80}\"\s*:")
_LETTER: Final = re.compile(r"[^\W\d_]")

_LEAST_LETTERS: Final = 2
_LONG_CHARS: Final = 600
_LEAST_VARIETY: Final = 0.1
"""Prose of this length and more shrinks to a third and less; what shrinks to a tenth repeats itself."""


def unwrapped(answer: str) -> str:
    """The text of an answer without thinking and wrappings; empty where nothing is left."""
    text = without_thinking(clean_text(answer)).strip()
    fenced = _FENCED.match(text)
    if fenced is not None:
        text = fenced[1].strip()
    return _HEADING.sub("", _from_json(text), count=1).strip()


def read_summary(answer: str) -> str | None:
    """The summary in an answer; None where there plainly is none."""
    text = unwrapped(answer)
    wordless = len(_LETTER.findall(text[:_LONG_CHARS])) < _LEAST_LETTERS
    return None if wordless or _is_data(text) or _repeats_itself(text) else text


def _from_json(text: str) -> str:
    """The text inside an object, where a model would not write without one."""
    if not text.startswith("{"):
        return text
    try:
        found = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text
    return next(_texts(found), text) if isinstance(found, dict) else text


def _texts(found: dict[str, Any]) -> Iterator[str]:
    return (
        found[name].strip() for name in _NAMES if isinstance(found.get(name), str) and found[name].strip()
    )


def _is_data(text: str) -> bool:
    """Nothing but JSON, whole or broken off."""
    if not text.startswith(("{", "[")):
        return False
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return bool(_PAIR.search(text[:_LONG_CHARS]))
    return True


def _repeats_itself(text: str) -> bool:
    if len(text) < _LONG_CHARS:
        return False
    raw = text.encode("utf-8", "surrogatepass")
    return len(zlib.compress(raw)) < len(raw) * _LEAST_VARIETY
