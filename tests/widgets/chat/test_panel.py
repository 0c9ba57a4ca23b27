"""The panel over a real workspace: sending, following, stopping, drafts, branches, errors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt, QTranslator
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QPlainTextEdit, QWidget

from stello_desktop.domain.commands import Delete, SetArchived
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import (
    EndReason,
    ReasoningDelta,
    StreamEnd,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest, Role
from stello_desktop.llm.scripted import ScriptedModel, text_reply, tool_reply
from stello_desktop.ui import tasks, theme
from stello_desktop.ui.chat.entries import Ending, EntryKind
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import double_click_passed, until

type Tell = Callable[..., None]

REFUSED = ProviderError(ProviderErrorKind.NETWORK, "refused", detail="ConnectError: refused", service="llama")


ACTIONS = ("errorRetry", "errorContinue", "endingRetry", "endingContinue")


def control(panel: QWidget, name: str) -> QWidget | None:
    for widget in panel.findChildren(QWidget, name):
        if widget.isVisible():
            return widget
    return None


async def click(panel: ChatPanel, name: str) -> None:
    await until(lambda: control(panel, name), name)
    found = control(panel, name)
    assert isinstance(found, QAbstractButton)
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)
    await asyncio.sleep(0)


async def write(panel: ChatPanel, text: str) -> None:
    panel.composer.field.setFocus()
    QTest.keyClicks(panel.composer.field, text)
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await asyncio.sleep(0)


async def answered(panel: ChatPanel) -> None:
    await until(
        lambda: panel.conversation.turn is None and panel.conversation.records, "the end of the answer"
    )


def said(panel: ChatPanel) -> list[tuple[str, str]]:
    shown = [entry for entry in panel.canvas.entries if entry.kind is not EntryKind.VERSIONS]
    return [(entry.kind.value, entry.text) for entry in shown]


def words_of(panel: ChatPanel) -> str:
    return " ".join(label.text() for label in panel.findChildren(QLabel) if label.isVisible())


def test_a_message_is_sent_and_its_answer_followed(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        assert control(panel, "chatEmpty")
        await write(panel, "How long is the runway?")
        assert panel.composer.text == ""
        assert said(panel)[0] == ("question", "How long is the runway?")
        assert control(panel, "composerStop")
        await answered(panel)
        assert said(panel) == [("question", "How long is the runway?"), ("answer", "About **18** months.")]
        assert not control(panel, "composerStop")
        assert not control(panel, "chatEmpty")

    tell(story, ScriptedModel(["About **18** months."], delay_s=0.01))


def test_what_grew_is_not_laid_out_again_when_it_becomes_history(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "hi")
        await until(lambda: len(said(panel)[-1][1]) > 200, "some text")
        growing = panel.canvas.transcript.items[-1]
        first = panel.canvas.transcript.pieces_of(growing)[0]
        await answered(panel)
        assert panel.canvas.transcript.items[-1] is growing
        assert panel.canvas.transcript.pieces_of(growing)[0] is first
        assert len(panel.canvas.transcript.pieces_of(growing)) == 30

    tell(story, ScriptedModel(["One paragraph.\n\n" * 30], delay_s=0.005))


def test_stop_keeps_what_arrived_and_continue_goes_on(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "tell me")
        await until(lambda: "two" in said(panel)[-1][1], "some text")
        await double_click_passed()
        await click(panel, "composerStop")
        await answered(panel)
        assert panel.canvas.entries[-1].ending is Ending.STOPPED
        await click(panel, "endingContinue")
        await answered(panel)
        assert said(panel)[-1][1] == "and the rest"
        assert [kind for kind, _ in said(panel)] == ["question", "answer", "answer"]

    tell(story, ScriptedModel([text_reply("one two " + "more " * 400), "and the rest"], delay_s=0.01))


def test_nothing_waits_above_an_answer_that_is_being_written(tell: Tell) -> None:
    """Q34: the dots that stood below the branch go as soon as its answer goes on."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "look at the seed round separately")
        await until(lambda: control(panel, "branchCard") and control(panel, "waitingDots"), "the wait")
        await until(lambda: "two" in said(panel)[-1][1], "some text")
        assert panel.conversation.answering
        assert not control(panel, "waitingDots")
        assert control(panel, "branchCard")
        panel.sending.stop()
        await answered(panel)

    branching = tool_reply("stello_create_session", label="Seed round")
    tell(story, ScriptedModel([branching, text_reply("one two " + "more " * 400)], delay_s=0.1))


def test_a_failure_is_a_sentence_with_actions_and_details(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "hello")
        await answered(panel)
        assert "cannot be reached" in words_of(panel)
        await click(panel, "errorDetails")
        text = control(panel, "errorDetailsText")
        assert isinstance(text, QPlainTextEdit)
        assert "refused" in text.toPlainText()
        await click(panel, "errorCopy")
        assert "refused" in QGuiApplication.clipboard().text()
        await click(panel, "errorRetry")
        await answered(panel)
        assert said(panel) == [("question", "hello"), ("answer", "Here again.")]

    tell(story, ScriptedModel([REFUSED, "Here again."]))


def test_only_the_last_round_offers_to_go_on_or_to_try_again(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        for text, last in (("fails", "errorRetry"), ("cut off", "endingContinue"), ("works", "")):
            await write(panel, text)
            await answered(panel)
            offered = {name for name in ACTIONS if control(panel, name)}
            assert offered == ({last} if last else set())
        endings = [entry.ending for entry in panel.canvas.entries if entry.kind is EntryKind.ANSWER]
        assert endings == [Ending.FAILED, Ending.CUT_OFF, Ending.NONE]
        assert not control(panel, "errorCard")
        retried = [panel._menu.actions_for(entry).retry for entry in panel.canvas.entries]
        assert retried == [False] * (len(retried) - 1) + [True]
        await workspace.messages.add_note(session_id, "after all")
        await until(lambda: panel.canvas.entries[-1].kind is EntryKind.NOTE, "the note")
        again = [entry.text for entry in panel.canvas.entries if panel._menu.actions_for(entry).retry]
        assert again == ["fine"]

    tell(story, ScriptedModel([REFUSED, [TextDelta("half of"), StreamEnd(EndReason.LENGTH)], "fine"]))


def test_an_answer_cut_off_by_its_length_can_go_on(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "hello")
        await answered(panel)
        assert panel.canvas.entries[-1].ending is Ending.CUT_OFF
        assert control(panel, "endingContinue")
        assert not control(panel, "endingRetry")

    tell(story, ScriptedModel([[TextDelta("half of"), StreamEnd(EndReason.LENGTH)]]))


def test_a_branch_of_the_assistant_has_a_card(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        gone: list[str] = []
        panel.go_to.connect(gone.append)
        await write(panel, "look at the seed round separately")
        await answered(panel)
        await until(lambda: control(panel, "branchCard"), "the card")
        assert "Opened a branch: Seed round" in words_of(panel)
        assert "Starts empty" in words_of(panel)
        await click(panel, "branchCardGo")
        branch = next(entry for entry in workspace.topology.entries() if entry.label == "Seed round")
        assert gone == [branch.session_id]
        await click(panel, "branchCardBring")
        await until(lambda: "Starts with this conversation" in words_of(panel), "the conversation")
        await click(panel, "branchCardUndo")
        await until(lambda: branch.session_id not in workspace.topology, "the undo")
        await until(lambda: "No longer there" in words_of(panel), "the card to tell the truth")
        assert not control(panel, "branchCardGo")

    tell(story, ScriptedModel([tool_reply("stello_create_session", label="Seed round"), "Opened."]))


@pytest.mark.parametrize(
    ("call", "technical", "told"),
    [
        pytest.param(
            tool_reply("stello_create_session", label="  "),
            "label: must not be empty",
            "gave the branch no name",
            id="no name",
        ),
        pytest.param(
            [ToolCallDelta("c", "stello_create_session", "{'label': "), StreamEnd(EndReason.TOOL_CALLS)],
            "the arguments are not valid JSON",
            "open it yourself with Branch",
            id="unreadable",
        ),
    ],
)
def test_a_branch_that_could_not_be_read_is_told_in_words_with_the_technical_text_behind(
    tell: Tell, call: list[StreamEvent], technical: str, told: str
) -> None:
    """R-7: a person is told what to do, and may see what the model did wrong."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "branch")
        await answered(panel)
        await until(lambda: not tasks.running(), "everything was read from the disk")
        await until(lambda: control(panel, "refusedBranchCard"), "the card")
        assert "A branch was not opened" in words_of(panel)
        assert told in words_of(panel)
        assert "Not opened:" not in words_of(panel)
        assert technical not in words_of(panel)
        await click(panel, "refusedDetails")
        await until(lambda: control(panel, "refusedDetailsText"), "the technical text")
        text = control(panel, "refusedDetailsText")
        assert isinstance(text, QPlainTextEdit)
        assert technical in text.toPlainText()
        await click(panel, "refusedCopy")
        assert technical in QGuiApplication.clipboard().text()

    tell(story, ScriptedModel([call, "Sorry."]))


def test_r_13_open_anyway_in_an_archived_conversation_is_answered(tell: Tell) -> None:
    """Nothing is done that only the log hears of."""
    asked: list[str] = []

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.change_settings(guard_on=True)
        await write(panel, "look at the seed round separately")
        await answered(panel)
        await workspace.apply(SetArchived((session_id,), True))
        panel.archived_asked.connect(asked.append)
        await click(panel, "refusedBranchOpen")
        assert asked == [session_id]
        assert panel.show_failure(ProviderError(ProviderErrorKind.NETWORK)) is False, (
            "the window shows it then"
        )

    tell(story, ScriptedModel([tool_reply("stello_create_session", label="Seed round"), "Later, then."]))


def test_g_1_a_branch_that_the_guard_refused_can_be_opened_anyway(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.change_settings(guard_on=True)
        await write(panel, "look at the seed round separately")
        await answered(panel)
        await until(lambda: control(panel, "refusedBranchCard"), "the card")
        assert "does not split too early" in words_of(panel)
        assert not control(panel, "branchCard")
        await click(panel, "refusedBranchOpen")
        await until(lambda: control(panel, "branchCardGo"), "the card of the branch")
        assert not control(panel, "refusedBranchCard")
        assert [entry.label for entry in workspace.topology.entries()].count("Seed round") == 1

    tell(story, ScriptedModel([tool_reply("stello_create_session", label="Seed round"), "Later, then."]))


def test_x_5_what_the_person_declined_can_be_opened_later_but_never_another_call_of_its_id(
    tell: Tell,
) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.change_settings(assistant_branches="ask")
        for count in (1, 2):
            await write(panel, "branch")
            await click(panel, "branchQuestionNotNow")
            await answered(panel)
            assert len(panel.canvas.entries) == 3 * count
        offered = [call.openable for entry in panel.canvas.entries for call in entry.calls]
        assert offered == [False, True]
        await click(panel, "refusedBranchOpen")
        await until(lambda: control(panel, "branchCardGo"), "the card of the branch")
        labels = {entry.label for entry in workspace.topology.entries()}
        assert "Two" in labels
        assert "One" not in labels

    branches = [tool_reply("stello_create_session", call_id="same", label=label) for label in ("One", "Two")]
    tell(story, ScriptedModel([branches[0], "As you like.", branches[1], "As you like."]))


def test_x_5_the_person_is_asked_once_with_a_tick_for_each(tell: Tell) -> None:
    calls = [
        event
        for number, label in enumerate(("Pricing", "Hiring"))
        for event in tool_reply("stello_create_session", call_id=f"c{number}", label=label)[:-1]
    ]

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.change_settings(assistant_branches="ask")
        await write(panel, "branch twice")
        await click(panel, "branchQuestionTick1")
        await click(panel, "branchQuestionOpen")
        await answered(panel)
        labels = {entry.label for entry in workspace.topology.entries()}
        assert "Pricing" in labels
        assert "Hiring" not in labels
        await until(
            lambda: control(panel, "branchCard") and control(panel, "refusedBranchCard"), "both cards"
        )

    tell(story, ScriptedModel([[*calls, StreamEnd(EndReason.TOOL_CALLS)], "Done."]))


def test_a_note_needs_no_service(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.composer.set_text("remember this")
        await click(panel, "composerNote")
        await until(lambda: said(panel) == [("note", "remember this")], "the note")
        assert panel.composer.text == ""

    tell(story, ScriptedModel([REFUSED]))


def test_drafts_belong_to_their_conversation(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        other = await workspace.create_project("Other")
        QTest.keyClicks(panel.composer.field, "half a thought")
        panel.show_session(other)
        await until(lambda: panel.conversation.is_loaded, "the other")
        assert panel.composer.text == ""
        QTest.keyClicks(panel.composer.field, "something else")
        await asyncio.sleep(0.7)
        assert await workspace.messages.get_draft(other) == "something else"
        panel.show_session(session_id)
        await until(lambda: panel.composer.text == "half a thought", "the draft")

    tell(story)


def test_the_last_question_is_edited_in_place(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first words")
        await answered(panel)
        entry = panel.canvas.entries[0]
        assert panel._menu.actions_for(entry).edit
        panel._menu.edit_requested.emit(entry.text)
        assert panel.composer.text == "first words"
        panel.composer.set_text("better words")
        panel.composer.field.submitted.emit()
        await until(lambda: panel.conversation.turn, "the turn")
        await answered(panel)
        assert said(panel) == [("question", "better words"), ("answer", "two")]

    tell(story, ScriptedModel(["one", "two"]))


def test_retry_replaces_the_answer(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "a question")
        await answered(panel)
        assert panel._menu.actions_for(panel.canvas.entries[-1]).retry
        panel.sending.retry()
        assert [kind for kind, _ in said(panel)] == ["question", "answer"]
        await answered(panel)
        assert said(panel) == [("question", "a question"), ("answer", "second try")]

    tell(story, ScriptedModel(["first try", "second try"], delay_s=0.01))


def test_every_action_of_a_message_is_in_its_menu_too(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        asked: list[tuple[object, ...]] = []
        panel.branch_requested.connect(lambda *args: asked.append(args))
        for text in ("one", "two"):
            await write(panel, text)
            await answered(panel)
        panel.canvas.setFocus()
        panel.canvas.go_to_entry(0)
        QTest.keyClick(panel.canvas, Qt.Key.Key_Return)
        menu = next(menu for menu in panel.canvas.findChildren(QMenu, "messageMenu") if menu.isVisible())
        actions = {action.text(): action for action in menu.actions() if action.text()}
        assert set(actions) == {
            "Copy message",
            "Branch from here…",
            "Branch from here at once",
            "Edit in a branch",
        }
        actions["Edit in a branch"].trigger()
        actions["Branch from here…"].trigger()
        first = panel.canvas.entries[0].record_id
        assert asked == [(session_id, first, "one"), (session_id, first, None)]
        at_once: list[tuple[object, ...]] = []
        panel.plain_branch_requested.connect(lambda *args: at_once.append(args))
        actions["Branch from here at once"].trigger()
        assert at_once == [(session_id, first)]
        menu.close()
        assert {"Retry"} <= {action.text() for action in panel._menu.build(3, QPointF(-5, -5)).actions()}

    tell(story, ScriptedModel(["yes"], repeat_last=True))


def test_archived_conversations_are_read_only_until_unarchived(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.apply(SetArchived((session_id,), True))
        await until(lambda: control(panel, "archivedBar"), "the bar")
        assert not control(panel, "composer")
        await click(panel, "chatUnarchive")
        await until(lambda: control(panel, "composer"), "the composer")

    tell(story)


def test_the_head_shows_the_way_and_renames(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        gone: list[str] = []
        panel.go_to.connect(gone.append)
        await click(panel, "breadcrumb0")
        assert gone == [workspace.topology.root_of(session_id)]
        panel.header.title.begin()
        field = control(panel, "chatTitleField")
        assert field is not None
        QTest.keyClicks(field, "Money")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: workspace.topology[session_id].label == "Money", "the name")
        assert panel.header.title.text == "Money"

    tell(story)


def test_a_deleted_conversation_leaves_an_empty_place(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.apply(Delete((session_id,)))
        await until(lambda: panel.session_id is None, "nothing")
        assert "No conversation is open" in words_of(panel)

    tell(story)


def test_a_second_view_of_a_running_answer_catches_up(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "tell me")
        await until(lambda: "word" in said(panel)[-1][1], "some text")
        second = ChatPanel(workspace)
        second.resize(400, 500)
        second.show()
        second.show_session(session_id)
        await until(
            lambda: second.conversation.is_loaded and "word" in said(second)[-1][1], "the second view"
        )
        assert [kind for kind, _ in said(second)] == ["question", "answer"]
        panel.sending.stop()
        await answered(second)
        await second.aclose()
        second.close()
        second.deleteLater()

    tell(story, ScriptedModel([text_reply("word " * 500)], delay_s=0.01))


def test_a_hidden_panel_does_not_work_and_catches_up_when_shown(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "tell me")
        await until(lambda: "word" in said(panel)[-1][1], "some text")
        panel.hide()
        assert not panel.conversation._clock.isActive()
        before = said(panel)[-1][1]
        await asyncio.sleep(0.2)
        assert said(panel)[-1][1] == before
        panel.show()
        await until(lambda: len(said(panel)[-1][1]) > len(before), "more text")
        panel.sending.stop()
        await answered(panel)

    tell(story, ScriptedModel([text_reply("word " * 500)], delay_s=0.01))


def test_thinking_is_one_quiet_line(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "think")
        await answered(panel)
        entry = panel.canvas.entries[-1]
        assert entry.kind is EntryKind.ANSWER
        assert entry.reasoning == "step by step"
        assert entry.text == "done"

    tell(story, ScriptedModel([(ReasoningDelta("step by step"), *text_reply("done"))]))


def test_the_place_in_a_long_conversation_is_kept(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        for number in range(6):
            await workspace.messages.add_note(session_id, f"note {number}\n" * 30)
        await until(lambda: len(panel.canvas.entries) == 6, "the notes")
        bar = panel.canvas.verticalScrollBar()
        bar.setValue(bar.maximum() // 2)
        index = panel.canvas.transcript.index_at(bar.value())
        panel.show_session(None)
        panel.show_session(session_id)
        await until(lambda: panel.conversation.is_loaded, "the conversation")
        assert panel.canvas.transcript.index_at(bar.value()) == index

    tell(story)


def test_the_same_call_ids_in_two_rounds_are_not_mixed_up(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        for text in ("first", "second"):
            await write(panel, text)
            await answered(panel)
        shown = [call.branch_id for entry in panel.canvas.entries for call in entry.calls]
        assert len(set(shown)) == 2

    tell(
        story,
        ScriptedModel(
            [
                tool_reply("stello_create_session", label="One"),
                "ok",
                tool_reply("stello_create_session", label="Two"),
                "ok",
            ]
        ),
    )


def test_language_and_theme_change_live_with_an_answer_on_its_way(tell: Tell, qapp: QApplication) -> None:
    class Loud(QTranslator):
        def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
            return text.upper() if context else ""

        def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
            return False

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "branch")
        await until(lambda: control(panel, "branchCard"), "the card")
        await until(lambda: "word" in said(panel)[-1][1], "some text")
        loud = Loud()
        qapp.installTranslator(loud)
        try:
            await until(lambda: "OPENED A BRANCH: Seed" in words_of(panel), "the other language")
            assert panel.composer.field.placeholderText() == "WRITE A MESSAGE OR A NOTE…"
        finally:
            qapp.removeTranslator(loud)
        theme.apply(qapp, theme.load("dark"))
        await until(lambda: "Opened a branch: Seed" in words_of(panel), "the first language")
        cards = [card for card in panel.findChildren(QWidget, "branchCard") if card.isVisible()]
        assert len(cards) == 1
        panel.sending.stop()
        await answered(panel)

    tell(
        story,
        ScriptedModel(
            [tool_reply("stello_create_session", label="Seed"), text_reply("word " * 500)], delay_s=0.01
        ),
    )


def test_a_card_seen_long_ago_is_made_again(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        for number in range(50):
            await workspace.rounds.start(session_id, f"branch {number}").wait()
        await until(lambda: len(panel.canvas.entries) == 150, "all answers")
        bar = panel.canvas.verticalScrollBar()
        for value in range(0, bar.maximum(), 300):
            bar.setValue(value)
        made = list(panel.findChildren(QWidget, "branchCard"))
        assert len(made) < 60
        bar.setValue(0)
        assert control(panel, "branchCardGo")

    tell(story, ScriptedModel([_sometimes_a_branch] * 200))


def _sometimes_a_branch(request: ModelRequest) -> tuple[StreamEvent, ...]:
    """A branch for each message, then a word."""
    if request.messages[-1].role is Role.TOOL:
        return text_reply("Opened.")
    return tool_reply("stello_create_session", label="One")
