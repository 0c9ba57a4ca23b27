"""Pictures of the map for looking at: ``python -m tests.helpers.map_pictures [FOLDER]``.

One, 40 and 400 conversations, English and Chinese, dark and light, once and twice the pixels, from far
to near, under the mouse, while something is dragged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.ports import Preview
from stello_desktop.domain.topology import LayoutKind, Topology
from stello_desktop.ui import theme
from stello_desktop.ui.map.sky_widget import SkyWidget
from tests.helpers import skies
from tests.helpers.skies import sid

LAST_LINES = {
    "Market": "Three regions, in this order: Nordics first, then North America, Asia after the seed round.",
    "Regulation": "Data residency settled: EU hosting. Open: consent wording for minors, and who signs the agreement.",
    "Financing": "Runway 18 months, 1.66 M needed.",
    "Burn model": "Two hires later saves 66 k.",
    "Seed round": "Four investors short-listed.",
    "Launch 2027": "Everything that has to be true before we can open the doors.",
}


def _show(topology: Topology, size: tuple[int, int] = (760, 860)) -> SkyWidget:
    sky = SkyWidget()
    sky.view.heavens.now = lambda: skies.NOW_S
    sky.resize(*size)
    sky.show()
    sky.set_previews({sid(name): Preview(sid(name), line, "assistant") for name, line in LAST_LINES.items()})
    sky.set_topology(topology)
    QTest.qWait(150)
    return sky


def _move(sky: SkyWidget, at: QPoint, *, down: bool) -> None:
    port = sky.view.viewport()
    buttons = Qt.MouseButton.LeftButton if down else Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(port.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(port, event)


def _spot(sky: SkyWidget, name: str) -> QPoint:
    spot = sky.centre_of(sid(name))
    assert spot is not None
    return spot


def _drag(sky: SkyWidget, name: str, to: QPoint) -> None:
    start = _spot(sky, name)
    QTest.mousePress(sky.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    _move(sky, start + QPoint(20, 20), down=True)
    _move(sky, to, down=True)


def _at(sky: SkyWidget, scale: float, name: str) -> None:
    sky.view.zoom_by(scale / sky.view.camera.scale, QPointF(_spot(sky, name)))
    QTest.qWait(20)


def _selected() -> SkyWidget:
    sky = _show(skies.launch().topology())
    sky.set_live(frozenset({sid("Roadmap")}))
    sky.set_selection(sid("Burn model"))
    return sky


def _by_keys() -> SkyWidget:
    sky = _selected()
    QTest.keyClick(sky.view, Qt.Key.Key_Left)
    return sky


def _hovered(name: str) -> SkyWidget:
    sky = _show(skies.launch().topology())
    _move(sky, _spot(sky, name), down=False)
    QTest.qWait(500)
    return sky


def _near(layout: str, scale: float) -> SkyWidget:
    sky = _show(skies.launch().change("Launch 2027", layout=layout).topology(), (1100, 860))
    sky.set_selection(sid("Market"))
    sky.set_live(frozenset({sid("Financing")}))
    _at(sky, scale, "Launch 2027")
    return sky


def _dragged(name: str, goal: str | QPoint) -> SkyWidget:
    sky = _show(skies.launch().topology())
    _drag(sky, name, _spot(sky, goal) if isinstance(goal, str) else goal)
    return sky


def _folded() -> SkyWidget:
    sky = skies.launch().change("Market", folded=True).change("Roadmap", folded=True)
    return _show(sky.topology())


def _named() -> SkyWidget:
    sky = _show(skies.launch().topology())
    sky.begin_naming(sid("Grants"))
    return sky


PICTURES: dict[str, Callable[[], SkyWidget]] = {
    "empty": lambda: _show(Topology()),
    "one": lambda: _show(skies.a_tree("My first project")),
    "launch": _selected,
    "keys": _by_keys,
    "hover": lambda: _hovered("Regulation"),
    "hover-market": lambda: _hovered("Market"),
    "near-star": lambda: _near(LayoutKind.STAR, 1.7),
    "near-mind-map": lambda: _near(LayoutKind.MIND_MAP, 2.5),
    "mind-map": lambda: _show(
        skies.launch().change("Launch 2027", layout=LayoutKind.MIND_MAP).topology(), (1000, 760)
    ),
    "lit": lambda: _dragged("Europe", "Team"),
    "refused": lambda: _dragged("Europe", "Nordics"),
    "own-place": lambda: _dragged("Europe", QPoint(120, 700)),
    "make-project": lambda: _dragged("Europe", QPoint(400, 24)),
    "folded": _folded,
    "naming": _named,
    "chinese": lambda: _show(skies.a_tree(skies.STUDY)),
    "two": lambda: _show(skies.launch().add_outline(skies.STUDY).topology(), (1280, 800)),
    "star-120": lambda: _show(skies.grown(120), (1280, 860)),
    "mind-map-400": lambda: _show(skies.grown(400, layout=LayoutKind.MIND_MAP), (1280, 860)),
}


def main() -> int:
    """Write them all."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "pictures/map")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:]
    app = QApplication([])
    for name in ("dark", "light"):
        theme.apply(app, theme.load("dark" if name == "dark" else "light"))
        for picture, make in PICTURES.items():
            if wanted and picture not in wanted:
                continue
            sky = make()
            sky.grab().save(str(folder / f"{picture}-{name}.png"))
            sky.close()
            sky.deleteLater()
    return 0


if __name__ == "__main__":
    sys.exit(main())
