"""A screen reader finds every star: name, states, rectangle, focus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface

from stello_desktop.domain.topology import Topology
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands


def sky_of(hands: Hands) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(hands.sky.view)
    assert found is not None
    return found


def names(sky: QAccessibleInterface) -> dict[str, QAccessibleInterface]:
    children = [sky.child(index) for index in range(sky.childCount())]
    return {child.text(QAccessible.Text.Name): child for child in children}


def test_every_star_in_view_is_a_child_with_its_name(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    sky = sky_of(hands)
    assert sky.role() == QAccessible.Role.List
    assert sky.text(QAccessible.Text.Name)
    assert set(names(sky)) == {entry.label for entry in plan.entries()}


def test_states_are_part_of_the_name_in_words(hands: Hands) -> None:
    hands.sky.set_topology(skies.launch().topology())
    hands.sky.set_live(frozenset({sid("Market")}))
    found = set(names(sky_of(hands)))
    assert {
        "Market, answering…",
        "Asia, last answer failed",
        "Designer, 1 unread answer",
        "Interviews, archived",
    } <= found
    assert "Seed round, 2 reminders waiting" in found
    hands.sky.set_live(frozenset())


def test_messages_that_wait_to_be_sent_are_part_of_the_name_and_drawn_beside_the_star(hands: Hands) -> None:
    """Row 25: a shape of its own, and words."""
    hands.sky.set_topology(skies.launch().topology())
    before = hands.sky.grab().toImage()
    hands.sky.set_unsent({sid("Market"): 1, sid("Asia"): 3, sid("gone"): 1})
    found = set(names(sky_of(hands)))
    assert {
        "Market, 1 message waits to be sent",
        "Asia, last answer failed, 3 messages wait to be sent",
    } <= found
    assert hands.sky.grab().toImage() != before
    hands.sky.set_unsent({})
    assert "Market" in names(sky_of(hands))
    assert hands.sky.grab().toImage() == before


def test_a_star_tells_where_it_hangs_and_where_it_came_from(hands: Hands) -> None:
    hands.sky.set_topology(skies.launch().topology())
    child = names(sky_of(hands))["Burn model"]
    told = child.text(QAccessible.Text.Description)
    assert "under Financing" in told
    assert "branched from North America" in told


def test_rectangles_and_children_at_a_place_agree_with_the_picture(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    sky = sky_of(hands)
    child = names(sky)["Asia"]
    spot = hands.port.mapToGlobal(hands.spot("Asia"))
    assert child.rect().contains(spot)
    assert sky.childAt(spot.x(), spot.y()).text(QAccessible.Text.Name) == "Asia"
    assert child.role() == QAccessible.Role.ListItem
    assert child.parent() is not None


def test_the_focus_is_on_the_star_that_the_keys_reached(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Plan"))
    hands.key(Qt.Key.Key_Right)
    focused = sky_of(hands).focusChild()
    assert focused.text(QAccessible.Text.Name) == str(hands.requests("selected")[-1][0])


def test_a_star_that_is_gone_is_no_longer_valid(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    child = names(sky_of(hands))["Money"]
    hands.sky.set_topology(plan.updated(removed=[sid("Money")]))
    assert not child.isValid()
    assert child.text(QAccessible.Text.Name) == ""
