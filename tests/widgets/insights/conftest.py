"""The real window over a project with branches, driven like a person would."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from stello_desktop.ui import theme


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> QApplication:
    """The program's own look."""
    theme.apply(qapp, theme.load("light"))
    QGuiApplication.clipboard().clear()
    return qapp
