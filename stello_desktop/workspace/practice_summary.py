"""What stands for a summary where the practice assistant answers: honest about what it is (K-1).

It shows where summaries live, how they are edited and what becomes of them, without an AI, a network or a guess: the person's
own first and last words, and a line that says that nobody has understood them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Final

from stello_desktop.domain.messages import ModelMessage, Record, Role
from stello_desktop.engine.languages import language_of
from stello_desktop.resources import resource

_MOST_CHARS: Final = 160
_FILES: Final = {"en": "en.toml", "zh": "zh_CN.toml"}


async def practice_summary(_memory: str, records: Sequence[Record]) -> str:
    """A `consolidate_fn` that asks nobody; in the language of the conversation."""
    said = [record.content for record in records if record.role is Role.USER and record.content.strip()]
    texts = _texts(language_of(ModelMessage(Role.USER, text) for text in said))
    lines = [texts["about"]]
    if said:
        lines.append(texts["first"].replace("{first}", _short(said[0])))
    if len(said) > 1:
        lines.append(texts["last"].replace("{last}", _short(said[-1])))
        lines.append(texts["count"].replace("{count}", str(len(said))))
    return "\n".join(lines)


def _texts(language: str) -> Mapping[str, str]:
    values = tomllib.loads(resource(f"practice/{_FILES[language]}").read_text(encoding="utf-8"))
    return {str(name): str(text) for name, text in values["summary"].items()}


def _short(text: str) -> str:
    words = " ".join(text[: 2 * _MOST_CHARS].split())
    return words if len(words) <= _MOST_CHARS else f"{words[:_MOST_CHARS].rstrip()}…"
