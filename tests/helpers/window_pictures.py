"""``python -m tests.helpers.window_pictures FOLDER [--only NAME…] [--ratio 2] [--size 1280x820]``: every place, to be looked at.

The real window over a real store, in both themes and both languages. Without ``QT_QPA_PLATFORM`` it is offscreen; with
``xcb`` under Xvfb it is a real X window.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QScrollArea, QWidget

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind, StoreError, StoreErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.shell import Shell
from stello_desktop.ui.store_error import StoreErrorWindow, WaysOn
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window

LOOKS = (("en", "dark"), ("zh_CN", "light"), ("en", "light"), ("zh_CN", "dark"))


@dataclass
class Camera:
    """Takes pictures of one window in one look."""

    shell: Shell
    workspace: Workspace
    folder: Path
    look: str
    only: tuple[str, ...]

    async def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Let everything settle, then save."""
        await asyncio.sleep(0.4)
        if not self.only or any(word in name for word in self.only):
            (widget or self.shell.window).grab().save(str(self.folder / f"{name}-{self.look}.png"))

    async def shoot_top(self, name: str, kind: type[QWidget]) -> None:
        """A dialog or a menu, then close it."""
        await asyncio.sleep(0.2)
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, kind) and widget.isVisible():
                await self.shoot(name, widget)
                widget.close()

    def named(self, number: int) -> SessionId:
        """A conversation of the example by its place in the tree."""
        return list(self.workspace.topology.walk())[number]


async def welcome(camera: Camera) -> None:
    """The first screen and its second step."""
    page = camera.shell.welcome
    camera.shell.go_to("welcome")
    page.open_start()
    await camera.shoot("welcome-1")
    page.open_answers()
    await asyncio.sleep(0.7)
    await camera.shoot("welcome-2")
    page.answer_step.open_form()
    await camera.shoot("welcome-3")


async def the_map(camera: Camera) -> None:
    """Empty, with the example, a toast, menus and dialogs."""
    shell, workspace = camera.shell, camera.workspace
    shell.go_to("map")
    await camera.shoot("map-empty")
    shell.requests.plant_example(shell.language.language)
    await asyncio.sleep(0.8)
    await camera.shoot("map")
    shell.requests.reparent((camera.named(3),), camera.named(6))
    await camera.shoot("map-toast")
    shell.requests.undo()
    await asyncio.sleep(0.3)
    shell.window.show_failure(ProviderError(ProviderErrorKind.NETWORK, service="Ollama", detail="refused"))
    await camera.shoot("map-failure")
    shell.sky.menu_requested.emit(camera.named(0), shell.window.mapToGlobal(QPoint(300, 200)))
    await camera.shoot_top("menu-conversation", QMenu)
    shell.window.rail.ask_for_menu()
    await camera.shoot_top("menu-window", QMenu)
    shell.sky.selected.emit(camera.named(1))
    shell.actions["move_to"].trigger()
    await camera.shoot_top("dialog-move", QDialog)
    shell.chat.branch_requested.emit(camera.named(1), None, None)
    await camera.shoot_top("dialog-branch", QDialog)
    shell.outline.tree.begin_rename(camera.named(1))
    await camera.shoot("map-naming")
    shell.outline.tree.setFocus()
    shell.sky.open_full_requested.emit(camera.named(1))
    await camera.shoot("chat-full")
    shell.window.map_page.leave_full()
    size = shell.window.size()
    for width in (900, 640):
        shell.window.resize(width, size.height())
        await camera.shoot(f"narrow-{width}")
    shell.window.resize(size)
    await workspace.change_settings(text_scale=1.5)
    await camera.shoot("map-large-text")
    await workspace.change_settings(text_scale=1.0)


async def settings(camera: Camera) -> None:
    """The column, in as many pictures as it needs."""
    shell = camera.shell
    shell.go_to("settings")
    await asyncio.sleep(0.8)
    await camera.workspace.add_service(
        name="Local", address="http://127.0.0.1:9/v1", model="llama3.2", local=True
    )
    await camera.workspace.add_service(
        name="Example", address="https://example.com/v1", model="large", key="sk-x"
    )
    scroll = shell.settings_page.findChild(QScrollArea)
    assert scroll is not None
    bar = scroll.verticalScrollBar()
    for number in range(1, 5):
        await camera.shoot(f"settings-{number}")
        if bar.value() == bar.maximum():
            break
        bar.setValue(bar.value() + scroll.height() - 60)
    shell.settings_page.services.open_form()
    bar.setValue(0)
    await camera.shoot("settings-form")
    for service in camera.workspace.settings.services:
        await camera.workspace.remove_service(service.service_id)


async def trash(camera: Camera) -> None:
    """Empty, full, the question."""
    shell, workspace = camera.shell, camera.workspace
    await workspace.apply(Delete((camera.named(2),)))
    await workspace.remove_example()
    shell.go_to("trash")
    await camera.shoot("trash")
    shell.trash.ask_to_empty()
    await camera.shoot_top("dialog-empty", QDialog)
    await workspace.empty_trash()
    await camera.shoot("trash-empty")
    window = StoreErrorWindow(
        StoreError(StoreErrorKind.CORRUPT, "malformed", detail="SQLITE_CORRUPT (11)"),
        Path("/home/ada/.local/share/Stello/stello.db"),
        WaysOn(lambda: None, lambda: None, datetime(2026, 3, 4, 5, 6, tzinfo=UTC)),
    )
    window.show()
    await camera.shoot("store-error", window)
    window.close()
    window.deleteLater()
    shell.go_to("map")


PLACES: tuple[Callable[[Camera], Awaitable[None]], ...] = (welcome, the_map, settings, trash)


async def all_places(shell: Shell, workspace: Workspace, folder: Path, options: argparse.Namespace) -> None:
    """Every place in every look."""
    for language, theme in LOOKS[: options.looks]:
        await workspace.change_settings(language=language, theme=theme)
        look = f"{language}-{theme}-{options.ratio}x"
        camera = Camera(shell, workspace, folder, look, tuple(options.only))
        for place in PLACES:
            await place(camera)


def main() -> int:
    """Read the options, open the window, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--ratio", default="1")
    parser.add_argument("--size", default="1280x820")
    parser.add_argument("--looks", type=int, default=len(LOOKS))
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = options.ratio
    options.folder.mkdir(parents=True, exist_ok=True)
    width, height = (int(part) for part in options.size.split("x"))
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Stello")
    QCursor.setPos(width + 100, height + 100)  # offscreen it begins where the rail's first button will be
    with tempfile.TemporaryDirectory() as home:

        async def story(shell: Shell, workspace: Workspace) -> None:
            await all_places(shell, workspace, options.folder, options)

        run_in_window(Path(home), story, size=(width, height))
    return 0


if __name__ == "__main__":
    sys.exit(main())
