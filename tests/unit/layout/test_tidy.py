"""The tidy tree: rules of the map that must hold for every tree (properties, not examples)."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.layout.forest import Levels, number_in_preorder, read_forest
from stello_desktop.layout.tidy import Orientation, Places, mind_map, split_sides, tidy


@st.composite
def trees(draw: st.DrawFn, most: int = 60) -> tuple[list[int], list[float], list[float]]:
    count = draw(st.integers(1, most))
    parents = [-1] + [draw(st.integers(0, index - 1)) for index in range(1, count)]
    sizes = st.sampled_from([16.0, 24.0, 40.0, 96.0, 150.0])
    return parents, [draw(sizes) for _ in range(count)], [draw(sizes) for _ in range(count)]


def overlaps(places: Places, width: list[float], height: list[float]) -> int:
    wide, high = np.array(width), np.array(height)
    apart_x = np.abs(places.x[:, None] - places.x[None, :]) >= (wide[:, None] + wide[None, :]) / 2 - 1e-6
    apart_y = np.abs(places.y[:, None] - places.y[None, :]) >= (high[:, None] + high[None, :]) / 2 - 1e-6
    return int((~apart_x & ~apart_y).sum() - len(wide)) // 2


def children_of(parents: list[int], node: int) -> list[int]:
    return [child for child, parent in enumerate(parents) if parent == node]


@given(trees())
def test_no_two_boxes_overlap(tree: tuple[list[int], list[float], list[float]]) -> None:
    parents, width, height = tree
    assert overlaps(tidy(parents, width, height), width, height) == 0
    assert overlaps(mind_map(parents, width, height)[0], width, height) == 0


@given(trees())
def test_a_parent_stands_over_the_middle_of_its_children(
    tree: tuple[list[int], list[float], list[float]],
) -> None:
    parents, width, height = tree
    places = tidy(parents, width, height)
    for node in range(len(parents)):
        below = children_of(parents, node)
        if below:
            upper = places.y[below[0]] - height[below[0]] / 2
            lower = places.y[below[-1]] + height[below[-1]] / 2
            assert places.y[node] == pytest.approx((upper + lower) / 2, abs=1.0)


@given(trees())
def test_children_keep_their_stored_order(tree: tuple[list[int], list[float], list[float]]) -> None:
    parents, width, height = tree
    places = tidy(parents, width, height)
    for node in range(len(parents)):
        below = [float(places.y[child]) for child in children_of(parents, node)]
        assert below == sorted(below)


@given(trees(), st.randoms(use_true_random=False))
def test_the_result_does_not_depend_on_how_nodes_are_numbered(
    tree: tuple[list[int], list[float], list[float]], chance: random.Random
) -> None:
    parents, width, height = tree
    count = len(parents)
    number = list(range(count))
    chance.shuffle(number)
    renamed, order = [0] * count, [0] * count
    wide, high = [0.0] * count, [0.0] * count
    for node in range(count):
        above = parents[node]
        renamed[number[node]] = number[above] if above >= 0 else -1
        order[number[node]] = node
        wide[number[node]], high[number[node]] = width[node], height[node]
    first, second = tidy(parents, width, height), tidy(renamed, wide, high, order=order)
    assert np.allclose(first.x, second.x[number])
    assert np.allclose(first.y, second.y[number])


@given(trees(), st.data())
def test_a_last_child_moves_nothing_inside_other_subtrees(
    tree: tuple[list[int], list[float], list[float]], data: st.DataObject
) -> None:
    parents, width, height = tree
    host = data.draw(st.integers(0, len(parents) - 1))
    before = tidy(parents, width, height)
    after = tidy([*parents, host], [*width, 40.0], [*height, 24.0])
    touched = {host}
    while parents[host] >= 0:
        host = parents[host]
        touched.add(host)
    for node, parent in enumerate(parents):
        if parent >= 0 and parent not in touched:
            assert after.y[node] - after.y[parent] == pytest.approx(
                before.y[node] - before.y[parent], abs=1e-6
            )
            assert after.x[node] - after.x[parent] == pytest.approx(
                before.x[node] - before.x[parent], abs=1e-6
            )


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_tree_grows_the_way_it_is_told(orientation: Orientation) -> None:
    places = tidy([-1, 0, 0], [40.0] * 3, [20.0] * 3, orientation=orientation)
    x, y = places.x[1:].mean(), places.y[1:].mean()
    assert {
        Orientation.RIGHT: x > 40 and abs(y) < 1,
        Orientation.LEFT: x < -40 and abs(y) < 1,
        Orientation.DOWN: y > 20 and abs(x) < 1,
        Orientation.UP: y < -20 and abs(x) < 1,
    }[orientation]


def test_no_tree_at_all_is_laid_out_too() -> None:
    assert len(tidy([], [], []).x) == 0
    assert len(mind_map([], [], [])[1]) == 0


@pytest.mark.parametrize("parents", [[-1, *range(19_999)], [-1] + [0] * 19_999], ids=["chain", "star"])
def test_twenty_thousand_in_a_chain_or_under_one_parent_work(parents: list[int]) -> None:
    places = tidy(parents, [20.0] * 20_000, [20.0] * 20_000)
    assert len({(round(x), round(y)) for x, y in zip(places.x, places.y, strict=True)}) == 20_000


def test_a_mind_map_shares_its_branches_between_both_sides() -> None:
    parents = [-1, 0, 0, 0, 0]
    places, side = mind_map(parents, [60.0] * 5, [24.0] * 5)
    assert side.tolist() == [0, 1, -1, 1, -1]
    assert (places.x[1:] * side[1:] > 30).all()
    assert places.y[1] < places.y[3]


@given(trees(), st.integers(0, 3))
def test_a_branch_added_last_sends_no_other_to_the_other_side(
    tree: tuple[list[int], list[float], list[float]], more: int
) -> None:
    parents, _, height = tree
    longer = parents + [0] * more
    before = split_sides(read_forest(parents), height)
    after = split_sides(read_forest(longer), height + [24.0] * more)
    for old, new in zip(before, after, strict=True):
        assert new[: len(old)] == old


def test_several_roots_are_each_laid_out_from_the_middle() -> None:
    places = tidy([-1, 0, 0, -1, 3], [20.0] * 5, [20.0] * 5)
    assert (places.x[0], places.y[0]) == (0, 0)
    assert (places.x[3], places.y[3]) == (0, 0)


@given(trees())
def test_numbering_in_preorder_puts_every_subtree_together(
    tree: tuple[list[int], list[float], list[float]],
) -> None:
    forest, rank = number_in_preorder(tree[0])
    assert sorted(rank.tolist()) == list(range(len(forest)))
    assert all(above < node for node, above in enumerate(forest.parent))
    depth = Levels(forest).add_down(np.ones(len(forest)))
    assert depth.min() == 1
