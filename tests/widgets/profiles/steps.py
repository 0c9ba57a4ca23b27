"""What a person does on the page of profiles, with real keys and clicks, and what they read there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMenu, QTextEdit, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


async def open_page(shell: Shell) -> ProfilesPage:
    """Go there, and wait until everything is."""
    shell.go_to("profiles")
    page = shell.pages.profiles
    await until(lambda: page.filled and page.side.preview is not None, "the page is there")
    await settle(page)
    return page


def expert(workspace: Workspace) -> SavedProfile:
    """The first one, as it is kept."""
    return workspace.profiles.all[0]


async def open_expert(shell: Shell, workspace: Workspace) -> ProfilesPage:
    """Go there, and choose the first one."""
    page = await open_page(shell)
    await choose(page, expert(workspace).profile_id)
    return page


async def settle(page: ProfilesPage) -> None:
    """Until what was typed has been looked at."""
    for _ in range(5):
        await asyncio.sleep(0)
    await until(lambda: not (page._soon.isActive() or page.side.is_showing), "it was looked at")


async def saved(page: ProfilesPage) -> None:
    """Until what was typed is on disk."""
    await page.edits.saving.flush()
    await settle(page)


async def choose(page: ProfilesPage, profile_id: ProfileId) -> None:
    """Click a row of the list."""
    view = page.listing.view
    index = page.listing.rows.index_of(profile_id)
    assert index.isValid()
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, NO_MODIFIER, view.visualRect(index).center())
    await settle(page)


def part[Kind: QWidget](page: QWidget, kind: type[Kind], name: str) -> Kind:
    """A control by its name."""
    found = page.findChild(kind, name)
    assert found is not None, name
    return found


def click(page: QWidget, name: str) -> None:
    """Click a button."""
    QTest.mouseClick(part(page, QAbstractButton, name), Qt.MouseButton.LeftButton)


def tick(page: QWidget, name: str, *, on: bool) -> None:
    """Bring a box to this state with the space bar."""
    box = part(page, QAbstractButton, name)
    if box.isChecked() is not on:
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Space)


def write(field: QLineEdit | QTextEdit, text: str) -> None:
    """Replace what stands in a field, key by key; other scripts come from an input method."""
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    add(field, text)


def add(field: QLineEdit | QTextEdit, text: str) -> None:
    """Type where the cursor is."""
    for char in text:
        if char == "\n":
            QTest.keyClick(field, Qt.Key.Key_Return)
        elif char.isascii():
            QTest.keyClicks(field, char)
        else:
            composed = QInputMethodEvent()
            composed.setCommitString(char)
            QApplication.sendEvent(field, composed)


def visible_menu() -> QMenu:
    """The menu that is open."""
    return next(
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, QMenu) and widget.isVisible()
    )


def pick(page: ProfilesPage, word: str) -> None:
    """Something of the page's menu."""
    click(page, "profileMore")
    menu = visible_menu()
    action = next(item for item in menu.actions() if item.objectName() == f"profileMenu_{word}")
    action.trigger()
    menu.close()


def choose_skills(page: ProfilesPage, names: Iterable[str] | None) -> None:
    """*Inherit* for None, *None* for nothing, else only these, from the menu."""
    if names is None:
        click(page, "profileSkills_inherit")
        return
    wanted = tuple(names)
    if not wanted:
        click(page, "profileSkills_none")
        return
    click(page, "profileSkills_only")
    for name in wanted:
        chip = page.findChild(QAbstractButton, f"profileSkill_{name}")
        if chip is not None and chip.isVisible():
            continue
        click(page, "profileSkillAdd")
        menu = visible_menu()
        next(item for item in menu.actions() if item.text() == name).trigger()
        menu.close()


def label(page: QWidget, name: str) -> str:
    """What a label says, all of it."""
    found = part(page, QLabel, name)
    return found.words if isinstance(found, ElidedLabel) else found.text()


async def a_profile(workspace: Workspace, name: str) -> SavedProfile:
    """A new, empty profile."""
    return await workspace.profiles.create(name)


async def only_profiles(workspace: Workspace, *names: str) -> None:
    """New, empty profiles of these names and no others; the starter set was already looked at."""
    await workspace.starters.plant_once("en")
    for profile in workspace.profiles.all:
        await workspace.profiles.delete(profile.profile_id)
    for name in names:
        await a_profile(workspace, name)


async def a_conversation(workspace: Workspace, name: str = "Market", notes: int = 0) -> SessionId:
    """A project with a branch; gives the branch."""
    root = await workspace.create_project("Launch 2027")
    branch = await workspace.branches.open(root, name)
    for number in range(notes):
        await workspace.messages.add_note(branch, f"note {number}")
    return branch
