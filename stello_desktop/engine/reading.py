"""A model reads more than fits into one request: bit by bit, each time with what it has made so far (C-6, C-7, K-1).

Lines are made only when they are needed, so that a history of ten thousand messages stalls nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.errors import MANY_REQUESTS, MemoryNotMade, ProviderError, ProviderErrorKind
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role
from stello_desktop.engine.asking import QUIET_S, ask_whole, limit_of
from stello_desktop.engine.tokens import estimate_text

USUAL_CONTEXT: Final = 16_000
"""Where nobody knows how much a model reads, in tokens."""

USUAL_SHARE: Final = 0.5
"""How much of that one request and its answer may take: both guesses may be wrong."""

KNOWN_SHARE: Final = 0.75
"""The same where the size is known; our estimate may still be wrong by a third (C-6)."""

COUNTED_SHARE: Final = 0.85
"""The same where the model has counted a request of this conversation, and our estimate is corrected by that."""

EXPECTED_TOKENS: Final = 200
"""What is made of a piece has about this size, where nobody knows it yet."""

_SLICE_S: Final = 0.004

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
        size: how much it reads, in tokens; None where nobody knows.
        answer_tokens: what its answer may take of that.
        most_chars: no more of an answer is waited for.
        quiet_s: how long it may say nothing, in seconds.
        ratio: its own tokens for each one that we estimate, as far as it has counted any (C-6).
        most_requests: no more of them are made, since each costs money (D-1); None for as many as it takes.
    """

    model: LanguageModel
    size: int | None
    answer_tokens: int
    most_chars: int
    quiet_s: float = QUIET_S
    ratio: float | None = None
    most_requests: int | None = None

    async def count(self, lines: Iterator[str], wording: Wording, made: str = "") -> int:
        """About how many requests `read` would make; none is made. Read in slices, so that nobody is stalled."""
        size = self.size or USUAL_CONTEXT
        return await _count(lines, self._expected_room(size, size, wording, made))

    async def read(
        self,
        lines: Callable[[], Iterator[str]],
        wording: Wording,
        made: str = "",
        *,
        shorten: Callable[[str], str] = str,
    ) -> str:
        """What comes of all the lines, going on from ``made``; that itself where there are none.

        A request that its service finds too long is sent again with less in it; such a refusal costs nothing.

        Args:
            lines: makes them anew at each call.
            shorten: what is kept of each answer.

        Raises: ProviderError; MemoryNotMade where more requests than may be made would be needed, before the first
            one is paid for.
        """
        size = most = self.size or USUAL_CONTEXT
        await self._check(lines, self._expected_room(size, most, wording, made))
        pile, begun = _Pile(lines()), False
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
                if not begun:
                    await self._check(lines, self._expected_room(size, most, wording, made))
            else:
                begun = True
                made = shorten(answer)
        return made

    async def _check(self, lines: Callable[[], Iterator[str]], room: int) -> None:
        """Nothing is begun that would take more requests than may be made."""
        if self.most_requests is not None:
            count = await _count(lines(), room)
            if count > self.most_requests:
                raise MemoryNotMade("it would take too many requests", reason=MANY_REQUESTS, requests=count)

    def _room(self, size: int, most: int, wording: Wording, made: str) -> int:
        """How many tokens of lines one request may carry, so that it and its answer fit into what the model reads."""
        return room_for(
            size,
            wording.tokens + estimate_text(made) + self.answer_tokens,
            most=most,
            ratio=self.ratio,
            known=self.size is not None,
        )

    def _expected_room(self, size: int, most: int, wording: Wording, made: str) -> int:
        """The same for all requests that follow, before anything was made."""
        room = self._room(size, most, wording, made)
        return max(_least(size), room - max(0, EXPECTED_TOKENS - estimate_text(made)))


def room_for(size: int, around: int, *, most: int, ratio: float | None, known: bool) -> int:
    """How many tokens, by our estimate, one request may carry besides what stands around them.

    Args:
        size: how much the model reads, by its own count; ``known`` tells whether that is more than a guess.
        around: instructions, what was made so far, and the answer.
        most: no more than this.
        ratio: see `Reader`.
    """
    share = (KNOWN_SHARE if ratio is None else COUNTED_SHARE / max(ratio, 1.0)) if known else USUAL_SHARE
    return max(_least(size), min(most, round(size * share) - around))


async def _count(lines: Iterator[str], room: int) -> int:
    """How many pieces of so many tokens the lines are; as `_Pile` takes them."""
    count, left = 0, 0
    began = time.perf_counter()
    for line in lines:
        tokens = estimate_text(line) + 1
        while tokens > left:
            if count and left == room:  # longer than a whole piece alone
                tokens -= room
            count, left = count + 1, room
        left -= tokens
        if time.perf_counter() - began > _SLICE_S:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return count


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
