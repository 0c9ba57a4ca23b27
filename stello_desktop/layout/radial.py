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
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from stello_desktop.layout.forest import Floats, Forest, add_up, depths, read_forest, subtree_sums
from stello_desktop.layout.tidy import Places

MANY = 600
GAP = 10.0
REACH = 96.0
GOLDEN = 0.381966
_CROSSING = 400.0
"""What a line across another star costs, in units of distance."""

BEND = 0.13 * math.pi
"""How far an only child turns from the way that led to its parent; to one side and the other in turn."""

FIRST = -0.16 * math.pi
"""Where an only branch of a project stands: to the right, a little upwards."""

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
    gap: float = GAP,
    reach: float = REACH,
) -> Places:
    """Lay out one tree around its root at (0, 0).

    Args:
        reach: shortest distance between a star and its parent.
        gap: free space between boxes.
    """
    steps = star_steps(parent, boxes, order=order, gap=gap, reach=reach)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            places: Places = end.value
            return places


def star_steps(
    parent: Sequence[int],
    boxes: Boxes,
    *,
    order: Sequence[int] | None = None,
    gap: float = GAP,
    reach: float = REACH,
) -> Generator[None, None, Places]:
    """The same in many small steps, so that a window can do other things between them."""
    count = len(parent)
    if count <= 1:
        return Places(np.zeros(count), np.zeros(count))
    forest = read_forest(parent, order)
    if count > MANY:
        return _wedges(forest, reach)
    return (
        yield from _fan(forest, np.ascontiguousarray(boxes.as_rects().T), _directions(forest), gap, reach)
    )


def branch_steps(
    parent: Sequence[int], rects: Floats, forward: float, *, gap: float, reach: float
) -> Generator[None, None, Places]:
    """A branch alone, in preorder, around its first star at (0, 0), that goes on in the direction ``forward``.

    Args:
        rects: what each star needs, one column (x0, y0, x1, y1) each.
    """
    forest = read_forest(parent, in_preorder=True)
    return (yield from _fan(forest, np.ascontiguousarray(rects), _directions(forest, forward), gap, reach))


def fan_angles(weights: Sequence[float], forward: float, bend: float) -> list[float]:
    """The directions of a star's children where none stands yet, by how many hang below each."""
    shares = [0.55 + math.sqrt(weight) for weight in weights]
    angle = [0.0] * len(shares)
    _across(list(range(len(shares))), shares, angle, forward, _spread(len(shares)), bend)
    return angle


def _spread(count: int) -> float:
    return math.pi * min(1.1, 0.2 + 0.17 * count)


def _directions(forest: Forest, forward: float | None = None) -> tuple[list[float], list[float]]:
    """The angle of each star as seen from its parent, and how far it may lean from it; in radians.

    Args:
        forward: where the first star itself comes from, None for a project.
    """
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
        if node == root and forward is not None:
            angle[node] = forward
        if node == root and forward is None:
            _around(below, shares, angle)
            spread = 2 * math.pi
        else:
            spread = _spread(len(below))
            spread = min(spread, 0.5 * math.pi + 0.75 * room[node])
            _across(below, shares, angle, angle[node], spread, BEND if depth[node] % 2 else -BEND)
        total = sum(shares)
        for child, share in zip(below, shares, strict=True):
            room[child] = spread * share / total
            lean[child] = min(0.42 * room[child], 0.5)
    return angle, lean


def _around(below: list[int], shares: list[float], angle: list[float]) -> None:
    """A root's children stand in the whole circle."""
    if len(below) == 1:
        angle[below[0]] = FIRST
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
) -> Generator[None, None, Places]:
    count = len(forest)
    angle, lean = directions
    weight = subtree_sums(forest, [1.0] * count)
    branches: list[Floats | None] = [None] * count
    away = np.zeros((count, 2))
    for node in reversed(forest.preorder):
        below = forest.children[node]
        own = rects[:, node : node + 1]
        if not below:
            branches[node] = own
            continue
        held = _Held(own, 1 + sum(_rows(branches[child]) + _EDGE_BOXES for child in below))
        for rank, child in enumerate(below):
            moving = branches[child]
            branches[child] = None
            if moving is None:
                continue
            shortest = reach * (1 + 0.16 * (((rank + 1) * GOLDEN) % 1)) + 6.0 * math.sqrt(weight[child] - 1)
            leaning = lean[child] if weight[child] >= _LEAN_FROM and count <= _LEAN_UP_TO else 0.0
            x, y = _attach(held.boxes, moving, angle[child], leaning, shortest, gap)
            away[child, 0], away[child, 1] = x, y
            held.add(moving, x, y)
            yield
        branches[node] = held.boxes
    return Places(*add_up(forest.parent, away, forest.preorder))


def _rows(branch: Floats | None) -> int:
    return 0 if branch is None else branch.shape[1]


_EDGE_BOXES = 3
ALONG_EDGE = np.array([[0.4, 0.6, 0.8]] * 4)
EDGE_SIZE = np.array([[-5.0], [-5.0], [5.0], [5.0]])


class _Held:
    """What a star and its placed branches take, in one array that is large enough from the start.

    Boxes are columns here, so that each edge of all of them lies in one piece of memory.
    """

    def __init__(self, own: Floats, room: int) -> None:
        self._all = np.empty((4, room))
        self._all[:, :1] = own
        self._count = 1

    @property
    def boxes(self) -> Floats:
        return self._all[:, : self._count]

    def add(self, branch: Floats, x: float, y: float) -> None:
        """A branch at its place, and small boxes along the line to it, so that later branches keep off."""
        begin, middle = self._count, self._count + branch.shape[1]
        end = np.array([[x], [y], [x], [y]])
        np.add(branch, end, out=self._all[:, begin:middle])
        self._count = middle + _EDGE_BOXES
        np.add(end * ALONG_EDGE, EDGE_SIZE, out=self._all[:, middle : self._count])


def _attach(
    held: Floats, moving: Floats, angle: float, lean: float, shortest: float, gap: float
) -> tuple[float, float]:
    """Where a branch goes: along its direction, or leaning a little where that is nearer and crosses nothing."""
    best, best_cost = (0.0, 0.0), math.inf
    for share in _LEANS if lean else (0.0,):
        ahead = (math.cos(angle + share * lean), math.sin(angle + share * lean))
        distance = slide(held, moving, ahead, shortest, gap)
        if not lean:
            return ahead[0] * distance, ahead[1] * distance
        cost = distance * (1 + 0.22 * abs(share)) + (
            _CROSSING if crosses(held[:, 1:], ahead, distance) else 0.0
        )
        if cost < best_cost - 1e-6:
            best, best_cost = (ahead[0] * distance, ahead[1] * distance), cost
        if share == 0 and distance <= shortest * 1.02 and cost < _CROSSING:
            break
    return best


def crosses(held: Floats, ahead: tuple[float, float], distance: float) -> bool:
    """Whether the line from (0, 0) to a branch runs over a box; the parent's own box is not among them."""
    if not held.shape[1]:
        return False
    low, high = _times(held + _LINE, ahead)
    return bool(((low < high) & (high > 0.0) & (low < distance)).any())


_LINE = np.array([[-2.0], [-2.0], [2.0], [2.0]])


def _times(rects: Floats, ahead: tuple[float, float]) -> tuple[Floats, Floats]:
    """When a point that leaves (0, 0) enters and leaves each rectangle; edges on the first axis."""
    x, y = (speed if abs(speed) > 1e-9 else 1e-9 for speed in ahead)  # noqa: PLR2004 - never divide by zero
    left, top, right, bottom = (0, 1, 2, 3)
    if x < 0:
        left, right = right, left
    if y < 0:
        top, bottom = bottom, top
    low, high = rects[left] / x, rects[right] / x
    np.maximum(low, rects[top] / y, out=low)
    np.minimum(high, rects[bottom] / y, out=high)
    return low, high


def slide(held: Floats, moving: Floats, ahead: tuple[float, float], shortest: float, gap: float) -> float:
    """The least distance along ``ahead``, at least ``shortest``, at which no boxes overlap."""
    turned = moving[_TURNED] + np.array([[gap], [gap], [-gap], [-gap]])
    if turned.shape[1] == 1:
        low, high = _times(held - turned, ahead)
    else:
        if held.shape[1] * turned.shape[1] > _MANY_PAIRS:
            held, turned = _near(held, turned, ahead, shortest)
        low, high = _times(held[:, :, None] - turned[:, None, :], ahead)
    blocked = low < high
    blocked &= high > shortest
    begins, ends = low[blocked], high[blocked]
    if not len(begins):
        return shortest
    rank = np.argsort(begins)
    begins = begins[rank]
    free_from = np.maximum.accumulate(np.maximum(ends[rank], shortest))
    before = np.concatenate([[shortest], free_from[:-1]])
    gaps = np.flatnonzero(begins >= before)
    return float(before[gaps[0]] if len(gaps) else free_from[-1])


_TURNED = np.array([2, 3, 0, 1])
_MANY_PAIRS = 200
"""From so many pairs of boxes on, it pays to leave out first what can never meet."""


def _near(held: Floats, turned: Floats, ahead: tuple[float, float], shortest: float) -> tuple[Floats, Floats]:
    """The boxes of either side that meet anything on the way."""
    low, high = _times(held - _around_all(turned), ahead)
    held = held[:, (low < high) & (high > shortest)]
    if held.shape[1]:
        low, high = _times(_around_all(held) - turned, ahead)
        turned = turned[:, (low < high) & (high > shortest)]
    return held, turned


def _around_all(boxes: Floats) -> Floats:
    """The rectangle that makes the widest difference; edges may be turned."""
    low, high = np.minimum(boxes[:2], boxes[2:]).min(axis=1), np.maximum(boxes[:2], boxes[2:]).max(axis=1)
    if boxes[0, 0] > boxes[2, 0]:
        low, high = high, low
    return np.concatenate([low, high])[:, None]


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
