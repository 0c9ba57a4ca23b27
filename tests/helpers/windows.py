"""The real window over a real workspace in a temporary folder, driven by a story."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import qasync
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.llm.key_store import KeyStore
from stello_desktop.llm.providers import USUAL_PROBES, Probe
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace

type Story = Callable[[Shell, Workspace], Awaitable[None]]

WAIT_S = 60.0
"""Patience, not a figure: a disk of a busy machine may answer nothing for half a minute."""

FEWEST_LOOKS = 500
"""Who stood still meanwhile has not looked for so long."""


async def double_click_passed() -> None:
    """So long a hand waits that its next click is one of its own."""
    await asyncio.sleep((QGuiApplication.styleHints().mouseDoubleClickInterval() + 60) / 1000)


def run_in_loop[Result](work: Callable[[], Awaitable[Result]]) -> Result:
    """Run a coroutine in Qt's own loop.

    Meanwhile nothing is collected: whichever thread happens to do it would delete windows that are no longer
    held, and Qt aborts where that is not the thread they live in. The leak check collects after each test.
    """
    app = QApplication.instance() or QApplication([])
    app.setProperty("quitOnLastWindowClosed", False)
    loop = qasync.QEventLoop(app)
    gc.disable()
    try:
        with loop:

            async def run() -> Result:
                return await work()

            result: Result = loop.run_until_complete(run())
    finally:
        gc.enable()
        gc.collect()
    return result


def run_in_window(
    folder: Path,
    story: Story,
    *,
    model: LanguageModel | None = None,
    models: Mapping[str, LanguageModel] | None = None,
    size: tuple[int, int] = (1280, 820),
    welcomed: bool = True,
    setting_up: Callable[[Workspace], Awaitable[None]] | None = None,
    probes: Sequence[Probe] = USUAL_PROBES,
    keys: KeyStore | None = None,
) -> None:
    """Open the window, tell the story, close everything.

    Args:
        models: what services answer, by their names.
        setting_up: what the workspace holds before the window is made.
        probes: where model servers of this computer are looked for.
        keys: where keys are kept; in memory for this run where a test brings nothing.
    """

    async def told() -> None:
        async with open_workspace(folder, model, models=models, probes=probes, keys=keys) as workspace:
            if welcomed:
                await workspace.change_settings(welcomed=True)
            if setting_up is not None:
                await setting_up(workspace)
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            shell = Shell(app, workspace)
            shell.window.resize(*size)
            shell.show()
            try:
                await until(lambda: active(shell.window), "the window is active")
                await story(shell, workspace)
            finally:
                await shell.aclose()

    run_in_loop(told)


def active(window: QWidget) -> bool:
    """Whether it has the keys; asks for them while it has not, since a window that was closed late may take them."""
    if not window.isActiveWindow():
        window.activateWindow()
    return window.isActiveWindow()


async def until(condition: Callable[[], object], what: str = "") -> None:
    """Wait, for at most `WAIT_S`, until something is so; what it looks at may not be there yet."""
    deadline, looks = time.monotonic() + WAIT_S, 0
    while not _is_so(condition):
        looks += 1
        assert looks < FEWEST_LOOKS or time.monotonic() < deadline, f"it never came: {what or condition}"
        await asyncio.sleep(0.01)


def _is_so(condition: Callable[[], object]) -> bool:
    try:
        return bool(condition())
    except IndexError:
        return False
