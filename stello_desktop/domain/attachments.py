"""Text files that go along with a message: as quoted text in the message itself, never as anything that runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from stello_desktop.domain.text import clean_label, clean_text

MAX_ATTACHED_BYTES: Final = 60_000
"""More of one file is not taken; what fits is offered."""

_LEAST_CHARS: Final = 200
"""Less of a longer file is no beginning of it."""

_TICKS: Final = re.compile(r"`{3,}")
_KIND: Final = re.compile(r"\.([A-Za-z0-9_+-]{1,12})$")


class AttachTrouble(StrEnum):
    """Why a file cannot be quoted."""

    NOT_TEXT = "not_text"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    NO_ANSWER = "no_answer"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Attached:
    """What a file says.

    Attributes:
        name: the file's name, without its folder.
        whole: nothing was left out.
        size: of the file, in bytes.
    """

    name: str
    text: str
    whole: bool
    size: int

    def quoted(self, most_chars: int | None = None) -> str:
        """As it stands in a message: the name, and the text between fences that it cannot close itself.

        Args:
            most_chars: only the beginning that fits into so many; empty where that would be next to nothing.
        """
        head, text, foot = self._parts()
        room = len(text) if most_chars is None else most_chars - len(head) - len(foot)
        if room < min(len(text), _LEAST_CHARS):
            return ""
        return f"{head}{text[:room].rstrip() if room < len(text) else text}{foot}"

    @property
    def least_chars(self) -> int:
        """So many characters have room at least for a beginning of it."""
        head, text, foot = self._parts()
        return len(head) + min(len(text), _LEAST_CHARS) + len(foot)

    def _parts(self) -> tuple[str, str, str]:
        text = clean_text(self.text).rstrip("\n")
        longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=2)
        fence = "`" * (longest + 1)
        kind = _KIND.search(self.name)
        head = f"{clean_label(self.name)}\n{fence}{kind.group(1) if kind else ''}\n"
        return head, text, f"\n{fence}\n"


@dataclass(frozen=True, slots=True)
class NotAttached:
    """A file that is not taken, and why."""

    name: str
    reason: AttachTrouble
