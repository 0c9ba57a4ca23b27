"""One change in a window with 20,000 conversations: the longest time that the GUI thread is away for it.

Each figure is the median over a few changes of the same kind, each watched by the stall probe from the
request until the picture has come to rest. Beside it all conversations read and laid out, as if nothing were known.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QApplication

from stello_desktop.app import make_application
from stello_desktop.domain.commands import Rename, Reparent
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.map.arrangement import Arranger
from stello_desktop.ui.map.stars import read_stars
from stello_desktop.ui.map.visible import visible_tree
from stello_desktop.ui.stall_probe import StallProbe
from tests.helpers.big_store import plant
from tests.journeys.person import Person, live

type Figure = tuple[float, str, float, float | None]
type Change = Callable[[Person, SessionId], Awaitable[object]]

COUNT = 20_000
TIMES = 5
BUDGET_MS = 16.0
_REST_S = 0.6


async def _rename(person: Person, star: SessionId) -> None:
    await person.workspace.apply(Rename(star, f"Renamed {time.monotonic_ns()}"))


async def _branch(person: Person, star: SessionId) -> None:
    await person.workspace.branches.open(star, "A new branch")


async def _fold(person: Person, star: SessionId) -> None:
    folded = person.program.shell.sky.is_folded(star)
    person.program.shell.sky.view.fold_asked.emit(star, not folded)


async def _move(person: Person, star: SessionId) -> None:
    topology = person.workspace.topology
    goal = next(root for root in topology.roots if root != topology.root_of(star))
    await person.workspace.apply(Reparent((star,), goal))


async def _undo(person: Person, star: SessionId) -> None:
    await person.workspace.apply(Rename(star, "Taken back"))
    await person.pause(_REST_S)
    await person.workspace.undo()


async def _select(person: Person, star: SessionId) -> None:
    person.program.shell.sky.view.chosen.emit(star)


async def _answer(person: Person, star: SessionId) -> None:
    turn = person.workspace.rounds.start(star, "hello")
    await turn.wait()


def _longest(change: Change, *, naive: bool = False) -> Figure:
    """The window on a large store, one change after another on stars that can be seen."""
    app = cast("QApplication | None", QApplication.instance()) or make_application(["bench"])
    found: list[float] = []
    whole: list[float] = []

    async def story(person: Person) -> None:
        await person.workspace.ready()
        await person.pause(2.5)  # what is made while nobody waits
        stars = person.program.shell.sky.view.picture.stars
        spots = [at for at in range(len(stars)) if stars.depth[at] == 1][:: max(1, len(stars) // 30)]
        chosen = [stars.entries[at].session_id for at in spots][: TIMES + 1]
        for number, star in enumerate(chosen):
            probe = StallProbe(person.window)
            probe.start()
            await change(person, star)
            await asyncio.sleep(_REST_S)
            probe.stop()
            if number:  # the first one draws what all later ones need
                found.append(probe.longest_cpu_ms)
        if naive:
            whole.append(_whole_ms(person))

    with tempfile.TemporaryDirectory() as home:
        plant(Path(home) / "data", COUNT)
        live(app, Path(home), story)
    return statistics.median(found), "ms CPU", BUDGET_MS, whole[0] if whole else None


def _whole_ms(person: Person) -> float:
    """What a map without folds does at each change: read and lay out all conversations."""
    heavens = person.program.shell.sky.view.heavens
    began = time.thread_time()
    stars = read_stars(visible_tree(heavens.topology), now_s=time.time())
    Arranger(heavens.item.labels.measure).arrange(stars)
    return (time.thread_time() - began) * 1000


BENCHES: dict[str, Callable[[], Figure]] = {
    "change_rename_20000": lambda: _longest(_rename, naive=True),
    "change_branch_20000": lambda: _longest(_branch, naive=True),
    "change_fold_20000": lambda: _longest(_fold, naive=True),
    "change_answer_20000": lambda: _longest(_answer, naive=True),
    "change_move_20000": lambda: _longest(_move, naive=True),
    "change_undo_20000": lambda: _longest(_undo, naive=True),
    "change_select_20000": lambda: _longest(_select),
}
