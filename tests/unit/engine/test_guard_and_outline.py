"""The split guard, the strategies and the outline."""

from __future__ import annotations

import pytest

from stello_desktop.domain.codec import tool_result_from_json
from stello_desktop.domain.config import EngineForkOptions
from stello_desktop.domain.errors import SplitRefused
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.session import Author
from stello_desktop.domain.topology import StrategyKind
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.outline import outline
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.split_guard import SplitGuard
from stello_desktop.engine.strategies import (
    HierarchicalOkrStrategy,
    MainSessionFlatStrategy,
    strategy_of,
)
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, run


@pytest.mark.parametrize(
    ("count", "last", "reason", "wait"),
    [(0, None, "min_turns", 3), (2, None, "min_turns", 1), (4, 3, "cooldown", 4), (7, 3, "cooldown", 1)],
)
def test_the_guard_says_why_and_how_long(count: int, last: int | None, reason: str, wait: int) -> None:
    """G-1."""
    with pytest.raises(SplitRefused) as caught:
        SplitGuard().check(count, last)
    assert caught.value.params == {"reason": reason, "wait_rounds": wait}


@pytest.mark.parametrize(("count", "last"), [(3, None), (8, 3), (3, 3), (20, 3)])
def test_the_guard_lets_pass(count: int, last: int | None) -> None:
    """G-1: the count of the last split is the same split."""
    SplitGuard().check(count, last)


def test_several_forks_in_one_round_are_one_split() -> None:
    """G-1, F-2."""

    async def work() -> None:
        two = [
            *tool_reply("stello_create_session", call_id="a", label="A")[:-1],
            *tool_reply("stello_create_session", call_id="b", label="B"),
        ]
        desk = Desk([two, "Done.", tool_reply("stello_create_session", label="C"), "Done."])
        desk.options = EngineOptions(guard_on=True, guard_min_turns=0, guard_cooldown_turns=2)
        await desk.agent.turn(desk.plan, "Split")
        assert len(desk.events) == 2
        assert await desk.store.get_last_split_round(desk.plan) == 0
        await desk.agent.turn(desk.plan, "Split")
        assert len(desk.events) == 2
        assert "split a short while ago" in desk.records()[-2].content

    run(work())


def test_only_a_person_skips_the_guard_and_leaves_it_alone() -> None:
    """F-2."""

    async def work() -> None:
        desk = Desk()
        desk.options = EngineOptions(guard_on=True)
        options = EngineForkOptions(label="A")
        with pytest.raises(SplitRefused):
            await desk.agent.fork_session(desk.plan, options, by=Author.CODE)
        await desk.agent.fork_session(desk.plan, options, by=Author.PERSON)
        assert await desk.store.get_last_split_round(desk.plan) is None
        desk.options = EngineOptions(guard_on=False)
        await desk.agent.fork_session(desk.plan, options, by=Author.CODE)

    run(work())


def test_nobody_is_asked_about_branches_that_the_guard_refuses() -> None:
    """F-2, X-5: the guard speaks first; the card knows by the code that it was the guard."""

    async def work() -> None:
        two = [
            *tool_reply("stello_create_session", call_id="a", label="A")[:-1],
            *tool_reply("stello_create_session", call_id="b", label="B"),
        ]
        desk = Desk([two, "Done."])
        desk.options = EngineOptions(guard_on=True)
        await desk.agent.turn(desk.plan, "Split")
        assert desk.gate.asked == []
        told = [tool_result_from_json(record.content) for record in desk.records() if record.tool_call_id]
        assert [result.code for result in told if result] == ["split_refused", "split_refused"]

    run(work())


def test_the_guard_counts_completed_rounds_as_they_stood_at_the_start() -> None:
    """G-1."""

    async def work() -> None:
        desk = Desk(model=ScriptedModel(["1", "2", tool_reply("stello_create_session", label="A"), "No."]))
        desk.options = EngineOptions(guard_on=True, guard_min_turns=3)
        for _ in range(3):
            await desk.agent.turn(desk.plan, "Hi")
        assert desk.events == []

    run(work())


def a_tree() -> tuple[MemoryStore, dict[str, SessionId]]:
    """Root with two branches, of which one has two of its own."""
    store = MemoryStore()
    ids = {"root": store.add("Root <b>", strategy=StrategyKind.FLAT)}
    ids["a"] = store.add("A", parent=ids["root"])
    ids["b"] = store.add("B", parent=ids["root"])
    ids["a1"] = store.add("A1", parent=ids["a"])
    ids["a2"] = store.add("A2", parent=ids["a"])
    ids["other"] = store.add("Other project")
    return store, ids


def test_strategies_choose_the_parent() -> None:
    """O-1."""
    store, ids = a_tree()
    topology = store.topology()
    assert MainSessionFlatStrategy().resolve_fork_parent(ids["a1"], topology) == ids["root"]
    assert MainSessionFlatStrategy().resolve_fork_parent(ids["root"], topology) == ids["root"]
    assert HierarchicalOkrStrategy().resolve_fork_parent(ids["a1"], topology) == ids["a1"]
    assert isinstance(strategy_of(ids["a1"], topology), MainSessionFlatStrategy)
    assert isinstance(strategy_of(ids["other"], topology), HierarchicalOkrStrategy)


def test_the_outline_shows_the_own_tree_with_a_mark() -> None:
    """C-3, C-2."""
    store, ids = a_tree()
    lines = outline(store.topology(), ids["a"]).splitlines()
    assert lines == ["- Root b", "  - A (this conversation)", "    - A1", "    - A2", "  - B"]


def test_a_large_tree_keeps_what_is_near() -> None:
    """C-3."""
    store, ids = a_tree()
    for number in range(100):
        store.add(f"B{number}", parent=ids["b"])
    lines = outline(store.topology(), ids["a1"], max_lines=6).splitlines()
    assert lines == ["- Root b", "  - A", "    - A1 (this conversation)", "    - A2", "  - B", "    - B0"]


def test_the_outline_is_sent_only_where_it_may_be() -> None:
    """C-3."""

    async def work() -> None:
        desk = Desk(["1", "2"])
        await desk.agent.turn(desk.plan, "Hi")
        desk.options = EngineOptions(share_outline=True)
        await desk.agent.turn(desk.plan, "Hi")
        systems = [request.messages[0].content for request in desk.model.requests]
        assert ["<topology>" in text for text in systems] == [False, True]

    run(work())
