"""What was added comes into view whole, by the least way (I16)."""

from __future__ import annotations

import pytest

from stello_desktop.domain.topology import Topology
from tests.helpers import skies
from tests.widgets.map.conftest import Hands

NEW = """
Trip
  Flights
    By day
    By night
  Hotels
    Old town
    Harbour
  Food
"""


def grown(plan: Topology, project: str) -> Topology:
    """The same tree with one more project behind the others."""
    added = skies.a_tree(project)
    return plan.updated([entry._replace(order=entry.order + 10_000) for entry in added.entries()])


def check_whole(hands: Hands, project: str) -> None:
    """Every star of the project is in view, with its title where it has one."""
    view = hands.sky.view
    view.heavens.motion.land()
    view.item.touch()
    frame, camera = view.item.frame, view.camera
    for entry in skies.a_tree(project).entries():
        index = view.picture.stars.at(entry.session_id)
        assert 0 <= frame.sx[index] <= camera.width, entry.label
        assert 0 <= frame.sy[index] <= camera.height, entry.label


@pytest.mark.parametrize("scale", [0.3, 1.0, 2.0])
@pytest.mark.parametrize("known", [True, False])
def test_a_new_project_comes_into_view_whole(hands: Hands, plan: Topology, scale: float, known: bool) -> None:
    hands.sky.set_topology(plan)
    view = hands.sky.view
    hands.click("Money")
    view.zoom_by(scale / view.camera.scale, hands.spot("Money").toPointF())
    after = grown(plan, NEW)
    added = [entry.session_id for entry in skies.a_tree(NEW).entries()]
    hands.sky.set_topology(after, added if known else None)
    check_whole(hands, NEW)
    if scale < 1.0:
        assert view.camera.scale == pytest.approx(scale)


def test_a_new_project_far_away_comes_into_view(hands: Hands, plan: Topology) -> None:
    crowd = skies.launch().add_outline(skies.STUDY).topology()
    for number in range(8):
        crowd = grown(crowd, f"P{number}\n  a{number}\n    b{number}\n    c{number}")
    hands.sky.set_topology(crowd)
    view = hands.sky.view
    view.zoom_by(1.6 / view.camera.scale, hands.spot("Pricing").toPointF())
    view.pan_by(900, 900)
    hands.sky.set_topology(grown(crowd, NEW))
    check_whole(hands, NEW)


def test_who_sees_everything_sees_the_new_project_beside_the_others(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    after = plan
    for number in range(4):
        after = grown(
            after,
            NEW.replace("T", f"T{number}")
            .replace("  ", f"  {number}")
            .replace(f"  {number}  {number}", f"    {number}"),
        )
        hands.sky.set_topology(after)
        check_whole(hands, "Plan\n  Market\n  Money")
        view = hands.sky.view
        assert len(view.item.frame.seen) == len(after)


def test_a_new_project_that_is_in_view_moves_nothing(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    view = hands.sky.view
    view.zoom_by(0.3 / view.camera.scale)
    hands.sky.set_topology(grown(plan, "Trip"))
    camera = view.camera
    hands.sky.set_topology(grown(plan, "Trip"))
    assert view.camera == camera
    assert camera.scale == pytest.approx(0.3)


def test_a_new_star_comes_into_view_with_its_title(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    view = hands.sky.view
    view.zoom_by(2.0 / view.camera.scale, hands.spot("Money").toPointF())
    name = "A rather long name of a branch"
    hands.sky.set_topology(plan.updated([skies.entry("n", "Nordics", label=name, order=90)]))
    hands.sky.set_selection(skies.sid("n"))
    view.heavens.motion.land()
    view.item.touch()
    index = view.picture.stars.at(skies.sid("n"))
    assert index in view.item.frame.labels or index in view.item.frame.cards
