"""The camera: exact anchors, kept limits, nothing ever lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.layout.camera import MAX_SCALE, Box, Camera, least_scale

CONTENT = Box(-400.0, -300.0, 800.0, 500.0)
places = st.tuples(st.floats(0, 1280), st.floats(0, 800))


def a_camera(scale: float = 1.0, x: float = 10.0, y: float = -20.0) -> Camera:
    return Camera(1280.0, 800.0, x, y, scale)


@given(places, st.floats(0.06, 3.9))
def test_screen_and_scene_are_each_others_inverse(at: tuple[float, float], scale: float) -> None:
    camera = a_camera(scale)
    assert camera.to_screen(*camera.to_scene(*at)) == pytest.approx(at, abs=1e-6)


@given(places, st.floats(0.3, 3.0))
def test_zooming_keeps_the_point_under_the_pointer(at: tuple[float, float], factor: float) -> None:
    camera = a_camera()
    point = camera.to_scene(*at)
    assert camera.zoomed(factor, at).to_screen(*point) == pytest.approx(at, abs=1e-6)


@given(st.floats(-1e7, 1e7), st.floats(-1e7, 1e7), st.floats(0.05, 4.0))
def test_a_tenth_of_the_content_always_stays_in_view(dx: float, dy: float, scale: float) -> None:
    camera = a_camera(scale).panned(dx, dy).clamped(CONTENT)
    seen = camera.seen
    across = min(seen.right, CONTENT.right) - max(seen.left, CONTENT.left)
    down = min(seen.bottom, CONTENT.bottom) - max(seen.top, CONTENT.top)
    assert across >= 0.1 * min(CONTENT.width, seen.width) - 1e-6
    assert down >= 0.1 * min(CONTENT.height, seen.height) - 1e-6


def test_zoom_ends_at_four_hundred_and_at_five_percent() -> None:
    camera = a_camera()
    assert camera.zoomed(100.0, (0, 0)).scale == MAX_SCALE
    assert camera.zoomed(0.001, (0, 0)).scale == pytest.approx(0.05)


def test_one_may_zoom_out_farther_where_only_that_shows_everything() -> None:
    wide = Box(0.0, 0.0, 60_000.0, 100.0)
    assert least_scale(wide, 1280, 800) < 0.05
    assert least_scale(CONTENT, 1280, 800) == pytest.approx(0.05)


def test_fit_shows_everything_and_never_magnifies() -> None:
    assert a_camera().fitted(CONTENT).seen.holds(CONTENT)
    assert a_camera().fitted(Box(0, 0, 10, 10)).scale == 1.0


def test_revealing_moves_as_little_as_it_can_and_never_zooms() -> None:
    camera = a_camera(x=0.0, y=0.0)
    inside = Box(-50, -50, 50, 50)
    assert camera.revealing(inside) == camera
    right = Box(700, 0, 800, 50)
    moved = camera.revealing(right, margin=24.0)
    assert moved.scale == camera.scale
    assert moved.seen.right == pytest.approx(824.0)
    assert moved.y == camera.y
