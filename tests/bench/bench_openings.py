"""What is opened for the first time: the branch dialog, the inspector, Settings with forty services (no frame is late).

The longest time that the GUI thread computes without a pause, after everything has been made ahead as it is while
nobody waits.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from PySide6.QtWidgets import QApplication

from stello_desktop.app import make_application
from stello_desktop.domain.library import TemplateVariable
from stello_desktop.ui.branching.dialog import BranchDialog
from stello_desktop.ui.shell import Shell
from stello_desktop.ui.stall_probe import StallProbe
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

type Figure = tuple[float, str, float, float | None]

BUDGET_MS: Final = 16.0
SERVICES: Final = 40
_MADE_AHEAD_S: Final = 16.0
_SETTLED_S: Final = 1.5

_ADVICE: Final = "You advise students who want to study in {region}. Answer only for that place, and say so. "


async def _plant(workspace: Workspace) -> None:
    root = await workspace.create_project("A project")
    for number in range(40):
        await workspace.messages.add_note(root, f"note {number} " * 20)
    profile = await workspace.profiles.create("Regional expert")
    variable = TemplateVariable(name="region", default="North America")
    text = "\n\n".join([_ADVICE * 6] * 35)
    await workspace.profiles.save(replace(profile, instructions=text, variables=(variable,)))
    for number in range(SERVICES):
        await workspace.services.add(
            name=f"Service {number}", address=f"http://127.0.0.1:{9100 + number}/v1", model="m"
        )


def _stall_of(open_it: Callable[[Shell, Workspace], Awaitable[object]]) -> Figure:
    """The longest computation between two beats while something is opened, for the first time and again."""
    cast("QApplication | None", QApplication.instance()) or make_application(["bench"])
    found: list[float] = []

    async def story(shell: Shell, workspace: Workspace) -> None:
        async def opening() -> None:
            return

        opened = asyncio.ensure_future(opening())
        await opened
        shell.opened(opened)
        await asyncio.sleep(_MADE_AHEAD_S)
        probe = StallProbe()
        probe.start()
        await open_it(shell, workspace)
        await asyncio.sleep(_SETTLED_S)
        probe.stop()
        found.append(probe.longest_cpu_ms)

    with tempfile.TemporaryDirectory() as home:
        run_in_window(Path(home), story, size=(1440, 900), setting_up=_plant)
    return found[0], "ms CPU", BUDGET_MS, None


def branch_dialog() -> Figure:
    """*Branch* with its preview."""

    async def open_it(shell: Shell, workspace: Workspace) -> None:
        shell.actions["branch"].trigger()
        await until(
            lambda: any(
                isinstance(window, BranchDialog) and window.preview is not None
                for window in QApplication.topLevelWidgets()
            ),
            "the dialog is there",
        )

    return _stall_of(open_it)


def inspector() -> Figure:
    """*What this conversation is told*."""

    async def open_it(shell: Shell, workspace: Workspace) -> None:
        shell.actions["inspect"].trigger()
        await until(lambda: shell.inspecting.sheet is not None, "the sheet is there")

    return _stall_of(open_it)


def settings_forty() -> Figure:
    """Settings with forty AI services."""

    async def open_it(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("settings")
        await until(
            lambda: len(shell.pages.settings.services.cards.cards) > SERVICES, "all of them are there"
        )

    return _stall_of(open_it)


BENCHES: dict[str, Callable[[], Figure]] = {
    "branch_dialog": branch_dialog,
    "inspector": inspector,
    "settings_forty": settings_forty,
}
