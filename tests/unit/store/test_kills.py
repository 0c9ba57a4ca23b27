"""Killed without a warning: what was acknowledged is there, and nothing is half there (faults 1 and 2).

``STELLO_KILLS`` sets how often; a release is tried with at least a thousand.
"""

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

from stello_desktop.domain.messages import RecordState
from stello_desktop.store.boot import open_store
from tests.helpers.stores import OpenedStore, query, with_store

KILLS = int(os.environ.get("STELLO_KILLS", "20"))

VICTIM = """
import asyncio, itertools, json, os, random, sys
from pathlib import Path
from stello_desktop.domain.commands import Delete, Reparent
from stello_desktop.domain.messages import RecordDraft, RecordState, Role
from stello_desktop.domain.session import Author, ChildDraft
from tests.helpers.stores import opened

def acknowledge(**fact):
    os.write(words, json.dumps(fact).encode() + b"\\n")

async def stream(store, session_id):
    for number in itertools.count():
        started = await store.sessions.start_round(session_id, f"question {number}")
        acknowledge(kind="question", text=f"question {number}")
        growing = RecordDraft(role=Role.ASSISTANT, content="", state=RecordState.PENDING)
        (record,) = await store.sessions.append(session_id, [growing], round=started)
        text = ""
        for token in range(30):
            text += f"{number}.{token} "
            await store.sessions.save_partial(record.record_id, content=text)
            acknowledge(kind="partial", text=text)
        await store.sessions.finish_record(record.record_id, content=text, state=RecordState.DONE)
        await store.sessions.end_round(started, RecordState.DONE)

async def grow(store, root, chance):
    living = [root]
    inherited = tuple(RecordDraft(role=Role.USER, content=f"line {line}") for line in range(5))
    for number in itertools.count():
        source = chance.choice(living)
        draft = ChildDraft(label=f"branch {number}", source_session_id=source, topology_parent_id=source,
                           by=Author.ASSISTANT, records=inherited, opening="hello", split_round=number)
        entry = await store.forks.create_child(draft)
        living.append(entry.session_id)
        acknowledge(kind="branch", id=entry.session_id, label=entry.label)
        if number % 3 == 2:
            moved = chance.choice(living[1:])
            await store.tree.apply(Reparent((moved,), root))
            acknowledge(kind="moved", id=moved)
        if number % 7 == 6:
            applied = await store.tree.apply(Delete((living[-1],)))
            acknowledge(kind="deleted", id=living.pop())
            assert len(applied.removed) == 1

async def main(folder, seed):
    async with opened(folder) as store:
        chance = random.Random(seed)
        roots = list(store.boot.topology.roots) or [await store.project("main")]
        acknowledge(kind="started")
        await asyncio.gather(stream(store, roots[0]), grow(store, roots[0], chance))

for line in sys.stdin:
    folder, seed, name = json.loads(line)
    child = os.fork()
    if not child:
        words = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        asyncio.run(main(Path(folder), seed))
    print(child, flush=True)
    os.waitpid(child, 0)
    print("dead", flush=True)
"""


class Victims:
    """A process that has imported everything, has nothing open, and forks one victim after another."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", VICTIM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run_and_kill(self, folder: Path, seed: int, words: Path, after_s: float) -> list[dict[str, Any]]:
        """What a victim said before it died; a last line that is torn counts for nothing."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([str(folder), seed, str(words)]) + "\n")
        process.stdin.flush()
        victim = int(process.stdout.readline())
        deadline = time.monotonic() + 30
        while not (words.exists() and b"started" in words.read_bytes()):
            assert time.monotonic() < deadline
            time.sleep(0.005)
        time.sleep(after_s)
        os.kill(victim, signal.SIGKILL)
        assert process.stdout.readline() == "dead\n"
        return [json.loads(line) for line in words.read_text().split("\n")[:-1]]

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture
def victims() -> Iterator[Victims]:
    made = Victims()
    yield made
    made.close()


def check(folder: Path, said: list[dict[str, Any]], known: dict[str, set[str]]) -> None:
    for fact in said:
        if fact["kind"] == "question":
            known["questions"].add(fact["text"])
        if fact["kind"] == "branch":
            known["branches"].add(fact["id"])
    partials = [fact["text"] for fact in said if fact["kind"] == "partial"]

    async def look(store: OpenedStore) -> None:
        topology = store.boot.topology
        (root,) = topology.roots
        records = await store.sessions.list_records(root)
        contents = {record.content for record in records}
        assert known["questions"] <= contents
        assert all(record.state is not RecordState.PENDING for record in records)
        if partials:
            assert any(content.startswith(partials[-1]) for content in contents)
        for fact in said:
            if fact["kind"] == "moved" and fact["id"] in topology:
                assert topology[fact["id"]].parent_id == root
            if fact["kind"] == "deleted":
                assert fact["id"] not in topology

    with_store(folder, look)
    stored = {
        str(row[0]) for row in query(folder, "SELECT session_id FROM session WHERE parent_id IS NOT NULL")
    }
    assert known["branches"] <= stored
    half = (
        "SELECT count(*) FROM session s WHERE parent_id IS NOT NULL AND ("
        " (SELECT count(*) FROM record r WHERE r.session_id = s.session_id) <> 6 OR message_count <> 6"
        " OR NOT EXISTS (SELECT 1 FROM step WHERE session_ids LIKE '%' || s.session_id || '%'))"
    )
    assert query(folder, half) == [(0,)]
    assert query(folder, "PRAGMA integrity_check") == [("ok",)]
    assert query(folder, "PRAGMA foreign_key_check") == []


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills many copies of one process")
def test_whatever_was_acknowledged_is_there_after_a_kill(tmp_path: Path, victims: Victims) -> None:
    """Faults 1 and 2, in mid-stream and mid-fork, again and again in the same store."""
    chance = random.Random(20)
    known: dict[str, set[str]] = {"questions": set(), "branches": set()}
    folder, acknowledged = tmp_path / "store", 0
    for seed in range(KILLS):
        words = tmp_path / f"words-{seed}"
        said = victims.run_and_kill(folder, seed, words, chance.uniform(0.0, 0.15))
        acknowledged += len(said)
        check(folder, said, known)
    assert acknowledged > KILLS
    boot = open_store(folder)
    boot.lock.release()
    assert boot.history.undo is not None
