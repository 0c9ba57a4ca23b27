"""What every implementation of `DeskStorage` promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.errors import BrokenRule, SessionNotFound
from stello_desktop.domain.ids import ServiceId, SessionId, new_session_id
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.ports import DeskStorage, Preview, SessionStorage, TopologyStorage
from tests.helpers.stores import opened

NOBODY = new_session_id()


@dataclass
class Ground:
    """One implementation, and how a test makes conversations beside it."""

    desk: DeskStorage
    sessions: SessionStorage
    tree: TopologyStorage
    project: Callable[[str], Awaitable[SessionId]]
    branch: Callable[[SessionId], Awaitable[SessionId]]
    say: Callable[[SessionId, str, str], Awaitable[object]]

    async def contents(self, session_id: SessionId) -> list[str]:
        return [record.content for record in await self.sessions.list_records(session_id)]


type Story = Callable[[Ground], Awaitable[None]]
type Run = Callable[[Story], None]


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[Ground]:
    async with opened(folder) as store:
        yield Ground(store.desk, store.sessions, store.tree, store.project, store.branch, store.say)


@pytest.fixture(params=[on_disk], ids=["disk"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    def run_on(story: Story) -> None:
        async def main() -> None:
            async with request.param(tmp_path / "store") as ground:
                await story(ground)

        asyncio.run(main())

    return run_on


def test_writing_some_values_leaves_the_others(run: Run) -> None:
    """Settings and view state: any JSON value under any name."""

    async def story(ground: Ground) -> None:
        await ground.desk.put_values({"a": 1, "view.b": [None, {"c": "\u6587"}]})
        await ground.desk.put_values({"a": False})
        await ground.desk.put_values({})
        assert await ground.desk.get_values() == {"a": False, "view.b": [None, {"c": "\u6587"}]}

    run(story)


def test_a_draft_belongs_to_its_conversation_until_it_is_emptied(run: Run) -> None:
    """Nothing the person typed is ever lost."""

    async def story(ground: Ground) -> None:
        one, other = await ground.project("one"), await ground.project("other")
        await ground.desk.put_draft(one, "half a thou")
        await ground.desk.put_draft(one, "half a thought\nand more ")
        await ground.desk.put_draft(other, "another")
        assert await ground.desk.get_draft(one) == "half a thought\nand more "
        await ground.desk.put_draft(one, "")
        assert [await ground.desk.get_draft(item) for item in (one, other, NOBODY)] == ["", "another", ""]
        with pytest.raises(SessionNotFound):
            await ground.desk.put_draft(NOBODY, "lost")

    run(story)


def test_previews_are_of_those_that_said_anything(run: Run) -> None:
    """Q-3: an unknown conversation has none."""

    async def story(ground: Ground) -> None:
        talk, silent = await ground.project("talk"), await ground.project("silent")
        await ground.say(talk, "why?", "because\n\nof  that")
        previews = await ground.desk.previews([silent, talk, NOBODY])
        assert previews == {talk: Preview(talk, "because of that", "assistant")}

    run(story)


def test_a_conversation_comes_along_once_and_only_into_an_untouched_branch(run: Run) -> None:
    """X-5: up to the record that is named; the source stays as it is."""

    async def story(ground: Ground) -> None:
        source = await ground.project("source")
        await ground.say(source, "one", "1")
        first = (await ground.sessions.list_records(source))[-1]
        await ground.say(source, "two", "2")
        part, whole = await ground.branch(source), await ground.branch(source)
        await ground.desk.copy_history(source, part, until=first.record_id)
        await ground.desk.copy_history(source, whole)
        assert await ground.contents(part) == ["one", "1"]
        assert await ground.contents(whole) == await ground.contents(source) == ["one", "1", "two", "2"]
        with pytest.raises(BrokenRule):
            await ground.desk.copy_history(source, whole)
        for source_id, target_id in ((NOBODY, part), (source, NOBODY)):
            with pytest.raises(SessionNotFound):
                await ground.desk.copy_history(source_id, target_id)

    run(story)


def test_an_answer_is_unread_until_it_was_seen(run: Run) -> None:
    """Read again, nothing happens."""

    async def story(ground: Ground) -> None:
        talk = await ground.project("talk")

        async def unread() -> int:
            return (await ground.tree.entries([talk]))[0].unread

        await ground.say(talk, "why?", "because")
        assert await unread() == 1
        for _ in range(2):
            await ground.desk.mark_read(talk)
            assert await unread() == 0

    run(story)


def test_t8_living_conversations_of_a_service_are_counted(run: Run) -> None:
    async def story(ground: Ground) -> None:
        mine, other = ServiceId("mine"), ServiceId("other")
        first = await ground.project("One")
        for session_id in (first, await ground.branch(first), await ground.project("Two")):
            bindings = await ground.sessions.get_bindings(session_id)
            await ground.sessions.put_bindings(session_id, replace(bindings, model=ModelRef(mine, "m")))
        await ground.project("Unbound")
        assert (await ground.desk.count_bound(mine), await ground.desk.count_bound(other)) == (3, 0)
        await ground.tree.apply(Delete((first,)))
        assert await ground.desk.count_bound(mine) == 1

    run(story)
