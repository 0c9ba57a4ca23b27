"""A star that grows: who stands keeps standing, newcomers find a place, and only what is in the way moves.

Three laws hold (map rule 4). A newcomer that finds room near its parent moves nobody, nor does a longer
title of a star with nobody below it that finds room for itself. Where there is none, branches slide
outwards along their own directions until they are free, where the person has put them by hand as well:
only those that the growth is in, so that each star's place as seen from its parent changes only on the way
from the growth up to the project. And no two boxes ever overlap, those of free slots included.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable
from typing import Final

import numpy as np

from stello_desktop.layout import radial
from stello_desktop.layout.forest import Floats, Ints, read_forest
from stello_desktop.layout.radial import Boxes

_NEAR: Final = 380.0
"""A newcomer farther from its parent than this would not seem to be its child: others move instead."""

_A_STEP: Final = 80.0
"""A star whose title grows slides outwards no farther than this before it looks for another direction."""

_AROUND: Final = 24
_AHEAD: Final = 17
_WIDEST: Final = 0.72 * math.pi
"""How far from straight on a child may stand."""

_A_FAN: Final = 3
_CROWDING: Final = 160.0
_CROSSING: Final = 400.0
_CROSSED_LINE: Final = 220.0
"""What it costs, in units of distance, when the line to a newcomer runs over a star, or over another line."""

_SAME: Final = 1e-6


def settle(
    parent: list[int],
    boxes: Boxes,
    offset: Floats,
    grown: Iterable[int],
    *,
    gap: float,
    reach: float,
    shift: Floats | None = None,
) -> Generator[None, None, Floats]:
    """Complete the places of a star, in small steps.

    Args:
        parent: in preorder, the root is number 0.
        offset: how far each stands from its parent, ``(n, 2)``; NaN for newcomers.
        grown: whose boxes have become larger.
        shift: how far the person has moved each from where it stands by itself, ``(n, 2)``.

    Returns:
        The offsets of all.
    """
    work = _Settling(parent, boxes, offset, gap, reach)
    if shift is not None:
        work.shift = np.ascontiguousarray(shift.T)
    pending = yield from work.seat_newcomers()
    others = yield from work.give_way(grown)
    yield from work.push(pending, others)
    return work.offset


class _Settling:
    """The working arrays of one run."""

    def __init__(self, parent: list[int], boxes: Boxes, offset: Floats, gap: float, reach: float) -> None:
        self.parent, self.gap, self.reach = parent, gap, reach
        self.children = read_forest(parent, in_preorder=True).children
        self.rects = np.ascontiguousarray(boxes.as_rects().T)
        self.offset = offset.copy()
        self.offset[0] = 0.0
        count = len(parent)
        self.end = list(range(1, count + 1))
        for node in range(count - 1, 0, -1):
            above = parent[node]
            self.end[above] = max(self.end[above], self.end[node])
        self.seated: np.ndarray[tuple[int], np.dtype[np.bool_]] = ~np.isnan(self.offset[:, 0])
        self.place = np.zeros((2, count))
        self.shift = np.zeros((2, count))
        for node in range(1, count):
            above = parent[node]
            if not self.seated[above]:
                self.seated[node] = False
            if self.seated[node]:
                self.place[:, node] = self.place[:, above] + self.offset[node]

    # -- newcomers

    def seat_newcomers(self) -> Generator[None, None, list[int]]:
        """Give each a place near its parent where nobody stands; those who find none are returned."""
        pending: list[int] = []
        tops = [
            node
            for node in range(1, len(self.parent))
            if not self.seated[node] and self.seated[self.parent[node]]
        ]
        fans = self._fans(tops)
        for top in tops:
            angle, distance = fans[top] if top in fans else self._spot(top)
            shape = yield from self._shape(top, angle)
            ahead = (math.cos(angle), math.sin(angle))
            alone = shape.shape[1] == 1
            room = 0.0 if alone else 0.5 * float(np.ptp(shape, axis=1).max())
            if not alone or top in fans:
                boxes = np.concatenate([shape, shape]) + self.rects[:, top : self.end[top]]
                distance = radial.slide(self._seen_from(self.parent[top]), boxes, ahead, self.reach, self.gap)
            near = distance <= _NEAR + room
            if not near:
                pending.append(top)
                distance = self.reach
            self._seat(top, shape, ahead[0] * distance, ahead[1] * distance, seated=near)
            yield
        return pending

    def _fans(self, tops: list[int]) -> dict[int, tuple[float, float]]:
        """Several that come together below a star without children: a whole fan, as if it were new."""
        found: dict[int, tuple[float, float]] = {}
        for above in dict.fromkeys(self.parent[top] for top in tops):
            below = self.children[above]
            if above and len(below) >= _A_FAN and not self.seated[below].any():
                forward, bend = self._forward(above)
                weights = [float(self.end[child] - child) for child in below]
                angles = radial.fan_angles(weights, forward, bend)
                found.update((child, (angle, 0.0)) for child, angle in zip(below, angles, strict=True))
        return found

    def _forward(self, node: int) -> tuple[float, float]:
        """The direction that leads on from a star, and how far an only child turns from it."""
        depth, above = 0, node
        while above:
            depth, above = depth + 1, self.parent[above]
        bend = radial.BEND if depth % 2 else -radial.BEND
        return math.atan2(self.offset[node, 1], self.offset[node, 0]), bend

    def _seat(self, top: int, shape: Floats, x: float, y: float, *, seated: bool) -> None:
        begin, end = top, self.end[top]
        at = self.place[:, self.parent[top]] + (x, y)
        self.place[:, begin:end] = shape + at[:, None]
        self.offset[top] = x, y
        for node in range(begin + 1, end):
            self.offset[node] = shape[:, node - begin] - shape[:, self.parent[node] - begin]
        self.seated[begin:end] = seated

    def _shape(self, top: int, angle: float) -> Generator[None, None, Floats]:
        """A newcomer and all below it as a branch of its own, ``(2, n)`` from its first star."""
        begin, end = top, self.end[top]
        if end - begin == 1:
            return np.zeros((2, 1))
        above = [max(node - begin, -1) for node in self.parent[begin:end]]
        rects = self.rects[:, begin:end]
        places = yield from radial.branch_steps(above, rects, angle, gap=self.gap, reach=self.reach)
        shape: Floats = np.stack([places.x, places.y])
        return shape

    def _seen_from(self, node: int) -> Floats:
        """The boxes of all who are seated and of the lines between them, measured from one star."""
        seated = np.flatnonzero(self.seated)
        place = self.place + self.shift
        at = place[:, seated]
        boxes = self.rects[:, seated] + np.concatenate([at, at])
        ends = seated[seated > 0]
        start = place[:, np.array(self.parent, dtype=np.int64)[ends]]
        way = place[:, ends] - start
        lines = [start + way * share for share in radial.ALONG_EDGE[0].tolist()]
        dots = [np.concatenate([line, line]) + radial.EDGE_SIZE for line in lines]
        middle = place[:, node]
        held: Floats = np.concatenate([boxes, *dots], axis=1) - np.concatenate([middle, middle])[:, None]
        return held

    def _spot(self, top: int) -> tuple[float, float]:
        """The direction and the distance of the best free place for a star as seen from its parent."""
        above = self.parent[top]
        held, own = self._seen_from(above), self.rects[:, top : top + 1]
        seated = np.flatnonzero(self.seated)
        others = held[:, : len(seated)][:, seated != above]
        lines = self._lines(above)
        siblings = np.array([child for child in self.children[above] if self.seated[child]], dtype=np.int64)
        taken = np.arctan2(self.offset[siblings, 1], self.offset[siblings, 0])
        shortest = self.reach * (1 + 0.16 * (((len(taken) + 1) * radial.GOLDEN) % 1))
        forward, angles, ideal = self._choices(above, len(taken))
        best, best_cost = (float(angles[0]), math.inf), math.inf
        for angle in angles.tolist():
            ahead = (math.cos(angle), math.sin(angle))
            distance = radial.slide(held, own, ahead, shortest, self.gap)
            cost = distance
            if above or not len(taken):
                cost *= 1 + 0.3 * abs(_turn(angle - forward)) / math.pi
            if len(taken):
                apart = float(np.abs(_turn(taken - angle)).min())
                cost += _CROWDING * max(0.0, 1 - apart / ideal)
            if cost < best_cost - _SAME and radial.crosses(others, ahead, distance):
                cost += _CROSSING
            if cost < best_cost - _SAME:
                cost += _CROSSED_LINE * _crossed(lines, ahead[0] * distance, ahead[1] * distance)
            if cost < best_cost - _SAME:
                best, best_cost = (angle, distance), cost
        return best

    def _lines(self, node: int) -> tuple[Floats, Floats]:
        """Where all lines begin and how they run, measured from one star; its own are not among them."""
        ends = np.flatnonzero(self.seated)
        starts = np.array(self.parent, dtype=np.int64)[ends]
        others = (ends > 0) & (starts != node) & (ends != node)
        place = self.place + self.shift
        begin = place[:, starts[others]]
        return begin - place[:, node : node + 1], place[:, ends[others]] - begin

    def _choices(self, above: int, siblings: int) -> tuple[float, Floats, float]:
        """The direction that is natural below a star, those to try, and how far siblings like to be apart."""
        if above == 0:
            first = radial.FIRST
            return first, first + np.arange(_AROUND) * 2 * math.pi / _AROUND, 2 * math.pi / (siblings + 1)
        forward, bend = self._forward(above)
        fan = math.pi * min(1.1, 0.2 + 0.17 * (siblings + 1))
        straight = forward + (0.0 if siblings else bend)
        return straight, straight + np.linspace(-_WIDEST, _WIDEST, _AHEAD), fan / (siblings + 1)

    # -- making room

    def give_way(self, grown: Iterable[int]) -> Generator[None, None, list[int]]:
        """Who has grown and has nobody below it makes way alone, where it finds room.

        Returns:
            Those who have grown and need others to move.
        """
        left: list[int] = []
        for node in grown:
            alone = node > 0 and not self.children[node] and bool(self.seated[node])
            if not alone or (self.shift[:, node] != self.shift[:, self.parent[node]]).any():
                left.append(node)
                continue
            self.seated[node] = False
            spot = self._own_way(node)
            self.seated[node] = True
            if spot is None:
                left.append(node)
                continue
            self.offset[node] = spot
            self.place[:, node] = self.place[:, self.parent[node]] + self.offset[node]
            yield
        return left

    def _own_way(self, node: int) -> tuple[float, float] | None:
        """Where a star without children is free: here, a step outwards, or where a newcomer would stand."""
        held, own = self._seen_from(self.parent[node]), self.rects[:, node : node + 1]
        boxes = held[:, : np.count_nonzero(self.seated)]
        x, y = self.offset[node].tolist()
        if not _overlap(boxes, own + np.array([[x], [y], [x], [y]])).any():
            return x, y
        far = math.hypot(x, y)
        ahead = (x / far, y / far) if far else (1.0, 0.0)
        distance = radial.slide(held, own, ahead, far, self.gap)
        if distance > far + _A_STEP:
            angle, distance = self._spot(node)
            ahead = (math.cos(angle), math.sin(angle))
        return (ahead[0] * distance, ahead[1] * distance) if distance <= max(_NEAR, far) else None

    def push(self, pending: list[int], grown: Iterable[int]) -> Generator[None, None, None]:
        """Let branches slide outwards until nobody overlaps, from the leaves up."""
        stirred = np.zeros(len(self.parent), dtype=np.bool_)
        stirred[pending] = True
        waiting = {self.parent[top] for top in pending}
        larger = set(grown)
        waiting |= larger
        while waiting:
            node = max(waiting)
            waiting.remove(node)
            below = self.children[node]
            if node in larger:
                for child in below:
                    if not stirred[child] and self._meets(self.rects[:, node], node, child):
                        stirred[child] = True
            moving = [child for child in below if stirred[child]]
            self._make_room(node, moving)
            if node and (moving or node in larger):
                stirred[node] = True
                waiting.add(self.parent[node])
            yield

    def _meets(self, box: Floats, node: int, branch: int) -> bool:
        boxes = self._boxes(np.arange(branch, self.end[branch]), node)
        return bool(_overlap(box[:, None], boxes).any())

    def _boxes(self, nodes: Ints, origin: int) -> Floats:
        place = self.place + self.shift
        at = place[:, nodes] - place[:, origin : origin + 1]
        moved: Floats = self.rects[:, nodes] + np.concatenate([at, at])
        return moved

    def _make_room(self, node: int, moving: list[int]) -> None:
        """Those who stand stay; then the branches that grew, then those who come."""
        still = np.zeros(self.end[node] - node, dtype=np.bool_)
        still[:] = True
        for child in moving:
            still[child - node : self.end[child] - node] = False
        held = self._boxes(np.flatnonzero(still) + node, node)
        for child in sorted(moving, key=lambda child: (not self.seated[child], child)):
            branch = np.arange(child, self.end[child])
            by_hand = self.shift[:, child] - self.shift[:, node]
            boxes = self._boxes(branch, child) + np.concatenate([by_hand, by_hand])[:, None]
            x, y = self.offset[child].tolist()
            there = boxes + np.array([[x], [y], [x], [y]])
            if not self.seated[child] or _overlap(held[:, :, None], there[:, None, :]).any():
                shortest = math.hypot(x, y)
                ahead = (x / shortest, y / shortest) if shortest else (1.0, 0.0)
                distance = radial.slide(held, boxes, ahead, shortest, self.gap)
                shift = np.array([ahead[0] * distance - x, ahead[1] * distance - y])
                self.offset[child] += shift
                self.place[:, branch] += shift[:, None]
                there = boxes + np.concatenate([self.offset[child], self.offset[child]])[:, None]
                self.seated[branch] = True
            held = np.concatenate([held, there], axis=1)


def _crossed(lines: tuple[Floats, Floats], x: float, y: float) -> int:
    """How many lines a line from (0, 0) crosses."""
    begin, way = lines
    bend = x * way[1] - y * way[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        mine = (begin[0] * way[1] - begin[1] * way[0]) / bend
        its = (begin[0] * y - begin[1] * x) / bend
    return int(((mine > 0) & (mine < 1) & (its > 0) & (its < 1)).sum())


def _overlap(one: Floats, other: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Whether boxes overlap; edges on the first axis."""
    met: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (
        (one[0] < other[2] - _SAME)
        & (other[0] < one[2] - _SAME)
        & (one[1] < other[3] - _SAME)
        & (other[1] < one[3] - _SAME)
    )
    return met


def _turn[Angle: (float, Floats)](angle: Angle) -> Angle:
    """The same angle between -pi and pi."""
    turned: Angle = (angle + math.pi) % (2 * math.pi) - math.pi
    return turned
