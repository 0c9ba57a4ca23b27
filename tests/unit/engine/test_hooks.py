"""Hooks never block and never break a round."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import ErrorRaised
from stello_desktop.domain.messages import RecordState
from stello_desktop.engine.factory import merge_hooks
from stello_desktop.engine.hooks import EngineError, EngineEvent, EngineHooks
from stello_desktop.llm.scripted import tool_reply
from tests.unit.engine.desk import Desk, all_events, run

NAMES = tuple(EngineHooks.__dataclass_fields__)


def noting(told: list[str], prefix: str = "") -> EngineHooks:
    """Hooks that write down that they were called."""

    def note(name: str) -> Any:
        return lambda *args: told.append(prefix + name)

    return EngineHooks(**{name: note(name) for name in NAMES})


def test_a_round_tells_its_hooks_in_order() -> None:
    """R-12."""

    async def work() -> None:
        told: list[str] = []
        desk = Desk([tool_reply("stello_create_session", label="A"), "Done."], hooks=noting(told))
        await desk.agent.turn(desk.plan, "Hi")
        assert told == [
            "on_message_received",
            "on_round_start",
            "on_tool_call",
            "on_session_fork",
            "on_tool_result",
            "on_round_end",
            "on_assistant_reply",
        ]

    run(work())


def test_the_factorys_hooks_and_the_persons_both_run() -> None:
    """R-12, L-3."""

    async def work() -> None:
        told: list[str] = []
        desk = Desk(
            ["Hi"], hooks=noting(told, "own "), own_hooks=(lambda session_id: noting(told, "factory "),)
        )
        await desk.agent.turn(desk.plan, "Hi")
        assert told[:2] == ["factory on_message_received", "own on_message_received"]
        assert len(merge_hooks((EngineHooks(),), (EngineHooks(), EngineHooks()))) == 3

    run(work())


def _raise(*args: Any) -> None:
    raise ValueError("hook")


async def _raise_later(*args: Any) -> None:
    await asyncio.sleep(0)
    raise ValueError("hook")


@pytest.mark.parametrize("hook", [_raise, _raise_later])
def test_hooks_that_raise_become_events_and_the_round_stands(hook: Any) -> None:
    """R-11: on_error itself is shielded, and every hook is isolated."""

    async def work() -> None:
        told: list[str] = []
        failing = EngineHooks(**dict.fromkeys(NAMES, hook))
        desk = Desk(["Hello"], hooks=failing, own_hooks=(lambda session_id: noting(told),))
        stream = desk.agent.stream(desk.plan, "Hi")
        assert (await stream.result).turn.final_content == "Hello"
        await desk.agent.settle()
        assert "on_error" in told
        assert "on_round_end" in told
        failed = [event.where for event in desk.events if isinstance(event, EngineError)]
        assert {"on_message_received", "on_round_end", "on_error"} <= set(failed)
        assert any(isinstance(event, ErrorRaised) for event in await all_events(stream))

    run(work())


def test_a_hook_that_never_ends_blocks_nothing() -> None:
    """R-11."""

    async def work() -> None:
        async def hang(*args: Any) -> None:
            await asyncio.Event().wait()

        desk = Desk(["Hello"], hooks=EngineHooks(**dict.fromkeys(NAMES, hang)))
        await asyncio.wait_for(desk.agent.turn(desk.plan, "Hi"), 5)
        await desk.agent.aclose()

    run(work())


def test_a_listener_that_raises_does_not_undo_the_fork() -> None:
    """R-11, F-7."""

    async def work() -> None:
        def listen(event: EngineEvent) -> None:
            raise RuntimeError("view")

        desk = Desk(listener=listen)
        await desk.agent.fork_session(desk.plan, EngineForkOptions(label="Costs"))
        assert len(desk.store.topology()) == 2

    run(work())


def test_the_end_of_a_round_says_how_it_ended() -> None:
    """R-12, D-2: only completed rounds count."""

    async def work() -> None:
        states: list[RecordState] = []
        hooks = EngineHooks(on_round_end=lambda session_id, outcome: states.append(outcome.state))
        desk = Desk(["Hello", ProviderError(ProviderErrorKind.SERVER)], hooks=hooks)
        await desk.agent.turn(desk.plan, "Hi")
        with pytest.raises(ProviderError):
            await desk.agent.turn(desk.plan, "Hi")
        assert states == [RecordState.DONE, RecordState.FAILED]

    run(work())
