"""The stars behind the view: built from the tree, moved without a jump (I15), in the form that suits the zoom."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter, time
from typing import Any, Final

import numpy as np
from PySide6.QtCore import QObject, QTimer

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import Preview
from stello_desktop.domain.topology import Topology
from stello_desktop.layout.camera import Box, Camera, fit_scale
from stello_desktop.layout.forest import Floats
from stello_desktop.ui.hues import BranchHues
from stello_desktop.ui.map.animation import plan_flight
from stello_desktop.ui.map.arrangement import Arrangement, Arranger, Form, Measure, run_through
from stello_desktop.ui.map.batch_item import SkyItem
from stello_desktop.ui.map.labels import LabelBook
from stello_desktop.ui.map.links import links_of
from stello_desktop.ui.map.motion import Motion
from stello_desktop.ui.map.picture import Picture
from stello_desktop.ui.map.stars import Stars, read_stars
from stello_desktop.ui.map.visible import TreeBook, folds_at_first, visible_tree
from stello_desktop.ui.theme import Theme

_LEAVE_PACKED = 0.5
_ROUND_THE_FIT = 1.5
_SLICE_S: Final = 0.008
_OPENED_FOR_AT_MOST: Final = 20
"""So many new conversations are shown at once; a whole project that comes in stays folded as it is."""

_AROUND_A_STAR_PX: Final = 24.0
_NOTHING = Box(-1.0, -1.0, 1.0, 1.0)


class Heavens(QObject):
    """Keeps picture, arrangement and motion together.

    What takes longer than a frame to arrange is arranged in slices between the events of the person; the
    picture stays as it is until the new one is whole (I24b).
    """

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.picture = Picture()
        self.item = SkyItem(self.picture, theme)
        self.motion = Motion(self.picture, self.item.touch, self)
        self.topology = Topology()
        self.now: Callable[[], float] = time
        self.show_archived = True
        self.show_references = False
        self._arranger = Arranger(self.item.labels.measure, theme.scale, self._measure_at)
        self._rulers: dict[float, LabelBook] = {}
        self._arrangement: Arrangement | None = None
        self._known_roots: set[SessionId] = set()
        self._auto_folded: set[SessionId] = set()
        self._opened: set[SessionId] = set()
        self.hues = BranchHues()
        self.focus_listener: Callable[[], None] | None = None
        self.whole_listener: Callable[[], None] | None = None
        self.waits_for_nobody = False
        self._book = TreeBook()
        self._building: Generator[None, None, None] | None = None
        self._afterwards: list[Callable[[], None]] = []
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._go_on)

    # -- the tree

    def read(self, topology: Topology, anchor: int = -1, changed: Iterable[SessionId] | None = None) -> None:
        """Show another state of the tree; the star ``anchor`` keeps its place on the screen (I15).

        Args:
            anchor: an index in the picture as it is now, -1 for none.
            changed: all that differs from the state before; None where that is not known.
        """
        before, self.topology = self.topology, topology
        changes = None if changed is None else tuple(changed)
        self._book.follow(topology, changes)
        self._fold_new_projects()
        if changes is not None and len(before):
            self._open_way_to([item for item in changes if item in topology and item not in before])
        self._rebuild(anchor)

    def renew(self, topology: Topology, session_ids: Iterable[SessionId]) -> None:
        """Counts, times and badges changed, the tree did not: nothing moves, nothing is laid out."""
        self.topology = topology
        renewed_ids = tuple(session_ids)
        self._book.follow(topology, renewed_ids)
        self.picture.now_s = self.now()
        entries = [entry for item in renewed_ids if (entry := topology.get(item)) is not None]
        renewed = [self.picture.stars.renew(entry, self.picture.now_s) for entry in entries]
        if any(renewed):
            self.item.touch()

    def refold(self, anchor: int = -1) -> None:
        """Build again after a change of folds or of what is shown."""
        self._rebuild(anchor)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Another theme or text size; stars stay where they are until they are tidied up (map rule 4)."""
        rescaled = theme.scale != self.item.theme.scale
        self.item.dress(theme, ratio)
        self._arranger.measure, self._arranger.scale = self.item.labels.measure, theme.scale
        if rescaled:
            self._rebuild(self.picture.focused)

    def _measure_at(self, scale: float) -> Measure:
        """Measures titles as they were when the text had another size."""
        if scale not in self._rulers:
            self._rulers[scale] = LabelBook(replace(self.item.theme, scale=scale))
        return self._rulers[scale].measure

    def _rebuild(self, anchor: int) -> None:
        before = self.picture.stars
        held = before.entries[anchor].session_id if 0 <= anchor < len(before) else None
        self._slices.stop()
        stars = read_stars(
            visible_tree(
                self.topology,
                self.folded,
                show_archived=self.show_archived,
                book=self._book,
                hues=self.hues,
            ),
            now_s=self.now(),
        )
        steps = self._build(stars, held)
        if self.waits_for_nobody and self._arranger.is_heavy(stars):
            self._building = steps
            self._slices.start()
        else:
            self._building = None
            run_through(steps)
            self._tell_whole()

    @property
    def building(self) -> bool:
        """Whether another picture is on its way."""
        return self._building is not None

    def when_whole(self, call: Callable[[], None]) -> None:
        """Call as soon as the picture shows the tree as it is; at once where it does."""
        if self._building is None:
            call()
        else:
            self._afterwards.append(call)

    def finish(self) -> None:
        """Build what is being built without a pause."""
        building, self._building = self._building, None
        self._slices.stop()
        if building is not None:
            run_through(building)
            self._tell_whole()

    def _go_on(self) -> None:
        """One slice."""
        building = self._building
        if building is None:
            self._slices.stop()
            return
        until = perf_counter() + _SLICE_S
        for _ in building:
            if perf_counter() >= until:
                return
        self._slices.stop()
        self._building = None
        self._tell_whole()

    def _tell_whole(self) -> None:
        afterwards, self._afterwards = self._afterwards, []
        for call in afterwards:
            call()
        if self.whole_listener is not None:
            self.whole_listener()

    def _build(self, stars: Stars, held: SessionId | None) -> Generator[None, None, None]:
        picture, motion = self.picture, self.motion
        arrangement = yield from self._arranger.arranging(stars)
        motion.land()
        kept = self._kept_ids()
        before, was_x, was_y = picture.stars, picture.x, picture.y
        self._arrangement = arrangement
        picture.stars, picture.side, picture.shelf = stars, arrangement.side, arrangement.shelf
        picture.now_s = self.now()
        if arrangement.packed is None:
            picture.packed = False
        self._put_ids(kept)
        self.relink()
        form = self._form
        shift = self._hold(held, before.index, was_x, was_y, form)
        flight = plan_flight(before.index, was_x + shift[0], was_y + shift[1], stars, form.x, form.y)
        picture.x, picture.y = flight.from_x, flight.from_y
        motion.forget_pulses()
        motion.fly(flight)

    def _hold(
        self,
        held: SessionId | None,
        before: Mapping[SessionId, int],
        was_x: Floats,
        was_y: Floats,
        form: Form,
    ) -> tuple[float, float]:
        """Move the camera with the anchor; how far, so that the others start from where they were seen."""
        index = self.picture.stars.at(held)
        old = before.get(held, -1) if held is not None else -1
        if index < 0 or old < 0:
            return 0.0, 0.0
        dx, dy = float(form.x[index] - was_x[old]), float(form.y[index] - was_y[old])
        camera = self.picture.camera
        self.picture.camera = Camera(camera.width, camera.height, camera.x + dx, camera.y + dy, camera.scale)
        return dx, dy

    def _kept_ids(self) -> dict[str, SessionId | None]:
        stars, picture = self.picture.stars, self.picture

        def name(index: int) -> SessionId | None:
            return stars.entries[index].session_id if 0 <= index < len(stars) else None

        return {key: name(getattr(picture, key)) for key in ("selected", "focused", "editing")}

    def _put_ids(self, kept: Mapping[str, SessionId | None]) -> None:
        """Indices are good for one arrangement only; ids are for ever (I24)."""
        picture = self.picture
        for key, session_id in kept.items():
            setattr(
                picture,
                key,
                self.nearest_shown(session_id) if key != "editing" else picture.stars.at(session_id),
            )
        picture.hovered = picture.carded = -1
        picture.marked = frozenset()
        picture.lift = None

    def nearest_shown(self, session_id: SessionId | None) -> int:
        """The star of a conversation, or of the nearest one above it that is shown (I11)."""
        if session_id is None or session_id not in self.topology:
            return -1
        stars = self.picture.stars
        for candidate in (session_id, *self.topology.ancestors(session_id)):
            index = stars.at(candidate)
            if index >= 0:
                return index
        return -1

    # -- references

    def relink(self) -> None:
        """The references that are shown now: those of the selected star, or all (P-2)."""
        picture = self.picture
        selected = picture.stars.entries[picture.selected].session_id if picture.selected >= 0 else None
        picture.links = links_of(self.topology, self.nearest_shown, selected, show_all=self.show_references)
        self.item.touch()

    # -- folds

    @property
    def folded(self) -> set[SessionId]:
        """What is folded now: by the person, and at first sight of large projects."""
        return self._book.folded | self._auto_folded

    @property
    def opened(self) -> set[SessionId]:
        """What the person unfolded of large projects; view state."""
        return set(self._opened)

    def put_opened(self, session_ids: set[SessionId]) -> None:
        """Remember what was unfolded before the program was closed."""
        self._opened = set(session_ids)
        self._auto_folded -= self._opened

    def set_auto_fold(self, session_id: SessionId, *, folded: bool) -> None:
        """Note the person's own choice over a fold that came by itself."""
        if not folded and session_id in self._auto_folded:
            self._auto_folded.discard(session_id)
            self._opened.add(session_id)

    def is_auto_folded(self, session_id: SessionId) -> bool:
        """Whether a conversation is folded because its project is large."""
        return session_id in self._auto_folded

    def _fold_new_projects(self) -> None:
        new = [root for root in self.topology.roots if root not in self._known_roots]
        if not new:
            return
        self._known_roots.update(new)
        self._auto_folded |= folds_at_first(self.topology, new, self._book.folded) - self._opened

    def _open_way_to(self, new: Sequence[SessionId]) -> None:
        """A new branch is seen at once, where nobody has folded it away by hand."""
        for session_id in new if len(new) <= _OPENED_FOR_AT_MOST else ():
            for above in self.topology.ancestors(session_id)[::-1]:
                if self.topology[above].folded:
                    break
                self.set_auto_fold(above, folded=False)

    # -- places

    def places(self) -> dict[str, list[float]]:
        """Where projects stand that plain placing would put elsewhere, as JSON values."""
        return {name: list(place) for name, place in self._arranger.places.state().items()}

    def put_places(self, state: Any) -> None:
        """Take up the places of the last time; anything unreadable is left out."""
        if not isinstance(state, dict) or not all(map(_is_place, state.values())):
            return
        self._arranger.places.put_state({SessionId(str(name)): (x, y) for name, (x, y) in state.items()})

    # -- slack

    def tidy(self, root: SessionId, anchor: int = -1) -> None:
        """Give up the slack of a project (map rule 4)."""
        self._arranger.tidy(root)
        self._rebuild(anchor)

    def untidy(self, root: SessionId, anchor: int = -1) -> None:
        """Let a project stand as before that."""
        self._arranger.untidy(root)
        self._rebuild(anchor)

    def slots(self) -> dict[str, Any]:
        """Places and slack of the projects that are not as a layout from scratch would have them, as JSON values."""
        return {
            str(root): rows
            for root, rows in self._arranger.slots.state(self.topology.roots, self.item.theme.scale).items()
        }

    def put_slots(self, state: Any) -> None:
        """Take up the slots of the last time; anything unreadable is left out."""
        if isinstance(state, dict):
            self._arranger.slots.put_state({SessionId(str(root)): rows for root, rows in state.items()})

    # -- forms

    @property
    def _form(self) -> Form:
        arrangement = self._arrangement
        if arrangement is None:
            return Form(np.zeros(0), np.zeros(0), _NOTHING)
        return arrangement.packed if self.picture.packed and arrangement.packed else arrangement.spread

    @property
    def bounds(self) -> Box:
        """What the stars cover in the form that is shown, in scene units."""
        return self._form.bounds

    def goal_of(self, index: int) -> tuple[float, float]:
        """Where a star stands when nothing moves any more."""
        form = self._form
        return float(form.x[index]), float(form.y[index])

    def room_of(self, indices: Iterable[int]) -> Box:
        """What stars and their titles will cover when nothing moves any more, in scene units at this zoom."""
        form, stars, scale = self._form, self.picture.stars, self.picture.camera.scale
        boxes: list[Box] = []
        for index in indices:
            x, y, side = float(form.x[index]), float(form.y[index]), int(self.picture.side[index])
            body = _AROUND_A_STAR_PX / scale
            wide, high = self.item.labels.measure(stars.entries[index].label, int(stars.depth[index]))
            wide, high = wide / scale, high / scale + body
            if side:
                boxes.append(
                    Box(
                        x - (body if side > 0 else body + wide),
                        y - high,
                        x + (body + wide if side > 0 else body),
                        y + body,
                    )
                )
            else:
                reach = max(wide / 2, body)
                boxes.append(Box(x - reach, y - body, x + reach, y + high))
        return Box(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )

    def project_of(self, index: int) -> range:
        """All shown stars of the project that a star belongs to."""
        stars = self.picture.stars
        project = stars.project_of(index)
        return range(stars.starts[project], [*stars.starts[1:], len(stars)][project])

    def show_whole(self) -> None:
        """The form for an overview."""
        arrangement = self._arrangement
        if arrangement is not None and arrangement.packed is not None:
            self._turn(packed=True, at=None)

    def suit_form(self, at: tuple[float, float]) -> None:
        """Change to the form that suits the zoom; the star nearest to a screen place stays there."""
        arrangement, camera = self._arrangement, self.picture.camera
        if arrangement is None or arrangement.packed is None:
            return
        fit = fit_scale(arrangement.packed.bounds, camera.width, camera.height)
        leave = max(_LEAVE_PACKED, fit * _ROUND_THE_FIT)
        if self.picture.packed and camera.scale > leave:
            self._turn(packed=False, at=at)
        elif not self.picture.packed and camera.scale < leave / _ROUND_THE_FIT:
            self._turn(packed=True, at=at)

    def _turn(self, *, packed: bool, at: tuple[float, float] | None) -> None:
        picture = self.picture
        if picture.packed == packed:
            return
        self.motion.land()
        was_x, was_y = picture.x, picture.y
        held: SessionId | None = None
        if at is not None:
            scene = picture.camera.to_scene(*at)
            nearest = int(np.argmin((was_x - scene[0]) ** 2 + (was_y - scene[1]) ** 2))
            held = picture.stars.entries[nearest].session_id
        picture.packed = packed
        form = self._form
        shift = self._hold(held, picture.stars.index, was_x, was_y, form)
        flight = plan_flight(
            picture.stars.index, was_x + shift[0], was_y + shift[1], picture.stars, form.x, form.y
        )
        self.motion.fly(flight)

    # -- marks

    def set_live(self, live: frozenset[SessionId]) -> None:
        """Which conversations are answering."""
        self.picture.live = live
        self.motion.wake()

    def set_unsent(self, unsent: Mapping[SessionId, int]) -> None:
        """How many messages wait to be sent, by conversation."""
        if unsent != self.picture.unsent:
            self.picture.unsent = dict(unsent)
            self.item.touch()

    def set_previews(self, previews: Mapping[SessionId, Preview]) -> None:
        """What was said last, by conversation."""
        self.picture.previews = {**self.picture.previews, **previews}
        self.item.touch()

    def tell_focus(self) -> None:
        """Let a screen reader know where the keyboard is."""
        if self.focus_listener is not None:
            self.focus_listener()


def _is_place(place: Any) -> bool:
    """Whether it is a pair of numbers that can be reckoned with."""
    return (
        isinstance(place, list | tuple)
        and len(place) == 2  # noqa: PLR2004 - across and down
        and all(isinstance(part, int | float) and math.isfinite(part) for part in place)
    )
