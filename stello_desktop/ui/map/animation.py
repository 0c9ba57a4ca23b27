"""Movement between two arrangements, on copies of positions: nothing else waits for it (I24)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stello_desktop.domain.ids import SessionId
from stello_desktop.layout.forest import Floats
from stello_desktop.ui.map.stars import Stars


@dataclass(frozen=True, slots=True)
class Flight:
    """Where each star comes from and goes to.

    Attributes:
        born: which stars are new; they grow out of their parent.
    """

    from_x: Floats
    from_y: Floats
    to_x: Floats
    to_y: Floats
    born: Floats

    @property
    def anything_moves(self) -> bool:
        """Whether there is something to see."""
        moved = np.abs(self.to_x - self.from_x) + np.abs(self.to_y - self.from_y)
        return bool((moved > 0.01).any() or self.born.any())  # noqa: PLR2004 - a hundredth of a pixel

    @property
    def has_births(self) -> bool:
        """Whether any star is new."""
        return bool(self.born.any())

    def at(self, share: float) -> tuple[Floats, Floats]:
        """Positions after a share (0 to 1) of the time, eased out."""
        eased = ease_out(share)
        return self.from_x + (self.to_x - self.from_x) * eased, self.from_y + (
            self.to_y - self.from_y
        ) * eased


def ease_out(share: float) -> float:
    """Fast at first, gentle at the end."""
    return 1.0 - (1.0 - min(max(share, 0.0), 1.0)) ** 3


def plan_flight(
    before: dict[SessionId, int], was_x: Floats, was_y: Floats, stars: Stars, to_x: Floats, to_y: Floats
) -> Flight:
    """From the positions that are on the screen now to new ones; index by id, never by place (I24)."""
    get = before.get
    known = np.array([get(entry.session_id, -1) for entry in stars.entries], dtype=np.int64)
    from_x, from_y = to_x.copy(), to_y.copy()
    old = known >= 0
    from_x[old], from_y[old] = was_x[known[old]], was_y[known[old]]
    born = (~old).astype(np.float64)
    if before:
        for index in np.flatnonzero(~old).tolist():
            above = int(stars.parent[index])
            if above >= 0:
                from_x[index], from_y[index] = from_x[above], from_y[above]
    else:
        born[:] = 0.0
    return Flight(from_x, from_y, to_x, to_y, born)
