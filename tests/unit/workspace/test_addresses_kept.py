"""An address is understood once, where it is typed; from then on it leads where it led (Q26)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from stello_desktop.store import boot
from stello_desktop.store.database import Database
from stello_desktop.store.desk_storage import DeskStore
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, event, reply, text_events
from tests.helpers.workspaces import open_workspace, run_in_workspace

MODELS = reply(json.dumps({"data": [{"id": "small"}]}).encode(), content_type="application/json")
HELLO = reply(text_events("Hello"))


def test_q26_an_endpoint_without_a_version_is_asked_where_it_is(tmp_path: Path) -> None:
    """Q26: to try it, list it, chat with it and change it all ask the one place that was pasted."""

    async def story(workspace: Workspace) -> None:
        async with ReplayServer([HELLO, MODELS, HELLO, MODELS, HELLO, HELLO]) as server:
            pasted = f"http://127.0.0.1:{server.port}/inference/chat/completions"
            services = workspace.services
            await services.try_out(name="Mine", address=pasted, model="small")
            await services.list_models(pasted)
            service = await services.add(name="Mine", address=pasted, model="small")
            await services.check(service)
            await services.list_models_of(service)
            # The card shows the base address in its field, and sends it back as it stands.
            shown = service.base_url
            assert await services.base_url(f" {shown} ") == shown
            await services.try_out(name="Mine", address=shown, model="small", service_id=service.service_id)
            await services.change(service.service_id, name="Ours", address=shown)
            (changed,) = workspace.settings.services
            assert (changed.name, changed.base_url) == ("Ours", shown)
            await services.check(changed)
            asked = {received.path for received in server.requests}
            assert asked == {"/inference/chat/completions", "/inference/models"}
            assert len(server.requests) == 6

    run_in_workspace(tmp_path, story)


SIGNED = event(
    {
        "choices": [
            {
                "delta": {
                    "tool_calls": [
                        {
                            "index": 0,
                            "id": "c1",
                            "function": {"name": "nope", "arguments": "{}"},
                            "extra_content": {"google": {"thought_signature": "SIGNED\x7f"}},
                        }
                    ]
                },
                "finish_reason": "tool_calls",
            }
        ]
    }
)


def test_q13_t9_what_a_service_signed_goes_to_no_other_address_of_it(tmp_path: Path) -> None:
    """Q13, T9: like its key, a signature stays where it came from when the service moves."""

    async def story(workspace: Workspace) -> None:
        async with (
            ReplayServer([reply(SIGNED), HELLO]) as before,
            ReplayServer([HELLO]) as after,
        ):
            services = workspace.services
            mine = await services.add(name="Mine", address=before.base_url, model="small")
            await services.use(mine.service_id)
            conversation = await workspace.create_project("Costs")
            await workspace.rounds.start(conversation, "Look").wait()
            await services.change(mine.service_id, address=after.base_url)
            await workspace.rounds.start(conversation, "Again").wait()
            _, back = before.requests
            (moved,) = after.requests
            assert back.json["messages"][-2]["tool_calls"][0]["extra_content"] == {
                "google": {"thought_signature": "SIGNED\x7f"}
            }
            assert b"nope" in moved.body
            assert b"SIGNED" not in moved.body

    run_in_workspace(tmp_path, story)


def kept_by_an_earlier_version(base_url: str) -> dict[str, object]:
    """Settings with one service, as versions wrote them that read a kept base like something typed."""
    service = {
        "service_id": "mine",
        "kind": "openai",
        "name": "Mine",
        "base_url": base_url,
        "model": "small",
        "needs_key": False,
        "local": True,
        "prices": [],
    }
    return {"services": [service], "default_service": "mine"}


async def put_in_store(folder: Path, values: dict[str, object]) -> None:
    state = boot.open_store(folder)
    database = await Database.open(state.path)
    await DeskStore(database).put_values(values)
    await database.close()
    state.lock.release()


def test_q26_what_an_earlier_version_kept_is_asked_where_that_version_asked(tmp_path: Path) -> None:
    """Q26: it worked at ``/v1``, and does so still after a restart, whatever is typed meanwhile."""

    async def story() -> None:
        async with ReplayServer([HELLO] * 4) as server:
            base = f"http://127.0.0.1:{server.port}"
            await put_in_store(tmp_path, kept_by_an_earlier_version(base))
            async with open_workspace(tmp_path) as workspace:
                (mine,) = workspace.settings.services
                await workspace.services.check(mine)
                typed = f"{base}/chat/completions"
                await workspace.services.check(
                    await workspace.services.add(name="New", address=typed, model="other")
                )
            async with open_workspace(tmp_path) as workspace:
                for service in workspace.settings.services:
                    await workspace.services.check(service)
            old, new = "/v1/chat/completions", "/chat/completions"
            assert [received.path for received in server.requests] == [old, new, old, new]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("kept", "asked"),
    [
        ("https://api.example.com", "https://api.example.com/v1"),
        ("https://host.example/proxy", "https://host.example/proxy/v1"),
        ("http://[::1]:8080", "http://[::1]:8080/v1"),
        ("https://host.example/api/paas/v4", "https://host.example/api/paas/v4"),
        ("https://[broken", "https://[broken"),
        ("", ""),
    ],
)
def test_q26_a_base_of_an_earlier_version_is_read_once(kept: str, asked: str) -> None:
    """Q26: as that version read it; written again it is settled."""
    settings = Settings.from_values(kept_by_an_earlier_version(kept))
    (service,) = settings.services
    assert service.base_url == asked
    assert Settings.from_values(settings.to_values()) == settings
