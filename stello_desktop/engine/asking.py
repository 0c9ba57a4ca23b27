"""One whole answer to one request that is no round: for summaries, digests, syntheses and results (K-1 to K-3, C-7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import Any, Final, cast

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, ReasoningDelta, StreamEnd, TextDelta
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.thinking import without_thinking

QUIET_S: Final = 300.0
"""How long nothing may come before nobody waits any more; a local model may read a long text for minutes."""

MOST_HEARD: Final = 400_000
"""Characters of whatever kind after which a model that does not come to its end is heard no longer."""

_WHOLE: Final = frozenset({EndReason.COMPLETE, EndReason.LENGTH, EndReason.TOOL_CALLS})


async def ask_whole(
    model: LanguageModel,
    request: ModelRequest,
    *,
    quiet_s: float = QUIET_S,
    most_chars: int = MOST_HEARD,
    said: Callable[[str], object] | None = None,
) -> str:
    """The answer as text, without any thinking (K-3).

    Args:
        quiet_s: how long nothing may come, in seconds.
        most_chars: about so many characters are waited for: small models do not stop by themselves.
        said: called with all the text so far, thinking included; less often the longer it is, so that whoever
            reads it anew each time does no more work than the text is long some hundred times.

    Raises: ProviderError, also where it broke off, where nothing came for ``quiet_s`` or where it has no words.
    """
    hearing = _Hearing(most_chars, said)
    async with aclosing(cast("Any", model.stream(request))) as events:  # every model streams with a generator
        source = aiter(events)
        while not hearing.enough:
            try:
                async with asyncio.timeout(quiet_s):
                    event = await anext(source)
            except StopAsyncIteration:
                break
            except TimeoutError:
                raise _failure(
                    model, ProviderErrorKind.TIMEOUT, f"nothing came for {quiet_s:.0f} s"
                ) from None
            hearing.take(event)
    if not hearing.enough:
        end = hearing.end or StreamEnd(EndReason.INTERRUPTED)
        if end.reason not in _WHOLE:
            raise _failure(model, end.kind or ProviderErrorKind.LOST, end.message)
    return _words(model, hearing.text)


def limit_of(error: ProviderError) -> int | None:
    """How much a model reads, where its refusal as too long said so (C-6)."""
    limit = error.params.get("limit")
    return limit if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0 else None


class _Hearing:
    """An answer as it arrives: nothing is read again at every piece, however long it becomes.

    Attributes:
        enough: nothing more need be waited for.
        end: how it ended, once it has.
    """

    def __init__(self, most_chars: int, said: Callable[[str], object] | None) -> None:
        self._most_chars = most_chars
        self._said = said
        self._pieces: list[str] = []
        self._written = self._heard = 0
        self._look_at = most_chars
        self._say_at = 0
        self.enough = False
        self.end: StreamEnd | None = None

    @property
    def text(self) -> str:
        """All of it so far."""
        return "".join(self._pieces)

    def take(self, event: object) -> None:
        """One event of the stream."""
        if isinstance(event, StreamEnd):
            self.end = event
        elif isinstance(event, ReasoningDelta):
            self._heard += len(event.text)
        elif isinstance(event, TextDelta):
            self._heard += len(event.text)
            self._written += len(event.text)
            self._pieces.append(event.text)
            self._look()
        self.enough = self.enough or self._heard > MOST_HEARD

    def _look(self) -> None:
        if self._said is not None and self._written >= self._say_at:
            self._say_at = self._written + max(1, self._written // 200)
            self._said(self.text)
        if self._written > self._look_at:
            self.enough = len(without_thinking(self.text)) > self._most_chars
            self._look_at = self._written + max(500, self._written // 4)


def _words(model: LanguageModel, content: str) -> str:
    text = clean_text(without_thinking(content)).strip()
    if not text:
        raise _failure(model, ProviderErrorKind.EMPTY, "the model wrote nothing")
    return text


def _failure(model: LanguageModel, kind: ProviderErrorKind, message: str) -> ProviderError:
    return ProviderError(kind, message, detail=message, service=model.ref.service_id, model=model.ref.model)
