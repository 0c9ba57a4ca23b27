"""What floats over the sky keeps apart, and covers no star of a fitted sky."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from stello_desktop.domain.topology import Topology
from stello_desktop.ui import theme
from tests.helpers import skies
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands


def crowded() -> Topology:
    return skies.grown(140)


def check_apart(hands: Hands) -> None:
    floating = hands.sky.floating
    parts = (floating.zoom_bar, floating.mini_map, floating.hint, floating.trail)
    for one, other in combinations([part for part in parts if not part.isHidden()], 2):
        assert not one.geometry().intersects(other.geometry()), (one.objectName(), other.objectName())


@pytest.mark.parametrize("width", [440, 620, 900, 1400])
def test_the_hint_covers_no_star_of_a_fitted_sky(hands: Hands, width: int) -> None:
    hands.sky.resize(width, 760)
    topology = crowded()
    hands.sky.set_topology(topology)
    hands.sky.set_selection(topology.roots[0])
    hands.sky.view.fit()
    frame, hint = hands.sky.view.item.frame, hands.sky.hint
    assert hint.isVisible()
    area = hint.geometry().adjusted(-4, -4, 4, 4)
    for index in frame.seen.tolist():
        assert not area.contains(QPoint(round(frame.sx[index]), round(frame.sy[index])))
    check_apart(hands)


@pytest.mark.parametrize("width", [440, 620, 900])
def test_nothing_that_floats_stands_on_anything_else(hands: Hands, width: int) -> None:
    hands.sky.resize(width, 500)
    topology = crowded()
    hands.sky.set_topology(topology)
    deepest = max(
        (entry.session_id for entry in topology.entries()), key=lambda item: len(topology.path(item))
    )
    hands.sky.set_selection(deepest)
    hands.sky.view.zoom_by(2.0)
    QTest.qWait(150)
    assert not hands.sky.floating.mini_map.isHidden()
    assert not hands.sky.trail.isHidden()
    check_apart(hands)


def test_a_hint_that_was_closed_stays_away(hands: Hands) -> None:
    topology = crowded()
    hands.sky.set_topology(topology)
    close = hands.sky.hint.findChild(QToolButton, "mapHintClose")
    assert close is not None
    close.click()
    assert hands.sky.hint.isHidden()
    hands.sky.set_selection(topology.roots[0])
    hands.sky.set_topology(topology)
    assert hands.sky.hint.isHidden()


def test_the_top_edge_is_free_for_the_target_while_stars_are_dragged(hands: Hands, plan: Topology) -> None:
    hands.sky.set_topology(plan)
    hands.click("Money")
    hands.sky.view.zoom_by(2.2, hands.spot("Money").toPointF())
    QTest.qWait(150)
    floating = hands.sky.floating
    assert not floating.mini_map.isHidden()
    hands.start_drag("Money")
    assert floating.mini_map.isHidden()
    assert floating.trail.isHidden()
    hands.sky.view.pointer.cancel()
    assert not floating.mini_map.isHidden()
    assert not floating.trail.isHidden()
    assert hands.sky.view.id_of(hands.sky.view.picture.selected) == sid("Money")


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_nothing_in_the_zoom_bar_is_cut_in_any_text_size_or_language(
    hands: Hands, qapp: QApplication, scale: float
) -> None:
    """It is made while nobody sees it, and dressed only when it comes."""
    bar = hands.sky.floating.zoom_bar
    hands.sky.set_topology(crowded())
    bar.hide()
    try:
        theme.apply(qapp, theme.load("dark", scale))
        fit = bar.findChild(QToolButton, "mapFit")
        assert fit is not None
        fit.setText("适应窗口大小")  # as long as a translation may be
        bar.show()
        QApplication.sendPostedEvents()
        assert fit.width() >= fit.sizeHint().width()
        assert bar.geometry().right() < hands.sky.width()
        assert bar.geometry().bottom() < hands.sky.height()
    finally:
        theme.apply(qapp, theme.load("dark"))


@pytest.mark.parametrize("width", [240, 440, 900])
@pytest.mark.parametrize("scale", [0.85, 1.5])
def test_an_empty_sky_shows_all_its_words_in_any_text_size(
    hands: Hands, qapp: QApplication, width: int, scale: float
) -> None:
    hands.sky.resize(width, 760)
    hands.sky.set_topology(Topology())
    try:
        theme.apply(qapp, theme.load("dark", scale))
        QTest.qWait(50)
        empty = hands.sky.floating.empty
        assert empty.isVisible()
        labels = [label for label in empty.findChildren(QLabel) if label.text()]
        assert labels
        for label in labels:
            assert label.heightForWidth(label.width()) <= label.height(), label.text()
    finally:
        theme.apply(qapp, theme.load("dark"))
