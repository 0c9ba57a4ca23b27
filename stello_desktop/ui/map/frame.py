"""What of a picture is in view, and where: derived for one camera, used by painting and pointing alike.

Painting, the hit test, the hover card and a screen reader all ask the same frame, so they agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from stello_desktop.layout.camera import Box
from stello_desktop.layout.forest import Floats, Ints
from stello_desktop.layout.hit import HitGrid
from stello_desktop.ui.map.picture import NEAR_STAR, Picture
from stello_desktop.ui.map.placing import Occupancy, Placed, Wanted, place_labels
from stello_desktop.ui.map.stars import Mark

FAR_BELOW: Final = 0.2
"""Below this scale only projects and their first branches keep their titles."""

CARD_WIDTH_PX: Final = 226.0
CARD_HEIGHT_PX: Final = 86.0
SPRITES_UP_TO: Final = 1_500
BADGES: Final = int(Mark.FAILED | Mark.UNREAD | Mark.WAITING | Mark.UNSENT)
_MAX_TITLES: Final = 150
"""So many titles try for a place; more would not find one, and trying costs time."""

_MAX_CARDS: Final = 120
_HIT_PX: Final = 14.0
_MARGIN_PX: Final = 70.0
_CARD_GAP_PX: Final = 5.0

type Measure = Callable[[str, int], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Frame:
    """Places on the screen, in logical pixels.

    Attributes:
        sx: of all stars; ``sy`` likewise.
        radius: of all stars' bodies.
        seen: indices of the stars in view, the most important last.
        labels: the titles that got a place.
        cards: the stars that show as cards.
        sky: what is taken.
    """

    sx: Floats
    sy: Floats
    radius: Floats
    seen: Ints
    labels: dict[int, Placed]
    cards: dict[int, Placed]
    sky: Occupancy
    find_grid: Callable[[], HitGrid]

    @property
    def grid(self) -> HitGrid:
        """The hit grid of the scene places; made when it is first asked, not for every frame of a flight."""
        return self.find_grid()

    def star_at(self, x: float, y: float, picture: Picture) -> int:
        """The star at a screen place: its body, its card or its title; -1 for empty sky."""
        for card in reversed(self.cards.values()):
            if card.box.meets(Box(x, y, x + 0.01, y + 0.01)):
                return card.star
        reach = 3.0 if picture.packed else _HIT_PX
        point = picture.camera.to_scene(x, y)
        found = self.grid.nearest(*point, within=(reach + 24.0) / picture.camera.scale)
        if found >= 0:
            distance = float(np.hypot(self.sx[found] - x, self.sy[found] - y))
            if distance <= max(float(self.radius[found]) + 4.0, reach):
                return found
        for label in self.labels.values():
            if label.box.grown(2.0).meets(Box(x, y, x + 0.01, y + 0.01)):
                return label.star
        return -1

    def body_of(self, index: int) -> Box:
        """The star without its title, or its card."""
        card = self.cards.get(index)
        if card is not None:
            return card.box
        x, y, radius = float(self.sx[index]), float(self.sy[index]), float(self.radius[index])
        return Box(x - radius, y - radius, x + radius, y + radius)

    def box_of(self, index: int) -> Box:
        """What a star covers: its card, or its body and its title."""
        body, label = self.body_of(index), self.labels.get(index)
        if label is None or index in self.cards:
            return body
        other = label.box
        return Box(
            min(body.left, other.left),
            min(body.top, other.top),
            max(body.right, other.right),
            max(body.bottom, other.bottom),
        )


def fold_box(picture: Picture, frame: Frame, index: int) -> Box:
    """Where the count of what is folded away stands: beside the star, or at the end of a mind map's line."""
    side = int(picture.side[index])
    x, y, radius = float(frame.sx[index]), float(frame.sy[index]), float(frame.radius[index])
    width = 14.0 + 8.0 * len(str(min(int(picture.stars.hidden[index]), 9_999)))
    if side and not picture.packed:
        x += float(picture.shelf[index]) * picture.camera.scale + side * 4.0
        return Box(x - (width if side < 0 else 0.0), y - 9.0, x + (width if side > 0 else 0.0), y + 9.0)
    return Box(x + radius + 1.0, y - 9.0, x + radius + 1.0 + width, y + 9.0)


class FrameMaker:
    """Derives frames, and keeps what did not change between them."""

    def __init__(self, measure: Measure, text_scale: float = 1.0) -> None:
        self.measure = measure
        self.text_scale = text_scale
        self._grid: tuple[Floats, Floats, HitGrid] | None = None

    def make(self, picture: Picture) -> Frame:
        """Look at a picture through its camera."""
        camera, stars = picture.camera, picture.stars
        sx = (picture.x - camera.x) * camera.scale + camera.width / 2
        sy = (picture.y - camera.y) * camera.scale + camera.height / 2
        radius = stars.radius * picture.star_scale
        if picture.growing is not None:
            radius = radius * picture.growing
        inside = (
            (sx > -_MARGIN_PX)
            & (sx < camera.width + _MARGIN_PX)
            & (sy > -_MARGIN_PX)
            & (sy < camera.height + _MARGIN_PX)
        )
        seen: Ints = np.flatnonzero(inside)
        if len(seen) <= SPRITES_UP_TO:
            seen = seen[np.argsort(stars.weight[seen], kind="stable")]
        sky = Occupancy(camera.width, camera.height)
        frame = Frame(sx, sy, radius, seen, {}, {}, sky, partial(self._grid_of, picture.x, picture.y))
        ranked = self._titled(picture, seen)
        if camera.scale >= NEAR_STAR:
            self._deal_cards(picture, frame, ranked)
        self._deal_labels(picture, frame, ranked)
        return frame

    def _grid_of(self, x: Floats, y: Floats) -> HitGrid:
        kept = self._grid
        if kept is None or kept[0] is not x or kept[1] is not y:
            kept = self._grid = (x, y, HitGrid(x, y))
        return kept[2]

    def _titled(self, picture: Picture, seen: Ints) -> list[int]:
        """The stars in view that may have a title at this scale, the most important first."""
        stars = picture.stars
        if picture.packed:
            wanted = seen[stars.depth[seen] == 0]
        elif picture.camera.scale < FAR_BELOW:
            wanted = seen[stars.depth[seen] <= 1]
        else:
            wanted = seen
        if len(wanted) > _MAX_TITLES:
            wanted = wanted[np.argpartition(-stars.weight[wanted], _MAX_TITLES)[:_MAX_TITLES]]
        special = {picture.selected, picture.focused, picture.hovered} - {-1}
        known = set(seen.tolist()) if special else set()
        chosen = set(wanted.tolist()) | (special & known)
        return sorted(chosen, key=lambda index: (-picture.priority(index), index))

    def _deal_cards(self, picture: Picture, frame: Frame, ranked: list[int]) -> None:
        wide, high = CARD_WIDTH_PX * self.text_scale, CARD_HEIGHT_PX * self.text_scale
        for index in ranked:
            if not picture.is_near(index) or len(frame.cards) >= _MAX_CARDS:
                continue
            x, y, side = float(frame.sx[index]), float(frame.sy[index]), int(picture.side[index])
            left = x - wide / 2 if side == 0 else (x - 8.0 if side > 0 else x + 8.0 - wide)
            top = y - high / 2
            box = Box(left, top, left + wide, top + high)
            if frame.sky.free(box.grown(_CARD_GAP_PX)):
                frame.sky.take(box)
                frame.cards[index] = Placed(index, left, top, wide, high)

    @staticmethod
    def _keep_badges_free(picture: Picture, frame: Frame) -> None:
        """Titles keep off bells, dots, triangles, arrows and fold counts."""
        stars, seen = picture.stars, frame.seen
        for index in seen[(picture.marks[seen] & BADGES) != 0].tolist():
            x, y, room = float(frame.sx[index]), float(frame.sy[index]), float(frame.radius[index])
            if picture.side[index] > 0:
                frame.sky.take(Box(x - room - 13.0, y - room - 13.0, x - 2.0, y - 2.0))
            else:
                frame.sky.take(Box(x + 2.0, y - room - 13.0, x + room + 13.0, y - 2.0))
        for index in seen[stars.hidden[seen] > 0].tolist():
            frame.sky.take(fold_box(picture, frame, index))

    def _deal_labels(self, picture: Picture, frame: Frame, ranked: list[int]) -> None:
        """Projects and what the person points at keep their titles in any crowd; the others make way for stars."""
        for box in picture.reserved:
            frame.sky.take(box)
        depth, keep = picture.stars.depth, {picture.selected, picture.focused, picture.hovered}
        wanted = [
            self._wanted(picture, frame, index)
            for index in ranked
            if index not in frame.cards and index != picture.editing
        ]
        first = [title for title in wanted if title.star in keep or depth[title.star] == 0]
        for index in {title.star for title in first}:
            frame.sky.take(_disc(frame, index))
        placed = place_labels(first, frame.sky)
        if len(frame.seen) <= SPRITES_UP_TO and not picture.packed:
            # A little less than the radius: the corners of a square are no part of a star.
            frame.sky.take_discs(frame.sx[frame.seen], frame.sy[frame.seen], 0.8 * frame.radius[frame.seen])
            self._keep_badges_free(picture, frame)
        chosen = {title.star for title in first}
        placed += place_labels([title for title in wanted if title.star not in chosen], frame.sky)
        frame.labels.update((label.star, label) for label in placed)

    def _wanted(self, picture: Picture, frame: Frame, index: int) -> Wanted:
        entry, depth = picture.stars.entries[index], int(picture.stars.depth[index])
        width, height = self.measure(entry.label, depth)
        # Titles stand below the ring of dots that shows the keyboard (look 4).
        ringed = 5.0 if picture.keyboard and index == picture.focused else 0.0
        x, y, room = float(frame.sx[index]), float(frame.sy[index]), float(frame.radius[index]) + ringed
        return Wanted(index, x, y, room, width, height, 0 if picture.packed else int(picture.side[index]))


def _disc(frame: Frame, index: int) -> Box:
    """What a star's body takes."""
    x, y, room = float(frame.sx[index]), float(frame.sy[index]), float(frame.radius[index]) + 2.0
    return Box(x - room, y - room, x + room, y + room)
