"""The editor: nothing typed is lost, mistakes are named where they are, and nobody's cursor jumps."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from stello_desktop.domain.config import UNSET, ContextMode, PromptMode
from stello_desktop.domain.library import TemplateVariable
from stello_desktop.ui.profiles.instructions import InstructionsEdit, Standing
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import (
    a_conversation,
    add,
    choose,
    choose_skills,
    click,
    expert,
    label,
    only_profiles,
    open_expert,
    open_page,
    part,
    saved,
    settle,
    tick,
    write,
)

CONTROL = Qt.KeyboardModifier.ControlModifier


async def set_up(workspace: Workspace) -> None:
    await only_profiles(workspace, "Regional expert", "Poet")


def underlined(edit: InstructionsEdit) -> list[str]:
    """What has a wave under it."""
    return [text for text, why in edit.marked if why is not Standing.VARIABLE]


def test_every_field_is_kept_by_itself(qapp: QApplication, tmp_path: Path) -> None:
    """T-2: no button saves; a moment after the last key it is on disk."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.skills.create("search", content="Look it up.")
        page = await open_expert(shell, workspace)
        write(page.editor.name, "Local expert")
        click(page, "profileHue_3")
        write(page.editor.description, "Knows one place")
        write(page.editor.instructions, "You know {region}.\nOnly that.")
        await settle(page)
        write(part(page, type(page.editor.name), "profileVariableLabel0"), "Region")
        write(part(page, type(page.editor.name), "profileVariableDefault0"), "Bavaria")
        write(part(page, type(page.editor.name), "profileVariableExample0"), "Tyrol")
        click(page, "profileMode_append")
        choose_skills(page, ("search",))
        click(page, "profileContext_inherit")
        write(page.editor.opening, "Which town?")
        await until(lambda: label(page, "profileState") == "Saved")

    async def come_back(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        kept = expert(workspace)
        assert (kept.name, kept.hue, kept.description) == ("Local expert", 3, "Knows one place")
        assert (kept.instructions, kept.opening) == ("You know {region}.\nOnly that.", "Which town?")
        variable = TemplateVariable(name="region", label="Region", default="Bavaria", example="Tyrol")
        assert kept.variables == (variable,)
        assert (kept.mode, kept.skills, kept.context) == (
            PromptMode.APPEND,
            ("search",),
            ContextMode.INHERIT,
        )
        assert page.editor.name.text() == "Local expert"
        assert part(page, QPushButton, "profileMode_append").isChecked()
        assert part(page, QPushButton, "profileSkill_search").isVisible()
        click(page, "profileSkill_search")
        click(page, "profileContext_None")
        await saved(page)
        assert expert(workspace).skills == ()
        assert expert(workspace).context is UNSET

    run_in_window(tmp_path, story, setting_up=set_up)
    run_in_window(tmp_path, come_back)


@pytest.mark.parametrize("leaving", ["another profile", "another place", "closing"])
def test_the_last_key_before_leaving_is_kept(qapp: QApplication, tmp_path: Path, leaving: str) -> None:
    """Nothing typed is ever lost."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        write(page.editor.instructions, "the last ke")
        QTest.keyClicks(page.editor.instructions, "y")
        if leaving == "another profile":
            await choose(page, workspace.profiles.all[1].profile_id)
            await until(lambda: expert(workspace).instructions == "the last key")
            assert page.editor.instructions.text == ""
            await choose(page, expert(workspace).profile_id)
            assert page.editor.instructions.text == "the last key"
        elif leaving == "another place":
            shell.go_to("map")
            await until(lambda: expert(workspace).instructions == "the last key")

    async def come_back(shell: Shell, workspace: Workspace) -> None:
        assert expert(workspace).instructions == "the last key"
        await asyncio.sleep(0)

    run_in_window(tmp_path, story, setting_up=set_up)
    run_in_window(tmp_path, come_back)


def test_a_name_that_cannot_be_taken_is_said_and_the_old_one_stays(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        problems = page.editor.name_problems
        write(page.editor.name, "Poet")
        await settle(page)
        assert problems.words == (
            "Mistake: Another profile is called “Poet”; until this one has another name, the old one is kept.",
        )
        assert listed(page).count("Poet") == 1, "the list has what is kept"
        await saved(page)
        assert label(page, "profileState") == "Saved under the old name"
        assert expert(workspace).name == "Regional expert"
        assert shown_name(page) == "Poet"
        page.editor.description.setFocus()
        await settle(page)
        assert shown_name(page) == "Poet", "nothing that was typed goes with the focus"
        assert "is called “Poet”" in page.editor.name.accessibleDescription()
        assert label(page, "profileState") == "Saved under the old name"
        write(page.editor.name, " ")
        page.editor.description.setFocus()
        assert shown_name(page) == "Regional expert", "who leaves an empty field finds the kept name"
        write(page.editor.name, " ")
        await settle(page)
        assert "Regional expert" in listed(page)
        assert problems.words[0].startswith("Mistake: A profile needs a name")
        assert "needs a name" in page.editor.name.accessibleDescription()
        write(page.editor.name, "Poet of places")
        await saved(page)
        assert expert(workspace).name == "Poet of places"
        assert page.editor.name.accessibleDescription() == ""
        write(page.editor.name, "Poet")
        other = next(item for item in workspace.profiles.active if item.name == "Poet")
        await choose(page, other.profile_id)
        await saved(page)
        assert "Poet of places" in listed(page)
        await choose(page, expert(workspace).profile_id)
        assert shown_name(page) == "Poet"
        assert "is called “Poet”" in page.editor.name.accessibleDescription()
        assert "Poet of places" in listed(page)

    run_in_window(tmp_path, story, setting_up=set_up)


def test_a_name_that_was_taken_is_kept_once_it_is_free(qapp: QApplication, tmp_path: Path) -> None:
    """Nothing typed is ever lost: not by a look elsewhere, nor at the end of the program."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        click(page, "profileNew")
        await until(lambda: workspace.profiles.named("New profile") is not None)
        await until(page.editor.name.hasFocus)
        QTest.keyClicks(page.editor.name, "Poet")
        QTest.keyClick(page.editor.name, Qt.Key.Key_Tab)
        await settle(page)
        assert shown_name(page) == "Poet"
        await choose(page, expert(workspace).profile_id)
        assert shown_name(page) == "Regional expert"
        await saved(page)

    async def come_back(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        made = next(item for item in workspace.profiles.all if item.name == "New profile")
        await choose(page, made.profile_id)
        assert shown_name(page) == "Poet"
        other = next(item for item in workspace.profiles.all if item.name == "Poet")
        await workspace.profiles.save(replace(other, name="Bard"))
        await until(
            lambda: (kept := workspace.profiles.get(made.profile_id)) is not None and kept.name == "Poet"
        )
        await settle(page)
        assert page.editor.name_problems.words == ()
        await choose(page, other.profile_id)
        assert shown_name(page) == "Bard"
        await choose(page, made.profile_id)
        assert shown_name(page) == "Poet"

    run_in_window(tmp_path, story, setting_up=set_up)
    run_in_window(tmp_path, come_back)


def test_a_name_that_became_free_while_nobody_looked_is_kept_at_the_next_look(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        other = next(item for item in workspace.profiles.all if item.name == "Poet")
        write(page.editor.name, "Poet")
        await choose(page, other.profile_id)
        write(page.editor.name, "Bard")
        await saved(page)
        assert expert(workspace).name == "Regional expert", "not behind the person's back"
        await choose(page, expert(workspace).profile_id)
        assert shown_name(page) == "Poet"
        await until(lambda: expert(workspace).name == "Poet")

    run_in_window(tmp_path, story, setting_up=set_up)


def shown_name(page: ProfilesPage) -> str:
    """What stands in the field of the name."""
    return page.editor.name.text()


def listed(page: ProfilesPage) -> list[str]:
    """The names in the list, from top to bottom."""
    model = page.listing.view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_stray_braces_and_doubtful_names_are_underlined_and_said(qapp: QApplication, tmp_path: Path) -> None:
    """M-5."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        edit, field = page.editor.instructions, page.editor.field("instructions")
        write(edit, "About {region}. {{it is fine}}")
        await settle(page)
        write(part(page, type(page.editor.name), "profileVariableLabel0"), "Region")
        await settle(page)
        assert underlined(edit) == []
        assert field.problems.words == ()
        write(edit, 'About {regoin}. {"a": 1} {')
        await settle(page)
        assert underlined(edit) == ["{regoin}", '{"a": 1}', "{"]
        assert "Check: “regoin” is not among the variables. Did you mean “region”?" in field.problems.words
        assert '“{"a": 1}”, “{” stay as they are typed.' in " ".join(field.problems.words)
        assert part(page, QWidget, "profileVariableNote1").isVisible()
        click(page, "profileVariableRemove1")
        await settle(page)
        assert page.editor.variables.names == ("regoin",)
        assert edit.hasFocus()
        assert underlined(edit) == ['{"a": 1}', "{"]
        write(edit, "a {")
        await settle(page)
        assert "“{” stays as it is typed." in " ".join(field.problems.words)
        write(edit, "{ region } and {client name} and {} and } and {")
        await settle(page)
        named = "“{ region }”, “{client name}”, “{}”, “}”, “{” stay as they are typed."
        assert named in " ".join(field.problems.words), "all that is underlined is named"
        await saved(page)
        assert expert(workspace).variables == ()

    run_in_window(tmp_path, story, setting_up=set_up)


def test_no_instructions_at_all_is_a_choice_of_its_own(qapp: QApplication, tmp_path: Path) -> None:
    """M-5b: an empty box is unset; the text waits for who changes their mind."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.set_defaults(system_prompt="Be kind.")
        page = await open_expert(shell, workspace)
        assert page.side.panel.composed.text == "Be kind."
        write(page.editor.instructions, "You know {region}.")
        click(page, "profileMode_preset")
        tick(page, "profileNone", on=True)
        await saved(page)
        assert page.side.panel.composed.text == ""
        assert "No instructions at all" in label(page, "previewNoInstructions")
        assert not page.editor.instructions.isEnabled()
        assert expert(workspace).no_instructions
        tick(page, "profileNone", on=False)
        await saved(page)
        assert page.editor.instructions.text == "You know {region}."
        assert not expert(workspace).no_instructions

    run_in_window(tmp_path, story, setting_up=set_up)


def test_how_they_join_is_a_sentence_and_the_technical_word_only_a_hint(
    qapp: QApplication, tmp_path: Path
) -> None:
    """look.md 10."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        field = page.editor.field("mode")
        for mode, words in (
            ("preset", "A branch is told these instructions and nothing else."),
            ("append", "The branch's own instructions come first; these follow after an empty line."),
            ("prepend", "These instructions come first; the branch's own follow after an empty line."),
        ):
            click(page, f"profileMode_{mode}")
            assert field.note == words
            segment = part(page, QPushButton, f"profileMode_{mode}")
            assert mode in segment.toolTip()
            assert mode not in segment.text()

    run_in_window(tmp_path, story, setting_up=set_up)


def test_ctrl_z_takes_back_letters_not_the_map(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.create_project("A project")
        page = await open_expert(shell, workspace)
        write(page.editor.instructions, "You know")
        await saved(page)
        add(page.editor.instructions, " it")
        await saved(page)
        QTest.keyClick(page.editor.instructions, Qt.Key.Key_Z, CONTROL)
        await saved(page)
        assert page.editor.instructions.text != "You know it"
        assert expert(workspace).instructions == page.editor.instructions.text
        for _ in range(20):
            QTest.keyClick(page.editor.instructions, Qt.Key.Key_Z, CONTROL)
        assert page.editor.instructions.text == ""
        assert len(workspace.topology) == 1
        await choose(page, workspace.profiles.all[1].profile_id)
        page.editor.instructions.setFocus()
        QTest.keyClick(page.editor.instructions, Qt.Key.Key_Z, CONTROL)
        assert page.editor.instructions.text == ""

    run_in_window(tmp_path, story, setting_up=set_up)


def test_saving_moves_no_cursor_and_another_window_is_followed(qapp: QApplication, tmp_path: Path) -> None:
    """One's own echo is skipped; what somebody else changed is shown, unless it is being typed."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        edit = page.editor.instructions
        write(edit, "You know it")
        cursor = edit.textCursor()
        cursor.setPosition(4)
        edit.setTextCursor(cursor)
        QTest.keyClicks(edit, "x")
        await saved(page)
        assert edit.textCursor().position() == 5
        assert edit.document().isUndoAvailable()
        await workspace.profiles.save(replace(expert(workspace), description="from elsewhere"))
        await settle(page)
        assert page.editor.description.text() == "from elsewhere"
        assert edit.textCursor().position() == 5
        QTest.keyClicks(edit, "y")
        await workspace.profiles.save(replace(expert(workspace), instructions="theirs"))
        await settle(page)
        assert edit.text == "You xyknow it"
        await saved(page)
        assert expert(workspace).instructions == "You xyknow it"

    run_in_window(tmp_path, story, setting_up=set_up)


def test_a_profile_that_is_deleted_elsewhere_does_not_come_back(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        gone = expert(workspace).profile_id
        write(page.editor.instructions, "typed")
        await workspace.profiles.delete(gone)
        await settle(page)
        await saved(page)
        assert workspace.profiles.get(gone) is None
        assert page.editor.name.text() == "Poet"

    run_in_window(tmp_path, story, setting_up=set_up)


def test_a_skill_that_is_not_there_is_said_at_its_field(qapp: QApplication, tmp_path: Path) -> None:
    """S-1."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.profiles.save(replace(expert(workspace), skills=("serch",)))
        page = await open_expert(shell, workspace)
        problems = page.editor.field("skills").problems
        assert problems.words == ("Check: There is no skill “serch”; it is left out.",)
        assert "not there" in part(page, QPushButton, "profileSkill_serch").text()
        assert label(page, "previewValue_skills") == "none; not there: serch"
        await workspace.skills.create("serch", content="Look it up.")
        await settle(page)
        assert label(page, "previewValue_skills") == "serch"
        assert part(page, QPushButton, "profileSkill_serch").text() == "serch"
        assert not problems.words

    run_in_window(tmp_path, story, setting_up=set_up)


def test_an_empty_preset_is_said(qapp: QApplication, tmp_path: Path) -> None:
    """M-3, journey 4."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_conversation(workspace)
        page = await open_expert(shell, workspace)
        click(page, "profileMode_preset")
        await settle(page)
        words = page.editor.field("instructions").problems.words
        assert words[0].startswith("Check: “Only these” is chosen, but there are no instructions")

    run_in_window(tmp_path, story, setting_up=set_up)


def test_a_name_in_two_braces_is_a_quiet_note_below_the_text(qapp: QApplication, tmp_path: Path) -> None:
    """M-5: it is sent as text; nobody is asked for a value."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        write(page.editor.instructions, "Visit {{city}}.")
        await settle(page)
        words = "{{city}} is text with braces and no variable; a variable has one brace on each side: {city}."
        assert page.editor.field("instructions").problems.words == (f"Note: {words}",)
        assert "city" not in page.editor.variables.names

    run_in_window(tmp_path, story)


def test_variables_that_are_pasted_stand_out_at_once(qapp: QApplication, tmp_path: Path) -> None:
    """M-5: painted, not only known."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        box = page.editor.instructions
        write(box, "")
        await settle(page)
        QApplication.clipboard().setText("You know {region}.")
        QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert [text for text, _ in box.marked] == ["{region}"]
        await settle(page)
        with_marks = box.viewport().grab().toImage()
        backdrop, box.backdrop = box.backdrop, None
        assert with_marks != box.viewport().grab().toImage()
        box.backdrop = backdrop

    run_in_window(tmp_path, story)
