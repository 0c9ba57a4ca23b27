"""A tree as arrays: who hangs under whom, read once, walked without recursion.

Chains of 20,000 must work, so nothing here calls itself. Nodes are indices; -1 is *none*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

type Floats = NDArray[np.float64]
type Ints = NDArray[np.int64]

NONE = -1
_NOBODY: Final[list[int]] = []
_DEEP = 1_500
"""In trees deeper than this the levels are too thin for numpy."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Links between nodes.

    Attributes:
        parent: the parent of each node, -1 for a root.
        children: the children of each node, in their stored order.
        roots: nodes without a parent, in their stored order.
        preorder: every node, parents before children, siblings in order.
    """

    parent: list[int]
    children: list[list[int]]
    roots: list[int]
    preorder: list[int]

    def __len__(self) -> int:
        return len(self.parent)


def read_forest(
    parent: Sequence[int], order: Sequence[int] | None = None, *, in_preorder: bool = False
) -> Forest:
    """Link the nodes.

    Args:
        order: the place of each node among its siblings; without it the index decides.
        in_preorder: the nodes are numbered in preorder, so that they need not be walked.
    """
    parents = list(parent)
    count = len(parents)
    ranks = range(count) if order is None else sorted(range(count), key=lambda node: (order[node], node))
    # Nodes without children share one empty list: making 20,000 wakes Python's search for cycles.
    children: list[list[int]] = [_NOBODY] * count
    roots: list[int] = []
    for node in ranks:
        above = parents[node]
        if above < 0:
            roots.append(node)
        elif children[above]:
            children[above].append(node)
        else:
            children[above] = [node]
    preorder = list(range(count)) if in_preorder else _walk(children, roots)
    return Forest(parents, children, roots, preorder)


def number_in_preorder(parent: Sequence[int], order: Sequence[int] | None = None) -> tuple[Forest, Ints]:
    """The same tree with its nodes numbered as they are walked, and the old number of each.

    Neighbours in the tree are then neighbours in memory, which halves the time of a large layout.
    """
    forest = read_forest(parent, order)
    rank = np.array(forest.preorder, dtype=np.int64)
    number = np.full(len(forest) + 1, NONE, dtype=np.int64)
    number[rank] = np.arange(len(forest))
    above = number[np.array(forest.parent, dtype=np.int64)[rank]]
    return read_forest(above.tolist(), in_preorder=True), rank


def _walk(children: list[list[int]], roots: list[int]) -> list[int]:
    found: list[int] = []
    stack = roots[::-1]
    while stack:
        node = stack.pop()
        found.append(node)
        below = children[node]
        if below:
            stack.extend(below[::-1])
    return found


def subtree_sums(forest: Forest, own: Sequence[float]) -> list[float]:
    """For each node the sum of ``own`` over it and all below it."""
    total = list(own)
    parent = forest.parent
    for node in reversed(forest.preorder):
        above = parent[node]
        if above >= 0:
            total[above] += total[node]
    return total


def depths(forest: Forest) -> list[int]:
    """0 for a root."""
    depth = [0] * len(forest)
    parent = forest.parent
    for node in forest.preorder:
        above = parent[node]
        if above >= 0:
            depth[node] = depth[above] + 1
    return depth


def add_up(
    parent: Sequence[int], away: Floats, preorder: Sequence[int] | None = None
) -> tuple[Floats, Floats]:
    """Places from how far each node stands from its parent, ``(n, 2)``; the roots are at (0, 0).

    Args:
        preorder: without it the nodes are numbered in preorder.
    """
    x, y = [0.0] * len(parent), [0.0] * len(parent)
    step_x, step_y = away[:, 0].tolist(), away[:, 1].tolist()
    for node in range(len(parent)) if preorder is None else preorder:
        above = parent[node]
        if above >= 0:
            x[node] = x[above] + step_x[node]
            y[node] = y[above] + step_y[node]
    return np.array(x), np.array(y)


class Levels:
    """The nodes of a forest by depth, for sums that run from the roots down."""

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._parent = np.array(forest.parent, dtype=np.int64)
        depth = np.array(depths(forest), dtype=np.int64)
        self._rows: list[Ints] | None = None
        if not len(depth) or int(depth.max()) <= _DEEP:
            by_depth = np.argsort(depth, kind="stable")
            ends = np.cumsum(np.bincount(depth)).tolist()
            self._rows = [by_depth[begin:end] for begin, end in pairwise(ends)]

    def add_down(self, own: Floats) -> Floats:
        """For each node the sum of ``own`` over it and everything above it."""
        if self._rows is None:
            return self._one_by_one(own)
        total: Floats = own.copy()
        for row in self._rows:
            total[row] += total[self._parent[row]]
        return total

    def _one_by_one(self, own: Floats) -> Floats:
        total: list[float] = own.tolist()
        parent = self._forest.parent
        for node in self._forest.preorder:
            above = parent[node]
            if above >= 0:
                total[node] += total[above]
        return np.array(total)
