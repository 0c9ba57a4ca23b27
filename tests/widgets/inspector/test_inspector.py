"""*What this conversation is told*: read in the real window, and changed there."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from stello_desktop.domain.commands import Delete, Reparent, SetArchived, SetConfig
from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.config import UNSET
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.branching.acting import (
    a_profile,
    by_label,
    click,
    control,
    dialogs,
    found,
    plant,
    press,
    text_of,
)

SUMMARY = "They counted <b>the tills</b> & **two** ovens.\nhttps://example.com/a?b=1"


def seen_whole(name: str) -> bool:
    """Whether nothing of it lies outside of what scrolls."""
    part = control(name)
    return bool(part.visibleRegion().boundingRect() == part.rect())


async def inspect(shell: Shell, session_id: SessionId) -> None:
    """Open the sheet with its key, and wait until all of it is there."""
    if shell.selected != session_id:
        shell.outline.tree.selected.emit(session_id)
    await until(lambda: found("chatBranch"), "the chat is there")
    if found("inspectorSheet") is None:
        press_keys(shell, "Ctrl+I")
    await all_there(session_id, shell)


async def edit_told(shell: Shell, workspace: Workspace) -> SessionId:
    """A branch with instructions of its own, which are being edited."""
    made = await workspace.branches.open(by_label(workspace, "Money"), "Told", own="Be brief.")
    await inspect(shell, made)
    click("inspectEdit")
    return made


def press_keys(shell: Shell, keys: str) -> None:
    QTest.keySequence(shell.window, QKeySequence(keys))


async def all_there(session_id: SessionId, shell: Shell) -> None:
    sheet: Any = shell.inspecting.sheet
    await until(lambda: found("inspectSent") and sheet.facts is not None, "all parts are there")
    await until(lambda: sheet.facts.session_id == session_id, "it is this conversation's")


def words_of(name: str) -> list[str]:
    """The composed pieces as they are shown."""
    return [piece.text for piece in control(name).shown]


def answers_with(workspace: Workspace, session_id: SessionId, name: str) -> bool:
    service = workspace.answering.service_of(session_id)
    return name in {service.name, service.service_id}


def parts(shell: Shell) -> list[str]:
    """The texts of the next request as they are listed."""
    sheet: Any = shell.inspecting.sheet
    return [part.text for part in sheet.parts if part.kind is not PartKind.TOOL]


def test_a_branch_says_where_it_came_from_what_it_was_told_and_by_whom(
    qapp: QApplication, tmp_path: Path
) -> None:
    """F-8, M-7, T-8: source, message, place, profile with version and values, each piece with its layer."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        profile = await a_profile(workspace)
        money, menu = by_label(workspace, "Money"), by_label(workspace, "Menu and prices")
        here = (await workspace.messages.list_records(money))[1]
        made = await workspace.branches.open(
            money,
            "Hunan",
            profile="Regional expert",
            variables={"region": "Hunan"},
            own="Be brief.",
            context="inherit",
            until=here.record_id,
        )
        await inspect(shell, made)
        assert text_of("inspectSourceWords") == "Branched from"
        assert control("inspectSource").text() == "Money"
        assert text_of("inspectMessage").startswith("At this message: “")
        assert found("inspectParent") is None, "its place is said once"
        assert text_of("inspectBegan") == "It began with what had been said there."
        assert text_of("inspectProfileName") == f"Regional expert, version {profile.version}"
        assert text_of("inspectProfileValues") == "Which region: Hunan"
        assert found("inspectProfileState") is None
        assert words_of("previewComposed") == [
            "You are an expert for Hunan. Answer in a plain tone.",
            "Be brief.",
        ]
        assert text_of("previewSegmentCaption0") == "from the profile"
        assert text_of("previewSegmentCaption1") == "from this branch"
        await workspace.apply(Reparent((made,), menu))
        await until(lambda: found("inspectParent"), "it hangs elsewhere")
        assert text_of("inspectParentWords") == "It hangs under another one now:"
        assert control("inspectParent").text() == "Menu and prices"
        await workspace.profiles.save(replace(profile, description="new"))
        await until(lambda: found("inspectProfileState"))
        assert "changed since; it is at version" in text_of("inspectProfileState")
        click("inspectSource")
        await until(lambda: shell.selected == money, "a click goes there")

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_message_it_branched_at_is_shown_among_its_neighbours(qapp: QApplication, tmp_path: Path) -> None:
    """F-8: a click on the excerpt lays the source's messages open at that message."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        for number in range(60):
            await workspace.messages.add_note(money, f"Thought {number}. " * 30)
        here = (await workspace.messages.list_records(money))[20]
        made = await workspace.branches.open(money, "Hunan", context="inherit", until=here.record_id)
        await inspect(shell, made)
        click("inspectShowMessage")
        chat = shell.chat
        await until(lambda: chat.session_id == money and chat.conversation.is_loaded, "its source is read")
        assert found("inspectorSheet") is None
        shown = chat.canvas.entries[chat.canvas.current]
        assert shown.record_id == here.record_id
        seen = chat.canvas.entry_rect_in_view(chat.canvas.current)
        assert chat.canvas.viewport().rect().intersects(seen)

    run_in_window(tmp_path, story, setting_up=plant)


def test_how_much_is_sent_stands_beside_what_the_model_reads(qapp: QApplication, tmp_path: Path) -> None:
    """C-5, C-6: the size of the next request, and the limit where it is known."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await inspect(shell, money)
        await until(lambda: text_of("previewTokensText").startswith("about "), "it is counted")
        request = await workspace.sending.next_request(money)
        assert request.limit == 32_000
        await until(lambda: text_of("previewTokensText") == f"about {request.tokens} tokens of 32,000")

    model = ScriptedModel("Yes.", context_tokens=32_000)
    run_in_window(tmp_path, story, setting_up=plant, model=model)


def test_what_was_destroyed_while_it_was_read_is_no_failure(qapp: QApplication, tmp_path: Path) -> None:
    """T-8: what a part reads late may be gone by then; nobody is bothered with that."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        made = await workspace.branches.open(by_label(workspace, "Money"), "Short-lived")
        await inspect(shell, made)
        sheet: Any = shell.inspecting.sheet
        facts, sections = sheet.facts, sheet.sections
        await workspace.apply(Delete((made,)))
        await workspace.trash.empty()
        for section in sections:
            section.fill(facts, read_only=False)
        await asyncio.sleep(0.2)
        assert found("toastText") is None or "session" not in text_of("toastText").casefold()

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_project_that_was_put_under_another_is_none_any_more(qapp: QApplication, tmp_path: Path) -> None:
    """T-6: it branched from nothing all the same, and where it hangs is said."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        other = await workspace.create_project("Other")
        await inspect(shell, other)
        assert text_of("inspectSourceWords") == "A project of its own; it branched from nothing."
        await workspace.apply(Reparent((other,), by_label(workspace, "Money")))
        await until(lambda: found("inspectParent"), "it hangs elsewhere")
        assert text_of("inspectSourceWords") == "It was a project of its own; it branched from nothing."
        assert text_of("inspectParentWords") == "It hangs under another one now:"
        assert control("inspectParent").text() == "Money"

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_summary_that_a_branch_began_with_is_read_there(qapp: QApplication, tmp_path: Path) -> None:
    """F-5: as text, whatever stands in it; of a grandchild it is said that it did not come along."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        made = await workspace.branches.open(money, "Summed up", context="compress")
        await inspect(shell, made)
        assert text_of("inspectBegan") == "It began with a summary of what had been said there."
        assert control("inspectInherited").toPlainText() == SUMMARY
        click("inspectInheritedCopy")
        assert QGuiApplication.clipboard().text() == SUMMARY
        for context, began in (
            ("inherit", "It began with what had been said there."),
            ("compress", "Nothing had been said there yet, so it began empty."),
        ):
            await inspect(shell, await workspace.branches.open(made, context, context=context))
            left = " The summary that “Summed up” itself had begun with did not come along."
            assert text_of("inspectBegan") == began + left
            assert found("inspectInherited") is None
            assert found("inspectInheritedCopy") is None
        await inspect(shell, await workspace.branches.open(money, "Beside", context="inherit"))
        assert text_of("inspectBegan") == "It began with what had been said there."
        await inspect(shell, await workspace.branches.open(made, "Empty", context="none"))
        assert text_of("inspectBegan") == "It began empty."

    model = ScriptedModel([SUMMARY], repeat_last=True)
    run_in_window(tmp_path, story, setting_up=plant, model=model)


def test_a_project_came_from_nothing(qapp: QApplication, tmp_path: Path) -> None:
    """M-8: roots are ordinary; they have no source and no profile."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await inspect(shell, workspace.topology.roots[0])
        assert text_of("inspectSourceWords") == "A project of its own; it branched from nothing."
        for name in ("inspectSource", "inspectParent", "inspectProfile", "inspectMessage"):
            assert found(name) is None
        assert text_of("previewNoInstructions") == "No instructions: nobody has written any here."

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_is_gone_is_said_to_be_gone(qapp: QApplication, tmp_path: Path) -> None:
    """T-8: a deleted source, profile and service; what the conversation was told stays."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        profile = await a_profile(workspace, "Critic", instructions="Be hard.", variables=())
        service_id = await a_service(workspace, "other", default=False)
        money = by_label(workspace, "Money")
        made = await workspace.branches.open(money, "Alone", profile="Critic")
        await workspace.apply(Reparent((made,), None))
        other = next(item for item in workspace.answering.services if item.service_id == service_id)
        await workspace.services.bind(made, other)
        await workspace.profiles.set_archived(profile.profile_id, True)
        await inspect(shell, made)
        assert text_of("inspectProfileState").startswith("This profile is archived.")
        await workspace.profiles.delete(profile.profile_id)
        await workspace.services.remove(service_id)
        await workspace.apply(Delete((money,)))
        gone = "Branched from a conversation that no longer exists."
        await until(lambda: text_of("inspectSourceWords") == gone, gone)
        assert found("inspectSource") is None
        assert text_of("inspectParentWords") == "It is a project of its own now."
        assert text_of("inspectProfileState").startswith("This profile no longer exists.")
        assert words_of("previewComposed") == ["Be hard."]
        assert "was removed" in text_of("inspectServiceGone")

    run_in_window(tmp_path, story, setting_up=plant)


def test_instructions_are_edited_undone_and_count_from_the_next_message(
    qapp: QApplication, tmp_path: Path
) -> None:
    """T-5: one undoable step; the toast offers *Undo*, and Ctrl+Z takes it back too."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await edit_told(shell, workspace)
        box = control("inspectEditText")
        assert box.hasFocus()
        assert box.toPlainText() == "Be brief."
        assert text_of("inspectEditNote") == "Counts from the next message on. Undo takes it back."
        QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(box, "Be in {city}.")
        assert "{city} is sent as it stands" in text_of("inspectEditBraces")
        QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(box, "Be long.")
        assert found("inspectEditBraces") is None
        click("inspectEditSave")
        await until(lambda: found("inspectEditText") is None)
        await until(lambda: words_of("previewComposed") == ["Be long."])
        assert text_of("previewSegmentCaption0") == "changed by hand since"
        assert QApplication.focusWidget() is control("inspectEdit")
        await until(lambda: "Be long." in parts(shell), "it is sent")
        assert text_of("toastText") == "Changed the instructions of “Told”"
        press_keys(shell, "Ctrl+Z")
        await until(lambda: words_of("previewComposed") == ["Be brief."])
        press_keys(shell, "Ctrl+Shift+Z")
        await until(lambda: words_of("previewComposed") == ["Be long."])

    run_in_window(tmp_path, story, setting_up=plant)


def test_an_emptied_box_takes_the_instructions_away_and_the_tick_is_none_at_all(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-5b."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        made = await edit_told(shell, workspace)
        control("inspectEditText").clear()
        QTest.keyClick(control("inspectEditText"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: found("previewNoInstructions"))
        assert (await workspace.inspection.facts(made)).system_prompt is UNSET
        click("inspectEdit")
        click("inspectEditNone")
        click("inspectEditSave")
        await until(lambda: found("previewNoInstructions"))
        await until(lambda: text_of("previewNoInstructions").startswith("No instructions at all"))
        assert (await workspace.inspection.facts(made)).system_prompt == ""

    run_in_window(tmp_path, story, setting_up=plant)


def test_escape_leaves_the_box_and_then_the_sheet(qapp: QApplication, tmp_path: Path) -> None:
    """Nothing is changed, and the person can write again."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        made = await edit_told(shell, workspace)
        QTest.keyClicks(control("inspectEditText"), "not this")
        press(Qt.Key.Key_Escape, "inspectEditText")
        assert found("inspectEditText") is None
        assert (await workspace.inspection.facts(made)).system_prompt == "Be brief."
        press(Qt.Key.Key_Escape, "inspectEdit")
        await until(lambda: found("inspectorSheet") is None)
        assert QApplication.focusWidget() is shell.chat.composer.field

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_typed_and_not_saved_waits_for_its_conversation(qapp: QApplication, tmp_path: Path) -> None:
    """Nothing the person typed is ever lost."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        made = await edit_told(shell, workspace)
        box = control("inspectEditText")
        QTest.keyClick(box, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(box, " And kind.")
        await inspect(shell, by_label(workspace, "Money"))
        assert found("inspectEditText") is None
        await inspect(shell, made)
        assert control("inspectEditText").toPlainText() == "Be brief. And kind."

    run_in_window(tmp_path, story, setting_up=plant)


def test_skills_have_three_states(qapp: QApplication, tmp_path: Path) -> None:
    """S-1: unset sees all, also later ones; none; only these. Each an undoable step."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.skills.create("counting", description="counts", content="Count.")
        await workspace.skills.create("drawing", description="draws", content="Draw.")
        money = by_label(workspace, "Money")
        await inspect(shell, money)
        assert control("profileSkills_inherit").isChecked()
        assert text_of("inspectSkillsSeen") == "It sees now: counting, drawing"
        click("profileSkills_none")
        await until(lambda: found("inspectSkillsSeen") is None)
        assert (await workspace.inspection.facts(money)).skills == ()
        click("profileSkills_only")
        click("profileSkillAdd")
        await until(lambda: found("profileSkillMenu"))
        menu = control("profileSkillMenu")
        assert isinstance(menu, QMenu)
        menu.actions()[1].trigger()
        menu.close()
        await until(lambda: found("inspectSkillsSeen") and text_of("inspectSkillsSeen").endswith(": drawing"))
        assert (await workspace.inspection.facts(money)).skills == ("drawing",)
        await workspace.undo()
        await until(lambda: found("inspectSkillsSeen") is None)
        await workspace.undo()
        await until(lambda: control("profileSkills_inherit").isChecked())

    run_in_window(tmp_path, story, setting_up=plant)


def test_another_service_is_asked_about_before_the_conversation_goes_there(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-10: one question names it; *Cancel* leaves everything as it was."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_service(workspace, "Faraway", default=False, address="https://faraway.example/v1")
        money = by_label(workspace, "Money")
        await inspect(shell, money)
        assert control("inspectModel").accessibleName() == "Answers with: Your usual one: Practice assistant"
        for answer, bound in (("questionCancel", "practice"), ("questionAccept", "Faraway")):
            click("inspectModel")
            await until(lambda: found("modelPopupSearch"))
            QTest.keyClicks(control("modelPopupSearch"), "Faraway-model")
            press(Qt.Key.Key_Return, "modelPopupSearch")
            await until(lambda: found("questionText"))
            assert "faraway.example" in text_of("questionText")
            click(answer)
            await until(lambda: not dialogs())
            await until(partial(answers_with, workspace, money, bound))
        await until(lambda: "Faraway" in control("inspectModel").accessibleName())

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_is_sent_follows_the_draft_and_the_messages(qapp: QApplication, tmp_path: Path) -> None:
    """C-5: exactly the next request, part by part, with an estimate each."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await inspect(shell, money)
        shell.chat.composer.field.setFocus()
        QTest.keyClicks(shell.chat.composer.field, "How much?")
        await until(lambda: parts(shell)[-1:] == ["How much?"])
        exact = (await workspace.sending.next_request(money, "How much?")).parts
        assert parts(shell) == [part.text for part in exact if part.kind is not PartKind.TOOL]
        total = sum(part.tokens for part in exact)
        assert total == (await workspace.sending.next_request(money, "How much?")).tokens
        assert text_of("previewTokensText").startswith(f"about {total} ")
        await workspace.messages.add_note(money, "a thought")
        await until(lambda: any("a thought" in text for text in parts(shell)))
        click("previewRequestFold")
        await until(lambda: found("previewRequestText"), "the parts are there")
        await until(lambda: seen_whole("previewRequestParts"), "without scrolling")
        await until(lambda: found("previewRequestParts"))
        rows = control("previewRequestParts").model()
        await until(lambda: rows.rowCount() == len(parts(shell)) + len(["its tool"]))
        assert rows.index(rows.rowCount() - 1, 0).data().startswith("Tool: stello_create_session · about ")
        click("previewRequestCopy")
        assert '"label"' in QGuiApplication.clipboard().text()

    run_in_window(tmp_path, story, setting_up=plant)


def lists(words: str) -> bool:
    """Whether a part of the request is called so."""
    rows = control("previewRequestParts").model()
    return any(str(rows.index(row, 0).data()).startswith(words) for row in range(rows.rowCount()))


def test_the_opening_message_is_named_among_what_is_sent(qapp: QApplication, tmp_path: Path) -> None:
    """F-6, C-5: it is no answer; behind one that came along it is one message with it, and both are named."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        for context, named in (("none", "Opening message"), ("inherit", "Answer and opening message")):
            made = await workspace.branches.open(money, context, context=context, opening="What is it worth?")
            await inspect(shell, made)
            if found("previewRequestParts") is None:
                click("previewRequestFold")
            await until(lambda: found("previewRequestText"), "the parts are there")
            await until(partial(lists, f"{named} · about "), named)

    run_in_window(tmp_path, story, setting_up=plant)


def test_copying_what_is_sent_says_so_for_a_moment(qapp: QApplication, tmp_path: Path) -> None:
    """The button says it to eyes, and goes back to what it was."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await inspect(shell, by_label(workspace, "Money"))
        click("previewRequestFold")
        await until(lambda: found("previewRequestText"), "the parts are there")
        copy = control("previewRequestCopy")
        assert copy.text() == "Copy"
        click("previewRequestCopy")
        assert copy.text() == "Copied"
        click("previewRequestCopy")
        assert copy.text() == "Copied"
        assert copy.accessibleName() == "Copy the next request"
        await until(lambda: copy.text() == "Copy", "the sign goes by itself")

    run_in_window(tmp_path, story, setting_up=plant)


def test_sending_shows_the_messages_again(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await inspect(shell, money)
        shell.chat.composer.field.setFocus()
        QTest.keyClicks(shell.chat.composer.field, "How much?")
        press(Qt.Key.Key_Return, "composerText")
        await until(lambda: found("inspectorSheet") is None)
        await until(lambda: not workspace.rounds.live_sessions)

    run_in_window(tmp_path, story, setting_up=plant, model=ScriptedModel(["ok"]))


def test_tools_are_named_with_a_sentence_or_the_model_is_said_to_have_none(
    qapp: QApplication, tmp_path: Path
) -> None:
    """X-2, Q23."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await inspect(shell, by_label(workspace, "Money"))
        lines = text_of("inspectToolList").splitlines()
        assert lines == ["Opens a branch where a subject deserves a conversation of its own."]
        await workspace.skills.create("counting", description="counts", content="Count.")
        await until(lambda: "Reads one of its skills when it needs it." in text_of("inspectToolList"))

    run_in_window(tmp_path, story, setting_up=plant)

    async def unable(shell: Shell, workspace: Workspace) -> None:
        await inspect(shell, by_label(workspace, "Money"))
        assert text_of("inspectUnable").startswith("This model cannot open branches by itself.")
        assert found("inspectToolList") is None

    mute = ScriptedModel(["ok"], supports_tools=False)
    run_in_window(tmp_path / "mute", unable, setting_up=plant, model=mute)


def test_an_archived_conversation_is_read_only(qapp: QApplication, tmp_path: Path) -> None:
    """R-13: it is said, and nothing can be changed."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await workspace.apply(SetConfig(money, "Be brief.", UNSET))
        await workspace.apply(SetArchived((money,), True))
        await inspect(shell, money)
        assert "archived" in text_of("inspectorNote")
        assert found("inspectEdit") is None
        assert not control("inspectModel").isEnabled()
        assert not control("profileSkills_none").isEnabled()
        assert words_of("previewComposed") == ["Be brief."]
        await workspace.apply(SetArchived((money,), False))
        await until(lambda: found("inspectEdit"))
        assert found("inspectorNote") is None

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_sheet_follows_the_conversation_and_goes_with_the_last_one(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        await inspect(shell, money)
        location = by_label(workspace, "Location")
        shell.outline.tree.selected.emit(location)
        await all_there(location, shell)
        await workspace.examples.remove()
        await until(lambda: found("inspectorSheet") is None)

    run_in_window(tmp_path, story, setting_up=plant)


def test_every_way_in_and_each_control_by_keyboard(qapp: QApplication, tmp_path: Path) -> None:
    """Keyboard alone does everything: Tab walks through the sheet from top to bottom, each stop has a name."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        made = await workspace.branches.open(money, "Told", own="Be brief.")
        await inspect(shell, made)
        assert QApplication.focusWidget() is control("inspectorClose")
        stops: list[str] = []
        for _ in range(40):
            focused = QApplication.focusWidget()
            assert focused is not None
            if stops and not control("inspectorSheet").isAncestorOf(focused):
                break
            stops.append(focused.objectName())
            assert focused.accessibleName() or getattr(focused, "text", str)(), focused.objectName()
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        wanted = ["inspectorClose", "inspectSource", "inspectEdit", "profileSkills_inherit"]
        wanted += ["inspectModel", "previewRequestFold"]
        assert [name for name in stops if name in wanted] == wanted
        click("inspectorClose")
        await until(lambda: found("inspectorSheet") is None)
        menu = shell.chat.header.menu
        menu.aboutToShow.emit()
        next(a for a in menu.actions() if a.text() == "What this conversation is told").trigger()
        await until(lambda: found("inspectorSheet"))
        press_keys(shell, "Ctrl+I")
        await until(lambda: found("inspectorSheet") is None)
        await asyncio.sleep(0)

    run_in_window(tmp_path, story, setting_up=plant)
