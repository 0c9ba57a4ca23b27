"""The journeys through the real window, against the practice assistant, in a temporary home."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.helpers.windows import double_click_passed
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


async def _typing_on(person: Person) -> None:
    """After every button of a conversation the next words go into the message."""
    await stories.begin_with_practice(person)
    field = person.control("composerText")
    await person.type("Give me a long answer, please, as long as you can", into="composerText")
    await person.click("composerSend")
    await person.type("and ")
    await person.until(lambda: len(person.transcript()) > 400, "words arrive")
    await double_click_passed()
    await person.click("composerStop")
    await person.until_seen("endingRetry")
    await person.type("then ")
    await person.click("endingContinue")
    await person.type("some")
    await person.until(lambda: not person.workspace.rounds.live_sessions, "it has ended", 60)
    assert field.toPlainText() == "and then some"
    await person.click("composerNote")
    await person.until(lambda: not field.toPlainText(), "the note is kept")
    await person.type("more")
    assert field.toPlainText() == "more"


def test_the_next_words_go_into_the_message_whatever_was_clicked(
    qapp: QApplication, stello_home: Path
) -> None:
    """The pressed button goes away; the focus must not wander to the next control of the window."""
    live(qapp, stello_home, _typing_on)
