"""Summaries and overviews that were asked for are not lost with the end of the program (D-3, D-4, M-10)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import MemoryKind, WorkState
from stello_desktop.domain.reach import unreachable
from stello_desktop.store.database import driver_connection
from stello_desktop.store.memory_storage import MemoryShelf
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.memories import Mind, until
from tests.helpers.stores import query
from tests.helpers.workspaces import a_service, open_workspace

type Story = Callable[[Workspace, Mind], Awaitable[None]]
DIGEST, REFLECTION = MemoryKind.DIGEST, MemoryKind.REFLECTION


def lives(tmp_path: Path, *stories: Story, minds: dict[str, Mind] | None = None) -> Mind:
    """One run of the program after the other on the same store; all are answered by *acme*."""
    mind = Mind()

    async def live(story: Story, first: bool) -> None:
        async with open_workspace(tmp_path, models={"acme": mind, **(minds or {})}) as workspace:
            if first:
                await a_service(workspace, "acme")
                await workspace.making.choose_schedule("manual")
            await story(workspace, mind)

    for place, story in enumerate(stories):
        mind.hold = None
        asyncio.run(live(story, not place))
    return mind


async def three_talks(workspace: Workspace) -> list[SessionId]:
    plans = [await workspace.create_project(f"Plan {number}") for number in range(3)]
    for plan in plans:
        await workspace.rounds.start(plan, "Why?").wait()
    return plans


def states(workspace: Workspace) -> list[tuple[MemoryKind, WorkState]]:
    return [(item.kind, item.state) for item in workspace.making.work]


def rows(tmp_path: Path) -> list[tuple[object, ...]]:
    """What is kept on disk: kind, conversation, and what is known of it."""
    return query(tmp_path, "SELECT kind, scope, value FROM unmade ORDER BY unmade_id")


def put_rows(tmp_path: Path, values: list[tuple[object, ...]]) -> None:
    """As it was before a kill."""
    for row in values:
        query(tmp_path, "INSERT INTO unmade (kind, scope, value) VALUES (?, ?, ?)", *row)


def begun(tmp_path: Path) -> int:
    """How many of those are kept as begun."""
    return sum(1 for *_, value in rows(tmp_path) if json.loads(str(value))["begun"] is not None)


async def restarted(tmp_path: Path, mind: Mind) -> None:
    """One run more."""
    async with open_workspace(tmp_path, models={"acme": mind}) as workspace:
        await workspace.making.settle()


async def ask_and_end(workspace: Workspace, mind: Mind) -> None:
    """Two are asked for by now, one waits its turn, and an overview waits for all of them."""
    plans = await three_talks(workspace)
    mind.hold = asyncio.Event()
    workspace.making.summarise(plans)
    await workspace.making.reflect(None)
    await until(lambda: len(mind.digests) == 2)


async def hanging_overview(workspace: Workspace, mind: Mind) -> None:
    """Three are summarised, and the overview of them is asked for by now."""
    workspace.making.summarise(await three_talks(workspace))
    await workspace.making.settle()
    mind.hold = asyncio.Event()
    await workspace.making.reflect(None)
    await until(lambda: len(mind.reflections) == 1)


def let_go_on(mind: Mind) -> None:
    """What hangs has its answer; what is asked for after that hangs again."""
    assert mind.hold is not None
    mind.hold.set()
    mind.hold = asyncio.Event()


async def look_on(workspace: Workspace, mind: Mind) -> None:
    """A run in which what goes on by itself hangs again."""
    mind.hold = asyncio.Event()
    await until(lambda: len(mind.digests) == 2)


async def settle(workspace: Workspace, _mind: Mind) -> None:
    await workspace.making.settle()


def test_what_ran_and_what_waited_goes_on_by_itself_at_the_next_start(tmp_path: Path) -> None:
    """D-3: each summary is asked for once more, and nothing is left to be taken up after that."""
    seen: dict[str, int] = {}

    async def second(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        assert workspace.making.work == ()
        assert [item.count for item in await workspace.memory.syntheses()] == [3]
        assert [item.text for item in await workspace.memory.digests()] == ["They talked."] * 3
        seen["requests"] = len(mind.digests)

    async def third(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        assert workspace.making.work == ()
        assert (len(mind.digests), len(mind.reflections)) == (seen["requests"], 1)

    lives(tmp_path, ask_and_end, second, third)
    assert seen == {"requests": 3}


def test_an_overview_that_was_asked_for_is_made_after_the_restart(tmp_path: Path) -> None:
    """D-3, K-2: by the service that was told, from what was told."""

    async def first(workspace: Workspace, mind: Mind) -> None:
        await hanging_overview(workspace, mind)

    async def second(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        (synthesis,) = await workspace.memory.syntheses()
        assert (synthesis.text, synthesis.count) == ("All of it.", 3)
        assert workspace.making.work == ()
        assert len(mind.reflections) == 1  # the one that was cut off never came to an end

    async def third(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        assert len(mind.reflections) == 1

    lives(tmp_path, first, second, third)


def test_what_is_stored_already_is_not_sent_again(tmp_path: Path) -> None:
    """D-4: of three summaries two were made before the end; one request more makes them three."""

    async def first(workspace: Workspace, mind: Mind) -> None:
        plans = await three_talks(workspace)
        workspace.making.summarise(plans[:2])
        await workspace.making.settle()
        mind.hold = asyncio.Event()
        workspace.making.summarise(plans)
        await until(lambda: len(mind.digests) == 3)

    assert len(lives(tmp_path, first, settle).digests) == 3


def test_what_is_asked_for_anew_while_the_same_is_made_is_made_after_the_restart(tmp_path: Path) -> None:
    """D-3: what was stored before the wish began is not its result."""

    async def first(workspace: Workspace, mind: Mind) -> None:
        plans = await three_talks(workspace)
        mind.hold = asyncio.Event()
        workspace.making.summarise(plans[:1])
        await until(lambda: len(mind.digests) == 1)
        workspace.making.summarise(plans[:1], anew=True)
        let_go_on(mind)
        await until(lambda: len(mind.digests) == 2)  # the second hangs by now
        assert len(await workspace.memory.digests()) == 1

    async def second(workspace: Workspace, mind: Mind) -> None:
        mind.say("digest", "Now all of it.")
        await workspace.making.settle()
        (digest,) = await workspace.memory.digests()
        assert (digest.text, digest.version) == ("Now all of it.", 2)
        assert workspace.making.work == ()

    assert len(lives(tmp_path, first, second, settle).digests) == 2


def test_an_overview_asked_for_twice_is_made_twice_also_over_a_restart(tmp_path: Path) -> None:
    """D-3: the same wish once more, while the first is made: there are two to be told apart."""

    async def first(workspace: Workspace, mind: Mind) -> None:
        await hanging_overview(workspace, mind)
        await workspace.making.reflect(None)
        let_go_on(mind)
        await until(lambda: len(mind.reflections) == 2)

    async def second(workspace: Workspace, _mind: Mind) -> None:
        await workspace.making.settle()
        assert [item.version for item in await workspace.memory.syntheses()] == [2]

    lives(tmp_path, first, second, settle)


def test_words_by_hand_are_no_result_of_what_was_asked_for(tmp_path: Path) -> None:
    """D-3, K-4: an overview that could not be asked for waits on, whatever the person writes meanwhile."""

    async def first(workspace: Workspace, mind: Mind) -> None:
        workspace.making.summarise(await three_talks(workspace))
        await workspace.making.settle()
        mind.say("reflection", unreachable("acme"))
        await workspace.making.reflect(None, over_hand=True)
        await workspace.making.settle()
        await workspace.memory.write_synthesis(None, "Mine.")
        assert states(workspace) == [(REFLECTION, WorkState.OFFLINE)]

    async def second(workspace: Workspace, mind: Mind) -> None:
        mind.say("reflection", '{"synthesis": "All of it.", "insights": []}')
        await workspace.making.settle()
        assert [item.text for item in await workspace.memory.syntheses()] == ["All of it."]

    lives(tmp_path, first, second)


def test_a_result_that_was_stored_just_before_a_kill_is_not_asked_for_again(tmp_path: Path) -> None:
    """D-4: the word that it is made came too late; what is kept is as the kill has left it."""
    left: list[tuple[object, ...]] = []

    async def first(workspace: Workspace, mind: Mind) -> None:
        plans = await three_talks(workspace)
        workspace.making.summarise(plans)
        await workspace.making.settle()
        mind.hold = asyncio.Event()
        mind.say("digest", "Other words.")
        workspace.making.summarise(plans[:2], anew=True)
        await until(lambda: len(mind.digests) == 5)
        await until(lambda: begun(tmp_path) == 2)
        left.extend(rows(tmp_path))
        mind.hold.set()
        await workspace.making.settle()

    async def second(workspace: Workspace, mind: Mind) -> None:
        mind.hold = asyncio.Event()
        await workspace.making.reflect(None)
        await until(lambda: begun(tmp_path) == 1)
        left.extend(rows(tmp_path))
        mind.hold.set()
        await workspace.making.settle()

    mind = lives(tmp_path, first, second)
    put_rows(tmp_path, left)
    asyncio.run(restarted(tmp_path, mind))
    assert (len(mind.digests), len(mind.reflections)) == (5, 1)
    assert rows(tmp_path) == []


def test_cut_off_a_second_time_it_waits_for_the_word_of_the_person(tmp_path: Path) -> None:
    """D-3: it is taken up by itself once; then one press lets it go on, and what never began still begins."""

    async def third(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        held = [item for item in workspace.making.work if item.kind is DIGEST]
        assert [item.state for item in held] == [WorkState.INTERRUPTED] * 2
        assert len(await workspace.memory.digests()) == 1
        workspace.making.retry(held[0])
        await workspace.making.settle()
        assert len(await workspace.memory.digests()) == 2

    async def fourth(workspace: Workspace, _mind: Mind) -> None:
        await workspace.making.settle()
        assert states(workspace) == [(DIGEST, WorkState.INTERRUPTED)]
        for item in workspace.making.work:
            workspace.making.stop(item)

    async def fifth(workspace: Workspace, _mind: Mind) -> None:
        await workspace.making.settle()
        assert workspace.making.work == ()

    mind = lives(tmp_path, ask_and_end, look_on, third, fourth, fifth)
    assert len(mind.digests) == 2


def test_another_service_than_the_one_that_was_told_is_not_asked(tmp_path: Path) -> None:
    """M-10: the conversation answers with another one by now."""
    other = Mind()

    async def first(workspace: Workspace, mind: Mind) -> None:
        plans = await three_talks(workspace)
        await a_service(workspace, "other", default=False)
        mind.hold = asyncio.Event()
        workspace.making.summarise(plans[:1])
        await until(lambda: len(mind.digests) == 1)
        await until(lambda: begun(tmp_path) == 1)
        await workspace.services.bind(plans[0], workspace.settings.services[-1])

    async def second(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        assert states(workspace) == [(DIGEST, WorkState.INTERRUPTED)]
        assert mind.digests == other.digests == []
        workspace.making.retry(workspace.making.work[0])
        await workspace.making.settle()
        assert len(other.digests) == 1

    lives(tmp_path, first, second, minds={"other": other})


def test_what_would_take_more_than_was_told_is_not_begun(tmp_path: Path) -> None:
    """D-1: the conversation has grown since the person agreed."""

    async def first(workspace: Workspace, mind: Mind) -> None:
        plans = await three_talks(workspace)
        mind.say("digest", unreachable("acme"))
        workspace.making.summarise(plans[:1])
        await workspace.making.settle()
        assert states(workspace) == [(DIGEST, WorkState.OFFLINE)]
        await workspace.messages.add_note(plans[0], "And much more. " * 4000)

    async def second(workspace: Workspace, mind: Mind) -> None:
        mind.say("digest", "They talked.")
        before = len(mind.digests)
        await workspace.making.settle()
        assert states(workspace) == [(DIGEST, WorkState.INTERRUPTED)]
        assert len(mind.digests) == before

    lives(tmp_path, first, second)


@pytest.mark.parametrize(("schedule", "requests"), [("automatic", 1), ("manual", 0)])
def test_what_a_schedule_asked_for_goes_on_while_the_schedule_says_so(
    tmp_path: Path, schedule: str, requests: int
) -> None:
    """D-1: turned off meanwhile, nothing is made by itself."""

    async def first(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.choose_schedule("automatic")
        plan = await workspace.create_project("Plan")
        mind.hold = asyncio.Event()
        for question in ("1", "2", "3"):
            await workspace.rounds.start(plan, question).wait()
        await until(lambda: len(mind.digests) == 1)
        await workspace.making.choose_schedule(schedule)

    async def second(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        assert workspace.making.work == ()
        assert len(mind.digests) == requests

    lives(tmp_path, first, second)


def test_what_a_schedule_asked_for_is_not_begun_by_itself_for_ever(tmp_path: Path) -> None:
    """D-1, D-3: cut off in two runs, it waits for a word of the person, or for the schedule's next turn."""
    begun_in: list[int] = []

    async def first(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.choose_schedule("automatic")
        plan = await workspace.create_project("Plan")
        mind.hold = asyncio.Event()
        for question in ("1", "2", "3"):
            await workspace.rounds.start(plan, question).wait()
        await until(lambda: len(mind.digests) == 1)

    async def second(workspace: Workspace, mind: Mind) -> None:
        mind.hold = asyncio.Event()
        await until(lambda: len(mind.digests) == 1)
        begun_in.append(2)

    async def later(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        assert states(workspace) == [(DIGEST, WorkState.INTERRUPTED)]
        assert mind.digests == []

    async def last(workspace: Workspace, mind: Mind) -> None:
        await workspace.making.settle()
        workspace.making.retry(workspace.making.work[0])
        await workspace.making.settle()
        assert len(mind.digests) == 1

    lives(tmp_path, first, second, later, later, last)
    assert begun_in == [2]


async def follow_the_store(workspace: Workspace) -> list[str]:
    """What is written of it from now on."""
    backend = await workspace._backend()
    memory = backend.memory
    assert isinstance(memory, MemoryShelf)
    written: list[str] = []

    def note(statement: str) -> None:
        if "unmade" in statement:
            written.append(statement)

    await memory._database.transact(lambda connection: driver_connection(connection).set_trace_callback(note))
    return written


def test_of_many_only_what_changes_is_written(tmp_path: Path) -> None:
    """D-3: each is written when it is asked for, when it begins, and when it is made; not all of them each time."""
    many = 40

    async def story(workspace: Workspace, mind: Mind) -> None:
        plans = [await workspace.create_project(f"Plan {number}") for number in range(many)]
        for plan in plans:
            await workspace.messages.add_note(plan, "A thought about it.")
        written = await follow_the_store(workspace)
        workspace.making.summarise(plans)
        await workspace.making.settle()
        await until(lambda: not rows(tmp_path))
        assert len(mind.digests) == many
        assert many < len(written) <= 4 * many

    lives(tmp_path, story)
