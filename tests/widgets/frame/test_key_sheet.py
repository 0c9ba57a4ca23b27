"""F1 shows every key that there is (keyboard alone does everything)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit

from stello_desktop.ui.actions import ACTIONS
from stello_desktop.ui.key_sheet import KeySheet
from stello_desktop.ui.key_table import all_keys, shown_key
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until


def sheets(shell: Shell) -> list[KeySheet]:
    return [item for item in shell.window.findChildren(KeySheet) if item.isVisible()]


def test_every_key_of_the_table_is_on_the_sheet(qapp: QApplication) -> None:
    shown = {key for _, lines in all_keys() for line in lines for key in line.keys}
    for spec in ACTIONS:
        for key in filter(None, (*spec.keys, spec.shown_key)):
            assert shown_key(key) in shown, key
    words = [line.words for _, lines in all_keys() for line in lines]
    assert "Undo" in words
    keys = {line.words: line.keys for _, lines in all_keys() for line in lines}
    assert keys["New empty branch below"] == (shown_key("Tab"),), "which key brings nothing along"
    assert keys["Branch at once, with the conversation"] == (shown_key("Ctrl+Shift+B"),)
    assert "Earlier or later version of a message" in words
    assert all(words)


def test_f1_opens_one_sheet_and_escape_closes_it(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.create_project("Launch")
        for _ in range(2):
            QTest.keyClick(shell.window, Qt.Key.Key_F1)
            await until(lambda: len(sheets(shell)) == 1, "the sheet")
        (sheet,) = sheets(shell)
        texts = [label.text() for label in sheet.findChildren(QLabel)]
        assert {"Keys", "Everywhere", "New project", "F1", "Alt+←"} <= set(texts)
        said = [label.accessibleName() for label in sheet.findChildren(QLabel) if label.accessibleName()]
        assert "New project: Ctrl+N" in said
        close = sheet.findChild(QAbstractButton, "keySheetClose")
        assert close is not None
        QTest.keyClick(close, Qt.Key.Key_Escape)
        await until(lambda: not sheets(shell), "it is closed")

    run_in_window(tmp_path, story)


def seen(sheet: KeySheet) -> list[str]:
    """The words of the lines that are left, as a screen reader hears them."""
    return [
        label.accessibleName()
        for label in sheet.findChildren(QLabel)
        if label.accessibleName() and label.isVisible()
    ]


def test_a_key_is_found_by_what_it_does_and_by_its_name(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        QTest.keyClick(shell.window, Qt.Key.Key_F1)
        await until(lambda: sheets(shell), "the sheet")
        (sheet,) = sheets(shell)
        search = sheet.findChild(QLineEdit, "keySheetSearch")
        assert search is not None
        await until(search.hasFocus, "it can be written into")
        QTest.keyClicks(search, "new proj")
        assert seen(sheet) == ["New project: Ctrl+N"]
        search.clear()
        QTest.keyClicks(search, "shift+n")
        assert seen(sheet) == ["Branch…: Ctrl+Shift+N"]
        search.clear()
        QTest.keyClicks(search, "with the mouse")
        assert "Take several at once: Ctrl and click, or Shift and drag" in seen(sheet)
        QTest.keyClicks(search, "zzz")
        assert seen(sheet) == []
        nothing = sheet.findChild(QLabel, "keySheetNothing")
        assert nothing is not None
        assert nothing.isVisible()
        QTest.keyClick(search, Qt.Key.Key_Escape)
        await until(lambda: not sheets(shell), "it is closed")

    run_in_window(tmp_path, story)


def test_a_question_mark_in_a_message_is_a_question_mark(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: shell.chat.session_id is not None, "the conversation")
        field = shell.chat.composer.field
        shell.window.activateWindow()
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
        assert field.toPlainText() == "?"
        assert not sheets(shell)

    async def before(workspace: Workspace) -> None:
        await workspace.create_project("Launch")

    run_in_window(tmp_path, story, setting_up=before)
