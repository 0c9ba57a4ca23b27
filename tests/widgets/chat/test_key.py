"""Without a keyring a key is kept for one run: then what was written waits, says so, and takes the key."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.keys import KeyPlace, KeyState
from stello_desktop.ui.chat.card_making import CardMaker
from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind
from stello_desktop.ui.chat.pieces import CardPiece, FoldPiece
from stello_desktop.ui.service_key import ask_for_key
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.servers import ReplayServer, ThreadedReplayServer, error_reply, reply, text_events
from tests.helpers.windows import run_in_window, until


def said(shell: Shell) -> str:
    return "\n".join(label.text() for label in shell.chat.findChildren(QLabel) if label.isVisible())


def heard(shell: Shell) -> str:
    return "\n".join(entry.text for entry in shell.chat.canvas.entries)


def find_button(shell: Shell, name: str) -> QPushButton | None:
    found = [item for item in shell.window.findChildren(QPushButton, name) if item.isVisible()]
    return found[0] if found else None


def find_key_button(shell: Shell) -> QPushButton | None:
    return find_button(shell, "errorKey")


def open_field(shell: Shell) -> QLineEdit | None:
    found = [item for item in shell.window.findChildren(QLineEdit, "keyQuestionKey") if item.isVisible()]
    return found[0] if found else None


async def plant(workspace: Workspace, address: str) -> None:
    service = await workspace.services.add(name="Mine", address=address, model="m", key="sk-1")
    project = await workspace.create_project("Garden")
    await workspace.services.bind(project, service)


async def ask(shell: Shell) -> None:
    assert shell.selected is not None
    await until(lambda: shell.chat.conversation.is_loaded)
    shell.chat.composer.set_text("Hello")
    shell.chat.composer.submitted.emit("Hello")


async def press(shell: Shell, name: str) -> None:
    await until(lambda: find_button(shell, name), name)
    button = find_button(shell, name)
    assert button is not None
    button.click()


async def enter_key(shell: Shell, key: str, asked_by: str = "errorKey") -> None:
    await press(shell, asked_by)
    await until(lambda: open_field(shell), "the question for the key")
    field = open_field(shell)
    assert field is not None
    QTest.keyClicks(field, key)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_missing_key_is_entered_below_the_message_which_then_leaves(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Rows 53 and 58."""

    async def first(_shell: Shell, workspace: Workspace) -> None:
        assert workspace.keys.at_hand(workspace.settings.services[0])

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        await ask(shell)
        await until(lambda: "Mine needs its key first" in said(shell), "what it waits for")
        assert find_button(shell, "errorCard") is None
        assert "did not accept" not in said(shell)
        await enter_key(shell, "sk-2", asked_by="unsentSend")
        await until(lambda: "Here you are" in heard(shell), "the question was asked again")

    with ThreadedReplayServer([reply(text_events("Here you are"))]) as server:
        run_in_window(tmp_path, first, setting_up=lambda workspace: plant(workspace, server.base_url))
        run_in_window(tmp_path, after_a_restart)
        assert server.requests[-1].headers["authorization"] == "Bearer sk-2"


def test_a_service_that_never_got_a_key_is_not_said_to_have_refused_one(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Row 27: what is missing is a key, and it is entered right there."""

    async def plant_without(workspace: Workspace) -> None:
        service = await workspace.services.add(name="Mine", address=server.base_url, model="m")
        await workspace.services.bind(await workspace.create_project("Garden"), service)

    async def story(shell: Shell, _workspace: Workspace) -> None:
        await ask(shell)
        await until(lambda: "Mine needs a key, and it has none." in said(shell), "what is missing")
        assert "did not accept" not in said(shell)
        await enter_key(shell, "sk-1")
        await until(lambda: "Here you are" in heard(shell), "the question was asked again")

    refused = error_reply(401, {"error": {"message": "no key"}})
    with ThreadedReplayServer([refused, reply(text_events("Here you are"))]) as server:
        run_in_window(tmp_path, story, setting_up=plant_without)
        assert server.requests[-1].headers["authorization"] == "Bearer sk-1"


def test_what_is_said_about_the_keyring_is_read_whole(qapp: QApplication, tmp_path: Path) -> None:
    """Row 53: it comes later than the question, in two lines, and nothing is cut for it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await plant(workspace, "http://127.0.0.1:9/v1")
        service = workspace.settings.services[0]
        workspace.news.refused_by(
            workspace.news.mark_of(service.service_id), ProviderError(ProviderErrorKind.AUTH)
        )
        ask_for_key(shell.window, workspace, service, lambda: None)
        note = shell.window.findChild(QLabel, "keyQuestionKeyNote")
        assert note is not None
        await until(lambda: "no keyring" in note.text(), "where the key would be kept")
        await until(lambda: note.heightForWidth(note.width()) <= note.height(), "it is whole")
        await press(shell, "keyQuestionCancel")

    run_in_window(tmp_path, story)


def test_row_55_a_locked_keyring_is_told_and_the_key_is_used_once_it_is_open(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Row 55: unlock and try again, without entering the key."""
    keyring = MemoryKeyring()

    async def first(_shell: Shell, workspace: Workspace) -> None:
        assert workspace.keys.state(workspace.settings.services[0]) == KeyState(KeyPlace.KEYRING)

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        keyring.mode = "locked"
        await ask(shell)
        await until(lambda: "keyring does not give the key of Mine" in said(shell))
        keyring.mode = "ok"
        await press(shell, "unsentSend")
        await until(lambda: "Here you are" in heard(shell), "the question was asked again")

    with ThreadedReplayServer([reply(text_events("Here you are"))]) as server:
        run_in_window(
            tmp_path,
            first,
            setting_up=lambda workspace: plant(workspace, server.base_url),
            keys=a_key_store(keyring),
        )
        run_in_window(tmp_path, after_a_restart, keys=a_key_store(keyring))
        assert server.requests[-1].headers["authorization"] == "Bearer sk-1"


def test_a_refused_key_is_called_by_the_services_name(qapp: QApplication, tmp_path: Path) -> None:
    refusal = error_reply(401, {"error": {"message": "bad key", "code": "invalid_api_key"}})

    async def story(shell: Shell, workspace: Workspace) -> None:
        async with ReplayServer([refusal, reply(text_events("Here you are"))]) as server:
            service = await workspace.services.add(
                name="Mine", address=server.base_url, model="m", key="sk-1"
            )
            project = await workspace.create_project("Garden")
            await workspace.services.bind(project, service)
            shell.sky.selected.emit(project)
            await until(lambda: shell.chat.conversation.is_loaded)
            shell.chat.composer.submitted.emit("Hello")
            await until(lambda: "Mine did not accept the key" in said(shell))
            await until(lambda: find_key_button(shell), "the button for another key")
            await enter_key(shell, "sk-2")
            await until(lambda: "Here you are" in heard(shell), "the question was asked again")
            assert server.requests[-1].headers["authorization"] == "Bearer sk-2"

    run_in_window(tmp_path, story)


class Kept(NamedTuple):
    """Two conversations in which two messages each wait, of a run that had the key."""

    projects: list[SessionId]
    port: int


async def leave_waiting(workspace: Workspace, kept: Kept) -> None:
    service = await workspace.services.add(
        name="Mine", address=f"http://127.0.0.1:{kept.port}/v1", model="m", key="sk-1"
    )
    await workspace.services.use(service.service_id)
    for label in ("Garden", "House"):
        project = await workspace.create_project(label)
        kept.projects.append(project)
        for number in ("one", "two"):
            await workspace.rounds.start(project, f"{label} {number}").wait()
    await until(lambda: workspace.outbox.count == 4, "they wait")


def a_free_port() -> int:
    with ThreadedReplayServer([]) as server:
        return server.port


async def states(workspace: Workspace, kept: Kept) -> list[str]:
    found = [await workspace.messages.list_records(project) for project in kept.projects]
    return [f"{record.content} {record.state}" for records in found for record in records]


ALL_WAIT: Final = ["Garden one waiting", "Garden two waiting", "House one waiting", "House two waiting"]


def test_row_58_what_waits_over_a_restart_waits_for_the_key_and_is_then_sent_in_order_once(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Rows 25, 53 and 58: pressing *Send* without the key fails nothing; the key is asked for once."""
    kept = Kept([], a_free_port())

    async def nothing(_shell: Shell, _workspace: Workspace) -> None:
        pass

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: find_button(shell, "outboxSend"), "the bar")
        for _ in range(2):
            await press(shell, "outboxSend")
            await until(lambda: open_field(shell), "the question for the key")
            assert await states(workspace, kept) == ALL_WAIT
            await press(shell, "keyQuestionCancel")
            await until(lambda: open_field(shell) is None, "the question goes")
        assert await states(workspace, kept) == ALL_WAIT
        assert not server.requests
        await enter_key(shell, "sk-2", asked_by="outboxSend")
        await until(lambda: workspace.outbox.count == 0 and not workspace.outbox.sending, "all are sent")
        told = await states(workspace, kept)
        assert told == [
            "Garden one done",
            "Answer done",
            "Garden two done",
            "Answer done",
            "House one done",
            "Answer done",
            "House two done",
            "Answer done",
        ]
        asked = [request.json["messages"][-1]["content"] for request in server.requests]
        assert sorted(asked) == ["Garden one", "Garden two", "House one", "House two"]
        assert {request.headers["authorization"] for request in server.requests} == {"Bearer sk-2"}
        assert open_field(shell) is None

    run_in_window(tmp_path, nothing, setting_up=lambda workspace: leave_waiting(workspace, kept))
    with ThreadedReplayServer([reply(text_events("Answer"))] * 4, port=kept.port) as server:
        run_in_window(tmp_path, after_a_restart)


def test_row_58_a_key_that_is_entered_elsewhere_sends_nothing_by_itself_and_offers_it(
    qapp: QApplication, tmp_path: Path
) -> None:
    """No request leaves that no click caused; that the messages can leave now is said, with the button for it."""
    kept = Kept([], a_free_port())

    async def nothing(_shell: Shell, _workspace: Workspace) -> None:
        pass

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: find_button(shell, "outboxSend"), "the bar")
        workspace.outbox.send()
        await until(lambda: workspace.outbox.keyless and not workspace.outbox.sending, "it is known why")
        assert await states(workspace, kept) == ALL_WAIT
        bar = shell.window.findChild(QLabel, "outboxWords")
        assert bar is not None
        assert bar.text().startswith("4 messages wait for the key")
        await workspace.keys.put(workspace.settings.services[0], "sk-2")
        assert bar.text().startswith("4 messages wait to be sent")
        assert not server.requests
        assert await states(workspace, kept) == ALL_WAIT
        await press(shell, "toastAction")
        await until(lambda: workspace.outbox.count == 0 and not workspace.outbox.sending, "all are sent")
        assert len(server.requests) == 4

    run_in_window(tmp_path, nothing, setting_up=lambda workspace: leave_waiting(workspace, kept))
    with ThreadedReplayServer([reply(text_events("Answer"))] * 4, port=kept.port) as server:
        run_in_window(tmp_path, after_a_restart)


REFUSED: Final = error_reply(401, {"error": {"message": "bad key", "code": "invalid_api_key"}})

ALL_SENT: Final = [
    f"{label} {number} done" if who else "Answer done"
    for label in ("Garden", "House")
    for number in ("one", "two")
    for who in (True, False)
]


async def waiting_for_the_bar(_shell: Shell, _workspace: Workspace) -> None:
    """The run in which the messages were written ends here."""


def words_of(shell: Shell, name: str) -> str:
    return "".join(label.text() for label in shell.window.findChildren(QLabel, name) if label.isVisible())


async def be_refused(shell: Shell, workspace: Workspace, kept: Kept) -> SessionId:
    """*Send* at the foot, with a key that the service does not accept; gives whose message found out."""
    await until(lambda: find_button(shell, "outboxSend"), "the bar")
    await press(shell, "outboxSend")
    await until(lambda: words_of(shell, "outboxWords").endswith("did not accept the key"), "the refusal")
    assert words_of(shell, "outboxWords").startswith("4 messages wait")
    told = await states(workspace, kept)
    assert sum(text.endswith(" waiting") for text in told) == 3
    assert sum(text.endswith(" failed") for text in told) == 2  # a question, and what its service said
    return next(iter(workspace.outbox.waiting))


async def all_are_sent(workspace: Workspace, kept: Kept) -> None:
    await until(lambda: workspace.outbox.count == 0 and not workspace.outbox.sending, "all are sent")
    assert await states(workspace, kept) == ALL_SENT


@pytest.mark.parametrize("asked_by", ["outboxSend", "errorKey", "unsentSend"])
def test_row_27_a_key_that_is_refused_is_asked_for_once_wherever_and_then_all_leave_in_order(
    qapp: QApplication, tmp_path: Path, asked_by: str
) -> None:
    """Rows 25, 27 and 58: from the foot, from the card of the refused one, and from a message that waits elsewhere."""
    kept, keys = Kept([], a_free_port()), a_key_store(MemoryKeyring())

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        first = await be_refused(shell, workspace, kept)
        other = next(item for item in kept.projects if item != first)
        shell.sky.selected.emit(first if asked_by == "errorKey" else other)
        await until(lambda: shell.chat.conversation.session_id is not None, "a conversation")
        await until(lambda: shell.chat.conversation.is_loaded, "the conversation")
        if asked_by == "errorKey":
            await until(lambda: "Mine did not accept the key" in said(shell), "its sentence")
        else:
            await until(lambda: "Waiting to be sent: Mine did not accept the key" in said(shell), "why")
        await press(shell, asked_by)
        await until(lambda: open_field(shell), "the question for the key")
        assert words_of(shell, "keyQuestionRefused") == "Mine did not accept the key. Enter another one."
        await press(shell, "keyQuestionCancel")
        await until(lambda: open_field(shell) is None, "the question goes")
        assert len(server.requests) == 1
        await enter_key(shell, "sk-2", asked_by=asked_by)
        await all_are_sent(workspace, kept)
        assert open_field(shell) is None
        if asked_by != "outboxSend":  # what was pressed is gone
            assert shell.window.focusWidget() is shell.chat.composer.field
        used = [request.headers["authorization"] for request in server.requests]
        assert used == ["Bearer sk-1", *["Bearer sk-2"] * 4]

    run_in_window(
        tmp_path,
        waiting_for_the_bar,
        setting_up=lambda workspace: leave_waiting(workspace, kept),
        keys=keys,
    )
    with ThreadedReplayServer([REFUSED, *[reply(text_events("Answer"))] * 4], port=kept.port) as server:
        run_in_window(tmp_path, after_a_restart, keys=keys)


def test_row_27_a_key_that_was_refused_by_mistake_is_tried_again_without_entering_it(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Who does not have the key at hand is not held for ever by a service that refused it once."""
    kept, keys = Kept([], a_free_port()), a_key_store(MemoryKeyring())

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        await be_refused(shell, workspace, kept)
        await press(shell, "outboxSend")
        await until(lambda: open_field(shell), "the question for the key")
        await press(shell, "keyQuestionSame")
        await all_are_sent(workspace, kept)
        assert {request.headers["authorization"] for request in server.requests} == {"Bearer sk-1"}

    run_in_window(
        tmp_path,
        waiting_for_the_bar,
        setting_up=lambda workspace: leave_waiting(workspace, kept),
        keys=keys,
    )
    with ThreadedReplayServer([REFUSED, *[reply(text_events("Answer"))] * 4], port=kept.port) as server:
        run_in_window(tmp_path, after_a_restart, keys=keys)


@pytest.mark.parametrize("newest", [True, False])
def test_row_58_that_no_request_was_made_is_said_however_old_the_failure_is(
    qapp: QApplication, newest: bool
) -> None:
    """What failed for want of a key is never called a key that was refused."""
    maker = CardMaker(lambda _branch: None, lambda: "Mine")
    entry = Entry(("a",), EntryKind.ANSWER, "Half", ending=Ending.FAILED, newest=newest)
    entry.error_code, entry.error_detail = "provider.auth", "no_key_missing"
    (piece,) = maker.make(entry)
    parent = QWidget()
    if isinstance(piece, FoldPiece):
        words = piece.title
    else:
        assert isinstance(piece, CardPiece)
        words = "".join(label.text() for label in piece.show_in(parent).findChildren(QLabel))
    assert "needs its key" in words
    assert "did not accept" not in words
    parent.deleteLater()
