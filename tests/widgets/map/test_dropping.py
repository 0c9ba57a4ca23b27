"""After a drop the map stands still: what was dropped on keeps its place, what was moved can be seen (I15, I16)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from stello_desktop.domain.topology import LayoutKind, Topology
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands
from tests.widgets.map.test_staying import screen


def reparented(topology: Topology, name: str, parent: str | None) -> Topology:
    """What the workspace answers to the request of a drop."""
    return topology.updated(
        [topology[sid(name)]._replace(parent_id=sid(parent) if parent else None, order=900)]
    )


@pytest.mark.parametrize("layout", list(LayoutKind))
@pytest.mark.parametrize("scale", [0.6, 1.0, 1.4])
def test_the_star_under_the_pointer_keeps_its_place(hands: Hands, layout: LayoutKind, scale: float) -> None:
    topology = skies.launch().change("Launch 2027", layout=layout).topology()
    hands.sky.set_topology(topology)
    hands.sky.set_selection(sid("Team"))
    hands.sky.view.zoom_by(scale / hands.sky.view.camera.scale, hands.spot("Market").toPointF())
    hands.drag("Financing", hands.spot("Market"))
    assert hands.requests("reparent_requested") == [[("Financing",), "Market"]]
    before = screen(hands, "Market")
    hands.sky.set_topology(reparented(topology, "Financing", "Market"), [sid("Financing")])
    place = screen(hands, "Market")
    area = hands.port.rect()
    QTest.qWait(300)
    moved = hands.spot("Financing")
    assert area.contains(moved)
    assert screen(hands, "Market") == pytest.approx(place, abs=1e-6)
    if area.adjusted(80, 80, -80, -80).contains(moved):
        assert place == pytest.approx(before, abs=1e-6)


def test_what_lands_outside_comes_into_view_by_the_least_way(hands: Hands) -> None:
    topology = skies.launch().topology()
    hands.sky.set_topology(topology)
    view = hands.sky.view
    view.zoom_by(1.0 / view.camera.scale, hands.spot("Market").toPointF())
    target = hands.spot("Market")
    view.pan_by(6.0 - target.x(), 0.0)
    hands.drag("Financing", hands.spot("Market"))
    scale = view.camera.scale
    hands.sky.set_topology(reparented(topology, "Financing", "Market"), [sid("Financing")])
    QTest.qWait(300)
    assert view.camera.scale == scale
    assert hands.port.rect().contains(hands.spot("Financing"))


def test_another_change_is_not_taken_for_the_drop(hands: Hands) -> None:
    topology = skies.launch().topology()
    hands.sky.set_topology(topology)
    hands.drag("Financing", hands.spot("Market"))
    renamed = topology.updated([topology[sid("Team")]._replace(label="Crew")])
    hands.sky.set_topology(renamed, [sid("Team")])
    camera = hands.sky.view.camera
    hands.sky.set_topology(reparented(renamed, "Financing", "Legal"), [sid("Financing")])
    assert hands.sky.view.camera.scale == camera.scale


def placed(hands: Hands, topology: Topology) -> Topology:
    """What the workspace answers to the newest request for a place."""
    changes = [
        topology[sid(name)]._replace(dx=dx, dy=dy)
        for name, dx, dy in hands.requests("place_requested")[-1][0]
    ]
    return topology.updated(changes)


@pytest.mark.parametrize("layout", list(LayoutKind))
@pytest.mark.parametrize(
    ("name", "below", "way"),
    [("Financing", "Seed round", QPoint(-90, 60)), ("Launch 2027", "Europe", QPoint(-90, 70))],
)
def test_a_star_stands_where_it_was_dropped_and_goes_back_with_undo(
    hands: Hands, layout: LayoutKind, name: str, below: str, way: QPoint
) -> None:
    """The sky does not move along, whichever star is selected: the one in hand, one below it, or another (I15)."""
    topology = skies.launch().change("Launch 2027", layout=layout).topology()
    hands.sky.set_topology(topology)
    view = hands.sky.view
    view.zoom_by(0.6 / view.camera.scale)
    for selected in (name, below, "Team"):
        hands.sky.set_selection(sid(selected))
        camera, start = view.camera, hands.spot(name)
        hands.drag(name, start + way)
        moved = placed(hands, topology)
        for state, place in ((moved, start + way), (topology, start)):
            hands.sky.set_topology(state, [sid(name)])
            view.heavens.motion.land()
            view.item.touch()
            assert (hands.spot(name) - place).manhattanLength() <= 2
            assert (view.camera.x, view.camera.y) == pytest.approx((camera.x, camera.y), abs=1e-6)
