"""News of a request counts for the key and the address that it was made with, and for no other (row 27)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stello_desktop.domain.ids import ServiceId
from stello_desktop.workspace.turns import TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyed_service import (
    OK,
    REFUSED,
    asked,
    keys_used,
    run,
    said,
    service_of,
    settled,
    until,
    written_offline,
)
from tests.helpers.servers import ReplayServer, error_reply, event, flow, text_events


def test_row_27_a_late_refusal_of_the_old_key_says_nothing_of_the_new_one(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second = [await workspace.create_project(label) for label in ("First", "Second")]
        go_on = asyncio.Event()
        async with ReplayServer([[go_on, *REFUSED], OK], port=port) as server:
            late = workspace.rounds.start(first, "one")
            await server.asked.wait()
            service = service_of(workspace, service_id)
            await workspace.keys.put(service, "sk-new")
            go_on.set()
            await late.wait()
            assert late.state is TurnState.FAILED
            assert not workspace.keys.is_refused(service)
            assert await workspace.keys.lacking([service]) == ()
            await workspace.rounds.start(second, "two").wait()
            assert keys_used(server) == ["sk-old", "sk-new"]
        assert await said(workspace, second) == ["two done", "Here you are done"]

    run(tmp_path, story)


def test_row_27_a_late_refusal_of_the_old_address_says_nothing_of_the_new_one(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second = [await workspace.create_project(label) for label in ("First", "Second")]
        go_on = asyncio.Event()
        async with (
            ReplayServer([[go_on, *REFUSED]], port=port) as server,
            ReplayServer([OK]) as elsewhere,
        ):
            late = workspace.rounds.start(first, "one")
            await server.asked.wait()
            await workspace.services.change(service_id, address=elsewhere.base_url, key="sk-new")
            go_on.set()
            await late.wait()
            assert late.state is TurnState.FAILED
            await workspace.rounds.start(second, "two").wait()
            assert (keys_used(server), keys_used(elsewhere)) == (["sk-old"], ["sk-new"])
        assert await said(workspace, second) == ["two done", "Here you are done"]

    run(tmp_path, story)


def test_row_27_the_same_service_added_again_with_another_key_is_tried_with_it(tmp_path: Path) -> None:
    """M-10: it keeps its id, and what waits for it leaves with the new key."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        held = await written_offline(workspace, ("a1",), ("b1",))
        async with ReplayServer([REFUSED, OK], port=port) as server:
            workspace.outbox.send()
            await settled(workspace)
            before = service_of(workspace, service_id)
            again = await workspace.services.add(
                name="Cloud", address=before.base_url, model=before.model, key="sk-new"
            )
            assert again.service_id == service_id
            assert not workspace.keys.is_refused(again)
            third = await workspace.create_project("Third")
            await workspace.rounds.start(third, "c1").wait()
            workspace.outbox.send()
            await settled(workspace)
            assert keys_used(server) == ["sk-old", "sk-new", "sk-new", "sk-new"]
        for project, text in zip((*held, third), ("a1", "b1", "c1"), strict=True):
            assert await said(workspace, project) == [f"{text} done", "Here you are done"]

    run(tmp_path, story)


def test_row_27_a_service_that_was_removed_and_is_added_again_is_tried_with_its_new_key(
    tmp_path: Path,
) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        held = await written_offline(workspace, ("a1",), ("b1",))
        async with ReplayServer([REFUSED, OK], port=port) as server:
            workspace.outbox.send()
            await settled(workspace)
            before = service_of(workspace, service_id)
            await workspace.services.remove(service_id)
            again = await workspace.services.add(
                name="Cloud", address=before.base_url, model=before.model, key="sk-new"
            )
            assert (again.service_id, workspace.keys.is_refused(again)) == (service_id, False)
            workspace.outbox.send(held)
            await settled(workspace)
            assert keys_used(server) == ["sk-old", "sk-new", "sk-new"]

    run(tmp_path, story)


def test_row_27_a_removed_service_that_comes_back_is_tried_once(tmp_path: Path) -> None:
    """What it refuses after that it refuses anew; what was asked before its removal tells nothing of it."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second, third = [await workspace.create_project(label) for label in ("A", "B", "C")]
        go_on = asyncio.Event()
        async with ReplayServer([[go_on, *REFUSED], OK], port=port) as server:
            late = workspace.rounds.start(first, "one")
            await server.asked.wait()
            before = service_of(workspace, service_id)
            await workspace.services.remove(service_id)
            await workspace.services.bring_back(before, at=0, default=True)
            go_on.set()
            await late.wait()
            assert not workspace.keys.is_refused(before)
            await workspace.rounds.start(second, "two").wait()
            assert asked(server) == ["one", "two"]
        async with ReplayServer([REFUSED], port=port):
            await workspace.rounds.start(third, "three").wait()
            assert workspace.keys.is_refused(before)
            await workspace.services.remove(service_id)
            await workspace.services.bring_back(before, at=0, default=True)
            assert not workspace.keys.is_refused(before)

    run(tmp_path, story)


def piece(text: str) -> bytes:
    return event({"choices": [{"index": 0, "delta": {"content": text}}]})


def test_row_27_an_answer_that_was_begun_with_the_old_key_says_nothing_of_the_new_one(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        first, second, third = [await workspace.create_project(label) for label in ("A", "B", "C")]
        go_on = asyncio.Event()
        long = flow(piece("Long "), go_on, text_events("story"))
        async with ReplayServer([long, REFUSED], port=port) as server:
            old = workspace.rounds.start(first, "one")
            await until(lambda: old.events)
            service = service_of(workspace, service_id)
            await workspace.keys.put(service, "sk-wrong")
            await workspace.rounds.start(second, "two").wait()
            assert workspace.keys.is_refused(service)
            go_on.set()
            await old.wait()
            assert old.state is TurnState.DONE
            assert workspace.keys.is_refused(service)
            held = workspace.rounds.start(third, "three")
            await held.wait()
            assert held.state is TurnState.UNSENT
            assert keys_used(server) == ["sk-old", "sk-wrong"]

    run(tmp_path, story)


def test_row_27_a_new_key_is_tried_by_one_message_though_the_old_one_still_answers(tmp_path: Path) -> None:
    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        held = await written_offline(workspace, ("a1",), ("b1",), ("c1",))
        first = await workspace.create_project("Long")
        go_on = asyncio.Event()
        long = flow(piece("Long "), go_on, piece("story "), text_events("ends"))
        async with ReplayServer([long, REFUSED], port=port) as server:
            old = workspace.rounds.start(first, "one")
            await until(lambda: old.events)
            await workspace.keys.put(service_of(workspace, service_id), "sk-wrong")
            go_on.set()
            await old.wait()
            workspace.outbox.send(held)
            await settled(workspace)
            assert keys_used(server) == ["sk-old", "sk-wrong"]
            assert workspace.outbox.refused

    run(tmp_path, story)


def test_row_27_what_was_asked_before_the_refusal_does_not_end_it(tmp_path: Path) -> None:
    """A complaint about an older request, or the rest of its answer: the key was refused after that."""

    async def story(workspace: Workspace, service_id: ServiceId, port: int) -> None:
        projects = [await workspace.create_project(label) for label in ("A", "B", "C", "D")]
        go_on = asyncio.Event()
        complaint = error_reply(400, {"error": {"message": "bad request"}})
        long = flow(piece("Long "), go_on, text_events("story"))
        async with ReplayServer([long, [go_on, *complaint], REFUSED], port=port) as server:
            old = workspace.rounds.start(projects[0], "one")
            await until(lambda: old.events)
            odd = workspace.rounds.start(projects[1], "two")
            await until(lambda: len(server.requests) == 2)
            await workspace.rounds.start(projects[2], "three").wait()
            go_on.set()
            await asyncio.gather(old.wait(), odd.wait())
            assert (old.state, odd.state) == (TurnState.DONE, TurnState.FAILED)
            assert workspace.keys.is_refused(service_of(workspace, service_id))
            await workspace.rounds.start(projects[3], "four").wait()
            assert asked(server) == ["one", "two", "three"]

    run(tmp_path, story)
