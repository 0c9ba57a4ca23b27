"""Messages that wait, in a program that is killed without a word: none is lost and none is sent twice (R-1)."""

from __future__ import annotations

import random
import socket
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.servers import ReplayServer, ThreadedReplayServer, flow, text_events
from tests.journeys import stories
from tests.journeys.child import SERVICE
from tests.journeys.test_kills import KILLS, kill, lines, start, told_by

pytestmark = pytest.mark.slow

ANSWER = flow(text_events("Half an answer, ", finish=None), 0.25, text_events("and the rest"))


def a_free_port() -> int:
    """Where nobody listens, and where a server can come up later."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def write_until_killed(home: Path, count: int, pause_s: float) -> tuple[list[str], list[str]]:
    """What was begun and what was acknowledged before the kill."""
    process = start(home, "write_offline")
    told: list[dict[str, Any]] = []
    for fact in lines(process):
        told.append(fact)
        if sum("acknowledged" in item for item in told) >= count:
            time.sleep(pause_s)
            break
    told += kill(process)
    return (
        [item["begun"] for item in told if "begun" in item],
        [item["acknowledged"] for item in told if "acknowledged" in item],
    )


def questions_of(server: ReplayServer) -> list[str]:
    """What the server was asked, in order; one without an answer stands before the next in one message."""
    return [item.json["messages"][-1]["content"].rsplit("\n\n", 1)[-1] for item in server.requests]


def records_of(home: Path) -> list[tuple[str, str, str]]:
    """Role, text and state of each message, as a fresh start shows them."""
    return [tuple(item) for item in told_by(home, "look")["records"][stories.PROJECT]]


@pytest.mark.parametrize("number", range(KILLS))
def test_killed_while_writing_offline_every_acknowledged_message_waits_in_order(
    stello_home: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """R-1, row 25: on disk at once; what had begun is there whole or not at all."""
    monkeypatch.setenv(SERVICE, f"http://127.0.0.1:{a_free_port()}/v1")
    chance = random.Random(number)
    begun, acknowledged = write_until_killed(stello_home, 2 + chance.randrange(6), chance.random() * 0.05)
    found = records_of(stello_home)
    texts = [text for _, text, _ in found]
    assert texts[: len(acknowledged)] == acknowledged
    assert texts == begun[: len(texts)]
    assert {state for _, _, state in found} == {"waiting"}


@pytest.mark.parametrize("number", range(KILLS))
def test_killed_while_sending_nothing_is_sent_twice_and_the_rest_still_waits(
    stello_home: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """R-1: the one that was on its way is marked; only the person decides whether to ask it again."""
    port = a_free_port()
    monkeypatch.setenv(SERVICE, f"http://127.0.0.1:{port}/v1")
    chance = random.Random(200 + number)
    _, written = write_until_killed(stello_home, 5, 0.0)
    with ThreadedReplayServer([ANSWER], port) as server:
        process = start(stello_home, "send_what_waits")
        for fact in lines(process):
            if "clicked" in fact:
                time.sleep(0.1 + chance.random() * 1.2)
                break
        kill(process)
        questions = [item for item in records_of(stello_home) if item[0] == "user"]
        texts = [text for _, text, _ in questions]
        assert texts[: len(written)] == written
        states = [state for _, _, state in questions]
        done, rest = states.count("done"), states.count("waiting")
        on_its_way = len(states) - done - rest
        assert states == ["done"] * done + ["interrupted"] * on_its_way + ["waiting"] * rest
        assert on_its_way <= 1
        assert rest >= 1
        told_by(stello_home, "send_what_waits")
        asked = questions_of(server)
        assert max(Counter(asked).values()) == 1
        interrupted = set(texts[done : done + on_its_way])
        assert [text for text in asked if text not in interrupted] == [
            text for text in texts if text not in interrupted
        ]
    after = [item for item in records_of(stello_home) if item[0] == "user"]
    assert [state for _, text, state in after if text not in interrupted] == ["done"] * (
        len(texts) - on_its_way
    )
