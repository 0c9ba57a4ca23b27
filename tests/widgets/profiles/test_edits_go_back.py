"""What was written into a profile can be taken back after the person went on to something else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.library import ProfileId
from stello_desktop.ui.profiles.draft import DEFAULTS
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import add, choose, click, open_page, saved, settle, write

type Story = Callable[[Shell, Workspace], Awaitable[None]]


@pytest.fixture
def tell(qapp: QApplication, tmp_path: Path) -> Callable[[Story], None]:
    """A window over three profiles."""

    async def set_up(workspace: Workspace) -> None:
        for name in ("Poet", "Critic", "Judge"):
            made = await workspace.profiles.create(name)
            await workspace.profiles.save(made)
        await workspace.starters.plant_once("en")

    return lambda story: run_in_window(tmp_path, story, setting_up=set_up)


def the(workspace: Workspace, name: str) -> ProfileId:
    found = workspace.profiles.named(name)
    assert found is not None
    return found.profile_id


def text_of(workspace: Workspace, name: str) -> str:
    found = workspace.profiles.named(name)
    assert found is not None
    return found.instructions


def undo() -> None:
    """The key, where the person is."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def redo() -> None:
    """Its counterpart."""
    focused = QApplication.focusWidget()
    assert focused is not None
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(focused, Qt.Key.Key_Z, both)


def test_a_name_goes_back_in_the_list_too(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        critic = the(workspace, "Critic")
        await choose(page, critic)
        page.editor.name.setFocus()
        page.editor.name.selectAll()
        QTest.keyClicks(page.editor.name, "Minutes")
        page.listing.view.setFocus()
        await saved(page)

        def listed() -> str:
            row = page.listing.rows.row_of(critic)
            assert row is not None
            return page.listing.rows.words(row)

        assert listed() == "Minutes"
        undo()
        await until(lambda: page.editor.name.text() == "Critic")
        await until(lambda: listed() == "Critic", "and in the list")

    tell(story)


def test_in_the_list_the_newest_thing_goes_back_first(tell: Callable[[Story], None]) -> None:
    """A profile was deleted, then another one written: Ctrl+Z takes back what was written, then the deletion."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await choose(page, the(workspace, "Judge"))
        QTest.keyClick(page.listing.view, Qt.Key.Key_Delete)
        await until(lambda: workspace.profiles.named("Judge") is None)
        await choose(page, the(workspace, "Poet"))
        write(page.editor.instructions, "Rhyme.")
        await choose(page, the(workspace, "Critic"))
        await until(lambda: text_of(workspace, "Poet") == "Rhyme.")
        assert page.listing.view.hasFocus()
        assert "Changed “Poet”" in shell.actions["undo"].text()
        undo()
        await until(lambda: page.editor.name.text() == "Poet", "the person sees what went back")
        assert page.editor.instructions.text == ""
        assert text_of(workspace, "Poet") == ""
        assert shell.window.toast.words == "Undone: Changed “Poet”"
        redo()
        await until(lambda: text_of(workspace, "Poet") == "Rhyme.")
        await until(lambda: page.editor.instructions.text == "Rhyme.")
        undo()
        await until(lambda: text_of(workspace, "Poet") == "")
        undo()
        await until(lambda: workspace.profiles.named("Judge") is not None)

    tell(story)


def test_what_is_chosen_without_a_text_goes_back_alone(tell: Callable[[Story], None]) -> None:
    """Two clicks are two steps; what was written before is a third one."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await choose(page, the(workspace, "Poet"))
        write(page.editor.instructions, "Rhyme.")
        click(page, "profileMode_append")
        click(page, "profileMode_preset")
        page.listing.view.setFocus()
        for mode, text in (("append", "Rhyme."), ("prepend", "Rhyme."), ("prepend", "")):
            undo()
            await until(partial(_stands, workspace, mode, text), f"{mode} {text}")
            await saved(page)
            assert page.editor.instructions.text == text

    tell(story)


def test_as_many_steps_go_back_as_the_key_is_pressed(tell: Callable[[Story], None]) -> None:
    """Pressed faster than anything is written, it takes back each step, and none is lost; the same forth."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await choose(page, the(workspace, "Poet"))
        click(page, "profileMode_append")
        click(page, "profileMode_preset")
        page.listing.view.setFocus()
        await saved(page)
        undo()
        undo()
        await until(partial(_stands, workspace, "prepend", ""), "both are taken back")
        await settle(page)
        redo()
        redo()
        await until(partial(_stands, workspace, "preset", ""), "both are done again")

    tell(story)


def _stands(workspace: Workspace, mode: str, text: str) -> bool:
    found = workspace.profiles.named("Poet")
    return found is not None and (found.mode.value, found.instructions) == (mode, text)


def test_what_was_written_since_is_not_overwritten(tell: Callable[[Story], None]) -> None:
    """Another window wrote into the profile meanwhile: the step cannot be taken back, and nothing is lost."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await choose(page, the(workspace, "Poet"))
        write(page.editor.instructions, "Rhyme.")
        await choose(page, the(workspace, "Critic"))
        await saved(page)
        found = workspace.profiles.named("Poet")
        assert found is not None
        await workspace.profiles.save(replace(found, instructions="Theirs."))
        await settle(page)
        undo()
        await settle(page)
        assert text_of(workspace, "Poet") == "Theirs."

    tell(story)


def test_the_defaults_go_back_too(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await choose(page, DEFAULTS)
        write(page.editor.instructions, "Be brief.")
        await choose(page, the(workspace, "Poet"))
        await until(lambda: workspace.defaults.system_prompt == "Be brief.")
        undo()
        await until(lambda: not workspace.defaults.system_prompt)
        assert shell.window.toast.words == "Undone: Changed the defaults"

    tell(story)


def test_looking_at_profiles_leaves_nothing_to_undo(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        for name in ("Poet", "Critic", "Judge"):
            await choose(page, the(workspace, name))
            page.editor.instructions.setFocus()
        shell.go_to("map")
        shell.go_to("profiles")
        await settle(page)
        assert not shell.actions["undo"].isEnabled()

    tell(story)


def test_in_the_field_every_key_goes_back_after_a_look_elsewhere(tell: Callable[[Story], None]) -> None:
    """To another profile and back: Ctrl+Z in the field is still about this one's text."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        edit = page.editor.instructions
        await choose(page, the(workspace, "Poet"))
        write(edit, "Rhyme.")
        await choose(page, the(workspace, "Critic"))
        write(edit, "Judge.")
        await choose(page, the(workspace, "Poet"))
        assert edit.text == "Rhyme."
        edit.setFocus()
        undo()
        assert edit.text != "Rhyme."
        add(edit, "!")
        await saved(page)
        assert text_of(workspace, "Poet") == edit.text
        await choose(page, the(workspace, "Critic"))
        edit.setFocus()
        undo()
        await saved(page)
        assert edit.text != "Judge."
        assert text_of(workspace, "Critic") == edit.text

    tell(story)


def test_another_profile_is_read_from_its_beginning(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.window.resize(1280, 420)
        page = await open_page(shell)
        await choose(page, the(workspace, "Poet"))
        bar = page.room.editor.area.verticalScrollBar()
        await until(lambda: bar.maximum() > 0)
        bar.setValue(bar.maximum())
        await choose(page, the(workspace, "Critic"))
        assert bar.value() == 0

    tell(story)


def test_a_profile_that_was_deleted_from_its_text_comes_back_wherever_the_focus_is(
    tell: Callable[[Story], None],
) -> None:
    """The focus goes to the list; in the text of the next profile the key is for the deletion until something is written."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        critic, judge = the(workspace, "Critic"), the(workspace, "Judge")
        await choose(page, judge)
        write(page.editor.instructions, "In verse.")
        await saved(page)
        await choose(page, critic)
        page.editor.instructions.setFocus()
        page.do("delete")
        await until(lambda: workspace.profiles.get(critic) is None)
        await until(lambda: shell.window.toast.words == "Moved “Critic” to the trash. Ctrl+Z brings it back.")
        assert page.listing.view.hasFocus()
        assert page.editor.profile is not None
        assert page.editor.profile.profile_id == judge
        page.editor.instructions.setFocus()
        undo()
        await until(lambda: workspace.profiles.get(critic) is not None)
        assert text_of(workspace, "Judge") == "In verse."
        assert shell.window.toast.words == "Undone: Moved “Critic” to the trash"

    tell(story)


def test_what_is_written_after_a_deletion_is_what_its_key_takes_back(tell: Callable[[Story], None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        critic = the(workspace, "Critic")
        await choose(page, critic)
        page.do("delete")
        await until(lambda: workspace.profiles.get(critic) is None)
        await settle(page)
        page.editor.instructions.setFocus()
        QTest.keyClick(page.editor.instructions, Qt.Key.Key_A)
        undo()
        await saved(page)
        assert page.editor.instructions.text == ""
        assert workspace.profiles.get(critic) is None

    tell(story)
