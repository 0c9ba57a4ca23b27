"""The packed form for more than 2,000 visible stars: a disc of dots in which branches are arms.

A tidy tree of thousands is an unreadable strip when all of it is in view. Here every star gets the same
small area; each first-level branch is a sector as wide as its share, wound into an arm, and stars stand
the further out the deeper they hang. Hue shows the branch, brightness the recency.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from stello_desktop.layout.forest import Ints, depths, read_forest
from stello_desktop.layout.tidy import Places

SPACING = 22.0
"""Mean distance between neighbours, in scene units."""

_WINDING = 1.1
_GOLDEN = (math.sqrt(5) - 1) / 2


def galaxy(
    parent: Sequence[int],
    *,
    order: Sequence[int] | None = None,
    in_preorder: bool = False,
    spacing: float = SPACING,
) -> Places:
    """Pack one tree into a disc around its root at (0, 0); linear, the same for the same tree."""
    count = len(parent)
    if count <= 1:
        return Places(np.zeros(count), np.zeros(count))
    forest = read_forest(parent, order, in_preorder=in_preorder)
    preorder = np.array(forest.preorder)
    rank = np.empty(count, dtype=np.int64)
    rank[preorder] = np.arange(count)
    branch = np.zeros(count, dtype=np.int64)
    starts = np.sort(rank[forest.children[forest.roots[0]]])
    branch = np.searchsorted(starts, rank, side="right")
    sorting = np.lexsort((rank, np.array(depths(forest)), branch))
    sizes = np.bincount(branch, minlength=len(starts) + 1)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    place = np.empty(count, dtype=np.int64)
    place[sorting] = np.arange(count)
    within = place - first[branch]
    return _wind(branch, within, sizes, spacing)


def _wind(branch: Ints, within: Ints, sizes: Ints, spacing: float) -> Places:
    """Polar places: the sector by branch, the radius by rank, a twist that grows outwards."""
    count = len(within)
    outer = spacing * math.sqrt(count / math.pi)
    share = 2 * math.pi * sizes / max(count - 1, 1)
    begin = np.concatenate([[0.0, 0.0], np.cumsum(share[1:])[:-1]]) if len(sizes) > 1 else np.zeros(1)
    radius = outer * np.sqrt((within + 0.6) / np.maximum(sizes[branch], 1))
    across = 0.04 + 0.92 * ((within * _GOLDEN) % 1.0)
    angle = begin[branch] + share[branch] * across + _WINDING * radius / outer - math.pi / 2
    at_root = branch == 0
    radius = np.where(at_root, 0.0, radius + spacing)
    return Places(radius * np.cos(angle), radius * np.sin(angle))
