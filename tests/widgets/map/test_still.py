"""The map keeps still (map rule 4): what goes moves nothing, what comes back stands where it stood."""

from __future__ import annotations

import json
import math

import pytest
from pytestqt.qtbot import QtBot

from stello_desktop.domain.topology import LayoutKind, Topology
from stello_desktop.ui import theme as themes
from stello_desktop.ui.map.sky_widget import SkyWidget
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands

type Seen = dict[str, tuple[float, float]]

LAYOUTS = list(LayoutKind)


def seen(hands: Hands) -> Seen:
    """Where every star is seen when nothing flies any more, exactly."""
    view = hands.sky.view
    view.heavens.finish()
    view.heavens.motion.land()
    view.item.touch()
    frame = view.item.frame
    return {
        entry.session_id: (float(frame.sx[at]), float(frame.sy[at]))
        for at, entry in enumerate(view.picture.stars.entries)
    }


def the_same(one: Seen, other: Seen) -> bool:
    return all(one[item] == pytest.approx(other[item], abs=1e-6) for item in one.keys() & other.keys())


def a_plan(layout: LayoutKind) -> Topology:
    return skies.launch().change("Launch 2027", layout=layout).topology()


def without(topology: Topology, name: str) -> Topology:
    gone = [entry.session_id for entry in topology.entries() if name in topology.path(entry.session_id)]
    return topology.updated(removed=gone)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["Trademark", "Market", "Europe"])
def test_a_deletion_moves_nothing_and_its_undo_puts_everything_back(
    hands: Hands, layout: LayoutKind, name: str
) -> None:
    plan = a_plan(layout)
    hands.sky.set_topology(plan)
    before = seen(hands)
    hands.sky.set_topology(without(plan, name))
    left = seen(hands)
    assert sid(name) not in left
    assert the_same(left, before)
    hands.sky.set_topology(plan)
    assert seen(hands).keys() == before.keys()
    assert the_same(seen(hands), before)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_folding_and_hiding_the_archive_move_nothing(hands: Hands, layout: LayoutKind) -> None:
    plan = a_plan(layout)
    hands.sky.set_topology(plan)
    before = seen(hands)
    hands.sky.set_topology(plan.updated([plan[sid("Market")]._replace(folded=True)]))
    assert the_same(seen(hands), before)
    archived = plan.updated([plan[sid("Trademark")]._replace(status="archived")])
    hands.sky.set_topology(archived)
    hands.sky.set_show_archived(False)
    assert sid("Trademark") not in seen(hands)
    assert the_same(seen(hands), before)
    hands.sky.set_show_archived(True)
    assert the_same(seen(hands), before)


def test_what_is_moved_away_leaves_its_branch_as_it_was(hands: Hands) -> None:
    plan = a_plan(LayoutKind.STAR)
    hands.sky.set_topology(plan)
    before = seen(hands)
    moved = plan.updated([plan[sid("Europe")]._replace(parent_id=sid("Legal"), order=900)])
    hands.sky.set_topology(moved)
    below = {entry.session_id for entry in plan.entries() if sid("Europe") in plan.path(entry.session_id)}
    now = seen(hands)
    assert the_same({item: now[item] for item in now.keys() - below}, before)
    hands.sky.set_topology(plan)
    assert the_same(seen(hands), before)


def test_a_new_branch_of_a_star_moves_nobody(hands: Hands) -> None:
    plan = a_plan(LayoutKind.STAR)
    hands.sky.set_topology(plan)
    before = seen(hands)
    for number, above in enumerate(("Asia", "Launch 2027", "Europe")):
        plan = plan.updated([skies.entry(f"n{number}", above, order=900 + number)])
        hands.sky.set_topology(plan)
        assert the_same(seen(hands), before)


def test_a_move_within_a_project_leaves_the_others_alone_and_its_undo_brings_all_back(hands: Hands) -> None:
    """Map rule 4: seen from one project, another stays; where one had to make room itself, undo puts it back."""
    sky = skies.launch().add_outline("Honeymoon\n  Islands\n  Trains").add_outline("Music\n  Band")
    plan = sky.topology()
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Launch 2027"))
    first = in_scene(hands)
    others = [sid(name) for name in ("Honeymoon", "Islands", "Trains", "Music", "Band")]
    children, made_room = plan.children(sid("Launch 2027")), 0
    for moving in children:
        for goal in plan.walk():
            if plan.can_reparent(moving, goal) and goal not in children and goal not in others:
                moved = plan.updated([plan[moving]._replace(parent_id=goal, order=900)])
                hands.sky.set_topology(moved)
                now = in_scene(hands)
                assert [now[item] for item in others] == [first[item] for item in others]
                made_room += now["Launch 2027"] != first["Launch 2027"]
                hands.sky.set_topology(plan)
                back = in_scene(hands)
                if from_root(back) == from_root(first):
                    assert back == first
                else:
                    hands.sky.tidy(sid("Launch 2027"))
                    first = in_scene(hands)
    assert made_room


def from_root(places: Seen) -> Seen:
    x0, y0 = places["Launch 2027"]
    return {item: (x - x0, y - y0) for item, (x, y) in places.items()}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_room_of_who_went_lasts_over_a_restart_until_the_map_is_tidied_up(
    hands: Hands, qtbot: QtBot, layout: LayoutKind
) -> None:
    plan = a_plan(layout)
    grown = plan.updated([skies.entry("n", "Europe", order=900)])
    hands.sky.set_topology(plan)
    scratch = from_root(seen(hands))
    hands.sky.set_topology(grown)
    whole = from_root(seen(hands))
    hands.sky.set_topology(without(grown, "Product"))
    state = json.loads(json.dumps(hands.sky.slots_state()))
    assert list(state) == ["Launch 2027"]

    later = Hands(SkyWidget())
    qtbot.addWidget(later.sky)
    later.sky.resize(hands.sky.size())
    later.sky.put_slots_state(state)
    later.sky.set_topology(without(grown, "Product"))
    later.sky.show()
    later.sky.view.zoom_by(1.0 / later.sky.view.camera.scale)
    hands.sky.view.zoom_by(1.0 / hands.sky.view.camera.scale)
    assert from_root(seen(later)).keys() == from_root(seen(hands)).keys()
    for item, place in from_root(seen(hands)).items():
        assert from_root(seen(later))[item] == pytest.approx(place, abs=0.05)
    later.sky.set_topology(plan)
    later.sky.tidy(sid("Launch 2027"))
    assert later.sky.slots_state()["Launch 2027"][0] is None
    assert whole.keys() - scratch.keys() == {"n"}
    unit = math.hypot(*from_root(seen(later))["Asia"]) / math.hypot(*scratch["Asia"])
    for item, (x, y) in scratch.items():
        assert from_root(seen(later))[item] == pytest.approx((x * unit, y * unit), abs=1e-6)


def test_tidying_up_is_taken_back_to_where_everything_stood(hands: Hands) -> None:
    plan = a_plan(LayoutKind.STAR)
    hands.sky.set_topology(plan)
    hands.sky.set_topology(without(plan, "Market"))
    hands.sky.set_selection(sid("Launch 2027"))
    before = seen(hands)
    hands.sky.tidy(sid("Launch 2027"))
    assert not the_same(seen(hands), before)
    hands.sky.tidy(sid("Launch 2027"), back=True)
    assert the_same(seen(hands), before)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("scale", [0.8, 1.0, 2.5])
def test_what_was_tidied_up_is_in_view_whole(hands: Hands, layout: LayoutKind, scale: float) -> None:
    """Map rule 4, I16: at another zoom only where it does not fit at this one."""
    plan = a_plan(layout)
    hands.sky.set_topology(plan.updated([plan[sid("Product")]._replace(dx=-700.0, dy=500.0)]))
    view = hands.sky.view
    view.zoom_by(scale / view.camera.scale)
    view.pan_by(-330.0, 120.0)
    was = view.camera.scale
    hands.sky.set_topology(plan)
    hands.sky.tidy(sid("Launch 2027"))
    view.heavens.finish()
    assert view.camera.seen.holds(view.heavens.room_of(view.heavens.project_of(0)))
    assert view.camera.scale <= was


def test_tidying_up_what_is_in_view_whole_leaves_the_view_alone(hands: Hands) -> None:
    plan = a_plan(LayoutKind.STAR)
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Launch 2027"))
    view = hands.sky.view
    view.fit()
    view.zoom_by(0.8)
    camera = view.camera
    hands.sky.tidy(sid("Launch 2027"))
    assert view.camera == camera


def test_slots_that_cannot_be_read_are_left_out(hands: Hands) -> None:
    states: tuple[object, ...] = (None, [], {"Launch 2027": 3}, {"Launch 2027": [["Launch 2027"]]}, {"": []})
    for odd in states:
        hands.sky.put_slots_state(odd)
    hands.sky.set_topology(a_plan(LayoutKind.STAR))
    assert hands.sky.rect_of(sid("Market")) is not None


def in_scene(hands: Hands) -> Seen:
    """Where every star stands, whatever the camera sees."""
    heavens = hands.sky.view.heavens
    heavens.finish()
    return {entry.session_id: heavens.goal_of(at) for at, entry in enumerate(heavens.picture.stars.entries)}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("larger", [1.3, 1.5])
def test_another_text_size_moves_nothing_and_only_tidying_up_makes_room_for_it(
    hands: Hands, qtbot: QtBot, layout: LayoutKind, larger: float
) -> None:
    """Map rule 4: also for who comes, for stars that the person has placed, and on the way back."""
    plan = a_plan(layout)
    plan = plan.updated([plan[sid("Asia")]._replace(dx=30.0, dy=-20.0)])
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Launch 2027"))
    places, looks = in_scene(hands), seen(hands)
    hands.sky.set_theme(themes.load("dark", larger))
    assert in_scene(hands) == places
    assert the_same(seen(hands), looks)
    hands.sky.set_topology(plan.updated([plan[sid("Trademark")]._replace(label="Trade mark")]))
    assert in_scene(hands) == places
    hands.sky.set_topology(plan)
    hands.sky.tidy(sid("Launch 2027"))
    large = in_scene(hands)
    assert large != places
    hands.sky.tidy(sid("Launch 2027"), back=True)
    assert in_scene(hands) == places
    hands.sky.set_theme(themes.load("dark", 1.0))
    assert in_scene(hands) == places
    fresh = Hands(SkyWidget())
    qtbot.addWidget(fresh.sky)
    fresh.sky.set_theme(themes.load("dark", larger))
    fresh.sky.set_topology(plan)
    assert from_root(in_scene(fresh)) == from_root(large)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_another_text_size_moves_nothing_after_a_restart_either(
    hands: Hands, qtbot: QtBot, layout: LayoutKind
) -> None:
    """Map rule 4: a picture from scratch at the old text size is kept as it is."""
    hands.sky.set_topology(a_plan(layout))
    places = in_scene(hands)
    assert hands.sky.slots_state() == {}
    hands.sky.set_theme(themes.load("dark", 1.5))
    state = json.loads(json.dumps(hands.sky.slots_state()))
    for scale in (1.5, 1.0):
        later = Hands(SkyWidget())
        qtbot.addWidget(later.sky)
        later.sky.set_theme(themes.load("dark", scale))
        later.sky.put_slots_state(state)
        later.sky.set_topology(a_plan(layout))
        for item, place in in_scene(later).items():
            assert place == pytest.approx(places[item], abs=0.05)
