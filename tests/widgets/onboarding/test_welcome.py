"""Journey 1 up to the first message: at most two decisions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.services import PRACTICE, TINY, DetectedServer, Service, ServiceKind
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.translations import compile_translations
from tests.helpers.windows import run_in_window, until


def part[Kind: QWidget](shell: Shell, kind: type[Kind], name: str) -> Kind:
    found = shell.pages.welcome.findChild(kind, name)
    assert found is not None, name
    return found


def test_a_project_of_ones_own_and_an_answer_after_two_decisions(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        assert shell.window.place == "welcome"
        assert not shell.window.rail.isVisible()
        name = part(shell, QLineEdit, "welcomeName")
        QTest.keyClicks(name, "Garden")
        QTest.keyClick(name, Qt.Key.Key_Return)
        await until(part(shell, QPushButton, "welcomePractice").isVisible)
        QTest.mouseClick(part(shell, QPushButton, "welcomePractice"), Qt.MouseButton.LeftButton)
        # Not a step of the loop lies between the click and the first letter.
        assert shell.window.place == "map"
        field = shell.chat.composer.field
        assert QApplication.focusWidget() is field
        QTest.keyClicks(field, "Hello")
        await until(lambda: workspace.settings.welcomed)
        assert workspace.answering.default.service_id == PRACTICE
        assert [entry.label for entry in workspace.topology.entries()] == ["Garden"]
        await until(lambda: shell.chat.conversation.is_loaded)
        assert shell.chat.composer.text == "Hello"
        QTest.keyClick(field, Qt.Key.Key_Return)
        session_id = shell.selected
        assert session_id is not None
        await until(lambda: (turn := workspace.rounds.live_turn(session_id)) is not None and turn.ended)
        records = await workspace.messages.list_records(session_id)
        assert [record.role.value for record in records][:2] == ["user", "assistant"]

    async def later(shell: Shell, workspace: Workspace) -> None:
        assert shell.window.place == "map"

    run_in_window(tmp_path, story, welcomed=False)
    run_in_window(tmp_path, later, welcomed=False)


def test_enter_alone_leads_through_the_first_screen(qapp: QApplication, tmp_path: Path) -> None:
    """Enter presses the button that has the focus, so the next letters are the message."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        name = part(shell, QLineEdit, "welcomeName")
        QTest.keyClick(name, Qt.Key.Key_Return)
        practice = part(shell, QPushButton, "welcomePractice")
        await until(lambda: QApplication.focusWidget() is practice)
        QTest.keyClick(practice, Qt.Key.Key_Return)
        assert QApplication.focusWidget() is shell.chat.composer.field

    run_in_window(tmp_path, story, welcomed=False)


def test_an_unnamed_project_gets_a_name(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        QTest.mouseClick(part(shell, QPushButton, "welcomeStart"), Qt.MouseButton.LeftButton)
        await until(lambda: len(workspace.topology))
        assert next(iter(workspace.topology.entries())).label == "My first project"
        await asyncio.sleep(0.7)

    run_in_window(tmp_path, story, welcomed=False)


def test_the_example_is_labelled_and_goes_with_one_action(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        QTest.mouseClick(part(shell, QPushButton, "welcomeExample"), Qt.MouseButton.LeftButton)
        await until(part(shell, QPushButton, "welcomePractice").isVisible)
        QTest.mouseClick(part(shell, QPushButton, "welcomePractice"), Qt.MouseButton.LeftButton)
        await until(lambda: shell.window.place == "map")
        assert len(workspace.topology) == 10
        assert all(entry.flags & EntryFlag.EXAMPLE for entry in workspace.topology.entries())
        shell.actions["remove_example"].trigger()
        await until(lambda: not len(workspace.topology))
        await until(lambda: shell.window.toast.words == "Moved the example to the trash")

    run_in_window(tmp_path, story, welcomed=False)


def test_the_language_changes_at_once_and_the_example_speaks_it(qapp: QApplication, tmp_path: Path) -> None:
    compile_translations()

    async def story(shell: Shell, workspace: Workspace) -> None:
        part(shell, QPushButton, "welcomeLanguage_zh_CN").click()
        await until(lambda: part(shell, QPushButton, "welcomeStart").text() == "开始")
        QTest.mouseClick(part(shell, QPushButton, "welcomeExample"), Qt.MouseButton.LeftButton)
        await until(lambda: len(workspace.topology))
        assert workspace.topology[workspace.topology.roots[0]].label == "街角咖啡馆"
        await asyncio.sleep(0.7)

    run_in_window(tmp_path, story, welcomed=False)


def test_a_server_that_was_found_answers_with_one_click(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        QTest.mouseClick(part(shell, QPushButton, "welcomeStart"), Qt.MouseButton.LeftButton)
        await until(part(shell, QPushButton, "welcomePractice").isVisible)
        await asyncio.sleep(0.8)
        server = DetectedServer(name="Ollama", base_url="http://127.0.0.1:11434/v1", models=("llama3.2",))
        shell.pages.welcome.answer_step.found.show_servers((server,))
        assert part(shell, QPushButton, "welcomePractice").property("kind") == "normal"
        await asyncio.sleep(0.05)
        QTest.mouseClick(part(shell, QPushButton, "foundUse_Ollama"), Qt.MouseButton.LeftButton)
        await until(lambda: shell.window.place == "map")
        assert workspace.answering.default.name == "Ollama"

    run_in_window(tmp_path, story, welcomed=False)


@pytest.mark.parametrize("runs", [True, False])
def test_the_tiny_model_is_offered_where_it_is_installed_and_never_by_itself(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runs: bool
) -> None:
    """Journey 1: it comes after what is better, says what it is, and a failure leaves the other ways."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        catalog = (await workspace.open()).catalog
        monkeypatch.setattr(catalog, "tiny_available", lambda: True)

        async def start() -> Service:
            if not runs:
                raise ProviderError(ProviderErrorKind.TIMEOUT, service="Tiny local model")
            return Service(service_id=TINY, kind=ServiceKind.TINY, name="SmolLM2", model="m", local=True)

        monkeypatch.setattr(catalog, "start_tiny", start)
        QTest.mouseClick(part(shell, QPushButton, "welcomeStart"), Qt.MouseButton.LeftButton)
        tiny = part(shell, QPushButton, "welcomeTiny")
        await until(tiny.isVisible)
        assert "often wrong" in part(shell, QLabel, "welcomeTinyNote").text()
        assert part(shell, QPushButton, "welcomePractice").mapTo(shell.window, QPoint()).y() < (
            tiny.mapTo(shell.window, QPoint()).y()
        )
        assert workspace.answering.default.service_id == PRACTICE
        QTest.mouseClick(tiny, Qt.MouseButton.LeftButton)
        if runs:
            await until(lambda: shell.window.place == "map")
            assert workspace.answering.default.service_id == TINY
        else:
            await until(lambda: "did not answer in time" in part(shell, QLabel, "welcomeTinyNote").text())
            assert tiny.isEnabled()
            assert part(shell, QPushButton, "welcomePractice").isEnabled()

    run_in_window(tmp_path, story, welcomed=False, probes=())


def test_the_tiny_model_is_not_offered_where_it_is_not_installed(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        monkeypatch.setattr((await workspace.open()).catalog, "tiny_available", lambda: False)
        QTest.mouseClick(part(shell, QPushButton, "welcomeStart"), Qt.MouseButton.LeftButton)
        await until(part(shell, QPushButton, "welcomePractice").isVisible)
        await asyncio.sleep(0.1)
        assert not part(shell, QPushButton, "welcomeTiny").isVisible()

    run_in_window(tmp_path, story, welcomed=False, probes=())
