"""A star that grows: newcomers find room, and where there is none only what is in the way moves (map rule 4)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from stello_desktop.layout.forest import Floats, add_up
from stello_desktop.layout.radial import GAP, REACH, Boxes, star
from stello_desktop.layout.settling import settle
from stello_desktop.ui.map.arrangement import run_through
from tests.unit.layout.test_radial import boxes_of


def settled(parent: list[int], boxes: Boxes, offset: Floats, grown: list[int] | None = None) -> Floats:
    return run_through(settle(parent, boxes, offset, grown or [], gap=GAP, reach=REACH))


def standing(parent: list[int], boxes: Boxes) -> Floats:
    """How far each stands from its parent in a picture from scratch."""
    places = star(parent, boxes)
    above = np.maximum(np.array(parent), 0)
    return np.stack([places.x - places.x[above], places.y - places.y[above]], axis=1)


def overlaps(parent: list[int], boxes: Boxes, offset: Floats) -> int:
    x, y = add_up(parent, offset)
    rects = boxes.as_rects() + np.stack([x, y, x, y], axis=1)
    meet = np.ones((len(parent), len(parent)), dtype=bool)
    for axis in (0, 1):
        meet &= rects[:, None, axis] < rects[None, :, axis + 2] - 1e-6
        meet &= rects[None, :, axis] < rects[:, None, axis + 2] - 1e-6
    return (int(meet.sum()) - len(parent)) // 2


NEW = np.full((1, 2), np.nan)


@pytest.mark.parametrize("count", [1, 2, 5, 11])
def test_the_next_branch_of_a_project_stands_near_it_and_moves_nobody(count: int) -> None:
    parent = [-1] + [0] * (count + 1)
    before = standing(parent[:-1], boxes_of([80.0] * (count + 1)))
    boxes = boxes_of([80.0] * (count + 2))
    after = settled(parent, boxes, np.concatenate([before, NEW]))
    assert np.array_equal(after[:-1], before)
    assert np.hypot(*after[-1]) < 3 * REACH
    assert not overlaps(parent, boxes, after)


def test_an_only_child_goes_on_in_the_direction_of_its_parent() -> None:
    parent = [-1, 0, 1]
    offset = np.array([[0.0, 0.0], [200.0, 0.0], [math.nan, math.nan]])
    after = settled(parent, boxes_of([60.0] * 3), offset)
    assert after[2][0] > 0


def test_a_branch_that_comes_as_a_whole_is_laid_out_as_one() -> None:
    parent = [-1, 0, 0, 0, 2, 4, 4, 4]
    before = standing(parent[:4], boxes_of([80.0] * 4))
    boxes = boxes_of([80.0] * 8)
    after = settled(parent, boxes, np.concatenate([before, *[NEW] * 4]))
    assert np.array_equal(after[:4], before)
    assert not np.isnan(after).any()
    assert not overlaps(parent, boxes, after)


def _walled_in() -> tuple[list[int], Floats, list[float]]:
    """A child of a project in the middle of rings of wide titles."""
    parent, offset, widths = [-1, 0], [[0.0, 0.0], [130.0, 0.0]], [40.0, 40.0]
    for ring in range(2, 12):
        radius = 70.0 * ring
        for step in range(round(2 * math.pi * radius / 70)):
            angle = step * 70 / radius
            place = (radius * math.cos(angle), radius * math.sin(angle))
            if math.dist(place, (130.0, 0.0)) > 90:
                parent.append(0)
                offset.append([*place])
                widths.append(44.0)
    return parent, np.array(offset), widths


def test_where_there_is_no_room_only_the_way_to_the_newcomer_moves() -> None:
    parent, before, widths = _walled_in()
    boxes = boxes_of(widths)
    kept = overlaps(parent, boxes, before)
    grown_parent = [-1, 0, 1, *parent[2:]]
    offset = np.concatenate([before[:2], NEW, before[2:]])
    wide = [*widths[:2], 150.0, *widths[2:]]
    after = settled(grown_parent, boxes_of(wide), offset)
    assert np.array_equal(after[3:], before[2:])
    assert np.hypot(*after[2]) < 4 * REACH
    assert np.hypot(*after[1]) > np.hypot(*before[1])
    assert overlaps(grown_parent, boxes_of(wide), after) <= kept


def test_a_longer_title_pushes_what_it_would_cover_and_nothing_else() -> None:
    parent = [-1, 0, 0, 1]
    offset = np.array([[0.0, 0.0], [140.0, 0.0], [-140.0, 0.0], [120.0, 0.0]])
    boxes = boxes_of([60.0, 200.0, 60.0, 60.0])
    after = settled(parent, boxes, offset, [1])
    assert np.array_equal(after[2], offset[2])
    assert not overlaps(parent, boxes, after)
    assert after[3][0] > offset[3][0]


def test_a_longer_title_that_covers_nothing_moves_nothing() -> None:
    parent = [-1, 0, 0]
    offset = np.array([[0.0, 0.0], [140.0, 0.0], [-140.0, 0.0]])
    assert np.array_equal(settled(parent, boxes_of([60.0, 90.0, 60.0]), offset, [1]), offset)


def test_a_newcomer_keeps_off_what_the_person_has_put_beside_its_parent() -> None:
    parent = [-1, 0, 0, 1]
    offset = np.array([[0.0, 0.0], [140.0, 0.0], [-140.0, 0.0], [math.nan, math.nan]])
    boxes = boxes_of([60.0] * 4)
    free = settled(parent, boxes, offset)[3]
    shift = np.array([[0.0, 0.0], [0.0, 0.0], [280.0 + free[0], free[1]], [0.0, 0.0]])
    steps = settle(parent, boxes, offset, [], gap=GAP, reach=REACH, shift=shift)
    after = run_through(steps)
    assert np.array_equal(after[:3], offset[:3])
    assert not overlaps(parent, boxes, after + shift)
    assert overlaps(parent, boxes, np.concatenate([offset[:3], free[None]]) + shift)


def test_who_makes_room_keeps_off_what_the_person_has_put_there() -> None:
    """Map rules 4 and 5: a longer title above a branch pushes that branch, but under nobody."""
    parent = [-1, 0, 0, 1]
    offset = np.array([[0.0, 0.0], [140.0, 0.0], [-140.0, 0.0], [120.0, 0.0]])
    shift = np.array([[0.0, 0.0], [0.0, 0.0], [472.0, 0.0], [0.0, 0.0]])
    assert not overlaps(parent, boxes_of([60.0] * 4), offset + shift)
    boxes = boxes_of([60.0, 200.0, 60.0, 60.0])
    after = run_through(settle(parent, boxes, offset, [1], gap=GAP, reach=REACH, shift=shift))
    assert np.array_equal(after[2], offset[2])
    assert not overlaps(parent, boxes, after + shift)
    careless = settled(parent, boxes, offset, [1])
    assert overlaps(parent, boxes, careless + shift)


def test_a_longer_title_at_an_end_moves_its_own_star_alone() -> None:
    """Map rule 4: a neighbour's branch is in the way; the star above does not move for that."""
    parent = [-1, 0, 1, 0, 3]
    offset = np.array([[0.0, 0.0], [140.0, 0.0], [190.0, 70.0], [140.0, 100.0], [120.0, -30.0]])
    assert not overlaps(parent, boxes_of([60.0] * 5), offset)
    boxes = boxes_of([60.0, 60.0, 60.0, 60.0, 150.0])
    after = settled(parent, boxes, offset, [4])
    assert np.array_equal(after[:4], offset[:4])
    assert not np.array_equal(after[4], offset[4])
    assert not overlaps(parent, boxes, after)
