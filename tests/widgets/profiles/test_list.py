"""The list: order, copies, what is put away, what is deleted; by keys, by mouse and over a restart."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.ui.profiles.draft import DEFAULTS
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.profiles.rows import RowKind
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import (
    choose,
    click,
    only_profiles,
    open_page,
    part,
    pick,
    saved,
    settle,
    write,
)

ALT = Qt.KeyboardModifier.AltModifier


async def three(workspace: Workspace) -> None:
    await only_profiles(workspace, "Poet", "Critic", "Scout")


async def none_at_all(workspace: Workspace) -> None:
    await only_profiles(workspace)


def names(page: ProfilesPage) -> list[str]:
    """What the list says from top to bottom."""
    rows = page.listing.rows
    return [str(rows.index(number).data()) for number in range(rows.rowCount())]


def is_left(workspace: Workspace, count: int) -> bool:
    return len(workspace.profiles.all) == count


def test_alt_with_arrows_changes_the_order_and_keeps_the_choice(qapp: QApplication, tmp_path: Path) -> None:
    """Journey 4: the order is the person's, over a restart too."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        poet = workspace.profiles.named("Poet")
        assert poet is not None
        await choose(page, poet.profile_id)
        view = page.listing.view
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Down, ALT)
        await until(lambda: names(page)[1:] == ["Critic", "Poet", "Scout"])
        QTest.keyClick(view, Qt.Key.Key_Down, ALT)
        await until(lambda: names(page)[1:] == ["Critic", "Scout", "Poet"])
        QTest.keyClick(view, Qt.Key.Key_Down, ALT)
        await settle(page)
        assert names(page)[1:] == ["Critic", "Scout", "Poet"]
        assert page.listing.current == poet.profile_id
        assert view.chosen == poet.profile_id

    async def come_back(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        assert names(page)[1:] == ["Critic", "Scout", "Poet"]
        assert page.editor.name.text() == "Poet"

    run_in_window(tmp_path, story, setting_up=three)
    run_in_window(tmp_path, come_back)


def drag(page: ProfilesPage, row: int, to: int, *, below: bool, drop: bool = True) -> None:
    """From one row to the upper or lower half of another, in steps as a hand does."""
    view, rows = page.listing.view, page.listing.rows
    left = Qt.MouseButton.LeftButton
    start, area = view.visualRect(rows.index(row)).center(), view.visualRect(rows.index(to))
    end = QPoint(start.x(), area.bottom() - 4 if below else area.top() + 4)
    QTest.mousePress(view.viewport(), left, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, 9):
        QTest.mouseMove(view.viewport(), start + (end - start) * step / 8)
    if drop:
        QTest.mouseRelease(view.viewport(), left, Qt.KeyboardModifier.NoModifier, end)


def test_a_dropped_profile_stands_where_it_was_dropped(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        drag(page, 3, 1, below=False)
        await until(lambda: names(page)[1:] == ["Scout", "Poet", "Critic"])
        drag(page, 1, 3, below=True)
        await until(lambda: names(page)[1:] == ["Poet", "Critic", "Scout"])
        drag(page, 3, 0, below=False)
        await until(lambda: names(page)[1:] == ["Scout", "Poet", "Critic"], "never above the defaults")
        drag(page, 1, 3, below=True, drop=False)
        QTest.keyClick(page.listing.view, Qt.Key.Key_Escape)
        QTest.mouseRelease(page.listing.view.viewport(), Qt.MouseButton.LeftButton)
        drag(page, 0, 2, below=True)
        await settle(page)
        assert names(page) == ["Defaults", "Scout", "Poet", "Critic"]
        assert [profile.name for profile in workspace.profiles.all] == ["Scout", "Poet", "Critic"]

    run_in_window(tmp_path, story, setting_up=three)


def test_new_and_duplicate_lead_to_the_new_one(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        click(page, "profileNew")
        await until(lambda: page.editor.name.text() == "New profile")
        assert page.editor.name.hasFocus()
        QTest.keyClicks(page.editor.name, "Judge")
        await saved(page)
        assert names(page)[-1] == "Judge"
        write(page.editor.instructions, "Judge it.")
        pick(page, "duplicate")
        await until(lambda: names(page)[-1] == "Judge 2")
        await until(lambda: page.editor.name.text() == "Judge 2", "the copy is shown")
        await settle(page)
        assert page.editor.instructions.text == "Judge it."

    run_in_window(tmp_path, story, setting_up=three)


def test_what_is_archived_is_folded_away_and_comes_back(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        poet = workspace.profiles.named("Poet")
        assert poet is not None
        await choose(page, poet.profile_id)
        pick(page, "archive")
        await until(lambda: names(page)[1:] == ["Critic", "Scout", "Archived, 1 profile"])
        await settle(page)
        assert page.editor.name.text() == "Critic"
        head = page.listing.rows.index(3)
        QTest.mouseClick(
            page.listing.view.viewport(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            page.listing.view.visualRect(head).center(),
        )
        assert names(page)[-1] == "Poet"
        await choose(page, poet.profile_id)
        assert not page.side.branch.isVisible()
        pick(page, "unarchive")
        await until(lambda: len(workspace.profiles.active) == 3)
        await settle(page)
        assert page.side.branch.isVisible()
        assert all(row.kind is not RowKind.ARCHIVED_HEAD for row in page.listing.rows.rows)

    run_in_window(tmp_path, story, setting_up=three)


def test_the_heading_of_the_archive_stays_under_the_hand(qapp: QApplication, tmp_path: Path) -> None:
    """Folding it does not lead away from it, not even where list and editor take turns; Del on it deletes nothing."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        poet = workspace.profiles.named("Poet")
        assert poet is not None
        await choose(page, poet.profile_id)
        page.do("archive")
        await until(lambda: names(page)[1:] == ["Critic", "Scout", "Archived, 1 profile"])
        view = page.listing.view
        view.setFocus()
        shell.window.resize(560, 600)
        await until(lambda: page.room.shape == "narrow" and view.isVisible())
        place = view.visualRect(page.listing.rows.index_of("archived_head")).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        assert names(page)[-1] == "Poet"
        assert view.isVisible()
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert names(page)[-1] == "Archived, 1 profile"
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert names(page)[-1] == "Poet"
        QTest.keyClick(view, Qt.Key.Key_Delete)
        await settle(page)
        assert len(workspace.profiles.all) == 3
        assert page.editor.name.text() == "Critic"

    run_in_window(tmp_path, story, setting_up=three)


def test_what_is_deleted_can_be_brought_back_and_the_last_one_leaves_an_empty_place(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        for left in (2, 1, 0):
            page.listing.view.setFocus()
            QTest.keyClick(page.listing.view, Qt.Key.Key_Delete)
            await until(partial(is_left, workspace, left))
            await settle(page)
        assert part(page, QWidget, "profilesEmpty").isVisible()
        assert not page.side.isVisible()
        click(page, "profilesEmptyNew")
        await until(lambda: page.editor.isVisible() and page.side.isVisible())
        await until(lambda: shell.window.focusWidget() is page.editor.name, "it is named at once")

    async def come_back(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("profiles")
        await until(lambda: shell.pages.profiles.filled)
        await until(part(shell.pages.profiles, QWidget, "profilesEmpty").isVisible)
        click(shell.pages.profiles, "profilesEmptyRestore")
        await until(lambda: len(workspace.profiles.active) > 3)
        await until(shell.pages.profiles.editor.isVisible)

    run_in_window(tmp_path, story, setting_up=three)
    run_in_window(tmp_path / "empty", come_back, setting_up=none_at_all)


@pytest.mark.parametrize("deed", ["archive", "delete"])
def test_after_one_that_goes_its_neighbour_is_chosen(qapp: QApplication, tmp_path: Path, deed: str) -> None:
    """The one below, of the last one the one above; the focus is in the list."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        for going, next_one in (("Critic", "Scout"), ("Scout", "Editor"), ("Editor", "Poet")):
            gone = workspace.profiles.named(going)
            assert gone is not None
            await choose(page, gone.profile_id)
            page.editor.description.setFocus()
            pick(page, deed)
            await until(partial(is_out, workspace, going))
            await until(partial(is_named, page, next_one))
            assert page.listing.view.currentIndex().data() == next_one
            assert shell.window.focusWidget() is page.listing.view

    async def four(workspace: Workspace) -> None:
        await only_profiles(workspace, "Poet", "Critic", "Scout", "Editor")

    run_in_window(tmp_path, story, setting_up=four)


def is_named(page: ProfilesPage, name: str) -> bool:
    return page.editor.name.text() == name


def is_out(workspace: Workspace, name: str) -> bool:
    return workspace.profiles.named(name) is None


def test_the_defaults_stand_first_and_have_two_fields(qapp: QApplication, tmp_path: Path) -> None:
    """M-1, M-4: the lowest layer is edited in the same editor, and kept."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        assert names(page)[0] == "Defaults"
        await choose(page, DEFAULTS)
        editor = page.editor
        seen = (editor.instructions, editor.skills, editor.intro)
        hidden = (editor.name, editor.description, editor.mode, editor.context, editor.opening, editor.model)
        assert all(widget.isVisible() for widget in seen)
        assert not any(widget.isVisible() for widget in hidden)
        write(editor.instructions, "Be {kind}.")
        click(page, "profileSkills_none")
        await saved(page)
        assert workspace.defaults.system_prompt == "Be {kind}."
        assert workspace.defaults.skills == ()
        assert not part(page, QWidget, "profileVariables").isVisible()
        assert page.side.panel.composed.text == "Be {kind}."
        root = await workspace.create_project("A project")
        branch = await workspace.branches.open(root, "A branch")
        sent = (await workspace.sending.next_request(branch, "Hello")).parts
        assert sent[0].text == "Be {kind}."

    run_in_window(tmp_path, story, setting_up=three)
