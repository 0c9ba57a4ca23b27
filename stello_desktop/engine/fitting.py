"""A request that fits: before it leaves, the earliest rounds of a long conversation become a summary (C-7).

A summary is never the reason why a round fails: where nothing makes one, the rounds are left out, and the person
is told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from stello_desktop.domain.config import CompressFn
from stello_desktop.domain.context_state import ContextStorage, EarlierPart, SummaryAuthor
from stello_desktop.domain.errors import (
    BrokenRule,
    ForkConfigError,
    ProviderError,
    ProviderErrorKind,
    StelloError,
)
from stello_desktop.domain.events import CompressionEnded, CompressionStarted
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.messages import ModelMessage, Role, ToolDefinition
from stello_desktop.domain.reach import is_unsent
from stello_desktop.domain.text import clean_text
from stello_desktop.engine.compression import RoundCut, is_needed, mark_slowly, part_mark, plan_cut, trimmed
from stello_desktop.engine.context import BuiltContext, ContextSources, as_messages, build_context

_log = logging.getLogger(__name__)

SUMMARY_LIMIT_S: Final = 600.0
"""A summary that takes longer is given up; a model on this computer may need minutes."""

NO_COMPRESS_FN: Final = "no_compress_fn"
"""Code of an earlier part that is left out because nothing makes summaries here."""

EMPTY: Final = f"provider.{ProviderErrorKind.EMPTY.value}"
TOO_SLOW: Final = f"provider.{ProviderErrorKind.TIMEOUT.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """What one conversation's requests must fit into, and who shortens them.

    Attributes:
        limit: how much its model reads; None where nobody knows, and then nothing is shortened.
        compress_fn: None where nothing makes summaries.
        known: what stood for earlier parts when this was begun; None where nobody else writes there.
        whole: the person has removed the summary (C-7).
        emit: hears of what is done.
    """

    session_id: SessionId
    storage: ContextStorage
    model: LanguageModel
    limit: int | None
    compress_fn: CompressFn | None
    known: Sequence[EarlierPart] | None = None
    whole: bool = False
    emit: Callable[[CompressionStarted | CompressionEnded], None] = lambda _event: None

    async def fit(
        self, sources: ContextSources, tools: Sequence[ToolDefinition], *, refused: bool = False
    ) -> BuiltContext | None:
        """The request, shortened where it is too long.

        Args:
            refused: the service has said that it is too long, whatever we estimate.

        Returns:
            None where it was refused, and nothing in it can be shortened.
        """
        built = build_context(sources, tools)
        if self.limit is None:
            return None if refused else built
        if not refused and not is_needed(built.tokens, self.limit, whole=self.whole):
            return built
        cut = plan_cut(sources, built, self.limit)
        if cut is None:
            return None if refused else built
        self.emit(CompressionStarted(self.limit if refused else None))
        await mark_slowly(sources.records)
        part, error = await self._stand_in(sources, cut, self.limit)
        if error is None or not _ends_the_round(error):
            await self._keep(part)
        self.emit(CompressionEnded(part.covered, part.left_out, part.code))
        return build_context(replace(sources, earlier=part), tools)

    async def _keep(self, part: EarlierPart) -> None:
        """For the next rounds, unless the person has changed or removed meanwhile what it was made on.

        A store that refuses it costs another summary next time, and not this round.
        """
        try:
            await self.storage.put_earlier(self.session_id, part, expects=self.known)
        except StelloError:
            _log.exception("what stands for the earlier part could not be kept")

    async def _stand_in(
        self, sources: ContextSources, cut: RoundCut, limit: int
    ) -> tuple[EarlierPart, Exception | None]:
        error: Exception | None = None
        text, code, detail = "", NO_COMPRESS_FN, ""
        try:
            if self.compress_fn is not None:
                made = await self._summary(self.compress_fn, cut)
                text = trimmed(clean_text(made).strip(), limit, sources.ratio)
                code = "" if text else EMPTY
        except StelloError as failure:
            error, code, detail = failure, failure.full_code, failure.detail or str(failure)
        except TimeoutError as failure:
            error, code = failure, TOO_SLOW
        except Exception as failure:  # noqa: BLE001 - a function of somebody else never fails a round
            _log.exception("a summary could not be made")
            error, code, detail = failure, BrokenRule.code, str(failure) or type(failure).__name__
        part = EarlierPart(
            covered=cut.covered,
            last=cut.last,
            mark=part_mark(sources.records[: cut.covered]),
            text=text,
            author=SummaryAuthor.MODEL if text else SummaryAuthor.NOBODY,
            model=self.model.ref,
            made_at=time.time(),
            code=code,
            detail=clean_text(detail),
        )
        return part, error

    @staticmethod
    async def _summary(compress_fn: CompressFn, cut: RoundCut) -> str:
        messages = as_messages(cut.leaving)
        if cut.old is not None and cut.old.text:
            messages = (ModelMessage(Role.SYSTEM, cut.old.text), *messages)
        async with asyncio.timeout(SUMMARY_LIMIT_S):
            return await compress_fn(messages)


_ENDS: Final = frozenset(
    {
        ProviderErrorKind.AUTH,
        ProviderErrorKind.NO_CREDIT,
        ProviderErrorKind.CERTIFICATE,
        ProviderErrorKind.PROXY,
    }
)


def _ends_the_round(error: Exception) -> bool:
    """Whether the question fails of the same thing, such as a missing key: that says nothing about the next time."""
    return is_unsent(error) or (isinstance(error, ProviderError) and error.kind in _ENDS)


async def resummarise(
    part: EarlierPart, sources: ContextSources, compress_fn: CompressFn | None, *, limit: int | None
) -> EarlierPart:
    """The same part with a summary in the place of none; by whom is the caller's to say.

    Args:
        part: stands for the first of the records of ``sources``.
        limit: how much the model reads; None where nobody knows.

    Raises: ForkConfigError where nothing makes summaries, ProviderError, and what the function raises.
    """
    if compress_fn is None:
        raise ForkConfigError("there is nothing that could summarise the conversation", reason="compress")
    try:
        async with asyncio.timeout(SUMMARY_LIMIT_S):
            made = await compress_fn(as_messages(sources.records[: part.covered]))
    except TimeoutError as failure:
        raise ProviderError(ProviderErrorKind.TIMEOUT, "the summary took too long") from failure
    text = clean_text(made).strip()
    if not text:
        raise ProviderError(ProviderErrorKind.EMPTY, "the model wrote no summary")
    return replace(
        part,
        text=text if limit is None else trimmed(text, limit, sources.ratio),
        author=SummaryAuthor.MODEL,
        made_at=time.time(),
        code="",
        detail="",
    )
