"""What it takes to know which rounds have several versions (R-14)."""

from __future__ import annotations

from pathlib import Path

import pytest

from stello_desktop.domain.messages import RecordState
from stello_desktop.domain.versions import RoundVersions
from stello_desktop.store.database import driver_connection
from tests.helpers.stores import OpenedStore, with_store


async def statements_for(store: OpenedStore, rounds: int) -> list[str]:
    """What the store is asked to list the versions of so many rounds that failed once and were asked again."""
    talk = await store.project()
    for number in range(1, rounds + 1):
        started = await store.sessions.start_round(talk, f"question {number}")
        await store.sessions.end_round(started, RecordState.FAILED)
        again = await store.sessions.start_round(talk, f"better {number}", replaces=number)
        await store.sessions.end_round(again, RecordState.DONE)
    asked: list[str] = []
    await store.database.read(
        lambda connection: driver_connection(connection).set_trace_callback(asked.append)
    )
    found = await store.revisions.list_versions(talk)
    await store.database.read(lambda connection: driver_connection(connection).set_trace_callback(None))
    assert found == tuple(RoundVersions(number, (1, 2), 2, alike=False) for number in range(1, rounds + 1))
    return [item for item in asked if "FROM record" in item]


@pytest.mark.parametrize("rounds", [1, 30])
def test_however_many_rounds_have_versions_it_is_one_query(tmp_path: Path, rounds: int) -> None:
    """R-14: it is asked at each opening of a conversation."""

    async def use(store: OpenedStore) -> None:
        assert len(await statements_for(store, rounds)) == 1

    with_store(tmp_path, use)
