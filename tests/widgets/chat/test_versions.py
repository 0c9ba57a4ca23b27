"""Versions of a round in the conversation, by mouse, keys and screen reader (R-14)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


def counting(delay_s: float = 0.0) -> ScriptedModel:
    numbers = iter(range(1, 1_000))
    return ScriptedModel([lambda _request: f"answer {next(numbers)}"], repeat_last=True, delay_s=delay_s)


def controls(panel: QWidget, name: str) -> list[QWidget]:
    found = [widget for widget in panel.findChildren(QWidget, name) if widget.isVisible()]
    return sorted(found, key=lambda widget: widget.mapTo(panel, widget.rect().topLeft()).y())


def strips(panel: ChatPanel) -> list[str]:
    """What the lines in the transcript say, from above."""
    return [
        label.text()
        for strip in controls(panel.canvas.viewport(), "versionStrip")
        if strip.parent() is panel.canvas.viewport()
        for label in strip.findChildren(QLabel, "versionWords")
    ]


def said(panel: ChatPanel) -> list[str]:
    return [entry.text for entry in panel.canvas.entries if entry.text]


def _says(panel: ChatPanel, texts: list[str]) -> bool:
    return said(panel) == texts


def _is_at(panel: ChatPanel, place: str) -> bool:
    return strips(panel) == [place]


async def quiet(panel: ChatPanel) -> None:
    await until(lambda: not panel.conversation.answering and panel.conversation.turn is None, "it settles")


async def write(panel: ChatPanel, text: str) -> None:
    panel.composer.field.setFocus()
    QTest.keyClicks(panel.composer.field, text)
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    await quiet(panel)


async def retry(panel: ChatPanel) -> None:
    panel.sending.retry()
    await quiet(panel)


async def click(panel: ChatPanel, name: str, number: int = 0) -> None:
    await until(lambda: len(controls(panel, name)) > number, name)
    button = controls(panel, name)[number]
    button.setFocus()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def kept_draft(workspace: Workspace, session_id: SessionId, text: str) -> None:
    """Until this is on disk."""
    async with asyncio.timeout(5):
        while True:
            if await workspace.messages.get_draft(session_id) == text:
                return
            await asyncio.sleep(0.01)


def test_a_round_without_versions_says_nothing_about_them(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        assert strips(panel) == []
        await retry(panel)
        await until(lambda: strips(panel) == ["2/2"], "the line")
        assert said(panel) == ["first", "answer 2"]

    tell(story, counting())


def test_the_mouse_goes_back_and_forth_and_the_focus_stays(tell: Tell) -> None:
    """A button at its end hands the focus to the other one."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.activateWindow()
        await write(panel, "first")
        await retry(panel)
        await retry(panel)
        await click(panel, "versionEarlier")
        await until(lambda: said(panel) == ["first", "answer 2"], "the second")
        assert strips(panel) == ["2/3"]
        assert controls(panel, "versionEarlier")[0].hasFocus()
        await click(panel, "versionEarlier")
        await until(lambda: said(panel) == ["first", "answer 1"], "the first")
        earlier, later = (controls(panel, f"version{name}")[0] for name in ("Earlier", "Later"))
        assert not earlier.isEnabled()
        assert later.hasFocus()
        QTest.keyClick(later, Qt.Key.Key_Space)
        await until(lambda: said(panel) == ["first", "answer 2"], "the second again")
        assert (await workspace.messages.list_versions(session_id))[0].chosen == 2
        QTest.keyClick(later, Qt.Key.Key_Space)
        await until(lambda: said(panel) == ["first", "answer 3"], "the third")
        assert not later.isEnabled()
        assert earlier.hasFocus()

    tell(story, counting())


def test_keys_switch_the_message_that_is_the_current_one(tell: Tell) -> None:
    """Alt+Left and Alt+Right, on the question, the line and the answer; of an earlier round too."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        await write(panel, "second")
        await until(lambda: len(said(panel)) == 4, "both rounds")
        panel.canvas.setFocus()
        alt = Qt.KeyboardModifier.AltModifier
        for current, key, shown in (
            (0, Qt.Key.Key_Left, "answer 1"),
            (2, Qt.Key.Key_Right, "answer 2"),
            (1, Qt.Key.Key_Left, "answer 1"),
            (1, Qt.Key.Key_Left, "answer 1"),
        ):
            panel.canvas.go_to_entry(current)
            QTest.keyClick(panel.canvas, key, alt)
            await asyncio.sleep(0.05)
            await until(partial(_says, panel, ["first", shown, "second", "answer 3"]), shown)
            assert panel.canvas.current == current
        panel.canvas.go_to_entry(3)
        QTest.keyClick(panel.canvas, Qt.Key.Key_Left, alt)  # a round without versions
        await asyncio.sleep(0.05)
        assert said(panel) == ["first", "answer 1", "second", "answer 3"]

    tell(story, counting())


def test_the_keys_for_messages_work_while_a_text_is_being_written(tell: Tell) -> None:
    """As the sheet of keys says, without leaving the text box first; what is written stays."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "why?")
        await retry(panel)
        field = panel.composer.field
        field.setFocus()
        QTest.keyClicks(field, "half a thought")
        QTest.keyClick(field, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        await until(partial(_says, panel, ["why?", "answer 1"]), "the earlier version")
        QTest.keyClick(field, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        await until(partial(_says, panel, ["why?", "answer 2"]), "the later version")
        assert field.hasFocus()
        QTest.keyClick(field, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        assert panel.canvas.hasFocus()
        assert panel.canvas.current >= 0
        QTest.keyClicks(panel.canvas, "!")
        assert panel.composer.text == "half a thought!"
        QTest.keyClick(field, Qt.Key.Key_Left)
        assert field.textCursor().position() == len("half a thought")

    tell(story, counting())


def test_a_screen_reader_hears_which_version_it_is(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        await until(lambda: strips(panel) == ["2/2"], "the line")
        canvas = QAccessible.queryAccessibleInterface(panel.canvas)
        names = [canvas.child(index).text(QAccessible.Text.Name) for index in range(canvas.childCount())]
        assert names == ["You: first", "Version 2 of 2: “first”", "Assistant: answer 2"]
        strip = canvas.child(1).child(0)
        inside = [strip.child(index).text(QAccessible.Text.Name) for index in range(strip.childCount())]
        assert inside == ["Earlier version: “first”", "Version 2 of 2: “first”", "Later version: “first”"]

    tell(story, counting())


def test_the_menu_and_the_bar_offer_versions_too(tell: Tell) -> None:
    """The bar only where the line is far above, so that a round never has two of them."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        await until(lambda: strips(panel) == ["2/2"], "the line")
        menu = panel._menu.build(2, QPointF())
        offered = {action.text().partition("\t")[0]: action for action in menu.actions()}
        assert offered["Earlier version"].isEnabled()
        assert not offered["Later version"].isEnabled()
        offered["Earlier version"].trigger()
        await until(lambda: said(panel) == ["first", "answer 1"], "the first")
        menu.close()
        menu.deleteLater()
        panel.canvas.pointed_at.emit(2)
        assert panel._menu.bar.isVisible()
        assert len(controls(panel, "versionStrip")) == 1

    tell(story, counting())


def test_while_an_answer_runs_its_version_is_the_newest_and_nothing_can_be_chosen(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        panel.sending.retry()
        await until(lambda: strips(panel) == ["3/3"], "the third")
        assert panel.conversation.answering
        assert not any(button.isEnabled() for button in controls(panel, "versionEarlier"))
        panel.canvas.go_to_entry(0)
        QTest.keyClick(panel.canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        await quiet(panel)
        await until(lambda: said(panel) == ["first", "answer 3"], "the third answer")
        await until(
            lambda: any(button.isEnabled() for button in controls(panel, "versionEarlier")), "free again"
        )
        assert strips(panel) == ["3/3"]

    tell(story, counting(delay_s=0.05))


def test_a_failed_attempt_is_left_for_the_old_answer_and_is_no_version(tell: Tell) -> None:
    """R-10, R-14: there is a way back from it, and nothing of it once that was taken."""
    answers = iter(range(2))

    def answer(_request: ModelRequest) -> Reply:
        return "good" if next(answers) == 0 else []

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.activateWindow()
        await write(panel, "first")
        await retry(panel)
        await until(lambda: bool(controls(panel, "errorCard")), "the failure")
        await click(panel, "versionEarlier")
        await until(lambda: said(panel) == ["first", "good"], "the good one")
        assert not controls(panel, "errorCard")
        assert panel.canvas.entries[-1].newest
        assert strips(panel) == []
        assert panel.composer.field.hasFocus()
        panel.show_session(None)
        panel.show_session(session_id)
        await until(lambda: said(panel) == ["first", "good"], "the same later on")
        assert strips(panel) == []

    tell(story, ScriptedModel([answer], repeat_last=True))


def test_after_a_failed_attempt_an_answer_is_the_first_and_only_version(tell: Tell) -> None:
    """R-10, R-14: only answers are counted."""
    answers = iter(range(9))

    def answer(_request: ModelRequest) -> Reply:
        number = next(answers)
        return f"answer {number}" if number else []

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        await until(lambda: said(panel) == ["first", "answer 1"], "the answer")
        assert strips(panel) == []
        await retry(panel)
        await until(lambda: strips(panel) == ["2/2"], "the line")
        await click(panel, "versionEarlier")
        await until(lambda: said(panel) == ["first", "answer 1"], "the first answer")
        assert not controls(panel, "errorCard")

    tell(story, ScriptedModel([answer], repeat_last=True))


def test_versions_stand_at_what_differs(tell: Tell) -> None:
    """R-14: at the edge of the answer after *Retry*, at that of the question after *Edit*."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        def gaps() -> tuple[int, int]:
            """From the edges of the column to the count and its buttons."""
            strip = controls(panel.canvas.viewport(), "versionStrip")[0]
            earlier, later = (controls(strip, f"version{name}")[0] for name in ("Earlier", "Later"))
            return earlier.x(), strip.width() - later.geometry().right() - 1

        await write(panel, "first")
        await retry(panel)
        await until(lambda: strips(panel) == ["2/2"], "the line")
        assert gaps()[0] == 0
        strip = controls(panel.canvas.viewport(), "versionStrip")[0].geometry()
        question, answer = (panel.canvas.entry_rect_in_view(number) for number in (0, 2))
        assert 0 < answer.top() - strip.bottom() < strip.top() - question.bottom()
        panel.composer.begin_edit("first")
        QTest.keyClicks(panel.composer.field, ", please")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await asyncio.sleep(0)
        await quiet(panel)
        await until(lambda: strips(panel) == ["3/3"], "the line")
        assert gaps()[1] == 0

    tell(story, counting())


def test_an_edited_question_changes_with_its_answer(tell: Tell) -> None:
    """R-14: *Edit* of the last question keeps what was there."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        panel.composer.begin_edit("first")
        QTest.keyClicks(panel.composer.field, ", please")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await asyncio.sleep(0)
        await quiet(panel)
        await until(lambda: said(panel) == ["first, please", "answer 2"], "the new one")
        await click(panel, "versionEarlier")
        await until(lambda: said(panel) == ["first", "answer 1"], "the old one")

    tell(story, counting())


def test_what_was_being_written_outlives_a_changed_question(tell: Tell) -> None:
    """R-14: it comes back into the field, and is still there after a look at another conversation."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        other = await workspace.create_project("Other")
        await write(panel, "first")
        QTest.keyClicks(panel.composer.field, "half a thought")
        await kept_draft(workspace, session_id, "half a thought")
        panel.composer.begin_edit("first")
        QTest.keyClicks(panel.composer.field, ", please")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await asyncio.sleep(0)
        await quiet(panel)
        await until(lambda: said(panel) == ["first, please", "answer 2"], "the new one")
        assert panel.composer.text == "half a thought"
        panel.show_session(other)
        await until(lambda: panel.conversation.is_loaded, "the other")
        panel.show_session(session_id)
        await until(lambda: panel.composer.text == "half a thought", "the draft")

    tell(story, counting())


def test_what_is_looked_at_stays_where_it_is(tell: Tell) -> None:
    """R-14: the question keeps its place on the screen, however long the other answer is."""
    lengths = iter((3, 60, 3, 3))

    def answer(_request: ModelRequest) -> Reply:
        return "\n\n".join(f"paragraph {number}" for number in range(next(lengths)))

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "zeroth")
        await write(panel, "first")
        await retry(panel)
        await write(panel, "last")
        canvas = panel.canvas
        canvas.at_end = False
        canvas.go_to_entry(2)
        canvas.verticalScrollBar().setValue(int(canvas.transcript.top_of(2)) - 40)
        before = canvas.entry_rect_in_view(2).top()
        for step in (-1, 1, -1):
            canvas.version_requested.emit(2, step)
            shown = {-1: "1/2", 1: "2/2"}[step]
            await until(partial(_is_at, panel, shown), shown)
            assert abs(canvas.entry_rect_in_view(2).top() - before) <= 1
            assert canvas.entries[2].text == "first"

    tell(story, ScriptedModel([answer], repeat_last=True))


def test_at_the_end_of_a_long_answer_its_end_stays_in_place(tell: Tell) -> None:
    """R-14: where the question is out of sight the end is what the eye holds on to."""
    lengths = iter((60, 40))

    def answer(_request: ModelRequest) -> Reply:
        return "\n\n".join(f"paragraph {number}" for number in range(next(lengths)))

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        canvas = panel.canvas
        canvas.scroll_to_end()
        bar = canvas.verticalScrollBar()
        assert bar.value() == bar.maximum() > 0
        canvas.version_requested.emit(2, -1)
        await until(lambda: "paragraph 59" in said(panel)[-1], "the longer one")
        assert bar.value() == bar.maximum()

    tell(story, ScriptedModel([answer], repeat_last=True))


def test_a_choice_made_elsewhere_is_shown(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        await workspace.messages.choose_version(session_id, 1, 1)
        await until(lambda: said(panel) == ["first", "answer 1"], "the other one")
        await until(lambda: strips(panel) == ["1/2"], "the line")

    tell(story, counting())


def test_one_round_is_made_anew_and_all_others_keep_their_layout(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        for text in ("second", "third"):
            await write(panel, text)
        await until(lambda: len(said(panel)) == 6, "all")
        others = panel.canvas.transcript.items[3:]
        strip = panel.canvas.transcript.items[1]
        await click(panel, "versionEarlier")
        await until(lambda: said(panel)[1] == "answer 1", "the first")
        assert all(
            now is before for now, before in zip(panel.canvas.transcript.items[3:], others, strict=True)
        )
        assert panel.canvas.transcript.items[1] is strip

    tell(story, counting())


def test_the_line_is_drawn_again_in_another_look(tell: Tell) -> None:
    """What was made anew says the version of now, not the one that it was first made for."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "first")
        await retry(panel)
        await click(panel, "versionEarlier")
        await until(lambda: strips(panel) == ["1/2"], "the first")
        panel.canvas.changeEvent(QEvent(QEvent.Type.StyleChange))
        await until(lambda: strips(panel) == ["1/2"], "the same")
        assert panel.canvas.entry_at(QPoint(5, 5)) >= -1

    tell(story, counting())
