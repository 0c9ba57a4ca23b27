"""The tidy tree of van der Ploeg (2014): boxes of any size, in linear time, without recursion.

The algorithm thinks in two axes: *depth* (away from the root) and *breadth* (along siblings). Each
subtree keeps its contour as threads from node to node, so that placing a subtree beside its elder
siblings costs only as much as the shorter of the two contours is long. Orientations and the two-sided
mind map only exchange and mirror the axes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from stello_desktop.layout.forest import (
    NONE,
    Floats,
    Forest,
    Levels,
    number_in_preorder,
    read_forest,
    subtree_sums,
)


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
        self.levels = Levels(forest)
        self.children = children = forest.children
        self.breadth = breadth
        self.bottom = depth[:]
        self.prelim = [0.0] * count
        self.mod = [0.0] * count
        self.shift = [0.0] * count
        self.change = [0.0] * count
        self.shared: dict[int, list[int]] = {}
        # Where a contour goes on: to the outermost child, and below a leaf along its thread.
        self.onward_left = [below[0] if below else NONE for below in children]
        self.onward_right = [below[-1] if below else NONE for below in children]
        self.extreme_left = list(range(count))
        self.extreme_right = list(range(count))
        self.sum_left = [0.0] * count
        self.sum_right = [0.0] * count

    def stack_levels(self, depth: list[float]) -> None:
        """Give each node its depth: it begins where its parent ends."""
        ends = self.levels.add_down(np.array(depth, dtype=np.float64))
        self.bottom = ends.tolist()
        self.middle: Floats = ends - np.array(depth, dtype=np.float64) / 2

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
            ends = prelim[first] + mod[first] + mod[last] + prelim[last] + breadth[last]
            prelim[node] = (ends - breadth[node]) / 2
            extreme_left[node] = extreme_left[first]
            sum_left[node] = sum_left[first]
            extreme_right[node] = extreme_right[last]
            sum_right[node] = sum_right[last]

    def middle_of(self, below: list[int]) -> float:
        """The middle between the outer edges of the first and the last sibling."""
        first, last = below[0], below[-1]
        ends = self.prelim[first] + self.mod[first] + self.prelim[last] + self.mod[last] + self.breadth[last]
        return ends / 2

    def line_up(self, below: list[int]) -> None:
        """Put siblings side by side, each as close as its contour allows."""
        if len(below) == 2:  # noqa: PLR2004 - the usual case: nobody stands between the two
            self.separate(below, 1, _NOBODY_BETWEEN)
            return
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
        prelim, mod, bottom, breadth = self.prelim, self.mod, self.bottom, self.breadth
        onward_left, onward_right = self.onward_left, self.onward_right
        elder, mine = below[rank - 1], below[rank]
        elder_sum = mod[elder]
        before = my_sum = mod[mine]
        pushed = 0.0
        reach = len(lows) - 1
        while True:
            elder_end, my_end = bottom[elder], bottom[mine]
            distance = elder_sum + prelim[elder] + breadth[elder] - my_sum - prelim[mine]
            if distance > 0:
                my_sum += distance
                pushed += distance
                while reach >= 0 and elder_end > lows[reach][0]:
                    reach -= 1
                if rank - lows[reach][1] > 1:
                    self.share_out(below, rank, lows[reach][1], distance)
            if elder_end <= my_end:
                elder = onward_right[elder]
                if elder >= 0:
                    elder_sum += mod[elder]
            if elder_end >= my_end:
                mine = onward_left[mine]
                if mine >= 0:
                    my_sum += mod[mine]
            if elder < 0 or mine < 0:
                break
        node = below[rank]
        mod[node] = before + pushed
        self.sum_left[node] += pushed
        self.sum_right[node] += pushed
        if mine >= 0:
            self.thread_on_the_left(below[0], node, mine, my_sum)
        elif elder >= 0:
            self.thread_on_the_right(below[rank - 1], node, elder, elder_sum)

    def share_out(self, below: list[int], rank: int, hit: int, distance: float) -> None:
        """Spread new room over the siblings between a subtree and the one that it hit."""
        node, steps = below[rank], rank - hit
        self.shift[below[hit + 1]] += distance / steps
        self.shift[node] -= distance / steps
        self.change[node] -= distance - distance / steps
        self.shared[below[0]] = below

    def thread_on_the_left(self, first: int, node: int, onward: int, onward_sum: float) -> None:
        end = self.extreme_left[first]
        self.onward_left[end] = onward
        difference = onward_sum - self.mod[onward] - self.sum_left[first]
        self.mod[end] += difference
        self.prelim[end] -= difference
        self.extreme_left[first] = self.extreme_left[node]
        self.sum_left[first] = self.sum_left[node]

    def thread_on_the_right(self, elder: int, node: int, onward: int, onward_sum: float) -> None:
        end = self.extreme_right[node]
        self.onward_right[end] = onward
        difference = onward_sum - self.mod[onward] - self.sum_right[node]
        self.mod[end] += difference
        self.prelim[end] -= difference
        self.extreme_right[node] = self.extreme_right[elder]
        self.sum_right[node] = self.sum_right[elder]

    def edges_along(self) -> Floats:
        """The near edge of each box along the breadth: the relative moves added up from the root down."""
        shift, change, mod = self.shift, self.change, self.mod
        for below in self.shared.values():
            gap = extra = 0.0
            for child in below:
                gap += shift[child]
                extra += gap + change[child]
                mod[child] += extra
        return np.array(self.prelim) + self.levels.add_down(np.array(mod))


_NOBODY_BETWEEN: Final = [(math.inf, 0)]


def _grow(forest: Forest, breadth: list[float], depth: list[float]) -> tuple[Floats, Floats]:
    """Centres along the depth and the breadth; every root starts at depth 0 and breadth 0."""
    contours = _Contours(forest, breadth, depth)
    contours.stack_levels(depth)
    contours.climb(forest.preorder)
    along = contours.edges_along() + np.array(breadth, dtype=np.float64) / 2
    away = contours.middle
    if len(forest.roots) == 1:
        root = forest.roots[0]
        return away - away[root], along - along[root]
    order = forest.preorder
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
    forest, rank = number_in_preorder(parent, order)
    wide, high = (np.array(sizes, dtype=np.float64)[rank].tolist() for sizes in (width, height))
    places = _orient(forest, wide, high, orientation, sibling_gap, level_gap)
    x, y = np.empty(len(forest)), np.empty(len(forest))
    x[rank], y[rank] = places.x, places.y
    return Places(x, y)


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


def split_sides(
    forest: Forest, height: Sequence[float], known: Sequence[int] | None = None
) -> tuple[list[int], list[int]]:
    """Share a root's children between right and left: each, in order, goes to the lighter side.

    A child added last never sends another to the other side, and weights count in steps of a factor
    of two, so that a growing branch seldom does.

    Args:
        known: for each node the side where it must stay, 0 where it may go to either.
    """
    weight = subtree_sums(forest, [float(size) for size in height])
    sides: tuple[list[int], list[int]] = ([], [])
    loads = [0.0, 0.0]
    for child in forest.children[forest.roots[0]]:
        side = 0 if loads[0] <= loads[1] else 1
        if known is not None and known[child]:
            side = 0 if known[child] > 0 else 1
        sides[side].append(child)
        loads[side] += 2.0 ** round(float(np.log2(max(weight[child], 1.0))))
    return sides


def mind_map(
    parent: Sequence[int],
    width: Sequence[float],
    height: Sequence[float],
    *,
    order: Sequence[int] | None = None,
    in_preorder: bool = False,
    sibling_gap: float = 12.0,
    level_gap: float = 48.0,
    known_sides: Sequence[int] | None = None,
) -> tuple[Places, Floats]:
    """A tidy tree that grows to both sides of one root, which stands at (0, 0).

    Args:
        in_preorder: the nodes come parents before children, each subtree together, siblings in order.
        known_sides: for each branch the side where it must stay, 0 where it may go to either.

    Returns:
        The places, and for each node +1 (right), -1 (left) or 0 (the root).
    """
    count = len(parent)
    if not count:
        return Places(np.zeros(0), np.zeros(0)), np.zeros(0)
    whole = read_forest(parent, order, in_preorder=in_preorder)
    root = whole.roots[0]
    right, left = split_sides(whole, height, known_sides)
    breadth, depth = [size + sibling_gap for size in height], [size + level_gap for size in width]
    contours = _Contours(whole, breadth, depth)
    contours.stack_levels(depth)
    contours.climb(whole.preorder[1:])
    along, sides = _both_sides(contours, whole, right, left)
    along += np.array(breadth) / 2
    away = contours.middle - contours.middle[root]
    return Places(away * sides, along - along[root]), sides


def _both_sides(
    contours: _Contours, whole: Forest, right: list[int], left: list[int]
) -> tuple[Floats, Floats]:
    """Line up each side as if it were alone, both with the root at their middle; near edges and signs."""
    root = whole.roots[0]
    branch_side: dict[int, float] = {}
    middles: dict[int, float] = {}
    for branches, sign in ((right, 1.0), (left, -1.0)):
        if len(branches) > 1:
            contours.line_up(branches)
        if branches:
            middle = contours.middle_of(branches)
            for branch in branches:
                branch_side[branch] = sign
                middles[branch] = middle
    sides = np.zeros(len(whole))
    for branch, sign in branch_side.items():
        sides[branch] = sign
    sides = contours.levels.add_down(sides)
    for branch, middle in middles.items():
        contours.mod[branch] -= middle
    contours.prelim[root] = -contours.breadth[root] / 2
    return contours.edges_along(), sides
