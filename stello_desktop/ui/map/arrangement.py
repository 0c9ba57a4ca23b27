"""Where the visible stars stand: each project by its own layout, all projects on one sky.

Finished layouts are kept per project and used again while neither its stars nor its titles change, so
that an unread mark or a selection costs nothing here. What is laid out are the slots of a project, not its
stars: one that goes leaves its slot free and nothing else moves (map rule 4).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Final

import numpy as np

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import LayoutKind, TreeEntry
from stello_desktop.layout.camera import Box
from stello_desktop.layout.forest import Floats, Ints, add_up
from stello_desktop.layout.galaxy import galaxy
from stello_desktop.layout.radial import GAP, MANY, REACH, Boxes, star_steps
from stello_desktop.layout.settling import settle
from stello_desktop.layout.sky import SkyBook
from stello_desktop.layout.slot_book import SlotBook
from stello_desktop.layout.slots import Slots
from stello_desktop.layout.tidy import mind_map
from stello_desktop.ui.map.stars import Stars

PACKED_FROM: Final = 2_000
"""More visible stars than this are a packed galaxy when all of them are in view."""

_MANY_IN_A_STAR: Final = 110
_MANY_IN_A_MIND_MAP: Final = 1_200
"""From so many stars on a changed project is laid out in steps."""

_QUANTUM_PX: Final = 8.0
_RADIUS_STEP_PX: Final = 4.0
"""A star grows with what hangs below it; its slot has room for that in steps."""

_ID, _LABEL, _DX, _DY = (
    itemgetter(TreeEntry._fields.index(name)) for name in ("session_id", "label", "dx", "dy")
)
LABEL_GAP: Final = 7.0
_ROW_PADDING: Final = 9.0

type Measure = Callable[[str, int], tuple[float, float]]
"""Width and height in pixels of a label of the given depth."""


@dataclass(frozen=True, slots=True)
class Form:
    """Positions of all stars in scene units, and the room they take with their labels."""

    x: Floats
    y: Floats
    bounds: Box


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Both forms of the sky.

    Attributes:
        spread: for reading; projects in their own layouts.
        packed: for an overview of thousands, None below `PACKED_FROM`.
        side: where a star's label stands: 0 below, +1 to the right, -1 to the left.
        shelf: in a mind map, how far the line under a star's title reaches from the star.
    """

    spread: Form
    packed: Form | None
    side: Ints
    shelf: Floats


@dataclass(slots=True)
class _Project:
    """A finished layout of one project and what it was made from."""

    kind: str
    names: list[SessionId]
    parent: list[int]
    sizes: Floats
    slots: Slots[SessionId]
    x: Floats
    y: Floats
    side: Ints
    extent: Box
    shown: Box
    look: Hashable


@dataclass(slots=True)
class Arranger:
    """Arranges stars and remembers what did not change."""

    measure: Measure
    scale: float = 1.0
    """The text size of `measure`."""
    measure_at: Callable[[float], Measure] | None = None
    """Measures titles as they were at another text size; without it all are as they are now."""
    _kept: dict[SessionId, _Project] = field(default_factory=dict)
    places: SkyBook[SessionId] = field(default_factory=SkyBook)
    slots: SlotBook[SessionId] = field(default_factory=SlotBook)
    _packed_places: SkyBook[SessionId] = field(default_factory=SkyBook)

    def tidy(self, root: SessionId) -> None:
        """Lay out a project from scratch when it is arranged next."""
        self._kept.pop(root, None)
        self.slots.tidy(root)

    def untidy(self, root: SessionId) -> None:
        """Let a project stand as it stood before it was tidied up."""
        self._kept.pop(root, None)
        self.slots.untidy(root)

    def arrange(self, stars: Stars) -> Arrangement:
        """Lay out all projects."""
        return run_through(self.arranging(stars))

    def is_heavy(self, stars: Stars) -> bool:
        """Whether arranging these takes longer than a frame."""
        if len(stars) > PACKED_FROM:
            return True
        ends = [*stars.starts[1:], len(stars)]
        for begin, end in zip(stars.starts, ends, strict=False):
            root, count = stars.entries[begin], end - begin
            kept = self._kept.get(root.session_id)
            many = _MANY_IN_A_MIND_MAP if root.layout == LayoutKind.MIND_MAP else _MANY_IN_A_STAR
            if count > many and (
                kept is None
                or kept.kind != root.layout
                or kept.names != _names(stars, begin, end)
                or kept.parent != _parents(stars, begin, end)
                or not np.array_equal(
                    kept.sizes, self._sizes(stars, begin, end, self._scale_of(stars, begin))
                )
            ):
                return True
        return False

    def arranging(self, stars: Stars) -> Generator[None, None, Arrangement]:
        """The same in steps of a few milliseconds, for trees that take longer than a frame."""
        count = len(stars)
        if not count:
            nothing = Form(np.zeros(0), np.zeros(0), Box(-1.0, -1.0, 1.0, 1.0))
            return Arrangement(nothing, None, np.zeros(0, dtype=np.int64), np.zeros(0))
        sizes = self._sizes(stars, 0, count, self.scale)
        ends = [*stars.starts[1:], count]
        projects: list[_Project] = []
        for begin, end in zip(stars.starts, ends, strict=True):
            projects.append((yield from self._project(stars, sizes, begin, end)))
            yield
        side = np.concatenate([project.side for project in projects])
        roots = [stars.entries[begin].session_id for begin in stars.starts]
        self._kept = dict(zip(roots, projects, strict=True))
        self.slots.forget_gone(roots)
        spread = _on_one_sky(
            self.places,
            roots,
            [(p.x, p.y, p.extent) for p in projects],
            shown=[p.shown for p in projects],
            looks=[p.look for p in projects],
        )
        moved = _with_offsets(stars, spread)
        bounds = _bounds(moved, sizes, side)
        yield
        packed = (yield from _packing(self._packed_places, roots, projects)) if count > PACKED_FROM else None
        shelf = side * (sizes[:, 2] + LABEL_GAP + sizes[:, 0])
        return Arrangement(Form(*moved, bounds), packed, side, shelf)

    def _scale_of(self, stars: Stars, begin: int) -> float:
        """The text size at which a project was laid out: another one moves nobody (map rule 4)."""
        if len(stars) > PACKED_FROM or self.measure_at is None:
            return self.scale
        return self.slots.scale(stars.entries[begin].session_id, self.scale, ruler="measured")

    def _sizes(self, stars: Stars, begin: int, end: int, scale: float) -> Floats:
        """Label widths and heights in steps of a few pixels, one row per star (map rule 6)."""
        measure = self.measure
        if scale != self.scale and self.measure_at is not None:
            measure = self.measure_at(scale)
        entries = stars.entries[begin:end]
        if len(stars) > PACKED_FROM:
            width, height = _guessed(entries)
        else:
            pairs = zip(entries, stars.depth[begin:end].tolist(), strict=True)
            width, height = np.array([measure(entry.label, depth) for entry, depth in pairs]).T
        wide = np.ceil(width / _QUANTUM_PX) * _QUANTUM_PX
        return np.stack([wide, height, stars.radius[begin:end]], axis=1)

    def _project(self, stars: Stars, sizes: Floats, begin: int, end: int) -> Generator[None, None, _Project]:
        root = stars.entries[begin]
        names, parent = _names(stars, begin, end), _parents(stars, begin, end)
        scale = self._scale_of(stars, begin)
        mine = sizes[begin:end] if scale == self.scale else self._sizes(stars, begin, end, scale)
        kept = self._kept.get(root.session_id)
        if (
            kept
            and kept.kind == root.layout
            and kept.names == names
            and kept.parent == parent
            and np.array_equal(kept.sizes, mine)
        ):
            return kept
        ruler = "guessed" if len(stars) > PACKED_FROM else "measured"
        is_star = root.layout != LayoutKind.MIND_MAP
        most = MANY if is_star and len(names) <= MANY else None
        slots = self.slots.follow(names, parent, _reserved(mine), ruler=ruler, scale=scale, most=most)
        if is_star:
            slots, x, y, side = yield from _as_star(slots, _moved_by_hand(slots, stars, begin, end))
        else:
            slots, x, y, side = _as_mind_map(slots)
        self.slots.keep(slots, ruler=ruler)
        extent = _bounds((x, y), slots.sizes, side)
        row = slots.row
        x, y, side = x[row], y[row], side[row]
        shown = _bounds((x, y), mine, side)
        look = (root.layout, tuple(names), tuple(parent), mine.tobytes())
        return _Project(root.layout, names, parent, mine, slots, x, y, side, extent, shown, look)


def run_through[T](steps: Generator[None, None, T]) -> T:
    """Do all steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found


def _parents(stars: Stars, begin: int, end: int) -> list[int]:
    """The parents within one project, whose root is number 0."""
    parent: list[int] = (stars.parent[begin:end] - begin).tolist()
    parent[0] = -1
    return parent


def _names(stars: Stars, begin: int, end: int) -> list[SessionId]:
    return list(map(_ID, stars.entries[begin:end]))


def _reserved(sizes: Floats) -> Floats:
    """What a star gets room for."""
    reserved = sizes.copy()
    reserved[:, 2] = np.ceil(sizes[:, 2] / _RADIUS_STEP_PX) * _RADIUS_STEP_PX
    return reserved


def _guessed(entries: list[TreeEntry]) -> tuple[Floats, Floats]:
    """Label sizes without a font: for thousands, whose labels never all show at once."""
    labels = list(map(_LABEL, entries))
    wide = np.array(list(map(len, labels))) * np.where(list(map(str.isascii, labels)), 7.0, 11.0)
    return np.minimum(wide, 150.0), np.full(len(labels), 16.0)


type _Laid = tuple[Slots[SessionId], Floats, Floats, Ints]
"""Slots that know where they are, their places across and down, and on which side their titles stand."""


def _moved_by_hand(slots: Slots[SessionId], stars: Stars, begin: int, end: int) -> Floats | None:
    """How far the person has moved each slot from its automatic place, with all above it; None for not at all."""
    own = [(entry.dx or 0.0, entry.dy or 0.0) for entry in stars.entries[begin:end]]
    if not any(dx or dy for dx, dy in own):
        return None
    away = np.zeros((len(slots), 2))
    away[slots.row] = own
    return np.stack(add_up(slots.parent, away), axis=1)


def _as_star(slots: Slots[SessionId], shift: Floats | None) -> Generator[None, None, _Laid]:
    """Who has a place keeps it; a project that is new, or too large for titles, is laid out as a whole."""
    sizes, parent = slots.sizes, slots.parent
    half = np.maximum(sizes[:, 0] / 2, sizes[:, 2]) + 2.0
    below = sizes[:, 2] + LABEL_GAP + sizes[:, 1]
    boxes = Boxes(half, half, sizes[:, 2] + 5.0, below)
    side = np.zeros(len(slots), dtype=np.int64)
    unknown = np.isnan(slots.offset[:, 0])
    if len(slots) > MANY or unknown[1:].all():
        places = yield from star_steps(parent, boxes)
        if len(slots) > MANY:
            return replace(slots, offset=np.full_like(slots.offset, np.nan)), places.x, places.y, side
        above = np.maximum(np.array(parent, dtype=np.int64), 0)
        offset = np.stack([places.x - places.x[above], places.y - places.y[above]], axis=1)
        return replace(slots, offset=offset), places.x, places.y, side
    if unknown.any() or len(slots.grown):
        grown = slots.grown.tolist()
        offset = yield from settle(parent, boxes, slots.offset, grown, gap=GAP, reach=REACH, shift=shift)
        slots = replace(slots, offset=offset, plain=False)
    x, y = add_up(parent, slots.offset)
    return slots, x, y, side


def _as_mind_map(slots: Slots[SessionId]) -> _Laid:
    """Labels stand outwards of their stars, rows as close as they can be read."""
    sizes = slots.sizes
    radius = sizes[:, 2]
    width = 2 * radius + LABEL_GAP + sizes[:, 0]
    height = np.maximum(2 * radius, sizes[:, 1]) + _ROW_PADDING
    width[0] = max(2 * radius[0], sizes[0, 0])
    height[0] = 2 * (radius[0] + LABEL_GAP + sizes[0, 1])
    places, sign = mind_map(
        slots.parent,
        width.tolist(),
        height.tolist(),
        in_preorder=True,
        sibling_gap=3.0,
        level_gap=40.0,
        known_sides=slots.side.tolist(),
    )
    side = sign.astype(np.int64)
    x = places.x - side * (width / 2 - radius)
    # The title stands on a line at the height of the star, so the star is the lower part of its row.
    y = places.y + np.where(side == 0, 0.0, np.minimum(sizes[:, 1] / 2 - 2.0, height / 2 - radius))
    return replace(slots, side=side), x, y, side


def _bounds(places: tuple[Floats, Floats], sizes: Floats, side: Ints) -> Box:
    """The room of stars and labels."""
    x, y = places
    radius, label = sizes[:, 2] + 4.0, sizes[:, 0]
    beside = radius + LABEL_GAP + label
    half = np.maximum(label / 2, radius)
    above = np.where(side == 0, radius, np.maximum(radius, sizes[:, 1]))
    left = np.where(side == 0, half, np.where(side < 0, beside, radius))
    right = np.where(side == 0, half, np.where(side > 0, beside, radius))
    below = np.where(side == 0, radius + LABEL_GAP + sizes[:, 1], radius)
    return Box(
        float((x - left).min()), float((y - above).min()), float((x + right).max()), float((y + below).max())
    )


def _on_one_sky(
    book: SkyBook[SessionId],
    names: list[SessionId],
    projects: list[tuple[Floats, Floats, Box]],
    *,
    shown: list[Box] | None = None,
    looks: list[Hashable] | None = None,
) -> tuple[Floats, Floats]:
    roots = book.place(names, [extent for _, _, extent in projects], shown=shown, looks=looks)
    x = np.concatenate([places + root[0] for (places, _, _), root in zip(projects, roots, strict=True)])
    y = np.concatenate([places + root[1] for (_, places, _), root in zip(projects, roots, strict=True)])
    return x, y


def _with_offsets(stars: Stars, places: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Add the person's own offsets; a star moves with everything above it (map rule 5)."""
    if not any(map(_DX, stars.entries)) and not any(map(_DY, stars.entries)):
        return places
    own = [(entry.dx, entry.dy) for entry in stars.entries]
    moved_x, moved_y = [0.0] * len(own), [0.0] * len(own)
    for index, (above, (dx, dy)) in enumerate(zip(stars.parent.tolist(), own, strict=True)):
        moved_x[index] = (dx or 0.0) + (moved_x[above] if above >= 0 else 0.0)
        moved_y[index] = (dy or 0.0) + (moved_y[above] if above >= 0 else 0.0)
    return places[0] + np.array(moved_x), places[1] + np.array(moved_y)


def _packing(
    book: SkyBook[SessionId], names: list[SessionId], projects: list[_Project]
) -> Generator[None, None, Form]:
    parts: list[tuple[Floats, Floats, Box]] = []
    for project in projects:
        places = galaxy(project.slots.parent, in_preorder=True)
        yield
        reach = float(np.hypot(places.x, places.y).max()) + 30.0
        row = project.slots.row
        parts.append((places.x[row], places.y[row], Box(-reach, -reach, reach, reach)))
    x, y = _on_one_sky(book, names, parts)
    return Form(x, y, Box(float(x.min()) - 30, float(y.min()) - 30, float(x.max()) + 30, float(y.max()) + 30))
