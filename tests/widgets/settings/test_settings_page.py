"""Every setting is kept and used at once; services are found, tested, added and removed by their buttons."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QToolButton,
    QWidget,
)

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.domain.services import TINY, DetectedServer
from stello_desktop.ui.settings.known_services import known_services
from stello_desktop.ui.settings.service_dialog import open_service_dialog
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.translations import compile_translations
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service


def part[Kind: QWidget](shell: Shell, kind: type[Kind], name: str) -> Kind:
    found = shell.pages.settings.findChild(kind, name)
    assert found is not None, name
    return found


def click(shell: Shell, name: str) -> None:
    QTest.mouseClick(part(shell, QPushButton, name), Qt.MouseButton.LeftButton)


async def open_settings(shell: Shell) -> None:
    shell.go_to("settings")
    await asyncio.sleep(0.05)


def test_choices_are_kept_and_used_at_once(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        for name in (
            "settingTheme_light",
            "settingTextScale_1.15",
            "settingWheel_pan",
            "settingBranchRule_ask",
            "settingStrategy_flat",
        ):
            part(shell, QPushButton, name).click()
        part(shell, QCheckBox, "settingGuard").click()
        part(shell, QCheckBox, "settingShareOutline").click()
        await until(lambda: workspace.settings.share_outline)
        part(shell, QSpinBox, "settingGuardMin").setValue(7)
        await until(lambda: workspace.settings.guard_min_turns == 7)
        settings = workspace.settings
        assert (settings.theme, settings.text_scale, settings.wheel) == ("light", 1.15, "pan")
        assert (settings.assistant_branches, settings.strategy, settings.guard_on) == ("ask", "flat", True)
        await workspace.change_settings(text_scale=1.0)

    async def come_back(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        assert workspace.settings.strategy == "flat"
        assert part(shell, QPushButton, "settingStrategy_flat").isChecked()
        assert part(shell, QSpinBox, "settingGuardMin").value() == 7
        assert part(shell, QSpinBox, "settingGuardMin").isEnabled()

    run_in_window(tmp_path, story)
    run_in_window(tmp_path, come_back)


def test_a_number_is_typed_in_full_width_digits_too(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.change_settings(guard_on=True)
        await open_settings(shell)
        box = part(shell, QSpinBox, "settingGuardMin")
        box.setFocus()
        box.selectAll()
        box.lineEdit().insert("１２")  # as an input method does
        assert box.value() == 12
        assert box.text() == "12"
        await until(lambda: workspace.settings.guard_min_turns == 12)

    run_in_window(tmp_path, story)


def test_numbers_of_the_guard_mean_something_only_while_it_is_on(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        assert not part(shell, QSpinBox, "settingGuardCooldown").isEnabled()
        await workspace.change_settings(guard_on=True)
        assert part(shell, QSpinBox, "settingGuardCooldown").isEnabled()

    run_in_window(tmp_path, story)


def test_a_found_server_is_used_with_one_click(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        await asyncio.sleep(0.8)
        server = DetectedServer(
            name="Ollama", base_url="http://127.0.0.1:11434/v1", models=("llama3.2", "qwen")
        )
        jan = DetectedServer(name="Jan", base_url="http://127.0.0.1:1337/v1")
        studio = DetectedServer(name="LM Studio", base_url="http://127.0.0.1:1234/v1")
        shell.pages.settings.services.found.show_servers((server, jan, studio))
        await asyncio.sleep(0.05)
        assert not part(shell, QPushButton, "foundUse_Jan").isEnabled()
        assert "Get one in that program" in part(shell, QLabel, "foundAdvice_Jan").text()
        assert "lms get " in part(shell, QLabel, "foundAdvice_LM Studio").text()
        part(shell, QToolButton, "foundCopy_LM Studio").click()
        assert QApplication.clipboard().text().startswith("lms get ")
        part(shell, QComboBox, "foundModels_Ollama").setCurrentText("qwen")
        click(shell, "foundUse_Ollama")
        await until(lambda: workspace.answering.default.name == "Ollama")
        assert workspace.answering.default.model == "qwen"
        assert workspace.answering.default.local
        await until(
            lambda: shell.pages.settings.findChild(QLabel, "foundThere_Ollama"), "it is not offered again"
        )
        assert part(shell, QPushButton, "lookAgain").hasFocus(), "the button that was pressed has gone"
        shell.pages.settings.services.found.show_servers(())
        assert part(shell, QLabel, "foundServersNews").text().startswith("No other model server")

    run_in_window(tmp_path, story)


def test_a_service_is_chosen_and_removed(qapp: QApplication, tmp_path: Path) -> None:
    async def plant(workspace: Workspace) -> None:
        await workspace.services.add(name="Mine", address="http://127.0.0.1:9/v1", model="m", key="sk-1")

    async def story(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        service = workspace.settings.services[0]
        part(shell, QRadioButton, f"serviceUse_{service.service_id}").click()
        await until(lambda: workspace.answering.default == service)
        assert not part(shell, QRadioButton, "serviceUse_practice").isChecked()
        project = await workspace.create_project("Garden")
        await workspace.services.bind(project, service)
        click(shell, f"serviceRemove_{service.service_id}")
        toast = shell.window.toast
        await until(lambda: "removed" in toast.words)
        assert workspace.settings.services == ()
        assert part(shell, QRadioButton, "serviceUse_practice").isChecked()
        assert toast.words.startswith("Mine removed; 1 conversation")
        undo = toast.findChild(QPushButton, "toastAction")
        assert undo is not None
        undo.click()
        await until(lambda: workspace.answering.default == service)
        await until(lambda: workspace.keys.at_hand(service))
        assert part(shell, QRadioButton, f"serviceUse_{service.service_id}").isChecked()

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_focus_begins_at_the_service_that_answers(qapp: QApplication, tmp_path: Path) -> None:
    """What has the focus is coloured; on another one it would look chosen."""

    async def plant(workspace: Workspace) -> None:
        await a_service(workspace, "Home")
        await a_service(workspace, "Away", default=False)

    async def story(shell: Shell, workspace: Workspace) -> None:
        home, away = workspace.answering.services[1:3]
        radio = partial(part, shell, QRadioButton)
        shell.sky.setFocus()
        shell.go_to("settings")
        await until(lambda: radio(f"serviceUse_{home.service_id}").hasFocus())
        assert radio(f"serviceUse_{home.service_id}").isChecked()
        shell.go_to("map")
        shell.go_to("settings")
        shell.pages.settings.show_service(away)
        await asyncio.sleep(0.05)
        assert radio(f"serviceUse_{away.service_id}").hasFocus(), "where somebody was led"

    run_in_window(tmp_path, story, setting_up=plant)


def test_forty_services_come_in_small_steps_and_are_filtered(qapp: QApplication, tmp_path: Path) -> None:
    async def plant(workspace: Workspace) -> None:
        for number in range(40):
            await workspace.services.add(
                name=f"Place {number:02}", address="http://127.0.0.1:9/v1", model=f"m{number}"
            )

    async def story(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        cards = shell.pages.settings.services.cards
        await until(lambda: len(cards.cards) == 41)
        assert [card.service for card in cards.cards] == list(workspace.answering.services)
        cards.take_focus(workspace.answering.services[-1])
        assert cards.isAncestorOf(QApplication.focusWidget() or shell.window)
        QTest.keyClicks(part(shell, QLineEdit, "serviceFilter"), "place 07")
        assert [card.service.name for card in cards.cards if card.isVisible()] == ["Place 07"]
        await workspace.services.change(workspace.answering.services[8].service_id, name="Place 07 again")
        await until(
            lambda: [item.service.name for item in cards.cards if item.isVisible()] == ["Place 07 again"]
        )

    run_in_window(tmp_path, story, setting_up=plant)


def test_after_a_restart_the_key_is_asked_for_again(qapp: QApplication, tmp_path: Path) -> None:
    async def plant(workspace: Workspace) -> None:
        await workspace.services.add(name="Mine", address="http://127.0.0.1:9/v1", model="m", key="sk-1")

    async def with_key(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        await asyncio.sleep(0.05)
        assert not shell.pages.settings.findChildren(
            QLineEdit, f"serviceKey_{workspace.settings.services[0].service_id}"
        )

    async def without(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        name = f"serviceKey_{workspace.settings.services[0].service_id}"
        await until(lambda: shell.pages.settings.findChild(QLineEdit, name), "the key is asked for")
        field = part(shell, QLineEdit, name)
        await until(field.isVisible)
        assert field.echoMode() == QLineEdit.EchoMode.Password
        QTest.keyClicks(field, "sk-2")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: workspace.keys.at_hand(workspace.settings.services[0]))
        await until(lambda: not field.isVisible())

    run_in_window(tmp_path, with_key, setting_up=plant)
    run_in_window(tmp_path, without)


def test_the_open_conversation_is_offered_the_new_service(qapp: QApplication, tmp_path: Path) -> None:
    async def plant(workspace: Workspace) -> None:
        project = await workspace.create_project("Garden")
        for name in ("Old", "New"):
            await workspace.services.add(name=name, address="http://127.0.0.1:9/v1", model=name)
        await workspace.services.bind(project, workspace.settings.services[0])
        await workspace.messages.add_note(project, "Something")

    async def story(shell: Shell, workspace: Workspace) -> None:
        old, new = workspace.settings.services
        assert shell.selected is not None
        await open_settings(shell)
        part(shell, QRadioButton, f"serviceUse_{new.service_id}").click()
        toast = shell.window.toast
        await until(lambda: toast.words)
        assert (
            toast.words == "New answers in new projects from now on; the conversation that is open keeps Old"
        )
        offer = toast.findChild(QPushButton, "toastAction")
        assert offer is not None
        assert offer.text() == "Use it here too"
        offer.click()
        assert workspace.answering.service_of(shell.selected).service_id == old.service_id
        accept = next(
            item for item in shell.window.findChildren(QPushButton, "questionAccept") if item.isVisible()
        )
        accept.click()
        await until(
            lambda: (
                shell.selected and workspace.answering.service_of(shell.selected).service_id == new.service_id
            )
        )

    run_in_window(tmp_path, story, setting_up=plant)


def test_an_offer_for_one_conversation_leaves_with_it(qapp: QApplication, tmp_path: Path) -> None:
    """M-10: *Use it here too* is never pressed for another conversation than the one that is read."""

    async def plant(workspace: Workspace) -> None:
        for project in ("Kitchen", "Garden"):
            await workspace.create_project(project)
        for name in ("Old", "New"):
            await workspace.services.add(name=name, address="http://127.0.0.1:9/v1", model=name)
        for root in workspace.topology.roots:
            await workspace.services.bind(root, workspace.settings.services[0])

    async def story(shell: Shell, workspace: Workspace) -> None:
        first, other = workspace.topology.roots
        shell.sky.selected.emit(first)
        await open_settings(shell)
        part(shell, QRadioButton, f"serviceUse_{workspace.settings.services[1].service_id}").click()
        toast = shell.window.toast
        await until(lambda: "keeps Old" in toast.words)
        shell.go_to("map")
        shell.sky.selected.emit(first)
        assert "keeps Old" in toast.words
        shell.sky.selected.emit(other)
        assert toast.words == ""

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_said_follows_the_language(qapp: QApplication, tmp_path: Path) -> None:
    compile_translations()

    async def story(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        service = await workspace.services.add(name="Mine", address="http://127.0.0.1:9/v1", model="m")
        click(shell, f"serviceTest_{service.service_id}")
        name = f"serviceNews_{service.service_id}"
        await until(lambda: shell.pages.settings.findChild(QLabel, name), "the test tells what it does")
        news = part(shell, QLabel, name)
        await until(lambda: "does not answer" in news.text())
        shell.window.toast.show_news("Something happened")
        shell.window.show_notice(StoreError(StoreErrorKind.FULL))
        notice = shell.window.findChild(QLabel, "noticeText")
        composer = shell.chat.composer
        composer.notice.say("Address copied, not opened")
        await workspace.change_settings(language="zh_CN")
        assert notice is not None
        assert "磁盘" in notice.text()
        assert "Address" not in "".join(label.text() for label in composer.findChildren(QLabel))
        composer.begin_edit("Mine")
        await workspace.change_settings(language="en")
        assert "You are changing" in "".join(label.text() for label in composer.findChildren(QLabel))
        await workspace.change_settings(language="zh_CN")
        assert "does not answer" not in news.text()
        assert news.text()
        assert shell.window.toast.words == ""

    run_in_window(tmp_path, story)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_in_a_large_text_icons_grow_and_nothing_is_cut(
    qapp: QApplication, tmp_path: Path, language: str
) -> None:
    compile_translations()

    async def plant(workspace: Workspace) -> None:
        await workspace.services.add(name="Mine", address="http://127.0.0.1:9/v1", model="m")

    async def story(shell: Shell, workspace: Workspace) -> None:
        await open_settings(shell)
        remove = part(shell, QPushButton, f"serviceRemove_{workspace.settings.services[0].service_id}")
        assert remove.iconSize().width() == 16
        await workspace.change_settings(text_scale=1.5, language=language)
        dialog = open_service_dialog(shell.window, workspace)
        for known in (*known_services(), None):
            dialog.sheet.show_service(known)
            await asyncio.sleep(0.01)
            await until(partial(is_whole, dialog), "every word has its room once the keyring has answered")
        dialog.reject()
        dialog = open_service_dialog(shell.window, workspace, workspace.settings.services[0])
        dialog.sheet.fields.show_address(unfolded=True)
        await asyncio.sleep(0.01)
        await until(partial(is_whole, dialog), "and with its address unfolded")
        dialog.reject()
        shell.go_to("welcome")
        shell.pages.welcome.open_answers()
        for page, place in ((shell.pages.welcome, "welcome"), (shell.pages.settings, "settings")):
            shell.go_to(place)
            await asyncio.sleep(0.01)
            await until(partial(is_whole, page), "and on the pages")
        assert remove.iconSize().width() == 24
        await workspace.change_settings(text_scale=1.0)
        assert remove.iconSize().width() == 16

    run_in_window(tmp_path, story, setting_up=plant, size=(1000, 760))


def is_whole(page: QWidget) -> bool:
    return cut_off(page) == []


def cut_off(page: QWidget) -> list[str]:
    """Controls with less room than their words and pictures need."""
    found = []
    for control in (
        *page.findChildren(QPushButton),
        *page.findChildren(QLabel),
        *page.findChildren(QComboBox),
    ):
        if not control.isVisible():
            continue
        needed = control.minimumSizeHint()
        height = needed.height()
        if isinstance(control, QLabel) and control.wordWrap():
            height = control.heightForWidth(control.width())
        right = control.mapTo(page, control.rect().bottomRight()).x()
        if control.width() < needed.width() or control.height() < height or right > page.width():
            found.append(f"{control.objectName()} {control.size()} < {needed}")
    return found


@pytest.mark.llama
@pytest.mark.parametrize("others", [True, False])
def test_the_tiny_model_is_started_and_stopped_where_it_stands(
    qapp: QApplication, tmp_path: Path, others: bool
) -> None:
    """M-10: with the real model. It takes the place of no service that the person has chosen, and the focus stays."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        if others:
            chosen = await workspace.services.add(name="Mine", address="http://127.0.0.1:9/v1", model="m")
            await workspace.services.use(chosen.service_id)
        await open_settings(shell)
        start = part(shell, QPushButton, "tinyStart")
        await until(start.isVisible)
        before = workspace.answering.default.service_id
        start.setFocus()
        QTest.keyClick(start, Qt.Key.Key_Space)
        await until(lambda: workspace.answering.find(TINY), "it runs")
        await until(lambda: shell.pages.settings.findChild(QWidget, "serviceUse_tiny"), "it has a row")
        await until(
            lambda: part(shell, QRadioButton, "serviceUse_tiny").hasFocus(), "the focus is at its row"
        )
        assert not start.isVisible()
        if others:
            assert workspace.answering.default.service_id == before
            assert (
                shell.window.toast.words == "Tiny local model runs now. Mine still answers in new projects."
            )
        else:
            assert workspace.answering.default.service_id == TINY
            assert shell.window.toast.words.startswith("Tiny local model answers in new projects from now on")
        click(shell, "serviceRemove_tiny")
        await until(start.isVisible, "it can be started again")
        assert start.hasFocus()
        assert workspace.answering.find(TINY) is None
        assert workspace.answering.default.service_id == before
        assert not any(item.isVisible() for item in shell.window.findChildren(QWidget, "serviceUse_tiny"))
        assert "is stopped" in shell.window.toast.words

    run_in_window(tmp_path, story, probes=())


@pytest.mark.parametrize("there", [True, False])
def test_no_line_separates_what_is_not_there(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """Look: below the last row of the services there is the edge of the card, and no stray strip."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        monkeypatch.setattr((await workspace.open()).catalog, "tiny_available", lambda: there)
        await open_settings(shell)
        section = shell.pages.settings.services
        await section.refresh()
        items = [section.rows.itemAt(at) for at in range(section.rows.count())]
        rows = [item.widget() for item in items if item is not None]
        seen = [row for row in rows if row is not None and row.isVisible()]
        assert seen[-1].findChild(QPushButton) is not None
        assert part(shell, QPushButton, "tinyStart").isVisible() == there

    run_in_window(tmp_path, story, probes=())
