"""One window in one look, and the pictures of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Scene = Callable[[Camera], Awaitable[None]]


@dataclass
class Camera:
    """Takes pictures of one window in one look.

    Attributes:
        look: language, theme and pixels, for the names of the files.
        only: words of which a picture's name must have one; all pictures where there is none.
        home: a folder for what a scene needs on disk.
    """

    shell: Shell
    workspace: Workspace
    folder: Path
    look: str
    only: tuple[str, ...]
    home: Path

    @property
    def is_chinese(self) -> bool:
        return self.workspace.settings.language == "zh_CN"

    def say(self, english: str, chinese: str) -> str:
        """What the person wrote, in the language of the window."""
        return chinese if self.is_chinese else english

    def named(self, number: int) -> SessionId:
        """A conversation by its place in the tree."""
        return list(self.workspace.topology.walk())[number]

    async def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Let everything settle, then save."""
        await asyncio.sleep(0.35)
        if not self.only or any(word in name for word in self.only):
            (widget or self.shell.window).grab().save(str(self.folder / f"{name}-{self.look}.png"))

    async def shoot_top(self, name: str, kind: type[QWidget]) -> None:
        """A dialog, a menu or a list that hangs below its field; then close it."""
        await until(lambda: _tops(kind), f"{kind.__name__} for {name}")
        for widget in _tops(kind):
            await self.shoot(name, widget)
            widget.close()
        await asyncio.sleep(0)

    async def press(self, name: str, inside: QWidget | None = None) -> None:
        """Click the visible control of this name."""
        await until(lambda: self.seen(name, inside), name)
        found = self.seen(name, inside)[0]
        assert isinstance(found, QAbstractButton), name
        found.click()
        await asyncio.sleep(0)

    def seen(self, name: str, inside: QWidget | None = None) -> list[QWidget]:
        """The visible controls of this name."""
        return [
            found for found in (inside or self.shell.window).findChildren(QWidget, name) if found.isVisible()
        ]


def _tops(kind: type[QWidget]) -> list[QWidget]:
    return [
        found for found in QApplication.topLevelWidgets() if isinstance(found, kind) and found.isVisible()
    ]
