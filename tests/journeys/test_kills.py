"""Closed, or killed without a word: a fresh process finds every acknowledged word and no half branch."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.journeys import stories

pytestmark = pytest.mark.slow

SAVED_EVERY_S = 1.0
SLACK_S = 0.5
KILLS = int(os.environ.get("STELLO_KILLS", "3"))


def start(home: Path, story: str) -> subprocess.Popen[str]:
    """The program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.journeys.child", str(home), story],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )


def lines(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    """What it tells, as it tells it."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):
            yield json.loads(line)


def kill(process: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """End it as a power cut would, and read what it had still told."""
    process.send_signal(signal.SIGKILL)
    rest = list(lines(process))
    process.communicate()
    return rest


def told_by(home: Path, story: str) -> dict[str, Any]:
    """The one thing that a story tells, from a process that closes properly."""
    process = start(home, story)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    told = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return dict(told[-1])


@pytest.mark.parametrize("number", range(KILLS))
def test_killed_in_mid_answer_every_word_older_than_a_second_is_there(stello_home: Path, number: int) -> None:
    """Fault 1: the conversation opens, with the answer so far, marked, and *Continue* and *Retry* beside it."""
    chance = random.Random(number)
    process = start(stello_home, "a_long_answer")
    told: list[dict[str, Any]] = []
    wanted = 1.6 + chance.random() * 2.5
    for fact in lines(process):
        told.append(fact)
        first = next((item["at"] for item in told if item.get("seen")), None)
        if first is not None and fact["at"] - first > wanted:
            break
    died_at = time.monotonic()
    told += kill(process)
    assert {"sent": True} in told
    old_enough = [
        item["seen"] for item in told if "at" in item and item["at"] < died_at - SAVED_EVERY_S - SLACK_S
    ]
    fresh = told_by(stello_home, "look")
    (question, answer) = fresh["records"][stories.PROJECT]
    assert question[:2] == ["user", "Give me a long answer, please, as long as you can"]
    assert answer[2] == "interrupted"
    assert answer[1].startswith(old_enough[-1])
    assert {"endingContinue", "endingRetry"} <= set(fresh["seen"])


@pytest.mark.parametrize("number", range(KILLS))
def test_killed_in_mid_fork_no_branch_is_half(stello_home: Path, number: int) -> None:
    """Fault 2: acknowledged branches are whole; the one that had begun is whole or absent."""
    chance = random.Random(100 + number)
    process = start(stello_home, "many_branches")
    wanted = 3 + chance.randrange(20)
    told: list[dict[str, Any]] = []
    for fact in lines(process):
        told.append(fact)
        if sum("acknowledged" in item for item in told) >= wanted:
            time.sleep(chance.random() * 0.01)
            break
    told += kill(process)
    acknowledged = {item["acknowledged"] for item in told if "acknowledged" in item}
    begun = {item["begun"] for item in told if "begun" in item}
    fresh = told_by(stello_home, "look")["records"]
    found = set(fresh) - {stories.PROJECT}
    assert acknowledged <= found <= begun
    for label in found:
        assert [item[1] for item in fresh[label]] == [item[1] for item in fresh[stories.PROJECT]]


def test_killed_a_quarter_of_a_second_after_the_last_key_the_draft_is_there(stello_home: Path) -> None:
    """Nothing the person typed is ever lost: a pause as short as this one is enough."""
    process = start(stello_home, "type_a_thought")
    typed = next(fact["typed"] for fact in lines(process) if "typed" in fact)
    kill(process)
    assert typed == "half a thought"
    assert told_by(stello_home, "look_closely")["draft"] == typed


def test_killed_while_typing_only_the_last_second_may_be_missing(stello_home: Path) -> None:
    """Nothing the person typed is ever lost: also without any pause in which it would be written."""
    process = start(stello_home, "type_on_and_on")
    told: list[dict[str, Any]] = []
    for fact in lines(process):
        told.append(fact)
        if fact["at"] - told[0]["at"] > 3 * SAVED_EVERY_S:
            break
    died_at = time.monotonic()
    kill(process)
    old_enough = [item["typed"] for item in told if item["at"] < died_at - SAVED_EVERY_S]
    draft = told_by(stello_home, "look_closely")["draft"]
    assert len(old_enough[-1]) > SAVED_EVERY_S
    assert draft.startswith(old_enough[-1])


def test_closed_and_opened_again_all_of_it_is_there(stello_home: Path) -> None:
    """Journey 5's reopening: the window, the zoom, the open conversation and the draft."""
    left = told_by(stello_home, "leave_things")
    found = told_by(stello_home, "look_closely")
    assert found["chosen"] == left["chosen"]
    assert found["size"] == left["size"]
    assert found["zoom"] == pytest.approx(left["zoom"], rel=0.01)
    assert found["draft"] == "half a thou"
    assert found["undo"] is True
