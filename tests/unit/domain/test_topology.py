"""The tree of conversations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.errors import InvalidReference, SessionNotFound, TopologyCycle
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.session import SessionStatus
from stello_desktop.domain.topology import Topology, TreeEntry
from tests.unit.domain.trees import a_tree, entry, shape

MAIN, A, B, C = map(SessionId, ("main", "a", "b", "c"))
PLAN = a_tree("main > a > b", "main > c", "other")


def test_everything_is_derived_from_parents() -> None:
    """T-6."""
    assert PLAN.roots == ("main", "other")
    assert PLAN.children(MAIN) == ("a", "c")
    assert PLAN.parent(MAIN) is None
    assert PLAN.ancestors(B) == ["a", "main"]
    assert PLAN.path(B) == ["main", "a", "b"]
    assert PLAN.root_of(B) == "main"
    assert [PLAN.depth(item) for item in (MAIN, A, B)] == [0, 1, 2]
    assert len(PLAN) == 5
    assert A in PLAN
    assert PLAN.get(None) is None


def test_a_subtree_lists_parents_before_children_and_siblings_in_order() -> None:
    """P-3."""
    assert PLAN.subtree(MAIN) == ["main", "a", "b", "c"]
    assert list(PLAN.walk()) == ["main", "a", "b", "c", "other"]


def test_an_unknown_conversation_is_an_error() -> None:
    """Q-3."""
    for ask in (PLAN.__getitem__, PLAN.parent, PLAN.ancestors, PLAN.subtree, PLAN.node, PLAN.depth):
        with pytest.raises(SessionNotFound):
            ask(SessionId("nobody"))


@pytest.mark.parametrize("target", [MAIN, A, B])
def test_nothing_hangs_under_itself_or_its_own_branch(target: SessionId) -> None:
    """P-1."""
    assert not PLAN.can_reparent(MAIN, target)
    with pytest.raises(TopologyCycle):
        PLAN.check_reparent(MAIN, target)


def test_any_conversation_can_become_a_project() -> None:
    """P-1."""
    assert PLAN.can_reparent(B, None)
    PLAN.check_reparent(B, None)
    assert PLAN.can_reparent(B, C)
    assert not PLAN.can_reparent(SessionId("nobody"), None)
    assert not PLAN.can_reparent(B, SessionId("nobody"))
    with pytest.raises(SessionNotFound):
        PLAN.check_reparent(B, SessionId("nobody"))


def test_a_missing_parent_makes_projects() -> None:
    """T-6: damaged data is reachable."""
    topology = Topology([entry("a", "gone", 1), entry("b", "a", 0)])
    assert topology.roots == ("a",)
    assert topology.parent(A) is None
    assert topology.ancestors(B) == ["a"]


def test_a_cycle_in_damaged_data_is_opened() -> None:
    """P-1."""
    topology = Topology(
        [entry("a", "c"), entry("b", "a"), entry("c", "b"), entry("self", "self"), entry("main")]
    )
    assert sorted(topology.walk()) == ["a", "b", "c", "main", "self"]
    assert topology.ancestors(C) == ["b", "a"]
    assert topology.parent(A) is None
    assert topology.subtree(A) == ["a", "b", "c"]
    assert topology.parent(SessionId("self")) is None


def test_what_hangs_under_a_cycle_stays_where_it_is() -> None:
    """P-1: only a member of the cycle is opened."""
    topology = Topology([entry("a", "b"), entry("b", "c"), entry("c", "b", 1)])
    assert topology.roots == ("b",)
    assert topology.children(B) == ("a", "c")


def test_a_node_has_its_place_and_references() -> None:
    """T-6."""
    topology = Topology([entry("a", dx=3.0, dy=4.0), entry("b")], {A: (B,)})
    node = topology.node(A)
    assert (node.refs, node.position) == ((B,), (3.0, 4.0))
    assert topology.node(B).position is None


def test_references_go_neither_to_oneself_nor_along_ones_own_line() -> None:
    """P-2: InvalidReference says why; aunts, cousins and other projects are fine."""
    topology = Topology(
        [entry("a"), entry("b", "a"), entry("c", "b"), entry("d", "a", 1), entry("e", None, 1)]
    )
    refused = {("b", "b"): "self", ("c", "a"): "ancestor", ("a", "c"): "descendant"}
    for (session_id, target_id), reason in refused.items():
        assert not topology.can_refer(SessionId(session_id), SessionId(target_id))
        with pytest.raises(InvalidReference) as error:
            topology.check_ref(SessionId(session_id), SessionId(target_id))
        assert error.value.params["reason"] == reason
    for session_id, target_id in (("c", "d"), ("d", "c"), ("c", "e"), ("e", "c")):
        topology.check_ref(SessionId(session_id), SessionId(target_id))


def test_a_reference_along_ones_line_rests_until_another_move() -> None:
    """P-2: a move makes it one to an ancestor; the move back makes it one again."""
    apart = Topology([entry("a"), entry("b", None, 1)], {A: (B,)})
    assert apart.refs_of(A) == ("b",)
    below = apart.updated([entry("a", "b", 2)])
    assert below.refs_of(A) == ()
    assert below.referring == ()
    assert below.updated([entry("a", None, 3)]).refs_of(A) == ("b",)


def test_a_reference_to_what_is_gone_is_none_until_it_is_back() -> None:
    """P-2, P-3."""
    topology = Topology([entry("a"), entry("b", None, 1)], {A: (B,)})
    gone = topology.updated((), [B])
    assert gone.node(A).refs == ()
    assert gone.updated([entry("b", None, 1)]).node(A).refs == ("b",)


def test_references_change_without_the_tree() -> None:
    """P-2."""
    topology = Topology([entry("a"), entry("b", None, 1)])
    more = topology.with_refs({A: (B,)})
    assert (topology.refs_of(A), more.refs_of(A)) == ((), ("b",))
    assert more.roots == topology.roots
    assert more.with_refs({A: ()}).refs_of(A) == ()


def test_the_source_is_shown_where_it_differs_from_the_parent() -> None:
    """T-6, F-8."""
    topology = Topology(
        [
            entry("main"),
            entry("a", "main"),
            entry("b", "main", source_id="a"),
            entry("c", "main", source_id="gone"),
        ]
    )
    assert topology.branched_elsewhere(A) is None
    assert topology.branched_elsewhere(B) == "a"
    assert topology.branched_elsewhere(C) is None


def test_facts_have_no_place() -> None:
    """T-7."""
    archived = entry("a", status="archived", turn_count=3)
    assert archived.archived
    assert (archived.meta.status, archived.meta.turn_count) == (SessionStatus.ARCHIVED, 3)


def test_a_change_leaves_the_snapshot_before_it_alone() -> None:
    """P-4."""
    before = shape(PLAN)
    moved = PLAN.updated([entry("b", "c", 9)], [SessionId("other")])
    assert shape(PLAN) == before
    assert moved.path(B) == ["main", "c", "b"]
    assert SessionId("other") not in moved


def test_a_parent_that_comes_back_takes_its_children_in() -> None:
    """P-3: restore puts everything back where it was."""
    without = PLAN.updated(removed=[A])
    assert "b" in without.roots
    back = without.updated([PLAN[A]])
    assert shape(back) == shape(PLAN)


NAMES = [f"n{number}" for number in range(8)]
names = st.sampled_from(NAMES)
entries = st.builds(entry, names, st.none() | names | st.just("gone"), st.integers(0, 3))
changes = st.lists(
    st.tuples(
        st.lists(entries, max_size=3, unique_by=lambda item: item.session_id), st.lists(names, max_size=2)
    ),
    max_size=8,
)


@given(st.lists(entries, max_size=8, unique_by=lambda item: item.session_id), changes)
def test_a_changed_snapshot_is_the_one_made_anew(
    start: list[TreeEntry], steps: list[tuple[list[TreeEntry], list[str]]]
) -> None:
    """P-1, P-4: also with missing parents and cycles; everything stays reachable, and paths end."""
    topology = Topology(start)
    for changed, removed in steps:
        topology = topology.updated(changed, [SessionId(name) for name in removed])
        anew = Topology(topology.entries())
        assert shape(topology) == shape(anew)
        assert sorted(topology.walk()) == sorted(item.session_id for item in topology.entries())
        for item in topology.entries():
            above = topology.ancestors(item.session_id)
            assert above == anew.ancestors(item.session_id)
            assert len(set(above)) == len(above)
            assert item.session_id in topology.subtree(topology.root_of(item.session_id))


@given(st.lists(entries, max_size=8, unique_by=lambda item: item.session_id), names, st.none() | names)
def test_a_legal_move_never_makes_a_cycle(start: list[TreeEntry], moved: str, target: str | None) -> None:
    """P-1."""
    topology = Topology(start)
    session_id = SessionId(moved)
    parent = None if target is None else SessionId(target)
    if not topology.can_reparent(session_id, parent):
        return
    after = topology.updated([topology[session_id]._replace(parent_id=parent)])
    assert after.parent(session_id) == parent
    assert session_id not in after.ancestors(session_id)


def test_an_orphan_is_a_project_in_every_answer() -> None:
    """T-6: a parent that is not there is no parent."""
    topology = Topology([entry("a"), entry("b", "gone", 1)])
    assert topology.node(B).parent_id is None
    assert B in topology.roots
