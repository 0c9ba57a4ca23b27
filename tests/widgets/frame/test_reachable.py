"""Keyboard and screen reader: every control can be reached, and says what it is."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget

from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

MAX_STEPS = 200


def has_proxy(widget: QWidget) -> bool:
    proxy: QWidget | None = widget.focusProxy()
    return proxy is not None


def controls(window: QWidget) -> list[QWidget]:
    """Everything that is seen and takes the focus by Tab."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and not has_proxy(widget)
        and widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    ]


def said_of(widget: QWidget) -> str:
    """What a screen reader says first."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


def nameless(window: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        for widget in controls(window)
        if not said_of(widget)
    ]


def unreached(window: QWidget, start: QWidget, *, key: Qt.Key = Qt.Key.Key_Tab) -> set[str]:
    """Names of the controls that Tab does not lead to."""
    start.setFocus()
    seen: set[QWidget] = set()
    for _ in range(MAX_STEPS):
        focused = QApplication.focusWidget()
        if focused is None or focused in seen:
            break
        seen.add(focused)
        QTest.keyClick(focused, key)
    return {widget.objectName() or type(widget).__name__ for widget in controls(window) if widget not in seen}


def first_button(page: QWidget) -> QWidget:
    return next(widget for widget in controls(page) if isinstance(widget, QAbstractButton))


def test_every_control_of_every_place_has_a_name(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.examples.plant("en")
        found: dict[str, list[str]] = {}
        await workspace.starters.plant_once("en")
        shell.pages.profiles.fill()
        shell.pages.skills.fill()
        for place in ("map", "profiles", "skills", "trash", "settings", "welcome"):
            shell.go_to(place)
            if place == "settings":
                await asyncio.sleep(0.5)
            if place == "welcome":
                shell.pages.welcome.open_answers()
            await asyncio.sleep(0.1)
            found[place] = nameless(shell.window)
        assert not any(found.values()), found

    run_in_window(tmp_path, story)


def test_tab_leads_to_every_control_of_settings_and_first_screen(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await asyncio.sleep(0.1)
        assert not unreached(shell.pages.welcome, first_button(shell.pages.welcome))
        shell.go_to("settings")
        await asyncio.sleep(0.8)
        left = unreached(shell.window, first_button(shell.pages.settings))
        # The arrow keys lead to the other choices of a group.
        assert not {name for name in left if not name.startswith(("setting", "serviceUse"))}, left
        shell.pages.settings.services.open_form()
        await asyncio.sleep(0.3)
        dialog = next(item for item in shell.window.findChildren(QDialog) if item.isVisible())
        assert not nameless(dialog)
        assert not unreached(dialog, controls(dialog)[0])
        dialog.reject()

    run_in_window(tmp_path, story, welcomed=False)


def test_the_cards_of_a_conversation_are_used_by_keyboard(qapp: QApplication, tmp_path: Path) -> None:
    model = ScriptedModel(
        [
            tool_reply("stello_create_session", label="Seed round"),
            [TextDelta("It is"), StreamEnd(EndReason.LENGTH)],
        ]
    )

    async def story(shell: Shell, workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        shell.sky.selected.emit(root)
        chat = shell.chat
        await until(lambda: chat.conversation.is_loaded)
        QTest.keyClicks(chat.composer.field, "look at the seed round")
        QTest.keyClick(chat.composer.field, Qt.Key.Key_Return)
        await until(lambda: chat.conversation.turn is None and chat.conversation.records)
        await until(lambda: chat.findChild(QAbstractButton, "endingContinue"))
        assert not nameless(chat)
        assert not unreached(chat, chat.composer.field, key=Qt.Key.Key_Backtab)
        go = chat.findChild(QAbstractButton, "branchCardGo")
        assert go is not None
        go.setFocus()
        QTest.keyClick(go, Qt.Key.Key_Space)
        assert shell.selected is not None
        assert workspace.topology[shell.selected].label == "Seed round"
        assert QApplication.focusWidget() is chat.composer.field

    run_in_window(tmp_path, story, model=model)


def test_dialogs_take_escape_and_enter(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        root = await workspace.create_project("Launch")
        other = await workspace.create_project("Other")
        shell.sky.selected.emit(other)

        async def opened() -> QDialog:
            await until(lambda: any(isinstance(item, QDialog) for item in shown()))
            return next(item for item in shown() if isinstance(item, QDialog))

        def shown() -> list[QWidget]:
            return [item for item in QApplication.topLevelWidgets() if item.isVisible()]

        async def closed() -> None:
            await until(lambda: not any(isinstance(item, QDialog) for item in shown()))

        def ask_to_empty() -> None:
            shell.go_to("trash")
            shell.pages.trash.ask_to_empty()

        def ask_for_a_branch() -> None:
            shell.chat.branch_requested.emit(root, None, None)

        for start in (ask_for_a_branch, shell.actions["move_to"].trigger, ask_to_empty):
            start()
            dialog = await opened()
            assert not nameless(dialog)
            await until(dialog.focusWidget, "something has the focus")
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Escape)
            await closed()
        assert len(workspace.topology) == 2
        shell.go_to("map")
        ask_for_a_branch()
        dialog = await opened()
        QTest.keyClicks(dialog.focusWidget(), "By keyboard")
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        await closed()
        await until(lambda: any(entry.label == "By keyboard" for entry in workspace.topology.entries()))

    run_in_window(tmp_path, story)
