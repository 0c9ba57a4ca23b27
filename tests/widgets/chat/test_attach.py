"""*Attach* quotes text files in the message that is being written (look: Attach · Note · Send)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QFileDialog,
    QLabel,
    QWidget,
)

from stello_desktop.domain.attachments import MAX_ATTACHED_BYTES
from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.message_edit import MAX_CHARS
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


def control(panel: QWidget, name: str) -> QWidget | None:
    return next((widget for widget in panel.findChildren(QWidget, name) if widget.isVisible()), None)


def told(panel: ChatPanel) -> list[str]:
    """What is said about files that were not quoted, from above."""
    found = [label for label in panel.findChildren(QLabel, "attachWords") if label.isVisible()]
    found.sort(key=lambda label: label.mapTo(panel, label.rect().topLeft()).y())
    return [label.text() for label in found]


def notice(panel: ChatPanel) -> str:
    return " ".join(told(panel))


def press(panel: ChatPanel, name: str) -> None:
    found = control(panel, name)
    assert isinstance(found, QAbstractButton)
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def test_the_button_opens_a_picker_and_its_files_are_quoted(tell: Tell, tmp_path: Path) -> None:
    """Nothing is sent until the person sends it."""
    model = ScriptedModel(["read"])
    (tmp_path / "plan.md").write_text("# Plan\n- hire\n", encoding="utf-8")
    (tmp_path / "预算.csv").write_text("项,元\n房租,18\n", encoding="utf-8")

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        QTest.keyClicks(panel.composer.field, "Look at these:")
        press(panel, "composerAttach")
        picker = panel.findChild(QFileDialog, "attachPicker")
        assert picker is not None
        picker.filesSelected.emit([str(tmp_path / "plan.md"), str(tmp_path / "预算.csv")])
        picker.reject()
        wanted = (
            "Look at these:\nplan.md\n```md\n# Plan\n- hire\n```\n预算.csv\n```csv\n项,元\n房租,18\n```\n"
        )
        await until(lambda: panel.composer.text == wanted, "both files")
        assert not model.requests
        press(panel, "composerSend")
        await until(lambda: len(model.requests) == 1, "it is sent")
        assert model.requests[0].messages[-1].content == wanted
        await until(lambda: panel.conversation.turn is None, "it settles")

    tell(story, model)


def test_a_long_file_offers_its_beginning(tell: Tell, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("word " * 100_000, encoding="utf-8")

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel._attaching.attach([path])
        await until(lambda: "too long" in notice(panel), "it says so")
        assert "500 kB" in notice(panel)
        assert panel.composer.text == ""
        press(panel, "attachBeginning")
        assert told(panel) == []
        assert panel.composer.field.hasFocus()
        assert panel.composer.text.startswith("long.txt\n```txt\nword word")
        assert panel.composer.text.endswith("\n```\n")
        assert MAX_ATTACHED_BYTES - 100 < len(panel.composer.text) < MAX_ATTACHED_BYTES + 100

    tell(story, ScriptedModel(["unasked"]))


def drag(panel: ChatPanel, kind: type[QDropEvent], mime: QMimeData, part: QWidget) -> bool:
    """What the system sends for a drag above a part of the panel; whether it may be let go there."""
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    place = QPointF(part.rect().center())
    event = kind(place, actions, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(part, event)
    return event.isAccepted() and event.dropAction() == Qt.DropAction.CopyAction


def files(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    mime.setText("\n".join(map(str, paths)))
    return mime


@pytest.mark.parametrize("name", ["composerText", "composer", "transcript"])
def test_files_that_are_dropped_are_quoted_like_attached_ones(tell: Tell, tmp_path: Path, name: str) -> None:
    """Wherever in the conversation they are let go; before that it is said what will happen."""
    (tmp_path / "plan.md").write_text("# Plan\n", encoding="utf-8")
    (tmp_path / "cost.csv").write_text("rent,18\n", encoding="utf-8")
    mime = files(tmp_path / "plan.md", tmp_path / "cost.csv")

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await workspace.messages.add_note(session_id, "a note")
        await until(panel.canvas.isVisible, "the messages")
        found = control(panel, name)
        assert found is not None
        part = found.viewport() if isinstance(found, QAbstractScrollArea) else found
        assert drag(panel, QDragEnterEvent, mime, part)
        hint = control(panel, "dropHintWords")
        assert isinstance(hint, QLabel)
        assert "2 file" in hint.text()
        QApplication.sendEvent(panel, QDragLeaveEvent())
        assert control(panel, "dropHint") is None
        assert drag(panel, QDragEnterEvent, mime, part)
        assert drag(panel, QDropEvent, mime, part)
        assert control(panel, "dropHint") is None
        wanted = "plan.md\n```md\n# Plan\n```\ncost.csv\n```csv\nrent,18\n```\n"
        await until(lambda: panel.composer.text == wanted, "both files")
        assert panel.composer.field.hasFocus()

    tell(story, ScriptedModel(["unasked"]))


def test_nothing_is_taken_where_nothing_can_be_written_and_text_is_no_file(
    tell: Tell, tmp_path: Path
) -> None:
    mime, text = files(tmp_path / "plan.md"), QMimeData()
    text.setText("just words")

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        assert not drag(panel, QDragEnterEvent, text, panel)
        await workspace.apply(SetArchived((session_id,), True))
        await until(lambda: control(panel, "archivedBar") is not None, "it is archived")
        assert not drag(panel, QDragEnterEvent, mime, panel)
        assert control(panel, "dropHint") is None

    tell(story, ScriptedModel(["unasked"]))


@pytest.mark.parametrize("kind", ["picture", "photo", "gone", "folder", "empty", "pipe"])
def test_what_is_no_text_is_refused_in_one_sentence(tell: Tell, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "thing.bin"
    words = "cannot be read"
    if kind == "picture":
        path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
        words = "no plain text"
    elif kind == "photo":
        path = tmp_path / "me.JPG"
        path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10")
        words = "“me.JPG” is a picture; only text files"
    elif kind == "folder":
        path.mkdir()
        words = "is a folder"
    elif kind == "empty":
        path.write_text(" \n", encoding="utf-8")
        words = "is empty"
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no pipes here")
        os.mkfifo(path)

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        QTest.keyClicks(panel.composer.field, "kept")
        panel._attaching.attach([path])
        await until(lambda: words in notice(panel), words)
        assert panel.composer.text == "kept"

    tell(story, ScriptedModel(["unasked"]))


def many_files(folder: Path) -> list[Path]:
    (folder / "plan.md").write_text("Rent: 600\n", encoding="utf-8")
    (folder / "blob.bin").write_bytes(b"\x00\x01\x02")
    (folder / "pic.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    (folder / "notes.txt").write_text("word " * 80_000, encoding="utf-8")
    return [folder / name for name in ("plan.md", "blob.bin", "pic.png", "notes.txt")]


def test_each_of_many_files_has_an_outcome_of_its_own(tell: Tell, tmp_path: Path) -> None:
    """What is quoted is seen in the message, and each other file has its line until it is read."""
    model = ScriptedModel(["read"])

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel._attaching.attach(many_files(tmp_path))
        await until(lambda: len(told(panel)) == 3, "three lines")
        blob, picture, notes = told(panel)
        assert "“blob.bin” is no plain text" in blob
        assert "“pic.png” is a picture" in picture
        assert "“notes.txt” is too long for a message (400 kB)" in notes
        assert panel.composer.text == "plan.md\n```md\nRent: 600\n```\n"
        press(panel, "attachBeginning")
        assert "notes.txt\n```txt\nword" in panel.composer.text
        assert told(panel) == [blob, picture]
        press(panel, "attachClose")
        assert told(panel) == []
        assert panel.composer.field.hasFocus()
        panel._attaching.attach([tmp_path / "blob.bin"])
        await until(lambda: told(panel) == [blob], "it is said again")
        press(panel, "composerSend")
        assert told(panel) == []
        await until(lambda: panel.conversation.turn is None and panel.conversation.records, "it settles")
        assert "plan.md" in str(model.requests[0].messages[-1].content)

    tell(story, model)


def test_a_message_that_is_full_says_so_and_offers_only_what_it_can_do(tell: Tell, tmp_path: Path) -> None:
    """*Attach the beginning* is offered where there is room for one, and always attaches it."""
    paths = many_files(tmp_path)

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.composer.set_text("x" * MAX_CHARS)
        panel._attaching.attach([paths[0], paths[3]])
        await until(lambda: len(told(panel)) == 2, "both lines")
        assert all("no room left" in line for line in told(panel))
        assert control(panel, "attachBeginning") is None
        panel.composer.set_text("y" * (MAX_CHARS - 1_000) + "\n")
        await until(lambda: "There is room for “plan.md” now" in notice(panel), "there is room")
        press(panel, "attachBeginning")
        assert panel.composer.text.endswith("y\nplan.md\n```md\nRent: 600\n```\n")
        assert "“notes.txt” is too long" in notice(panel)
        press(panel, "attachBeginning")
        assert panel.composer.text.endswith("wo\n```\n"), "the fence is closed"
        assert len(panel.composer.text) <= MAX_CHARS
        assert told(panel) == []

    tell(story, ScriptedModel(["unasked"]))


def test_lines_about_many_files_leave_the_messages_their_room(tell: Tell, tmp_path: Path) -> None:
    """They scroll, none is cut, and the keyboard reaches what can be done."""
    paths = [tmp_path / f"a picture with quite a long name {number}.png" for number in range(20)]
    for path in paths:
        path.write_bytes(b"\x89PNG\r\n\x1a\n\x00")

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel._attaching.attach(paths)
        await until(lambda: len(told(panel)) == len(paths), "a line for each")
        lines = control(panel, "attachLines")
        assert lines is not None
        assert lines.height() < panel.height() / 3
        for label in panel.findChildren(QLabel, "attachWords"):
            assert label.heightForWidth(label.width()) <= label.height()
        close = control(panel, "attachClose")
        assert close is not None
        close.setFocus()
        QTest.keyClick(close, Qt.Key.Key_Space)
        assert panel.composer.field.hasFocus()
        assert control(panel, "attachLines") is None

    tell(story, ScriptedModel(["unasked"]))


def test_what_was_read_for_another_conversation_is_let_go(tell: Tell, tmp_path: Path) -> None:
    path = tmp_path / "plan.md"
    path.write_text("secret", encoding="utf-8")

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        other = await workspace.create_project("Other")
        panel._attaching.attach([path])
        panel.show_session(other)
        await until(lambda: panel.conversation.is_loaded, "the other one")
        await asyncio.sleep(0.1)
        assert panel.composer.text == ""

    tell(story, ScriptedModel(["unasked"]))
