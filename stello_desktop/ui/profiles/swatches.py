"""Choosing a colour among the branch hues."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from stello_desktop.domain.library import HUES
from stello_desktop.ui import theme
from stello_desktop.ui.controls import describe
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP

_SIDE_PX: Final = 24
_DOT_PX: Final = 14

_NAMES: Final = (
    QT_TRANSLATE_NOOP("Hues", "Blue"),
    QT_TRANSLATE_NOOP("Hues", "Orange"),
    QT_TRANSLATE_NOOP("Hues", "Green"),
    QT_TRANSLATE_NOOP("Hues", "Pink"),
    QT_TRANSLATE_NOOP("Hues", "Violet"),
    QT_TRANSLATE_NOOP("Hues", "Yellow"),
    QT_TRANSLATE_NOOP("Hues", "Sky blue"),
    QT_TRANSLATE_NOOP("Hues", "Red"),
)


def hue_name(hue: int) -> str:
    """The colour in a word."""
    return QCoreApplication.translate("Hues", _NAMES[hue % HUES])


class _Swatch(QAbstractButton):
    """One colour: a dot, with a ring round the chosen one."""

    def __init__(self, hue: int) -> None:
        super().__init__()
        self._hue = hue
        self.setObjectName(f"profileHue_{hue}")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        side_px = round(_SIDE_PX * theme.current().scale)
        return QSize(side_px, side_px)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        center = QRectF(self.rect()).center()
        radius = _DOT_PX * tokens.scale / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.hue(self._hue))
        painter.drawEllipse(center, radius, radius)
        if self.isChecked() or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            role = "accent" if self.hasFocus() else "muted"
            style = Qt.PenStyle.SolidLine if self.isChecked() else Qt.PenStyle.DotLine
            painter.setPen(QPen(tokens.color(role), 1.6, style))
            painter.drawEllipse(center, radius + 3.2, radius + 3.2)
        painter.end()


class HueSwatches(QWidget):
    """All hues in a row; the arrows choose.

    Signals:
        chosen: the number of a hue that the person picked.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for hue in range(HUES):
            swatch = _Swatch(hue)
            self._group.addButton(swatch, hue)
            row.addWidget(swatch)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group.idClicked.connect(self.chosen)
        self._put_words()

    def choose(self, hue: int) -> None:
        """Mark a hue without telling anyone."""
        self._group.button(hue % HUES).setChecked(True)

    def _put_words(self) -> None:
        self.setAccessibleName(self.tr("Colour"))
        for hue in range(HUES):
            words = self.tr("Colour: %1").replace("%1", hue_name(hue))
            describe(self._group.button(hue), words)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_group"):
            for swatch in self._group.buttons():
                swatch.updateGeometry()
