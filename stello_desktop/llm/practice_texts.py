"""The practice assistant's words in one language, from a resource file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

SHOWN: Final = ("everything", "table", "code", "list", "long")


@dataclass(frozen=True, slots=True)
class PracticeTexts:
    """What can be said, by section and name."""

    words: Mapping[str, re.Pattern[str]]
    plain: Mapping[str, Any]
    branch: Mapping[str, str]
    show: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> Self:
        """One language's file. Raises: KeyError, tomllib.TOMLDecodeError, re.error for a broken file."""
        values = tomllib.loads(path.read_text(encoding="utf-8"))
        return cls(
            words={name: re.compile(pattern, re.IGNORECASE) for name, pattern in values["words"].items()},
            plain={name: _trim(text) for name, text in values["plain"].items()},
            branch={name: _trim(text) if name != "and" else text for name, text in values["branch"].items()},
            show={name: _trim(values["show"][name]) for name in SHOWN},
        )

    def asks_for(self, name: str, text: str) -> bool:
        """Whether a message uses the words for this."""
        return bool(self.words[name].search(text))


def _trim(value: Any) -> Any:
    return value.strip("\n") if isinstance(value, str) else value
