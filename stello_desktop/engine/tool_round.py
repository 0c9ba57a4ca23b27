"""The tool calls of one response: asked about, run side by side, answered in order (R-6, X-5)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from stello_desktop.domain.cut_short import STOPPED_RESULT
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.events import BranchOpened, RoundEvent, ToolCallFinished
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import ToolCall, ToolResult
from stello_desktop.domain.ports import BranchGate, BranchProposal
from stello_desktop.engine.builtin_tools import CREATE_SESSION, CreateSessionTool, opened_branch
from stello_desktop.engine.hooks import HookRunner
from stello_desktop.engine.tools import CompositeToolRuntime, refusal

REFUSED: Final = "the person said no to this branch; go on without it"
DECLINED_CODE: Final = "branch_declined"
"""Code of a branch to which the person said no."""

CANCELLED: Final = STOPPED_RESULT.error
LIMIT: Final = "not run: too many rounds of tool calls; answer with what you have"
CUT_OFF: Final = "not run: the call was cut off before its end"


class OpenGate:
    """Lets every branch through (X-5)."""

    async def decide(self, session_id: SessionId, proposals: tuple[BranchProposal, ...]) -> tuple[bool, ...]:  # noqa: ARG002 - the port's shape
        """Yes to all."""
        return (True,) * len(proposals)


class ToolRound:
    """Runs the calls of one response; keeps what each gave, so that a stop loses nothing.

    Attributes:
        asked_at: the record that holds the calls, once it is on disk with them; a branch keeps it (X-2).

    Args:
        create: reads calls that open a branch, for the question to the person.
        check_guard: raises where the split guard refuses; nobody is asked about what it refuses (F-2).
        emit: appends to the round's events.
    """

    def __init__(
        self,
        session_id: SessionId,
        runtime: CompositeToolRuntime,
        create: CreateSessionTool,
        gate: BranchGate,
        check_guard: Callable[[], Awaitable[None]],
        hooks: HookRunner,
        emit: Callable[[RoundEvent], None],
    ) -> None:
        self._session_id = session_id
        self._runtime = runtime
        self._create = create
        self._gate = gate
        self._check_guard = check_guard
        self._hooks = hooks
        self._emit = emit
        self._calls: tuple[ToolCall, ...] = ()
        self._results: dict[int, ToolResult] = {}
        self.asked_at: RecordId | None = None

    @property
    def outstanding(self) -> bool:
        """Whether calls are on disk whose answers are not."""
        return bool(self._calls)

    def expect(self, calls: tuple[ToolCall, ...]) -> None:
        """These calls are about to be on disk and must be answered, come what may."""
        self._calls = calls
        self._results = {}

    async def run(self) -> None:
        """Ask about branches, then run everything side by side."""
        for call in self._calls:
            self._hooks.fire("on_tool_call", call)
        for index, result in (await self._refused()).items():
            self._finish(index, result)
        tasks = [
            asyncio.ensure_future(self._run_one(index))
            for index in range(len(self._calls))
            if index not in self._results
        ]
        if not tasks:
            return
        try:
            await asyncio.gather(*tasks)
        except asyncio.CancelledError:
            await asyncio.wait(tasks)
            raise

    async def _refused(self) -> dict[int, ToolResult]:
        """Branches that the guard or the person refuses, with what the model is told; the guard comes first."""
        asked = [
            (index, proposal)
            for index, call in enumerate(self._calls)
            if call.name == CREATE_SESSION and (proposal := self._create.propose(call)) is not None
        ]
        if not asked:
            return {}
        try:
            await self._check_guard()
        except StelloError as error:
            return {index: refusal(error) for index, _ in asked}
        decisions = await self._gate.decide(self._session_id, tuple(proposal for _, proposal in asked))
        declined = ToolResult(False, error=REFUSED, code=DECLINED_CODE)
        return {index: declined for (index, _), yes in zip(asked, decisions, strict=True) if not yes}

    async def _run_one(self, index: int) -> None:
        self._finish(index, await self._runtime.execute(self._calls[index]))

    def refuse_all(self, reason: str) -> None:
        """Answer every call with a failed result that says why (R-8)."""
        self.settle_all(ToolResult(False, error=reason))

    def settle_all(self, result: ToolResult) -> None:
        """Answer every call that has no result yet with this one (R-9)."""
        for index in range(len(self._calls)):
            if index not in self._results:
                self._finish(index, result)

    def _finish(self, index: int, result: ToolResult) -> None:
        call = self._calls[index]
        self._results[index] = result
        branch = opened_branch(result) if call.name == CREATE_SESSION else None
        if branch is not None:
            self._emit(BranchOpened(call.call_id, *branch))
        self._emit(ToolCallFinished(call.call_id, call.name, result))

    def take_answers(self) -> tuple[tuple[ToolCall, ToolResult], ...]:
        """All calls with their results, in the order of the calls; none is outstanding after it."""
        answers = tuple((call, self._results[index]) for index, call in enumerate(self._calls))
        self._calls, self._results = (), {}
        return answers
