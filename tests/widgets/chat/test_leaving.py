"""A conversation that would go to another service by way of a card is asked about first (M-10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until
from tests.helpers.workspaces import a_service
from tests.widgets.chat.test_panel import answered, click, control, words_of, write

type Tell = Callable[..., None]


async def a_profile_abroad(workspace: Workspace) -> None:
    cloud = await a_service(workspace, "Cloud", default=False)
    profile = await workspace.profiles.create("Abroad")
    await workspace.profiles.save(replace(profile, model=ModelRef(cloud, "large")))


async def answer(name: str) -> None:
    """Answer the question in front."""

    def found() -> QPushButton | None:
        buttons = (top.findChild(QPushButton, name) for top in QApplication.topLevelWidgets())
        return next((item for item in buttons if item is not None and item.isVisible()), None)

    await until(found, name)
    pressed = found()
    assert pressed is not None
    QTest.mouseClick(pressed, Qt.MouseButton.LeftButton)
    await until(lambda: found() is None, f"{name} to be gone")


def test_the_card_names_the_service_and_opening_anyway_asks_again(tell: Tell) -> None:
    """M-10, X-5, G-1: though the assistant may branch without asking."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await a_profile_abroad(workspace)
        before = len(workspace.topology)
        await write(panel, "branch")
        await until(lambda: control(panel, "branchQuestionNotNow"), "the question")
        assert "Starts with this conversation, which then goes to Cloud · large" in words_of(panel)
        await click(panel, "branchQuestionNotNow")
        await answered(panel)
        await click(panel, "refusedBranchOpen")
        await answer("questionCancel")
        assert len(workspace.topology) == before
        await click(panel, "refusedBranchOpen")
        await answer("questionAccept")
        await until(lambda: len(workspace.topology) == before + 1, "the branch")

    call = tool_reply("stello_create_session", label="Side", profile="Abroad", context="inherit")
    tell(story, ScriptedModel([call, "As you like."]))


def test_bringing_the_conversation_along_asks_where_it_would_go(tell: Tell) -> None:
    """M-10, X-5: the branch began empty, so nobody was asked before."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await a_profile_abroad(workspace)
        await write(panel, "hello")
        await answered(panel)
        await write(panel, "branch")
        await click(panel, "branchCardBring")
        await answer("questionCancel")
        branch = next(entry for entry in workspace.topology.entries() if entry.label == "Side")
        assert await workspace.messages.list_records(branch.session_id) == ()
        await click(panel, "branchCardBring")
        await answer("questionAccept")
        await until(lambda: "Starts with this conversation" in words_of(panel), "the conversation")

    call = tool_reply("stello_create_session", label="Side", profile="Abroad")
    tell(story, ScriptedModel(["Hello.", call, "Opened."]))
