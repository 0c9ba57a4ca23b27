"""*Bring the result back*, with keys and mouse (C-4, R-15, M-10)."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QMenu, QWidget

from stello_desktop.domain.commands import Delete, Rename, SetArchived
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.results import ResultForm
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until
from tests.helpers.workspaces import a_service
from tests.widgets.insights.driving import (
    Place,
    at_branch,
    box,
    click,
    dialog_of,
    focused_name,
    seen,
    words,
)

KEPT = "Result of “Pricing”:\nTwelve euros"


async def type_and_bring(place: Place, text: str = "Twelve euros") -> None:
    dialog = await place.open_dialog()
    QTest.keyClicks(box(dialog, "resultText"), text)
    QTest.keyClick(box(dialog, "resultText"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: dialog_of(place.shell) is None, "the dialog is gone")


def test_by_keys_alone_a_result_becomes_a_reminder_of_the_parent(tmp_path: Path) -> None:
    """C-4: the key, the text, Ctrl+Enter; the map, the toast and the next request know of it."""

    async def story(place: Place) -> None:
        await type_and_bring(place)
        assert place.workspace.topology[place.project].waiting_insights == 1
        toast = place.shell.window.toast
        assert toast.words == "The result of “Pricing” goes along with the next message in “Launch”"
        place.shell.sky.selected.emit(place.project)
        bar = place.shell.chat.reminders
        await until(bar.isVisible, "the line above the composer")
        assert words(bar, "reminderWords") == "A reminder from “Pricing” goes along with your next message"
        await place.workspace.rounds.start(place.project, "And now?").wait()
        await until(lambda: not bar.isVisible(), "it has gone along")

    model = at_branch(tmp_path, story)
    sent = ["".join(message.content for message in request.messages) for request in model.requests]
    assert [text.count(KEPT) for text in sent] == [0, 1]


def test_undo_in_the_toast_takes_it_back(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        await type_and_bring(place)
        click(place.shell.window, "toastAction")
        await until(lambda: not place.workspace.topology[place.project].waiting_insights, "taken back")
        await until(lambda: place.shell.window.toast.words == "Taken back; “Launch” knows nothing of it")

    at_branch(tmp_path, story)


def test_undo_comes_too_late_once_a_model_has_read_it(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        await type_and_bring(place)
        await place.workspace.rounds.start(place.project, "And now?").wait()
        click(place.shell.window, "toastAction")
        told = "“Launch” has been told already; the result stays there"
        await until(lambda: place.shell.window.toast.words == told)

    at_branch(tmp_path, story)


def test_as_a_note_it_shows_where_it_came_from_through_rename_and_deletion(tmp_path: Path) -> None:
    """R-15: the link says the name of today, goes there, and says so when there is nothing to go to."""

    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        QTest.keyClicks(box(dialog, "resultText"), "Twelve euros")
        click(dialog, "resultForm_note")
        click(dialog, "resultBring")
        await until(lambda: dialog_of(place.shell) is None)
        chat = place.shell.chat
        place.shell.sky.selected.emit(place.project)
        await until(lambda: seen(chat, "cameFromGo"), "where it came from")
        assert chat.canvas.entries[0].text == KEPT
        assert words(chat, "cameFromGo") == "from “Pricing”"
        await place.workspace.apply(Rename(place.branch, "Money & more"))
        await until(lambda: words(chat, "cameFromGo") == "from “Money && more”")
        click(chat, "cameFromGo")
        await until(lambda: chat.session_id == place.branch, "there")
        place.shell.sky.selected.emit(place.project)
        await place.workspace.apply(Delete((place.branch,)))
        await until(lambda: seen(chat, "cameFromGone"), "it says so")
        assert words(chat, "cameFromGone") == "from “Pricing”, which is no longer there"

    at_branch(tmp_path, story)


def test_a_proposal_grows_behind_what_was_written_and_another_takes_its_place(tmp_path: Path) -> None:
    """M-10: one request to the conversation's own service, after a click."""

    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        text = box(dialog, "resultText")
        await until(seen(dialog, "resultPropose")[0].isEnabled)
        QTest.keyClicks(text, "Mine.")
        click(dialog, "resultPropose")
        await until(lambda: text.text == "Mine.\n\nTwelve euros a month", "the proposal")
        await until(lambda: not text.isReadOnly(), "it has ended")
        assert focused_name() == "resultText"

    model = at_branch(tmp_path, story, "Fine", "Twelve euros a month")
    assert len(model.requests) == 2


def test_the_buttons_stay_where_they_are_when_the_last_answer_is_taken(tmp_path: Path) -> None:
    """A long text comes at once, and the next click goes where the button was."""

    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        dialog.move(100, 300)
        await until(lambda: dialog.y() == 300)
        await until(seen(dialog, "resultTake")[0].isVisible)
        await asyncio.sleep(0.05)
        button = seen(dialog, "resultBring")[0]
        height, before = dialog.height(), button.mapToGlobal(QPoint(0, 0))
        click(dialog, "resultTake")
        await until(lambda: dialog.height() > height + 100, "it has grown")
        await until(lambda: button.mapToGlobal(QPoint(0, 0)) == before, "the button is where it was")
        assert dialog.y() < 300

    at_branch(tmp_path, story, "\n".join(["A long answer."] * 30))


def _is(text: TextBox, words: str) -> bool:
    return text.text == words


def test_a_proposal_that_nobody_changed_is_replaced_by_the_next(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        text = box(dialog, "resultText")
        for proposal in ("First", "Second"):
            await until(
                lambda: seen(dialog, "resultPropose") and seen(dialog, "resultPropose")[0].isEnabled()
            )
            click(dialog, "resultPropose")
            await until(partial(_is, text, proposal), proposal)
        await until(lambda: seen(dialog, "resultTake"), "it has ended")
        click(dialog, "resultTake")
        await until(lambda: text.text == "Fine")

    at_branch(tmp_path, story, "Fine", "First", "Second")


def test_a_service_that_fails_is_told_where_it_happened_and_asked_again(tmp_path: Path) -> None:
    failing = ProviderError(ProviderErrorKind.RATE_LIMITED, detail="slow down, please")

    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        text = box(dialog, "resultText")
        QTest.keyClicks(text, "Mine.")
        await until(seen(dialog, "resultPropose")[0].isEnabled)
        click(dialog, "resultPropose")
        await until(lambda: seen(dialog, "resultWhy"), "it failed")
        assert words(dialog, "resultPropose") == "Try again"
        assert text.text == "Mine."
        click(dialog, "resultWhy")
        await until(
            lambda: seen(place.shell.window, "errorDetails") or dialog.findChild(QWidget, "errorDetails")
        )
        click(dialog, "errorClose")
        click(dialog, "resultPropose")
        await until(lambda: text.text == "Mine.\n\nGot it")

    at_branch(tmp_path, story, "Fine", failing, "Got it")


def test_what_was_typed_is_there_again_after_cancel(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        QTest.keyClicks(box(dialog, "resultText"), "Half a tho")
        QTest.keyClick(box(dialog, "resultText"), Qt.Key.Key_Escape)
        await until(lambda: dialog_of(place.shell) is None)
        dialog = await place.open_dialog()
        assert box(dialog, "resultText").text == "Half a tho"

    at_branch(tmp_path, story)


def test_another_service_is_named_before_it_reads_the_result(tmp_path: Path) -> None:
    """M-10: in the dialog, and in one question that begins on *Cancel*."""

    async def story(place: Place) -> None:
        far = await a_service(place.workspace, "Far", default=False)
        service = next(item for item in place.workspace.answering.services if item.service_id == far)
        await place.workspace.services.bind(place.project, service)
        dialog = await place.open_dialog()
        await until(lambda: seen(dialog, "resultTargetNote"), "who reads it")
        assert words(dialog, "resultTargetNote") == "Far answers there and will read the result."
        QTest.keyClicks(box(dialog, "resultText"), "Twelve euros")
        click(dialog, "resultBring")
        await until(lambda: seen(dialog, "questionText"), "the question")
        assert "Far" in words(dialog, "questionText")
        await until(lambda: focused_name() == "questionCancel", "it begins there")
        click(dialog, "questionCancel")
        assert place.workspace.topology[place.project].waiting_insights == 0
        await until(seen(dialog, "resultBring")[0].isEnabled)
        click(dialog, "resultBring")
        await until(lambda: seen(dialog, "questionAccept"))
        click(dialog, "questionAccept")
        await until(lambda: place.workspace.topology[place.project].waiting_insights == 1)

    at_branch(tmp_path, story)


def test_any_conversation_can_be_picked_by_name(tmp_path: Path) -> None:
    async def more(workspace: Workspace) -> None:
        for name in ("Garden", "Kitchen"):
            await workspace.create_project(name)
        await workspace.apply(SetArchived((await workspace.create_project("Old"),), True))

    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        click(dialog, "resultTarget")
        await until(lambda: place.shell.window.findChild(QMenu, "resultTargetMenu"), "the menu")
        menu = place.shell.window.findChild(QMenu, "resultTargetMenu")
        assert menu is not None
        assert [action.text() for action in menu.actions()] == [
            "Launch\thangs under it",
            "",
            "Another conversation…",
        ]
        menu.actions()[-1].trigger()
        menu.close()
        await until(lambda: seen(dialog, "movePickerFilter"), "the picker")
        (field,) = seen(dialog, "movePickerFilter")
        assert isinstance(field, QLineEdit)
        QTest.keyClicks(field, "old")
        assert not seen(dialog, "movePickerMove")[0].isEnabled()  # archived ones take nothing
        field.clear()
        QTest.keyClicks(field, "kit")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: not seen(dialog, "movePickerFilter"))
        assert words(dialog, "resultTarget") == "Kitchen"

    at_branch(tmp_path, story, setting_up=more)


def test_an_archived_branch_offers_its_result_until_one_was_brought(tmp_path: Path) -> None:
    """Quietly, in the place of the composer, and nowhere else by itself."""

    async def story(place: Place) -> None:
        chat = place.shell.chat
        assert not seen(chat, "archivedResult")
        await place.workspace.apply(SetArchived((place.branch,), True))
        await until(lambda: seen(chat, "archivedResult"), "the offer")
        click(chat, "archivedResult")
        await until(lambda: dialog_of(place.shell) is not None)
        dialog = dialog_of(place.shell)
        assert dialog is not None
        QTest.keyClicks(box(dialog, "resultText"), "Twelve euros")
        click(dialog, "resultBring")
        await until(lambda: not seen(chat, "archivedResult"), "no longer offered")

    at_branch(tmp_path, story)


def test_the_menus_of_star_and_conversation_offer_it_for_branches_alone(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        def offers(session: str) -> bool:
            place.shell.sky.menu_requested.emit(session, QPoint(10, 10))
            menu = place.shell.window.findChild(QMenu, "conversationMenu")
            assert menu is not None
            found = place.shell.actions["bring_back"] in menu.actions()
            menu.close()
            menu.setObjectName("")
            return found

        assert offers(place.branch)
        assert not offers(place.project)
        place.shell.sky.selected.emit(place.branch)
        menu = place.shell.chat.header.menu
        menu.aboutToShow.emit()
        action = next(item for item in menu.actions() if item.text() == "Bring the result back…")
        action.trigger()
        await until(lambda: dialog_of(place.shell) is not None)

    at_branch(tmp_path, story)


def test_a_reminder_is_read_taken_away_and_brought_back_above_the_composer(tmp_path: Path) -> None:
    """C-4: by keyboard; the focus goes back to writing when the line leaves."""

    async def story(place: Place) -> None:
        await place.workspace.memory.add_insight(place.branch, "Mind the *tax*")
        chat = place.shell.chat
        await until(chat.reminders.isVisible, "the line")
        assert words(chat, "reminderWords") == "A reminder goes along with your next message"
        (read,) = seen(chat, "reminderRead")
        read.setFocus()
        QTest.keyClick(read, Qt.Key.Key_Space)
        assert words(chat, "reminderText") == "Mind the *tax*"
        (remove,) = seen(chat, "reminderRemove")
        remove.setFocus()
        QTest.keyClick(remove, Qt.Key.Key_Space)
        await until(lambda: not chat.reminders.isVisible(), "gone")
        await until(lambda: focused_name() == "composerText", "back to writing")
        await until(lambda: seen(place.shell.window, "toastAction"), "Undo is offered")
        click(place.shell.window, "toastAction")
        await until(chat.reminders.isVisible, "back again")

    at_branch(tmp_path, story)


def test_on_the_map_it_passes_from_branch_to_target_and_stands_still_where_nothing_may_move(
    tmp_path: Path,
) -> None:
    async def story(place: Place) -> None:
        picture = place.shell.sky.view.picture
        sky = place.shell.sky

        def passing() -> tuple[int, ...]:
            return () if picture.passing is None else picture.passing[:2]

        sky.view.heavens.motion.still = False
        sky.show_passage(place.branch, place.project)
        assert passing() == (picture.stars.at(place.branch), picture.stars.at(place.project))
        await until(lambda: not passing(), "it is there")
        assert picture.stars.at(place.project) in picture.pulsing
        sky.view.heavens.motion.still = True
        sky.show_passage(place.branch, place.project)
        await asyncio.sleep(0)
        assert not passing()

    at_branch(tmp_path, story)


def test_the_dialog_leaves_when_its_conversation_does(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        assert isinstance(dialog, QDialog)
        await place.workspace.apply(Delete((place.branch,)))
        await until(lambda: dialog_of(place.shell) is None)

    at_branch(tmp_path, story)


def test_the_last_choice_of_how_it_arrives_is_remembered(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        dialog = await place.open_dialog()
        click(dialog, "resultForm_note")
        click(dialog, "resultCancel")
        await until(lambda: dialog_of(place.shell) is None)
        assert place.workspace.view_value("results.form") == ResultForm.NOTE.value

    at_branch(tmp_path, story)
