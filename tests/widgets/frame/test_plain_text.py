"""Text from a person, a model or a file is only text, in every place of the window (T4)."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QMessageBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

import stello_desktop.ui
from stello_desktop.domain.commands import Delete
from stello_desktop.domain.errors import UnknownProfile
from stello_desktop.ui import theme
from stello_desktop.ui.controls import set_plain_tooltip
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window

HOSTILE = '<img src="file:///etc/passwd"><b>bold</b> &amp; <a href="http://x">link</a>'


async def plant(workspace: Workspace) -> None:
    root = await workspace.create_project(HOSTILE)
    await workspace.branches.open(root, HOSTILE + " 2")
    gone = await workspace.branches.open(root, HOSTILE + " 3")
    await workspace.apply(Delete((gone,)))
    await workspace.services.add(name=HOSTILE, address="http://127.0.0.1:9/v1", model=HOSTILE)
    await workspace.messages.add_note(root, HOSTILE)
    await workspace.skills.create(HOSTILE, description=HOSTILE, content=HOSTILE)
    await workspace.profiles.create(HOSTILE)


def labels_that_guess() -> list[str]:
    return [
        f"{type(widget.parent()).__name__}: {widget.text()[:40]}"
        for widget in QApplication.allWidgets()
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText and _is_ours(widget)
    ]


def _is_ours(widget: QWidget) -> bool:
    return type(widget).__module__.startswith("stello_desktop") or type(widget) is QLabel


def test_no_label_guesses_whether_its_text_is_rich(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        for place in ("map", "profiles", "skills", "settings", "trash", "welcome", "map"):
            shell.go_to(place)
            await asyncio.sleep(0.1)
            assert labels_that_guess() == []
        root = workspace.topology.roots[0]
        shell.window.show_failure(UnknownProfile(profile=HOSTILE))
        shell.chat.branch_requested.emit(root, None, None)
        shell.outline.tree.selected.emit(workspace.topology.children(root)[0])
        shell.actions["move_to"].trigger()
        shell.pages.settings.services.open_form()
        shell.sky.menu_requested.emit(root, QPoint(200, 200))
        await asyncio.sleep(0.1)
        assert labels_that_guess() == []
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and widget is not shell.window:
                widget.close()

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_tooltip_shows_tags_as_they_are_and_not_too_many(qapp: QApplication) -> None:
    widget = QWidget()
    set_plain_tooltip(widget, HOSTILE)
    assert "<img" not in widget.toolTip()
    assert "&lt;img" in widget.toolTip()
    set_plain_tooltip(widget, "x" * 10_000)
    assert len(widget.toolTip()) < 600
    widget.deleteLater()


@pytest.mark.parametrize(
    "words",
    [
        "Branch from here. With Shift: at once, without a question",
        "从这里分支。按住 Shift：立即分支，不再询问",
    ],
)
def test_a_short_tooltip_is_one_line_and_no_larger_than_its_words(
    qapp: QApplication, qtbot: QtBot, words: str
) -> None:
    theme.apply(qapp, theme.load("light"))
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    set_plain_tooltip(widget, words)
    QApplication.sendEvent(
        widget, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), widget.mapToGlobal(QPoint(5, 5)))
    )
    (tip,) = [item for item in QApplication.topLevelWidgets() if item.isVisible() and item is not widget]
    metrics = tip.fontMetrics()
    assert tip.height() < 2 * metrics.height() + 4
    assert tip.width() < metrics.horizontalAdvance(words) + 30


def test_tooltips_and_message_boxes_are_made_in_known_places_only() -> None:
    package = Path(stello_desktop.ui.__file__).parent
    found = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if name in ("setToolTip", QMessageBox.__name__, QToolTip.__name__, "showText"):
                    found.add(f"{path.relative_to(package)}: {name}")
    # An action's tooltip is never shown as one; it carries the words for other widgets.
    assert found <= {"controls.py: setToolTip", "actions.py: setToolTip"}


def test_menus_take_names_for_names(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.create_project("Tom & Jerry")
        shell.window.rail.ask_for_menu()
        menu = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMenu) and w.isVisible())
        words = [action.text() for action in menu.actions()]
        assert "Undo new project “Tom && Jerry”" in words
        menu.close()

    run_in_window(tmp_path, story)
