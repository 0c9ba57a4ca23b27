"""One whole answer to one request that is no round: for digests and syntheses."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any, Final, cast

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, TextDelta
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.session import GrowingAnswer
from stello_desktop.engine.thinking import without_thinking

QUIET_S: Final = 300.0
"""How long nothing may come before nobody waits any more; a local model may read a long text for minutes."""

_LOOK_AGAIN_CHARS: Final = 500

_WHOLE: Final = frozenset({EndReason.COMPLETE, EndReason.LENGTH, EndReason.TOOL_CALLS})


async def ask_whole(
    model: LanguageModel, request: ModelRequest, *, quiet_s: float = QUIET_S, most_chars: int | None = None
) -> str:
    """The answer as text, without any thinking (K-3).

    Args:
        most_chars: nobody listens any longer once so much has been said: small models do not stop by themselves.

    Raises: ProviderError, also where it broke off, where nothing came for ``quiet_s`` or where it has no words.
    """
    answer, reads_until = GrowingAnswer(), most_chars
    async with aclosing(cast("Any", model.stream(request))) as events:  # every model streams with a generator
        source = aiter(events)
        while True:
            try:
                async with asyncio.timeout(quiet_s):
                    event = await anext(source)
            except StopAsyncIteration:
                break
            except TimeoutError:
                raise _failure(
                    model, ProviderErrorKind.TIMEOUT, f"nothing came for {quiet_s:.0f} s"
                ) from None
            answer.take(event)
            if reads_until is not None and isinstance(event, TextDelta) and len(answer.content) > reads_until:
                said = len(without_thinking(answer.content))
                if most_chars is not None and said > most_chars:
                    return _words(model, answer.content)
                reads_until += _LOOK_AGAIN_CHARS
    settled = answer.settled()
    if settled.end.reason not in _WHOLE:
        raise _failure(model, settled.end.kind or ProviderErrorKind.LOST, settled.end.message)
    return _words(model, settled.content)


def _words(model: LanguageModel, content: str) -> str:
    text = clean_text(without_thinking(content)).strip()
    if not text:
        raise _failure(model, ProviderErrorKind.EMPTY, "the model wrote nothing")
    return text


def _failure(model: LanguageModel, kind: ProviderErrorKind, message: str) -> ProviderError:
    return ProviderError(kind, message, detail=message, service=model.ref.service_id, model=model.ref.model)
