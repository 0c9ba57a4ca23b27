"""A branch whose summary is being written is given up: nothing is made, nothing is asked any longer (F-5)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from stello_desktop.ui import tasks
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyed_service import OK
from tests.helpers.servers import Piece, ReplayServer, ThreadedReplayServer, reply, text_events
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.branching.acting import (
    ask,
    by_label,
    click,
    control,
    dialog,
    gone,
    has_label,
    labels,
    press,
    type_into,
)

SLOW: list[Piece] = [6.0, *reply(text_events("They spoke about money."))]
"""A summary that is long in coming; the server notices who goes away meanwhile."""


async def talked(workspace: Workspace, *, server: ReplayServer) -> None:
    """One conversation with an answer of a service of one's own."""
    await a_service(workspace, "Own", address=f"http://127.0.0.1:{server.port}/v1")
    await workspace.rounds.start(await workspace.create_project("Trip"), "What does it cost?").wait()


async def begin_summary(shell: Shell, workspace: Workspace, server: ReplayServer) -> None:
    """Fill the dialog in and open the branch; the request for the summary has arrived."""
    await ask(shell, by_label(workspace, "Trip"))
    type_into("branchName", "Costs")
    click("branchStarts_compress")
    press(Qt.Key.Key_Return, "branchName")
    await until(lambda: len(server.requests) == 2, "the summary is asked for")


@pytest.mark.parametrize("way", ["cancel", "escape", "window", "deleted"])
def test_giving_up_stops_the_request_and_makes_no_branch(
    qapp: QApplication, tmp_path: Path, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    """F-5: however the dialog goes, the service is let go at once, nothing fails, and what was typed is kept."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)
        if way == "cancel":
            click("branchCancel")
        elif way == "escape":
            press(Qt.Key.Key_Escape, "branchName")
        elif way == "window":
            dialog().close()
        else:
            dialog().deleteLater()
        await gone()
        await until(lambda: not any("Opening" in repr(task) for task in tasks.running()), "it has ended")
        await until(server.closed.is_set, "the service was let go")
        assert labels(workspace) == ["Trip"]
        assert not caplog.records
        if way == "deleted":
            return
        await ask(shell, by_label(workspace, "Trip"))
        assert control("branchName").text() == "Costs"
        assert control("branchStarts_compress").isChecked()
        press(Qt.Key.Key_Return, "branchName")
        await gone()
        await until(partial(has_label, workspace, "Costs"), "it can be opened after all")

    with ThreadedReplayServer([OK, SLOW, OK]) as server:
        caplog.set_level("WARNING")
        run_in_window(tmp_path, story, setting_up=partial(talked, server=server))


def test_the_end_of_the_program_waits_for_no_summary(qapp: QApplication, tmp_path: Path) -> None:
    """F-5: it is let go with the window, and no branch is there at the next start."""

    async def first(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)

    async def second(_shell: Shell, workspace: Workspace) -> None:
        await until(server.closed.is_set, "the service was let go")
        assert labels(workspace) == ["Trip"]

    with ThreadedReplayServer([OK, SLOW]) as server:
        run_in_window(tmp_path, first, setting_up=partial(talked, server=server))
        run_in_window(tmp_path, second)
