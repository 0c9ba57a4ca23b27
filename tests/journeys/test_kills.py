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

from tests.helpers.servers import Piece, ThreadedReplayServer, event, flow, reply, text_events
from tests.journeys import stories
from tests.journeys.child import SERVICE

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


def asks_for(*branches: dict[str, str]) -> list[Piece]:
    """An answer of a service that asks for these branches."""
    calls = [
        {
            "index": number,
            "id": f"call-{number}",
            "type": "function",
            "function": {"name": "stello_create_session", "arguments": json.dumps(branch)},
        }
        for number, branch in enumerate(branches)
    ]
    return flow(
        event({"choices": [{"index": 0, "delta": {"content": "I open them.", "tool_calls": calls}}]}),
        event({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}),
        b"data: [DONE]\n\n",
    )


def test_killed_between_a_branch_and_its_result_the_card_shows_it_as_opened(
    stello_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 1, X-2: what the assistant has opened is there once; only the one that was not offers *Open anyway*."""
    answers: list[list[Piece]] = [
        asks_for({"label": "Costs"}, {"label": "Risks", "profile": "Brief"}),
        [60.0],
    ]
    with ThreadedReplayServer(answers) as server:
        monkeypatch.setenv(SERVICE, server.base_url)
        process = start(stello_home, "a_branch_and_one_that_hangs")
        told = next(fact for fact in lines(process) if "opened" in fact)
        kill(process)
    assert told == {"opened": ["Costs", stories.PROJECT], "ended": False}
    fresh = told_by(stello_home, "look")
    assert set(fresh["records"]) == {"Costs", stories.PROJECT}
    assert {"branchCard", "branchCardGo", "refusedBranchCard"} <= set(fresh["seen"])
    results = [
        json.loads(text)["success"] for role, text, _ in fresh["records"][stories.PROJECT] if role == "tool"
    ]
    assert results == [True, False]
    assert told_by(stello_home, "go_to_the_branch")["labels"] == ["Costs", stories.PROJECT]


def test_killed_after_open_anyway_the_second_press_leads_to_the_branch_that_is_there(
    stello_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 2, G-1: the branch is there, the word that it is was lost; nothing is opened twice."""
    with ThreadedReplayServer([asks_for({"label": "Costs"}), reply(text_events("As you like."))]) as server:
        monkeypatch.setenv(SERVICE, server.base_url)
        process = start(stello_home, "open_anyway_and_die")
        told = list(lines(process))
        process.communicate()
    assert process.returncode == 9
    assert told == [{"refused": [stories.PROJECT]}, {"opened": ["Costs", stories.PROJECT]}]
    fresh = told_by(stello_home, "look")
    assert set(fresh["records"]) == {"Costs", stories.PROJECT}
    assert "refusedBranchOpen" in fresh["seen"]
    assert told_by(stello_home, "open_anyway")["labels"] == ["Costs", stories.PROJECT]
    again = told_by(stello_home, "look")
    assert "branchCard" in again["seen"]
    assert "refusedBranchOpen" not in again["seen"]


def test_killed_while_a_summary_is_made_it_is_made_at_the_next_start_and_no_other_twice(
    stello_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 1, D-3, D-4: two answers, a summary that is stored, one that was cut off: one request more, and it is there."""
    answers: list[list[Piece]] = [
        reply(text_events("Much.")),
        reply(text_events("Little.")),
        reply(text_events("It costs much.")),
        [60.0],
        reply(text_events("Little can go wrong.")),
    ]
    with ThreadedReplayServer(answers) as server:
        monkeypatch.setenv(SERVICE, server.base_url)
        process = start(stello_home, "summarise_and_hang")
        told = next(fact for fact in lines(process) if "summaries" in fact)
        kill(process)
        assert told == {"summaries": 1, "work": ["running"]}
        fresh = told_by(stello_home, "look_at_summaries")
        assert fresh == {"summaries": ["It costs much.", "Little can go wrong."], "work": []}
        assert len(server.requests) == len(answers)
        assert told_by(stello_home, "look_at_summaries") == fresh
        assert len(server.requests) == len(answers)


def test_killed_while_it_is_made_anew_neither_that_nor_the_overview_behind_it_is_lost(
    stello_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 1, D-3: what was stored before the wish, and what the person wrote meanwhile, is not what was asked for."""
    answers: list[list[Piece]] = [
        reply(text_events("Much.")),
        [0.5, *reply(text_events("It costs much."))],
        [60.0],
        reply(text_events("It costs ten.")),
    ]
    with ThreadedReplayServer(answers) as server:
        monkeypatch.setenv(SERVICE, server.base_url)
        process = start(stello_home, "summarise_anew_and_hang")
        told = next(fact for fact in lines(process) if "summaries" in fact)
        kill(process)
        assert told == {"summaries": ["It costs much."], "work": ["running", "queued"]}
        fresh = told_by(stello_home, "look_at_overviews")
        # By now the overview would read more than was told when it was asked for: the person is asked.
        assert fresh == {"summaries": ["It costs ten."], "overviews": ["By hand."], "work": ["interrupted"]}
        assert len(server.requests) == len(answers)
        assert told_by(stello_home, "look_at_overviews") == fresh
        assert len(server.requests) == len(answers)


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
