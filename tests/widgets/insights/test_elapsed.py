"""What is made in the background says how long it has been at it (D-3), as an answer does (Q34)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.held import HeldModel
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.insights.driving import click, seen, words


def _seconds(page: QWidget) -> int:
    """The last number that is said; 0 where none is."""
    said = words(page, "digestWorkWords").split() if seen(page, "digestWorkWords") else []
    return int(said[-2]) if said and said[-1] == "s" else 0


def test_a_summary_in_the_making_says_how_long_it_has_been_at_it(tmp_path: Path) -> None:
    """D-3: the seconds count on, also for who comes back to the page; a screen reader hears no clock."""
    model = HeldModel(free=1)
    branches: list[SessionId] = []

    async def begin(workspace: Workspace) -> None:
        await a_service(workspace, "Own")
        branches.append(await workspace.branches.open(await workspace.create_project("Launch"), "Pricing"))
        await workspace.rounds.start(branches[0], "What do we charge?").wait()

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("insights")
        page = shell.pages.insights
        await until(lambda: page.filled and page.listing.rows.known.digests is not None, "it was read")
        page.show_session(branches[0])
        await until(lambda: seen(page, "digestMake"), "it is chosen")
        click(page, "digestMake")
        await until(lambda: seen(page, "digestWorkWords"), "it has begun")
        await until(lambda: _seconds(page) >= 2, "the time is told")
        assert seen(page, "digestWork")[0].accessibleName().endswith("summarises…")
        before = _seconds(page)
        shell.go_to("map")
        shell.go_to("insights")
        await until(lambda: _seconds(page) > before, "it counts on from when it had begun")
        model.go_on.set()
        await until(lambda: not seen(page, "digestWork"), "it is done")

    run_in_window(tmp_path, story, models={"Own": model}, setting_up=begin)
