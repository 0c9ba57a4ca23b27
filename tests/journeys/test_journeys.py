"""The journeys through the real window, against the practice assistant, in a temporary home."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.journeys import stories
from tests.journeys.person import Person, live


async def _the_first_hour(person: Person) -> None:
    await stories.first_five_minutes(person)
    await stories.a_note(person)
    await stories.a_subject_splits(person)
    await stories.rearranging(person)


def test_first_five_minutes_a_subject_splits_and_rearranging(qapp: QApplication, stello_home: Path) -> None:
    """Journeys 1 to 3."""
    live(qapp, stello_home, _the_first_hour)
