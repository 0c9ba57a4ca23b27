"""At rest the main window shows at most twelve controls; the rest appears where it is needed (product.md)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

MOST = 12


def controls(window: QWidget) -> list[str]:
    """What a person can press or write into; what a list or the transcript holds is no control of the window."""
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit)
    return sorted(
        w.objectName() for w in window.findChildren(QWidget) if isinstance(w, kinds) and w.isVisible()
    )


def point_at(area: QWidget) -> None:
    """The pointer comes to a part of the window."""
    at = QPointF(area.rect().center())
    QApplication.sendEvent(area, QEnterEvent(at, at, QPointF(area.mapToGlobal(at.toPoint()))))


async def at_rest(shell: Shell, workspace: Workspace) -> None:
    """A project with a conversation in which something was said; the cursor is in the field."""
    session_id = next(iter(workspace.topology.roots))
    await workspace.rounds.start(session_id, "Hello").wait()
    await until(lambda: shell.chat.conversation.is_loaded, "the conversation")
    await until(shell.chat.composer.field.hasFocus, "the field has the focus")


async def a_project(workspace: Workspace) -> None:
    await workspace.create_project("Launch")


def test_at_rest_there_are_at_most_twelve_controls(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await at_rest(shell, workspace)
        found = controls(shell.window)
        assert len(found) <= MOST, found
        assert {"railMenu", "newProject", "chatBranch", "composerText", "composerAttach"} <= set(found)

    run_in_window(tmp_path, story, setting_up=a_project)


def test_what_a_text_is_for_comes_with_it_and_gives_the_focus_back(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await at_rest(shell, workspace)
        composer = shell.chat.composer
        QTest.keyClicks(composer.field, "A thought")
        assert {"composerNote", "composerSend"} <= set(controls(shell.window))
        note = composer.findChild(QAbstractButton, "composerNote")
        assert note is not None
        note.setFocus()
        QTest.keyClick(note, Qt.Key.Key_Space)
        await until(lambda: "composerNote" not in controls(shell.window), "it is kept")
        assert composer.field.hasFocus()

    run_in_window(tmp_path, story, setting_up=a_project)


def test_zoom_is_there_for_the_pointer_and_for_the_focus_on_the_map(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await at_rest(shell, workspace)
        point_at(shell.sky)
        assert "mapFit" in controls(shell.window)
        QApplication.sendEvent(shell.sky, QEvent(QEvent.Type.Leave))
        assert "mapFit" not in controls(shell.window)
        shell.sky.setFocus()
        assert "mapFit" in controls(shell.window)
        shell.chat.focus_composer()
        assert "mapFit" not in controls(shell.window)

    run_in_window(tmp_path, story, setting_up=a_project)


def test_the_trash_is_in_the_menu_and_in_the_rail_only_while_one_is_there(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await at_rest(shell, workspace)
        shell.actions["place_trash"].trigger()
        assert "railTrash" in controls(shell.window)
        shell.go_to("map")
        assert "railTrash" not in controls(shell.window)

    run_in_window(tmp_path, story, setting_up=a_project)
