"""From *Open* to the branch: what is asked, what fails, what is remembered, and what is never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import TemplateVariable
from stello_desktop.ui.branching.asking import BranchAsk, BranchChoice
from stello_desktop.ui.branching.dialog import BranchDialog
from stello_desktop.ui.branching.memory import BranchMemory
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import active, run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.branching.acting import (
    a_profile,
    ask,
    by_label,
    choose_profile,
    click,
    control,
    dialog,
    dialogs,
    found,
    gone,
    has_label,
    labels,
    open_it,
    plant,
    press,
    text_of,
    type_into,
)

FARAWAY = "https://faraway.example/v1"


async def choose_model(name: str) -> None:
    """Search for a model in the list and take it."""
    click("branchModel")
    await until(lambda: found("modelPopupSearch"), "the list is open")
    QTest.keyClicks(control("modelPopupSearch"), name)
    press(Qt.Key.Key_Return, "modelPopupSearch")
    await until(lambda: found("modelPopupSearch") is None, "the list is closed")


def test_one_question_names_the_service_before_text_goes_there(qapp: QApplication, tmp_path: Path) -> None:
    """M-10: *Cancel* leaves the dialog as it was, nothing is made; agreed, the branch answers with it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Faraway", default=False, address=FARAWAY)
        await ask(shell, by_label(workspace, "Money"))
        assert control("branchModel").accessibleName() == "Answers with: As in the source: Practice assistant"
        await choose_model("Faraway-model")
        type_into("branchName", "Away")
        for answer in ("questionCancel", "questionAccept"):
            press(Qt.Key.Key_Return, "branchName")
            await until(lambda: found("questionText"), "it is asked")
            assert "faraway.example" in text_of("questionText")
            assert "Away" not in labels(workspace)
            click(answer)
            await until(lambda: found("questionText") is None)
        await gone()
        await until(partial(has_label, workspace, "Away"))
        await workspace.messages.list_records(by_label(workspace, "Away"))
        made = workspace.answering.service_of(by_label(workspace, "Away"))
        assert (made.service_id, made.model) == (service_id, "Faraway-model")

    run_in_window(tmp_path, story, setting_up=plant)


def test_nobody_is_asked_where_nothing_comes_along(qapp: QApplication, tmp_path: Path) -> None:
    """M-10."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_service(workspace, "Faraway", default=False, address=FARAWAY)
        await ask(shell, by_label(workspace, "Money"))
        await choose_model("Faraway-model")
        click("branchStarts_none")
        type_into("branchName", "Bare")
        await open_it(workspace, "Bare")

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_profile_that_answers_with_another_service_is_asked_about_too(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-10: whoever chose the service, and the field says that it was the profile."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        service_id = await a_service(workspace, "Faraway", default=False, address=FARAWAY)
        model = ModelRef(service_id, "Faraway-model")
        await a_profile(workspace, "Guide", instructions="Guide.", variables=(), model=model)
        await ask(shell, by_label(workspace, "Money"))
        await choose_profile("Guide")
        assert "As the profile says: Faraway" in control("branchModel").accessibleName()
        press(Qt.Key.Key_Return, "branchName")
        await until(lambda: found("questionText"), "it is asked")
        assert "faraway.example" in text_of("questionText")
        click("questionCancel")

    run_in_window(tmp_path, story, setting_up=plant)


def test_escape_loses_nothing_that_was_typed(qapp: QApplication, tmp_path: Path) -> None:
    """It comes back for the same conversation, and for no other; a branch that was opened forgets it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        money, location = by_label(workspace, "Money"), by_label(workspace, "Location")
        await ask(shell, money)
        await choose_profile("Regional")
        type_into("branchVariable0", "Hunan")
        click("branchOwnOpen")
        QTest.keyClicks(control("branchOwnText"), "Be brief.")
        type_into("branchName", "Half a na")
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await ask(shell, location)
        assert control("branchName").text() == ""
        assert found("branchVariable0") is None
        assert found("branchOwnText") is None
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await ask(shell, money)
        assert control("branchName").text() == "Half a na"
        assert control("branchVariable0").text() == "Hunan"
        assert control("branchOwnText").toPlainText() == "Be brief."
        await open_it(workspace, "Half a na")
        await ask(shell, money)
        assert control("branchName").text() == ""
        assert control("branchVariable0").text() == "Hunan", "the profile is remembered, with its values"
        assert found("branchOwnText") is None

    run_in_window(tmp_path, story, setting_up=plant)


def test_what_was_only_chosen_in_a_dialog_that_was_left_is_no_last_choice(
    qapp: QApplication, tmp_path: Path
) -> None:
    """M-3, X-5: Enter alone makes a plain branch, unless a branch was opened otherwise or something was typed."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        money = by_label(workspace, "Money")
        await ask(shell, money)
        await choose_profile("Regional")
        click("branchStarts_none")
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await ask(shell, money)
        assert control("branchProfile").accessibleName() == "Profile: No profile"
        assert control("branchStarts_inherit").isChecked()

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_last_choices_are_there_after_a_restart_but_no_name(qapp: QApplication, tmp_path: Path) -> None:
    """Profile and its values, what comes along and the preview are kept with the workspace."""

    async def first(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        await ask(shell, by_label(workspace, "Money"))
        await until(lambda: found("previewPanel"))
        await choose_profile("Regional")
        type_into("branchVariable0", "Hunan")
        click("branchStarts_none")
        click("branchPreviewToggle")
        await until(lambda: found("previewPanel") is None)
        type_into("branchName", "First")
        await open_it(workspace, "First")

    async def second(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, by_label(workspace, "Money"))
        assert control("branchProfile").accessibleName() == "Profile: Regional expert"
        assert control("branchOpen").text() == "Open with “Regional expert”"
        assert control("branchVariable0").text() == "Hunan"
        assert control("branchName").text() == ""
        assert control("branchStarts_none").isChecked()
        assert found("previewPanel") is None
        assert not control("branchPreviewToggle").isChecked()
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await ask(shell, by_label(workspace, "Location"))
        assert control("branchProfile").accessibleName() == "Profile: No profile", "nobody chose one here"
        assert control("branchOpen").text() == "Open the branch"
        assert control("branchStarts_inherit").isChecked()

    run_in_window(tmp_path, first, setting_up=plant)
    run_in_window(tmp_path, second)


def test_a_message_proposes_the_conversation_whatever_was_remembered(
    qapp: QApplication, tmp_path: Path
) -> None:
    """F-5: *Branch from here* is about what was said up to there."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        BranchMemory(workspace).remember(money, None, "none")
        await ask(shell, money)
        assert control("branchStarts_none").isChecked()
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await ask(shell, money, (await workspace.messages.list_records(money))[1].record_id)
        assert control("branchStarts_inherit").isChecked()

    run_in_window(tmp_path, story, setting_up=plant)


type Make = Callable[[BranchAsk, BranchChoice], Awaitable[SessionId]]


def open_with(shell: Shell, workspace: Workspace, source: SessionId, make: Make) -> BranchDialog:
    """The dialog over a store that behaves as ``make`` does."""
    made = BranchDialog(shell.window, workspace, BranchAsk(source), BranchMemory(workspace), make)
    made.open()
    return made


def test_a_failure_is_said_beside_the_button_and_everything_stays(qapp: QApplication, tmp_path: Path) -> None:
    """Every error is one sentence; what was typed is still there."""

    async def fails(_ask: BranchAsk, _choice: BranchChoice) -> SessionId:
        raise StoreError(StoreErrorKind.FULL, "disk full")

    async def story(shell: Shell, workspace: Workspace) -> None:
        view = open_with(shell, workspace, by_label(workspace, "Money"), fails)
        await until(lambda: view.preview is not None)
        type_into("branchName", "Kept")
        press(Qt.Key.Key_Return, "branchName")
        await until(lambda: found("branchReason"), "it is said")
        assert control("branchReason").property("tone") == "danger"
        assert control("branchName").text() == "Kept"
        assert control("branchOpen").isEnabled()

    run_in_window(tmp_path, story, setting_up=plant)


def test_a_slow_branch_says_so_and_can_be_given_up(qapp: QApplication, tmp_path: Path) -> None:
    """Over 300 ms shows progress; a summary may take long, and *Cancel* ends it (F-5)."""
    ended: list[str] = []

    async def waits(_ask: BranchAsk, _choice: BranchChoice) -> SessionId:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("given up")
            raise
        raise AssertionError

    async def story(shell: Shell, workspace: Workspace) -> None:
        view = open_with(shell, workspace, by_label(workspace, "Money"), waits)
        await until(lambda: view.preview is not None)
        press(Qt.Key.Key_Return, "branchName")
        await until(lambda: found("branchReason"))
        assert text_of("branchReason") == "Opening the branch…"
        assert not control("branchOpen").isEnabled()
        press(Qt.Key.Key_Return, "branchName")
        click("branchCancel")
        await gone()
        await until(lambda: ended)
        assert ended == ["given up"]

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_dialog_opens_on_a_small_window_with_everything_within_reach(
    qapp: QApplication, tmp_path: Path
) -> None:
    """At 900 by 620: the buttons are inside, the fields scroll, the preview is folded until it is wanted."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        view = await ask(shell, by_label(workspace, "Money"))
        assert view.height() <= 620
        assert found("previewPanel") is None
        await choose_profile("Regional")
        click("branchPreviewToggle")
        await until(lambda: found("previewSegmentText0"))
        assert view.height() <= 620
        open_button = control("branchOpen")
        assert view.rect().contains(open_button.geometry().translated(0, 0))
        assert view.rect().contains(open_button.mapTo(view, open_button.rect().bottomRight()))

    run_in_window(tmp_path, story, setting_up=plant, size=(900, 620))


def test_tab_walks_through_the_fields_from_top_to_bottom(qapp: QApplication, tmp_path: Path) -> None:
    """Keyboard alone does everything; each stop has a name for a screen reader."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await a_profile(workspace)
        await ask(shell, by_label(workspace, "Money"))
        await until(lambda: found("previewPanel"))
        await choose_profile("Regional")
        await until(lambda: found("branchVariable1"))
        type_into("branchVariable0", "Hunan")
        control("branchName").setFocus()
        stops: list[str] = []
        for _ in range(30):
            focused = QApplication.focusWidget()
            assert focused is not None
            if focused.objectName() in stops:
                break
            stops.append(focused.objectName())
            assert focused.accessibleName() or getattr(focused, "text", str)(), focused.objectName()
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        wanted = [
            "branchName",
            "branchProfile",
            "branchVariable0",
            "branchVariable1",
            "branchOwnOpen",
            "branchStarts_inherit",
            "branchModel",
            "branchParent",
            "branchPreviewToggle",
            "branchCancel",
            "branchOpen",
        ]
        assert [name for name in stops if name in wanted] == wanted

    run_in_window(tmp_path, story, setting_up=plant)


@pytest.mark.parametrize("way", ["button", "keys", "message"])
def test_the_plain_branch_is_made_at_once_and_named_where_it_is_shown(
    qapp: QApplication, tmp_path: Path, way: str
) -> None:
    """Shift with the button, Ctrl+Shift+B, Shift at a message: no dialog, the conversation comes along (X-5).

    The first name belongs to the step that made the branch (I6): one undo takes both back.
    """

    async def story(shell: Shell, workspace: Workspace) -> None:
        money = by_label(workspace, "Money")
        shell.outline.tree.selected.emit(money)
        await until(lambda: shell.chat.conversation.is_loaded and found("chatBranch"))
        count = 4
        if way == "button":
            click("chatBranch", Qt.KeyboardModifier.ShiftModifier)
        elif way == "keys":
            QTest.keyClick(
                shell.window,
                Qt.Key.Key_B,
                Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
            )
        else:
            count = 2
            shell.chat.canvas.pointed_at.emit(1)
            await until(lambda: found("messageBranch"))
            click("messageBranch", Qt.KeyboardModifier.ShiftModifier)
        await until(partial(has_label, workspace, "New branch"), "it is there")
        made = by_label(workspace, "New branch")
        await until(lambda: shell.chat.session_id == made and found("chatTitleField"))
        assert not dialogs()
        assert len(await workspace.messages.list_records(made)) == count
        QTest.keyClicks(control("chatTitleField"), "Taxes")
        press(Qt.Key.Key_Return, "chatTitleField")
        await until(partial(has_label, workspace, "Taxes"))
        assert shell.chat.composer.field.hasFocus()
        await until(lambda: workspace.history.undo is not None)
        await workspace.undo()
        await until(lambda: made not in workspace.topology)

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_button_and_the_menus_say_both_ways(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.outline.tree.selected.emit(by_label(workspace, "Money"))
        await until(lambda: found("chatBranch"))
        assert "Ctrl+Shift+B" in control("chatBranch").toolTip()
        assert "Shift" in control("chatBranch").toolTip()
        assert shell.actions["branch"].text().startswith("Branch…")
        assert shell.actions["branch_plain"].text().startswith("Branch at once")
        QTest.keyClick(
            shell.window,
            Qt.Key.Key_N,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )
        await until(lambda: dialogs() and dialog().form_view.name.hasFocus())

    run_in_window(tmp_path, story, setting_up=plant)


def test_the_dialog_grows_downward_only(qapp: QApplication, tmp_path: Path) -> None:
    """It never needs to be moved up for its fields: where the screen ends it scrolls, to the field with the focus."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        variables = tuple(TemplateVariable(name=f"v{number}") for number in range(9))
        text = " ".join(f"{{{item.name}}}" for item in variables)
        await a_profile(workspace, instructions=text, variables=variables)
        view = await ask(shell, by_label(workspace, "Money"))
        before = view.geometry()
        await choose_profile("Regional")
        await until(lambda: view.height() > before.height(), "it has grown")
        await until(lambda: active(view), "it has the keys again")
        click("branchOwnOpen")
        scroll, box = control("branchFormScroll"), control("branchOwnText")
        await until(
            lambda: scroll.rect().contains(box.mapTo(scroll, box.rect().bottomRight())),
            "the new field comes into view",
        )
        assert scroll.verticalScrollBar().value() > 0
        assert view.geometry().topLeft() == before.topLeft()
        assert view.frameGeometry().bottom() <= view.screen().availableGeometry().bottom()

    run_in_window(tmp_path, story, setting_up=plant, size=(1280, 780))
