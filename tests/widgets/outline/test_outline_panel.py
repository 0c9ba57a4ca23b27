"""The head of the outline has room for what it says, at any text size."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.outline.panel import OutlinePanel


def heading(panel: OutlinePanel) -> QLabel:
    return panel.findChildren(QLabel)[0]


@pytest.mark.parametrize("width_px", [180, 230, 260, 300, 420])
def test_the_heading_is_whole_or_left_out_when_the_text_size_changes(
    qtbot: QtBot, qapp: QApplication, width_px: int
) -> None:
    """Look: nothing is cut at 150 %, and what was left out comes back."""
    theme.apply(qapp, theme.load("light"))
    panel = OutlinePanel()
    qtbot.addWidget(panel)
    panel.resize(width_px, 400)
    panel.show()
    qtbot.waitExposed(panel)
    first = heading(panel).text()
    for scale in (1.5, 1.0):
        theme.apply(qapp, theme.load("light", scale))
        qtbot.wait(30)
        label = heading(panel)
        needed = QFontMetrics(label.font()).horizontalAdvance("Projects")
        assert label.text() in {"", "Projects"}
        assert not label.text() or label.width() >= needed
    assert heading(panel).text() == first
    theme.apply(qapp, theme.load("light"))
