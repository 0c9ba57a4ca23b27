"""The whole window at work: how long the GUI thread is ever away while a person lives through the first hour."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QApplication

from stello_desktop.app import make_application
from stello_desktop.ui.stall_probe import StallProbe
from tests.journeys import stories
from tests.journeys.person import Person, live

type Figure = tuple[float, str, float, float | None]


def longest_stall() -> Figure:
    """The longest absence of the GUI thread, in CPU ms of that thread, over journeys 1 to 3."""
    app = cast("QApplication | None", QApplication.instance()) or make_application(["bench"])
    longest: list[float] = []

    async def story(person: Person) -> None:
        probe = StallProbe(person.window)
        probe.start()
        await stories.first_five_minutes(person)
        await stories.a_note(person)
        await stories.a_subject_splits(person)
        await stories.rearranging(person)
        probe.stop()
        longest.append(probe.longest_cpu_ms)

    with tempfile.TemporaryDirectory() as home:
        live(app, Path(home), story)
    return longest[0], "ms CPU", 16.0, None


BENCHES: dict[str, Callable[[], Figure]] = {"longest_stall": longest_stall}
