"""The text and the thinking in fields of any shape (Q11, row 40)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_THINKING: Final = ("reasoning_content", "reasoning", "thinking")
_THINKING_PARTS: Final = ("reasoning_details", "thinking_blocks")
_THOUGHTS: Final = frozenset({*_THINKING, *_THINKING_PARTS})
_TEXT: Final = ("text", "thinking", "reasoning", "content", "summary", "value")
_MAX_DEPTH: Final = 5


def read_content(content: Any) -> tuple[str, str]:
    """The thinking and the text in a content of any type."""
    if isinstance(content, str):
        return "", content
    if isinstance(content, int | float) and not isinstance(content, bool):
        return "", _number_text(content)
    thoughts: list[str] = []
    texts: list[str] = []
    for part in content if isinstance(content, list) else [content]:
        (thoughts if _is_thought(part) else texts).append(text_of(part))
    return "".join(thoughts), "".join(texts)


def read_thinking(delta: Mapping[Any, Any], in_content: str) -> str:
    """The thinking of a delta, once where several fields repeat it.

    Args:
        in_content: what stood among the parts of the content.
    """
    if _THOUGHTS.isdisjoint(delta):
        return in_content
    found = next((text for name in _THINKING if (text := text_of(delta.get(name)))), "") or in_content
    return found or next((text for name in _THINKING_PARTS if (text := text_of(delta.get(name)))), "")


def text_of(value: Any, depth: int = 0) -> str:
    """The text of a part, a list of parts, or parts in parts; empty where there is none."""
    if isinstance(value, str):
        return value
    if depth > _MAX_DEPTH:
        return ""
    if isinstance(value, list):
        return "".join(text_of(part, depth + 1) for part in value)
    if isinstance(value, dict):
        return next((text for name in _TEXT if (text := text_of(value.get(name), depth + 1))), "")
    return ""


def _is_thought(part: Any) -> bool:
    if not isinstance(part, dict):
        return False
    kind = part.get("type")
    if isinstance(kind, str) and kind:
        return kind.startswith(("thinking", "reasoning"))
    return not part.get("text") and bool(part.get("thinking") or part.get("reasoning"))


def _number_text(value: float) -> str:
    try:
        return str(value)
    except ValueError:  # an integer with thousands of digits
        return ""
