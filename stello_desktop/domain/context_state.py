"""How one conversation is sent: what it may read, what stands for its earlier part, how it is counted (C-3, C-6 to C-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef


class SummaryAuthor(StrEnum):
    """Who wrote what stands for the earlier part; ``nobody`` where it is left out without a summary."""

    MODEL = "model"
    HAND = "hand"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierPart:
    """What stands for the earliest whole rounds of a conversation (C-7). The records themselves stay.

    Attributes:
        covered: how many records of the chosen history it stands for, from the first on.
        last: the newest of them.
        mark: of exactly these records in these versions with these texts; it stands for no others.
        text: the summary; empty where the rounds are left out.
        model: who was asked for it.
        made_at: seconds since 1970.
        code, detail: why there is no summary; an error's stable code and its technical text.
    """

    covered: int
    last: RecordId
    mark: str
    text: str = ""
    author: SummaryAuthor = SummaryAuthor.MODEL
    model: ModelRef | None = None
    made_at: float = 0.0
    code: str = ""
    detail: str = ""

    @property
    def left_out(self) -> bool:
        """Whether the rounds are not sent in any form."""
        return self.author is SummaryAuthor.NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextChoices:
    """What the person has chosen for one conversation.

    Attributes:
        read_references: the digests of the conversations that it refers to go along (C-8).
        share_outline: tell the titles of its project (C-3); None follows the workspace.
        whole: the summary of its earlier part was removed: everything is sent, as long as it fits (C-7).
    """

    read_references: bool = False
    share_outline: bool | None = None
    whole: bool = False


NO_CHOICES: Final = ContextChoices()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextState:
    """Everything that is kept about how a conversation is sent.

    Attributes:
        earlier: the newest first; at most one of them stands for the history as it is now.
        ratios: the tokens that a model counted in the last call, for each one of our estimate (C-6).
    """

    choices: ContextChoices = NO_CHOICES
    earlier: tuple[EarlierPart, ...] = ()
    ratios: Mapping[ModelRef, float] = field(default_factory=dict)


KEPT_PARTS: Final = 8
"""So many are kept, so that choosing another version of a round and going back finds its summary again."""


class ContextStorage(Protocol):
    """Where it is kept. Unknown ids raise SessionNotFound."""

    async def get_context(self, session_id: SessionId) -> ContextState:
        """Everything."""
        ...

    async def put_choices(self, session_id: SessionId, choices: ContextChoices) -> None:
        """Replace what was chosen."""
        ...

    async def put_earlier(
        self, session_id: SessionId, part: EarlierPart, *, expects: Sequence[EarlierPart] | None = None
    ) -> bool:
        """Keep what stands for an earlier part, in the place of one for the same records.

        With it everything is no longer sent whole (C-7). Older ones than `KEPT_PARTS` go.

        Args:
            expects: what must still be kept, the newest first; otherwise nothing is written, because a person has
                changed or removed something meanwhile. None writes whatever is kept.

        Returns:
            Whether it was written.
        """
        ...

    async def forget_earlier(self, session_id: SessionId) -> None:
        """*Remove*: nothing stands for the earlier part, and everything is sent whole (C-7)."""
        ...

    async def put_ratio(self, session_id: SessionId, ref: ModelRef, ratio: float) -> None:
        """How a model counted in the last call of this conversation (C-6)."""
        ...
