"""Summaries whose service has no key after a restart (row 58, D-3)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import WorkState
from stello_desktop.ui.insights.page import InsightsPage
from stello_desktop.ui.insights.rows import RowKind
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ThreadedReplayServer, reply, text_events
from tests.helpers.windows import run_in_window, until
from tests.widgets.insights.driving import click, seen, words

NAMES = ("Garden", "Kitchen", "Roof")


async def plant(workspace: Workspace, address: str) -> None:
    """Three conversations in which something was said, and a key that is kept nowhere."""
    service = await workspace.services.add(name="Mine", address=address, model="m", key="sk-1")
    await workspace.services.use(service.service_id)
    for name in NAMES:
        project = await workspace.create_project(name)
        await workspace.rounds.start(project, "What now?").wait()


async def at_everything(shell: Shell, workspace: Workspace) -> tuple[InsightsPage, list[SessionId]]:
    """The page about all of them."""
    sessions = list(workspace.topology.roots)
    QTest.keyClick(shell.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    page = shell.pages.insights
    await until(lambda: page.filled and page.listing.view.hasFocus(), "the list has the focus")
    page.listing.scope_chosen.emit(None)
    await until(lambda: len(page.listing.rows.sessions) == len(NAMES), "all are listed")
    return page, sessions


async def choose(page: InsightsPage, key: str) -> None:
    page.listing.view.setCurrentIndex(page.listing.rows.index_of(key))


def fields(shell: Shell) -> list[QLineEdit]:
    return [item for item in shell.window.findChildren(QLineEdit, "keyQuestionKey") if item.isVisible()]


async def enter_key(shell: Shell, key: str) -> None:
    await until(lambda: len(fields(shell)) == 1, "the question for the key")
    (field,) = fields(shell)
    QTest.keyClicks(field, key)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_all_summaries_ask_once_for_a_missing_key(qapp: QApplication, tmp_path: Path) -> None:
    """Row 58, D-3: the naive way makes a failure of each; declined, nothing is sent and nothing fails."""

    async def first(_shell: Shell, _workspace: Workspace) -> None:
        assert len(server.requests) == len(NAMES)

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        page, _sessions = await at_everything(shell, workspace)
        await choose(page, RowKind.SUMMARIES.value)
        await until(lambda: seen(page, "summariesAll"), "they are due")
        click(page, "summariesAll")
        await until(lambda: fields(shell), "the question for the key")
        click(shell.window, "keyQuestionCancel")
        await until(lambda: not fields(shell), "it is declined")
        assert workspace.making.work == ()
        click(page, "summariesAll")
        await enter_key(shell, "sk-2")
        await until(lambda: page.listing.rows.count_made() == len(NAMES), "all of them")
        assert not fields(shell)

    with ThreadedReplayServer([reply(text_events("They talked."))] * 9) as server:
        run_in_window(tmp_path, first, setting_up=lambda workspace: plant(workspace, server.base_url))
        run_in_window(tmp_path, after_a_restart)
        keys = [request.headers["authorization"] for request in server.requests[len(NAMES) :]]
        assert keys == ["Bearer sk-2"] * len(NAMES)


def test_what_failed_without_its_key_says_so_and_goes_on_together(qapp: QApplication, tmp_path: Path) -> None:
    """Row 58, D-3: in the list and on its page, with the way on; one key is enough for all of its service."""

    async def first(_shell: Shell, _workspace: Workspace) -> None:
        assert len(server.requests) == len(NAMES)

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        page, sessions = await at_everything(shell, workspace)
        workspace.making.summarise(sessions)
        await workspace.making.settle()
        assert [item.state for item in workspace.making.work] == [WorkState.FAILED] * len(NAMES)
        rows = page.listing.rows
        index = rows.index_of(sessions[1])
        await until(lambda: "needs its key" in str(rows.data(index, Qt.ItemDataRole.AccessibleTextRole)))
        assert "needs its key" in rows.data(index, Qt.ItemDataRole.ToolTipRole)
        await choose(page, sessions[1])
        await until(lambda: seen(page, "digestWorkRetry"), "the way on")
        assert words(page, "digestWorkRetry") == "Enter the key…"
        click(page, "digestWorkRetry")
        await enter_key(shell, "sk-2")
        await until(lambda: rows.count_made() == len(NAMES), "all of them")

    with ThreadedReplayServer([reply(text_events("They talked."))] * 9) as server:
        run_in_window(tmp_path, first, setting_up=lambda workspace: plant(workspace, server.base_url))
        run_in_window(tmp_path, after_a_restart)
        assert len(server.requests) == 2 * len(NAMES)
