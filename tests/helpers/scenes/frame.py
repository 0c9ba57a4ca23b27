"""The frame of the window: first screen, map and its dialogs, settings, trash, keys, what a broken store says."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QMenu, QScrollArea

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind, StoreError, StoreErrorKind
from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.ui.store_error import StoreErrorWindow, WaysOn
from stello_desktop.workspace import starters
from tests.helpers.scenes.camera import Camera, Scene


async def welcome(camera: Camera) -> None:
    """The first screen and its second step."""
    page = camera.shell.pages.welcome
    camera.shell.go_to("welcome")
    page.open_start()
    await camera.shoot("welcome-1")
    page.open_answers()
    await asyncio.sleep(0.7)
    await camera.shoot("welcome-2")
    page.answer_step.open_form()
    await camera.shoot_top("welcome-3", QDialog)


async def the_map(camera: Camera) -> None:
    """Empty, with the example, a toast, menus and dialogs."""
    shell = camera.shell
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
    await camera.press("toastClose")
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
    await keys(camera)


async def keys(camera: Camera) -> None:
    """The sheet of F1."""
    camera.shell.actions["keys"].trigger()
    await camera.shoot_top("keys", QDialog)


async def settings(camera: Camera) -> None:
    """The column, in as many pictures as it needs."""
    shell = camera.shell
    shell.go_to("settings")
    await asyncio.sleep(0.8)
    scroll = shell.pages.settings.findChild(QScrollArea)
    assert scroll is not None
    bar = scroll.verticalScrollBar()
    for number in range(1, 7):
        await camera.shoot(f"settings-{number}")
        if bar.value() == bar.maximum():
            break
        bar.setValue(bar.value() + scroll.height() - 60)


async def trash(camera: Camera) -> None:
    """Full of conversations, profiles and skills, with the questions, what came back; then empty."""
    shell, workspace = camera.shell, camera.workspace
    same = camera.say("New profile", "新角色")
    for text in (camera.say("You weigh offers.", "你权衡各种报价。"), ""):
        made = await workspace.profiles.create(same)
        await workspace.profiles.save(replace(made, instructions=text))
        await workspace.profiles.delete(made.profile_id)
    await workspace.skills.delete(workspace.skills.own[0].skill_id)
    await workspace.apply(Delete((camera.named(2),)))
    await workspace.examples.remove()
    shell.go_to("trash")
    await camera.shoot("trash")
    shell.pages.trash.ask_to_empty()
    await camera.shoot_top("dialog-empty", QDialog)
    for number, item in enumerate((await workspace.trash.contents())[-2:]):
        shell.pages.trash.ask_to_destroy(item)
        await camera.shoot_top(f"dialog-destroy-{number}", QDialog)
    await camera.press(f"trashRestore_skill_{starters.SKILL_IDS[0]}", shell.pages.trash)
    await camera.shoot("trash-restored")
    await workspace.profiles.put(
        [SavedProfile(profile_id=ProfileId(f"many-{number}"), name=str(number)) for number in range(60)]
    )
    await workspace.profiles.delete_all([ProfileId(f"many-{number}") for number in range(60)])
    await camera.press("trashRowsOn", shell.pages.trash)
    await camera.shoot("trash-many")
    await workspace.trash.empty()
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


FIRST: tuple[Scene, ...] = (welcome, the_map, settings)
LAST: tuple[Scene, ...] = (trash,)
