"""A key that the service refuses: one request finds out, the rest waits, another key sends all of it in order, once (rows 27, 58)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.messages import RecordState, Role
from stello_desktop.workspace.turns import TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyed_service import (
    OK,
    REFUSED,
    a_free_port,
    asked,
    keys_used,
    run,
    said,
    service_of,
    settled,
    until,
    written_offline,
)
from tests.helpers.servers import ReplayServer, error_reply, event, flow, reply
from tests.helpers.workspaces import a_service, open_workspace

FORBIDDEN = error_reply(403, {"detail": "Forbidden"})


async def two_projects(workspace: Workspace) -> tuple[SessionId, SessionId]:
    return await workspace.create_project("First"), await workspace.create_project("Second")


async def both_refused(workspace: Workspace, first: SessionId, second: SessionId) -> None:
    """The key of the first is refused, and the second waits behind it."""
    await workspace.rounds.start(first, "one").wait()
    await workspace.rounds.start(second, "two").wait()
    await until(lambda: workspace.outbox.count == 2)


@pytest.mark.parametrize("refusal", [REFUSED, FORBIDDEN], ids=["401", "403"])
def test_row_27_one_refusal_is_enough_and_another_key_sends_all_in_order_once(
    tmp_path: Path, refusal: Any
) -> None:
    """The first has its sentence, the others are not sent in vain; then every message leaves once, the first included."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        projects = await written_offline(workspace, ("a1", "a2"), ("b1", "b2"), ("c1",), ("d1",), ("e1",))
        async with ReplayServer([refusal, OK], port=port) as server:
            workspace.outbox.send()
            await settled(workspace)
            assert len(server.requests) == 1
            told = {item: await said(workspace, item) for item in projects}
            (first,) = [item for item, texts in told.items() if "provider.auth failed" in texts]
            del told[first]
            assert all(text.endswith(" waiting") for texts in told.values() for text in texts)
            assert (workspace.outbox.refused, workspace.outbox.offline, workspace.outbox.keyless) == (
                True,
                False,
                False,
            )
            assert workspace.outbox.count == 7
            assert next(iter(workspace.outbox.waiting)) == first
            service = service_of(workspace, service_id)
            assert await workspace.keys.lacking([service]) == (service,)

            await workspace.keys.put(service, "sk-new")
            assert not workspace.outbox.refused
            assert await workspace.keys.lacking([service]) == ()
            assert len(server.requests) == 1  # nothing leaves that no click caused
            assert workspace.outbox.count == 7
            workspace.outbox.send()
            await settled(workspace)
            assert workspace.outbox.count == 0
            assert keys_used(server) == ["sk-old", *["sk-new"] * 7]
            again = asked(server)[1:]
            assert again[0] == asked(server)[0]
            assert sorted(again) == ["a1", "a2", "b1", "b2", "c1", "d1", "e1"]
            assert again.index("a1") < again.index("a2")
            assert again.index("b1") < again.index("b2")
        for project, texts in zip(projects, ("a1 a2", "b1 b2", "c1", "d1", "e1"), strict=True):
            expected = [line for text in texts.split() for line in (f"{text} done", "Here you are done")]
            assert await said(workspace, project) == expected

    run(tmp_path, story)


def test_row_27_messages_that_were_sent_at_once_need_one_key_and_one_click(tmp_path: Path) -> None:
    """What had left before anybody knew has failed, each with its sentence; one click sends all of it again."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        projects = [await workspace.create_project(f"Project {number}") for number in range(4)]
        async with ReplayServer([REFUSED, REFUSED, REFUSED, OK], port=port) as server:
            turns = [workspace.rounds.start(item, f"hello {item}") for item in projects[:3]]
            await asyncio.gather(*(turn.wait() for turn in turns))
            assert [turn.state for turn in turns] == [TurnState.FAILED] * 3
            late = workspace.rounds.start(projects[3], f"hello {projects[3]}")
            await late.wait()
            assert late.state is TurnState.UNSENT
            behind = workspace.rounds.start(projects[0], "and more")
            await behind.wait()
            await until(lambda: workspace.outbox.count == 5)
            assert len(server.requests) == 3
            await workspace.keys.put(service_of(workspace, service_id), "sk-new")
            workspace.outbox.send()
            await settled(workspace)
            assert keys_used(server)[3:] == ["sk-new"] * 5
            assert sorted(asked(server)[3:]) == sorted([*(f"hello {item}" for item in projects), "and more"])
        assert await said(workspace, projects[0]) == [
            f"hello {projects[0]} done",
            "Here you are done",
            "and more done",
            "Here you are done",
        ]
        assert workspace.outbox.count == 0

    run(tmp_path, story)


def test_row_27_a_service_that_wants_a_key_and_has_none_is_asked_once(tmp_path: Path) -> None:
    """It was set up without one, and says only when it is asked that it wants one."""

    async def main() -> None:
        port = await a_free_port()
        async with open_workspace(tmp_path) as workspace:
            service_id = await a_service(workspace, "Open", address=f"http://127.0.0.1:{port}/v1")
            await written_offline(workspace, ("a1",), ("b1",), ("c1",), ("d1",))
            async with ReplayServer([REFUSED, OK], port=port) as server:
                workspace.outbox.send()
                await settled(workspace)
                assert len(server.requests) == 1
                assert (workspace.outbox.count, workspace.outbox.refused) == (4, True)
                await workspace.keys.put(service_of(workspace, service_id), "sk-new")
                workspace.outbox.send()
                await settled(workspace)
                assert keys_used(server) == ["", *["sk-new"] * 4]
            assert workspace.outbox.count == 0

    asyncio.run(main())


def test_row_27_another_key_that_is_refused_costs_one_more_request(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        await written_offline(workspace, ("a1",), ("b1",), ("c1",), ("d1",))
        async with ReplayServer([REFUSED, REFUSED, OK], port=port) as server:
            for number, key in enumerate(("sk-old", "sk-worse"), 1):
                await workspace.keys.put(service_of(workspace, service_id), key)
                workspace.outbox.send()
                await settled(workspace)
                assert (len(server.requests), workspace.outbox.count) == (number, 4)
                assert workspace.outbox.refused
            assert asked(server)[0] == asked(server)[1]
            await workspace.keys.put(service_of(workspace, service_id), "sk-new")
            workspace.outbox.send()
            await settled(workspace)
            assert sorted(asked(server)[2:]) == ["a1", "b1", "c1", "d1"]
            assert workspace.outbox.count == 0

    run(tmp_path, story)


def test_row_27_conversations_of_other_services_go_on(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        held = await written_offline(workspace, ("a1",), ("b1",))
        elsewhere = await a_free_port()
        other = await a_service(
            workspace, "Other", key="sk-other", address=f"http://127.0.0.1:{elsewhere}/v1"
        )
        free = await workspace.create_project("Free")
        await workspace.rounds.start(free, "f1").wait()
        await until(lambda: workspace.outbox.count == 3)
        async with ReplayServer([REFUSED], port=port) as server, ReplayServer([OK], port=elsewhere) as open_:
            workspace.outbox.send()
            await settled(workspace)
            await workspace.rounds.start(free, "f2").wait()
            assert (len(server.requests), asked(open_)) == (1, ["f1", "f2"])
        assert await said(workspace, free) == [
            "f1 done",
            "Here you are done",
            "f2 done",
            "Here you are done",
        ]
        assert set(workspace.outbox.waiting) == set(held)
        assert not workspace.keys.is_refused(service_of(workspace, other))
        assert set(workspace.outbox.held_with(held[:1])) == set(held)

    run(tmp_path, story)


def test_row_27_a_conversation_bound_elsewhere_while_its_turn_comes_waits_there(tmp_path: Path) -> None:
    """Who is asked is decided when the message leaves: nothing more goes to a service that has refused its key."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        held = await written_offline(workspace, ("a1",), ("b1",), ("c1",), ("d1",))
        elsewhere = await a_free_port()
        refusing = await a_service(
            workspace,
            "Other",
            key="sk-other",
            address=f"http://127.0.0.1:{elsewhere}/v1",
            default=False,
        )
        other = service_of(workspace, refusing)
        tried = await workspace.create_project("Tried")
        await workspace.services.bind(tried, other)
        go_on = asyncio.Event()
        async with (
            ReplayServer([[go_on, *OK]], port=port) as server,
            ReplayServer([REFUSED], port=elsewhere) as refuses,
        ):
            await workspace.rounds.start(tried, "t1").wait()
            assert workspace.keys.is_refused(other)
            workspace.outbox.send(held)
            await server.asked.wait()
            (first,) = [item for item in held if item in workspace.rounds.live_sessions]
            for session_id in held:
                if session_id != first:
                    await workspace.services.bind(session_id, other)
            go_on.set()
            await settled(workspace)
            assert (len(server.requests), asked(refuses)) == (1, ["t1"])
            assert workspace.outbox.count == 4  # the three, behind the one that was refused

    run(tmp_path, story)


def test_row_27_what_one_service_has_refused_is_no_request_to_another(tmp_path: Path) -> None:
    """As many are sent as were counted; the refused one keeps its card, and is read along as any unanswered question."""

    async def story(workspace: Workspace, _service_id: ServiceId, port: int) -> None:
        project = await workspace.create_project("Moved")
        elsewhere = await a_free_port()
        other = await a_service(
            workspace,
            "Other",
            key="sk-other",
            address=f"http://127.0.0.1:{elsewhere}/v1",
            default=False,
        )
        async with ReplayServer([REFUSED], port=port):
            await workspace.rounds.start(project, "one").wait()
        await workspace.services.bind(project, service_of(workspace, other))
        await workspace.rounds.start(project, "two").wait()
        await until(lambda: workspace.outbox.count)
        assert workspace.outbox.count == 1
        async with ReplayServer([OK], port=elsewhere) as server:
            workspace.outbox.send()
            await settled(workspace)
            assert asked(server) == ["one\n\ntwo"]
        assert await said(workspace, project) == [
            "one failed",
            "provider.auth failed",
            "two done",
            "Here you are done",
        ]

    run(tmp_path, story)


def test_row_27_after_a_restart_the_refused_one_is_still_the_first_of_its_conversation(
    tmp_path: Path,
) -> None:
    """R-1: its question is on the disk, and what was written behind it is answered after it."""

    async def main() -> None:
        port = await a_free_port()
        address = f"http://127.0.0.1:{port}/v1"
        async with open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Cloud", key="sk-old", address=address)
            (project,) = await written_offline(workspace, ("a1", "a2"))
            async with ReplayServer([REFUSED], port=port):
                workspace.outbox.send()
                await settled(workspace)
        async with open_workspace(tmp_path) as workspace:
            await until(lambda: workspace.outbox.count == 1)
            await workspace.keys.put(workspace.answering.default, "sk-new")
            async with ReplayServer([OK], port=port) as server:
                workspace.outbox.send()
                await settled(workspace)
                assert asked(server) == ["a1", "a2"]
            assert [text.split()[-1] for text in await said(workspace, project)] == ["done"] * 4

    asyncio.run(main())


def test_row_27_only_another_key_or_an_answer_ends_the_waiting(tmp_path: Path) -> None:
    """Many services list their models to whoever asks, and the key in the keyring is the one that was refused."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        await written_offline(workspace, ("a1",), ("b1",))
        models = reply('{"data": [{"id": "m"}]}', content_type="application/json")
        async with ReplayServer([REFUSED, models, OK], port=port):
            workspace.outbox.send()
            await settled(workspace)
            service = service_of(workspace, service_id)
            await workspace.keys.find(service)
            workspace.news.network_returned()
            await workspace.services.list_models_of(service)
            refused = [workspace.outbox.refused]
            await workspace.services.check(service)  # a real request with the key, which is accepted by now
            refused.append(workspace.outbox.refused)
            assert refused == [True, False]
            assert workspace.outbox.count == 2

    run(tmp_path, story)


def test_row_27_one_alone_has_its_card_and_nothing_waits(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        project = await workspace.create_project("Alone")
        async with ReplayServer([REFUSED, OK], port=port) as server:
            await workspace.rounds.start(project, "hello").wait()
            assert (workspace.outbox.count, workspace.outbox.refused) == (0, False)
            assert workspace.keys.is_refused(service_of(workspace, service_id))
            await workspace.rounds.retry(project).wait()  # who asks again is asked for nothing
            assert len(server.requests) == 2
            assert not workspace.keys.is_refused(service_of(workspace, service_id))
        assert await said(workspace, project) == ["hello done", "Here you are done"]

    run(tmp_path, story)


def test_row_27_what_was_asked_again_by_hand_is_not_sent_a_second_time(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second = await two_projects(workspace)
        async with ReplayServer([REFUSED, OK], port=port) as server:
            await both_refused(workspace, first, second)
            await workspace.keys.put(service_of(workspace, service_id), "sk-new")
            await workspace.rounds.retry(first).wait()
            assert workspace.outbox.waiting == {second: 1}
            workspace.outbox.send((first, second))
            await settled(workspace)
            assert asked(server) == ["one", "one", "two"]

    run(tmp_path, story)


def test_row_27_looking_at_what_waits_changes_nothing(tmp_path: Path) -> None:
    """A view looks while a message is on its way behind the refused one; that one is still the first."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second = await two_projects(workspace)
        async with ReplayServer([REFUSED, OK], port=port) as server:
            await both_refused(workspace, first, second)
            behind = workspace.rounds.start(first, "one more")
            _ = workspace.outbox.waiting
            await behind.wait()
            await until(lambda: workspace.outbox.waits(first))
            assert workspace.outbox.waiting == {first: 2, second: 1}
            await workspace.keys.put(service_of(workspace, service_id), "sk-new")
            workspace.outbox.send()
            await settled(workspace)
            assert sorted(asked(server)[1:]) == ["one", "one more", "two"]

    run(tmp_path, story)


def test_row_27_an_archived_conversation_is_left_alone(tmp_path: Path) -> None:
    """R-13."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second = await two_projects(workspace)
        async with ReplayServer([REFUSED, OK], port=port) as server:
            await both_refused(workspace, first, second)
            await workspace.apply(SetArchived((first,), archived=True))
            assert workspace.outbox.waiting == {second: 1}
            await workspace.keys.put(service_of(workspace, service_id), "sk-new")
            workspace.outbox.send()
            await settled(workspace)
            assert asked(server) == ["one", "two"]

    run(tmp_path, story)


CALL = flow(
    event(
        {
            "choices": [
                {
                    "delta": {
                        "content": "I open one.",
                        "tool_calls": [
                            {
                                "index": 0,
                                "id": "c1",
                                "function": {
                                    "name": "stello_create_session",
                                    "arguments": '{"label": "Costs"}',
                                },
                            }
                        ],
                    }
                }
            ]
        }
    ),
    event({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}),
    b"data: [DONE]\n\n",
)


def test_row_27_an_answer_whose_key_ended_half_way_goes_on_where_it_was(tmp_path: Path) -> None:
    """R-9: what has arrived is not asked for once more, and its branch is not opened a second time."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second = await two_projects(workspace)
        async with ReplayServer([CALL, REFUSED, OK], port=port) as server:
            await both_refused(workspace, first, second)
            assert len(server.requests) == 2
            await workspace.keys.put(service_of(workspace, service_id), "sk-new")
            workspace.outbox.send()
            await settled(workspace)
            assert len(server.requests) == 4
            records = await workspace.messages.list_records(first)
        assert len(workspace.topology.children(first)) == 1
        answers = [item.content for item in records if item.role is Role.ASSISTANT and item.content]
        assert answers == ["I open one.", "Here you are"]
        assert records[0].state is RecordState.DONE
        assert records[0].version == 1

    run(tmp_path, story)


def test_row_27_a_refusal_that_was_followed_by_answers_is_counted_no_more(tmp_path: Path) -> None:
    """Two messages wait, with the service away: two are told, whatever was refused there earlier."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        project = await workspace.create_project("Launch")
        async with ReplayServer([REFUSED, OK], port=port):
            await workspace.rounds.start(project, "one").wait()
            await workspace.keys.put(service_of(workspace, service_id), "sk-new")
            await workspace.rounds.retry(project).wait()
            await workspace.rounds.start(project, "two").wait()
        for text in ("three", "four"):
            await workspace.rounds.start(project, text).wait()
        await until(lambda: workspace.outbox.waits(project) == 2)
        assert workspace.outbox.count == 2

    run(tmp_path, story)
