"""What is typed at once is never lost: before the store is open, before a draft has come, after a click."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_loop, until
from tests.helpers.workspaces import open_workspace

type Story = Callable[[Workspace, ChatPanel, SessionId, asyncio.Event], Awaitable[None]]

DRAFT = "half a thought"


def tell(folder: Path, story: Story, *, draft: str = DRAFT, model: ScriptedModel | None = None) -> None:
    """A conversation with one earlier answer and a draft; the store opens when the story says so."""

    async def told() -> None:
        async with open_workspace(folder, ScriptedModel(["Earlier."])) as workspace:
            session_id = await workspace.create_project("Launch")
            await workspace.rounds.start(session_id, "before").wait()
            await workspace.messages.put_draft(session_id, draft)
        opening = asyncio.Event()
        async with open_workspace(folder, model, opening=opening) as workspace:
            panel = ChatPanel(workspace)
            panel.resize(460, 700)
            panel.show()
            panel.activateWindow()
            await until(panel.isActiveWindow, "the window is active")
            panel.show_session(session_id)
            panel.focus_composer()
            try:
                await story(workspace, panel, session_id, opening)
            finally:
                opening.set()
                await panel.aclose()
                panel.close()
                panel.deleteLater()
                await asyncio.sleep(0)

    run_in_loop(told)


def type_in(panel: ChatPanel, text: str) -> None:
    field = panel.composer.field
    assert QApplication.focusWidget() is field
    QTest.keyClicks(field, text)


def said(panel: ChatPanel) -> list[str]:
    return [entry.text for entry in panel.canvas.entries]


async def loaded(panel: ChatPanel) -> None:
    await until(lambda: panel.conversation.is_loaded, "the conversation")


def test_a_draft_that_comes_late_stands_before_what_was_typed(qapp: QApplication, tmp_path: Path) -> None:
    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        type_in(panel, "and moore")
        for _ in range(2):
            QTest.keyClick(panel.composer.field, Qt.Key.Key_Left)
        opening.set()
        await loaded(panel)
        assert panel.composer.text == f"{DRAFT}\nand moore"
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Backspace)
        assert panel.composer.text == f"{DRAFT}\nand more"
        await asyncio.sleep(0.7)
        assert await workspace.messages.get_draft(session_id) == f"{DRAFT}\nand more"

    tell(tmp_path, story)


def test_what_was_typed_before_the_store_was_open_is_sent_and_shown_once(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        type_in(panel, "first")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        assert panel.composer.text == ""
        assert said(panel)[0] == "first"
        type_in(panel, "next")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        opening.set()
        await loaded(panel)
        assert said(panel)[:3] == ["before", "Earlier.", "first"]
        assert said(panel).count("first") == 1
        assert panel.canvas.at_end
        await until(lambda: panel.conversation.turn is None, "the end of the answer")
        assert said(panel) == ["before", "Earlier.", "first", "Here."]
        assert panel.composer.text == f"{DRAFT}\nnext"
        await asyncio.sleep(0.7)
        assert await workspace.messages.get_draft(session_id) == f"{DRAFT}\nnext"

    tell(tmp_path, story, model=ScriptedModel(["Here."], delay_s=0.02))


def test_the_stored_draft_outlives_a_message_that_was_sent_before_it_was_known(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        type_in(panel, "first")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        opening.set()
        await loaded(panel)
        await until(lambda: panel.conversation.turn is None, "the end of the answer")
        assert panel.composer.text == DRAFT
        assert await workspace.messages.get_draft(session_id) == DRAFT

    tell(tmp_path, story, model=ScriptedModel(["Here."]))


def test_leaving_before_the_draft_has_come_keeps_both(qapp: QApplication, tmp_path: Path) -> None:
    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        type_in(panel, "typed early")
        panel.show_session(None)
        opening.set()
        panel.show_session(session_id)
        await loaded(panel)
        assert panel.composer.text == f"{DRAFT}\ntyped early"
        assert await workspace.messages.get_draft(session_id) == f"{DRAFT}\ntyped early"

    tell(tmp_path, story)


def test_to_and_fro_shows_what_was_just_typed(qapp: QApplication, tmp_path: Path) -> None:
    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        opening.set()
        await loaded(panel)
        other = await workspace.create_project("Other")
        for number in range(5):
            panel.composer.set_text(f"text {number}")
            panel.show_session(other)
            panel.show_session(session_id)
            await loaded(panel)
            assert panel.composer.text == f"text {number}"

    tell(tmp_path, story)


def test_closing_before_the_draft_has_come_keeps_both(qapp: QApplication, tmp_path: Path) -> None:
    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        type_in(panel, "typed early")
        opening.set()
        await panel.aclose()
        assert await workspace.messages.get_draft(session_id) == f"{DRAFT}\ntyped early"

    tell(tmp_path, story)


def test_a_note_leaves_what_is_typed_after_it(qapp: QApplication, tmp_path: Path) -> None:
    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        opening.set()
        await loaded(panel)
        type_in(panel, "keep this")
        panel.composer.noted.emit(panel.composer.text)
        await asyncio.sleep(0)
        type_in(panel, "and this is new")
        await until(lambda: "keep this" in said(panel), "the note")
        assert panel.composer.text == "and this is new"
        await asyncio.sleep(0.7)
        assert await workspace.messages.get_draft(session_id) == "and this is new"

    tell(tmp_path, story, draft="")


def test_a_conversation_that_comes_late_says_that_it_is_coming(qapp: QApplication, tmp_path: Path) -> None:
    """Anything over 300 ms shows progress; what is quicker shows nothing that flickers."""

    async def story(
        workspace: Workspace, panel: ChatPanel, session_id: SessionId, opening: asyncio.Event
    ) -> None:
        sign = panel.findChild(QWidget, "chatOpening")
        assert sign is not None
        assert not sign.isVisible(), "not at once"
        await until(sign.isVisible, "it says so")
        assert sign.accessibleName() == "Opening the conversation…"
        opening.set()
        await loaded(panel)
        await until(lambda: said(panel)[:2] == ["before", "Earlier."])
        assert not sign.isVisible()
        assert panel.canvas.isVisible()

    tell(tmp_path, story)
