"""The map keeps still (map rule 4): laws that hold after any history of one project, in both layouts.

The tree is changed at random: branches come, go, move, are folded and renamed, and all of that is taken back.
After each step the map is arranged as the window does it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import LayoutKind, Topology
from stello_desktop.layout.forest import Floats
from stello_desktop.ui.map.arrangement import LABEL_GAP, Arrangement, Arranger
from stello_desktop.ui.map.stars import Stars, read_stars
from stello_desktop.ui.map.visible import visible_tree
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.properties.runs import runs

type Places = Mapping[SessionId, tuple[float, float]]

ROOT = sid("Project")
ADD, DELETE, MOVE, FOLD, ARCHIVE, RENAME, UNDO = range(7)
_LEAVING = (DELETE, FOLD, ARCHIVE)
_EXACT = 1e-6

steps = st.lists(
    st.tuples(
        st.sampled_from([ADD, ADD, ADD, *range(7), UNDO]), st.integers(0, 1_000), st.integers(0, 1_000)
    ),
    min_size=1,
    max_size=60,
)
kinds = st.sampled_from(list(LayoutKind))


def measured(label: str, _depth: int) -> tuple[float, float]:
    return min(7.0 * len(label), 150.0), 16.0


class History:
    """One project, what was done to it, and where its stars stand, measured from the project's own."""

    def __init__(self, kind: LayoutKind) -> None:
        self.topology = Topology([skies.entry(ROOT, layout=kind)])
        self.arranger = Arranger(measured)
        self.past: list[tuple[int, Topology, Places]] = []
        self.count = 0
        self.places: Places = {}
        self.arrange()

    def arrange(self) -> None:
        folded = {entry.session_id for entry in self.topology.entries() if entry.folded}
        self.stars = read_stars(visible_tree(self.topology, folded, show_archived=False), now_s=skies.NOW_S)
        self.arrangement = self.arranger.arrange(self.stars)
        form = self.arrangement.spread
        self.places = {
            entry.session_id: (float(x - form.x[0]), float(y - form.y[0]))
            for entry, x, y in zip(self.stars.entries, form.x, form.y, strict=True)
        }

    def do(self, what: int, which: int, where: int) -> int:
        """One step; what it was in the end, or what was taken back as a negative number less one."""
        if what == UNDO:
            return self.undo()
        before, places = self.topology, self.places
        below = [item for item in before.walk() if item != ROOT]
        chosen = below[which % len(below)] if below else ROOT
        if what == ADD or not below:
            what = ADD
            self.count += 1
            parent = before.walk()[which % len(before)]
            new = skies.entry(f"s{self.count}", parent, label="x" * (where % 24 + 1), order=self.count)
            self.topology = before.updated([new])
        elif what == DELETE:
            self.topology = before.updated(removed=[i for i in below if chosen in before.path(i)])
        elif what == MOVE:
            goals = [item for item in before.walk() if chosen not in before.path(item)]
            self.count += 1
            moved = before[chosen]._replace(parent_id=goals[where % len(goals)], order=self.count)
            self.topology = before.updated([moved])
        elif what == FOLD:
            self.topology = before.updated([before[chosen]._replace(folded=True)])
        elif what == ARCHIVE:
            all_below = [i for i in below if chosen in before.path(i)]
            self.topology = before.updated([before[i]._replace(status="archived") for i in all_below])
        else:
            self.topology = before.updated([before[chosen]._replace(label="y" * (where % 24 + 1))])
        self.past.append((what, before, places))
        self.arrange()
        return what

    def undo(self) -> int:
        if not self.past:
            return -1
        what, self.topology, _ = self.past.pop()
        self.arrange()
        return -1 - what

    def moved(self, before: Places) -> set[SessionId]:
        """Who stands elsewhere than before."""
        return {item for item in before if item in self.places and not _same(before[item], self.places[item])}

    def parent(self, item: SessionId) -> SessionId:
        parent = self.topology.parent(item)
        assert parent is not None
        return parent

    def from_parent(self, item: SessionId, places: Places, parent: SessionId) -> tuple[float, float]:
        return places[item][0] - places[parent][0], places[item][1] - places[parent][1]


def _same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) < _EXACT


def overlaps(stars: Stars, arrangement: Arrangement) -> int:
    """How many pairs of stars with their titles cover each other."""
    size = np.array([measured(entry.label, 0) for entry in stars.entries])
    x, y, side, radius = arrangement.spread.x, arrangement.spread.y, arrangement.side, stars.radius
    half, beside = np.maximum(size[:, 0] / 2, radius), radius + LABEL_GAP + size[:, 0]
    left = x - np.where(side == 0, half, np.where(side < 0, beside, radius))
    right = x + np.where(side == 0, half, np.where(side > 0, beside, radius))
    top = y - np.where(side == 0, radius, np.maximum(radius, size[:, 1]))
    bottom = y + np.where(side == 0, radius + LABEL_GAP + size[:, 1], radius)
    met = _meeting(left, right) & _meeting(top, bottom)
    return int(np.triu(met, 1).sum())


def _meeting(low: Floats, high: Floats) -> NDArray[np.bool_]:
    met: NDArray[np.bool_] = (low[:, None] < high[None] - _EXACT) & (low[None] < high[:, None] - _EXACT)
    return met


@runs(60)
@given(kinds, steps)
def test_nobody_else_moves_when_branches_go_and_nothing_ever_overlaps(
    kind: LayoutKind, steps: list[tuple[int, int, int]]
) -> None:
    """Map rule 4: deleting, folding and hiding what is archived move nothing."""
    history = History(kind)
    for step in steps:
        before = history.places
        what = history.do(*step)
        assert not overlaps(history.stars, history.arrangement)
        if what in _LEAVING:
            assert not history.moved(before)


@runs(60)
@given(kinds, steps, st.sampled_from(_LEAVING), st.integers(0, 1_000))
def test_what_comes_back_stands_exactly_where_it_stood(
    kind: LayoutKind, steps: list[tuple[int, int, int]], going: int, which: int
) -> None:
    """Map rule 4: undo of a deletion, of a fold, of a move."""
    history = History(kind)
    for step in steps:
        history.do(*step)
    before = history.places
    history.do(going, which, 0)
    if history.past[-1][0] in _LEAVING:
        history.undo()
        assert history.places.keys() == before.keys()
        assert not history.moved(before)


@runs(60)
@given(steps, st.integers(1, 8))
def test_it_does_so_after_newcomers_took_its_slot_and_were_taken_back_too(
    steps: list[tuple[int, int, int]], most: int
) -> None:
    """Map rule 4: as many as went come under the same parent; then all of that is taken back."""
    history = History(LayoutKind.STAR)
    for step in steps:
        history.do(*step)
    before, tree = history.places, history.topology
    if history.do(DELETE, 0, 0) != DELETE:
        return
    gone = before.keys() - history.places.keys()
    first = next(item for item in tree.walk() if item not in history.topology)
    above = history.topology.walk().index(tree.path(first)[-2])
    newcomers = min(most, len(gone))
    for _ in range(newcomers):
        assert history.do(ADD, above, 0) == ADD
    for _ in range(newcomers + 1):
        history.undo()
    for item in gone:
        parent = history.parent(item)
        was = history.from_parent(item, before, parent)
        assert _same(was, history.from_parent(item, history.places, parent))


@runs(60)
@given(steps)
def test_a_star_makes_room_only_along_the_way_to_what_grew(steps: list[tuple[int, int, int]]) -> None:
    """Map rule 4: seen from its parent, a star moves only if it is grown, or above what has grown."""
    history = History(LayoutKind.STAR)
    for step in steps:
        before, tree = history.places, history.topology
        what = history.do(*step)
        if what not in (ADD, RENAME):
            continue
        [grown] = [
            item
            for item in history.topology.walk()
            if item not in tree or history.topology[item].label != tree[item].label
        ] or [ROOT]
        path = set(history.topology.path(grown))
        free_to_move = path | set(history.topology.children(grown))
        for item in before.keys() & history.places.keys() - free_to_move - {ROOT}:
            parent = history.parent(item)
            was, now = (
                history.from_parent(item, before, parent),
                history.from_parent(item, history.places, parent),
            )
            assert _same(was, now)


@runs(60)
@given(steps, steps, st.integers(0, 1_000))
def test_nobody_ends_beneath_a_star_that_the_person_has_put_somewhere(
    before: list[tuple[int, int, int]], after: list[tuple[int, int, int]], which: int
) -> None:
    """Map rules 4 and 5: not newcomers, and not those that make room for them or for longer titles."""
    history = History(LayoutKind.STAR)
    for step in before:
        history.do(*step)
    shown = [entry.session_id for entry in history.stars.entries[1:]]
    if not shown:
        return
    chosen = history.topology[shown[which % len(shown)]]
    beside = history.arrangement.spread.bounds.width
    history.topology = history.topology.updated([chosen._replace(dx=beside + 10.0, dy=0.0)])
    history.arrange()
    assert not overlaps(history.stars, history.arrangement)
    for what, one, other in after:
        history.do(ADD if what < RENAME else RENAME, one, other)
        assert not overlaps(history.stars, history.arrangement)


@runs(60)
@given(steps)
def test_a_longer_title_of_an_end_moves_it_alone_or_not_at_all_where_it_finds_room(
    steps: list[tuple[int, int, int]],
) -> None:
    """Map rule 4: the star above it stays, and so do all others."""
    history = History(LayoutKind.STAR)
    for step in steps:
        history.do(*step)
    top = history.topology.walk()
    for above in (top[0], top[-1]):
        assert history.do(ADD, top.index(above), 0) == ADD
        if f"s{history.count}" not in history.places:
            continue
        new, before = sid(f"s{history.count}"), history.places
        history.topology = history.topology.updated([history.topology[new]._replace(label="y" * 24)])
        history.arrange()
        assert history.moved(before) <= {new}
        assert not overlaps(history.stars, history.arrangement)


@runs(60)
@given(steps)
def test_in_a_mind_map_no_branch_changes_that_has_not_grown(steps: list[tuple[int, int, int]]) -> None:
    """Map rule 3: whoever makes room moves as a whole, and nobody goes to the other side."""
    history = History(LayoutKind.MIND_MAP)
    for step in steps:
        before, tree = history.places, history.topology
        what = history.do(*step)
        if what != ADD:
            continue
        [new] = [item for item in history.topology.walk() if item not in tree]
        path = set(history.topology.path(new))
        for item in before.keys() & history.places.keys() - {ROOT}:
            assert before[item][0] * history.places[item][0] > 0
            parent = history.parent(item)
            if parent not in path:
                was, now = (
                    history.from_parent(item, before, parent),
                    history.from_parent(item, history.places, parent),
                )
                assert _same(was, now)


@runs(60)
@given(kinds, steps)
def test_tidied_up_it_is_the_picture_from_scratch_and_that_can_be_taken_back(
    kind: LayoutKind, steps: list[tuple[int, int, int]]
) -> None:
    """Map rules 4 and 5."""
    history = History(kind)
    for step in steps:
        history.do(*step)
    before = history.places
    history.arranger.tidy(ROOT)
    history.arrange()
    tidied = history.places
    history.arranger.untidy(ROOT)
    history.arrange()
    assert not history.moved(before)
    history.arranger = Arranger(measured)
    history.arrange()
    assert not history.moved(tidied)


@runs(60)
@given(kinds, steps)
def test_the_same_history_gives_the_same_picture(kind: LayoutKind, steps: list[tuple[int, int, int]]) -> None:
    """Map rule 4."""
    one, other = History(kind), History(kind)
    for step in steps:
        one.do(*step)
        other.do(*step)
    assert one.places == other.places


@runs(60)
@given(kinds, steps)
def test_the_picture_survives_a_restart_and_so_does_the_room_of_who_went(
    kind: LayoutKind, steps: list[tuple[int, int, int]]
) -> None:
    """Map rule 4: places are kept as JSON, to a thousandth of a pixel."""
    history = History(kind)
    for step in steps:
        history.do(*step)
    undone = History(kind)
    undone.topology, undone.past = history.topology, list(history.past)
    state: Any = json.loads(json.dumps(history.arranger.slots.state([ROOT])))
    undone.arranger = Arranger(measured)
    undone.arranger.slots.put_state({SessionId(root): rows for root, rows in state.items()})
    undone.arrange()
    assert_near(undone.places, history.places)
    history.undo()
    undone.undo()
    assert_near(undone.places, history.places)


def assert_near(one: Places, other: Places) -> None:
    assert one.keys() == other.keys()
    for item, place in one.items():
        assert place == pytest.approx(other[item], abs=0.1)
