"""What is made in the background says how long it has been at it (D-3), as an answer does (Q34)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import ClassVar

from PySide6.QtWidgets import QWidget

from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.insights.driving import click, seen, words


class _Held:
    """Says one thing at once, and the next only when it is let."""

    ref: ClassVar = ModelRef(ServiceId("held"), "held")
    context_tokens: int | None = None
    supports_tools: bool | None = True

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self._asked = 0

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        self._asked += 1
        if self._asked > 1:
            await self.go_on.wait()
        yield TextDelta("Twelve euros.")
        yield StreamEnd(EndReason.COMPLETE)


def _seconds(page: QWidget) -> int:
    """The last number that is said; 0 where none is."""
    said = words(page, "digestWorkWords").split() if seen(page, "digestWorkWords") else []
    return int(said[-2]) if said and said[-1] == "s" else 0


def test_a_summary_in_the_making_says_how_long_it_has_been_at_it(tmp_path: Path) -> None:
    """D-3: the seconds count on, also for who comes back to the page; a screen reader hears no clock."""
    model = _Held()
    branches: list[SessionId] = []

    async def begin(workspace: Workspace) -> None:
        await a_service(workspace, "Own")
        branches.append(await workspace.branch(await workspace.create_project("Launch"), "Pricing"))
        await workspace.rounds.start(branches[0], "What do we charge?").wait()

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.go_to("insights")
        page = shell.insights
        await until(lambda: page.filled and page.listing.rows.known.digests is not None, "it was read")
        page.show_session(branches[0])
        await until(lambda: seen(page, "digestMake"), "it is chosen")
        click(page, "digestMake")
        await until(lambda: seen(page, "digestWorkWords"), "it has begun")
        await until(lambda: _seconds(page) >= 2, "the time is told")
        assert seen(page, "digestWork")[0].accessibleName().endswith("summarises…")
        before = _seconds(page)
        shell.go_to("map")
        shell.go_to("insights")
        await until(lambda: _seconds(page) > before, "it counts on from when it had begun")
        model.go_on.set()
        await until(lambda: not seen(page, "digestWork"), "it is done")

    run_in_window(tmp_path, story, models={"Own": model}, setting_up=begin)
