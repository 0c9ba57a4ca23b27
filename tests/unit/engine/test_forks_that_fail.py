"""A fork that fails at any step leaves nothing, in SQLite and in memory (F-6).

The steps are found, not listed: a failure is put at the first, the second, the third … until a fork comes through.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, override

import pytest
from sqlalchemy import Connection, event

from stello_desktop.domain.config import (
    EngineForkOptions,
    ForkProfile,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.errors import (
    ForkConfigError,
    MissingTemplateVariables,
    StelloError,
    StoreError,
    StoreErrorKind,
    UnknownProfile,
)
from stello_desktop.domain.messages import ModelMessage, Record, RecordDraft, Role
from stello_desktop.domain.ports import ForkStorage, SessionStorage
from stello_desktop.domain.scripted import ScriptedModel
from stello_desktop.domain.session import Author, ChildDraft
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.templates import prompt_function
from tests.helpers.grounds import KINDS, Ground, InMemory, OnDisk, a_ground

WHOLE = EngineForkOptions(
    label="Whole",
    profile="expert",
    profile_vars={"region": "Tyrol"},
    context="inherit",
    prompt="Welcome",
    skills=("a",),
)
"""A fork that writes everything a fork can write."""


class Crash(StoreError):
    """A failure that a test puts somewhere."""

    def __init__(self) -> None:
        super().__init__(StoreErrorKind.FULL, "a failure that was put here")


class Failing:
    """A port of which the n-th call fails, before it does anything or after it is done."""

    def __init__(self, port: Any, fuse: Fuse, *, after: bool = False) -> None:
        self._port, self._fuse, self._after = port, fuse, after

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._port, name)

        async def call(*args: Any, **values: Any) -> Any:
            if self._after and name == "create_child":
                return await method(*args, **values)  # once it is committed, it is
            if not self._after:
                self._fuse.burn(name)
            result = await method(*args, **values)
            if self._after:
                self._fuse.burn(name)
            return result

        return call


class Fuse:
    """Burns down by one at each step, and then goes off."""

    def __init__(self, length: int) -> None:
        self.left = length
        self.steps: list[str] = []

    def burn(self, step: str) -> None:
        self.steps.append(step)
        self.left -= 1
        if self.left == 0:
            raise Crash

    @property
    def went_off(self) -> bool:
        return self.left <= 0


async def talked(ground: Ground) -> None:
    """Two rounds, an insight and a profile: something to inherit and something to destroy."""
    ground.options = EngineOptions(guard_on=True, guard_min_turns=1, guard_cooldown_turns=0)
    ground.agent.profiles.register(
        "expert", ForkProfile(system_prompt_fn=prompt_function("You know {region}."))
    )
    await ground.agent.turn(ground.plan, "One")
    await ground.agent.turn(ground.plan, "Two")
    await ground.insight(ground.plan, "remember")


async def fork(ground: Ground, options: EngineForkOptions = WHOLE) -> None:
    await ground.agent.fork_session(ground.plan, options, by=Author.CODE)


async def nothing_is_left(ground: Ground, before: Any) -> None:
    assert await ground.everything() == before
    assert ground.forked == []
    assert ground.topology().children(ground.plan) == ()


async def a_whole_branch(ground: Ground) -> None:
    """After all the failures a fork still gives everything, once."""
    await fork(ground)
    (child,) = ground.topology().children(ground.plan)
    assert await ground.sessions.get_config(child) == SerializableSessionConfig(
        system_prompt="You know Tyrol.", skills=("a",)
    )
    told = [text for _, text in await ground.said(child)]
    assert told == ["One", "Answer", "Two", "Answer", "Welcome"]
    assert await ground.forks.get_last_split_round(ground.plan) == 2
    assert len(ground.forked) == 1


def lengths() -> Iterator[int]:
    yield from range(1, 200)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("after", [False, True], ids=["before it", "after it"])
def test_a_port_that_fails_at_any_step_leaves_nothing(kind: str, after: bool, tmp_path: Path) -> None:
    """F-6, F-7, StoreError. The naive way creates the node first, and has no way back from the second step."""

    async def work() -> None:
        async with a_ground(kind, tmp_path / "store", ["Answer"], repeat_last=True) as ground:
            await talked(ground)
            before = await ground.everything()
            whole = ground.agent
            fuse = Fuse(0)
            for length in lengths():
                fuse = Fuse(length)
                sessions: SessionStorage = Failing(ground.sessions, fuse, after=after)
                forks: ForkStorage = Failing(ground.forks, fuse, after=after)
                ground.agent = ground.build(sessions, forks, profiles=whole.profiles)
                if not await burns(ground, fuse):
                    break
                await nothing_is_left(ground, before)
            assert {"get_session", "get_config", "get_bindings", "list_records"} <= set(fuse.steps)
            assert after or fuse.steps[-1] == "create_child"
            assert len(ground.forked) == 1

    asyncio.run(work())


async def burns(ground: Ground, fuse: Fuse) -> bool:
    """Fork; whether the failure came."""
    try:
        await fork(ground)
    except Crash:
        return True
    assert not fuse.went_off
    return False


class FailingConnection:
    """Makes the n-th statement of the writing connection fail, or the commit after it."""

    def __init__(self, ground: OnDisk, length: int) -> None:
        self.ground = ground
        self.fuse = Fuse(length)
        self.engine: Any = None

    async def __aenter__(self) -> Fuse:
        await self.ground.store.database.transact(self._listen)
        return self.fuse

    async def __aexit__(self, *_: object) -> None:
        event.remove(self.engine, "before_cursor_execute", self._statement)
        event.remove(self.engine, "commit", self._commit)

    def _listen(self, connection: Connection) -> None:
        self.engine = connection.engine
        self.armed = False
        event.listen(self.engine, "before_cursor_execute", self._statement)
        event.listen(self.engine, "commit", self._commit)

    def _statement(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        self.armed = True
        self.fuse.burn(statement[:40])

    def _commit(self, _connection: Any) -> None:
        if self.armed:  # the commit of the transaction that put this here is none of ours
            self.fuse.burn("COMMIT")


def test_a_statement_that_fails_leaves_nothing_on_disk(tmp_path: Path) -> None:
    """F-6, StoreError. The naive way commits the row of the tree first, and the messages after it.

    Another naive way leaves the transaction open where the commit itself fails, and can write nothing any more.
    """

    async def work() -> None:
        async with a_ground("disk", tmp_path / "store", ["Answer"], repeat_last=True) as ground:
            assert isinstance(ground, OnDisk)
            await talked(ground)
            before = await ground.everything()
            steps: list[str] = []
            for length in lengths():
                async with FailingConnection(ground, length) as fuse:
                    steps = fuse.steps
                    if not await burns(ground, fuse):
                        break
                await nothing_is_left(ground, before)
            writes = [step for step in steps if step.startswith(("INSERT", "UPDATE", "DELETE", "COMMIT"))]
            assert len(writes) >= 6, steps
            assert steps[-1] == "COMMIT"
            await ground.restart()
            assert len(ground.forked) == len(ground.topology().children(ground.plan)) == 1

    asyncio.run(work())


class FailingMemory(MemoryStore):
    """Fails at the n-th thing that it writes."""

    def __init__(self) -> None:
        super().__init__()
        self.fuse = Fuse(0)

    @override
    def _tick(self) -> int:
        self.fuse.burn("write")
        return super()._tick()


def test_a_write_that_fails_leaves_nothing_in_memory(tmp_path: Path) -> None:
    """F-6. The naive way puts the child into the dictionary first, and fills it afterwards."""

    async def work() -> None:
        store = FailingMemory()
        ground = InMemory(["Answer"], store=store, repeat_last=True)
        ground.plan = await ground.make_root("Plan", SerializableSessionConfig(system_prompt="Be brief."))
        ground.agent = ground.build(store, store)
        await talked(ground)
        before = await ground.everything()
        for length in lengths():
            store.fuse = Fuse(length)
            if not await burns(ground, store.fuse):
                break
            await nothing_is_left(ground, before)
        assert len(store.fuse.steps) == 1 + 4 + 1  # the node, what is inherited, the opening
        assert len(ground.forked) == 1

    asyncio.run(work())


async def _async_failure(records: Sequence[Record]) -> Sequence[Record]:
    raise OSError("the context failed")


def _failure(*_: object) -> Any:
    raise OSError("a function failed")


async def _no_summary(messages: Sequence[ModelMessage]) -> str:
    raise OSError("the summary failed")


class Stubborn(Sequence[RecordDraft]):
    """Records of which the third cannot be had."""

    def __len__(self) -> int:
        return 5

    def __getitem__(self, index: Any) -> Any:
        if index == 2:
            raise Crash
        return RecordDraft(role=Role.USER, content=f"line {index}")


FAILURES: dict[str, tuple[EngineForkOptions, type[StelloError]]] = {
    "no such profile": (EngineForkOptions(label="B", profile="nobody"), UnknownProfile),
    "a missing variable": (
        EngineForkOptions(label="B", profile="expert"),
        MissingTemplateVariables,
    ),
    "a prompt function": (EngineForkOptions(label="B", profile="broken"), ForkConfigError),
    "a context function": (EngineForkOptions(label="B", context=_failure), ForkConfigError),
    "an async context function": (EngineForkOptions(label="B", context=_async_failure), ForkConfigError),
    "no compress function": (EngineForkOptions(label="B", context="compress"), ForkConfigError),
    "a compress function": (
        EngineForkOptions(label="B", context="compress", compress_fn=_no_summary),
        ForkConfigError,
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FAILURES)
def test_a_fork_that_cannot_be_worked_out_leaves_nothing(kind: str, name: str, tmp_path: Path) -> None:
    """F-1, F-5, F-6, M-5, M-6, UnknownProfile, MissingTemplateVariables, ForkConfigError.

    The naive way evaluates functions after the node was created.
    """
    options, error = FAILURES[name]

    async def work() -> None:
        async with a_ground(kind, tmp_path / "store", ["Answer"], repeat_last=True) as ground:
            await talked(ground)
            ground.agent.profiles.register("broken", ForkProfile(system_prompt_fn=_failure))
            before = await ground.everything()
            with pytest.raises(error):
                await fork(ground, options)
            await nothing_is_left(ground, before)
            await a_whole_branch(ground)

    asyncio.run(work())


@pytest.mark.parametrize("kind", KINDS)
def test_records_that_cannot_be_had_leave_nothing(kind: str, tmp_path: Path) -> None:
    """F-6: for whoever uses the port itself."""

    async def work() -> None:
        async with a_ground(kind, tmp_path / "store", ["Answer"], repeat_last=True) as ground:
            await talked(ground)
            before = await ground.everything()
            draft = ChildDraft(
                label="B",
                source_session_id=ground.plan,
                topology_parent_id=ground.plan,
                by=Author.CODE,
                records=Stubborn(),  # type: ignore[arg-type]
                split_round=2,
            )
            with pytest.raises(Crash):
                await ground.forks.create_child(draft)
            await nothing_is_left(ground, before)

    asyncio.run(work())


def test_a_hook_that_fails_undoes_no_branch(tmp_path: Path) -> None:
    """F-7, R-11: after the commit nothing can take it back."""

    async def work() -> None:
        async with a_ground("disk", tmp_path / "store", ["Answer"], repeat_last=True) as ground:
            await talked(ground)
            model = ScriptedModel([])
            ground.more = {"listener": _failure, "resolve_model": lambda session_id: model}
            profiles = ground.agent.profiles
            ground.agent = ground.build(
                ground.sessions, ground.forks, profiles=profiles, defaults=SessionConfig
            )
            await fork(ground)
            await ground.restart()
            assert len(ground.topology().children(ground.plan)) == 1

    logging_off(work)


def logging_off(work: Any) -> None:
    """A failing listener is logged with its trace; here that is only noise."""
    import logging  # noqa: PLC0415

    logging.disable(logging.CRITICAL)
    try:
        asyncio.run(work())
    finally:
        logging.disable(logging.NOTSET)
