"""References, what a conversation reads of others, and *What is sent?*, in the real window (C-3, C-5, C-8, P-2)."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, reply
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.branching.acting import click, control, dialogs, found, press, text_of
from tests.widgets.inspector.test_inspector import inspect


def answers() -> ScriptedModel:
    return ScriptedModel(["Yes."], repeat_last=True, context_tokens=4_000)


type Told = Callable[[Shell, Workspace, dict[str, SessionId]], Awaitable[None]]


def in_window(tmp_path: Path, told: Told, **models: ScriptedModel) -> None:
    """A project *Plan* with *Venue* below it, and another one, *Budget*, that has a summary."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        plan, budget = await workspace.create_project("Plan"), await workspace.create_project("Budget")
        venue = await workspace.branches.open(plan, "Venue")
        await workspace.memory.write_digest(budget, "60,000 in all.")
        await told(shell, workspace, {"Plan": plan, "Budget": budget, "Venue": venue})

    run_in_window(tmp_path, story, model=answers(), models=models, size=(1280, 1400))


def row(session_id: SessionId) -> QWidget | None:
    return found(f"inspectReference_{session_id}")


async def refer(shell: Shell, words: str, *, answer: str = "questionCancel") -> str:
    """Through the picker that is open, and the question after it, with the keyboard alone; gives what was asked."""
    await until(lambda: found("movePickerFilter"), "the picker is open")
    QTest.keyClicks(control("movePickerFilter"), words)
    press(Qt.Key.Key_Return, "movePickerFilter")
    await until(lambda: found("questionText"), "whether it may be read is asked at once")
    asked = text_of("questionText")
    assert control("questionCancel").isDefault(), "it starts on Cancel"
    press(Qt.Key.Key_Space, answer)
    await until(lambda: not dialogs(), "it is answered")
    return asked


async def references_sent(workspace: Workspace, session_id: SessionId) -> str:
    parts = (await workspace.sending.next_request(session_id, "Hi")).parts
    return "".join(part.text for part in parts if part.kind is PartKind.REFERENCES)


def test_a_reference_is_made_read_and_taken_away(qapp: QApplication, tmp_path: Path) -> None:
    """P-2, C-8: from the menu of the chat; its summary goes along only once the switch is on."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        venue, budget = ids["Venue"], ids["Budget"]
        await inspect(shell, venue)
        assert found("inspectReadReferences") is None, "there is nothing to read yet"
        shell.chat.refer_requested.emit(venue)
        await refer(shell, "budg")
        await until(lambda: row(budget), "it is listed")
        assert workspace.topology.refs_of(venue) == (budget,)
        assert text_of("toastText") == "“Venue” refers to “Budget” now; nothing of it is sent yet"
        assert await references_sent(workspace, venue) == ""
        press(Qt.Key.Key_Space, "inspectReadReferences")
        await until(lambda: "go along" in text_of("inspectReadNote"), "it is on")
        assert "60,000 in all." in await references_sent(workspace, venue)
        remove = next(w for w in row(budget).findChildren(QWidget, "inspectReferenceRemove"))  # type: ignore[union-attr]
        assert "Budget" in remove.accessibleName()
        remove.setFocus()
        QTest.keyClick(remove, Qt.Key.Key_Space)
        await until(lambda: row(budget) is None, "it is gone")
        assert shell.window.focusWidget() is control("inspectRefer"), "the focus goes somewhere sensible"
        await workspace.undo()
        await until(lambda: row(budget), "undo brings it back")

    in_window(tmp_path, told)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_yes_after_referring_sends_the_summary_and_only_then_it_is_said(
    qapp: QApplication, tmp_path: Path, elsewhere: bool
) -> None:
    """C-8, M-10: one question, at once; the news never claim what is not so."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        venue, budget = ids["Venue"], ids["Budget"]
        if elsewhere:
            here = await a_service(workspace, "acme")
            there = await a_service(workspace, "other", default=False)
            services = {service.service_id: service for service in workspace.answering.services}
            await workspace.services.bind(venue, services[here])
            await workspace.services.bind(budget, services[there])
        shell._choose(venue)
        shell.chat.refer_requested.emit(venue)
        asked = await refer(shell, "budg", answer="questionAccept")
        assert ("acme" in asked) is elsewhere
        told = "“Venue” refers to “Budget” now; its summary goes along with each message"
        await until(lambda: text_of("toastText") == told, "it is said once it is so")
        assert "60,000 in all." in await references_sent(workspace, venue)

    in_window(tmp_path, told)


def test_what_has_no_summary_yet_is_not_said_to_be_sent(qapp: QApplication, tmp_path: Path) -> None:
    """C-8: where it may be read, nothing is asked."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        budget = ids["Budget"]
        await workspace.sending.choose(budget, read_references=True)
        shell._choose(budget)
        shell.chat.refer_requested.emit(budget)
        await until(lambda: found("movePickerFilter"), "the picker is open")
        QTest.keyClicks(control("movePickerFilter"), "Venue")
        press(Qt.Key.Key_Return, "movePickerFilter")
        told = "“Budget” refers to “Venue” now, which has no summary yet; it goes along once there is one"
        await until(lambda: found("toastText") and text_of("toastText") == told, "it is said as it is")
        assert not dialogs()
        shell.window.activateWindow()
        await until(shell.window.isActiveWindow, "the window is in front again")
        QTest.keyClick(shell.sky, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: not workspace.topology.refs_of(budget), "it goes back by key")

    in_window(tmp_path, told)


def test_the_picker_offers_nothing_along_ones_own_line(qapp: QApplication, tmp_path: Path) -> None:
    """P-2."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        shell._prompts.pick_reference(ids["Venue"])
        await until(lambda: found("movePickerList"), "the picker is open")
        places = control("movePickerList").model()
        assert [places.index(number, 0).data() for number in range(places.rowCount())] == ["Budget"]
        press(Qt.Key.Key_Escape, "movePickerFilter")
        await until(lambda: not dialogs(), "it is closed")

    in_window(tmp_path, told)


def test_another_service_is_named_before_it_sees_a_summary(qapp: QApplication, tmp_path: Path) -> None:
    """M-10: the question starts on *Cancel*, and the switch stays off without a yes."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        venue, budget = ids["Venue"], ids["Budget"]
        here = await a_service(workspace, "acme")
        there = await a_service(workspace, "other", default=False)
        services = {service.service_id: service for service in workspace.answering.services}
        await workspace.services.bind(venue, services[here])
        await workspace.services.bind(budget, services[there])
        await inspect(shell, venue)
        shell.chat.refer_requested.emit(venue)
        assert "acme" in await refer(shell, "Budget"), "it is named at once"
        await until(lambda: found("inspectReferenceAllow"), "it is said that it is not read")
        assert await references_sent(workspace, venue) == ""
        for answer, sees in (("questionCancel", False), ("questionAccept", True)):
            click("inspectReadReferences")
            await until(lambda: found("questionText"), "the question is there")
            assert "acme" in text_of("questionText")
            assert control("questionCancel").isDefault(), "it starts on Cancel"
            click(answer)
            await until(lambda: not dialogs(), "it is answered")
            if sees:
                await until(lambda: found("inspectReferenceAllow") is None, "it is read now")
            assert control("inspectReadReferences").isChecked() is sees
            assert ("60,000" in await references_sent(workspace, venue)) is sees

    in_window(tmp_path, told, acme=answers(), other=answers())


def test_titles_follow_the_settings_or_not(qapp: QApplication, tmp_path: Path) -> None:
    """C-3."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        venue = ids["Venue"]
        await inspect(shell, venue)

        async def titles() -> bool:
            parts = (await workspace.sending.next_request(venue, "Hi")).parts
            return any(part.kind is PartKind.TOPOLOGY for part in parts)

        await until(lambda: found("inspectTitles_yes"), "the choice is there")
        assert control("inspectTitles_workspace").isChecked()
        assert not await titles()
        click("inspectTitles_yes")
        await until(lambda: "is told" in text_of("inspectTitlesNote"), "it is chosen")
        assert await titles()
        await workspace.change_settings(share_outline=True)
        click("inspectTitles_no")
        await until(lambda: "not told" in text_of("inspectTitlesNote"), "it is chosen")
        assert not await titles()
        click("inspectTitles_workspace")
        await until(lambda: "is told" in text_of("inspectTitlesNote"), "it follows again")
        assert await titles()

    in_window(tmp_path, told)


def test_what_is_sent_is_one_click_away_and_goes_with_escape(qapp: QApplication, tmp_path: Path) -> None:
    """C-5: from the chat's menu; it follows what is typed, and says what a summary would leave."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        venue = ids["Venue"]
        shell.outline.tree.selected.emit(venue)
        await until(lambda: found("chatMore"), "the chat is there")
        shell.chat.header.menu.aboutToShow.emit()
        actions = {action.text(): action for action in shell.chat.header.menu.actions()}
        actions["What is sent?"].trigger()
        await until(lambda: found("sentSheet"), "the sheet is there")
        sheet: Any = shell.inspecting.sent
        await until(lambda: sheet.request is not None, "it is read")
        assert shell.window.focusWidget() is control("sentClose")
        assert "Practice assistant" in text_of("sentSize")
        shell.chat.composer.set_text("And now?")
        await until(lambda: sheet.request.parts[-1].kind is not None and "And now?" in texts(sheet), "typed")
        shell.chat.composer.set_text("word " * 4_000)
        await until(lambda: sheet.request.tokens > 4_000, "it is too long")
        shell.chat.composer.set_text("")
        press(Qt.Key.Key_Escape, "sentClose")
        await until(lambda: found("sentSheet") is None, "the messages are back")

    def texts(sheet: Any) -> list[str]:
        return [part.text for part in sheet.request.parts]

    in_window(tmp_path, told)


def test_the_sheet_says_how_much_is_read_as_soon_as_the_service_has_listed_it(
    qapp: QApplication, tmp_path: Path
) -> None:
    """C-5, C-6: “not known” only while nobody knows it."""
    listed = {"data": [{"id": "small", "context_length": 4096}]}

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        venue = ids["Venue"]
        async with ReplayServer([reply(json.dumps(listed), content_type="application/json")]) as server:
            service = await workspace.services.add(name="Near", address=server.base_url, model="small")
            await workspace.services.bind(venue, service)
            shell.outline.tree.selected.emit(venue)
            await until(lambda: found("chatMore"), "the chat is there")
            shell.chat.sent_requested.emit()
            await until(lambda: found("sentSize") and "not known" in text_of("sentSize"), "nobody knows")
            await workspace.services.list_models_of(service)
            await until(lambda: "not known" not in text_of("sentSize"), "it was listed")
            assert "of 4,096" in text_of("previewTokensText")

    in_window(tmp_path, told)


def test_the_sheet_says_that_a_summary_comes_first(qapp: QApplication, tmp_path: Path) -> None:
    """C-5, C-7."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        venue = ids["Venue"]
        for number in range(9):
            await workspace.messages.add_note(venue, f"{number} " + "word " * 320)
        shell.outline.tree.selected.emit(venue)
        await until(lambda: found("chatMore"), "the chat is there")
        shell.chat.sent_requested.emit()
        sheet: Any = None

        def read() -> bool:
            nonlocal sheet
            sheet = shell.inspecting.sent
            return sheet is not None and sheet.request is not None

        await until(read, "it is read")
        assert sheet.request.shortened
        assert "become a summary" in text_of("sentNote")
        rows = control("previewRequestParts").model()
        listed = [rows.index(number, 0).data() for number in range(rows.rowCount())]
        assert any(line.startswith("Summary of earlier messages · not written yet") for line in listed)

    in_window(tmp_path, told)


@pytest.mark.parametrize("archived", [False, True])
def test_an_archived_conversation_shows_its_references_and_changes_none(
    qapp: QApplication, tmp_path: Path, archived: bool
) -> None:
    """R-13, P-2."""

    async def told(shell: Shell, workspace: Workspace, ids: dict[str, SessionId]) -> None:
        from stello_desktop.domain.commands import AddRef, SetArchived  # noqa: PLC0415 - only here

        venue, budget = ids["Venue"], ids["Budget"]
        await workspace.apply(AddRef(venue, budget))
        if archived:
            await workspace.apply(SetArchived((venue,), archived=True))
        await inspect(shell, venue)
        await until(lambda: row(budget), "it is listed")
        assert (found("inspectRefer") is None) is archived
        assert (found("inspectReferenceRemove") is None) is archived
        assert control("inspectReadReferences").isEnabled() is not archived

    in_window(tmp_path, told)
