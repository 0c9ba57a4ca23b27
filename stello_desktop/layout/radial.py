"""The star: children fan out around their parent, near enough to belong, far enough to be read.

Directions are chosen from the root down: each conversation gets a share of its parent's fan by the size
of what hangs below it. Distances are found from the leaves up: a finished branch is a rigid set of
boxes, and it slides along its direction to the first place where it touches nothing that its elder
siblings already hold. Because every pair of boxes meets exactly once, at their common ancestor, the
whole costs a number of comparisons of n² / 2, done by numpy: a few milliseconds for 150 stars.

Above `MANY` stars titles cannot be kept apart on a circle in any usable size, and a plain wedge layout
in linear time takes over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stello_desktop.layout.forest import Floats, Forest, depths, read_forest, subtree_sums
from stello_desktop.layout.tidy import Places

MANY = 600
_GOLDEN = 0.381966
_CROSSING = 400.0
"""What a line across another star costs, in units of distance."""

_BEND = 0.13 * math.pi
"""How far an only child turns from the way that led to its parent; to one side and the other in turn."""

_LEAN_FROM = 3
_LEAN_UP_TO = 220
_LEANS = (0.0, -0.5, 0.5, -1.0, 1.0)
_START = -0.62 * math.pi
"""Direction of the first branch: up, a little to the left (y grows downwards)."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """What each star needs, measured from its centre, in scene units."""

    left: Floats
    right: Floats
    above: Floats
    below: Floats

    def as_rects(self) -> Floats:
        """One row (x0, y0, x1, y1) per star, relative to its centre."""
        return np.stack([-self.left, -self.above, self.right, self.below], axis=1)


def star(
    parent: Sequence[int],
    boxes: Boxes,
    *,
    order: Sequence[int] | None = None,
    gap: float = 10.0,
    reach: float = 96.0,
) -> Places:
    """Lay out one tree around its root at (0, 0).

    Args:
        reach: shortest distance between a star and its parent.
        gap: free space between boxes.
    """
    count = len(parent)
    if count <= 1:
        return Places(np.zeros(count), np.zeros(count))
    forest = read_forest(parent, order)
    if count > MANY:
        return _wedges(forest, reach)
    return _fan(forest, boxes.as_rects(), _directions(forest), gap, reach)


def _directions(forest: Forest) -> tuple[list[float], list[float]]:
    """The angle of each star as seen from its parent, and how far it may lean from it; in radians."""
    weight = subtree_sums(forest, [1.0] * len(forest))
    angle, lean = [0.0] * len(forest), [0.0] * len(forest)
    room = [2 * math.pi] * len(forest)
    depth = depths(forest)
    root = forest.roots[0]
    for node in forest.preorder:
        below = forest.children[node]
        if not below:
            continue
        shares = [0.55 + math.sqrt(weight[child]) for child in below]
        if node == root:
            _around(below, shares, angle)
            spread = 2 * math.pi
        else:
            spread = math.pi * min(1.1, 0.2 + 0.17 * len(below))
            spread = min(spread, 0.5 * math.pi + 0.75 * room[node])
            _across(below, shares, angle, angle[node], spread, _BEND if depth[node] % 2 else -_BEND)
        total = sum(shares)
        for child, share in zip(below, shares, strict=True):
            room[child] = spread * share / total
            lean[child] = min(0.42 * room[child], 0.5)
    return angle, lean


def _around(below: list[int], shares: list[float], angle: list[float]) -> None:
    """A root's children stand in the whole circle."""
    if len(below) == 1:
        angle[below[0]] = -0.16 * math.pi
        return
    if len(below) == 2:  # noqa: PLR2004 - two branches look best left and right, not up and down
        angle[below[0]], angle[below[1]] = -0.86 * math.pi, -0.08 * math.pi
        return
    total = sum(shares)
    at = _START - math.pi * shares[0] / total
    for child, share in zip(below, shares, strict=True):
        angle[child] = at + math.pi * share / total
        at += 2 * math.pi * share / total


def _across(
    below: list[int], shares: list[float], angle: list[float], forward: float, spread: float, bend: float
) -> None:
    """Other children stand in a fan ahead of their parent, an only child a little aside."""
    if len(below) == 1:
        child = below[0]
        angle[child] = forward + bend
        return
    total = sum(shares)
    inner = spread * total / max(total - (shares[0] + shares[-1]) / 2, 1e-9)
    at = forward - spread / 2 - inner * shares[0] / total / 2
    for child, share in zip(below, shares, strict=True):
        angle[child] = at + inner * share / total / 2
        at += inner * share / total


def _fan(
    forest: Forest, rects: Floats, directions: tuple[list[float], list[float]], gap: float, reach: float
) -> Places:
    count = len(forest)
    angle, lean = directions
    weight = subtree_sums(forest, [1.0] * count)
    branches: list[Floats | None] = [None] * count
    away = np.zeros((count, 2))
    for node in reversed(forest.preorder):
        held = rects[node][None, :]
        for rank, child in enumerate(forest.children[node]):
            moving = branches[child]
            branches[child] = None
            if moving is None:
                continue
            shortest = reach * (1 + 0.16 * (((rank + 1) * _GOLDEN) % 1)) + 6.0 * math.sqrt(weight[child] - 1)
            leaning = lean[child] if weight[child] >= _LEAN_FROM and count <= _LEAN_UP_TO else 0.0
            away[child] = _attach(held, moving, angle[child], leaning, shortest, gap)
            held = np.concatenate([held, moving + np.tile(away[child], 2), _edge(away[child])])
        branches[node] = held
    return _add_up(forest, away)


def _attach(held: Floats, moving: Floats, angle: float, lean: float, shortest: float, gap: float) -> Floats:
    """Where a branch goes: along its direction, or leaning a little where that is nearer and crosses nothing."""
    best, best_cost = np.zeros(2), math.inf
    for share in _LEANS if lean else (0.0,):
        ahead = np.array([math.cos(angle + share * lean), math.sin(angle + share * lean)])
        distance = _slide(held, moving, ahead, shortest, gap)
        cost = distance * (1 + 0.22 * abs(share)) + (
            _CROSSING if _crosses(held[1:], ahead, distance) else 0.0
        )
        if cost < best_cost - 1e-6:
            best, best_cost = ahead * distance, cost
        if share == 0 and distance <= shortest * 1.02 and cost < _CROSSING:
            break
    return best


def _crosses(held: Floats, ahead: Floats, distance: float) -> bool:
    """Whether the line from (0, 0) to a branch runs over a box; the parent's own box is not among them."""
    if not len(held):
        return False
    enters, leaves = np.zeros(len(held)), np.full(len(held), distance)
    for axis in (0, 1):
        speed = float(ahead[axis])
        low, high = held[:, axis] - 2.0, held[:, axis + 2] + 2.0
        if abs(speed) < 1e-9:  # noqa: PLR2004
            leaves[(low > 0) | (high < 0)] = -1.0
            continue
        first, last = (low / speed, high / speed) if speed > 0 else (high / speed, low / speed)
        np.maximum(enters, first, out=enters)
        np.minimum(leaves, last, out=leaves)
    return bool((enters < leaves).any())


def _edge(end: Floats) -> Floats:
    """Small boxes along a line from (0, 0), so that later branches keep off it."""
    spots = end[None, :] * np.array([[0.4], [0.6], [0.8]])
    return np.concatenate([spots - 5.0, spots + 5.0], axis=1)


def _slide(held: Floats, moving: Floats, ahead: Floats, shortest: float, gap: float) -> float:
    """The least distance along ``ahead``, at least ``shortest``, at which no boxes overlap."""
    low = np.full((len(held), len(moving)), -np.inf)
    high = np.full((len(held), len(moving)), np.inf)
    for axis in (0, 1):
        speed = float(ahead[axis])
        first = held[:, None, axis] - moving[None, :, axis + 2] - gap
        last = held[:, None, axis + 2] - moving[None, :, axis] + gap
        if abs(speed) < 1e-9:  # noqa: PLR2004
            clear = (first >= 0) | (last <= 0)
            high[clear] = -np.inf
            continue
        if speed < 0:
            first, last = last, first
        np.maximum(low, first / speed, out=low)
        np.minimum(high, last / speed, out=high)
    blocked = (low < high) & (high > shortest)
    if not blocked.any():
        return shortest
    begins, ends = low[blocked], high[blocked]
    rank = np.argsort(begins)
    begins = begins[rank]
    free_from = np.maximum.accumulate(np.maximum(ends[rank], shortest))
    before = np.concatenate([[shortest], free_from[:-1]])
    gaps = np.flatnonzero(begins >= before)
    return float(before[gaps[0]] if len(gaps) else free_from[-1])


def _add_up(forest: Forest, away: Floats) -> Places:
    x, y = [0.0] * len(forest), [0.0] * len(forest)
    step_x, step_y = away[:, 0].tolist(), away[:, 1].tolist()
    for node in forest.preorder:
        above = forest.parent[node]
        if above >= 0:
            x[node] = x[above] + step_x[node]
            y[node] = y[above] + step_y[node]
    return Places(np.array(x), np.array(y))


def _wedges(forest: Forest, reach: float) -> Places:
    """Rings by depth, angles by the number of leaves; linear, and with no promise about titles."""
    count = len(forest)
    leaves = np.array(subtree_sums(forest, [0.0 if below else 1.0 for below in forest.children]))
    depth = np.array(depths(forest))
    begin = [0.0] * count
    turn = 2 * math.pi / max(float(leaves[forest.roots[0]]), 1.0)
    widths = (leaves * turn).tolist()
    for node in forest.preorder:
        at = begin[node]
        for child in forest.children[node]:
            begin[child] = at
            at += widths[child]
    middle = np.array(begin) + leaves * turn / 2 + _START
    crowd = np.bincount(depth).astype(np.float64)
    radius = np.cumsum(np.maximum(reach, np.diff(np.concatenate([[0.0], crowd * 26.0 / (2 * math.pi)]))))
    radius -= radius[0]
    out = radius[depth]
    return Places(out * np.cos(middle), out * np.sin(middle))
