"""A test in Settings that stops at a certificate asks, and goes on after a yes (Q29)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import reply, text_events
from tests.helpers.tls import make_identity, tls_server
from tests.helpers.windows import run_in_window, until


@pytest.fixture(autouse=True)
def quiet_server() -> Iterator[None]:
    """A handshake that is broken off is no news for a server's own log."""
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("asyncio").setLevel(logging.NOTSET)


def visible_button(shell: Shell, name: str) -> QPushButton | None:
    found = [item for item in shell.window.findChildren(QPushButton, name) if item.isVisible()]
    return found[0] if found else None


def test_q29_a_test_in_settings_asks_about_a_certificate_and_goes_on(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Q29: a no leaves everything as it was; nothing is sent before the yes."""
    identity = make_identity("127.0.0.1")

    async def story(shell: Shell, workspace: Workspace) -> None:
        async with tls_server(identity, tmp_path, [reply(text_events("Ready"))]) as (server, address):
            service = await workspace.services.add(name="Mine", address=address, model="m", key="sk-abcdef")
            places = shell.window.findChildren(QWidget, "railSettings")
            places[0].click()  # type: ignore[attr-defined]  # a button of the rail
            test = await button_of(shell, f"serviceTest_{service.service_id}")
            test.click()
            (await button_of(shell, "questionCancel")).click()
            await until(lambda: visible_button(shell, "questionCancel") is None)
            assert not workspace.settings.consents.certificates
            test.click()
            (await button_of(shell, "questionAccept")).click()
            await until(lambda: server.requests, "the test goes on")
            ((owner, _, print_),) = workspace.settings.consents.certificates
            assert (owner, print_) == (service.service_id, identity.fingerprint)

    async def button_of(shell: Shell, name: str) -> QPushButton:
        await until(lambda: visible_button(shell, name), name)
        found = visible_button(shell, name)
        assert found is not None
        return found

    run_in_window(tmp_path, story)
