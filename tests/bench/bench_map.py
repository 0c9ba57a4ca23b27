"""The map with 20,000 conversations, on real tidy trees, beside one graphics item per star and edge."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, override

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QApplication, QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from stello_desktop.domain.topology import LayoutKind
from stello_desktop.layout.camera import Camera
from stello_desktop.layout.hit import HitGrid
from stello_desktop.layout.tidy import tidy
from stello_desktop.ui import theme
from stello_desktop.ui.map.arrangement import Arranger, Form
from stello_desktop.ui.map.batch_item import SkyItem
from stello_desktop.ui.map.picture import Picture
from stello_desktop.ui.map.stars import read_stars
from stello_desktop.ui.map.visible import visible_tree
from tests.helpers import skies

if TYPE_CHECKING:
    from stello_desktop.domain.topology import Topology

COUNT = 20_000
MOVED = 5_000
WIDTH, HEIGHT = 1280, 800
SCALES = (0.25, 0.4, 0.7, 1.0, 1.6, 2.5, 4.0)

type Figure = tuple[float, str, float, float | None]


def _application() -> QApplication:
    running = QApplication.instance()
    return running if isinstance(running, QApplication) else QApplication([])


@lru_cache(maxsize=1)
def _tree() -> Topology:
    return skies.grown(COUNT, layout=LayoutKind.MIND_MAP)


def _ms(work: Callable[[], object], *, times: int = 9) -> float:
    """CPU time of the calling thread: the least of some runs, because other work on the machine only adds."""
    spent: list[float] = []
    for _ in range(times):
        start = time.thread_time()
        work()
        spent.append((time.thread_time() - start) * 1e3)
    return min(spent)


class _Naive(QGraphicsItem):
    """One star, or one edge, painted the obvious way."""

    def __init__(self, rect: QRectF, path: QPainterPath | None, color: QColor) -> None:
        super().__init__()
        self._rect, self._path, self._color = rect, path, color

    @override
    def boundingRect(self) -> QRectF:
        return self._rect

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._path is not None:
            painter.setPen(QPen(self._color, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(self._path)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._color)
            painter.drawEllipse(self._rect)


class _Stage:
    """A painted sky of `COUNT` stars, and the same as one item each."""

    def __init__(self) -> None:
        _application()
        stars = read_stars(visible_tree(_tree()), now_s=skies.NOW_S)
        self.picture = Picture(stars=stars, now_s=skies.NOW_S)
        self.item = SkyItem(self.picture, theme.load("dark"))
        arrangement = Arranger(self.item.labels.measure).arrange(stars)
        self.picture.side, self.picture.shelf = arrangement.side, arrangement.shelf
        self.spread, self.packed = arrangement.spread, arrangement.packed
        self.image = QImage(WIDTH, HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
        self.naive: QGraphicsScene | None = None

    def look(self, form: Form, *, packed: bool, camera: Camera) -> None:
        self.picture.x, self.picture.y, self.picture.packed = form.x, form.y, packed
        self.picture.camera = camera

    def look_at_all(self) -> None:
        assert self.packed is not None
        self.look(self.packed, packed=True, camera=Camera(WIDTH, HEIGHT).fitted(self.packed.bounds))

    def look_closely(self, scale: float) -> Camera:
        """The middle of where most stars are."""
        crowd = int(np.argsort(self.spread.y)[len(self.spread.y) // 2])
        camera = Camera(WIDTH, HEIGHT, float(self.spread.x[crowd]), float(self.spread.y[crowd]), scale)
        self.look(self.spread, packed=False, camera=camera)
        return camera

    def frame_ms(self) -> float:
        """One full frame, prepared pictures warm."""
        painter = QPainter(self.image)

        def paint() -> None:
            self.item.touch()
            self.item.paint(painter, QStyleOptionGraphicsItem())

        paint()
        spent = _ms(paint)
        painter.end()
        return spent

    def build_naive(self) -> QGraphicsScene:
        """An item per star and per edge at the same places."""
        if self.naive is None:
            scene = QGraphicsScene()
            form = self.packed or self.spread
            places, parent = (
                list(zip(form.x.tolist(), form.y.tolist(), strict=True)),
                self.picture.stars.parent.tolist(),
            )
            hues = [QColor(hue) for hue in theme.load("dark").hues]
            for index, (x, y) in enumerate(places):
                color = hues[int(self.picture.stars.hue[index])]
                if parent[index] >= 0:
                    x0, y0 = places[parent[index]]
                    path = QPainterPath()
                    path.moveTo(x0, y0)
                    path.cubicTo((x0 + x) / 2, y0, (x0 + x) / 2, y, x, y)
                    scene.addItem(_Naive(path.boundingRect().adjusted(-1, -1, 1, 1), path, color))
                scene.addItem(_Naive(QRectF(x - 6, y - 6, 12, 12), None, color))
            self.naive = scene
        return self.naive

    def naive_ms(self, camera: Camera) -> float:
        """The naive scene through the same camera."""
        scene, seen = self.build_naive(), camera.seen
        painter = QPainter(self.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        source = QRectF(seen.left, seen.top, seen.width, seen.height)
        spent = _ms(lambda: scene.render(painter, QRectF(0, 0, WIDTH, HEIGHT), source), times=3)
        painter.end()
        return spent


@lru_cache(maxsize=1)
def _stage() -> _Stage:
    return _Stage()


def build() -> Figure:
    """From the tree to painted places: folds, arrays, tidy layout, packed form."""
    _application()
    tree = _tree()
    measure = SkyItem(Picture(), theme.load("dark")).labels.measure

    def work() -> None:
        Arranger(measure).arrange(read_stars(visible_tree(tree), now_s=skies.NOW_S))

    work()
    gc.freeze()  # as the program does after its start
    spent = _ms(work, times=7)
    stage = _stage()
    start = time.thread_time()
    stage.build_naive()
    return spent, "ms CPU", 100.0, (time.thread_time() - start) * 1e3


def fit() -> Figure:
    """Everything in view."""
    stage = _stage()
    stage.look_at_all()
    return stage.frame_ms(), "ms CPU", 8.0, stage.naive_ms(stage.picture.camera)


def closer() -> Figure:
    """The slowest of the closer zooms."""
    stage = _stage()
    spent: Sequence[float] = []
    for scale in SCALES:
        stage.look_closely(scale)
        spent = [*spent, stage.frame_ms()]
    assert stage.packed is not None
    middle = Camera(WIDTH, HEIGHT, *stage.packed.bounds.centre, 0.4)
    return max(spent), "ms CPU", 8.0, stage.naive_ms(middle)


def move() -> Figure:
    """A frame in which 5,000 stars have moved, all in view."""
    stage = _stage()
    stage.look_at_all()
    x = stage.picture.x
    painter = QPainter(stage.image)
    step = 0

    def paint() -> None:
        nonlocal step
        step += 1
        moved = x.copy()
        moved[-MOVED:] += 5.0 * (step % 7)
        stage.picture.x = moved
        stage.item.touch()
        stage.item.paint(painter, QStyleOptionGraphicsItem())

    spent = _ms(paint)
    painter.end()
    scene = stage.build_naive()
    items = scene.items()[: 2 * MOVED]

    def naive() -> None:
        for item in items:
            item.moveBy(5.0, 0.0)

    return spent, "ms CPU", 10.0, _ms(naive, times=3) + stage.naive_ms(stage.picture.camera)


def hit() -> Figure:
    """Finding the star under the mouse."""
    form = _stage().spread
    grid = HitGrid(form.x, form.y)
    chance = np.random.default_rng(1)
    places = [(float(form.x[i]) + 5.0, float(form.y[i])) for i in chance.integers(0, COUNT, 200).tolist()]

    def work() -> None:
        for x, y in places:
            grid.nearest(x, y, 20.0)

    def naive() -> None:
        for x, y in places[:10]:
            min(range(COUNT), key=lambda i: (form.x[i] - x) ** 2 + (form.y[i] - y) ** 2)

    return _ms(work) / len(places), "ms CPU", 0.1, _ms(naive, times=1) / 10


def layout() -> Figure:
    """The tidy layout alone."""
    parents = skies.grown_parents(COUNT)
    widths = [60.0 + 8.0 * (index % 12) for index in range(COUNT)]
    heights = [24.0 if index % 3 else 40.0 for index in range(COUNT)]
    return _ms(lambda: tidy(parents, widths, heights), times=5), "ms CPU", 60.0, None


BENCHES: dict[str, Callable[[], Figure]] = {
    "map_build_20000": build,
    "map_fit_frame_20000": fit,
    "map_closer_frame_20000": closer,
    "map_move_5000": move,
    "map_hit_20000": hit,
    "map_tidy_20000": layout,
}
