"""The button beside a refused key leads to the card of that very service (row 27)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QRadioButton, QWidget

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ThreadedReplayServer, error_reply
from tests.helpers.windows import run_in_window, until


def test_row_27_a_refused_key_leads_to_its_own_service(qapp: QApplication, tmp_path: Path) -> None:
    """Row 27: of several services, the one that refused has the focus; nothing has to be searched."""

    address: list[str] = []

    async def plant(workspace: Workspace) -> None:
        first = await workspace.services.add(name="Mine", address=address[0], model="m")
        await workspace.services.add(name="Other", address="http://127.0.0.1:10/v1", model="m")
        await workspace.services.bind(await workspace.create_project("Garden"), first)

    async def story(shell: Shell, workspace: Workspace) -> None:
        chat = shell.chat
        await until(lambda: chat.conversation.is_loaded, "the conversation")
        chat.composer.submitted.emit("Hello")

        def services() -> QWidget | None:
            return next((b for b in chat.findChildren(QWidget, "errorServices") if b.isVisible()), None)

        await until(services, "the button")
        button = services()
        assert isinstance(button, QAbstractButton)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        mine = workspace.settings.services[0]

        def has_focus() -> bool:
            focus = QApplication.focusWidget()
            return isinstance(focus, QRadioButton) and focus.objectName() == f"serviceUse_{mine.service_id}"

        await until(has_focus, "the card of the service")

    refused = error_reply(401, {"error": {"message": "Incorrect API key provided"}})
    with ThreadedReplayServer([refused]) as server:
        address.append(server.base_url)
        run_in_window(tmp_path, story, setting_up=plant)
