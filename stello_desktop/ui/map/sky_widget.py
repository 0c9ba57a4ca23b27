"""The whole map pane: the sky and what floats over it. Knows topologies and previews, no workspace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, override

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import Preview
from stello_desktop.domain.topology import Topology
from stello_desktop.ui import theme as themes
from stello_desktop.ui.hues import BranchHues
from stello_desktop.ui.map import accessible
from stello_desktop.ui.map.dragging import Drop
from stello_desktop.ui.map.floating import Floating
from stello_desktop.ui.map.gestures import WheelRule
from stello_desktop.ui.map.naming import Naming
from stello_desktop.ui.map.view import SkyView
from stello_desktop.ui.theme import Theme

_MAX_OPENED_KEPT: Final = 2_000


class SkyWidget(QWidget):
    """The map.

    Signals:
        selected: a conversation was clicked or reached by the keys.
        open_full_requested: give a conversation the whole window.
        reparent_requested: conversations, and the one that they shall hang under; None makes projects.
        place_requested: the person's own offsets, ``(id, dx, dy)`` each.
        rename_requested: a conversation and its new, cleaned name.
        naming_cancelled: the first name was left empty with Escape; the conversation is not wanted.
        child_requested: a new conversation below this one; ``sibling_requested`` beside it.
        delete_requested: conversations for the trash.
        fold_requested: a conversation, and whether what is below it shall be folded away.
        menu_requested: a conversation or None, and a place on the screen.
        new_project_requested: start a project.
        layout_requested: arrange a project as `LayoutKind`.
        previews_wanted: conversations whose last line will be shown.
        view_changed: zoom, place or stars changed and came to rest.
        folds_changed: a fold of the map's own, in a large project, was opened.
        typing_started: text was typed that is no key of the map; it is meant for the selected conversation.
    """

    selected = Signal(object)
    open_full_requested = Signal(object)
    reparent_requested = Signal(tuple, object)
    place_requested = Signal(tuple)
    rename_requested = Signal(object, str)
    naming_cancelled = Signal(object)
    child_requested = Signal(object)
    sibling_requested = Signal(object)
    delete_requested = Signal(tuple)
    fold_requested = Signal(object, bool)
    menu_requested = Signal(object, QPoint)
    new_project_requested = Signal()
    layout_requested = Signal(object, str)
    previews_wanted = Signal(tuple)
    view_changed = Signal()
    folds_changed = Signal()
    typing_started = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, hues: BranchHues | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sky")
        accessible.install()
        self.theme = themes.current()
        self.view = SkyView(self.theme, self)
        self.hues = self.view.heavens.hues = hues or BranchHues()
        self.setFocusProxy(self.view)
        self.naming = Naming(self.view)
        self.editor = self.naming.editor
        self.floating = Floating(self, self.view)
        self.zoom_bar, self.empty = self.floating.zoom_bar, self.floating.empty
        self.hint, self.trail = self.floating.hint, self.floating.trail
        self._fitted = False
        self._state: Mapping[str, Any] = {}
        self._asked_previews: frozenset[SessionId] = frozenset()
        self._drop_awaited: Drop | None = None
        self._wanted: SessionId | None = None
        self._connect()
        self.set_theme(self.theme)
        self._retranslate()
        self.floating.arrange()

    def _connect(self) -> None:
        view = self.view
        view.chosen.connect(self._choose)
        view.asked.connect(self._pass_on)
        view.fold_asked.connect(self._fold)
        view.dropped.connect(self._drop)
        view.delete_asked.connect(self.delete_requested)
        view.menu_asked.connect(self.menu_requested)
        view.camera_moved.connect(self._follow_camera)
        view.settled.connect(self._settle)
        view.pointed.connect(self._want_preview)
        view.typing_started.connect(self.typing_started)
        view.heavens.focus_listener = lambda: accessible.tell_focus(view)
        view.heavens.whole_listener = view.settle_soon
        self.naming.renamed.connect(self.rename_requested)
        self.naming.cancelled.connect(self.naming_cancelled)
        self.empty.new_project_asked.connect(self.new_project_requested)
        self.floating.layout_requested.connect(self.layout_requested)

    # -- what is shown

    def set_topology(self, topology: Topology, changed: Iterable[SessionId] | None = None) -> None:
        """Show another state of the tree. No star jumps: see `SkyView` and map rules I15, I16.

        Args:
            changed: all that differs from the state before; None where that is not known.
        """
        view = self.view
        view.pointer.cancel()
        moved = None if changed is None else frozenset(changed)
        drop = self._take_drop(topology, moved)
        first = not self._fitted
        new = None if first else _new_project(view.heavens.topology, topology, moved)
        view.heavens.motion.still = first or themes.motion_reduced() or not self.isVisible()
        view.heavens.waits_for_nobody = not first and self.isVisible()
        view.heavens.read(topology, self._unmoved(self._anchor(drop), topology), moved)
        if first and len(topology) and self.isVisible():
            self._look_first()
        view.heavens.motion.still = themes.motion_reduced()
        self.floating.follow_tree(empty=not len(topology))
        view.heavens.when_whole(partial(self._follow_tree, drop, new))

    def _follow_tree(self, drop: Drop | None, new: SessionId | None) -> None:
        """The picture shows the tree as it is now."""
        self.naming.follow()
        self._follow_camera()
        self.floating.follow_selection()
        if drop is not None:
            self._reveal_dropped(drop)
        elif new is not None:
            self._reveal_project(new)

    def _reveal_project(self, root: SessionId) -> None:
        """What was added comes into view whole; who sees everything goes on seeing everything (I16)."""
        view, heavens = self.view, self.view.heavens
        index = view.picture.stars.at(root)
        if index < 0 or view.camera.seen.holds(heavens.room_of(heavens.project_of(index))):
            return
        if view.shows_all and not view.picture.packed:
            view.fit()
        else:
            view.reveal_project(index)

    def _take_drop(self, topology: Topology, changed: frozenset[SessionId] | None) -> Drop | None:
        """What was dropped a moment ago, if this is the change that it asked for."""
        drop = self._drop_awaited
        if drop is None or (changed is not None and changed.isdisjoint(drop.session_ids)):
            return None
        self._drop_awaited = None
        arrived = all(
            item in topology and topology[item].parent_id == drop.parent for item in drop.session_ids
        )
        return drop if arrived else None

    def _reveal_dropped(self, drop: Drop) -> None:
        """What was moved comes into view by the least way, if it is not in view already (I16)."""
        for session_id in drop.session_ids[:1]:
            self._reveal(session_id)

    def refresh(self, topology: Topology, session_ids: Iterable[SessionId]) -> None:
        """Show newer counts, times and badges of conversations that stay where they are."""
        self.view.heavens.renew(topology, session_ids)
        self.floating.follow_selection()

    def _anchor(self, drop: Drop | None = None) -> int:
        """The star that must not move: what was dropped on, else under the mouse or the one it is on the way to, else in focus, else selected."""
        view, picture = self.view, self.view.picture
        target = picture.stars.at(drop.parent) if drop is not None else -1
        if target >= 0:
            return target
        if view.mouse_at is not None:
            index = view.star_at(view.mouse_at)
            if index < 0:
                index = view.star_near_mouse()
            if index >= 0:
                return index
        return picture.focused if picture.focused >= 0 else picture.selected

    def _unmoved(self, index: int, topology: Topology) -> int:
        """The star, or where it or a star above it was placed by hand, the one above that: a hand moves stars, not the sky."""
        stars, still, above = self.view.picture.stars, index, index
        while above >= 0:
            before = stars.entries[above]
            now = topology.get(before.session_id)
            above = int(stars.parent[above])
            if now is not None and (now.dx, now.dy) != (before.dx, before.dy):
                still = above
        return still

    def is_folded(self, session_id: SessionId) -> bool:
        """Whether what is below a conversation is hidden: by the person, or because its project is large."""
        heavens = self.view.heavens
        entry = heavens.topology.get(session_id)
        return entry is not None and (entry.folded or heavens.is_auto_folded(session_id))

    def unfold(self, session_id: SessionId) -> None:
        """Open a fold, whoever made it; a fold of the person's own is asked for."""
        self._fold(session_id, False)

    def set_selection(self, session_id: SessionId | None) -> None:
        """Show which conversation is open; unfolds and reveals it."""
        if session_id is not None:
            self._unfold_to(session_id)
        self._wanted = session_id
        self.view.heavens.when_whole(partial(self._show_selection, session_id))

    def _show_selection(self, session_id: SessionId | None) -> None:
        if session_id != self._wanted:
            return
        view = self.view
        index = view.picture.stars.at(session_id)
        if index != view.picture.selected:
            view.picture.selected = index
            view.focus_star(index)
            if index >= 0 and self._fitted:
                view.reveal(index)
        view.heavens.relink()
        self.floating.follow_selection()

    def _reveal(self, session_id: SessionId) -> None:
        index = self.view.heavens.nearest_shown(session_id)
        if index >= 0 and self._fitted:
            self.view.reveal(index)

    def _unfold_to(self, session_id: SessionId) -> None:
        """Open what hides a conversation; the person's own folds by request, the others at once."""
        heavens = self.view.heavens
        if session_id not in heavens.topology:
            return
        above = heavens.topology.ancestors(session_id)
        own = [item for item in above if heavens.topology[item].folded and not heavens.is_auto_folded(item)]
        opening = [item for item in above if heavens.is_auto_folded(item)]
        for ancestor in opening:
            heavens.set_auto_fold(ancestor, folded=False)
        if opening:
            heavens.refold(self._anchor())
            self.folds_changed.emit()
        for ancestor in own:
            self.fold_requested.emit(ancestor, False)

    def set_live(self, live: frozenset[SessionId]) -> None:
        """Which conversations are answering now."""
        self.view.heavens.set_live(live)

    def set_unsent(self, unsent: Mapping[SessionId, int]) -> None:
        """How many messages wait to be sent, by conversation."""
        self.view.heavens.set_unsent(unsent)

    def set_previews(self, previews: Mapping[SessionId, Preview]) -> None:
        """What was said last; for hover cards and near cards."""
        self._asked_previews -= previews.keys()
        self.view.heavens.set_previews(previews)

    def forget_previews(self, session_ids: Iterable[SessionId]) -> None:
        """These conversations went on; ask again when they are shown."""
        gone = set(session_ids)
        picture = self.view.picture
        picture.previews = {key: value for key, value in picture.previews.items() if key not in gone}
        self._settle()

    def set_show_archived(self, shown: bool) -> None:
        """Whether archived conversations are in the sky."""
        heavens = self.view.heavens
        if heavens.show_archived != shown:
            heavens.show_archived = shown
            heavens.refold(self._anchor())
            heavens.when_whole(self._follow_camera)

    def set_show_references(self, shown: bool) -> None:
        """Whether all references are shown, or those of the selected conversation alone (P-2)."""
        heavens = self.view.heavens
        if heavens.show_references != shown:
            heavens.show_references = shown
            heavens.relink()

    def set_wheel(self, rule: str) -> None:
        """What the mouse wheel alone does: ``zoom`` or ``pan``."""
        self.view.wheel_rule = WheelRule(rule)

    def tidy(self, root: SessionId, *, back: bool = False) -> None:
        """Give up the slack of a project, or take that back; what was tidied up is seen whole (I16)."""
        heavens = self.view.heavens
        if root in heavens.topology:
            (heavens.untidy if back else heavens.tidy)(root, self._anchor())
            heavens.when_whole(self._follow_camera)
            if not back and not self.view.picture.packed:
                heavens.when_whole(partial(self._reveal_project, root))

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme or text size."""
        self.theme = theme
        if theme != self.view.item.theme:
            self.view.heavens.dress(theme, self.view.viewport().devicePixelRatioF())
        self.editor.setFont(theme.font("base", bold=True))
        self.floating.dress(theme)

    def show_changed(self, session_ids: Iterable[SessionId]) -> None:
        """After undo and redo: reveal what was touched and let it pulse (I9); never another zoom (I8)."""
        self.view.heavens.when_whole(partial(self._show_changed, tuple(session_ids)))

    def _show_changed(self, session_ids: tuple[SessionId, ...]) -> None:
        view = self.view
        indices = sorted({view.heavens.nearest_shown(session_id) for session_id in session_ids} - {-1})
        if indices:
            view.reveal(indices[0])
            view.heavens.motion.pulse(indices)

    def show_passage(self, start: SessionId, end: SessionId) -> None:
        """Something goes from one conversation to another; seen where both have a star on this sky, never a zoom."""
        heavens = self.view.heavens
        first, last = heavens.nearest_shown(start), heavens.nearest_shown(end)
        if first >= 0 and last >= 0 and self.isVisible():
            heavens.motion.carry(first, last)

    # -- naming

    def begin_naming(self, session_id: SessionId) -> None:
        """Type the first name of a conversation that was just made (I6)."""
        self._begin_name(session_id, first=True)

    def begin_rename(self, session_id: SessionId) -> None:
        """Type another name."""
        self._begin_name(session_id, first=False)

    def _begin_name(self, session_id: SessionId, *, first: bool) -> None:
        self._unfold_to(session_id)
        self.view.heavens.when_whole(partial(self.naming.begin, session_id, first=first))

    # -- requests

    def _choose(self, session_id: SessionId | None) -> None:
        if session_id is None:
            return
        self._wanted = session_id
        self.view.picture.selected = self.view.picture.stars.at(session_id)
        self.view.heavens.relink()
        self.floating.follow_selection()
        self.selected.emit(session_id)

    def _pass_on(self, what: str, session_id: SessionId) -> None:
        match what:
            case "open_full":
                self.open_full_requested.emit(session_id)
            case "child":
                self.child_requested.emit(session_id)
            case "sibling":
                self.sibling_requested.emit(session_id)
            case _:
                self.begin_rename(session_id)

    def _fold(self, session_id: SessionId, folded: bool) -> None:
        heavens = self.view.heavens
        if not folded and heavens.is_auto_folded(session_id):
            heavens.set_auto_fold(session_id, folded=False)
            heavens.refold(heavens.picture.stars.at(session_id))
            heavens.when_whole(self._follow_camera)
            self.folds_changed.emit()
            entry = heavens.topology.get(session_id)
            if entry is None or not entry.folded:
                return
        self.fold_requested.emit(session_id, folded)

    def _drop(self, drop: Drop) -> None:
        if drop.offsets:
            self.place_requested.emit(drop.offsets)
        elif drop.session_ids:
            self._drop_awaited = drop
            self.reparent_requested.emit(drop.session_ids, drop.parent)

    def _want_preview(self, session_id: SessionId | None) -> None:
        if session_id is not None:
            self._ask_previews([session_id])

    def _ask_previews(self, session_ids: Iterable[SessionId]) -> None:
        known = self.view.picture.previews
        wanted = tuple(i for i in session_ids if i not in known and i not in self._asked_previews)
        if wanted:
            self._asked_previews |= set(wanted)
            self.previews_wanted.emit(wanted)

    # -- for tests and for the keyboard of others

    def node_at(self, at: QPoint) -> SessionId | None:
        """The conversation at a place of the viewport."""
        return self.view.id_of(self.view.star_at(QPointF(at)))

    def rect_of(self, session_id: SessionId) -> QRect | None:
        """What a star and its title cover in the viewport; None where it is not shown."""
        index = self.view.picture.stars.at(session_id)
        return self.view.rect_of(index) if index >= 0 else None

    def centre_of(self, session_id: SessionId) -> QPoint | None:
        """Where to click on a star, in the viewport; None where it is not shown."""
        index = self.view.picture.stars.at(session_id)
        if index < 0:
            return None
        x, y = self.view.item.frame.body_of(index).centre
        return QPoint(round(x), round(y))

    def view_state(self) -> dict[str, Any]:
        """Zoom, place and what was unfolded, as JSON values."""
        camera = self.view.camera
        opened = sorted(self.view.heavens.opened)[:_MAX_OPENED_KEPT]
        return {
            "x": camera.x,
            "y": camera.y,
            "scale": camera.scale,
            "opened": opened,
            "hues": self.hues.state(),
            "places": self.view.heavens.places(),
        }

    def slots_state(self) -> dict[str, Any]:
        """Where stars stand that a layout from scratch would put elsewhere, as JSON values (map rule 4)."""
        return self.view.heavens.slots()

    def put_slots_state(self, state: Any) -> None:
        """Take that up; anything unreadable is left out."""
        self.view.heavens.put_slots(state)

    def put_view_state(self, state: Any) -> None:
        """Take up where the person left; anything unreadable is left at its default."""
        if not isinstance(state, dict):
            return
        self.hues.put_state(state.get("hues"))
        self.view.heavens.put_places(state.get("places"))
        opened = state.get("opened")
        if isinstance(opened, list):
            self.view.heavens.put_opened({SessionId(item) for item in opened if isinstance(item, str)})
        if all(isinstance(state.get(key), int | float) for key in ("x", "y", "scale")):
            self._state = state
            if self._fitted:
                self._look_first()

    # -- camera

    def _look_first(self) -> None:
        """The first look at a sky: where it was left, else all of it."""
        view, state = self.view, self._state
        self._fitted = True
        view.fit()
        if state:
            camera = view.camera
            scaled = camera.scaled(float(state["scale"]), (camera.width / 2, camera.height / 2))
            moved = scaled.with_at(
                (float(state["x"]), float(state["y"])), (camera.width / 2, camera.height / 2)
            )
            view.look(moved)
            view.heavens.suit_form((camera.width / 2, camera.height / 2))
            self._state = {}

    def _follow_camera(self) -> None:
        self.naming.follow()
        self.floating.follow_camera()

    def _settle(self) -> None:
        picture, frame = self.view.picture, self.view.item.frame
        self._ask_previews([picture.stars.entries[index].session_id for index in frame.cards])
        self.view_changed.emit()

    def _retranslate(self) -> None:
        self.view.setAccessibleName(self.tr("Map of conversations"))
        self.view.setAccessibleDescription(
            self.tr(
                "Arrow keys move between conversations, Tab makes an empty branch, Enter one beside it, F2 renames"
            )
        )
        self.floating.retranslate()
        self.view.item.touch()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.setGeometry(self.rect())
        if not self._fitted and len(self.view.heavens.topology) and self.isVisible():
            self._look_first()
        elif self.view.shows_all:
            self.view.fit()
        self.floating.follow_selection()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.view.heavens.motion.still = themes.motion_reduced()
        if not self._fitted and len(self.view.heavens.topology):
            self._look_first()
        self.view.heavens.motion.wake()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.view.setFocus(event.reason())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.StyleChange and themes.current() != self.theme:
            self.set_theme(themes.current())


def _new_project(
    before: Topology, topology: Topology, changed: frozenset[SessionId] | None
) -> SessionId | None:
    """The project that was added, with all that is in it; None where none was."""
    roots = topology.roots if changed is None else [item for item in changed if item in topology]
    added = [item for item in roots if item not in before and topology.parent(item) is None]
    return min(added, key=lambda item: topology[item].order, default=None)
