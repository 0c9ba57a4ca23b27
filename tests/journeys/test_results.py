"""A branch's result on its way back, in the real window over real HTTP, with a failure and a restart between (C-4)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, error_reply, reply, text_events
from tests.helpers.windows import run_in_window, until

RESULT = "Twelve euros a month"


def sent(server: ReplayServer) -> list[str]:
    """What each request said, from first to last."""
    return [json.dumps(json.loads(item.body)["messages"], ensure_ascii=False) for item in server.requests]


async def write(shell: Shell, text: str, server: ReplayServer) -> None:
    """Type a message and wait until its round has ended."""
    before = len(server.requests)
    shell.chat.focus_composer()
    QTest.keyClicks(shell.chat.composer.field, text)
    QTest.keyClick(shell.chat.composer.field, Qt.Key.Key_Return)
    await until(lambda: len(server.requests) > before, "it was sent")
    await until(lambda: not shell.chat.conversation.answering, "the round has ended")


async def show(shell: Shell, session_id: SessionId) -> None:
    shell.outline.tree.selected.emit(session_id)
    await until(
        lambda: shell.chat.session_id == session_id and shell.chat.conversation.is_loaded, "the conversation"
    )


def shown(shell: Shell, name: str) -> QWidget | None:
    found = shell.window.findChild(QWidget, name)
    return found if found is not None and found.isVisible() else None


def test_a_result_survives_a_failed_round_and_a_restart_and_is_told_once(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Branch, work, bring back by keys; the parent's next answered round has it, and none after it."""
    ids: dict[str, SessionId] = {}
    ports: list[int] = []
    told: list[str] = []

    async def first(shell: Shell, workspace: Workspace) -> None:
        broken = error_reply(400, {"error": {"message": "no such thing"}})
        async with ReplayServer([reply(text_events("Fine, 12 €")), broken]) as server:
            ports.append(server.port)
            service = await workspace.services.add(
                name="Near", address=server.base_url, model="small", local=True
            )
            await workspace.services.use(service.service_id)
            ids["project"] = await workspace.create_project("Launch")
            ids["branch"] = await workspace.branches.open(ids["project"], "Pricing")
            await show(shell, ids["branch"])
            await write(shell, "What do we charge?", server)
            keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
            QTest.keyClick(shell.window, Qt.Key.Key_R, keys)
            await until(lambda: shown(shell, "resultText"), "the dialog")
            box = shown(shell, "resultText")
            assert isinstance(box, TextBox)
            QTest.keyClicks(box, RESULT)
            QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            await until(lambda: workspace.topology[ids["project"]].waiting_insights == 1, "it waits")
            await show(shell, ids["project"])
            await until(lambda: shown(shell, "reminderBar"), "it is told above the composer")
            await write(shell, "And now?", server)
            await asyncio.sleep(0.1)
            assert RESULT in sent(server)[-1]
            assert workspace.topology[ids["project"]].waiting_insights == 1

    async def second(shell: Shell, workspace: Workspace) -> None:
        answers = [reply(text_events("Then 12 € it is"))]
        async with ReplayServer(answers, port=ports[0]) as server:
            await show(shell, ids["project"])
            await until(lambda: shown(shell, "reminderBar"), "it still waits")
            await write(shell, "Again?", server)
            await until(lambda: not workspace.topology[ids["project"]].waiting_insights, "it went along")
            await until(lambda: shown(shell, "reminderBar") is None, "and says so no more")
            await write(shell, "And then?", server)
            told.extend(sent(server))

    run_in_window(tmp_path, first)
    run_in_window(tmp_path, second)
    assert [text.count(RESULT) for text in told] == [1, 0]
