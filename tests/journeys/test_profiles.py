"""Journey 4 through the real window: the practice assistant, a server over HTTP, and another start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.messages import RecordKind, RecordState, Role
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.journeys import profile_stories as told
from tests.journeys import stories
from tests.journeys.person import Person, live

pytestmark = pytest.mark.slow


def test_a_profile_that_behaves_with_the_practice_assistant(qapp: QApplication, stello_home: Path) -> None:
    """Journey 4; M-3, M-5, M-7: what the preview shows is what the branch is told, and it is kept."""

    async def story(person: Person) -> None:
        await stories.begin_with_practice(person)
        tried = await told.a_profile_that_behaves(person)
        branch = person.star(told.BRANCH)
        sent = (await person.workspace.sending.next_request(branch)).parts
        assert sent[0].text == tried.instructions
        await person.write("What does a year cost?")
        await person.until_answered()
        records = await person.workspace.messages.list_records(branch)
        assert records[0].kind is RecordKind.OPENING
        assert [record.role for record in records] == [Role.ASSISTANT, Role.USER, Role.ASSISTANT]
        assert records[-1].state is RecordState.DONE

    async def reopened(person: Person) -> None:
        profile = told.kept(person)
        assert profile.instructions == told.TEXT
        assert profile.opening == told.OPENING
        assert profile.variables[0].label == "Region"
        await told.to_profiles(person)
        await person.until(lambda: person.control("profileName").text() == told.NAME, "it is open again")
        assert person.control("profileInstructions").toPlainText() == told.TEXT
        await told.until_composed(person, told.TEXT.replace("{region}", "Bavaria"))

    live(qapp, stello_home, story)
    live(qapp, stello_home, reopened)


def body(server: ReplayServer) -> dict[str, Any]:
    """The last request as it arrived."""
    found: dict[str, Any] = server.requests[-1].json
    return found


def test_the_preview_is_what_a_server_is_sent(qapp: QApplication, stello_home: Path) -> None:
    """C-5, M-7: message for message, as it arrives over HTTP."""
    models = reply(json.dumps({"data": [{"id": "large"}]}), content_type="application/json")

    async def story(person: Person) -> None:
        await stories.begin_with_practice(person)
        async with ReplayServer([models, reply(text_events("Hello"))]) as server:
            await stories.a_real_service(person, server.base_url, "sk-secret", "large")
            await person.click_star(stories.PROJECT)
            session_id = person.star(stories.PROJECT)
            await person.workspace.services.bind(session_id, person.workspace.answering.default)
            tried = await told.a_profile_that_behaves(person)
            await person.write("What does a year cost?")
            await person.until_answered()
            assert body(server)["model"] == "large"
            arrived = [(item["role"], item["content"]) for item in body(server)["messages"]]
            previewed = [(str(item.role), item.content) for item in tried.request.messages]
            previewed = [
                (role, text.replace(told.NAME, told.BRANCH) if role == "system" else text)
                for role, text in previewed
            ]
            assert arrived == [*previewed, ("user", "What does a year cost?")]

    live(qapp, stello_home, story)
