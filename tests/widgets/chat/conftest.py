"""A panel over a real workspace, driven like a person would."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.ui import theme
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_loop, until
from tests.helpers.workspaces import open_workspace

type Story = Callable[[Workspace, ChatPanel, SessionId], Awaitable[None]]


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> QApplication:
    """The program's own look."""
    theme.apply(qapp, theme.load("light"))
    QGuiApplication.clipboard().clear()
    return qapp


@pytest.fixture
def tell(tmp_path: Path) -> Callable[..., None]:
    """Tell a story about a panel that shows a fresh branch called *Financing*."""

    def run(story: Story, model: LanguageModel | None = None) -> None:
        async def told() -> None:
            async with open_workspace(tmp_path / "store", model) as workspace:
                root = await workspace.create_project("Launch")
                session_id = await workspace.branches.open(root, "Financing")
                panel = ChatPanel(workspace)
                panel.resize(460, 700)
                panel.show()
                panel.show_session(session_id)
                await until(lambda: panel.conversation.is_loaded, "the conversation")
                try:
                    await story(workspace, panel, session_id)
                finally:
                    await panel.aclose()
                    panel.close()
                    panel.deleteLater()
                    await asyncio.sleep(0)

        run_in_loop(told)

    return run
