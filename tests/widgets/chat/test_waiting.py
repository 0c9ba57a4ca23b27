"""The line beside an answer that is awaited: seconds, a countdown, and a way out (Q25, Q34)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import (
    ContextCut,
    EndReason,
    Retrying,
    StreamEnd,
    StreamEvent,
    TextDelta,
)
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest, RecordState
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.patience import Silence
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


class Held:
    """A model that says some things, and then nothing until the test lets it."""

    ref: ClassVar = ModelRef(ServiceId("held"), "held")
    context_tokens: int | None = None
    supports_tools: bool | None = True

    def __init__(self, *first: StreamEvent, rest: Sequence[StreamEvent] = ()) -> None:
        self.go_on = asyncio.Event()
        self._first, self._rest = first, rest

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        for event in self._first:
            yield event
        await self.go_on.wait()
        for event in (*self._rest, TextDelta("There."), StreamEnd(EndReason.COMPLETE)):
            yield event


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def shown(panel: QWidget, name: str) -> QWidget | None:
    return next((found for found in panel.findChildren(QWidget, name) if found.isVisible()), None)


def line_of(panel: QWidget) -> str:
    found = shown(panel, "waitingText")
    return found.text() if isinstance(found, QLabel) else ""


async def ask(panel: ChatPanel) -> Clock:
    """Send a message; gives the clock by which the silence after it is counted."""
    panel.composer.field.setFocus()
    QTest.keyClicks(panel.composer.field, "Hello?")
    QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
    await until(lambda: shown(panel, "waitingDots"), "the line")
    turn = panel.conversation.turn
    assert turn is not None
    clock, patience = Clock(), turn.silence.patience
    turn.silence = Silence(clock)
    turn.silence.patience = patience
    return clock


def test_q34_a_slow_first_word_is_told_with_its_seconds_and_ends_by_the_person(tell: Tell) -> None:
    """Q34: still thinking, with the time; after long, *Stop* stands beside it; nothing ends by itself."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        clock = await ask(panel)
        assert line_of(panel) == ""
        clock.now = 23
        await until(lambda: line_of(panel) == "Still thinking… 23 s", "the words")
        assert not shown(panel, "waitingStop")
        clock.now = 125
        await until(lambda: line_of(panel) == "Still thinking… 2 min 5 s", "the minutes")
        clock.now = 300
        await until(
            lambda: line_of(panel) == "No words for 5 min 0 s. It goes on until you stop it.", "the news"
        )
        stop = shown(panel, "waitingStop")
        assert isinstance(stop, QAbstractButton)
        assert stop.accessibleName() == "Stop waiting for the answer"
        assert panel.conversation.answering
        QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
        await until(lambda: not panel.conversation.answering, "the end")
        assert panel.composer.field.hasFocus()

    tell(story, Held())


def test_q34_silence_between_words_is_told_and_goes_when_words_come(tell: Tell) -> None:
    """Q34: a minute between two words; the line says so below what has come, and is gone with the next word."""
    model = Held(TextDelta("Well, "))

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.composer.field.setFocus()
        QTest.keyClicks(panel.composer.field, "Hello?")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: any(entry.text == "Well, " for entry in panel.canvas.entries), "the first word")
        turn = panel.conversation.turn
        assert turn is not None
        clock = Clock()
        turn.silence = Silence(clock)
        turn.silence.broken_by(TextDelta("Well, "))
        clock.now = 59
        await asyncio.sleep(0.05)
        assert line_of(panel) == ""
        clock.now = 65
        await until(lambda: line_of(panel) == "No words for 65 s. It goes on until you stop it.", "the news")
        model.go_on.set()
        await until(lambda: not panel.conversation.answering, "the end")
        await until(lambda: line_of(panel) == "", "it is gone")

    tell(story, model)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("provider.rate_limited", "Too many requests; trying again in 20 s (try 2)"),
        ("provider.server", "The service has a problem; trying again in 20 s (try 2)"),
        ("provider.network", "No connection; trying again in 20 s (try 2)"),
    ],
)
def test_q25_a_retry_counts_down_and_can_be_cancelled(tell: Tell, code: str, words: str) -> None:
    """Q25, R-10: the wait that the service asked for, by the second, and *Stop* ends it."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(panel)
        await until(lambda: line_of(panel) == words, "the countdown")
        panel.sending.stop()
        await until(lambda: not panel.conversation.answering, "the end")

    tell(story, Held(Retrying(2, 19.9, code, time.monotonic() + 19.9)))


def test_row_31_a_long_wait_is_counted_down_on_the_card_and_not_sat_out(tell: Tell) -> None:
    """Row 31: more than two minutes are left to the person, who sees how long is left."""
    error = ProviderError(
        ProviderErrorKind.RATE_LIMITED, retry_after_s=3600.0, retry_at=time.monotonic() + 3600
    )

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.composer.field.setFocus()
        QTest.keyClicks(panel.composer.field, "Hello?")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: shown(panel, "errorCard"), "the card")
        card = shown(panel, "errorCard")
        assert card is not None
        texts = [label.text() for label in card.findChildren(QLabel)]
        assert any(
            text.startswith(("It may answer again in 59 min ", "It may answer again in 60 min "))
            for text in texts
        )
        assert shown(panel, "errorRetry")

    tell(story, ScriptedModel([error]))


def test_q24_a_cut_conversation_is_told_below_the_answer_with_a_branch_as_the_way_out(tell: Tell) -> None:
    """Q24: kept with the answer, so it is there after a restart too."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        asked: list[object] = []
        panel.branch_requested.connect(lambda *_: asked.append(1))
        panel.composer.field.setFocus()
        QTest.keyClicks(panel.composer.field, "Hello?")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: shown(panel, "endingBranch"), "the strip")
        records = await workspace.messages.list_records(session_id)
        assert (records[-1].state, records[-1].error_code) == (RecordState.DONE, "context_cut")
        found = shown(panel, "endingBranch")
        assert isinstance(found, QAbstractButton)
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)
        assert asked == [1]

    tell(
        story,
        ScriptedModel([[TextDelta("Hm."), ContextCut(9000, 4096), StreamEnd(EndReason.COMPLETE)]]),
    )


def test_q15_an_answer_that_was_held_back_says_so_without_a_word_in_it(tell: Tell) -> None:
    """Q15: ``content_filter`` with empty text is explained."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        panel.composer.field.setFocus()
        QTest.keyClicks(panel.composer.field, "Hello?")
        QTest.keyClick(panel.composer.field, Qt.Key.Key_Return)
        await until(lambda: shown(panel, "endingStrip"), "the strip")
        strip = shown(panel, "endingStrip")
        assert strip is not None
        assert "held this answer back" in strip.accessibleName()
        assert shown(panel, "endingRetry")

    tell(story, ScriptedModel([[StreamEnd(EndReason.FILTERED)]]))
