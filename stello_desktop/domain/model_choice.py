"""A sensible model out of a list, chosen before the person has chosen one.

The first that is left after these questions, asked in this order, and the service's own order after that:

1. It chats. Models for embeddings, speech and pictures never are the choice.
2. The service's own preferred names (data, not code), in their order; a whole name before a beginning of one.
3. The server holds it in memory now: it answers at once.
4. It can open branches; one that nobody knows of comes before one that cannot.
5. It is made for talking: no preview, no base model, none for code, mathematics or moderation alone.
6. It is not tiny: below three billion parameters, answers are often wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stello_desktop.domain.services import ModelInfo

TINY_BILLIONS: Final = 3.0
_TINY_BYTES: Final = 1_200_000_000

_UNFINISHED: Final = re.compile(
    r"preview|experimental|\bexp\b|alpha|beta|nightly|\brc\d*\b|deprecated", re.IGNORECASE
)
_SPECIAL: Final = re.compile(
    r"\bbase\b|cod(?:er|ex|estral)|\bcode\b|math|realtime|audio|search|research|guard|safety|computer-use|"
    r"\bocr\b|translat|roleplay|uncensored|medical|davinci|babbage|instruct-0914",
    re.IGNORECASE,
)
_BILLIONS: Final = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)(b|m)(?![a-z0-9])", re.IGNORECASE)


def choose_model(models: Sequence[ModelInfo], preferred: Sequence[str] = ()) -> str:
    """The name of the model to begin with; empty where none can chat."""
    talking = [info for info in models if info.for_chat]
    if not talking:
        return ""
    return min(talking, key=lambda info: _doubts(info, preferred)).name


def _doubts(info: ModelInfo, preferred: Sequence[str]) -> tuple[float, ...]:
    """What speaks against a model, the weightiest first; less is better."""
    return (
        _rank(info.name, preferred),
        0 if info.loaded else 1,
        {True: 0, None: 1, False: 2}[info.tools],
        bool(_UNFINISHED.search(info.name)) + bool(_SPECIAL.search(info.name)),
        is_tiny(info),
    )


def _rank(name: str, preferred: Sequence[str]) -> float:
    own = name.removeprefix("models/").lower()
    for number, wanted in enumerate(preferred):
        if own == wanted:
            return number
    for number, wanted in enumerate(preferred):
        if own.startswith(wanted) and not _UNFINISHED.search(own) and not _SPECIAL.search(own):
            return number + 0.5
    return len(preferred)


def is_tiny(info: ModelInfo) -> bool:
    """Whether a model is so small that it is often wrong; False where nothing says how large it is."""
    sizes = [
        float(number) / (1000 if unit.lower() == "m" else 1) for number, unit in _BILLIONS.findall(info.name)
    ]
    if sizes:
        return max(sizes) < TINY_BILLIONS
    return info.size_bytes is not None and info.size_bytes < _TINY_BYTES
