"""Dragging stars: what was taken, over what it hangs, and what letting go would do (I7, I12, I13).

Nothing here moves a star: a drop becomes one request, and the map draws what was committed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.map import words
from stello_desktop.ui.map.foreground import TOP_TARGET_PX
from stello_desktop.ui.map.frame import Frame
from stello_desktop.ui.map.picture import Lift, Picture
from stello_desktop.ui.map.stars import Stars

_REACH_PX = 26.0


@dataclass(frozen=True, slots=True)
class Drop:
    """What letting go means: exactly one of a new parent, a place, or nothing.

    Attributes:
        parent: where the stars shall hang; None together with ``as_project`` makes projects.
        offsets: new offsets (id, dx, dy) in scene units.
    """

    session_ids: tuple[SessionId, ...]
    parent: SessionId | None = None
    as_project: bool = False
    offsets: tuple[tuple[SessionId, float, float], ...] = ()


def take(stars: Stars, indices: list[int], at: tuple[float, float]) -> Lift:
    """Lift stars; those below others that were taken come along anyway. All ids are fixed now (I7)."""
    taken = set(indices)
    roots = tuple(index for index in indices if not _has_ancestor_in(stars, index, taken))
    return Lift(roots, stars.below(roots), *at)


def _has_ancestor_in(stars: Stars, index: int, taken: set[int]) -> bool:
    above = int(stars.parent[index])
    while above >= 0:
        if above in taken:
            return True
        above = int(stars.parent[above])
    return False


def hang_over(
    lift: Lift, picture: Picture, frame: Frame, topology: Topology, pointer: tuple[float, float]
) -> Lift:
    """What is under the pointer, and whether it may take the stars; ``lift`` holds where they hang."""
    stars = picture.stars
    if pointer[1] < TOP_TARGET_PX and picture.lifts_branches(lift):
        return replace(lift, target=-1, at_top=True, refused=False, words=words.make_project())
    target = _target_at(picture, frame, lift, pointer)
    if target < 0:
        below = len(lift.carried) - len(lift.roots)
        return replace(lift, target=-1, at_top=False, refused=False, words=words.move_here(below))
    goal = stars.entries[target]
    for index in lift.roots:
        entry = stars.entries[index]
        if not topology.can_reparent(entry.session_id, goal.session_id):
            sentence = words.own_branch(entry.label, goal.label)
            return replace(lift, target=target, at_top=False, refused=True, words=sentence)
    if all(stars.parent[index] == target for index in lift.roots):
        return replace(lift, target=target, at_top=False, refused=True, words=words.already_under(goal.label))
    return replace(lift, target=target, at_top=False, refused=False, words=words.move_under(goal.label))


def _target_at(picture: Picture, frame: Frame, lift: Lift, pointer: tuple[float, float]) -> int:
    """The star under the pointer, with more room around it than for a click; never a taken one itself."""
    found = frame.star_at(*pointer, picture)
    if found < 0:
        scene = picture.camera.to_scene(*pointer)
        found = frame.grid.nearest(*scene, within=_REACH_PX / picture.camera.scale)
    return -1 if found in lift.roots else found


def let_go(lift: Lift, picture: Picture) -> Drop | None:
    """The request that a drop makes; None where it is refused or would change nothing."""
    stars = picture.stars
    session_ids = tuple(stars.entries[index].session_id for index in lift.roots)
    if lift.refused:
        return None
    if lift.at_top:
        moving = tuple(stars.entries[index].session_id for index in lift.roots if stars.parent[index] >= 0)
        return Drop(moving, as_project=True)
    if lift.target >= 0:
        goal = stars.entries[lift.target].session_id
        return Drop(session_ids, parent=goal)
    first = lift.roots[0]
    scene = picture.camera.to_scene(lift.x, lift.y)
    dx, dy = scene[0] - float(picture.x[first]), scene[1] - float(picture.y[first])
    offsets = tuple(_moved(stars, index, dx, dy) for index in lift.roots)
    return Drop(session_ids, offsets=offsets)


def _moved(stars: Stars, index: int, dx: float, dy: float) -> tuple[SessionId, float, float]:
    entry = stars.entries[index]
    return entry.session_id, (entry.dx or 0.0) + dx, (entry.dy or 0.0) + dy
