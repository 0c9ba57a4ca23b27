"""Silence is told and never acted upon; no clock makes a duration negative (Q34, Q40)."""

from __future__ import annotations

import pytest

from stello_desktop.domain.events import (
    EndReason,
    ReasoningDelta,
    Retrying,
    RoundEvent,
    SubRoundEnded,
    TextDelta,
    ToolCallStarted,
    UsageReport,
)
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.messages import Usage
from stello_desktop.domain.services import PRACTICE, Service, ServiceKind
from stello_desktop.workspace.patience import Silence, patience_with


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def a_silence() -> tuple[Silence, Clock]:
    clock = Clock()
    return Silence(clock), clock


@pytest.mark.parametrize(
    ("address", "local", "first_s"),
    [
        ("https://api.openai.com/v1", False, 60),
        ("http://127.0.0.1:11434/v1", True, 300),
        ("http://127.0.0.1:11434/v1", False, 300),
        ("http://192.168.1.20:8080/v1", False, 300),
        ("http://workstation:8080/v1", False, 300),
        ("", True, 300),
    ],
)
def test_q34_a_minute_for_a_remote_service_and_five_for_a_near_one(
    address: str, local: bool, first_s: float
) -> None:
    """Q34: local models may think for minutes before their first word; between words a minute is long for all."""
    kind = ServiceKind.OPENAI if address else ServiceKind.PRACTICE
    service = Service(
        service_id=ServiceId("s") if address else PRACTICE,
        kind=kind,
        name="S",
        base_url=address,
        model="m",
        local=local,
    )
    patience = patience_with(service)
    assert (patience.first_s, patience.between_s) == (first_s, 60)


def test_q34_silence_before_the_first_word_and_between_words_have_their_own_limits() -> None:
    """Q34."""
    silence, clock = a_silence()
    silence.patience = patience_with(
        Service(
            service_id=ServiceId("s"), kind=ServiceKind.OPENAI, name="S", base_url="http://127.0.0.1:1/v1"
        )
    )
    clock.now += 299
    assert (silence.is_long, silence.before_words) == (False, True)
    clock.now += 1
    assert silence.is_long
    silence.broken_by(TextDelta("Well"))
    assert (silence.is_long, silence.seconds) == (False, 0)
    clock.now += 60
    assert (silence.is_long, silence.before_words) == (True, False)


@pytest.mark.parametrize(
    "event", [SubRoundEnded(EndReason.TOOL_CALLS), ToolCallStarted("a", "x"), UsageReport(Usage(1, 1))]
)
def test_q34_after_a_tool_the_next_words_are_the_first_again(event: RoundEvent) -> None:
    """Q34: a long prompt is read anew before the next call's first word."""
    silence, clock = a_silence()
    silence.patience = patience_with(
        Service(service_id=PRACTICE, kind=ServiceKind.PRACTICE, name="", local=True)
    )
    silence.broken_by(ReasoningDelta("Hm"))
    silence.broken_by(event)
    clock.now += 200
    assert (silence.is_long, silence.before_words) == (False, True)


def test_q25_a_countdown_is_no_silence() -> None:
    """Q25: the wait that a service asked for does not count."""
    silence, clock = a_silence()
    silence.broken_by(Retrying(2, 100, "provider.rate_limited", clock.now + 100))
    clock.now += 90
    assert silence.seconds == 0
    clock.now += 15
    assert silence.seconds == 5


@pytest.mark.parametrize("jump_s", [3600.0, -3600.0])
def test_q40_a_clock_that_jumps_gives_no_negative_duration(jump_s: float) -> None:
    """Q40: a laptop that slept."""
    silence, clock = a_silence()
    silence.broken_by(TextDelta("Well"))
    clock.now += jump_s
    assert silence.seconds == max(0.0, jump_s)
