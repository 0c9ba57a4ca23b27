"""Without a keyring a key is kept for one run: then the card of the failed answer says so, takes it, and asks again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from stello_desktop.domain.keys import KeyPlace, KeyState
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.servers import ReplayServer, ThreadedReplayServer, error_reply, reply, text_events
from tests.helpers.windows import run_in_window, until


def said(shell: Shell) -> str:
    return "\n".join(label.text() for label in shell.chat.findChildren(QLabel) if label.isVisible())


def heard(shell: Shell) -> str:
    return "\n".join(entry.text for entry in shell.chat.canvas.entries)


def find_key_button(shell: Shell) -> QPushButton | None:
    found = [item for item in shell.chat.findChildren(QPushButton, "errorKey") if item.isVisible()]
    return found[0] if found else None


async def plant(workspace: Workspace, address: str) -> None:
    service = await workspace.services.add(name="Mine", address=address, model="m", key="sk-1")
    project = await workspace.create_project("Garden")
    await workspace.services.bind(project, service)


async def ask(shell: Shell) -> None:
    assert shell.selected is not None
    await until(lambda: shell.chat.conversation.is_loaded)
    shell.chat.composer.set_text("Hello")
    shell.chat.composer.submitted.emit("Hello")


def enter_key(shell: Shell, key: str) -> None:
    button = find_key_button(shell)
    assert button is not None
    button.click()
    field = shell.chat.findChild(QLineEdit, "keyQuestionKey")
    assert field is not None
    QTest.keyClicks(field, key)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_missing_key_is_pasted_at_the_card_and_the_question_asked_again(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Rows 53 and 58."""

    async def first(_shell: Shell, workspace: Workspace) -> None:
        assert workspace.keys.at_hand(workspace.settings.services[0])

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        await ask(shell)
        await until(lambda: find_key_button(shell), "the button for the key")
        assert "Mine needs its key. This computer has no keyring" in said(shell)
        assert "did not accept" not in said(shell)
        enter_key(shell, "sk-2")
        await until(lambda: "Here you are" in heard(shell), "the question was asked again")

    with ThreadedReplayServer([reply(text_events("Here you are"))]) as server:
        run_in_window(tmp_path, first, setting_up=lambda workspace: plant(workspace, server.base_url))
        run_in_window(tmp_path, after_a_restart)
        assert server.requests[-1].headers["authorization"] == "Bearer sk-2"


def test_row_55_a_locked_keyring_is_told_and_the_key_is_used_once_it_is_open(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Row 55: unlock and try again, without entering the key."""
    keyring = MemoryKeyring()

    async def first(_shell: Shell, workspace: Workspace) -> None:
        assert workspace.keys.state(workspace.settings.services[0]) == KeyState(KeyPlace.KEYRING)

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        keyring.mode = "locked"
        await ask(shell)
        await until(lambda: "this computer's keyring is locked" in said(shell))
        keyring.mode = "ok"
        retry = next(item for item in shell.chat.findChildren(QPushButton, "errorRetry") if item.isVisible())
        retry.click()
        await until(lambda: "Here you are" in heard(shell), "the question was asked again")

    with ThreadedReplayServer([reply(text_events("Here you are"))]) as server:
        run_in_window(
            tmp_path,
            first,
            setting_up=lambda workspace: plant(workspace, server.base_url),
            keys=a_key_store(keyring),
        )
        run_in_window(tmp_path, after_a_restart, keys=a_key_store(keyring))
        assert server.requests[-1].headers["authorization"] == "Bearer sk-1"


def test_a_refused_key_is_called_by_the_services_name(qapp: QApplication, tmp_path: Path) -> None:
    refusal = error_reply(401, {"error": {"message": "bad key", "code": "invalid_api_key"}})

    async def story(shell: Shell, workspace: Workspace) -> None:
        async with ReplayServer([refusal, reply(text_events("Here you are"))]) as server:
            service = await workspace.services.add(
                name="Mine", address=server.base_url, model="m", key="sk-1"
            )
            project = await workspace.create_project("Garden")
            await workspace.services.bind(project, service)
            shell.sky.selected.emit(project)
            await until(lambda: shell.chat.conversation.is_loaded)
            shell.chat.composer.submitted.emit("Hello")
            await until(lambda: "Mine did not accept the key" in said(shell))
            await until(lambda: find_key_button(shell), "the button for another key")
            enter_key(shell, "sk-2")
            await until(lambda: "Here you are" in heard(shell), "the question was asked again")
            assert server.requests[-1].headers["authorization"] == "Bearer sk-2"

    run_in_window(tmp_path, story)
