"""The slots of all projects: kept from change to change, given up by *Tidy up*, and carried over a restart."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stello_desktop.layout.forest import NONE, Floats
from stello_desktop.layout.slots import Slots, follow, fresh

_GONE_KEPT: Final = 64
"""So many projects that are not shown any more keep their slots for their return."""

_MOST_IN_STATE: Final = 4_000
"""So many slots, of all projects together, are carried over a restart; large projects start anew first."""

_UNDONE_KEPT: Final = 8
"""So many times can *Tidy up* be taken back; the latest after a restart too."""

_MOST_OF_ONE: Final = 1_500
_FARTHEST: Final = 1e6
_LEAST_SCALE, _MOST_SCALE = 0.25, 8.0

type Slot = list[Any]
"""One slot as JSON: owner, parent's number, width, height, radius, offset across and down (or None), side, when it was left, earlier owners."""

type Kept = list[Any]
"""The slots of a project as they are, and as they were before they were tidied up; then the text sizes of both."""

type _Versions[Name: Hashable] = tuple[Slots[Name] | None, Slots[Name] | None]


class SlotBook[Name: Hashable]:
    """Gives slots to the stars of each project and remembers them."""

    def __init__(self) -> None:
        self._of: dict[Name, Slots[Name]] = {}
        self._ruler: dict[Name, object] = {}
        self._untidy: dict[Name, list[Slots[Name]]] = {}
        self._waiting: dict[Name, Slots[Name]] = {}
        self._written: dict[Name, tuple[_Versions[Name], Kept]] = {}

    def follow(
        self,
        shown: list[Name],
        above: list[int],
        sizes: Floats,
        *,
        ruler: object = None,
        scale: float = 1.0,
        most: int | None = None,
    ) -> Slots[Name]:
        """The slots of the project whose stars these are; see `slots.follow`.

        Args:
            ruler: how the sizes were found; slots measured otherwise are of no use.
            scale: the text size of the titles; what `scale` says.
        """
        root = shown[0]
        slots = self._standing(root, ruler)
        self._waiting.pop(root, None)
        if slots is None:
            return replace(fresh(shown, above, sizes), scale=scale)
        return replace(follow(slots, shown, above, sizes, most=most), scale=scale)

    def scale(self, root: Name, now: float, *, ruler: object = None) -> float:
        """The text size at which the titles of a project are measured: the one at which it was laid out.

        Args:
            now: that of the texts that are shown, for a project that is laid out from scratch.
        """
        slots = self._standing(root, ruler)
        return now if slots is None else slots.scale or now

    def _standing(self, root: Name, ruler: object) -> Slots[Name] | None:
        """The slots that the next ones follow."""
        waiting = self._waiting.get(root)
        if waiting is None and self._ruler.get(root) == ruler:
            return self._of.get(root)
        return waiting

    def keep(self, slots: Slots[Name], *, ruler: object = None) -> None:
        """Remember the slots of a project, with what a layout has added."""
        root = slots.shown[0]
        self._of.pop(root, None)
        self._of[root] = slots
        self._ruler[root] = ruler

    def forget_gone(self, roots: list[Name]) -> None:
        """Of projects that are not shown any more keep the latest alone."""
        there = set(roots)
        gone = [root for root in self._of if root not in there]
        for root in gone[: max(len(gone) - _GONE_KEPT, 0)]:
            for kept in (self._of, self._ruler, self._untidy, self._written):
                kept.pop(root, None)

    # -- Tidy up

    def tidy(self, root: Name) -> None:
        """Give up all slack of a project: its next layout is one from scratch."""
        slots = self._of.pop(root, None)
        self._waiting.pop(root, None)
        if slots is not None:
            before = self._untidy.setdefault(root, [])
            before.append(slots)
            del before[:-_UNDONE_KEPT]

    def untidy(self, root: Name) -> None:
        """Take that back: stand as before."""
        before = self._untidy.get(root)
        if before:
            self._of[root] = before.pop()

    # -- over a restart

    def state(self, roots: Sequence[Name], scale: float = 1.0) -> dict[Name, Kept]:
        """The slots of shown projects that are not as a layout from scratch, at this text size, would have them."""
        found: dict[Name, Kept] = {}
        room = _MOST_IN_STATE
        for root, versions in sorted(self._to_keep(roots, scale).items(), key=lambda item: _count(item[1])):
            room -= _count(versions)
            if room < 0 or _count(versions) > _MOST_OF_ONE:
                break
            found[root] = self._write(root, versions)
        return found

    def _to_keep(self, roots: Sequence[Name], scale: float) -> dict[Name, _Versions[Name]]:
        """The slots as they are, and as they were before the latest *Tidy up*, where they are not plain."""
        found: dict[Name, _Versions[Name]] = {}
        for root in roots:
            before = self._untidy.get(root)
            versions = (self._waiting.get(root) or self._of.get(root), before[-1] if before else None)
            now, then = (
                None if slots is None or (slots.plain and slots.scale == scale) else slots
                for slots in versions
            )
            if now is not None or then is not None:
                found[root] = (now, then)
        return found

    def _write(self, root: Name, versions: _Versions[Name]) -> Kept:
        """The same lists while the slots are the same: this runs whenever the view comes to rest."""
        written = self._written.get(root)
        if written is None or any(a is not b for a, b in zip(written[0], versions, strict=True)):
            kept: Kept = [None if slots is None else _as_json(slots) for slots in versions]
            kept += [None if slots is None else slots.scale for slots in versions]
            written = self._written[root] = (versions, kept)
        return written[1]

    def put_state(self, state: Mapping[Name, Any]) -> None:
        """Take up the slots of the last time; anything unreadable is left out."""
        for root, kept in state.items():
            try:
                scales = kept[2:] or (None, None)
                now, before = (
                    None if rows is None else _from_json(root, rows, scale)
                    for rows, scale in zip(kept[:2], scales, strict=True)
                )
            except (TypeError, ValueError, LookupError, OverflowError):
                continue
            if now is not None:
                self._waiting[root] = now
            if before is not None:
                self._untidy[root] = [before]


def _count[Name: Hashable](versions: _Versions[Name]) -> int:
    return sum(len(slots) for slots in versions if slots is not None)


def _as_json[Name: Hashable](slots: Slots[Name]) -> list[Slot]:
    offset = np.round(slots.offset, 3).tolist()
    sizes, side = np.round(slots.sizes, 3).tolist(), slots.side.tolist()
    return [
        [
            slots.owner[at],
            slots.parent[at],
            *sizes[at],
            *((None, None) if math.isnan(offset[at][0]) else offset[at]),
            side[at],
            slots.left[at],
            list(slots.former.get(at, ())),
        ]
        for at in range(len(slots))
    ]


def _from_json[Name: Hashable](root: Name, rows: list[Slot], scale: float | None) -> Slots[Name]:
    """Slots in which nobody stands yet. Raises: ValueError and its like for anything that is not what was written.

    Args:
        scale: None where the text size was not written down; it is that of the moment then.
    """
    if not rows or len(rows) > _MOST_IN_STATE:
        raise ValueError(len(rows))
    if scale is not None and not _LEAST_SCALE <= scale <= _MOST_SCALE:
        raise ValueError(scale)
    kind = type(root)
    owner: list[Name] = [_checked(row[0], kind) for row in rows]
    parent = [int(row[1]) for row in rows]
    path: list[int] = []
    for here, above in enumerate(parent):
        while path and path[-1] != above:
            path.pop()
        if (above if path else NONE) != above or (not path and here):
            raise ValueError(above)
        path.append(here)
    sizes = np.array([row[2:5] for row in rows], dtype=np.float64)
    offset = np.array(
        [[np.nan if part is None else part for part in row[5:7]] for row in rows], dtype=np.float64
    )
    far = np.abs(np.nan_to_num(offset)).max(initial=0.0) > _FARTHEST
    if owner[0] != root or not np.isfinite(sizes).all() or sizes.min() < 0 or sizes.max() > _FARTHEST or far:
        raise ValueError(root)
    slots = fresh(owner, parent, sizes)
    return replace(
        slots,
        offset=offset,
        side=np.sign(np.array([int(row[7]) for row in rows], dtype=np.int64)),
        left=[max(int(row[8]), 1) for row in rows],
        former={at: tuple(_checked(name, kind) for name in row[9]) for at, row in enumerate(rows) if row[9]},
        row=np.zeros(0, dtype=np.int64),
        shown=[],
        above=[],
        plain=False,
        scale=float(scale or 0.0),
    )


def _checked[Name](value: Any, kind: type[Name]) -> Name:
    if not isinstance(value, kind):
        raise TypeError(value)
    return value
