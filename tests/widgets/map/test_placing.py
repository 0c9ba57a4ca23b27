"""Titles never cover titles or stars, and are never cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.topology import LayoutKind, Topology
from stello_desktop.layout.camera import Box
from stello_desktop.ui.map.placing import Occupancy, Wanted, place_labels
from tests.helpers import skies
from tests.widgets.map.conftest import Hands


def wanted(star: int, x: float, y: float, *, width: float = 80.0, side: int = 0) -> Wanted:
    return Wanted(star, x, y, 6.0, width, 16.0, side)


def test_the_more_important_title_wins() -> None:
    placed = place_labels([wanted(7, 200, 100), wanted(8, 200, 100, width=900)], Occupancy(400, 300))
    assert [label.star for label in placed] == [7]


def test_a_title_stands_below_its_star_where_there_is_room() -> None:
    (label,) = place_labels([wanted(0, 200, 100)], Occupancy(400, 300))
    assert label.y > 106
    assert label.x == pytest.approx(160)


def test_a_title_is_pushed_into_the_view_instead_of_being_cut() -> None:
    (label,) = place_labels([wanted(0, 10, 100)], Occupancy(400, 300))
    assert label.x >= 5
    assert place_labels([wanted(0, 200, 100, width=500)], Occupancy(400, 300)) == []


def test_a_star_outside_the_view_puts_no_title_on_its_edge() -> None:
    outside = [wanted(0, -20, 100), wanted(1, 440, 100), wanted(2, 200, -20), wanted(3, 200, 320)]
    assert place_labels(outside, Occupancy(400, 300)) == []
    sides = [wanted(0, -30, 100, side=1), wanted(1, 430, 100, side=-1)]
    assert place_labels(sides, Occupancy(400, 300)) == []


def test_what_is_taken_stays_taken() -> None:
    sky = Occupancy(400, 300)
    sky.take(Box(0, 0, 400, 300))
    assert place_labels([wanted(0, 200, 100)], sky) == []
    assert sky.share_taken(Box(10, 10, 60, 60)) == 1.0


def check_frame(hands: Hands) -> int:
    """No two titles or cards meet, none is cut; how many titles there are."""
    frame = hands.sky.view.item.frame
    camera = hands.sky.view.camera
    boxes = [label.box for label in frame.labels.values()]
    for index, one in enumerate(boxes):
        assert one.left >= 0
        assert one.top >= 0
        assert one.right <= camera.width
        assert one.bottom <= camera.height
        assert not any(one.meets(other) for other in boxes[:index])
    cards = [card.box for card in frame.cards.values()]
    for index, one in enumerate(cards):
        assert not any(one.meets(other) for other in cards[:index])
    return len(boxes)


SKIES = {
    "launch": skies.launch().topology(),
    "study": skies.a_tree(skies.STUDY),
    "both": skies.launch().add_outline(skies.STUDY).topology(),
    "mind map": skies.grown(150, layout=LayoutKind.MIND_MAP),
    "star": skies.grown(300),
}


@pytest.mark.parametrize("name", list(SKIES))
@pytest.mark.parametrize("scale", [0.0, 0.3, 0.8, 1.0, 1.7, 3.0])
def test_no_title_covers_another_at_any_zoom(hands: Hands, name: str, scale: float) -> None:
    hands.sky.set_topology(SKIES[name])
    view = hands.sky.view
    if scale:
        view.zoom_by(scale / view.camera.scale)
    check_frame(hands)


@pytest.mark.parametrize("name", list(SKIES))
@pytest.mark.parametrize("scale", [0.3, 0.8, 1.0, 1.7, 3.0])
def test_every_title_belongs_to_a_star_in_view(hands: Hands, name: str, scale: float) -> None:
    hands.sky.set_topology(SKIES[name])
    view = hands.sky.view
    view.zoom_by(scale / view.camera.scale)
    for dx, dy in ((0, 0), (150, 90), (-333, 61), (77, -288), (-501, -400)):
        view.pan_by(dx, dy)
        frame = view.item.frame
        for star, label in frame.labels.items():
            x, y, radius = frame.sx[star], frame.sy[star], frame.radius[star]
            assert -radius < x < view.camera.width + radius
            assert -radius < y < view.camera.height + radius
            assert label.box.grown(2 * radius + 16).meets(Box(x, y, x + 1, y + 1))


def test_all_titles_of_a_usual_project_show_when_it_is_fitted(hands: Hands) -> None:
    hands.sky.set_topology(SKIES["launch"])
    assert check_frame(hands) == len(SKIES["launch"])


def test_the_project_keeps_its_title_in_the_densest_crowd(hands: Hands) -> None:
    hands.sky.set_topology(SKIES["star"])
    assert 0 in hands.sky.view.item.frame.labels


def test_titles_are_drawn_again_for_another_screen(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    item = hands.sky.view.item
    item.dress(item.theme, 2.0)
    picture = item.labels.picture("Market", 1)
    assert picture.devicePixelRatio() == 2.0
    size = picture.deviceIndependentSize().toSize()
    assert isinstance(size, QSize)
    assert size.width() == pytest.approx(item.labels.measure("Market", 1)[0] + 6, abs=2)
    assert QApplication.instance() is not None


def test_a_long_word_breaks_and_ends_in_dots(hands: Hands) -> None:
    title = hands.sky.view.item.labels.title("x" * 200, 2)
    assert len(title.lines) == 2
    assert title.width <= 150
    assert title.lines[1].endswith("…")


def test_surrogate_pairs_are_never_cut_in_half(hands: Hands) -> None:
    title = hands.sky.view.item.labels.title("🌟" * 60, 2)
    assert set("".join(title.lines)) <= {"🌟", "…"}
