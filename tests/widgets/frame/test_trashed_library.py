"""Deleted profiles and skills in the window: on the Trash page, in toasts, behind Ctrl+Z (P-3)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui import theme
from stello_desktop.ui.shell import Shell
from stello_desktop.ui.trash_page import TrashPage
from stello_desktop.ui.trash_row import TrashRow
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import active, run_in_loop, run_in_window, until
from tests.helpers.workspaces import open_workspace

FRAME_MS = 16.0


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> None:
    theme.apply(qapp, theme.load("light"))


def rows(page: QWidget) -> list[TrashRow]:
    return [row for row in page.findChildren(TrashRow) if row.item is not None and row.isVisible()]


def texts(row: QWidget) -> list[str]:
    return [label.text() for label in row.findChildren(QLabel) if label.isVisible() and label.text()]


def the_button(owner: QWidget, name: str) -> QAbstractButton:
    found = [item for item in owner.findChildren(QAbstractButton, name) if item.isVisible()]
    assert len(found) == 1, name
    return found[0]


def press(owner: QWidget, name: str) -> None:
    QTest.mouseClick(the_button(owner, name), Qt.MouseButton.LeftButton)


def undo(shell: Shell) -> None:
    """The key, where the person is."""
    QTest.keyClick(
        QApplication.focusWidget() or shell.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
    )


async def a_library(workspace: Workspace) -> None:
    """Three profiles and a skill, no starters; a project as the tree's newest step."""
    await workspace.starters.plant_once("en")
    await workspace.profiles.delete_all([profile.profile_id for profile in workspace.profiles.all])
    await workspace.skills.delete_all([skill.skill_id for skill in workspace.skills.own])
    await workspace.trash.empty()
    for name in ("Poet", "Critic", "Judge"):
        await workspace.profiles.create(name)
    await workspace.skills.create("plan", content="Make a plan.")
    await workspace.create_project("Garden")


def names(workspace: Workspace) -> list[str]:
    return [profile.name for profile in workspace.profiles.all]


def in_window(folder: Path, story: Callable[[Shell, Workspace], Awaitable[None]]) -> None:
    run_in_window(folder, story, setting_up=a_library)


async def at_the_trash(shell: Shell, count: int) -> TrashPage:
    shell.go_to("trash")
    page = shell.pages.trash
    await until(lambda: len(rows(page)) == count, "the rows")
    return page


async def delete_critic_and_plan(shell: Shell, workspace: Workspace) -> tuple[str, str]:
    """With the keys of the lists; gives their ids."""
    critic, plan = workspace.profiles.named("Critic"), workspace.skills.own[0]
    assert critic is not None
    shell.go_to("profiles")
    await until(lambda: shell.pages.profiles.filled and shell.pages.profiles.editor.profile is not None)
    shell.pages.profiles.open_profile(critic.profile_id)
    shell.pages.profiles.do("delete")
    await until(lambda: names(workspace) == ["Poet", "Judge"])
    shell.go_to("skills")
    await until(lambda: shell.pages.skills.filled and shell.pages.skills.listing.current is not None)
    await until(shell.pages.skills.listing.view.hasFocus)
    QTest.keyClick(shell.pages.skills.listing.view, Qt.Key.Key_Delete)
    await until(lambda: not workspace.skills.own)
    return critic.profile_id, plan.skill_id


def test_the_trash_shows_what_kind_each_thing_is_and_brings_it_back(tmp_path: Path) -> None:
    """Its name, its kind and when; restored it stands where it stood, and Ctrl+Z there deletes it again."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        critic, plan = await delete_critic_and_plan(shell, workspace)
        page = await at_the_trash(shell, 2)
        skill_row, profile_row = map(texts, rows(page))
        assert (skill_row[0], profile_row[0]) == ("plan", "Critic")
        assert skill_row[1].startswith("Skill · deleted ")
        assert profile_row[1].startswith("Profile · deleted ")
        restore = the_button(page, f"trashRestore_profile_{critic}")
        assert restore.accessibleName() == "Restore “Critic”"
        press(page, f"trashRestore_profile_{critic}")
        await until(lambda: names(workspace) == ["Poet", "Critic", "Judge"])
        await until(lambda: shell.window.toast.words == "Restored “Critic”")
        await until(lambda: len(rows(page)) == 1)
        undo(shell)
        await until(lambda: names(workspace) == ["Poet", "Judge"], "deleted again")
        await until(lambda: len(rows(page)) == 2)
        press(page, f"trashRestore_skill_{plan}")
        await until(lambda: [skill.name for skill in workspace.skills.own] == ["plan"])
        await until(lambda: shell.window.toast.words == "Restored “plan”")
        press(shell.window.toast, "toastAction")
        await until(lambda: not workspace.skills.own, "the toast takes it back too")

    in_window(tmp_path, story)


def test_after_a_restart_the_trash_still_has_it(tmp_path: Path) -> None:
    async def first(shell: Shell, workspace: Workspace) -> None:
        await delete_critic_and_plan(shell, workspace)

    async def second(shell: Shell, workspace: Workspace) -> None:
        assert names(workspace) == ["Poet", "Judge"]
        page = await at_the_trash(shell, 2)
        for row in rows(page):
            QTest.mouseClick(row.restore, Qt.MouseButton.LeftButton)
        await until(lambda: names(workspace) == ["Poet", "Critic", "Judge"])
        await until(lambda: [skill.name for skill in workspace.skills.own] == ["plan"])
        await until(lambda: rows(page) == [])

    in_window(tmp_path, first)
    run_in_window(tmp_path, second)


def test_one_thing_goes_for_good_after_a_question_and_undo_says_that_it_is_gone(tmp_path: Path) -> None:
    """The question starts on *Cancel*; what is destroyed comes back by no key."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        critic, _plan = await delete_critic_and_plan(shell, workspace)
        page = await at_the_trash(shell, 2)
        press(page, f"trashDelete_profile_{critic}")
        words = shell.window.findChild(QLabel, "questionText")
        assert words is not None
        assert words.text().startswith("The profile will be destroyed with everything")
        await until(lambda: the_button(shell.window, "questionCancel").hasFocus(), "the careful answer")
        press(shell.window, "questionAccept")
        await until(lambda: shell.window.toast.words.endswith(" destroyed"))
        await until(lambda: [texts(row)[0] for row in rows(page)] == ["plan"])
        shell.go_to("profiles")
        await until(lambda: active(shell.window), "the question is closed")
        shell.pages.profiles.listing.view.setFocus()
        undo(shell)
        await until(lambda: shell.window.toast.words == "“Critic” is not in the trash any more")
        assert names(workspace) == ["Poet", "Judge"]

    in_window(tmp_path, story)


def test_emptying_says_how_much_of_each_kind_goes(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await delete_critic_and_plan(shell, workspace)
        shell.requests.delete((next(iter(workspace.topology.roots)),))
        page = await at_the_trash(shell, 3)
        page.ask_to_empty()
        words = shell.window.findChild(QLabel, "questionText")
        assert words is not None
        assert words.text().startswith("1 conversation, 1 profile, 1 skill will be destroyed for good.")
        press(shell.window, "questionAccept")
        await until(lambda: shell.window.toast.words == "1 conversation, 1 profile, 1 skill destroyed")
        await until(lambda: rows(page) == [])
        assert await workspace.trash.contents() == ()

    in_window(tmp_path, story)


def test_two_profiles_of_one_name_are_told_apart_by_what_they_say(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        for key, text in (("one", ""), ("two", "Rhyme   always."), ("three", "")):
            name = "Third" if key == "three" else "Same"
            profile = SavedProfile(profile_id=ProfileId(key), name=name, instructions=text)
            await workspace.profiles.put([profile])
            await workspace.profiles.delete(ProfileId(key))
        page = await at_the_trash(shell, 3)
        assert [texts(row)[2:] for row in rows(page)] == [
            [],
            ["Begins with “Rhyme always.”"],
            ["Nothing is written in it"],
        ]
        assert rows(page)[1].restore.accessibleDescription() == "Begins with “Rhyme always.”"

    in_window(tmp_path, story)


def test_of_a_thousand_deletions_a_page_is_shown_and_every_one_can_be_reached(tmp_path: Path) -> None:
    """No turn of the loop makes more than a few rows, and the last page has the oldest one."""

    async def story() -> None:
        async with open_workspace(tmp_path) as workspace:
            ids = [ProfileId(f"p{number}") for number in range(1_000)]
            await workspace.profiles.put([SavedProfile(profile_id=key, name=key) for key in ids])
            await workspace.profiles.delete_all(ids)
            page = TrashPage(workspace)
            page.resize(900, 600)
            made: list[int] = []
            page.show()
            page.activateWindow()
            while len(rows(page)) < 20:
                before = len(page.findChildren(TrashRow))
                await asyncio.sleep(0)
                made.append(len(page.findChildren(TrashRow)) - before)
            assert max(made) <= 2
            where = page.findChild(QLabel, "trashRowsWhere")
            assert where is not None
            assert where.text() == "1 to 20 of 1,000"
            assert texts(rows(page)[0])[0] == "p999"
            took: list[float] = []
            for _ in range(49):
                began = time.perf_counter()
                press(page, "trashRowsOn")
                took.append((time.perf_counter() - began) * 1000)
            assert sorted(took)[len(took) // 2] < FRAME_MS
            assert texts(rows(page)[-1])[0] == "p0"
            assert not the_button(page, "trashRowsOn").isEnabled()
            QTest.mouseClick(rows(page)[-1].restore, Qt.MouseButton.LeftButton)
            await until(lambda: [item.profile_id for item in workspace.profiles.all] == ["p0"])
            await until(lambda: len(rows(page)) == 19, "the page stays where it is")
            page.close()
            page.deleteLater()
            await asyncio.sleep(0)

    run_in_loop(story)
