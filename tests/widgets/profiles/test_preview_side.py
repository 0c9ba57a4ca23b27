"""The right side: what a branch would be told, from which layer, and what is not used and why."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView

from stello_desktop.domain.config import UNSET, ContextMode, PromptMode
from stello_desktop.domain.library import TemplateVariable
from stello_desktop.ui.branching.dialog import BranchDialog
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.profiles.draft import DEFAULTS
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import (
    a_conversation,
    a_profile,
    choose,
    click,
    expert,
    label,
    only_profiles,
    open_page,
    part,
    saved,
    settle,
    write,
)

BRACES = "Only the instructions of a profile ask for values; {region} is sent as it stands."
TEXT = "You advise in {region}. Only {region}."


async def set_up(workspace: Workspace) -> None:
    await workspace.set_defaults(system_prompt="Be kind.", skills=("d",))
    await a_conversation(workspace, notes=3)
    await only_profiles(workspace, "Regional expert")
    variable = TemplateVariable(name="region", label="Region", example="Tyrol")
    await workspace.profiles.save(
        replace(expert(workspace), instructions=TEXT, variables=(variable,), context=ContextMode.INHERIT)
    )


async def open_expert(shell: Shell, workspace: Workspace) -> ProfilesPage:
    """With the conversation *Market* to try it with."""
    shell._choose(list(workspace.topology.walk())[1])
    page = await open_page(shell)
    await choose(page, expert(workspace).profile_id)
    return page


def test_each_key_is_seen_in_the_preview_with_its_layer(qapp: QApplication, tmp_path: Path) -> None:
    """M-7, journey 4."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        composed = page.side.panel.composed
        assert composed.text == "You advise in Tyrol. Only Tyrol."
        assert composed.pieces[0].marked == ("Tyrol", "Tyrol")
        value = part(page, QLineEdit, "tryVariable0")
        assert value.placeholderText() == "Tyrol"
        seen = []
        for key in "Rio":
            QTest.keyClicks(value, key)
            await settle(page)
            seen.append(composed.text)
        assert seen == [f"You advise in {text}. Only {text}." for text in ("R", "Ri", "Rio")]
        write(page.side.trying.own_box, "Compare visas.")
        await settle(page)
        assert composed.text == "You advise in Rio. Only Rio.\n\nCompare visas."
        assert label(page, "previewSegmentCaption0") == "from the profile"
        assert label(page, "previewSegmentCaption1") == "from this branch"
        click(page, "profileMode_append")
        await settle(page)
        assert composed.text == "Compare visas.\n\nYou advise in Rio. Only Rio."
        assert label(page, "previewSegmentCaption0") == "from this branch"

    run_in_window(tmp_path, story, setting_up=set_up)


def test_who_hops_from_profile_to_profile_reads_the_last_one(qapp: QApplication, tmp_path: Path) -> None:
    """M-7: what was worked out for the one before is not shown any more."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        other = await a_profile(workspace, "Lawyer")
        await workspace.profiles.save(replace(other, instructions="Know the law."))
        page = await open_expert(shell, workspace)
        seen: list[str] = []
        page.side.looked.connect(lambda: seen.append(page.side.panel.composed.text))
        page.editor.instructions.insertPlainText("Be brief. ")
        page._look()
        assert page.side.is_showing
        page.open_profile(other.profile_id)
        await settle(page)
        assert seen[-1] == "Know the law."
        assert "Be brief. You advise in Tyrol. Only Tyrol." not in seen

    run_in_window(tmp_path, story, setting_up=set_up)


def test_what_is_below_the_values_stays_when_the_last_is_filled_in(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Journey 4: the line about missing values keeps its room, also where it has become shorter meanwhile."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        names = [f"a rather long name of a thing that is asked for {number}" for number in range(4)]
        asked = tuple(TemplateVariable(name=f"v{number}", label=name) for number, name in enumerate(names))
        text = " ".join(f"{{{item.name}}}" for item in asked)
        await workspace.profiles.save(replace(expert(workspace), instructions=text, variables=asked))
        page = await open_expert(shell, workspace)
        trying = page.side.trying
        await until(lambda: found_missing(page), "it is said what is missing")

        def place() -> int:
            column = trying.layout()
            assert column is not None
            column.activate()
            return trying.own_field.y()

        before = place()
        for number in range(len(asked)):
            assert place() == before
            write(part(page, QLineEdit, f"tryVariable{number}"), "x")
            await settle(page)
        assert not found_missing(page)
        assert place() == before

    run_in_window(tmp_path, story, setting_up=set_up)


@pytest.mark.parametrize("mode", [PromptMode.PRESET, PromptMode.APPEND])
def test_how_braces_are_sent_is_said_only_of_what_is_sent(
    qapp: QApplication, tmp_path: Path, mode: PromptMode
) -> None:
    """M-5: of own instructions that the profile leaves no room for nothing else is said."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.profiles.save(replace(expert(workspace), mode=mode))
        page = await open_expert(shell, workspace)
        QTest.keyClicks(page.side.trying.own_box, "In {region}")
        await settle(page)
        own = page.side.trying.own_field
        assert bool(own.problems.words) is (mode is PromptMode.PRESET)
        assert own.note == ("" if mode is PromptMode.PRESET else BRACES)

    run_in_window(tmp_path, story, setting_up=set_up)


def test_a_long_name_of_a_variable_leaves_the_other_its_room(qapp: QApplication, tmp_path: Path) -> None:
    """Two fields in a row are equally wide and stand on one line, however long their names are."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        long = TemplateVariable(name="region", label="Which region of the world this branch is about " * 2)
        text = "In {region}, {tone}."
        await workspace.profiles.save(replace(expert(workspace), instructions=text, variables=(long,)))
        await until(lambda: page.findChild(QLineEdit, "tryVariable1"), "both are asked for")
        await settle(page)
        await asyncio.sleep(0.1)
        first, second = (part(page, QLineEdit, f"tryVariable{number}") for number in range(2))
        assert abs(first.width() - second.width()) <= 1
        assert (
            first.mapTo(page, first.rect().topLeft()).y() == second.mapTo(page, second.rect().topLeft()).y()
        )

    run_in_window(tmp_path, story, setting_up=set_up)


def test_the_defaults_promise_no_braces(qapp: QApplication, tmp_path: Path) -> None:
    """M-4: places to fill are a profile's; in the defaults braces are only text."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        assert "{region}" in page.editor.instructions.placeholderText()
        await choose(page, DEFAULTS)
        assert "{" not in page.editor.instructions.placeholderText()
        write(page.editor.instructions, "We are in {city}, {{really}}.")
        assert "{city} is sent as it stands" in label(page, "profileInstructionsNote")
        await choose(page, expert(workspace).profile_id)
        write(page.editor.opening, "Welcome to {region}.")
        assert "{region} is sent as it stands" in label(page, "profileOpeningNote")
        write(page.side.trying.own_box, "Only {year}.")
        assert "{year} is sent as it stands" in label(page, "tryOwnNote")
        write(page.side.trying.own_box, "Only {this.")
        assert label(page, "tryOwnNote") == ""

    run_in_window(tmp_path, story, setting_up=set_up)


def test_what_is_not_used_stands_greyed_beneath_with_the_reason(qapp: QApplication, tmp_path: Path) -> None:
    """M-7, look.md 8."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        beaten = page.side.panel.beaten
        reason = "not used, since the profile says something else"
        assert beaten.words == (
            f"Be kind. · from the conversation that it branches from: {reason}",
            f"Be kind. · from the defaults: {reason}",
        )
        write(page.side.trying.own_box, "Compare visas.")
        click(page, "profileMode_preset")
        await settle(page)
        assert beaten.words[0] == (
            "Compare visas. · from this branch: not used, since the profile says “Only these”"
        )
        assert page.side.trying.own_field.problems.words == (
            "Check: The branch's own instructions are not used, because the profile says “Only these”.",
        )
        click(page, "profileSkills_none")
        await settle(page)
        skills = page.side.panel.origins.rows["skills"]
        assert (skills.value.words, skills.origin.words) == ("none", "profile")
        assert skills.beaten.words[-1] == f"d · from the defaults: {reason}"

    run_in_window(tmp_path, story, setting_up=set_up)


def test_every_other_field_says_where_it_comes_from(qapp: QApplication, tmp_path: Path) -> None:
    """M-7, M-10."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        rows = page.side.panel.origins.rows
        assert (rows["context"].value.words, rows["context"].origin.words) == (
            "the conversation, 3 messages",
            "profile",
        )
        assert rows["llm"].value.words == "Practice assistant"
        assert rows["prompt"].value.words == "none"
        write(page.editor.opening, "Which town?")
        await settle(page)
        assert (rows["prompt"].value.words, rows["prompt"].origin.words) == ("Which town?", "profile")
        assert "tokens" in page.side.panel.tokens.words

    run_in_window(tmp_path, story, setting_up=set_up)


@pytest.mark.parametrize(
    ("own", "last", "words"),
    [
        (None, None, "the conversation, 3 messages"),
        (None, "none", "nothing"),
        (ContextMode.NONE, None, "nothing"),
        (ContextMode.INHERIT, "none", "the conversation, 3 messages"),
    ],
)
def test_the_page_shows_what_its_own_button_begins_with(
    qapp: QApplication, tmp_path: Path, own: ContextMode | None, last: str | None, words: str
) -> None:
    """M-7, X-5: the profile's own word, else what the dialog proposes for this conversation."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        profile = expert(workspace)
        await workspace.profiles.save(replace(profile, context=UNSET if own is None else own))
        if last is not None:
            market = list(workspace.topology.walk())[1]
            workspace.put_view_value("branching.choices", {market: {"profile": "", "context": last}})
        page = await open_expert(shell, workspace)
        write(part(page, QLineEdit, "tryVariable0"), "Rio")
        await settle(page)
        row = page.side.panel.origins.rows["context"]
        assert row.value.words == words
        shown = page.side.preview
        click(page, "branchWithProfile")
        dialog = await the_dialog(shell)
        await until(lambda: dialog.preview is not None)
        assert dialog.preview is not None
        assert shown is not None
        assert (dialog.preview.context, dialog.preview.messages) == (shown.context, shown.messages)
        dialog.reject()

    run_in_window(tmp_path, story, setting_up=set_up)


@pytest.mark.parametrize(("value", "told"), [("  Rio ", "You advise in Rio. Only Rio."), ("   ", None)])
def test_the_page_and_its_dialog_read_blanks_alike(
    qapp: QApplication, tmp_path: Path, value: str, told: str | None
) -> None:
    """M-5, M-5b, M-7: blanks around a value are not sent, blanks alone are no value and no instructions."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        write(part(page, QLineEdit, "tryVariable0"), value)
        write(page.side.trying.own_box, "  \n")
        await settle(page)
        shown = page.side.preview
        assert shown is not None
        assert found_missing(page) is (told is None)
        click(page, "branchWithProfile")
        dialog = await the_dialog(shell)
        await until(lambda: dialog.preview is not None)
        assert bool(dialog.form_view.missing) is (told is None)
        assert dialog.preview is not None
        sent = dialog.preview.composition.config.system_prompt
        assert shown.composition.config.system_prompt == sent
        assert told in {None, sent}
        dialog.reject()

    run_in_window(tmp_path, story, setting_up=set_up)


def found_missing(page: ProfilesPage) -> bool:
    """Whether the page says that a branch still asks for something."""
    return part(page, QLabel, "tryMissing").isVisible()


def test_a_dialog_of_the_page_that_was_left_leaves_the_next_branch_plain(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-3, X-5: neither profile nor own words come with it; asked for from the page again, what was typed is there."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        market = list(workspace.topology.walk())[1]
        write(part(page, QLineEdit, "tryVariable0"), "Rio")
        write(page.side.trying.own_box, "Be brief.")
        await settle(page)
        click(page, "branchWithProfile")
        dialog = await the_dialog(shell)
        await until(lambda: dialog.preview is not None)
        QTest.keyClicks(dialog.form_view.name, "Half a na")
        dialog.reject()
        await until(lambda: shell.window.findChild(BranchDialog) is None, "it is closed")
        click(page, "branchWithProfile")
        again = await the_dialog(shell)
        await until(lambda: again.preview is not None)
        form = again.form_view.form
        assert (form.name, form.own) == ("Half a na", "Be brief.")
        assert form.variables(again.form_view.profile) == {"region": "Rio"}
        again.reject()
        await until(lambda: shell.window.findChild(BranchDialog) is None, "it is closed")
        write(part(page, QLineEdit, "tryVariable0"), "")
        write(page.side.trying.own_box, "")
        await settle(page)
        click(page, "branchWithProfile")
        third = await the_dialog(shell)
        await until(lambda: third.preview is not None)
        form = third.form_view.form
        assert (form.name, form.own) == ("Half a na", ""), (
            "what was taken out of the page is not there either"
        )
        assert third.form_view.missing == ("Region",)
        third.reject()
        await until(lambda: shell.window.findChild(BranchDialog) is None, "it is closed")
        shell.go_to("map")
        shell.chat.branch_requested.emit(market, None, None)
        plain = await the_dialog(shell)
        await until(lambda: plain.preview is not None)
        assert plain.form_view.profile is None
        assert (plain.form_view.form.name, plain.form_view.form.own) == ("", "")
        plain.reject()

    run_in_window(tmp_path, story, setting_up=set_up)


async def the_dialog(shell: Shell) -> BranchDialog:
    await until(lambda: shell.window.findChild(BranchDialog) is not None, "the dialog")
    dialog = shell.window.findChild(BranchDialog)
    assert isinstance(dialog, BranchDialog)
    return dialog


def test_the_first_request_is_shown_exactly_and_can_be_copied(qapp: QApplication, tmp_path: Path) -> None:
    """C-5: the preview is what is sent."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        write(part(page, QLineEdit, "tryVariable0"), "Rio")
        await settle(page)
        assert not part(page, QListView, "previewRequestParts").isVisible()
        click(page, "previewRequestFold")
        await settle(page)
        shown = page.side.panel.preview
        assert shown is not None
        text = part(page, TextBox, "previewRequestText")
        assert text.text == "You advise in Rio. Only Rio."
        assert text.isReadOnly()
        parts = part(page, QListView, "previewRequestParts")
        assert parts.model().rowCount() == len(shown.parts)
        QTest.keyClick(parts, Qt.Key.Key_End)
        assert text.text == shown.parts[-1].text
        click(page, "previewRequestCopy")
        copied = QApplication.clipboard().text()
        assert all(message.content in copied for message in shown.request.messages)
        assert all(tool.description in copied for tool in shown.request.tools)
        rows = [str(parts.model().index(row, 0).data()) for row in range(len(shown.parts))]
        assert sum(row.startswith("Tool: ") for row in rows) == len(shown.request.tools) > 0
        assert sum(item.tokens for item in shown.parts) == shown.tokens
        source = page.side.trying.source
        assert source is not None
        branch = await workspace.branches.open(
            source, page.side.label, profile="Regional expert", variables={"region": "Rio"}
        )
        sent = (await workspace.sending.next_request(branch)).parts
        assert [item.text for item in sent] == [item.text for item in shown.parts]

    run_in_window(tmp_path, story, setting_up=set_up)


def test_the_conversation_to_try_with_is_picked_by_name(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        field = page.side.trying._from
        assert field.accessibleName() == "Try with: branching from: Launch 2027 › Market"
        picker = page.side.trying.pick_source()
        QTest.keyClick(picker._filter, Qt.Key.Key_Up)
        QTest.keyClick(picker._filter, Qt.Key.Key_Up)
        QTest.keyClick(picker._filter, Qt.Key.Key_Return)
        await until(lambda: page.side.trying.source is None)
        await until(lambda: page.side.panel.origins.rows["context"].value.words == "the conversation")
        assert "imagined" in field.accessibleName()
        assert label(page, "branchWithProfileNote") == "You choose the conversation next."

    run_in_window(tmp_path, story, setting_up=set_up)


def test_a_note_in_the_conversation_is_in_the_next_preview(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        source = page.side.trying.source
        assert source is not None
        await workspace.messages.add_note(source, "one more")
        rows = page.side.panel.origins.rows
        await until(lambda: rows["context"].value.words == "the conversation, 4 messages")

    run_in_window(tmp_path, story, setting_up=set_up)


def test_a_long_text_is_followed_to_the_place_that_changes(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        long = "\n\n".join(f"Paragraph {number}. " + "Answer. " * 30 for number in range(80))
        await workspace.profiles.save(replace(expert(workspace), instructions=long, mode=PromptMode.PRESET))
        page = await open_expert(shell, workspace)
        edit, box = page.editor.instructions, page.side.panel.composed.pieces[0].text_box
        assert box.verticalScrollBar().value() == 0
        edit.moveCursor(edit.textCursor().MoveOperation.End)
        QTest.keyClicks(edit, "The end")
        await settle(page)
        assert box.text == edit.text
        assert box.verticalScrollBar().value() > box.verticalScrollBar().maximum() * 0.8
        await saved(page)

    run_in_window(tmp_path, story, setting_up=set_up)


def widest(box: TextBox) -> float:
    """The right end of the longest line, in pixels."""
    block, right = box.document().firstBlock(), 0.0
    while block.isValid():
        lines = (block.layout().lineAt(number) for number in range(block.layout().lineCount()))
        right = max(right, *(line.naturalTextRect().right() for line in lines))
        block = block.next()
    return right


def test_no_line_runs_under_the_bar_of_its_box(qapp: QApplication, tmp_path: Path) -> None:
    """The bar comes with the text; every line is broken before it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        text = "\n\n".join(
            "When a question is about another place, say so and suggest a branch. " * 3 for _ in range(5)
        )
        await workspace.profiles.save(replace(expert(workspace), instructions=text))
        page = await open_expert(shell, workspace)
        box = page.side.panel.composed.pieces[0].text_box
        await until(box.verticalScrollBar().isVisible, "it scrolls")
        await settle(page)
        assert widest(box) <= box.viewport().width()
        write(page.editor.instructions, text[:300])
        await settle(page)
        assert not box.verticalScrollBar().isVisible()
        assert widest(box) <= box.viewport().width()
        page.editor.instructions.insertPlainText(text[:300].replace("\n", " ") + text[:200])
        await settle(page)
        seen = set()
        for width in range(1440, 1000, -20):
            shell.window.resize(width, 820)
            await asyncio.sleep(0.01)
            await settle(page)
            seen.add(box.verticalScrollBar().isVisible())
            assert widest(box) <= box.viewport().width(), width
        assert seen == {True, False}, "the bar came and went"

    run_in_window(tmp_path, story, setting_up=set_up, size=(1440, 820))
