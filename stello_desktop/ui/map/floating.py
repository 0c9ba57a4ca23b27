"""The arrangement of what floats over the sky: where each part stands, when it shows, what titles keep off."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QObject, QRect, QTimer, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import LayoutKind
from stello_desktop.layout.camera import FIT_MARGIN, Box
from stello_desktop.ui.map.overlays import Compass, EmptySky, Hint, MiniMap, Trail, ZoomBar
from stello_desktop.ui.map.view import SkyView
from stello_desktop.ui.theme import Theme

STAR_AT_ITS_BEST: Final = 80
_EDGE_PX: Final = 14
_GAP_PX: Final = 8
_OVER_A_STAR_PX: Final = 28
"""What a star with its ring reaches over its centre, and a little air."""

_MINIMAP_MS: Final = 100
_MINIMAP_FROM_PX: Final = 420
"""A narrower pane has no room for the small map."""


class Floating(QObject):
    """Keeps the parts over a view apart from each other and up to date.

    At the foot stands only what news of the window may stand above; all else is at the top. The zoom bar is there
    while the pointer or the focus is on the map.

    Signals:
        layout_requested: arrange a project as `LayoutKind`.
    """

    layout_requested = Signal(object, str)

    def __init__(self, pane: QWidget, view: SkyView) -> None:
        super().__init__(pane)
        self._pane = pane
        self._view = view
        self.zoom_bar = ZoomBar(pane)
        self.zoom_bar.hide()
        self.empty = EmptySky(pane)
        self.empty.hide()
        self.hint = Hint(pane, "mapHint")
        self.compass = Compass(pane)
        self.mini_map = MiniMap(pane)
        self.trail = Trail(pane)
        self._hint_refused: set[SessionId] = set()
        self._lifted = False
        self._pointed = False
        self._mini_timer = QTimer(self)
        self._mini_timer.setSingleShot(True)
        self._mini_timer.setInterval(_MINIMAP_MS)
        self._mini_timer.timeout.connect(self._show_mini_map)
        self._sizes_change = (
            (self.zoom_bar, QEvent.Type.Resize),
            (self.empty, QEvent.Type.LayoutRequest),  # other words, or larger ones
        )
        self._connect()
        for watched in (pane, view, self.zoom_bar, self.empty):
            watched.installEventFilter(self)

    def _connect(self) -> None:
        view = self._view
        view.room_at_top = self._room_at_top
        view.lifting.connect(self._make_way)
        self.zoom_bar.stepped.connect(view.zoom_step)
        self.zoom_bar.fit_asked.connect(view.fit)
        self.zoom_bar.reset_asked.connect(lambda: view.zoom_by(1.0 / view.camera.scale))
        self.compass.clicked.connect(view.fit)
        self.mini_map.pointed.connect(self._centre_on)
        self.hint.taken.connect(self._take_hint)
        self.hint.refused.connect(self._refuse_hint)

    def retranslate(self) -> None:
        """Say it in the language of now."""
        self.hint.say(
            self.tr("Many stars in this project. A mind map keeps their names readable."),
            self.tr("Show as mind map"),
            self.tr("Leave it as it is"),
        )

    def dress(self, theme: Theme) -> None:
        """Paint in another theme or text size."""
        for part in (self.compass, self.mini_map):
            part.dress(theme)
        self.zoom_bar.retranslate()
        self.arrange()

    # -- what shows

    def follow_tree(self, *, empty: bool) -> None:
        """There are conversations, or there are none."""
        self.empty.setVisible(empty)
        self._show_zoom_bar()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._pane and kind in {QEvent.Type.Enter, QEvent.Type.Leave}:
            self._pointed = kind == QEvent.Type.Enter
            self._show_zoom_bar()
        elif watched is self._view and kind in {QEvent.Type.FocusIn, QEvent.Type.FocusOut}:
            self._show_zoom_bar(focused=kind == QEvent.Type.FocusIn)
        elif (watched, kind) in self._sizes_change:
            self.arrange()
        return False

    def _show_zoom_bar(self, *, focused: bool | None = None) -> None:
        """Where it is needed: with the pointer or the focus on a map that has stars."""
        wanted = self._pointed or (self._view.hasFocus() if focused is None else focused)
        self.zoom_bar.setVisible(wanted and not self.empty.isVisibleTo(self._pane))

    def follow_selection(self) -> None:
        """Another conversation is selected, or the selected one is called otherwise or hangs elsewhere."""
        self._show_trail()
        self._show_hint()

    def follow_camera(self) -> None:
        """Another part of the sky is in view."""
        self.zoom_bar.show_scale(self._view.camera.scale)
        if not self._mini_timer.isActive():
            self._mini_timer.start()

    def _make_way(self, lifted: bool) -> None:
        """While stars are dragged, the target at the top edge stands there."""
        self._lifted = lifted
        self.follow_selection()
        self._show_mini_map()

    def _show_trail(self) -> None:
        topology, session_id = self._view.heavens.topology, self._view.id_of(self._view.picture.selected)
        known = session_id is not None and session_id in topology and not self._lifted
        path = topology.path(session_id) if session_id is not None and known else []
        taken = 0 if self.mini_map.isHidden() else self.mini_map.width() + _GAP_PX
        labels = [topology[step].label for step in path]
        self.trail.show_path(labels, self._pane.width() - 2 * _EDGE_PX - taken)

    def _show_mini_map(self) -> None:
        """The small map and the arrow show only when they are needed."""
        view, picture = self._view, self._view.picture
        count = len(picture.stars)
        bounds, camera = view.heavens.bounds, view.camera
        outside = count > 1 and not camera.seen.grown(2.0).holds(bounds)
        shown = outside and self._pane.width() > _MINIMAP_FROM_PX and not self._lifted
        if shown == self.mini_map.isHidden():
            self.mini_map.setVisible(shown)
            self._show_trail()
        if outside:
            self.mini_map.show_stars(picture.x, picture.y, picture.stars.hue, bounds, camera)
        lost = count > 0 and not len(view.item.frame.seen)
        self.compass.setVisible(lost)
        if lost:
            x, y = bounds.centre
            self.compass.point_to(x - camera.x, y - camera.y)
        self.arrange()

    def _centre_on(self, x: float, y: float) -> None:
        camera = self._view.camera
        self._view.look(camera.with_at((x, y), (camera.width / 2, camera.height / 2)))

    # -- the hint

    def _is_crowded(self, project: int) -> bool:
        """Whether a star-shaped project has more stars than look good, and nobody wants it so."""
        stars = self._view.picture.stars
        start, end = stars.starts[project], [*stars.starts[project + 1 : project + 2], len(stars)][0]
        root = stars.entries[start]
        many = end - start > STAR_AT_ITS_BEST and root.layout == LayoutKind.STAR
        return many and root.session_id not in self._hint_refused

    def _hinted_project(self) -> SessionId | None:
        """The crowded project that the hint is about: the selected one's, else the only one."""
        stars, selected = self._view.picture.stars, self._view.picture.selected
        if not len(stars) or (selected < 0 and len(stars.starts) > 1):
            return None
        project = stars.project_of(max(selected, 0))
        return stars.entries[stars.starts[project]].session_id if self._is_crowded(project) else None

    def _show_hint(self) -> None:
        self.hint.setVisible(not self._lifted and self._hinted_project() is not None)
        self.arrange()

    def _take_hint(self) -> None:
        root = self._hinted_project()
        self.hint.hide()
        if root is not None:
            self.layout_requested.emit(root, LayoutKind.MIND_MAP.value)

    def _refuse_hint(self) -> None:
        root = self._hinted_project()
        if root is not None:
            self._hint_refused.add(root)
        self._show_hint()

    # -- where it stands

    def arrange(self) -> None:
        """Put every part in its place."""
        width, height = self._pane.width(), self._pane.height()
        bar, small, hint, trail = self.zoom_bar, self.mini_map, self.hint, self.trail
        bar.move(width - bar.width() - _EDGE_PX, height - bar.height() - _EDGE_PX)
        self.empty.fit(max(width - 2 * _EDGE_PX, 120))
        for part in (self.empty, self.compass):
            part.move((width - part.width()) // 2, (height - part.height()) // 2)
        trail.move(_EDGE_PX, _EDGE_PX)
        hint.move((width - hint.width()) // 2, _EDGE_PX)
        _drop_below(hint, trail)
        small.move(width - small.width() - _EDGE_PX, _EDGE_PX)
        _drop_below(small, hint)
        self._reserve()

    def _room_at_top(self) -> float:
        """What to keep free over the topmost star, beyond the margin: the hint's place where there can be one."""
        if not any(map(self._is_crowded, range(len(self._view.picture.stars.starts)))):
            return 0.0
        trail = self.trail.fontMetrics().height() + _GAP_PX
        return max(_EDGE_PX + trail + self.hint.sizeHint().height() + _OVER_A_STAR_PX - FIT_MARGIN, 0.0)

    def _reserve(self) -> None:
        """Let titles keep off what floats over the sky."""
        floating = (self.mini_map, self.hint, self.trail)
        areas = [part.geometry() for part in floating if not part.isHidden()]
        if self.empty.isHidden():  # where the zoom bar comes, no title moves
            areas.append(self.zoom_bar.geometry())
        reserved = tuple(Box(a.left(), a.top(), a.right() + 1, a.bottom() + 1) for a in areas)
        if reserved != self._view.picture.reserved:
            self._view.picture.reserved = reserved
            self._view.item.touch()


def _drop_below(part: QWidget, upper: QWidget) -> None:
    """Move a part down where another one stands in its place."""
    area: QRect = upper.geometry().adjusted(-_GAP_PX, 0, _GAP_PX, 0)
    if not upper.isHidden() and area.intersects(part.geometry()):
        part.move(part.x(), upper.geometry().bottom() + 1 + _GAP_PX)
