"""The keyboard stays where the person is, while what they pressed gives way to what it began (D-3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.insights.page import InsightsPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.held import HeldModel
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.insights.driving import focused_name, seen


def at_insights(
    folder: Path, model: HeldModel, story: Callable[[InsightsPage, SessionId], Awaitable[None]]
) -> None:
    branches: list[SessionId] = []

    async def begin(workspace: Workspace) -> None:
        await a_service(workspace, "Own")
        branches.append(await workspace.branches.open(await workspace.create_project("Launch"), "Pricing"))
        await workspace.rounds.start(branches[0], "What do we charge?").wait()

    async def told(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("insights")
        page = shell.pages.insights
        await until(lambda: page.filled and page.listing.rows.known.digests is not None, "it was read")
        await story(page, branches[0])

    run_in_window(folder, told, models={"Own": model}, setting_up=begin)


def press(root: QWidget, name: str) -> None:
    (made,) = seen(root, name)
    made.setFocus()
    QTest.keyClick(made, Qt.Key.Key_Space)


def stands(page: InsightsPage) -> str:
    """Where the keyboard is in the window, also where no window manager has made it the active one again."""
    return getattr(page.window().focusWidget(), "objectName", str)()


def test_a_summary_that_was_begun_by_key_can_be_stopped_by_key_and_ends_where_it_began(
    tmp_path: Path,
) -> None:
    model = HeldModel(free=1)

    async def story(page: InsightsPage, branch: SessionId) -> None:
        page.show_session(branch)
        await until(lambda: seen(page, "digestMake"), "it is chosen")
        press(page, "digestMake")
        await until(lambda: focused_name() == "digestWorkStop", "it can be stopped")
        QTest.keyClick(seen(page, "digestWorkStop")[0], Qt.Key.Key_Space)
        await until(lambda: focused_name() == "digestMake", "back where it began")
        press(page, "digestMake")
        await until(lambda: focused_name() == "digestWorkStop", "once more")
        model.go_on.set()
        await until(lambda: focused_name() == "digestGo", "there is nothing more to make")

    at_insights(tmp_path, model, story)


def test_all_summaries_likewise(tmp_path: Path) -> None:
    model = HeldModel(free=1)

    async def story(page: InsightsPage, branch: SessionId) -> None:
        page.show_summaries()
        await until(lambda: seen(page, "summariesAll"), "it is shown")
        press(page, "summariesAll")
        await until(lambda: focused_name() == "summariesStop", "it can be stopped")
        model.go_on.set()
        await until(lambda: focused_name().startswith("memorySchedule_"), "all are made")

    at_insights(tmp_path, model, story)


def test_an_overview_that_was_agreed_to_can_be_stopped_at_once(tmp_path: Path) -> None:
    """K-2: after the dialog the keyboard is at what it began, not at the head of the window."""
    model = HeldModel(free=2)

    async def story(page: InsightsPage, branch: SessionId) -> None:
        page.show_session(branch)
        await until(lambda: seen(page, "digestMake"), "it is chosen")
        page.digest.summarise()
        await until(lambda: seen(page, "digestText"), "it is made")
        page._go_to_row("synthesis")
        await until(lambda: seen(page, "synthesisReflect"), "the overview")
        press(page, "synthesisReflect")
        window = page.window()
        await until(lambda: seen(window, "reflectAll") and seen(window, "reflectAll")[0].hasFocus(), "asked")
        QTest.keyClick(seen(window, "reflectAll")[0], Qt.Key.Key_Return)
        await until(lambda: not [item for item in window.findChildren(QDialog) if item.isVisible()], "agreed")
        await until(lambda: stands(page) == "synthesisWorkStop", "it can be stopped")
        QTest.keyClick(seen(page, "synthesisWorkStop")[0], Qt.Key.Key_Space)
        await until(lambda: stands(page) == "synthesisReflect", "back where it began")

    at_insights(tmp_path, model, story)


def test_an_overview_that_failed_is_tried_again_by_the_same_key_that_would_have_stopped_it(
    tmp_path: Path,
) -> None:
    """D-3: the keyboard goes from *Stop* to *Try again*, and not to what would only take the notice away."""
    model = HeldModel(free=2)

    async def story(page: InsightsPage, branch: SessionId) -> None:
        page.show_session(branch)
        await until(lambda: seen(page, "digestMake"), "it is chosen")
        page.digest.summarise()
        await until(lambda: seen(page, "digestText"), "it is made")
        page._go_to_row("synthesis")
        await until(lambda: seen(page, "synthesisReflect"), "the overview")
        (reflect,), (by_hand,) = seen(page, "synthesisReflect"), seen(page, "synthesisEditOpen")
        assert (reflect.y(), reflect.x() < by_hand.x()) == (by_hand.y(), True), (
            "in one row, the first thing first"
        )
        press(page, "synthesisReflect")
        window = page.window()
        await until(lambda: seen(window, "reflectAll") and seen(window, "reflectAll")[0].hasFocus(), "asked")
        QTest.keyClick(seen(window, "reflectAll")[0], Qt.Key.Key_Return)
        await until(lambda: stands(page) == "synthesisWorkStop", "it can be stopped")
        model.go_on.set()  # what it says then is no overview
        await until(lambda: seen(page, "synthesisWorkRetry"), "it failed")
        assert stands(page) == "synthesisWorkRetry"

    at_insights(tmp_path, model, story)
