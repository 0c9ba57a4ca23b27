"""The quiet state at the window's foot while messages wait (row 25)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtNetwork import QNetworkInformation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QTreeView, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.reach import unreachable
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.ui.inspector.sent_sheet import SentSheet
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.windows import run_in_loop, run_in_window, until
from tests.helpers.workspaces import a_service, open_workspace

OK = reply(text_events("Here ", "you are"))
MODELS = reply('{"data": [{"id": "planner"}]}', content_type="application/json")
REACH = QNetworkInformation.Reachability


class Line:
    """A model behind a line that can be plugged in."""

    def __init__(self) -> None:
        self.up = False
        self.model = ScriptedModel([self._answer], repeat_last=True, delay_s=0.02)

    def _answer(self, request: ModelRequest) -> Reply:
        return "An answer" if self.up else unreachable("refused")


def seen(shell: Shell, name: str) -> QWidget | None:
    return next((item for item in shell.window.findChildren(QWidget, name) if item.isVisible()), None)


def words(shell: Shell) -> str:
    label = seen(shell, "outboxWords")
    return label.text() if isinstance(label, QLabel) else ""


async def wait_with(workspace: Workspace, *labels: str) -> list[SessionId]:
    """A message waits in each of these new projects."""
    found = []
    for label in labels:
        found.append(await workspace.create_project(label))
        await workspace.rounds.start(found[-1], f"About {label}").wait()
    await until(lambda: workspace.outbox.count == len(labels), "they wait")
    return found


async def press(shell: Shell, name: str) -> None:
    made = seen(shell, name)
    assert isinstance(made, QAbstractButton)
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    await asyncio.sleep(0)


def test_it_comes_with_the_first_that_waits_and_goes_with_the_last(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        assert seen(shell, "outboxBar") is None
        await wait_with(workspace, "One", "Two")
        assert words(shell).startswith("Offline: 2 ")
        line.up = True
        await press(shell, "outboxSend")
        assert words(shell).startswith("Sending")
        assert seen(shell, "outboxSend") is None
        await until(lambda: seen(shell, "outboxBar") is None, "it goes away by itself")

    line = Line()
    run_in_window(tmp_path, story, model=line.model)


@pytest.mark.parametrize("by_key", [True, False])
def test_who_sends_from_the_foot_goes_on_writing(tmp_path: Path, by_key: bool) -> None:
    """The button that was pressed goes: the focus is in the composer, while it is sent and afterwards."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        projects = await wait_with(workspace, "One", "Two")
        shell.requests.created.emit(projects[0])
        await until(shell.chat.composer.isVisible)
        button = seen(shell, "outboxSend")
        assert button is not None
        button.setFocus()
        line.up = True
        if by_key:
            QTest.keyClick(button, Qt.Key.Key_Return)
        else:
            await press(shell, "outboxSend")
        await until(lambda: seen(shell, "outboxSend") is None)
        assert shell.window.focusWidget() is shell.chat.composer.field
        await until(lambda: seen(shell, "outboxBar") is None)
        assert shell.window.focusWidget() is shell.chat.composer.field

    line = Line()
    run_in_window(tmp_path, story, model=line.model)


def test_show_goes_from_one_to_the_next(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        projects = await wait_with(workspace, "One", "Two")
        looked_at = []
        for _ in projects:
            await press(shell, "outboxShow")
            looked_at.append(shell.selected)
        assert set(looked_at) == set(projects)

    run_in_window(tmp_path, story, model=Line().model)


def test_when_the_network_comes_back_it_offers_and_sends_nothing(tmp_path: Path) -> None:
    """No request leaves the machine that no click caused."""

    async def set_up(workspace: Workspace) -> None:
        await a_service(workspace, "Far")  # nobody listens there

    async def story(shell: Shell, workspace: Workspace) -> None:
        (project,) = await wait_with(workspace, "One")
        sign = shell.window.rail.offline
        sign.show_reachability(REACH.Disconnected)
        sign.show_reachability(REACH.Online)
        assert "The connection is back" in shell.window.toast.words
        assert not words(shell).startswith("Offline")
        tried = workspace.rounds.live_turn(project)
        await asyncio.sleep(0.1)
        assert workspace.rounds.live_turn(project) is tried
        await press(shell, "toastAction")
        await until(lambda: workspace.rounds.live_turn(project) is not tried, "the click has tried")
        await until(lambda: words(shell).startswith("Offline"), "in vain")

    run_in_window(tmp_path, story, setting_up=set_up)


def test_the_focus_does_not_vanish_with_the_bar(tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        (project,) = await wait_with(workspace, "One")
        made = seen(shell, "outboxShow")
        assert made is not None
        made.setFocus()
        (record,) = await workspace.messages.list_records(project)
        await workspace.outbox.remove(project, record.record_id)
        await until(lambda: seen(shell, "outboxBar") is None, "it goes")
        focus = shell.window.focusWidget()
        assert focus is not None
        assert focus.isVisible()
        assert focus is not made

    run_in_window(tmp_path, story, model=Line().model)


def test_what_was_left_waiting_by_the_last_run_is_told_after_the_start(tmp_path: Path) -> None:
    """R-1: and nothing is said of the network, since nobody has tried yet."""

    async def leave(workspace: Workspace) -> None:
        await wait_with(workspace, "One")

    async def story(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: seen(shell, "outboxBar"), "it is there")
        assert words(shell).startswith("1 ")

    async def first() -> None:
        async with open_workspace(tmp_path, Line().model) as workspace:
            await leave(workspace)

    run_in_loop(first)
    run_in_window(tmp_path, story, model=Line().model)


def test_a_server_on_this_computer_is_not_called_offline_and_has_its_own_name(tmp_path: Path) -> None:
    """Row 25: at the window's foot, and behind *Why*; the id that it is kept under is nowhere."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        service = await workspace.services.add(
            name="Uni helper", address="http://127.0.0.1:9/v1", model="planner", local=True
        )
        await workspace.services.use(service.service_id)
        (project,) = await wait_with(workspace, "One")
        assert words(shell) == "Uni helper does not answer: is it running? 1 message waits"
        shell.requests.created.emit(project)
        await until(lambda: seen(shell, "unsentWhy"), "the way to know more")
        await press(shell, "unsentWhy")
        await until(lambda: seen(shell, "errorSentence"), "the details")
        label = seen(shell, "errorSentence")
        assert isinstance(label, QLabel)
        assert label.text() == (
            "Uni helper on this computer does not answer: is it running? Start it, then try again."
        )

    run_in_window(tmp_path, story)


def test_a_server_on_this_computer_that_answers_again_is_told_and_one_click_sends(tmp_path: Path) -> None:
    """Row 25: a list of models is enough to know it; nothing is sent before the click, and then all of it in order."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        async with ReplayServer([OK]) as server:
            port = server.port
        service = await workspace.services.add(
            name="Uni helper", address=f"http://127.0.0.1:{port}/v1", model="planner", local=True
        )
        await workspace.services.use(service.service_id)
        await wait_with(workspace, "One", "Two", "Three")
        assert words(shell) == "Uni helper does not answer: is it running? 3 messages wait"
        async with ReplayServer([MODELS, OK], port=port) as server:
            await workspace.services.list_models_of(service)
            assert words(shell) == "Uni helper answers again: 3 messages wait"
            assert shell.window.toast.words == "Uni helper answers again; 3 messages can be sent"
            assert len(server.requests) == 1
            await press(shell, "outboxSend")
            assert words(shell).startswith("Sending")
            await until(lambda: len(server.requests) == 4, "all of it leaves")
            await until(lambda: seen(shell, "outboxBar") is None, "it goes away by itself")
            asked = [item.json["messages"][-1]["content"] for item in server.requests[1:]]
            assert sorted(asked) == ["About One", "About Three", "About Two"]

    run_in_window(tmp_path, story)


def test_outline_and_map_mark_where_messages_wait(tmp_path: Path) -> None:
    """Row 25: in both it is spoken too; it goes with the last message that waits there."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        first, _ = await wait_with(workspace, "One", "Two")
        await workspace.rounds.start(first, "And more").wait()
        await until(lambda: workspace.outbox.count == 3)
        quiet = await workspace.create_project("Three")
        tree = shell.window.findChild(QTreeView, "outlineTree")
        assert isinstance(tree, QTreeView)
        model = tree.model()

        def spoken() -> list[str]:
            rows = range(model.rowCount())
            return [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]

        assert spoken() == ["One, 2 messages wait to be sent", "Two, 1 message waits to be sent", "Three"]
        assert set(shell.sky.view.picture.unsent.values()) == {1, 2}
        assert quiet not in shell.sky.view.picture.unsent
        line.up = True
        await press(shell, "outboxSend")
        await until(lambda: workspace.outbox.count == 0)
        await until(lambda: not shell.sky.view.picture.unsent)
        assert not any("wait" in words for words in spoken())

    line = Line()
    run_in_window(tmp_path, story, model=line.model)


def test_what_is_sent_says_that_it_is_the_message_that_waits(tmp_path: Path) -> None:
    """C-5, row 25: "nothing else is sent" holds of the first that waits, and not of an empty composer."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        (project,) = await wait_with(workspace, "One")
        shell.requests.created.emit(project)
        await until(shell.chat.composer.isVisible)
        shell.chat.sent_requested.emit()
        await until(lambda: seen(shell, "sentSize"), "what is sent")
        (sheet,) = shell.window.findChildren(SentSheet)
        assert sheet.request is not None
        texts = [part.text for part in sheet.request.parts]
        assert "About One" in texts

        def note() -> str:
            return " ".join(label.text() for label in sheet.findChildren(QLabel) if label.isVisible())

        await until(lambda: "A message waits here. This is what it sends." in note())
        await workspace.rounds.start(project, "And more").wait()
        await until(lambda: "2 messages wait here. This is what the first of them sends." in note())
        line.up = True
        await press(shell, "outboxSend")
        await until(lambda: "waits here" not in note() and "wait here" not in note())

    line = Line()
    run_in_window(tmp_path, story, model=line.model)
