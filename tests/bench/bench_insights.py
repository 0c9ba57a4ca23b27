"""The place *Insights* over 5,000 conversations, most with a summary: the longest step of the GUI thread.

For opening the place, for one summary that changes while all are seen, and for going through its rows. Beside the first
the words of all rows, as a list of items would make them. And how long one waits to read what a reflection would read.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from stello_desktop.app import make_application
from stello_desktop.ui.insights.page import InsightsPage
from stello_desktop.ui.insights.rows import RowKind
from stello_desktop.ui.stall_probe import StallProbe
from tests.helpers.big_store import plant_summaries
from tests.helpers.windows import until
from tests.helpers.workspaces import open_workspace
from tests.journeys.person import Person, live

type Figure = tuple[float, str, float, float | None]
type Deed = Callable[[Person, list[float]], Awaitable[None]]

COUNT = 5_000
TIMES = 5
BUDGET_MS = 16.0
_REST_S = 0.6


@asynccontextmanager
async def _watched(person: Person, found: list[float]) -> AsyncIterator[None]:
    probe = StallProbe(person.window)
    probe.start()
    yield
    await asyncio.sleep(_REST_S)
    probe.stop()
    found.append(probe.longest_cpu_ms)


async def _arrive(person: Person) -> InsightsPage:
    shell = person.program.shell
    shell.go_to("insights")
    await until(lambda: shell.pages.insights.filled, "the page is made")
    await until(lambda: len(shell.pages.insights.listing.rows.sessions) > COUNT // 2, "the rows are there")
    return shell.pages.insights


async def _open(person: Person, found: list[float]) -> None:
    """From the map to this place, which was made ahead."""
    for _ in range(TIMES):
        async with _watched(person, found):
            await _arrive(person)
        person.program.shell.go_to("map")
        await asyncio.sleep(_REST_S)


async def _change(person: Person, found: list[float]) -> None:
    """A summary is written while the list is seen."""
    page = await _arrive(person)
    await asyncio.sleep(1)
    for number in range(TIMES):
        async with _watched(person, found):
            await person.workspace.memory.write_digest(
                page.listing.rows.sessions[number], f"Another one {number}"
            )


async def _go_through(person: Person, found: list[float]) -> None:
    """From row to row: the overview, a thousand reminders, all summaries, one conversation."""
    page = await _arrive(person)
    await asyncio.sleep(1)
    for _ in range(TIMES):
        steps: list[float] = []
        for key in (*RowKind, page.listing.rows.sessions[COUNT // 2]):
            if key is not RowKind.CONVERSATION:
                async with _watched(person, steps):
                    page.listing.choose(key)
                    page.listing.chosen.emit(key)
        found.append(max(steps))


def _naive_ms(person: Person) -> float:
    rows = person.program.shell.pages.insights.listing.rows
    began = time.thread_time()
    for number in range(rows.rowCount()):
        rows.data(rows.index(number), Qt.ItemDataRole.AccessibleTextRole)
    return (time.thread_time() - began) * 1000


def _longest(deed: Deed, *, naive: bool = False) -> Figure:
    app = cast("QApplication | None", QApplication.instance()) or make_application(["bench"])
    found: list[float] = []
    words: list[float] = []

    async def story(person: Person) -> None:
        await person.workspace.ready()
        person.workspace.put_view_value("insights.scope", "everything")
        shell = person.program.shell
        await until(
            lambda: shell.pages.is_made("insights") and shell.pages.insights.filled,
            "it is made while nobody waits",
        )
        await person.pause(1.5)
        await deed(person, found)
        if naive:
            words.append(_naive_ms(person))

    with tempfile.TemporaryDirectory() as home:
        plant_summaries(Path(home) / "data", COUNT)
        live(app, Path(home), story)
    return statistics.median(found), "ms CPU", BUDGET_MS, words[0] if naive else None


def _plan() -> Figure:
    """What a reflection over everything would read, asked for the first time; beside it, each conversation by itself."""

    async def ask(folder: Path) -> tuple[float, float]:
        async with open_workspace(folder) as workspace:
            began = time.perf_counter()
            plan = await workspace.making.plan(None)
            whole_ms = (time.perf_counter() - began) * 1000
            assert plan.count
            sessions = (await workspace._backend()).sessions
            began = time.perf_counter()
            for session_id in workspace.topology.walk():
                await sessions.get_bindings(session_id)
            return whole_ms, (time.perf_counter() - began) * 1000

    with tempfile.TemporaryDirectory() as folder:
        plant_summaries(Path(folder), COUNT)
        whole_ms, naive_ms = asyncio.run(ask(Path(folder)))
    return whole_ms, "ms wall", 1000.0, naive_ms


BENCHES: dict[str, Callable[[], Figure]] = {
    "insights_open_5000": lambda: _longest(_open, naive=True),
    "insights_change_5000": lambda: _longest(_change),
    "insights_rows_5000": lambda: _longest(_go_through),
    "insights_plan_5000": _plan,
}
