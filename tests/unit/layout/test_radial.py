"""The star: titles never cover each other, and the picture is the same for the same tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.layout.radial import MANY, Boxes, star


def boxes_of(widths: list[float]) -> Boxes:
    half = np.array(widths) / 2
    return Boxes(half, half, np.full(len(widths), 14.0), np.full(len(widths), 34.0))


def overlaps(parents: list[int], boxes: Boxes) -> int:
    places = star(parents, boxes)
    rects = boxes.as_rects() + np.stack([places.x, places.y, places.x, places.y], axis=1)
    meet = np.ones((len(parents), len(parents)), dtype=bool)
    for axis in (0, 1):
        meet &= rects[:, None, axis] < rects[None, :, axis + 2] - 1e-6
        meet &= rects[None, :, axis] < rects[:, None, axis + 2] - 1e-6
    return (int(meet.sum()) - len(parents)) // 2


@st.composite
def trees(draw: st.DrawFn, most: int = 80) -> tuple[list[int], list[float]]:
    count = draw(st.integers(1, most))
    parents = [-1] + [draw(st.integers(max(0, index - 12), index - 1)) for index in range(1, count)]
    return parents, [draw(st.sampled_from([24.0, 64.0, 112.0, 152.0])) for _ in range(count)]


@given(trees())
def test_no_title_covers_another(tree: tuple[list[int], list[float]]) -> None:
    parents, widths = tree
    assert overlaps(parents, boxes_of(widths)) == 0


@pytest.mark.parametrize("count", [0, 1, 2, 3, 40])
def test_all_children_of_one_parent_find_room(count: int) -> None:
    parents = [-1] + [0] * count
    assert overlaps(parents, boxes_of([100.0] * (count + 1))) == 0


def test_the_same_tree_gives_the_same_picture_whatever_the_numbers() -> None:
    parents = [-1, 0, 0, 1, 1, 2]
    first = star(parents, boxes_of([80.0] * 6))
    number = [3, 5, 0, 1, 4, 2]
    renamed, order = [0] * 6, [0] * 6
    for node, above in enumerate(parents):
        renamed[number[node]] = number[above] if above >= 0 else -1
        order[number[node]] = node
    second = star(renamed, boxes_of([80.0] * 6), order=order)
    assert np.allclose(first.x, second.x[number])
    assert np.allclose(first.y, second.y[number])


def test_branches_of_a_root_go_all_around() -> None:
    places = star([-1] + [0] * 6, boxes_of([80.0] * 7))
    angles = np.sort(np.degrees(np.arctan2(places.y[1:], places.x[1:])) % 360)
    assert np.diff([*angles, angles[0] + 360]).max() < 100


def test_eighty_titled_stars_stay_within_reach() -> None:
    parents = [-1] + [0] * 8 + [1 + index % 8 for index in range(71)]
    places = star(parents, boxes_of([100.0] * 80))
    assert max(np.ptp(places.x), np.ptp(places.y)) < 2_400


def test_many_stars_are_still_laid_out_in_rings() -> None:
    count = MANY + 1
    parents = [-1] + [index // 3 for index in range(count - 1)]
    places = star(parents, boxes_of([80.0] * count))
    assert len({(round(x, 3), round(y, 3)) for x, y in zip(places.x, places.y, strict=True)}) == count
