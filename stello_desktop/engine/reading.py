"""A model reads more than fits into one request: bit by bit, each time with what it has made so far (C-6, C-7, K-1).

Lines are made only when they are needed, so that a history of ten thousand messages stalls nobody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role
from stello_desktop.engine.asking import QUIET_S, ask_whole, limit_of
from stello_desktop.engine.tokens import estimate_text

USUAL_CONTEXT: Final = 16_000
"""Where nobody knows how much a model reads, in tokens."""

INPUT_SHARE: Final = 0.5
"""How much of what a model reads one request may carry; our estimate may be wrong by half."""

_LEAST_ROOM: Final = 300
_LEAST_SHARE: Final = 0.125


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said around the material, in one language.

    Attributes:
        instructions: the system message.
        so_far, after, whole: headings: of what was made so far, of what comes after it, and of what has nothing before it.
        ask: the last line.
    """

    instructions: str
    so_far: str
    after: str
    whole: str
    ask: str

    @property
    def tokens(self) -> int:
        """All of it, by our own estimate."""
        return sum(map(estimate_text, (self.instructions, self.so_far, self.after, self.ask)))

    def request(self, made: str, piece: str) -> ModelRequest:
        """A request about this piece; the material stands in a message of its own."""
        parts = (
            f"{self.so_far}\n{made}" if made else "",
            f"{self.after if made else self.whole}\n{piece}",
            self.ask,
        )
        return ModelRequest(
            (
                ModelMessage(Role.SYSTEM, self.instructions),
                ModelMessage(Role.USER, "\n\n".join(part for part in parts if part)),
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A model, and how it is to read.

    Attributes:
        size: how much it reads, in tokens.
        answer_tokens: what its answer may take of that.
        most_chars: no more of an answer is waited for.
        quiet_s: how long it may say nothing, in seconds.
    """

    model: LanguageModel
    size: int
    answer_tokens: int
    most_chars: int
    quiet_s: float = QUIET_S

    async def read(
        self,
        lines: Iterator[str],
        wording: Wording,
        made: str = "",
        *,
        shorten: Callable[[str], str] = str,
    ) -> str:
        """What comes of all the lines, going on from ``made``; that itself where there are none.

        A request that its service finds too long is sent again with less in it.

        Args:
            shorten: what is kept of each answer.

        Raises: ProviderError.
        """
        size, most = self.size, self.size
        pile = _Pile(lines)
        while piece := pile.take(room := self._room(size, most, wording, made)):
            request = wording.request(made, "\n\n".join(piece))
            try:
                answer = await ask_whole(
                    self.model, request, quiet_s=self.quiet_s, most_chars=self.most_chars
                )
            except ProviderError as error:
                if error.kind is not ProviderErrorKind.CONTEXT_LENGTH or room <= _least(size):
                    raise
                size, most = min(size, limit_of(error) or size), room // 2
                pile.give_back(piece)
            else:
                made = shorten(answer)
        return made

    def _room(self, size: int, most: int, wording: Wording, made: str) -> int:
        """How many tokens of lines one request may carry."""
        around = wording.tokens + max(self.answer_tokens, estimate_text(made))
        return max(_least(size), min(most, round(size * INPUT_SHARE) - around))


def _least(size: int) -> int:
    return max(1, min(_LEAST_ROOM, round(size * _LEAST_SHARE)))


class _Pile:
    """Lines, taken in pieces that fit; a piece that did not fit after all is given back."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._before: deque[str] = deque()

    def take(self, room: int) -> list[str]:
        """As many lines as fit into about ``room`` tokens, at least one; a longer one is cut. Empty at the end."""
        piece: list[str] = []
        left = room
        while (line := self._next()) is not None:
            size = estimate_text(line) + 1
            if size <= left:
                piece.append(line)
                left -= size
                continue
            if piece:
                self._before.appendleft(line)
            else:
                step = max(1, len(line) * room // size)
                piece.append(line[:step])
                if rest := line[step:]:
                    self._before.appendleft(rest)
            break
        return piece

    def give_back(self, piece: Sequence[str]) -> None:
        """Let these come again."""
        self._before.extendleft(reversed(piece))

    def _next(self) -> str | None:
        return self._before.popleft() if self._before else next(self._lines, None)
