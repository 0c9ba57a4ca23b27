"""What only the person may allow is asked at the failed answer, and then the question is asked again (T9, Q29)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.llm.addresses import origin_of
from stello_desktop.ui import consent_questions
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


def press(shell: Shell, name: str) -> None:
    button = visible_button(shell, name)
    assert button is not None
    button.click()


def question_of(shell: Shell) -> str:
    """What the question says, and what it shows to be compared; without what only keeps an address on one line."""
    names = ("questionText", "questionExact")
    labels = [found for name in names for found in shell.window.findChildren(QLabel, name)]
    assert labels
    return "\n\n".join(label.text() for label in labels).replace("\u2060", "")


async def ask(shell: Shell, workspace: Workspace, address: str) -> None:
    service = await workspace.services.add(name="Mine", address=address, model="m", key="sk-abcdef")
    project = await workspace.create_project("Garden")
    await workspace.services.bind(project, service)
    shell.sky.selected.emit(project)
    await until(lambda: shell.chat.conversation.is_loaded)
    shell.chat.composer.submitted.emit("Hello")
    await until(lambda: visible_button(shell, "errorAllow"), "the button to allow it")


def test_q29_a_certificate_is_accepted_at_the_failed_answer_by_its_fingerprint(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Q29: shown, asked, kept for this origin; then the answer comes."""
    identity = make_identity("127.0.0.1")

    async def story(shell: Shell, workspace: Workspace) -> None:
        async with tls_server(identity, tmp_path, [reply(text_events("Here you are"))]) as (server, address):
            await ask(shell, workspace, address)
            assert not server.requests
            press(shell, "errorAllow")
            assert "self-signed" in question_of(shell)
            shown = question_of(shell).replace("\n", " ").replace(" ", ":")
            assert identity.fingerprint in shown
            accept = visible_button(shell, "questionAccept")
            assert accept is not None
            assert not accept.isDefault()
            accept.click()
            await until(
                lambda: any("Here you are" in entry.text for entry in shell.chat.canvas.entries), "the answer"
            )
            (service,) = workspace.settings.services
            assert workspace.settings.consents.certificates == {
                (service.service_id, origin_of(address), identity.fingerprint)
            }

    run_in_window(tmp_path, story)


def test_t9_plain_http_in_a_private_network_is_asked_about(qapp: QApplication, tmp_path: Path) -> None:
    """T9: a no changes nothing, a yes is kept for that origin."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, workspace, "http://192.168.7.7:11434")
        press(shell, "errorAllow")
        assert "http://192.168.7.7:11434 and nothing else" in question_of(shell)
        press(shell, "questionCancel")
        assert not workspace.settings.consents.plain
        await workspace.keys.allow_plain("http://192.168.7.7:11434")
        assert workspace.settings.consents.plain == {"http://192.168.7.7:11434"}

    run_in_window(tmp_path, story)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"origin": "https://a:443"},
        {"origin": "https://a:443", "fingerprint": "AB"},
        {"origin": "https://a:443", "fingerprint": "AB", "acceptable": False},
        {"fingerprint": "AB", "acceptable": True},
    ],
)
def test_q29_nothing_is_asked_about_what_cannot_be_allowed(params: dict[str, Any]) -> None:
    """Q29: a well-known service, or a certificate that nobody has seen."""
    error = ProviderError(ProviderErrorKind.CERTIFICATE, **params)
    assert not consent_questions.can_be_allowed(error.full_code, error.params)
