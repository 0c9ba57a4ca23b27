"""The tidy tree of van der Ploeg (2014): boxes of any size, in linear time, without recursion.

The algorithm thinks in two axes: *depth* (away from the root) and *breadth* (along siblings). Each
subtree keeps its contour as threads from node to node, so that placing a subtree beside its elder
siblings costs only as much as the shorter of the two contours is long. Orientations and the two-sided
mind map only exchange and mirror the axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from stello_desktop.layout.forest import NONE, Floats, Forest, read_forest, subtree_sums


class Orientation(StrEnum):
    """Which way the tree grows."""

    RIGHT = "right"
    LEFT = "left"
    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Places:
    """Centres of the boxes, in scene units, the first root at (0, 0)."""

    x: Floats
    y: Floats


class _Contours:
    """The working arrays of one run; names follow the paper (prelim, mod, threads, extremes)."""

    def __init__(self, forest: Forest, breadth: list[float], depth: list[float]) -> None:
        count = len(forest)
        self.children = forest.children
        self.breadth = breadth
        self.top = [0.0] * count
        self.bottom = depth[:]
        self.prelim = [0.0] * count
        self.mod = [0.0] * count
        self.shift = [0.0] * count
        self.change = [0.0] * count
        self.thread_left = [NONE] * count
        self.thread_right = [NONE] * count
        self.extreme_left = list(range(count))
        self.extreme_right = list(range(count))
        self.sum_left = [0.0] * count
        self.sum_right = [0.0] * count

    def stack_levels(self, order: list[int], parent: list[int], depth: list[float]) -> None:
        """Give each node its depth: it begins where its parent ends."""
        top, bottom = self.top, self.bottom
        for node in order:
            above = parent[node]
            start = bottom[above] if above >= 0 else 0.0
            top[node] = start
            bottom[node] = start + depth[node]

    def climb(self, order: list[int]) -> None:
        """Put every node over the middle of its children, from the leaves up."""
        children, prelim, mod, breadth = self.children, self.prelim, self.mod, self.breadth
        extreme_left, extreme_right = self.extreme_left, self.extreme_right
        sum_left, sum_right = self.sum_left, self.sum_right
        for node in reversed(order):
            below = children[node]
            if not below:
                continue
            first = last = below[0]
            if len(below) > 1:
                last = below[-1]
                self.line_up(below)
            middle = prelim[first] + mod[first] + mod[last] + prelim[last] + breadth[last]
            prelim[node] = (middle - breadth[node]) / 2
            extreme_left[node] = extreme_left[first]
            sum_left[node] = sum_left[first]
            extreme_right[node] = extreme_right[last]
            sum_right[node] = sum_right[last]

    def line_up(self, below: list[int]) -> None:
        """Put siblings side by side, each as close as its contour allows."""
        bottom, extreme_right = self.bottom, self.extreme_right
        lows = [(bottom[self.extreme_left[below[0]]], 0)]
        for rank in range(1, len(below)):
            lowest = bottom[extreme_right[below[rank]]]
            self.separate(below, rank, lows)
            while lows and lowest >= lows[-1][0]:
                lows.pop()
            lows.append((lowest, rank))

    def separate(self, below: list[int], rank: int, lows: list[tuple[float, int]]) -> None:
        """Push one subtree just clear of the elder siblings, along both contours."""
        children, prelim, mod, bottom, breadth = (
            self.children,
            self.prelim,
            self.mod,
            self.bottom,
            self.breadth,
        )
        elder, mine = below[rank - 1], below[rank]
        elder_sum, my_sum = mod[elder], mod[mine]
        reach = len(lows) - 1
        while True:
            elder_end, my_end = bottom[elder], bottom[mine]
            while reach >= 0 and elder_end > lows[reach][0]:
                reach -= 1
            distance = elder_sum + prelim[elder] + breadth[elder] - my_sum - prelim[mine]
            if distance > 0:
                my_sum += distance
                self.move(below, rank, lows[reach][1], distance)
            if elder_end <= my_end:
                following = children[elder]
                elder = following[-1] if following else self.thread_right[elder]
                if elder >= 0:
                    elder_sum += mod[elder]
            if elder_end >= my_end:
                following = children[mine]
                mine = following[0] if following else self.thread_left[mine]
                if mine >= 0:
                    my_sum += mod[mine]
            if elder < 0 or mine < 0:
                break
        if mine >= 0:
            self.thread_on_the_left(below[0], below[rank], mine, my_sum)
        elif elder >= 0:
            self.thread_on_the_right(below[rank - 1], below[rank], elder, elder_sum)

    def move(self, below: list[int], rank: int, hit: int, distance: float) -> None:
        """Move a subtree, and spread the new room over the siblings between it and the one it hit."""
        node = below[rank]
        self.mod[node] += distance
        self.sum_left[node] += distance
        self.sum_right[node] += distance
        steps = rank - hit
        if steps > 1:
            self.shift[below[hit + 1]] += distance / steps
            self.shift[node] -= distance / steps
            self.change[node] -= distance - distance / steps

    def thread_on_the_left(self, first: int, node: int, onward: int, onward_sum: float) -> None:
        end = self.extreme_left[first]
        self.thread_left[end] = onward
        difference = onward_sum - self.mod[onward] - self.sum_left[first]
        self.mod[end] += difference
        self.prelim[end] -= difference
        self.extreme_left[first] = self.extreme_left[node]
        self.sum_left[first] = self.sum_left[node]

    def thread_on_the_right(self, elder: int, node: int, onward: int, onward_sum: float) -> None:
        end = self.extreme_right[node]
        self.thread_right[end] = onward
        difference = onward_sum - self.mod[onward] - self.sum_right[node]
        self.mod[end] += difference
        self.prelim[end] -= difference
        self.extreme_right[node] = self.extreme_right[elder]
        self.sum_right[node] = self.sum_right[elder]

    def spread(self, order: list[int], parent: list[int]) -> list[float]:
        """Add up the relative moves from the root down; the near edge of each box along the breadth."""
        prelim, mod, shift, change, children = self.prelim, self.mod, self.shift, self.change, self.children
        total = [0.0] * len(prelim)
        found = [0.0] * len(prelim)
        for node in order:
            above = parent[node]
            here = mod[node] + (total[above] if above >= 0 else 0.0)
            total[node] = here
            found[node] = prelim[node] + here
            below = children[node]
            if len(below) > 1:
                gap = extra = 0.0
                for child in below:
                    gap += shift[child]
                    extra += gap + change[child]
                    mod[child] += extra
        return found


def _grow(forest: Forest, breadth: list[float], depth: list[float]) -> tuple[Floats, Floats]:
    """Centres along the depth and the breadth; every root starts at depth 0 and breadth 0."""
    contours = _Contours(forest, breadth, depth)
    order, parent = forest.preorder, forest.parent
    contours.stack_levels(order, parent, depth)
    contours.climb(order)
    along = (
        np.array(contours.spread(order, parent), dtype=np.float64) + np.array(breadth, dtype=np.float64) / 2
    )
    away = (np.array(contours.top, dtype=np.float64) + np.array(contours.bottom, dtype=np.float64)) / 2
    root_of = np.zeros(len(forest), dtype=np.int64)
    for root, following in zip(forest.roots, [*forest.roots[1:], NONE], strict=True):
        begin = order.index(root)
        end = order.index(following) if following >= 0 else len(order)
        root_of[order[begin:end]] = root
    return away - away[root_of], along - along[root_of]


def tidy(
    parent: Sequence[int],
    width: Sequence[float],
    height: Sequence[float],
    *,
    order: Sequence[int] | None = None,
    orientation: Orientation = Orientation.RIGHT,
    sibling_gap: float = 12.0,
    level_gap: float = 48.0,
) -> Places:
    """Lay out one tree so that no two boxes overlap.

    A parent stands over the middle between its first and its last child; children keep their stored
    order; a subtree looks the same wherever it hangs. Several roots are each laid out from (0, 0).

    Args:
        parent: the parent's index of each node, -1 for the root.
        width: box widths in scene units; ``height`` likewise.
        order: the place among the siblings; without it the index decides.
    """
    if not len(parent):
        return Places(np.zeros(0), np.zeros(0))
    return _orient(read_forest(parent, order), width, height, orientation, sibling_gap, level_gap)


def _orient(
    forest: Forest,
    width: Sequence[float],
    height: Sequence[float],
    orientation: Orientation,
    sibling_gap: float,
    level_gap: float,
) -> Places:
    sideways = orientation in (Orientation.RIGHT, Orientation.LEFT)
    breadth, depth = (height, width) if sideways else (width, height)
    away, along = _grow(
        forest, [size + sibling_gap for size in breadth], [size + level_gap for size in depth]
    )
    if orientation in (Orientation.LEFT, Orientation.UP):
        away = -away
    return Places(away, along) if sideways else Places(along, away)


def split_sides(forest: Forest, height: Sequence[float]) -> tuple[list[int], list[int]]:
    """Share a root's children between right and left: each, in order, goes to the lighter side.

    A child added last never sends another to the other side, and weights count in steps of a factor
    of two, so that a growing branch seldom does.
    """
    weight = subtree_sums(forest, [float(size) for size in height])
    sides: tuple[list[int], list[int]] = ([], [])
    loads = [0.0, 0.0]
    for child in forest.children[forest.roots[0]]:
        side = 0 if loads[0] <= loads[1] else 1
        sides[side].append(child)
        loads[side] += 2.0 ** round(float(np.log2(max(weight[child], 1.0))))
    return sides


def mind_map(
    parent: Sequence[int],
    width: Sequence[float],
    height: Sequence[float],
    *,
    order: Sequence[int] | None = None,
    sibling_gap: float = 12.0,
    level_gap: float = 48.0,
) -> tuple[Places, Floats]:
    """A tidy tree that grows to both sides of one root, which stands at (0, 0).

    Returns:
        The places, and for each node +1 (right), -1 (left) or 0 (the root).
    """
    count = len(parent)
    side = np.zeros(count)
    if not count:
        return Places(np.zeros(0), np.zeros(0)), side
    whole = read_forest(parent, order)
    root = whole.roots[0]
    right, left = split_sides(whole, height)
    branch_side = dict.fromkeys(right, 1.0) | dict.fromkeys(left, -1.0)
    sides = [0.0] * count
    for node in whole.preorder:
        above = whole.parent[node]
        sides[node] = branch_side.get(node, sides[above]) if above >= 0 else 0.0
    side = np.array(sides)
    x, y = np.zeros(count), np.zeros(count)
    for branches, sign, orientation in ((right, 1.0, Orientation.RIGHT), (left, -1.0, Orientation.LEFT)):
        if not branches:
            continue
        half = _one_side(whole, root, branches, sides, sign)
        places = _orient(half, width, height, orientation, sibling_gap, level_gap)
        mine = side == sign
        x[mine], y[mine] = places.x[mine], places.y[mine]
    return Places(x, y), side


def _one_side(whole: Forest, root: int, branches: list[int], sides: list[float], sign: float) -> Forest:
    """The root with only some of its branches; the other nodes stay, unlinked."""
    children = [below if index != root else branches for index, below in enumerate(whole.children)]
    preorder = [node for node in whole.preorder if node == root or sides[node] == sign]
    return Forest(whole.parent, children, [root], preorder)
