"""The sky behind the stars: a soft light in the middle, a grain against banding, and faint far stars."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from stello_desktop.layout.camera import Camera
from stello_desktop.layout.forest import Floats
from stello_desktop.ui.theme import Theme

_TILE_PX: Final = 720.0
_FAR_STARS: Final = 66
_GRAIN_PX: Final = 2
_STEP_PX: Final = 16
_LAYERS: Final = ((0.04, 1.1, 0.22), (0.07, 1.4, 0.34), (0.11, 1.8, 0.5))
"""Parallax, size in pixels and strength of each layer of far stars."""


class Ground:
    """Paints the background for one theme; the picture is made again when the size changes."""

    def __init__(self, theme: Theme, ratio: float = 1.0) -> None:
        self.theme = theme
        self.ratio = ratio
        self._picture: QPixmap | None = None
        self._far = [
            np.asarray(_chance(_FAR_STARS // (layer + 1), 2, seed=layer) * _TILE_PX, dtype=np.float64)
            for layer in range(len(_LAYERS))
        ]
        self._tints = [
            QColor(theme.text if theme.dark else theme.muted),
            QColor(theme.hues[0]),
            QColor(theme.hues[1]),
        ]

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Fill the whole view."""
        width, height = _rounded(camera.width), _rounded(camera.height)
        picture = self._picture
        if picture is None or picture.deviceIndependentSize().toSize().toTuple() != (width, height):
            picture = self._picture = self._draw(width, height)
        painter.drawPixmap(0, 0, picture)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for layer, (parallax, size, strength) in enumerate(_LAYERS):
            color = QColor(self._tints[layer])
            color.setAlphaF(strength if self.theme.dark else strength * 0.55)
            painter.setBrush(color)
            rects = _scattered(self._far[layer], camera, parallax, size)
            painter.drawRects(shiboken6.wrapInstance(rects.ctypes.data, QRectF), len(rects))  # type: ignore[call-overload]  # the pointer form is not in the stubs

    def _draw(self, width: int, height: int) -> QPixmap:
        """The light, with a grain in each step of colour; without it dark gradients show rings."""
        columns, rows = max(width // _GRAIN_PX, 1), max(height // _GRAIN_PX, 1)
        x = (np.arange(columns, dtype=np.float32)[None, :] + 0.5) / columns - 0.5
        y = (np.arange(rows, dtype=np.float32)[:, None] + 0.5) / rows - 0.46
        longer = max(width, height) * 0.66
        distance = np.sqrt((x * (width / longer)) ** 2 + (y * (height / longer)) ** 2)
        light = np.clip(1.0 - distance, 0.0, 1.0)
        light = light * light * (3.0 - 2.0 * light)
        grain = _chance(rows, columns, seed=7)
        dark, lit = QColor(self.theme.ground), QColor(self.theme.ground_lit)
        pixels: NDArray[np.uint32] = np.full((rows, columns), 0xFF000000, dtype=np.uint32)
        for low, high, place in (
            (dark.red(), lit.red(), 16),
            (dark.green(), lit.green(), 8),
            (dark.blue(), lit.blue(), 0),
        ):
            pixels |= (low + (high - low) * light + grain).astype(np.uint32) << np.uint32(place)
        image = QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32)
        picture = QPixmap(round(width * self.ratio), round(height * self.ratio))
        picture.setDevicePixelRatio(self.ratio)
        painter = QPainter(picture)
        painter.drawImage(QRectF(0, 0, width, height), image)
        painter.end()
        return picture


def _chance(rows: int, columns: int, *, seed: int) -> NDArray[np.float32]:
    """Numbers from 0 up to 1 without a visible order, ``(rows, columns)``.

    numpy's own generators are as good as any, but the first use imports them: a fiftieth of the way to the first frame.
    """
    mixed = np.arange(rows * columns, dtype=np.uint32) + np.uint32(seed * 0x3C6EF372 & 0xFFFFFFFF)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        mixed ^= mixed >> np.uint32(shift)
        mixed *= np.uint32(factor)
    mixed >>= np.uint32(8)  # so many bits as a float has; else some would become 1
    return (mixed.astype(np.float32) / np.float32(1 << 24)).reshape(rows, columns)


def _rounded(length_px: float) -> int:
    """A little more than what is seen, so that a pane that grows by a few pixels keeps its picture."""
    return math.ceil(length_px / _STEP_PX) * _STEP_PX


def _scattered(base: Floats, camera: Camera, parallax: float, size: float) -> Floats:
    """Rectangles of one layer: the tile moved by the parallax and repeated over the view."""
    moved = (base - np.array([camera.x, camera.y]) * camera.scale * parallax) % _TILE_PX
    columns = np.arange(int(camera.width / _TILE_PX) + 1) * _TILE_PX
    rows = np.arange(int(camera.height / _TILE_PX) + 1) * _TILE_PX
    tiles = np.stack([axis.ravel() for axis in np.meshgrid(columns, rows)], axis=1)
    spots = (moved[None, :, :] + tiles[:, None, :]).reshape(-1, 2)
    return np.ascontiguousarray(np.concatenate([spots, np.full_like(spots, size)], axis=1))
