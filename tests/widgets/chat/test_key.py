"""Without a keyring a key is kept for one run: then the card of the failed answer says so, takes it, and asks again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, error_reply
from tests.helpers.windows import run_in_window, until


def said(shell: Shell) -> str:
    return "\n".join(label.text() for label in shell.chat.findChildren(QLabel) if label.isVisible())


def find_key_button(shell: Shell) -> QPushButton | None:
    found = [item for item in shell.chat.findChildren(QPushButton, "errorKey") if item.isVisible()]
    return found[0] if found else None


def test_a_missing_key_is_pasted_at_the_card_and_the_question_asked_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def plant(workspace: Workspace) -> None:
        service = await workspace.add_service(
            name="Mine", address="http://127.0.0.1:9/v1", model="m", key="sk-1"
        )
        project = await workspace.create_project("Garden")
        await workspace.bind_service(project, service)

    async def first(_shell: Shell, workspace: Workspace) -> None:
        assert workspace.has_key(workspace.settings.services[0])

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        assert shell.selected is not None
        chat = shell.chat
        await until(lambda: chat.conversation.is_loaded)
        chat.composer.set_text("Hello")
        chat.composer.submitted.emit("Hello")
        await until(lambda: find_key_button(shell), "the button for the key")
        assert "Mine needs its key. This computer has no keyring" in said(shell)
        assert "did not accept" not in said(shell)
        button = find_key_button(shell)
        assert button is not None
        button.click()
        field = chat.findChild(QLineEdit, "keyQuestionKey")
        assert field is not None
        QTest.keyClicks(field, "sk-2")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: workspace.has_key(workspace.settings.services[0]))
        await until(lambda: "cannot be reached" in said(shell), "the question was asked again")

    run_in_window(tmp_path, first, setting_up=plant)
    run_in_window(tmp_path, after_a_restart)


def test_a_refused_key_is_called_by_the_services_name(qapp: QApplication, tmp_path: Path) -> None:
    refusal = error_reply(401, {"error": {"message": "bad key", "code": "invalid_api_key"}})

    async def story(shell: Shell, workspace: Workspace) -> None:
        async with ReplayServer([refusal]) as server:
            service = await workspace.add_service(name="Mine", address=server.base_url, model="m", key="sk-1")
            project = await workspace.create_project("Garden")
            await workspace.bind_service(project, service)
            shell.sky.selected.emit(project)
            await until(lambda: shell.chat.conversation.is_loaded)
            shell.chat.composer.submitted.emit("Hello")
            await until(lambda: "Mine did not accept the key" in said(shell))
        assert find_key_button(shell) is None

    run_in_window(tmp_path, story)
