"""Where the arrow keys lead: to the star that the eye would pick in that direction."""

from __future__ import annotations

import numpy as np

from stello_desktop.layout.forest import Floats
from stello_desktop.ui.map.stars import Stars

_SIDEWAYS = 2.2
_RELATED = 0.72


def neighbour(stars: Stars, x: Floats, y: Floats, index: int, way: tuple[int, int]) -> int:
    """The next star in a direction, -1 where there is none.

    Distance counts, being off the line counts more, and parent, children and siblings count as nearer
    than strangers, so that the keys follow the tree where it goes their way.
    """
    dx, dy = x - x[index], y - y[index]
    along = dx * way[0] + dy * way[1]
    across = np.abs(dx * way[1]) + np.abs(dy * way[0])
    ahead = along > np.maximum(across * 0.42, 0.5)
    ahead[index] = False
    candidates = np.flatnonzero(ahead)
    if not len(candidates):
        return -1
    cost = along[candidates] + _SIDEWAYS * across[candidates]
    parent = stars.parent
    related = (parent[candidates] == index) | (candidates == parent[index])
    if parent[index] >= 0:
        related |= parent[candidates] == parent[index]
    cost = np.where(related, cost * _RELATED, cost)
    return int(candidates[int(np.argmin(cost))])
