"""The theme that is applied now, and the one place that turns it into Qt's palette and style.

Widgets ask for roles (``theme.current().color("accent")``) when they paint and never keep a colour.
A change of theme or text size reaches every widget as ``QEvent.Type.StyleChange`` (and
``PaletteChange``); who has measured text measures again there.
"""

from __future__ import annotations

import atexit
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.stylesheet import build_stylesheet, write_marks
from stello_desktop.ui.tokens import (
    BIRTH_MS,
    MOVE_MS,
    RADIUS_BUBBLE_PX,
    RADIUS_CARD_PX,
    RADIUS_CONTROL_PX,
    SIZES_PX,
    SPACE_PX,
    SizeName,
    Theme,
    ThemeName,
    contrast,
    families_for_han,
    font_families,
    has_han_font,
    load,
    mix,
)

__all__ = [
    "BIRTH_MS",
    "MOVE_MS",
    "RADIUS_BUBBLE_PX",
    "RADIUS_CARD_PX",
    "RADIUS_CONTROL_PX",
    "SIZES_PX",
    "SPACE_PX",
    "SizeName",
    "Theme",
    "ThemeFollower",
    "ThemeName",
    "apply",
    "contrast",
    "current",
    "families_for_han",
    "font_families",
    "has_han_font",
    "load",
    "mix",
    "motion_reduced",
]


class _Applied:
    """What the one application of this process wears now."""

    def __init__(self) -> None:
        self.theme: Theme | None = None
        self.marks: TemporaryDirectory[str] | None = None


_applied = _Applied()


def current() -> Theme:
    """The theme that is applied now; the dark one before any was."""
    return _applied.theme or load("dark")


def apply(app: QApplication, theme: Theme) -> None:
    """Give the whole application its palette, font and style."""
    if _applied.theme == theme and app.styleSheet():
        return
    _applied.theme = theme
    if app.style().name() != "fusion" and not app.styleSheet():
        app.setStyle("Fusion")
    app.setFont(theme.font())
    app.setPalette(build_palette(theme))
    app.setStyleSheet(build_stylesheet(theme, _marks_folder(theme)))


def _marks_folder(theme: Theme) -> Path:
    """A folder that lives as long as the process, with the tinted arrows and ticks."""
    if _applied.marks is None:
        _applied.marks = TemporaryDirectory(prefix="stello-marks-", ignore_cleanup_errors=True)
        atexit.register(_applied.marks.cleanup)
    path = Path(_applied.marks.name)
    write_marks(theme, path)
    return path


def build_palette(theme: Theme) -> QPalette:
    """Qt's roles for what the style sheet does not reach."""
    palette = QPalette()
    role = QPalette.ColorRole
    for target, source in (
        (role.Window, "surface"),
        (role.WindowText, "text"),
        (role.Base, "surface"),
        (role.AlternateBase, "raised"),
        (role.Text, "text"),
        (role.Button, "raised"),
        (role.ButtonText, "text"),
        (role.BrightText, "danger"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.ToolTipBase, "raised"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "muted"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.Accent, "accent"),
        (role.Mid, "line"),
        (role.Dark, "line_strong"),
    ):
        palette.setColor(target, theme.color(source))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, theme.color("muted", 0.6))
    return palette


class ThemeFollower(QObject):
    """Applies the person's choice, and follows the system live where nothing was chosen."""

    def __init__(
        self, app: QApplication, choice: str = "system", scale: float = 1.0, parent: QObject | None = None
    ) -> None:
        super().__init__(parent or app)
        self._app = app
        self._choice = choice
        self._scale = scale
        self._hints = app.styleHints()
        self._hints.colorSchemeChanged.connect(self._apply)
        self._apply()

    def choose(self, choice: str, scale: float) -> None:
        """Take over a setting: ``system``, ``dark`` or ``light``, and a text size."""
        self._choice, self._scale = choice, scale
        self._apply()

    def _apply(self) -> None:
        name: ThemeName = "dark" if self._choice == "dark" else "light"
        if self._choice == "system":
            name = "dark" if self._hints.colorScheme() == Qt.ColorScheme.Dark else "light"
        apply(self._app, load(name, self._scale))


def motion_reduced() -> bool:
    """Whether the system asks for reduced motion; then nothing is animated."""
    # The hints object must stay referenced while its accessibility part is read.
    hints = QGuiApplication.styleHints()
    return hints.accessibility().motionPreference() == Qt.MotionPreference.ReducedMotion
