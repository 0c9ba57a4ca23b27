"""An address is understood once, where it is typed; from then on it leads where it led (Q26)."""

from __future__ import annotations

import json
from pathlib import Path

from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.workspaces import run_in_workspace

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
