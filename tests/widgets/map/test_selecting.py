"""Mouse and keys on the map: selecting, moving about, folding, asking for new conversations."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from stello_desktop.domain.topology import Topology
from stello_desktop.ui.map.sky_widget import SkyWidget
from tests.helpers import skies
from tests.helpers.skies import Sky, sid
from tests.widgets.map.conftest import PLAN, Hands


def test_a_click_selects_and_moves_nothing(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    before = hands.sky.view.camera
    hands.click("Europe")
    assert hands.requests("selected") == [["Europe"]]
    assert hands.sky.view.camera == before
    assert hands.requests("place_requested") == []


def test_every_star_can_be_clicked(hands: Hands) -> None:
    topology = skies.launch().topology()
    hands.sky.set_topology(topology)
    for entry in topology.entries():
        assert hands.sky.node_at(hands.spot(entry.session_id)) == entry.session_id
    assert hands.sky.node_at(QPoint(3, 3)) is None


def test_a_title_can_be_clicked_too(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    rect = hands.sky.rect_of(sid("Product"))
    assert rect is not None
    assert hands.sky.node_at(QPoint(rect.center().x(), rect.bottom() - 4)) == "Product"


def test_arrows_lead_to_the_star_in_that_direction_and_select_it(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Plan"))
    start = hands.spot("Plan")
    for key, way in ((Qt.Key.Key_Left, -1), (Qt.Key.Key_Right, 1)):
        hands.sky.set_selection(sid("Plan"))
        hands.key(key)
        chosen = str(hands.requests("selected")[-1][0])
        assert (hands.spot(chosen).x() - start.x()) * way > 0


def test_every_star_can_be_reached_with_the_arrows(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    reached = {"Plan"}
    queue = ["Plan"]
    while queue:
        here = queue.pop()
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            hands.sky.set_selection(sid(here))
            hands.key(key)
            there = str(hands.requests("selected")[-1][0])
            if there not in reached:
                reached.add(there)
                queue.append(there)
    assert reached == {str(entry.session_id) for entry in plan.entries()}


def test_the_keyboard_alone_does_everything(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Market"))
    hands.key(Qt.Key.Key_Tab)
    hands.key(Qt.Key.Key_Return)
    hands.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    hands.key(Qt.Key.Key_Delete)
    hands.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert hands.asked[-5:] == [
        ("child_requested", "Market"),
        ("sibling_requested", "Market"),
        ("open_full_requested", "Market"),
        ("delete_requested", ("Market",)),
        ("fold_requested", "Market", True),
    ]


def test_zoom_and_fit_have_keys(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    fitted = hands.sky.view.camera
    hands.key(Qt.Key.Key_Plus)
    assert hands.sky.view.camera.scale > fitted.scale
    hands.key(Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert hands.sky.view.camera == fitted
    hands.key(Qt.Key.Key_Minus)
    assert hands.sky.view.camera.scale < fitted.scale


def test_shift_and_right_on_a_folded_star_unfold_it(hands: Hands) -> None:
    topology = Sky().add_outline(PLAN).change("Market", folded=True).topology()
    hands.sky.set_topology(topology)
    hands.sky.set_selection(sid("Market"))
    hands.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    hands.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert hands.requests("fold_requested") == [["Market", False]]
    assert hands.requests("selected") == []


def test_what_is_typed_on_the_map_is_handed_on_and_changes_nothing_there(
    hands: Hands, plan: Topology
) -> None:
    typed: list[str] = []
    hands.sky.typing_started.connect(typed.append)
    hands.sky.set_topology(plan)
    QTest.keyClicks(hands.sky.view, "a")
    assert typed == []  # nothing is selected
    hands.click("Market")
    before = list(hands.asked)
    QTest.keyClicks(hands.sky.view, "Hi there, 2 of 3?")
    assert "".join(typed) == "Hithere,2of3?"
    for keys in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
        hands.key(Qt.Key.Key_A, keys)
    for key in (Qt.Key.Key_F5, Qt.Key.Key_Backspace, Qt.Key.Key_Home, Qt.Key.Key_Space):
        hands.key(key)
    assert "".join(typed) == "Hithere,2of3?"
    assert hands.asked == before


def test_selecting_what_is_folded_away_asks_to_unfold_it(hands: Hands) -> None:
    hands.sky.set_topology(Sky().add_outline(PLAN).change("Market", folded=True).topology())
    assert hands.sky.rect_of(sid("Nordics")) is None
    hands.sky.set_selection(sid("Nordics"))
    assert hands.requests("fold_requested") == [["Market", False]]


def test_a_large_project_unfolds_to_what_is_selected(hands: Hands) -> None:
    topology = skies.grown(2_500)
    hands.sky.set_topology(topology)
    assert len(hands.sky.view.picture.stars) <= 150
    hands.sky.set_selection(sid("s2400"))
    assert hands.sky.rect_of(sid("s2400")) is not None
    assert hands.requests("fold_requested") == []


def test_a_drag_on_empty_sky_pans(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    camera = hands.sky.view.camera
    hands.press(QPoint(5, 5))
    hands.move(QPoint(65, 45))
    hands.release(QPoint(65, 45))
    after = hands.sky.view.camera
    assert (after.x, after.y) == pytest.approx((camera.x - 60 / camera.scale, camera.y - 40 / camera.scale))


def test_space_and_the_middle_button_pan_from_anywhere(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    start = hands.spot("Market")
    camera = hands.sky.view.camera
    hands.press(start, Qt.MouseButton.MiddleButton)
    hands.move(start + QPoint(40, 0), Qt.MouseButton.MiddleButton)
    hands.release(start + QPoint(40, 0), Qt.MouseButton.MiddleButton)
    assert hands.sky.view.camera.x < camera.x
    assert hands.asked == []


def test_the_content_can_never_be_lost(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    for _ in range(30):
        hands.sky.view.pan_by(900, 700)
    seen, bounds = hands.sky.view.camera.seen, hands.sky.view.heavens.bounds
    assert seen.meets(bounds)


def test_shift_draws_a_band_and_delete_asks_for_the_whole_group(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Plan"))
    hands.press_with(QPoint(2, 2), Qt.KeyboardModifier.ShiftModifier)
    hands.move(QPoint(898, 758))
    hands.release(QPoint(898, 758))
    hands.key(Qt.Key.Key_Delete)
    ((group,),) = hands.requests("delete_requested")
    assert set(group) == {str(entry.session_id) for entry in plan.entries()}
    hands.key(Qt.Key.Key_Escape)
    assert hands.sky.view.picture.marked == frozenset()


def test_ctrl_click_adds_to_a_group(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.click("Money", Qt.KeyboardModifier.ControlModifier)
    hands.click("Asia", Qt.KeyboardModifier.ControlModifier)
    hands.click("Money", Qt.KeyboardModifier.ControlModifier)
    stars = hands.sky.view.picture.stars
    assert {stars.entries[index].label for index in hands.sky.view.picture.marked} == {"Asia"}


def test_an_empty_sky_offers_the_one_action(hands: Hands) -> None:
    assert not hands.sky.empty.isVisible()
    hands.sky.set_topology(Topology())
    assert hands.sky.empty.isVisible()
    make = hands.sky.empty.findChild(QPushButton, "mapNewProject")
    assert isinstance(make, QPushButton)
    make.click()
    assert hands.requests("new_project_requested") == [[]]


def test_the_first_project_takes_the_place_of_the_words(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(Topology())
    hands.sky.set_topology(plan)
    assert not hands.sky.empty.isVisible()
    assert hands.sky.zoom_bar.isVisible()
    assert hands.sky.view.camera.seen.holds(hands.sky.view.heavens.bounds)


def test_a_map_filled_before_it_is_shown_fits_when_it_appears(qtbot: QtBot, plan: Topology) -> None:
    sky = SkyWidget()
    qtbot.addWidget(sky)
    sky.set_topology(plan)
    sky.resize(900, 700)
    sky.show()
    assert sky.view.camera.scale > 0.5
    assert sky.view.camera.seen.holds(sky.view.heavens.bounds)
    sky.resize(500, 420)
    assert sky.view.camera.seen.holds(sky.view.heavens.bounds)
    sky.hide()


def test_a_view_that_the_person_chose_stays_when_the_pane_changes(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.view.zoom_by(1.5)
    camera = hands.sky.view.camera
    hands.sky.resize(700, 600)
    after = hands.sky.view.camera
    assert (after.x, after.y, after.scale) == (camera.x, camera.y, camera.scale)


def test_a_crowded_star_gets_a_quiet_hint(hands: Hands) -> None:
    hands.sky.set_topology(skies.grown(120))
    assert hands.sky.hint.isVisible()
    hands.sky.hint.action.click()
    assert hands.requests("layout_requested") == [["s0", "mind_map"]]
    assert not hands.sky.hint.isVisible()


def test_the_view_is_taken_up_where_it_was_left(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.sky.view.zoom_by(1.7, QPoint(100, 100).toPointF())
    state = hands.sky.view_state()
    hands.sky.view.fit()
    hands.sky.put_view_state(state)
    left = [state[key] for key in ("x", "y", "scale")]
    for nothing in (None, {"x": "far", "scale": None}, "nonsense"):
        hands.sky.put_view_state(nothing)
        now = hands.sky.view_state()
        assert [now[key] for key in ("x", "y", "scale")] == pytest.approx(left)


def test_previews_are_asked_once_for_the_star_under_the_mouse(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.move(hands.spot("Asia"), Qt.MouseButton.NoButton)
    hands.move(QPoint(3, 3), Qt.MouseButton.NoButton)
    hands.move(hands.spot("Asia"), Qt.MouseButton.NoButton)
    assert hands.requests("previews_wanted") == [[("Asia",)]]


def test_near_stars_are_cards_and_ask_for_their_last_lines(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    view = hands.sky.view
    view.zoom_by(1.8 / view.camera.scale)
    view.settled.emit()
    assert view.item.frame.cards
    assert {sid for (group,) in hands.requests("previews_wanted") for sid in group} >= {"Plan"}
