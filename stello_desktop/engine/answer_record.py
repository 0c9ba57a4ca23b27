"""A growing answer on disk: opened at its first word, saved every second, given its last form once."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

from stello_desktop.domain.ids import RecordId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import (
    NOBODY,
    ModelMessage,
    Record,
    RecordDraft,
    RecordState,
    Role,
    ToolCall,
    Usage,
)
from stello_desktop.domain.ports import SessionStorage, StartedRound
from stello_desktop.domain.services import PRACTICE
from stello_desktop.engine.session import GrowingAnswer
from stello_desktop.engine.tokens import complete_usage
from stello_desktop.engine.unbroken import unbroken


@dataclass(frozen=True, slots=True)
class Asked:
    """Who was asked, and how much was sent, as we count it (C-6); None where nobody could be asked."""

    ref: ModelRef | None = None
    sent_tokens: int = 0


class AnswerRecord:
    """Keeps one answer of one round; what a crash leaves is at most a second old.

    Tokens that the service did not count are estimated, and marked so (Q2); the practice assistant has none.

    Args:
        every_s: seconds between two saves while words arrive.

    Attributes:
        record_id: where it is; None before anything is on disk.
    """

    def __init__(
        self,
        storage: SessionStorage,
        started: StartedRound,
        answer: GrowingAnswer,
        asked: Asked,
        every_s: float,
    ) -> None:
        self.answer = answer
        self._storage = storage
        self._round = started
        self._asked = asked
        self._every_s = every_s
        self._record: Record | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._grown = False
        self.finished = False
        self.record_id: RecordId | None = None

    async def grow(self) -> None:
        """There is more than before; opens the record at the first call. Raises: StoreError."""
        self._grown = True
        if self._record is None:
            await unbroken(self._open())
            self._keeper = asyncio.ensure_future(self._keep())
        elif self._keeper is not None and self._keeper.done():
            self._keeper.result()

    async def _open(self) -> None:
        draft = self._draft(RecordState.PENDING, self.answer.tool_calls)
        self._grown = False
        records = await self._storage.append(self._round.session_id, [draft], round=self._round)
        self._record, self.record_id = records[0], records[0].record_id

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            if self._grown and self._record is not None:
                self._grown = False
                await self._storage.save_partial(
                    self._record.record_id,
                    content=self.answer.content,
                    reasoning=self.answer.reasoning,
                    tool_calls=self.answer.tool_calls,
                )

    async def finish(
        self,
        state: RecordState,
        *,
        tool_calls: tuple[ToolCall, ...] = (),
        error_code: str = "",
        error_detail: str = "",
    ) -> None:
        """Give the answer its last form; a second time changes nothing."""
        if not self.finished:
            await unbroken(self._finish(state, tool_calls, error_code, error_detail))

    async def _finish(
        self, state: RecordState, tool_calls: tuple[ToolCall, ...], error_code: str, error_detail: str
    ) -> None:
        await self._stop_keeping()
        if self._record is None:
            draft = self._draft(state, tool_calls, error_code, error_detail)
            records = await self._storage.append(self._round.session_id, [draft], round=self._round)
            self.record_id = records[0].record_id
        else:
            await self._storage.finish_record(
                self._record.record_id,
                content=self.answer.content,
                state=state,
                reasoning=self.answer.reasoning,
                tool_calls=tool_calls,
                usage=self._usage(),
                error_code=error_code,
                error_detail=error_detail,
            )
        self.finished = True

    async def _stop_keeping(self) -> None:
        keeper, self._keeper = self._keeper, None
        if keeper is None:
            return
        keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeper

    def _draft(
        self,
        state: RecordState,
        tool_calls: tuple[ToolCall, ...],
        error_code: str = "",
        error_detail: str = "",
    ) -> RecordDraft:
        return RecordDraft(
            role=Role.ASSISTANT,
            content=self.answer.content,
            state=state,
            reasoning=self.answer.reasoning,
            tool_calls=tool_calls,
            model="" if self._asked.ref is None else self._asked.ref.model,
            service=NOBODY if self._asked.ref is None else self._asked.ref.service_id,
            usage=self._usage(growing=state is RecordState.PENDING),
            error_code=error_code,
            error_detail=error_detail,
        )

    def _usage(self, *, growing: bool = False) -> Usage | None:
        """What was counted; the missing part estimated, where something came at all.

        While the answer grows its length is unknown: that is what a crash leaves.
        """
        counted, ref = self.answer.usage, self._asked.ref
        if ref is None or ref.service_id == PRACTICE or not (counted is not None or self.has_words):
            return counted
        if growing:
            return Usage(self._asked.sent_tokens, None, estimated=True)
        return complete_usage(
            counted or Usage(),
            self._asked.sent_tokens,
            ModelMessage(
                Role.ASSISTANT, self.answer.content, self.answer.tool_calls, reasoning=self.answer.reasoning
            ),
        )

    @property
    def has_words(self) -> bool:
        """Whether there is anything that a person would miss."""
        return self._record is not None or bool(self.answer.content or self.answer.reasoning)
