"""Summaries without any AI: what the practice assistant can show of them, and what it says of itself (K-1)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.insights.driving import box, seen, words


def test_the_practice_assistant_shows_what_a_summary_is_and_that_it_is_none(tmp_path: Path) -> None:
    """K-1: the whole way works with no network and no key; with an AI there is more to do at once."""
    made: list[SessionId] = []

    async def begin(workspace: Workspace) -> None:
        made.append(await workspace.create_project("Launch"))
        await workspace.rounds.start(made[0], "What do we charge?").wait()

    async def told(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("insights")
        page = shell.pages.insights
        await until(lambda: page.filled and page.listing.rows.known.digests is not None, "it was read")
        page.show_summaries()
        await until(lambda: seen(page, "summariesCost"), "the part about all")
        assert (
            words(page, "summariesCost")
            == "The practice assistant is no AI. For summaries add an AI service in Settings."
        )
        assert not seen(page, "summariesAll")  # not what it cannot do
        page.show_session(made[0])
        await until(
            lambda: seen(page, "digestMake") and seen(page, "digestMake")[0].isEnabled(), "it can be made"
        )
        assert "no AI" in words(page, "digestCost")
        seen(page, "digestMake")[0].setFocus()
        QTest.keyClick(seen(page, "digestMake")[0], Qt.Key.Key_Space)
        await until(lambda: seen(page, "digestText"), "it is made")
        assert "What do we charge?" in box(page, "digestText").toPlainText()
        assert "Not written by an AI" in box(page, "digestText").toPlainText()
        await until(lambda: not seen(page, "digestMake")[0].isEnabled(), "nothing was said since")
        await a_service(workspace, "Own")
        await until(seen(page, "digestMake")[0].isEnabled, "an AI could do better")

    run_in_window(tmp_path, told, setting_up=begin)
