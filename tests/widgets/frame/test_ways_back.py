"""Ctrl+Z undoes what was done last in the place that is shown, and nothing of another place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from stello_desktop.domain.commands import Rename
from stello_desktop.ui.shell import Shell
from stello_desktop.ui.toasts import Toast
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

type Story = Callable[[Shell, Workspace], Awaitable[None]]


@pytest.fixture
def tell(qapp: QApplication, tmp_path: Path) -> Callable[[Story], None]:
    """A window over a project, with three profiles, a skill and a service; a rename is the tree's newest step."""

    async def set_up(workspace: Workspace) -> None:
        project = await workspace.create_project("Garden")
        await workspace.apply(Rename(project, "Orchard"))
        for name in ("Poet", "Critic", "Judge"):
            await workspace.profiles.create(name)
        await workspace.starters.plant_once("en")
        await workspace.skills.delete_all([skill.skill_id for skill in workspace.skills.own])
        await workspace.skills.create("plan", content="Make a plan.")
        await workspace.services.add(name="Mine", address="http://127.0.0.1:9/v1", model="m", key="")

    return lambda story: run_in_window(tmp_path, story, setting_up=set_up)


def tree(workspace: Workspace) -> list[str]:
    return [entry.label for entry in workspace.topology.entries()]


def profiles(workspace: Workspace) -> list[str]:
    return [profile.name for profile in workspace.profiles.active]


def skills(workspace: Workspace) -> list[str]:
    return [skill.name for skill in workspace.skills.own]


def services(workspace: Workspace) -> list[str]:
    return [service.name for service in workspace.settings.services]


def undo(shell: Shell) -> None:
    """The key, where the person is."""
    focused = QApplication.focusWidget()
    QTest.keyClick(focused or shell.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def restoring(shell: Shell) -> list[QAbstractButton]:
    buttons = shell.pages.trash.findChildren(QAbstractButton)
    return [item for item in buttons if item.objectName().startswith("trashRestore_") and item.isVisible()]


async def at_skills(shell: Shell) -> QWidget:
    shell.go_to("skills")
    await until(lambda: shell.pages.skills.filled and shell.pages.skills.listing.current is not None)
    view = shell.pages.skills.listing.view
    await until(view.hasFocus)
    return view


async def at_profiles(shell: Shell) -> QWidget:
    shell.go_to("profiles")
    await until(lambda: shell.pages.profiles.filled and shell.pages.profiles.editor.profile is not None)
    view = shell.pages.profiles.listing.view
    await until(view.hasFocus)
    return view


def test_a_deleted_skill_comes_back_and_the_tree_stays(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        QTest.keyClick(await at_skills(shell), Qt.Key.Key_Delete)
        await until(lambda: shell.window.toast.words == "Moved “plan” to the trash. Ctrl+Z brings it back.")
        undo(shell)
        await until(lambda: "plan" in skills(workspace), "it is back")
        assert shell.window.toast.words == "Undone: Moved “plan” to the trash"
        undo(shell)
        undo(shell)
        await asyncio.sleep(0.05)
        assert tree(workspace) == ["Orchard"]
        assert "plan" in skills(workspace)

    tell(story)


def test_a_toast_and_a_key_undo_the_same_thing_once(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        QTest.keyClick(await at_skills(shell), Qt.Key.Key_Delete)
        await until(lambda: shell.window.toast.words == "Moved “plan” to the trash. Ctrl+Z brings it back.")
        action = shell.window.toast.findChild(QAbstractButton, "toastAction")
        assert action is not None
        QTest.mouseClick(action, Qt.MouseButton.LeftButton)
        await until(lambda: "plan" in skills(workspace))
        assert not shell.actions["undo"].isEnabled()

    tell(story)


def test_profiles_go_back_step_by_step(tell: Callable[[Story], None]) -> None:
    """Moved, archived, deleted; what was typed last comes back with it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        view = await at_profiles(shell)
        before = profiles(workspace)
        listing, page = shell.pages.profiles.listing, shell.pages.profiles
        ids = [profile.profile_id for profile in workspace.profiles.all]
        listing.reorder_requested.emit(list(reversed(ids)))
        await until(lambda: profiles(workspace) == before[::-1])
        poet = workspace.profiles.named("Poet")
        critic = workspace.profiles.named("Critic")
        assert poet is not None
        assert critic is not None
        page.open_profile(critic.profile_id)
        page.do("archive")
        await until(lambda: shell.window.toast.words == "Archived “Critic”")
        page.open_profile(poet.profile_id)
        page.editor.instructions.setFocus()
        QTest.keyClicks(page.editor.instructions, "Rhyme.")
        view.setFocus()
        page.do("delete")
        await until(lambda: shell.window.toast.words == "Moved “Poet” to the trash. Ctrl+Z brings it back.")
        view.setFocus()
        undo(shell)
        await until(lambda: "Poet" in profiles(workspace))
        poet = workspace.profiles.named("Poet")
        assert poet is not None
        assert poet.instructions == "Rhyme."
        undo(shell)
        await until(
            lambda: [item.instructions for item in workspace.profiles.active if item.name == "Poet"] == [""]
        )
        undo(shell)
        await until(lambda: "Critic" in profiles(workspace))
        assert profiles(workspace) == before[::-1]
        undo(shell)
        await until(lambda: profiles(workspace) == before)
        undo(shell)
        await asyncio.sleep(0.05)
        assert tree(workspace) == ["Orchard"]

    tell(story)


def test_a_new_profile_is_taken_back_after_what_was_written_in_it(tell: Callable[[Story], None]) -> None:
    """First its name is the one it was made with, then it is gone."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        view = await at_profiles(shell)
        before = profiles(workspace)
        for written in (False, True):
            shell.pages.profiles.do("new")
            await until(lambda: len(profiles(workspace)) > len(before))
            await until(shell.pages.profiles.editor.name.hasFocus)
            if written:
                QTest.keyClicks(shell.pages.profiles.editor.name, "Sage")
            view.setFocus()
            if written:
                await until(lambda: "Sage" in profiles(workspace), "it is kept")
                undo(shell)
                await until(lambda: "Sage" not in profiles(workspace), "what was written went back")
                assert len(profiles(workspace)) > len(before)
            undo(shell)
            await until(lambda: profiles(workspace) == before, "it is gone again")
        assert tree(workspace) == ["Orchard"]

    tell(story)


def test_a_removed_service_comes_back(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("settings")
        page = shell.pages.settings
        page.services.remove(workspace.settings.services[0])
        await until(lambda: not services(workspace))
        await until(lambda: shell.window.toast.words.startswith("Mine removed"))
        undo(shell)
        await until(lambda: services(workspace) == ["Mine"])
        assert tree(workspace) == ["Orchard"]

    tell(story)


def test_the_map_undoes_steps_of_the_tree_and_the_words_say_which(tell: Callable[[Story], None]) -> None:
    """What was deleted elsewhere is not touched, and its way back is still offered afterwards."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        action = shell.actions["undo"]
        assert action.toolTip() == "Undo renaming “Orchard”"
        QTest.keyClick(await at_skills(shell), Qt.Key.Key_Delete)
        await until(lambda: "plan" not in skills(workspace))
        await until(lambda: action.toolTip() == "Undo: Moved “plan” to the trash")
        shell.go_to("map")
        assert action.toolTip() == "Undo renaming “Orchard”"
        shell.sky.setFocus()
        undo(shell)
        await until(lambda: tree(workspace) == ["Garden"])
        assert "plan" not in skills(workspace)
        close = shell.window.toast.findChild(QAbstractButton, "toastClose")
        assert close is not None
        await until(lambda: shell.window.toast.words.startswith("Undone"))
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
        assert shell.window.toast.words == "Moved “plan” to the trash. Ctrl+Z brings it back."
        shell.go_to("skills")
        shell.pages.skills.listing.view.setFocus()
        undo(shell)
        await until(lambda: "plan" in skills(workspace))

    tell(story)


def test_the_toast_of_a_step_undoes_that_step_or_none(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        project = next(iter(workspace.topology.roots))
        shell.requests.archive(project, archived=True)
        await until(lambda: shell.window.toast.words.startswith("Archived"))
        await workspace.apply(Rename(project, "Meadow"))
        action = shell.window.toast.findChild(QAbstractButton, "toastAction")
        assert action is not None
        QTest.mouseClick(action, Qt.MouseButton.LeftButton)
        await until(lambda: shell.window.toast.words.startswith("Something else"))
        assert tree(workspace) == ["Meadow"]

    tell(story)


def test_a_toast_goes_when_its_step_was_undone_otherwise_and_stays_when_another_was(
    tell: Callable[[Story], None],
) -> None:
    """P-4: no *Undo* is offered for what is undone; the one before comes back with its own."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        toast = shell.window.toast
        project = next(iter(workspace.topology.roots))
        shell.requests.archive(project, archived=True)
        await until(lambda: toast.words.startswith("Archived"))
        await workspace.apply(Rename(project, "Meadow"))
        shell.sky.setFocus()
        undo(shell)
        await until(lambda: toast.words == "Undone: renaming “Meadow”")
        close = toast.findChild(QAbstractButton, "toastClose")
        assert close is not None
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
        assert toast.words == "Archived “Orchard”", "that can still be undone"
        await workspace.undo()
        await until(lambda: toast.words == "")

    tell(story)


def test_what_was_restored_from_the_trash_goes_back_there(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.requests.delete((next(iter(workspace.topology.roots)),))
        await until(lambda: tree(workspace) == [])
        shell.go_to("trash")
        undo(shell)
        await asyncio.sleep(0.05)
        assert tree(workspace) == [], "the map is not shown"
        await until(lambda: restoring(shell))
        QTest.mouseClick(restoring(shell)[0], Qt.MouseButton.LeftButton)
        await until(lambda: tree(workspace) == ["Orchard"])
        await until(lambda: shell.window.toast.words.startswith("Restored"))
        undo(shell)
        await until(lambda: tree(workspace) == [])
        await until(
            lambda: not shell.window.toast.words.startswith("Restored"), "its Undo is not offered again"
        )

    tell(story)


def test_news_with_something_to_press_come_back_after_news_without(qapp: QApplication) -> None:
    holder = QWidget()
    holder.resize(600, 400)
    holder.show()
    elsewhere = QPushButton(holder)
    elsewhere.show()
    elsewhere.setFocus()
    toast = Toast(holder)
    start: Callable[[], None] = lambda: None  # noqa: E731 - it is compared, not called
    toast.show_news("Deleted", "Undo", start)
    toast.show_news("Saved", shown_ms=20)
    assert toast.words == "Saved"
    QTest.qWait(120)
    assert toast.words == "Deleted"
    toast.show_news("Saved", shown_ms=20)
    toast.forget(start)
    QTest.qWait(120)
    assert toast.words == ""
    holder.close()
    holder.deleteLater()
