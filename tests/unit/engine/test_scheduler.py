"""When memory is made: triggers, presets, counting, and the queue that makes it (D-1 to D-3)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind, SessionNotFound
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.memory import MemoryKind, MemoryWork, Scope, WorkState
from stello_desktop.domain.messages import RecordState
from stello_desktop.domain.reach import unreachable
from stello_desktop.domain.scripted import Script
from stello_desktop.engine.hooks import EngineHooks
from stello_desktop.engine.memory_queue import AT_ONCE, MemoryQueue, Wanted
from stello_desktop.engine.scheduler import (
    PRESETS,
    ConsolidateOn,
    IntegrateOn,
    Schedule,
    Scheduler,
)
from tests.helpers.grounds import KINDS, Ground, a_ground
from tests.helpers.memories import until
from tests.unit.engine.desk import run

DIGEST, REFLECTION = MemoryKind.DIGEST, MemoryKind.REFLECTION


@dataclass
class Asked:
    """A queue that makes nothing but remembers what it was asked to make, beside its scheduler."""

    schedule: Schedule
    made: list[tuple[MemoryKind, Scope]] = field(default_factory=list)
    roots: Callable[[SessionId], Scope] = lambda item: item

    def __post_init__(self) -> None:
        async def make(wanted: Wanted) -> bool:
            self.made.append((wanted.kind, wanted.scope))
            if wanted.kind is DIGEST and wanted.scope is not None:
                self.scheduler.consolidated(wanted.scope)
            return True

        async def service_of(kind: MemoryKind, scope: Scope) -> ServiceId | None:
            return None

        self.queue = MemoryQueue(make, service_of, lambda: None)
        self.begin_anew()

    def begin_anew(self) -> None:
        """As after a restart: nothing is remembered but what the store knows."""
        self.scheduler = Scheduler(lambda: self.schedule, self.queue, self._root_of)

    def _hooks_for(self, session_id: SessionId) -> EngineHooks:
        return self.scheduler.hooks_for(session_id)

    def _root_of(self, item: SessionId) -> Scope:
        return self.roots(item)

    def listen_to(self, ground: Ground) -> None:
        ground.more["own_hooks"] = (self._hooks_for,)
        ground.agent = ground.build(ground.sessions, ground.forks)
        self.roots = lambda item: ground.topology().root_of(item)

    async def heard(self, ground: Ground) -> list[tuple[MemoryKind, Scope]]:
        await ground.agent.settle()
        await self.queue.settle()
        return self.made


def every(count: int = 3, *, integrate: IntegrateOn = IntegrateOn.MANUAL) -> Schedule:
    return Schedule(
        consolidate=ConsolidateOn.EVERY_N_TURNS,
        consolidate_every=count,
        integrate=integrate,
        integrate_every=count,
    )


def test_the_presets_are_what_they_say() -> None:
    """D-1."""
    assert PRESETS["manual"] == Schedule()
    automatic, on_switch = PRESETS["automatic"], PRESETS["on_switch"]
    assert (automatic.consolidate, automatic.consolidate_every, automatic.integrate) == (
        ConsolidateOn.EVERY_N_TURNS,
        3,
        IntegrateOn.AFTER_CONSOLIDATE,
    )
    assert (on_switch.consolidate, on_switch.integrate) == (
        ConsolidateOn.ON_SWITCH,
        IntegrateOn.AFTER_CONSOLIDATE,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_it_fires_after_rounds_three_six_and_nine_over_restarts(kind: str, tmp_path: Path) -> None:
    """D-2. The naive way counts what it has heard since the program began."""

    async def main() -> None:
        asked = Asked(every(3))
        async with a_ground(kind, tmp_path, ["Yes."], repeat_last=True) as ground:
            asked.listen_to(ground)
            fired: list[int] = []
            for number in range(1, 11):
                before = len(asked.made)
                await ground.agent.turn(ground.plan, f"Question {number}")
                await asked.heard(ground)
                fired += [number] * (len(asked.made) - before)
                if number in {2, 3, 7}:
                    asked.begin_anew()
                    await ground.restart()
            assert fired == [3, 6, 9]
            assert set(asked.made) == {(DIGEST, ground.plan)}

    run(main())


@pytest.mark.parametrize("kind", KINDS)
def test_only_completed_rounds_count_and_each_once(kind: str, tmp_path: Path) -> None:
    """D-2, T-7: not one that failed, not one that was stopped, and one that is tried again is not another one."""

    async def main() -> None:
        stopped: Script = [TextDelta("Half"), StreamEnd(EndReason.CANCELLED)]
        failed = ProviderError(ProviderErrorKind.SERVER)
        replies: list[Script] = ["1", failed, stopped, "2", "2 again", "3", "3 again", "3 once more", "4"]
        asked = Asked(every(3))
        async with a_ground(kind, tmp_path, replies) as ground:
            asked.listen_to(ground)
            await ground.agent.turn(ground.plan, "One?")
            with pytest.raises(ProviderError):
                await ground.agent.turn(ground.plan, "Fails?")
            assert (await ground.agent.turn(ground.plan, "Stops?")).turn.state is RecordState.STOPPED
            await ground.agent.turn(ground.plan, "Two?")
            await ground.agent.retry(ground.plan).result
            assert await asked.heard(ground) == []
            await ground.agent.turn(ground.plan, "Three?")
            assert await asked.heard(ground) == [(DIGEST, ground.plan)]
            await ground.agent.retry(ground.plan).result
            asked.begin_anew()
            await ground.restart()
            await ground.agent.edit_last(ground.plan, "Three!").result
            await ground.agent.turn(ground.plan, "Four?")
            assert await asked.heard(ground) == [(DIGEST, ground.plan)]

    run(main())


def test_a_failed_round_that_succeeds_at_last_counts_then(tmp_path: Path) -> None:
    """D-2, T-7."""

    async def main() -> None:
        asked = Asked(every(1))
        async with a_ground("memory", tmp_path, [ProviderError(ProviderErrorKind.SERVER), "Yes."]) as ground:
            asked.listen_to(ground)
            with pytest.raises(ProviderError):
                await ground.agent.turn(ground.plan, "One?")
            assert await asked.heard(ground) == []
            await ground.agent.retry(ground.plan).result
            assert await asked.heard(ground) == [(DIGEST, ground.plan)]

    run(main())


def test_a_switch_is_to_another_conversation(tmp_path: Path) -> None:
    """D-1: also with a look at none between; looking again at the same one is none."""

    async def main() -> None:
        asked = Asked(Schedule(consolidate=ConsolidateOn.ON_SWITCH, integrate=IntegrateOn.ON_SWITCH))
        async with a_ground("memory", tmp_path) as ground:
            other = await ground.make_root("Other")
            asked.listen_to(ground)
            await ground.agent.enter_session(ground.plan)
            await ground.agent.enter_session(ground.plan)
            await ground.agent.leave_session(ground.plan)
            await ground.agent.enter_session(ground.plan)
            assert await asked.heard(ground) == []
            await ground.agent.look_away()
            await ground.agent.enter_session(other)
            assert await asked.heard(ground) == [(DIGEST, ground.plan), (REFLECTION, ground.plan)]
            await ground.agent.enter_session(ground.plan)
            assert (await asked.heard(ground))[2:] == [(DIGEST, other), (REFLECTION, other)]

    run(main())


def test_leaving_and_archiving_are_triggers_of_their_own(tmp_path: Path) -> None:
    """D-1."""

    async def main(trigger: ConsolidateOn) -> list[Scope]:
        asked = Asked(Schedule(consolidate=trigger))
        async with a_ground("memory", tmp_path) as ground:
            other = await ground.make_root("Other")
            asked.listen_to(ground)
            names = {ground.plan: "plan", other: "other"}
            await ground.agent.enter_session(ground.plan)
            await ground.agent.enter_session(other)
            await ground.agent.look_away()
            await ground.agent.archive_session(other)
            return [names[scope] for _, scope in await asked.heard(ground) if scope is not None]  # type: ignore[misc]

    assert run(main(ConsolidateOn.ON_LEAVE)) == ["plan", "other"]
    assert run(main(ConsolidateOn.ON_SWITCH)) == ["plan"]
    assert run(main(ConsolidateOn.ON_ARCHIVE)) == ["other"]
    assert run(main(ConsolidateOn.MANUAL)) == []


def test_integration_follows_its_own_trigger(tmp_path: Path) -> None:
    """D-1: for the project of the conversation."""

    async def main(schedule: Schedule) -> list[tuple[MemoryKind, bool]]:
        asked = Asked(schedule)
        async with a_ground("memory", tmp_path, ["Yes."], repeat_last=True) as ground:
            asked.listen_to(ground)
            branch = (await ground.agent.fork_session(ground.plan, EngineForkOptions(label="B"))).session_id
            await ground.agent.turn(branch, "One?")
            await ground.agent.turn(branch, "Two?")
            return [(kind, scope == ground.plan) for kind, scope in await asked.heard(ground)]

    assert run(main(every(2))) == [(DIGEST, False)]
    after = every(2, integrate=IntegrateOn.AFTER_CONSOLIDATE)
    assert run(main(after)) == [(DIGEST, False), (REFLECTION, True)]
    alone = Schedule(integrate=IntegrateOn.EVERY_N_TURNS, integrate_every=2)
    assert run(main(alone)) == [(REFLECTION, True)]


def test_the_schedule_is_read_anew_at_each_use(tmp_path: Path) -> None:
    """D-1: it changes while the program runs."""

    async def main() -> None:
        asked = Asked(Schedule())
        async with a_ground("memory", tmp_path, ["Yes."], repeat_last=True) as ground:
            asked.listen_to(ground)
            await ground.agent.turn(ground.plan, "One?")
            asked.schedule = every(2)
            await ground.agent.turn(ground.plan, "Two?")
            asked.schedule = Schedule()
            await ground.agent.turn(ground.plan, "Three?")
            await ground.agent.turn(ground.plan, "Four?")
            assert await asked.heard(ground) == [(DIGEST, ground.plan)]

    run(main())


def test_a_scheduler_that_fails_breaks_no_round(tmp_path: Path) -> None:
    """D-3, R-11."""

    async def main() -> None:
        asked = Asked(every(1))

        def gone(_item: SessionId) -> Scope:
            raise SessionNotFound

        async with a_ground("memory", tmp_path, ["Yes."], repeat_last=True) as ground:
            asked.schedule = Schedule(integrate=IntegrateOn.EVERY_N_TURNS, integrate_every=1)
            asked.listen_to(ground)
            asked.roots = gone
            result = await ground.agent.turn(ground.plan, "One?")
            assert result.turn.final_content == "Yes."
            assert asked.queue.work == ()

    run(main())


# -- the queue


A, B, C = (SessionId(letter * 32) for letter in "abc")
ACME, APEX = ServiceId("acme"), ServiceId("apex")


class Bench:
    """A queue whose work is begun, succeeds and fails as a test says."""

    def __init__(self) -> None:
        self.begun: list[Wanted] = []
        self.gates: dict[tuple[MemoryKind, Scope], asyncio.Event] = {}
        self.errors: dict[Scope, Exception] = {}
        self.services: dict[Scope, ServiceId] = {A: ACME, B: ACME, C: APEX}
        self.needless: set[Scope] = set()
        self.told = 0
        self.queue = MemoryQueue(self._make, self._service_of, self._tell)

    async def _make(self, wanted: Wanted) -> bool:
        self.begun.append(wanted)
        gate = self.gates.get((wanted.kind, wanted.scope))
        if gate is not None:
            await gate.wait()
        if wanted.scope in self.errors:
            raise self.errors[wanted.scope]
        return wanted.scope not in self.needless

    async def _service_of(self, kind: MemoryKind, scope: Scope) -> ServiceId | None:
        return self.services.get(scope)

    def _tell(self) -> None:
        self.told += 1

    def hold(self, scope: Scope, kind: MemoryKind = DIGEST) -> asyncio.Event:
        return self.gates.setdefault((kind, scope), asyncio.Event())

    @property
    def states(self) -> dict[tuple[MemoryKind, Scope], WorkState]:
        return {(item.kind, item.session_id): item.state for item in self.queue.work}

    @property
    def scopes(self) -> list[Scope]:
        return [item.scope for item in self.begun]


def on_bench(story: Callable[[Bench], Awaitable[None]]) -> None:
    async def main() -> None:
        bench = Bench()
        try:
            await story(bench)
        finally:
            await bench.queue.aclose()

    run(main())


def test_wanted_twice_is_wanted_once() -> None:
    """D-3: also by a schedule and a person; the person's word counts."""

    async def story(bench: Bench) -> None:
        gates = [bench.hold(item) for item in (A, B, C)]
        for item in (A, B):
            bench.queue.ask(DIGEST, item)
        bench.queue.ask(DIGEST, C)
        bench.queue.ask(DIGEST, C, by_person=True, insists=True)
        await until(lambda: len(bench.begun) == AT_ONCE)
        assert bench.states == {
            (DIGEST, A): WorkState.RUNNING,
            (DIGEST, B): WorkState.RUNNING,
            (DIGEST, C): WorkState.QUEUED,
        }
        for gate in gates:
            gate.set()
        await bench.queue.settle()
        assert bench.scopes == [A, B, C]
        assert bench.begun[-1] == Wanted(DIGEST, C, by_person=True, insists=True)
        assert bench.queue.work == ()

    on_bench(story)


def test_asked_for_while_it_runs_it_is_made_once_more() -> None:
    """D-3: what came after it began may not be in it."""

    async def story(bench: Bench) -> None:
        gate = bench.hold(A)
        bench.queue.ask(DIGEST, A, by_person=True, insists=True)
        await until(lambda: len(bench.begun) == 1)
        for _ in range(3):
            bench.queue.ask(DIGEST, A)
        gate.set()
        await bench.queue.settle()
        assert bench.begun == [Wanted(DIGEST, A, by_person=True, insists=True), Wanted(DIGEST, A)]

    on_bench(story)


def test_a_persons_word_while_it_runs_holds_for_the_next_time() -> None:
    """D-3, K-4: *replace my words* is not lost because a schedule was making the same thing just then."""

    async def story(bench: Bench) -> None:
        gate = bench.hold(A)
        bench.queue.ask(DIGEST, A)
        await until(lambda: len(bench.begun) == 1)
        bench.queue.ask(DIGEST, A, by_person=True, insists=True)
        bench.queue.ask(DIGEST, A)
        gate.set()
        await bench.queue.settle()
        assert bench.begun == [Wanted(DIGEST, A), Wanted(DIGEST, A, by_person=True, insists=True)]

    on_bench(story)


def test_a_persons_word_is_kept_where_what_runs_fails() -> None:
    """D-3, K-4."""

    async def story(bench: Bench) -> None:
        gate, bench.errors = bench.hold(A), {A: unreachable()}
        bench.queue.ask(DIGEST, A)
        await until(lambda: len(bench.begun) == 1)
        bench.queue.ask(DIGEST, A, by_person=True, insists=True)
        gate.set()
        await bench.queue.settle()
        bench.errors = {}
        bench.queue.answered(ACME)
        await bench.queue.settle()
        assert bench.begun[1:] == [Wanted(DIGEST, A, by_person=True, insists=True)]
        assert bench.queue.work == ()

    on_bench(story)


def test_what_needs_no_service_is_no_sign_of_one() -> None:
    """D-3: offline work is not sent again because there was nothing to do elsewhere."""

    async def story(bench: Bench) -> None:
        bench.errors, bench.needless = {A: unreachable()}, {B}
        gate = bench.hold(B)
        bench.queue.ask(DIGEST, B)
        bench.queue.ask(DIGEST, A)
        await until(lambda: bench.states.get((DIGEST, A)) is WorkState.OFFLINE)
        gate.set()
        await bench.queue.settle()
        assert sorted(map(str, bench.scopes)) == [A, B]
        assert bench.states == {(DIGEST, A): WorkState.OFFLINE}

    on_bench(story)


def test_what_is_stopped_before_its_first_step_gives_its_place_away() -> None:
    """D-3: nobody waits behind something that will never run."""

    async def story(bench: Bench) -> None:
        for item in (A, B, C):
            bench.queue.ask(DIGEST, item)
        for item in (A, B):
            bench.queue.stop(DIGEST, item)
        await bench.queue.settle()
        assert bench.scopes == [C]
        assert bench.queue.work == ()

    on_bench(story)


def test_reflections_wait_for_the_digests_that_they_read() -> None:
    """D-3, K-2: one reflection after many digests."""

    async def story(bench: Bench) -> None:
        gate = bench.hold(A)
        bench.queue.ask(DIGEST, A)
        for _ in range(3):
            bench.queue.ask(REFLECTION, None)
        bench.queue.ask(DIGEST, C)
        await until(lambda: (DIGEST, C) not in bench.states)
        assert bench.states == {(DIGEST, A): WorkState.RUNNING, (REFLECTION, None): WorkState.QUEUED}
        gate.set()
        await bench.queue.settle()
        assert [(item.kind, item.scope) for item in bench.begun] == [
            (DIGEST, A),
            (DIGEST, C),
            (REFLECTION, None),
        ]

    on_bench(story)


def test_offline_work_waits_and_goes_on_when_its_service_answers() -> None:
    """D-3: those that wait behind it are not tried in vain, those of another service are."""

    async def story(bench: Bench) -> None:
        bench.errors = {A: unreachable("no route"), B: unreachable("no route")}
        for item in (A, C):
            bench.queue.ask(DIGEST, item)
        await bench.queue.settle()
        bench.queue.ask(DIGEST, B)
        await bench.queue.settle()
        assert bench.scopes == [A, C]
        assert bench.states == {(DIGEST, A): WorkState.OFFLINE, (DIGEST, B): WorkState.OFFLINE}
        assert all(isinstance(item.error, ProviderError) for item in bench.queue.work)
        bench.queue.answered(APEX)
        await bench.queue.settle()
        assert bench.scopes == [A, C]
        bench.errors = {}
        bench.queue.answered(ACME)
        await bench.queue.settle()
        assert bench.scopes == [A, C, A, B]
        assert bench.queue.work == ()

    on_bench(story)


def test_a_person_who_asks_may_know_better_than_the_last_attempt() -> None:
    """D-3: what is offline is tried again at once, and with it all else that waits for the same service."""

    async def story(bench: Bench) -> None:
        bench.errors = {A: unreachable(), B: unreachable()}
        bench.queue.ask(DIGEST, A)
        bench.queue.ask(DIGEST, B)
        await bench.queue.settle()
        bench.errors = {}
        bench.queue.ask(DIGEST, A)
        await bench.queue.settle()
        assert len(bench.queue.work) == 2
        bench.queue.ask(DIGEST, B, by_person=True)
        await bench.queue.settle()
        assert not bench.states

    on_bench(story)


def test_what_failed_stays_until_it_is_tried_again_or_let_go() -> None:
    """D-3: with its error; neither a service's answer nor anything else tries it again unasked."""

    async def story(bench: Bench) -> None:
        refused = ProviderError(ProviderErrorKind.AUTH)
        bench.errors = {A: refused, B: ZeroDivisionError("a fault of ours")}
        bench.queue.ask(DIGEST, A)
        bench.queue.ask(DIGEST, B)
        await bench.queue.settle()
        first, second = bench.queue.work
        assert first == MemoryWork(DIGEST, A, WorkState.FAILED, refused)
        assert second.error is not None
        assert second.error.full_code == "broken_rule"
        bench.queue.answered(ACME)
        await bench.queue.settle()
        assert len(bench.begun) == 2
        bench.queue.stop(DIGEST, B)
        assert [item.session_id for item in bench.queue.work] == [A]
        bench.errors = {}
        bench.queue.retry(DIGEST, A)
        await bench.queue.settle()
        assert bench.queue.work == ()
        assert bench.scopes[-1] == A

    on_bench(story)


def test_a_schedule_tries_again_what_failed() -> None:
    """D-3: three rounds later it may be different."""

    async def story(bench: Bench) -> None:
        bench.errors = {A: ProviderError(ProviderErrorKind.SERVER)}
        bench.queue.ask(DIGEST, A)
        await bench.queue.settle()
        bench.errors = {}
        bench.queue.ask(DIGEST, A)
        await bench.queue.settle()
        assert bench.queue.work == ()

    on_bench(story)


def test_what_went_to_the_trash_is_wanted_no_longer() -> None:
    """D-3."""

    async def story(bench: Bench) -> None:
        bench.errors = {A: SessionNotFound(session_id=A)}
        bench.queue.ask(DIGEST, A)
        await bench.queue.settle()
        assert bench.queue.work == ()

    on_bench(story)


def test_stopping_ends_the_request_and_lets_the_next_begin() -> None:
    """D-3."""

    async def story(bench: Bench) -> None:
        for item in (A, B):
            bench.hold(item)
            bench.queue.ask(DIGEST, item)
        bench.queue.ask(DIGEST, C)
        await until(lambda: len(bench.begun) == AT_ONCE)
        bench.queue.stop(DIGEST, A)
        await until(lambda: len(bench.begun) == AT_ONCE + 1)
        assert [item.session_id for item in bench.queue.work] in ([B, C], [B])

    on_bench(story)


def test_closing_ends_everything_and_begins_nothing() -> None:
    """D-3."""

    async def story(bench: Bench) -> None:
        for item in (A, B):
            bench.hold(item)
            bench.queue.ask(DIGEST, item)
        bench.queue.ask(DIGEST, C)
        await until(lambda: len(bench.begun) == AT_ONCE)
        await bench.queue.aclose()
        bench.queue.ask(DIGEST, C, by_person=True)
        await bench.queue.settle()
        assert bench.scopes == [A, B]

    on_bench(story)


def test_what_runs_is_told() -> None:
    """D-3: each change, and a listener that fails changes nothing."""

    async def story(bench: Bench) -> None:
        bench.queue.ask(DIGEST, A)
        await bench.queue.settle()
        assert bench.told >= 3

        def broken() -> None:
            raise ZeroDivisionError

        async def make(wanted: Wanted) -> bool:
            bench.begun.append(wanted)
            return True

        queue = MemoryQueue(make, bench._service_of, broken)
        queue.ask(DIGEST, B)
        await queue.settle()
        assert queue.work == ()
        assert bench.scopes == [A, B]

    on_bench(story)
