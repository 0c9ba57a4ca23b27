"""Small controls as the style sheet knows them, and labels that never become rich text by accident."""

from __future__ import annotations

import html
from typing import Final, Literal, override
from unicodedata import east_asian_width

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QPushButton, QToolButton, QWidget

from stello_desktop.ui import icons, theme

type ButtonKind = Literal["normal", "primary", "quiet", "danger", "link", "choice", "chip", "crumb", "fold"]
type Tone = Literal["normal", "muted", "good", "warning", "danger", "accent"]

MAX_TOOLTIP_CHARS: Final = 500
_ONE_LINE: Final = 72
_ICON_ROLES: Final[dict[ButtonKind, str]] = {"primary": "on_accent", "danger": "danger"}


def plain_label(
    text: str = "",
    *,
    size: str = "base",
    tone: Tone = "normal",
    strong: bool = False,
    wrap: bool = False,
    name: str = "",
) -> QLabel:
    """A label whose text is only text."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    label.setProperty("textSize", size)
    label.setProperty("tone", tone)
    label.setProperty("strong", strong)
    label.setObjectName(name)
    return label


def set_tone(label: QWidget, tone: Tone) -> None:
    """Change a label's tone while it is shown."""
    if label.property("tone") != tone:
        label.setProperty("tone", tone)
        repolish(label)


def repolish(widget: QWidget) -> None:
    """Let the style sheet see a changed property."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


class PushButton(QPushButton):
    """A button that Enter presses as well as Space, in every window and on every platform."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)


def button(text: str = "", *, kind: ButtonKind = "normal", icon: str = "", name: str = "") -> QPushButton:
    """A push button; icons of primary ones stand on the accent, of dangerous ones they warn too."""
    made = PushButton(text)
    made.setProperty("kind", kind)
    made.setObjectName(name)
    made.setAutoDefault(False)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if icon:
        made.setIcon(icons.icon(icon, _ICON_ROLES.get(kind, "muted"), "accent"))
        scale_icon(made, 16)
    return made


def tool_button(icon: str, *, name: str = "", size_px: int = 18) -> QToolButton:
    """A button of one icon; give it words with `describe`."""
    made = QToolButton()
    made.setIcon(icons.icon(icon, "muted", "accent"))
    scale_icon(made, size_px)
    made.setObjectName(name)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


class _IconScale(QObject):
    """Keeps a button's icon as large as the text size setting wants it."""

    def __init__(self, target: QAbstractButton, size_px: int) -> None:
        super().__init__(target)
        self._target, self._size_px = target, size_px
        self._measure()
        target.installEventFilter(self)

    def _measure(self) -> None:
        side_px = round(self._size_px * theme.current().scale)
        if self._target.iconSize().width() != side_px:
            self._target.setIconSize(QSize(side_px, side_px))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self._measure()
        return False


def scale_icon(target: QAbstractButton, size_px: int) -> None:
    """Give a button's icon its size at 100 %; it follows the text size setting."""
    _IconScale(target, size_px)


def describe(widget: QWidget, words: str, shortcut: str = "") -> None:
    """The same words as tooltip and for a screen reader."""
    widget.setAccessibleName(words)
    set_plain_tooltip(widget, f"{words} ({shortcut})" if shortcut else words)


def set_plain_tooltip(widget: QWidget, text: str) -> None:
    """A tooltip that shows text as it is, at most 500 characters of it."""
    widget.setToolTip(plain_tooltip(text))


def plain_tooltip(text: str) -> str:
    """The same as Qt wants it; what has room on one line is not broken, as Qt would do with any formatted text."""
    if not text:
        return ""
    width = sum(2 if east_asian_width(char) in "WF" else 1 for char in text[:MAX_TOOLTIP_CHARS])
    style = ' style="white-space:pre"' if width <= _ONE_LINE else ""
    return f"<div{style}>{html.escape(text[:MAX_TOOLTIP_CHARS])}</div>"


def frame(area: str) -> QFrame:
    """A frame that the style sheet fills: ``surface``, ``ground``, ``card``, ``rail``, ``toast``."""
    made = QFrame()
    made.setProperty("area", area)
    return made


def line() -> QFrame:
    """A quiet line across."""
    made = frame("line")
    made.setFixedHeight(1)
    return made


class Glyph(QLabel):
    """A small picture that follows theme and text size; says nothing to a screen reader."""

    def __init__(self, name: str, role: str, size_px: int = 20) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._name, self._role, self._size_px = name, role, size_px
        self._draw()

    def _draw(self) -> None:
        side_px = round(self._size_px * theme.current().scale)
        self.setFixedSize(side_px, side_px)
        self.setPixmap(icons.pixmap(self._name, side_px, self._role, self.devicePixelRatioF()))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() in {QEvent.Type.StyleChange, QEvent.Type.PaletteChange}:
            self._draw()
        super().changeEvent(event)
