"""The map does not jump (I8, I9, I15, I16), and what moves lands where it belongs (I24)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from stello_desktop.domain.topology import LayoutKind, Topology
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands


def screen(hands: Hands, name: str) -> tuple[float, float]:
    """Where a star is seen, exactly."""
    view = hands.sky.view
    index = view.picture.stars.at(sid(name))
    return float(view.item.frame.sx[index]), float(view.item.frame.sy[index])


@pytest.mark.parametrize("layout", list(LayoutKind))
@pytest.mark.parametrize("scale", [0.43, 1.0, 2.7])
def test_the_focused_star_keeps_its_exact_place_through_every_change(
    hands: Hands, layout: LayoutKind, scale: float
) -> None:
    topology = skies.launch().change("Launch 2027", layout=layout).topology()
    hands.sky.set_topology(topology)
    hands.sky.set_selection(sid("Financing"))
    hands.sky.view.zoom_by(scale / hands.sky.view.camera.scale)
    hands.sky.view.reveal(hands.sky.view.picture.focused)
    place = screen(hands, "Financing")
    changes = (
        topology.updated([skies.entry("New", "Market", order=900)]),
        topology.updated([topology[sid("Europe")]._replace(folded=True)]),
        topology.updated(removed=[sid("Trademark")]),
        topology.updated([topology[sid("Team")]._replace(parent_id=sid("Legal"), order=901)]),
        topology,
    )
    for changed in changes:
        hands.sky.set_topology(changed)
        assert screen(hands, "Financing") == pytest.approx(place, abs=1e-6)
        hands.sky.view.heavens.motion.land()
        hands.sky.view.item.touch()
        assert screen(hands, "Financing") == pytest.approx(place, abs=1e-6)


@pytest.mark.parametrize("layout", list(LayoutKind))
def test_the_star_that_the_mouse_is_on_the_way_to_stays_when_the_assistant_opens_a_branch(
    hands: Hands, layout: LayoutKind
) -> None:
    """Map rule 1, I15: who is about to click hits what they meant; at the keys it is the star in focus."""
    topology = skies.launch().change("Launch 2027", layout=layout).topology()
    hands.sky.set_topology(topology)
    hands.sky.set_selection(sid("Financing"))
    goal = hands.spot("Nordics")
    way = next(
        goal + QPoint(dx, dy)
        for reach in range(14, 120, 4)
        for dx, dy in ((reach, 0), (-reach, 0), (0, -reach), (0, reach))
        if hands.sky.view.star_at(QPointF(goal + QPoint(dx, dy))) < 0
    )
    hands.move(way, Qt.MouseButton.NoButton)
    place = screen(hands, "Nordics")
    grown = topology.updated([skies.entry(f"n{i}", "Europe", order=900 + i) for i in range(3)])
    hands.sky.set_topology(grown)
    assert screen(hands, "Nordics") == pytest.approx(place, abs=1e-6)
    hands.sky.view.heavens.motion.land()
    hands.sky.view.item.touch()
    assert screen(hands, "Nordics") == pytest.approx(place, abs=1e-6)
    QTest.keyClick(hands.sky.view, Qt.Key.Key_Shift)
    place = screen(hands, "Financing")
    hands.sky.set_topology(topology)
    hands.sky.view.heavens.motion.land()
    hands.sky.view.item.touch()
    assert screen(hands, "Financing") == pytest.approx(place, abs=1e-6)


def test_others_start_from_where_they_were_seen(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Asia"))
    before = screen(hands, "Product")
    hands.sky.set_topology(plan.updated([skies.entry(f"n{i}", "Asia", order=50 + i) for i in range(6)]))
    if hands.sky.view.heavens.motion.flying:
        assert screen(hands, "Product") == pytest.approx(before, abs=40)


def test_movement_ends_where_the_layout_says(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    grown = plan.updated([skies.entry(f"n{i}", "Asia", order=50 + i) for i in range(6)])
    hands.sky.set_topology(grown)
    QTest.qWait(400)
    view = hands.sky.view
    assert not view.heavens.motion.flying
    for index in range(len(view.picture.stars)):
        goal = view.heavens.goal_of(index)
        assert (view.picture.x[index], view.picture.y[index]) == pytest.approx(goal)


def test_a_change_in_mid_flight_is_no_trouble(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    for index in range(8):
        hands.sky.set_topology(plan.updated([skies.entry(f"n{index}", "Asia", order=50 + index)]))
        QTest.qWait(20)
    hands.sky.set_topology(Topology())
    assert len(hands.sky.view.picture.stars) == 0
    assert not hands.sky.grab().isNull()


def test_selecting_what_is_in_view_moves_nothing(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    camera = hands.sky.view.camera
    hands.sky.set_selection(sid("Asia"))
    assert hands.sky.view.camera == camera


def test_selecting_what_is_out_of_view_scrolls_but_never_zooms(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    view = hands.sky.view
    view.zoom_by(4.0 / view.camera.scale, hands.spot("Money").toPointF())
    hands.sky.set_selection(sid("Nordics"))
    assert view.camera.scale == pytest.approx(4.0)
    assert view.viewport().rect().contains(hands.spot("Nordics"))


def test_what_undo_touched_is_revealed_and_pulses_without_a_zoom(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    view = hands.sky.view
    view.zoom_by(3.5 / view.camera.scale, hands.spot("Money").toPointF())
    hands.sky.show_changed([sid("Nordics"), sid("gone")])
    assert view.camera.scale == pytest.approx(3.5)
    assert view.viewport().rect().contains(hands.spot("Nordics"))
    assert view.picture.pulsing


def test_a_selection_that_is_gone_steps_out_to_the_nearest_living_one(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Nordics"))
    hands.sky.set_topology(plan.updated([plan[sid("Market")]._replace(folded=True)]))
    assert hands.sky.view.id_of(hands.sky.view.picture.focused) == "Market"
    hands.sky.set_topology(plan.updated(removed=[entry.session_id for entry in plan.entries()]))
    assert hands.sky.view.picture.focused == -1


def test_thousands_are_a_galaxy_at_fit_and_a_tree_nearer(hands: Hands) -> None:
    sky = skies.Sky()
    for project in range(20):
        sky.entries.append(skies.entry(f"p{project}", order=project))
        sky.entries += [skies.entry(f"p{project}c{i}", f"p{project}", order=1_000 + i) for i in range(140)]
    hands.sky.put_view_state({"opened": [f"p{project}" for project in range(20)]})
    hands.sky.set_topology(sky.topology())
    view = hands.sky.view
    assert view.picture.packed
    at = hands.spot("p0")
    view.zoom_by(1.0 / view.camera.scale, at.toPointF())
    assert hands.spot("p0") == at
    assert len(view.item.frame.seen) < 2_000
    view.fit()
    assert hands.sky.view.picture.packed


def test_a_new_branch_in_a_large_project_is_seen_at_once(hands: Hands) -> None:
    large = skies.grown(2_000)
    hands.sky.set_topology(large)
    closed = next(
        e.session_id for e in large.entries() if hands.sky.view.heavens.is_auto_folded(e.session_id)
    )
    new = large.updated([skies.entry("n", closed, order=90_000)])
    hands.sky.set_topology(new, [sid("n")])
    hands.sky.view.heavens.finish()
    assert hands.sky.rect_of(sid("n")) is not None
    assert not hands.sky.is_folded(closed)


def test_what_a_person_folded_stays_folded_when_a_branch_comes_in(hands: Hands, plan: Topology) -> None:
    folded = plan.updated([plan[sid("Market")]._replace(folded=True)])
    hands.sky.set_topology(folded)
    hands.sky.set_topology(folded.updated([skies.entry("n", "Europe", order=90)]), [sid("n")])
    assert hands.sky.rect_of(sid("n")) is None


def test_the_other_projects_stay_when_one_goes_and_comes_back(hands: Hands) -> None:
    whole = skies.launch().add_outline(skies.STUDY).add_outline("Garden\n  Roses\n  Herbs").topology()
    hands.sky.set_topology(whole)
    view = hands.sky.view

    def places() -> dict[str, tuple[float, float]]:
        view.heavens.motion.land()
        view.item.touch()
        return {str(root): screen(hands, root) for root in view.heavens.topology.roots}

    before = places()
    first = whole.roots[0]
    gone = whole.updated(
        removed=[e.session_id for e in whole.entries() if whole.path(e.session_id)[0] == first]
    )
    hands.sky.set_topology(gone)
    assert places() == {name: place for name, place in before.items() if name != first}
    state = hands.sky.view_state()["places"]
    assert set(state) >= set(gone.roots)
    hands.sky.set_topology(whole)
    assert {name: place for name, place in places().items() if name != first}.keys() == set(gone.roots)


def test_places_that_cannot_be_read_are_left_out(hands: Hands, plan: Topology) -> None:
    states: tuple[object, ...] = (None, [], {"a": 1}, {"a": [1]}, {"a": [float("nan"), 0]}, {"a": ["x", "y"]})
    for odd in states:
        hands.sky.put_view_state({"places": odd})
    hands.sky.set_topology(plan)
    assert hands.sky.rect_of(sid("Plan")) is not None
