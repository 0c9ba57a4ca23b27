"""A tree as arrays: who hangs under whom, read once, walked without recursion.

Chains of 20,000 must work, so nothing here calls itself. Nodes are indices; -1 is *none*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

type Floats = NDArray[np.float64]
type Ints = NDArray[np.int64]

NONE = -1


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


def read_forest(parent: Sequence[int], order: Sequence[int] | None = None) -> Forest:
    """Link the nodes.

    Args:
        order: the place of each node among its siblings; without it the index decides.
    """
    parents = list(parent)
    count = len(parents)
    ranks = range(count) if order is None else sorted(range(count), key=lambda node: (order[node], node))
    children: list[list[int]] = [[] for _ in range(count)]
    roots: list[int] = []
    for node in ranks:
        above = parents[node]
        (roots if above < 0 else children[above]).append(node)
    return Forest(parents, children, roots, _walk(children, roots))


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
