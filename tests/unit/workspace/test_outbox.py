"""Messages that wait: stored at once, sent with one click, in order, exactly once (R-1, row 25)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import override

from stello_desktop.domain.commands import Delete, SetArchived
from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest, RecordKind, RecordState, Role
from stello_desktop.domain.outbox import WaitingMessage
from stello_desktop.domain.reach import unreachable
from stello_desktop.engine.context import SEPARATOR
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.store.database import Database
from stello_desktop.store.outbox_storage import OutboxStore
from stello_desktop.workspace.outbox import AT_ONCE
from stello_desktop.workspace.turns import LiveTurn, TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyed_service import settled, until
from tests.helpers.servers import ReplayServer, flow, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace

OK = reply(text_events("Hi ", "there"))


class Line:
    """A model whose service can be unplugged; answers with what it was asked last."""

    def __init__(self, *, up: bool = False, delay_s: float = 0.0) -> None:
        self.up = up
        self.model = ScriptedModel([self._answer], repeat_last=True, delay_s=delay_s)

    def _answer(self, request: ModelRequest) -> Reply:
        return f"To {request.messages[-1].content}" if self.up else unreachable("refused")

    @property
    def asked(self) -> list[str]:
        """The questions that arrived."""
        return [request.messages[-1].content for request in self.model.requests]


def run(folder: Path, story: Callable[[Workspace], Awaitable[None]], line: Line) -> None:
    """A workspace whose one service is at the end of the line."""

    async def told() -> None:
        async with open_workspace(folder, models={"Far": line.model}) as workspace:
            await a_service(workspace, "Far")
            await story(workspace)

    asyncio.run(told())


async def write(workspace: Workspace, session_id: SessionId, *texts: str) -> list[LiveTurn]:
    turns = []
    for text in texts:
        turns.append(workspace.rounds.start(session_id, text))
        await turns[-1].wait()
    return turns


async def said(workspace: Workspace, session_id: SessionId) -> list[tuple[str, str]]:
    return [(item.content, item.state) for item in await workspace.messages.list_records(session_id)]


def test_what_cannot_be_sent_waits_and_what_comes_after_waits_behind_it(tmp_path: Path) -> None:
    """Row 25: one attempt, not one for each message."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turns = await write(workspace, project, "one", "two", "three")
        assert [turn.state for turn in turns] == [TurnState.UNSENT] * 3
        await until(lambda: workspace.outbox.count == 3)
        assert line.asked == ["one"]
        assert await said(workspace, project) == [
            ("one", "waiting"),
            ("two", "waiting"),
            ("three", "waiting"),
        ]
        assert workspace.outbox.offline
        assert workspace.topology[project].message_count == 3
        assert workspace.topology[project].turn_count == 0

    line = Line()
    run(tmp_path, story, line)


def test_one_click_sends_all_in_order_each_answered_before_the_next(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        first, second = await workspace.create_project("First"), await workspace.create_project("Second")
        await write(workspace, first, "one", "two", "three")
        await write(workspace, second, "eins", "zwei")
        await until(lambda: workspace.outbox.count == 5)
        line.up = True
        before = len(line.asked)
        workspace.outbox.send()
        assert workspace.outbox.sending == {first, second}
        await settled(workspace)
        assert await said(workspace, first) == [
            ("one", "done"),
            ("To one", "done"),
            ("two", "done"),
            ("To two", "done"),
            ("three", "done"),
            ("To three", "done"),
        ]
        assert sorted(line.asked[before:]) == ["eins", "one", "three", "two", "zwei"]
        assert (workspace.outbox.count, workspace.outbox.offline) == (0, False)

    line = Line()
    run(tmp_path, story, line)


def test_a_note_between_keeps_its_place_and_is_read_with_what_comes_after_it(tmp_path: Path) -> None:
    """R-15: the first answer does not know the note, the second does."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await write(workspace, project, "one")
        await workspace.messages.add_note(project, "a thought")
        await write(workspace, project, "two")
        await until(lambda: workspace.outbox.count == 2)
        line.up = True
        workspace.outbox.send()
        await settled(workspace)
        contents = [text for text, _ in await said(workspace, project)]
        assert contents == ["one", "To one", "a thought", "two", "To a thought\n\ntwo"]
        assert "a thought" not in "".join(message.content for message in line.model.requests[-2].messages)

    line = Line()
    run(tmp_path, story, line)


def test_the_first_that_is_not_answered_ends_the_sending(tmp_path: Path) -> None:
    """What is behind it waits on: its answer would not know what was asked before it."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await write(workspace, project, "one", "two", "three")
        await until(lambda: workspace.outbox.count == 3)
        workspace.outbox.send()
        await settled(workspace)
        assert [state for _, state in await said(workspace, project)] == ["waiting"] * 3
        line.up = True
        workspace.outbox.send()
        await until(
            lambda: (
                (turn := workspace.rounds.live_turn(project)) and turn.started and turn.started.round_no == 2
            )
        )
        running = workspace.rounds.live_turn(project)
        assert running is not None
        running.stop()
        await settled(workspace)
        states = [state for text, state in await said(workspace, project) if not text.startswith("To")]
        assert states == ["done", "stopped", "waiting"]

    line = Line(delay_s=0.05)
    run(tmp_path, story, line)


def test_nothing_is_sent_without_a_click(tmp_path: Path) -> None:
    """What is heard of the network, or of the service, is an offer."""

    async def story(workspace: Workspace) -> None:
        first, second = await workspace.create_project("First"), await workspace.create_project("Second")
        await write(workspace, first, "one")
        await until(lambda: workspace.outbox.offline)
        line.up = True
        told: list[bool] = []
        workspace.feed.subscribe(lambda changes: told.append(changes.outbox))
        workspace.news.network_returned()
        assert not workspace.outbox.offline
        await write(workspace, second, "another")
        await asyncio.sleep(0.05)
        assert True in told
        assert await said(workspace, first) == [("one", "waiting")]
        assert workspace.outbox.count == 1

    line = Line()
    run(tmp_path, story, line)


def test_an_answer_elsewhere_tells_that_the_service_is_back(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        first, second = await workspace.create_project("First"), await workspace.create_project("Second")
        await write(workspace, first, "one")
        await until(lambda: workspace.outbox.offline)
        line.up = True
        await write(workspace, second, "another")
        assert not workspace.outbox.offline
        assert workspace.outbox.count == 1

    line = Line()
    run(tmp_path, story, line)


def test_send_in_a_conversation_whose_service_is_back_sends_what_waits_there_first(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await write(workspace, project, "one")
        await until(lambda: workspace.outbox.offline)
        line.up = True
        workspace.news.network_returned()
        await write(workspace, project, "two")
        await until(lambda: workspace.outbox.count == 0)
        await settled(workspace)
        assert [text for text, _ in await said(workspace, project)] == ["one", "To one", "two", "To two"]

    line = Line()
    run(tmp_path, story, line)


def test_waiting_messages_can_be_changed_and_taken_away(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await write(workspace, project, "one", "two", "three")
        await until(lambda: workspace.outbox.count == 3)
        one, two, three = await workspace.messages.list_records(project)
        assert await workspace.outbox.edit(project, two.record_id, "two, in other words")
        assert await workspace.outbox.remove(project, one.record_id)
        assert workspace.outbox.count == 2
        assert workspace.topology[project].message_count == 2
        line.up = True
        workspace.outbox.send()
        await settled(workspace)
        assert line.asked[1:] == ["two, in other words", "three"]
        assert not await workspace.outbox.edit(project, three.record_id, "too late")
        assert not await workspace.outbox.remove(project, three.record_id)

    line = Line()
    run(tmp_path, story, line)


def test_r_14_a_question_asked_again_in_vain_gives_way_to_what_was_there(tmp_path: Path) -> None:
    """R-14: removing the new version that was never sent brings the old answer back."""

    async def story(workspace: Workspace) -> None:
        line.up = True
        project = await workspace.create_project("Launch")
        await write(workspace, project, "one")
        line.up = False
        await workspace.rounds.edit_last(project, "one, better").wait()
        await until(lambda: workspace.outbox.count == 1)
        (waiting,) = await workspace.messages.list_records(project)
        assert (waiting.content, waiting.state, waiting.version) == (
            "one, better",
            RecordState.WAITING,
            2,
        )
        await workspace.outbox.remove(project, waiting.record_id)
        assert [text for text, _ in await said(workspace, project)] == ["one", "To one"]
        assert workspace.topology[project].message_count == 2

    line = Line()
    run(tmp_path, story, line)


def test_archived_and_deleted_conversations_keep_what_waits_and_send_nothing(tmp_path: Path) -> None:
    """R-13, P-3: it goes to the trash with its conversation and comes back with it."""

    async def story(workspace: Workspace) -> None:
        kept = await workspace.create_project("Kept")
        gone = await workspace.create_project("Gone")
        await write(workspace, kept, "one")
        await write(workspace, gone, "two")
        await until(lambda: workspace.outbox.count == 2)
        line.up = True
        await workspace.apply(SetArchived((kept,), archived=True))
        await workspace.apply(Delete((gone,)))
        assert workspace.outbox.count == 0
        workspace.outbox.send()
        workspace.outbox.send((kept, gone))
        await settled(workspace)
        assert line.asked == ["one", "two"]
        await workspace.undo()
        assert workspace.outbox.waiting == {gone: 1}
        await workspace.apply(SetArchived((kept,), archived=False))
        assert workspace.outbox.waiting == {kept: 1, gone: 1}
        assert await said(workspace, gone) == [("two", "waiting")]

    line = Line()
    run(tmp_path, story, line)


def test_what_is_taken_away_while_its_turn_has_not_come_is_no_failure(tmp_path: Path) -> None:
    """The sending waits for an answer that runs in the same conversation; what comes after it goes out all the same."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await write(workspace, project, "zero")
        line.up = False
        await write(workspace, project, "one", "two")
        await until(lambda: workspace.outbox.count == 2)
        line.up = True
        workspace.rounds.retry(project)
        await until(lambda: line.asked[-1] == "zero")
        workspace.outbox.send()
        await until(lambda: project in workspace.outbox.sending)
        (waiting, _) = [
            item
            for item in await workspace.messages.list_records(project)
            if item.state is RecordState.WAITING
        ]
        assert project in workspace.rounds.live_sessions
        assert await workspace.outbox.remove(project, waiting.record_id)
        await settled(workspace)
        assert await said(workspace, project) == [
            ("zero", "done"),
            ("To zero", "done"),
            ("two", "done"),
            ("To two", "done"),
        ]

    line = Line(up=True, delay_s=0.2)
    run(tmp_path, story, line)


class TornOutbox(OutboxStore):
    """A disk that gives no answer any more once something was sent."""

    def __init__(self, database: Database, torn: Callable[[], object]) -> None:
        super().__init__(database)
        self._torn = torn

    @override
    async def next_waiting(self, session_id: SessionId) -> WaitingMessage | None:
        if self._torn():
            raise StoreError(StoreErrorKind.CORRUPT)
        return await super().next_waiting(session_id)


def test_a_disk_that_fails_after_the_network_ends_the_round_all_the_same(tmp_path: Path) -> None:
    """A round that never ends would keep its conversation, and the program, from ever closing."""
    line = Line()

    async def story() -> None:
        async with open_workspace(
            tmp_path,
            models={"Far": line.model},
            outbox=lambda database: TornOutbox(database, lambda: line.asked),
        ) as workspace:
            await a_service(workspace, "Far")
            turn = workspace.rounds.start(await workspace.create_project("Launch"), "one")
            await asyncio.wait_for(turn.wait(), 5)
            assert turn.state is TurnState.FAILED
            assert turn.error is not None
            assert turn.error.full_code == "store.corrupt"

    asyncio.run(story())


def test_a_branch_starts_without_what_waits(tmp_path: Path) -> None:
    """F-9."""

    async def story(workspace: Workspace) -> None:
        line.up = True
        project = await workspace.create_project("Launch")
        await write(workspace, project, "one")
        line.up = False
        await write(workspace, project, "two")
        branch = await workspace.branches.open(project, "Branch", context="inherit")
        assert [text for text, _ in await said(workspace, branch)] == ["one", "To one"]

    line = Line()
    run(tmp_path, story, line)


def test_the_draft_goes_with_the_message_that_waits(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        for text in ("one", "two"):
            await workspace.messages.put_draft(project, text)
            await write(workspace, project, text)
            assert await workspace.messages.get_draft(project) == ""

    run(tmp_path, story, Line())


def test_what_waits_is_there_after_a_restart_and_goes_to_the_real_server_once_it_is_up(
    tmp_path: Path,
) -> None:
    """R-1: over real HTTP, with the server gone, and started again on its port."""

    async def main() -> None:
        async with ReplayServer([OK]) as server:
            port = server.port
        address = f"http://127.0.0.1:{port}/v1"
        async with open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Far", address=address)
            project = await workspace.create_project("Launch")
            await write(workspace, project, "one", "two")
        async with open_workspace(tmp_path) as workspace:
            await until(lambda: workspace.outbox.count == 2)
            offline = [workspace.outbox.offline]  # nobody has tried in this run
            workspace.outbox.send()
            await settled(workspace)
            offline.append(workspace.outbox.offline)
            assert offline == [False, True]
            async with ReplayServer([OK], port=port) as server:
                workspace.outbox.send()
                await settled(workspace)
                asked = [item.json["messages"][-1]["content"] for item in server.requests]
            assert asked == ["one", "two"]
            assert [state for _, state in await said(workspace, project)] == ["done"] * 4

    asyncio.run(main())


def test_a_server_that_dies_in_mid_answer_leaves_the_rest_waiting(tmp_path: Path) -> None:
    """Row 33: what arrived is kept as failed, and is never sent again by itself."""

    async def main() -> None:
        broken = flow(text_events("Half an", finish=None), 0.05, "reset")
        async with open_workspace(tmp_path) as workspace:
            async with ReplayServer([broken]) as server:
                await a_service(workspace, "Far", address=server.base_url)
                project = await workspace.create_project("Launch")
            await write(workspace, project, "one", "two")
            await until(lambda: workspace.outbox.count == 2)
            async with ReplayServer([broken], port=server.port) as server:
                workspace.outbox.send()
                await settled(workspace)
                assert len(server.requests) == 1
            assert await said(workspace, project) == [
                ("one", "failed"),
                ("Half an", "failed"),
                ("two", "waiting"),
            ]

    asyncio.run(main())


def test_ten_conversations_do_not_all_knock_at_a_door_that_is_shut(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        projects = [await workspace.create_project(f"P{number}") for number in range(10)]
        for project in projects:
            await write(workspace, project, "hello")
        await until(lambda: workspace.outbox.count == 10)
        before = len(line.asked)
        workspace.outbox.send()
        await settled(workspace)
        assert len(line.asked) - before <= 3
        line.up = True
        workspace.outbox.send()
        await settled(workspace)
        await until(lambda: workspace.outbox.count == 0)
        for project in projects:
            records = await workspace.messages.list_records(project)
            assert [item.role for item in records if item.kind is RecordKind.MESSAGE] == [
                Role.USER,
                Role.ASSISTANT,
            ]

    line = Line()
    run(tmp_path, story, line)


def test_closing_the_program_begins_no_other_message(tmp_path: Path) -> None:
    """What has not gone out waits for the next run; nothing is sent behind the back of who has closed the window."""
    line = Line()

    async def story(workspace: Workspace) -> None:
        for number in range(AT_ONCE + 2):
            await write(workspace, await workspace.create_project(f"Project {number}"), "Hello")
        await until(lambda: workspace.outbox.count == AT_ONCE + 2)
        line.model = ScriptedModel([line._answer], repeat_last=True, delay_s=0.5)

    run(tmp_path, story, line)
    line.up = True

    async def again() -> None:
        async with open_workspace(tmp_path, models={"Far": line.model}) as workspace:
            await until(lambda: workspace.outbox.count == AT_ONCE + 2)
            workspace.outbox.send()
            await until(lambda: len(line.asked) == AT_ONCE)

    asyncio.run(again())
    assert len(line.asked) == AT_ONCE


def test_what_is_sent_next_is_the_first_message_that_waits_exactly(tmp_path: Path) -> None:
    """C-5, row 25: what stands in the composer waits behind it; a note between two that wait is not in its request."""

    async def story(workspace: Workspace) -> None:
        line.up = True
        project = await workspace.create_project("Launch")
        await write(workspace, project, "zero")
        line.up = False
        await write(workspace, project, "one")
        await workspace.messages.add_note(project, "A thought")
        await write(workspace, project, "two")
        await until(lambda: workspace.outbox.count == 2)
        shown = await workspace.sending.next_request(project, "typed")
        assert shown.waiting == 2
        told = [part.text for part in shown.parts if part.role in {Role.USER, Role.ASSISTANT}]
        assert told == ["zero", "To zero", "one"]
        assert [part.text for part in shown.parts if part.kind is PartKind.USER_MESSAGE] == ["one"]
        line.up = True
        asked = len(line.model.requests)
        workspace.outbox.send()
        await settled(workspace)
        sent = line.model.requests[asked].messages
        assert [message.content for message in sent if message.role is not Role.SYSTEM] == told
        before = [part for part in shown.parts if part.role is Role.SYSTEM and part.kind is not PartKind.TOOL]
        assert SEPARATOR.join(part.text for part in before) == sent[0].content
        after = await workspace.sending.next_request(project, "typed")
        assert (after.waiting, "typed" in [part.text for part in after.parts]) == (0, True)

    line = Line()
    run(tmp_path, story, line)
