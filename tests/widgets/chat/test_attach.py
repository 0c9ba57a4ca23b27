"""*Attach* quotes text files in the message that is being written (look: Attach · Note · Send)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QWidget

from stello_desktop.domain.attachments import MAX_ATTACHED_BYTES
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


def control(panel: QWidget, name: str) -> QWidget | None:
    return next((widget for widget in panel.findChildren(QWidget, name) if widget.isVisible()), None)


def notice(panel: ChatPanel) -> str:
    found = control(panel, "composerNotice")
    return found.text() if isinstance(found, QLabel) else ""


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
        press(panel, "composerNoticeAction")
        assert panel.composer.text.startswith("long.txt\n```txt\nword word")
        assert panel.composer.text.endswith("\n```\n")
        assert MAX_ATTACHED_BYTES - 100 < len(panel.composer.text) < MAX_ATTACHED_BYTES + 100

    tell(story, ScriptedModel(["unasked"]))


@pytest.mark.parametrize("kind", ["picture", "gone", "folder", "empty", "pipe"])
def test_what_is_no_text_is_refused_in_one_sentence(tell: Tell, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "thing.bin"
    words = "cannot be read"
    if kind == "picture":
        path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
        words = "no plain text"
    elif kind == "folder":
        path.mkdir()
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
