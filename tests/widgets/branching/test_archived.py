"""An archived conversation takes no branches, and says so before anything is filled in (R-13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.branching.acting import by_label, click, control, dialogs, found, plant, text_of

VAN = "First idea: a coffee van"
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


def in_window(shell: Shell, key: Qt.Key) -> None:
    QTest.keyClick(shell.window, key, BOTH)


def on_map(shell: Shell, key: Qt.Key) -> None:
    shell.sky.setFocus()
    QTest.keyClick(QApplication.focusWidget() or shell.sky, key, NONE)


def in_outline(shell: Shell, key: Qt.Key) -> None:
    shell.outline.tree.setFocus()
    QTest.keyClick(shell.outline.tree, key, NONE)


@pytest.mark.parametrize(
    "press",
    [
        pytest.param(partial(in_window, key=Qt.Key.Key_N), id="branch"),
        pytest.param(partial(in_window, key=Qt.Key.Key_B), id="branch-at-once"),
        pytest.param(partial(on_map, key=Qt.Key.Key_Tab), id="tab-on-the-map"),
        pytest.param(partial(in_outline, key=Qt.Key.Key_Tab), id="tab-in-the-outline"),
    ],
)
def test_it_is_refused_at_once_with_the_way_out(
    qapp: QApplication, tmp_path: Path, press: Callable[[Shell], None]
) -> None:
    """No form that could only fail at its end; one click takes the conversation out of the archive."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        van, count = by_label(workspace, VAN), len(workspace.topology)
        shell.outline.tree.selected.emit(van)
        await until(lambda: shell.chat.session_id == van)
        press(shell)
        await until(lambda: found("toastText"), "it is said")
        assert text_of("toastText") == f"“{VAN}” is archived and takes no branches."
        assert not dialogs()
        assert len(workspace.topology) == count
        assert control("toastAction").text() == "Take out of the archive"
        click("toastAction")
        await until(lambda: not workspace.topology[van].archived, "it takes branches again")

    run_in_window(tmp_path, story, setting_up=plant)


def test_enter_beside_a_branch_of_an_archived_conversation_is_refused_too(
    qapp: QApplication, tmp_path: Path
) -> None:
    """A branch beside would be one of the archived conversation above."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        even = by_label(workspace, "Where we break even")
        assert workspace.topology.parent(even) == money
        await workspace.apply(SetArchived((money,), True))
        shell.outline.tree.selected.emit(even)
        await until(partial(_shows, shell, even))
        on_map(shell, Qt.Key.Key_Return)
        await until(lambda: found("toastText"), "it is said")
        assert text_of("toastText") == "“Money” is archived and takes no branches."

    run_in_window(tmp_path, story, setting_up=plant)


def _shows(shell: Shell, session_id: SessionId) -> bool:
    return shell.chat.session_id == session_id
