"""Wheel and trackpad (I19): what each device means by its events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from stello_desktop.domain.topology import Topology
from stello_desktop.ui.map.gestures import Move, WheelRule, WheelTurn, read_turn
from tests.widgets.map.conftest import Hands


def turn(**values: object) -> WheelTurn:
    return WheelTurn(**{"angle": (0.0, 0.0), "pixels": (0.0, 0.0), **values})  # type: ignore[arg-type]


def test_a_wheel_zooms_and_a_trackpad_pans() -> None:
    assert read_turn(turn(angle=(0.0, 120.0)), WheelRule.ZOOM).factor > 1
    assert read_turn(turn(angle=(0.0, -120.0)), WheelRule.ZOOM).factor < 1
    assert read_turn(turn(angle=(0.0, 40.0), pixels=(0.0, 13.0)), WheelRule.ZOOM) == Move(0.0, 13.0)


def test_a_trackpad_without_pixels_is_known_by_its_phases() -> None:
    move = read_turn(turn(angle=(0.0, 60.0), phased=True), WheelRule.ZOOM)
    assert move.factor == 1.0
    assert move.dy > 0


@pytest.mark.parametrize("rule", list(WheelRule))
@pytest.mark.parametrize("phased", [False, True])
@pytest.mark.parametrize("zooming", [False, True])
def test_zero_deltas_mean_nothing(rule: WheelRule, phased: bool, zooming: bool) -> None:
    assert read_turn(turn(phased=phased, zooming=zooming), rule).is_nothing


def test_a_pinch_or_ctrl_zooms_on_any_device() -> None:
    assert read_turn(turn(angle=(0.0, 120.0), zooming=True), WheelRule.PAN).factor > 1
    assert read_turn(turn(pixels=(0.0, 30.0), phased=True, zooming=True), WheelRule.PAN).factor > 1


def test_the_person_may_let_the_wheel_pan() -> None:
    assert read_turn(turn(angle=(0.0, 120.0)), WheelRule.PAN) == Move(0.0, 80.0)
    assert read_turn(turn(angle=(0.0, 120.0), sideways=True), WheelRule.PAN) == Move(80.0, 0.0)


def test_eight_small_steps_of_a_fine_wheel_are_one_notch() -> None:
    whole = read_turn(turn(angle=(0.0, 120.0)), WheelRule.ZOOM).factor
    small = read_turn(turn(angle=(0.0, 15.0)), WheelRule.ZOOM).factor
    assert small**8 == pytest.approx(whole)


def test_a_wheel_event_zooms_at_the_pointer(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    at = QPoint(200, 300)
    camera = hands.sky.view.camera
    before = camera.to_scene(at.x(), at.y())
    hands.wheel(at, angle=(0, 120))
    after = hands.sky.view.camera
    assert after.scale > camera.scale
    assert after.to_scene(at.x(), at.y()) == pytest.approx(before)


def test_momentum_of_a_trackpad_pans_without_a_zoom(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    camera = hands.sky.view.camera
    hands.wheel(QPoint(400, 400), pixels=(12, -30), angle=(0, -40), phase=Qt.ScrollPhase.ScrollMomentum)
    hands.wheel(QPoint(400, 400), phase=Qt.ScrollPhase.ScrollEnd)
    after = hands.sky.view.camera
    assert after.scale == camera.scale
    assert (after.x, after.y) == pytest.approx((camera.x - 12 / camera.scale, camera.y + 30 / camera.scale))
