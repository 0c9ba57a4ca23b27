"""The line that says where the selected conversation hangs follows the tree and the selection."""

from __future__ import annotations

import pytest

from stello_desktop.domain.topology import Topology
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands


@pytest.fixture
def europe(hands: Hands, plan: Topology) -> Hands:
    hands.sky.set_topology(plan)
    hands.click("Europe")
    assert hands.sky.trail.text() == "Plan › Market › Europe"
    return hands


def test_a_new_name_is_in_it(europe: Hands, plan: Topology) -> None:
    europe.sky.set_topology(plan.updated([plan[sid("Europe")]._replace(label="EU")]), [sid("Europe")])
    assert europe.sky.trail.text() == "Plan › Market › EU"


def test_a_new_name_of_what_is_above_is_in_it(europe: Hands, plan: Topology) -> None:
    europe.sky.set_topology(plan.updated([plan[sid("Market")]._replace(label="Markets")]), [sid("Market")])
    assert europe.sky.trail.text() == "Plan › Markets › Europe"


def test_another_place_is_in_it(europe: Hands, plan: Topology) -> None:
    moved = plan[sid("Europe")]._replace(parent_id=sid("Product"), order=90)
    europe.sky.set_topology(plan.updated([moved]), [sid("Europe")])
    assert europe.sky.trail.text() == "Plan › Product › Europe"


def test_a_project_of_its_own_has_none(europe: Hands, plan: Topology) -> None:
    europe.sky.set_topology(plan.updated([plan[sid("Europe")]._replace(parent_id=None, order=90)]))
    assert europe.sky.trail.isHidden()


def test_what_took_the_place_of_the_selected_one_is_in_it(europe: Hands, plan: Topology) -> None:
    europe.sky.set_topology(plan.updated([plan[sid("Market")]._replace(folded=True)]))
    assert europe.sky.trail.text() == "Plan › Market"


def test_a_newer_name_that_came_without_a_move_is_in_it(europe: Hands, plan: Topology) -> None:
    renamed = plan.updated([plan[sid("Europe")]._replace(label="EU")])
    europe.sky.refresh(renamed, [sid("Europe")])
    assert europe.sky.trail.text() == "Plan › Market › EU"


def test_a_name_typed_for_a_new_branch_is_in_it(europe: Hands, plan: Topology) -> None:
    grown = plan.updated([skies.entry("n", "Europe", label="New branch", order=90)])
    europe.sky.set_topology(grown, [sid("n")])
    europe.sky.set_selection(sid("n"))
    europe.sky.set_topology(grown.updated([grown[sid("n")]._replace(label="Tariffs")]), [sid("n")])
    assert europe.sky.trail.text() == "Plan › Market › Europe › Tariffs"


def test_a_long_way_loses_whole_names_from_its_middle(europe: Hands) -> None:
    """Nobody reads “Loca…f the bakery”."""
    trail = europe.sky.trail
    labels = ["A corner café", "Location", "Prices of the bakery", "New branch"]
    seen = []
    for room in range(trail.fontMetrics().horizontalAdvance(" › ".join(labels)) + 2, 30, -3):
        trail.show_path(labels, room)
        if trail.text() not in seen:
            seen.append(trail.text())
    whole = [text for text in seen if not text.endswith("…")]
    assert whole == [
        "A corner café › Location › Prices of the bakery › New branch",
        "A corner café › … › Prices of the bakery › New branch",
        "A corner café › … › New branch",
        "… › New branch",
        "New branch",
    ]
    cut = [text.removesuffix("…").rstrip() for text in seen if text.endswith("…")]
    assert not [text for text in cut if not "New branch".startswith(text)], "the last one alone ends in dots"
