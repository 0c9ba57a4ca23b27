"""On the map page Ctrl+Z undoes what was done last, in the tree or in a conversation, and never takes words away (P-3, P-4)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from stello_desktop.domain.commands import Rename
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.scripted import ScriptedModel, text_reply
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

type Story = Callable[[Shell, Workspace, SessionId], Awaitable[None]]
type Tell = Callable[..., None]

LONG = "word " * 320
FAILING = {"now": False}


def speaks() -> ScriptedModel:
    def reply(request: ModelRequest) -> object:
        if "You shorten conversations" in request.messages[0].content:
            if FAILING["now"]:
                return ProviderError(ProviderErrorKind.SERVER, "503")
            return text_reply("They chose the mill.")
        return text_reply(LONG if "word" in request.messages[-1].content else "An answer.")

    return ScriptedModel([reply], repeat_last=True, context_tokens=4_000)  # type: ignore[list-item]


@pytest.fixture
def tell(qapp: QApplication, tmp_path: Path) -> Tell:
    """A window over one project, *Plan*, made before the window was."""
    FAILING["now"] = False

    async def set_up(workspace: Workspace) -> None:
        await workspace.create_project("Plan")

    def told(story: Story) -> None:
        async def with_plan(shell: Shell, workspace: Workspace) -> None:
            (plan,) = workspace.topology.roots
            await until(lambda: shell.chat.conversation.is_loaded, "the conversation is shown")
            await story(shell, workspace, plan)

        run_in_window(tmp_path, with_plan, model=speaks(), setting_up=set_up)

    return told


def press(shell: Shell, key: Qt.Key = Qt.Key.Key_Z, *, shift: bool = False) -> None:
    """A key for the window, with the messages before one's eyes."""
    shell.sky.setFocus()
    held = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(shell.sky, key, held | Qt.KeyboardModifier.ShiftModifier if shift else held)


def click_toast(shell: Shell, words: str) -> None:
    action = shell.window.toast.findChild(QAbstractButton, "toastAction")
    assert action is not None
    assert action.text() == words
    QTest.mouseClick(action, Qt.MouseButton.LeftButton)


def notes(shell: Shell) -> list[str]:
    return [record.content for record in shell.chat.conversation.records]


def news(shell: Shell) -> str:
    return shell.window.toast.words


async def write_a_note(shell: Shell, text: str) -> None:
    shell.chat.composer.noted.emit(text)
    await until(lambda: text in notes(shell), "the note stands there")


async def a_long_talk(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
    for number in range(5):
        await workspace.rounds.start(plan, f"{number} {LONG}").wait()
    await until(lambda: len(notes(shell)) == 10, "all of it is shown")


async def earlier(workspace: Workspace, plan: SessionId) -> str | None:
    part = await workspace.sending.earlier_part(plan, await workspace.messages.list_records(plan))
    return None if part is None else part.text


def test_a_note_goes_and_comes_and_the_project_of_yesterday_stays(tell: Tell) -> None:
    """R-15, P-4: the words of menu and toast say which, and the toast has *Redo*."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await write_a_note(shell, "Ask Ann.")
        await until(lambda: shell.actions["undo"].toolTip() == "Undo note in “Plan”", "the menu says it")
        press(shell)
        await until(lambda: notes(shell) == [], "it is gone")
        assert plan in workspace.topology
        await until(lambda: news(shell) == "Undone: note in “Plan”", "and that is said")
        click_toast(shell, "Redo")
        await until(lambda: notes(shell) == ["Ask Ann."], "it is there again")
        press(shell)
        await until(lambda: notes(shell) == [], "gone")
        press(shell, shift=True)
        await until(lambda: notes(shell) == ["Ask Ann."], "and there")

    tell(story)


def test_what_was_said_does_not_go_along_with_a_step_of_yesterday(tell: Tell) -> None:
    """P-3: one sentence says so and offers the deletion, which can be undone; an empty conversation goes as before."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await workspace.rounds.start(plan, "Why?").wait()
        press(shell)
        held = "“Plan” was not undone, because something was said in it since it was made."
        await until(lambda: news(shell) == held, "it is held")
        assert plan in workspace.topology
        click_toast(shell, "Move to the trash")
        await until(lambda: plan not in workspace.topology, "as was asked for")
        await until(lambda: news(shell) == "Moved “Plan” to the trash")
        press(shell)
        await until(lambda: plan in workspace.topology, "it is back, with all that was said")
        await until(lambda: news(shell) == "Undone: deletion of “Plan”")
        empty = await workspace.create_project("Empty")
        await until(lambda: shell.actions["undo"].toolTip() == "Undo new project “Empty”")
        press(shell)
        await until(lambda: empty not in workspace.topology, "an empty one is undone")

    tell(story)


def test_a_deletion_that_was_undone_is_not_done_again_over_new_words(tell: Tell) -> None:
    """P-3, P-4."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await workspace.rounds.start(plan, "Why?").wait()
        shell.requests.delete((plan,))
        await until(lambda: plan not in workspace.topology)
        press(shell)
        await until(lambda: plan in workspace.topology)
        await workspace.rounds.start(plan, "And why?").wait()
        press(shell, shift=True)
        held = "“Plan” was not moved to the trash, because something was said in it since."
        await until(lambda: news(shell) == held)
        assert plan in workspace.topology

    tell(story)


def test_removing_the_summary_of_the_earlier_part_is_undone_and_done_again(tell: Tell) -> None:
    """C-7, P-4: by key and toast, and not the project that was made before it."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await a_long_talk(shell, workspace, plan)
        assert await earlier(workspace, plan) == "They chose the mill."
        part = await workspace.sending.earlier_part(plan, await workspace.messages.list_records(plan))
        shell.chat._earlier.do("remove", part)
        removed = "Everything is sent again, as long as it fits"
        await until(lambda: news(shell) == removed)
        assert await earlier(workspace, plan) is None
        assert shell.actions["undo"].toolTip() == f"Undo: {removed}"
        press(shell)
        await until(lambda: news(shell) == f"Undone: {removed}")
        await until_earlier(workspace, plan, "They chose the mill.")
        assert shell.actions["redo"].toolTip() == f"Redo: {removed}"
        click_toast(shell, "Redo")
        await until_earlier(workspace, plan, None)
        press(shell)
        await until_earlier(workspace, plan, "They chose the mill.")
        press(shell, shift=True)
        await until_earlier(workspace, plan, None)
        assert plan in workspace.topology

    tell(story)


async def until_earlier(workspace: Workspace, plan: SessionId, text: str | None) -> None:
    async with asyncio.timeout(10):
        while await earlier(workspace, plan) != text:  # noqa: ASYNC110 - it is asked of the disk
            await asyncio.sleep(0.01)


def test_what_was_made_of_the_earlier_part_and_written_in_it_goes_back_step_by_step(tell: Tell) -> None:
    """C-7, K-4, P-4: the newest first, and a step of the tree in between in its turn."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        FAILING["now"] = True
        await a_long_talk(shell, workspace, plan)
        assert await earlier(workspace, plan) == ""
        FAILING["now"] = False
        part = await workspace.sending.earlier_part(plan, await workspace.messages.list_records(plan))
        shell.chat._earlier.do("summarise", part)
        await until(lambda: news(shell) == "The earlier part is summarised")
        await workspace.apply(Rename(plan, "Better plan"))
        made = await workspace.sending.earlier_part(plan, await workspace.messages.list_records(plan))
        assert made is not None
        shell.chat._earlier.do("edit", made)
        (dialog,) = [item for item in QApplication.topLevelWidgets() if item.objectName() == "earlierDialog"]
        dialog.saved.emit("My own words.")  # type: ignore[attr-defined]
        dialog.close()
        shell.window.activateWindow()
        await until(shell.window.isActiveWindow, "the window is in front again")
        await until(lambda: news(shell) == "The summary of the earlier part was changed")
        await until_earlier(workspace, plan, "My own words.")
        press(shell)
        await until_earlier(workspace, plan, "They chose the mill.")
        press(shell)
        await until(lambda: workspace.topology[plan].label == "Plan", "the name goes back in its turn")
        press(shell)
        await until_earlier(workspace, plan, "")
        press(shell, shift=True)
        await until_earlier(workspace, plan, "They chose the mill.")
        press(shell, shift=True)
        await until(lambda: workspace.topology[plan].label == "Better plan", "forth in the order of doing")
        press(shell, shift=True)
        await until_earlier(workspace, plan, "My own words.")

    tell(story)


def test_after_something_new_nothing_that_was_undone_is_offered_again(tell: Tell) -> None:
    """P-4: *Redo* in a toast goes when it would do nothing."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await write_a_note(shell, "Ask Ann.")
        press(shell)
        await until(lambda: news(shell) == "Undone: note in “Plan”")
        await write_a_note(shell, "Ask Bob.")
        await until(lambda: news(shell) == "", "the offer has gone")
        assert not shell.actions["redo"].isEnabled()

    tell(story)


def test_typing_has_its_own_undo(tell: Tell) -> None:
    """P-4: what is typed goes back by itself; with nothing left of it the key is the window's."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await write_a_note(shell, "Ask Ann.")
        shell.chat.focus_composer()
        field = shell.chat.composer.field
        QTest.keyClicks(field, "Bob")
        press_in_composer(shell)
        assert shell.chat.composer.text == ""
        assert notes(shell) == ["Ask Ann."]
        press_in_composer(shell)
        await until(lambda: notes(shell) == [], "the note goes back")
        press_in_composer(shell, shift=True)
        assert shell.chat.composer.text == "Bob"
        press_in_composer(shell, shift=True)
        await until(lambda: notes(shell) == ["Ask Ann."], "and comes again")

    tell(story)


def press_in_composer(shell: Shell, *, shift: bool = False) -> None:
    """A key where the keyboard stands after a message or a note has left."""
    field, held = shell.chat.composer.field, Qt.KeyboardModifier.ControlModifier
    assert field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Z, held | Qt.KeyboardModifier.ShiftModifier if shift else held)


def test_a_note_goes_back_and_forth_where_it_was_written(tell: Tell) -> None:
    """R-15, P-4: the field that it left has nothing of its own to undo, so the keys are the window's."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        shell.chat.focus_composer()
        QTest.keyClicks(shell.chat.composer.field, "Ask Ann.")
        shell.chat.composer.noted.emit(shell.chat.composer.text)
        await until(lambda: notes(shell) == ["Ask Ann."], "the note stands there")
        press_in_composer(shell)
        await until(lambda: notes(shell) == [], "it is gone")
        assert shell.chat.composer.text == ""
        press_in_composer(shell, shift=True)
        await until(lambda: notes(shell) == ["Ask Ann."], "and there again")

    tell(story)


def test_while_a_note_is_changed_it_is_not_undone_under_the_hand(tell: Tell) -> None:
    """R-15: the field keeps the keys, also where nothing was typed yet."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await write_a_note(shell, "Ask Ann.")
        (record,) = shell.chat.conversation.records
        shell.chat._notes.edit(record.record_id, record.content)
        shell.chat.focus_composer()
        press_in_composer(shell)
        await asyncio.sleep(0.1)
        assert notes(shell) == ["Ask Ann."]
        shell.chat.composer.end_edit()
        press_in_composer(shell)
        await until(lambda: notes(shell) == [], "after that it goes")

    tell(story)


SENT = "A message was sent since; it cannot be taken back. Undo again takes back what was done before it."


def test_the_key_stops_once_before_a_message_that_was_sent(tell: Tell) -> None:
    """P-3: the older note went along with the message; a sentence comes first, and the note goes by a second key."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await write_a_note(shell, "Ask Ann.")
        await workspace.rounds.start(plan, "Why?").wait()
        await until(lambda: len(notes(shell)) == 3, "all of it is shown")
        press(shell)
        await until(lambda: news(shell) == SENT, "it is said")
        assert await stored(workspace, plan) == 3
        press(shell)
        await until(lambda: news(shell) == "Undone: note in “Plan”", "the second one takes it")
        assert await stored(workspace, plan) == 2

    tell(story)


def test_the_menu_names_the_step_and_takes_it_at_once_after_a_message(tell: Tell) -> None:
    """P-4."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await write_a_note(shell, "Ask Ann.")
        await workspace.rounds.start(plan, "Why?").wait()
        shell.actions["undo"].trigger()
        await until(lambda: news(shell) == "Undone: note in “Plan”")
        assert await stored(workspace, plan) == 2

    tell(story)


def test_what_was_done_after_the_message_goes_by_the_first_key(tell: Tell) -> None:
    """P-4: nothing is asked twice, and a newer message stops the key once more."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await workspace.rounds.start(plan, "Why?").wait()
        await workspace.apply(Rename(plan, "Better plan"))
        press(shell)
        await until(lambda: workspace.topology[plan].label == "Plan", "at once")
        await workspace.apply(Rename(plan, "Best plan"))
        for word in ("And?", "So?"):
            await workspace.rounds.start(plan, word).wait()
            press(shell)
            await until(lambda: news(shell) == SENT, "each message stops it once")
            shell.window.toast.hide()
            assert workspace.topology[plan].label == "Best plan"

    tell(story)


async def stored(workspace: Workspace, plan: SessionId) -> int:
    return len(await workspace.messages.list_records(plan))


def test_before_a_conversation_that_stays_the_steps_go_on(tell: Tell) -> None:
    """P-3, P-4: why it stays is said once, the next key takes the step before it, and the talk is there still."""

    async def story(shell: Shell, workspace: Workspace, plan: SessionId) -> None:
        await workspace.apply(Rename(plan, "Better plan"))
        party = await workspace.create_project("Stag party")
        await workspace.rounds.start(party, "Where?").wait()
        press(shell)
        held = "“Stag party” was not undone, because something was said in it since it was made."
        await until(lambda: news(shell) == held, "it is held")
        await until(lambda: "Better plan" in shell.actions["undo"].toolTip(), "the menu names the next one")
        press(shell)
        await until(lambda: workspace.topology[plan].label == "Plan", "the name goes back")
        assert await stored(workspace, party) == 2
        press(shell, shift=True)
        await until(lambda: workspace.topology[plan].label == "Better plan", "and forth")
        assert party in workspace.topology

    tell(story)
