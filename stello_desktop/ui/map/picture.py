"""What the map shows now: the state behind every painted frame, changed by the view and painted by the item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import Preview
from stello_desktop.domain.topology import Topology
from stello_desktop.layout.camera import Box, Camera
from stello_desktop.layout.forest import Floats, Ints
from stello_desktop.ui.map.stars import Mark, Stars, read_stars
from stello_desktop.ui.map.visible import visible_tree

NEAR_STAR: Final = 1.55
NEAR_MIND_MAP: Final = 2.3
"""From these scales on a star is a card; in a mind map rows are closer together."""


@dataclass(frozen=True, slots=True)
class Lift:
    """Stars that are being dragged.

    Attributes:
        roots: the stars that were taken; all below them come along.
        carried: taken stars and everything below them.
        x: where the first taken star hangs now, in screen pixels; ``y`` likewise.
        target: the star under the pointer, -1 for none.
        at_top: whether the pointer is on the target at the top edge.
        refused: whether the target cannot take them; ``words`` then say why.
        words: what a drop would do.
    """

    roots: tuple[int, ...]
    carried: Ints
    x: float
    y: float
    target: int = -1
    at_top: bool = False
    refused: bool = False
    words: str = ""


def _no_stars() -> Stars:
    return read_stars(visible_tree(Topology()), now_s=0.0)


@dataclass(slots=True)
class Picture:
    """Everything that a frame is made of.

    Attributes:
        side: where a title stands: 0 below its star, +1 to the right, -1 to the left.
        shelf: in a mind map, the signed length of the line under a title, in scene units.
        carded: the star whose hover card is shown.
        marked: stars in a group that was picked with the rubber band or Ctrl.
        packed: whether the packed form is shown.
        unsent: how many messages wait to be sent, by conversation.
        growing: for each star how much of its birth has passed, None when none is being born.
        pulsing: stars that were changed a moment ago, with the share of the pulse that has passed.
        passing: what goes from one star to another, with the share of the way that lies behind it.
        links: references that are shown, each from one star to another.
        breath: phase of the slow pulse of answering stars, 0 to 1.
        reserved: what floats over the sky; no title stands below it.
        editing: the star whose name is being typed; its title is not painted.
        flying: whether stars are on their way to new places.
        keyboard: whether the focus was last moved by a key, so that it must be seen.
    """

    stars: Stars = field(default_factory=_no_stars)
    x: Floats = field(default_factory=lambda: np.zeros(0))
    y: Floats = field(default_factory=lambda: np.zeros(0))
    side: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    shelf: Floats = field(default_factory=lambda: np.zeros(0))
    camera: Camera = field(default_factory=Camera)
    packed: bool = False
    selected: int = -1
    focused: int = -1
    hovered: int = -1
    carded: int = -1
    marked: frozenset[int] = frozenset()
    live: frozenset[SessionId] = frozenset()
    unsent: Mapping[SessionId, int] = field(default_factory=dict)
    previews: Mapping[SessionId, Preview] = field(default_factory=dict)
    lift: Lift | None = None
    band: Box | None = None
    growing: Floats | None = None
    pulsing: Mapping[int, float] = field(default_factory=dict)
    passing: tuple[int, int, float] | None = None
    links: tuple[tuple[int, int], ...] = ()
    breath: float = 0.0
    reserved: tuple[Box, ...] = ()
    editing: int = -1
    flying: bool = False
    keyboard: bool = False
    now_s: float = 0.0

    @property
    def marks(self) -> Ints:
        """`Mark` values of all stars, with those of messages that wait to be sent."""
        waiting = [at for at in map(self.stars.at, self.unsent) if at >= 0]
        if not waiting:
            return self.stars.marks
        found = self.stars.marks.copy()
        found[waiting] |= int(Mark.UNSENT)
        return found

    @property
    def star_scale(self) -> float:
        """How much larger or smaller than at 100 % a star is drawn; less than the zoom itself."""
        return float(min(max(self.camera.scale, 0.16), 2.2) ** 0.62)

    def lifts_branches(self, lift: Lift) -> bool:
        """Whether any of the taken stars could become a project, which the others are already."""
        return any(self.stars.parent[index] >= 0 for index in lift.roots)

    def is_near(self, index: int) -> bool:
        """Whether a star is a card at this scale, where there is room."""
        return not self.packed and self.camera.scale >= (NEAR_MIND_MAP if self.side[index] else NEAR_STAR)

    def priority(self, index: int) -> float:
        """What a title is worth now."""
        worth = float(self.stars.weight[index])
        worth += (
            1_000.0 * (index == self.selected)
            + 500.0 * (index == self.focused)
            + 300.0 * (index == self.hovered)
        )
        return worth + 5.0 * (self.stars.entries[index].session_id in self.live)
