"""What a model writes of its thinking into its text, and how it is taken off (K-3)."""

from __future__ import annotations

import re

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_TAIL = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)


def without_thinking(text: str) -> str:
    """A text without the thinking that a model wrote into it, its end without a beginning included (K-3)."""
    return _TAIL.sub("", _THOUGHT.sub("", text))
