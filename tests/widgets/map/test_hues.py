"""A branch keeps its colour while siblings come and go, on map and outline alike."""

from __future__ import annotations

from stello_desktop.domain.topology import Topology
from stello_desktop.ui.hues import HUES, BranchHues
from stello_desktop.ui.outline.model import OutlineModel, OutlineRole
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands

PLAN = "Plan\n  Market\n    Europe\n  Financing\n  Team\n    Hiring"


def dealt(hues: BranchHues, topology: Topology, *names: str) -> list[int]:
    return [hues.of(topology, sid(name)) for name in names]


def test_branches_take_the_hues_in_their_order_and_pass_them_on() -> None:
    names = ("Plan", "Market", "Europe", "Financing", "Team", "Hiring")
    assert dealt(BranchHues(), skies.a_tree(PLAN), *names) == [0, 0, 0, 1, 2, 2]


def test_who_stays_keeps_the_colour_when_a_sibling_leaves_and_comes_back() -> None:
    plan, hues = skies.a_tree(PLAN), BranchHues()
    assert dealt(hues, plan, "Market", "Financing", "Team") == [0, 1, 2]
    moved = plan.updated([plan[sid("Financing")]._replace(parent_id=sid("Market"), order=90)])
    assert dealt(hues, moved, "Market", "Financing", "Team") == [0, 0, 2]
    assert dealt(hues, plan, "Market", "Financing", "Team") == [0, 1, 2]


def test_a_newcomer_takes_what_nobody_has() -> None:
    plan, hues = skies.a_tree(PLAN), BranchHues()
    dealt(hues, plan, "Team")
    changed = plan.updated([skies.entry("New", "Plan", order=90)], removed=[sid("Market"), sid("Europe")])
    assert len(set(dealt(hues, changed, "Financing", "Team", "New"))) == 3
    assert dealt(hues, changed, "Financing", "Team") == [1, 2]


def test_more_branches_than_hues_begin_again() -> None:
    tree = Topology([skies.entry("r"), *(skies.entry(f"c{i}", "r", order=i + 1) for i in range(20))])
    assert dealt(BranchHues(), tree, *(f"c{i}" for i in range(20))) == [i % HUES for i in range(20)]


def test_colours_are_the_same_after_the_next_start() -> None:
    plan, hues = skies.a_tree(PLAN), BranchHues()
    dealt(hues, plan, "Team")
    moved = plan.updated([plan[sid("Financing")]._replace(parent_id=sid("Market"), order=90)])
    assert dealt(hues, moved, "Market", "Team") == [0, 2]
    later = BranchHues()
    later.put_state({**hues.state(), "bad": 99, "worse": "x"})
    assert dealt(later, moved, "Market", "Team") == [0, 2]
    later.put_state("nonsense")


def test_map_and_outline_agree(hands: Hands) -> None:
    plan = skies.a_tree(PLAN)
    model = OutlineModel(hues=hands.sky.hues)
    for topology in (
        plan,
        plan.updated([plan[sid("Financing")]._replace(parent_id=sid("Market"), order=90)]),
        plan,
    ):
        hands.sky.set_topology(topology)
        model.reset(topology)
        stars = hands.sky.view.picture.stars
        for at, entry in enumerate(stars.entries):
            assert model.index_of(entry.session_id).data(OutlineRole.HUE) == stars.hue[at]
