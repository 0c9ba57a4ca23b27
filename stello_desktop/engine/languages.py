"""In which language a conversation is held, so that what the program asks a model for follows it (C-7, K-1, R-9)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from stello_desktop.domain.messages import ModelMessage, Role

_HEARD_CHARS: Final = 20_000

_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3040-\u30ff]")
_LETTER = re.compile(r"[^\W\d_]")


def language_of(messages: Iterable[ModelMessage]) -> str:
    """``zh`` where the people write Chinese for the most part, else ``en``: the language of the prompt."""
    heard: list[str] = []
    length = 0
    for message in messages:
        if message.role is not Role.TOOL and length < _HEARD_CHARS:
            heard.append(message.content[:2_000])
            length += len(heard[-1])
    text = "".join(heard)
    han = len(_HAN.findall(text))
    return "zh" if 2 * han > len(_LETTER.findall(text)) and not _KANA.search(text) else "en"
