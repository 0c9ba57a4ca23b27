"""Something that stands in the conversation already is changed where messages are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Changing(Enum):
    """What is changed in the field, in place of writing a message."""

    QUESTION = "question"
    UNSENT = "unsent"
    NOTE = "note"

    @property
    def asks_nobody(self) -> bool:
        """Whether the change is kept without an answer, also while one runs."""
        return self is not Changing.QUESTION


@dataclass(frozen=True, slots=True)
class Change:
    """A change that has begun.

    Attributes:
        what: is changed.
        before: its words as they stand in the conversation.
        waiting: what was being typed; it comes back when the change is done.
    """

    what: Changing
    before: str
    waiting: str

    def alters(self, text: str) -> bool:
        """Whether its words have become others."""
        return text.strip() != self.before.strip()
