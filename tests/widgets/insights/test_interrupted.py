"""A summary that the end of the program cut off a second time, as the person meets it (D-3)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.memory import WorkState
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import Piece, ThreadedReplayServer, reply, text_events
from tests.helpers.windows import run_in_window, until
from tests.widgets.insights.driving import click, seen, words
from tests.widgets.insights.test_missing_keys import NAMES, at_everything, choose


def test_what_was_cut_off_twice_says_so_and_goes_on_at_one_press(qapp: QApplication, tmp_path: Path) -> None:
    """D-3: in the list and on its page; nothing is asked until the press, and then once."""

    async def plant(workspace: Workspace) -> None:
        service = await workspace.services.add(name="Mine", address=server.base_url, model="m")
        await workspace.services.use(service.service_id)
        for name in NAMES:
            await workspace.rounds.start(await workspace.create_project(name), "What now?").wait()

    async def ask(_shell: Shell, workspace: Workspace) -> None:
        workspace.making.summarise(workspace.topology.roots[1:2])
        await until(lambda: len(server.requests) == len(NAMES) + 1, "it is asked for")

    async def look_on(_shell: Shell, _workspace: Workspace) -> None:
        await until(lambda: len(server.requests) == len(NAMES) + 2, "it is asked for once more")

    async def press(shell: Shell, workspace: Workspace) -> None:
        page, sessions = await at_everything(shell, workspace)
        rows = page.listing.rows
        await until(
            lambda: (
                "was interrupted"
                in str(rows.data(rows.index_of(sessions[1]), Qt.ItemDataRole.AccessibleTextRole))
            )
        )
        await choose(page, sessions[1])
        await until(lambda: seen(page, "digestWorkRetry"), "the way on")
        assert words(page, "digestWorkWords").startswith("The summary was interrupted when Stello ended.")
        assert words(page, "digestWorkRetry") == "Go on"
        assert [item.state for item in workspace.making.work] == [WorkState.INTERRUPTED]
        assert len(server.requests) == len(NAMES) + 2
        click(page, "digestWorkRetry")
        await until(lambda: rows.count_made() == 1, "it is there")
        assert len(server.requests) == len(NAMES) + 3

    hangs: list[Piece] = [60.0]
    told = reply(text_events("They talked."))
    with ThreadedReplayServer([told, told, told, hangs, hangs, told]) as server:
        run_in_window(tmp_path, ask, setting_up=plant)
        run_in_window(tmp_path, look_on)
        run_in_window(tmp_path, press)
