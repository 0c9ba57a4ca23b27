"""A picture that takes longer than a frame is built in slices; the old one stays until the new one is whole (I24b)."""

from __future__ import annotations

from PySide6.QtTest import QTest

from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands


def test_a_large_star_changes_without_a_stall_and_is_never_half(hands: Hands) -> None:
    topology = skies.grown(400)
    hands.sky.put_view_state({"opened": topology.walk()})
    hands.sky.set_topology(topology)
    view = hands.sky.view
    assert len(view.picture.stars) == 400
    grown = topology.updated([skies.entry("new", "s5", order=9_000)])
    hands.sky.set_topology(grown, [sid("new")])
    hands.sky.set_selection(sid("new"))
    assert (view.heavens.building, len(view.picture.stars)) == (True, 400)
    QTest.qWait(500)
    assert (view.heavens.building, len(view.picture.stars)) == (False, 401)
    assert view.id_of(view.picture.selected) == "new"


def test_the_newest_change_wins_and_what_is_gone_is_no_trouble(hands: Hands) -> None:
    topology = skies.grown(300)
    hands.sky.put_view_state({"opened": topology.walk()})
    hands.sky.set_topology(topology)
    hands.sky.set_selection(sid("s7"))
    for number in range(3):
        topology = topology.updated([skies.entry(f"n{number}", "s3", order=9_000 + number)])
        hands.sky.set_topology(topology, [sid(f"n{number}")])
    topology = topology.updated(removed=topology.subtree(sid("s7")))
    hands.sky.set_topology(topology)
    hands.sky.resize(700, 500)
    hands.sky.view.heavens.finish()
    assert len(hands.sky.view.picture.stars) == len(topology)
    assert not hands.sky.grab().isNull()
