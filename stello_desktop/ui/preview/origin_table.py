"""Every field beside the instructions: its value, the layer that it came from, and greyed beneath what it beat (M-7)."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.composition import Layer, Origin
from stello_desktop.domain.preview import BranchPreview
from stello_desktop.ui import theme
from stello_desktop.ui.controls import line, plain_label
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.preview import layers
from stello_desktop.ui.preview.field_words import (
    FIELDS,
    PROMPT,
    field_name,
    is_same,
    offered_words,
    origin_words,
    reason_words,
    value_words,
)
from stello_desktop.workspace.workspace import Workspace

_NAME_SHARE: Final = 8.0
_FROM_SHARE: Final = 7.6
_BESIDE_CHARS: Final = 31
_NOBODY: Final = Origin(())


class OriginMark(QWidget):
    """A dot in the colour of a layer and its word."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._layer: Layer | None = None
        self._label = ElidedLabel(name, size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 0, 0)
        row.addWidget(self._label)

    @property
    def words(self) -> str:
        """The word beside the dot."""
        return self._label.words

    def show_origin(self, layers_of: tuple[Layer, ...]) -> None:
        """Show where a value came from; an empty tuple is nobody."""
        layer = layers_of[0] if layers_of else None
        self._label.put(origin_words(layers_of) if layers_of else self.tr("not set"))
        if layer is not self._layer:
            self._layer = layer
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        tokens = theme.current()
        painter.setBrush(layers.color(self._layer) if self._layer else tokens.color("line"))
        painter.drawEllipse(QRectF(1, self.height() / 2 - 3.5, 7, 7))
        painter.end()


class BeatenLine(QWidget):
    """A value that lost, struck through and grey, and why."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._value = ElidedLabel(f"{name}Value", size="small", tone="muted")
        font = self._value.font()
        font.setStrikeOut(True)
        self._value.setFont(font)
        self._why = plain_label(size="tiny", tone="muted", wrap=True, name=f"{name}Why")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 1)
        column.setSpacing(1)
        column.addWidget(self._value)
        column.addWidget(self._why)

    @property
    def words(self) -> str:
        """Value and reason as they are read."""
        return f"{self._value.words} · {self._why.text()}"

    def say(self, value: str, why: str) -> None:
        """Show a value that lost."""
        self._value.put(value)
        if why != self._why.text():
            self._why.setText(why)
        self.setAccessibleName(self.words)


class BeatenList(QWidget):
    """All values that lost in one field; takes no room while there are none."""

    def __init__(self, workspace: Workspace, field: str) -> None:
        super().__init__()
        self._workspace, self._field = workspace, field
        self._lines: list[BeatenLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.hide()

    @property
    def words(self) -> tuple[str, ...]:
        """What is said of each."""
        return tuple(item.words for item in self._lines if not item.isHidden())

    def show_beaten(self, preview: BranchPreview) -> None:
        """Show what lost to something else, the latest layer first."""
        origin = preview.composition.origins.get(self._field) or _NOBODY
        beaten = [item for item in reversed(origin.beaten) if not is_same(preview, self._field, item.value)]
        for number, item in enumerate(beaten):
            if number == len(self._lines):
                made = BeatenLine(f"previewBeaten_{self._field}_{number}")
                self._lines.append(made)
                self._column.addWidget(made)
            self._lines[number].say(
                offered_words(self._workspace, self._field, item.value),
                reason_words(self._field, item.layer, origin),
            )
        for number, shown in enumerate(self._lines):
            if shown.isHidden() is (number < len(beaten)):
                shown.setVisible(number < len(beaten))
        self.setVisible(bool(beaten))


class OriginRow(QWidget):
    """One field."""

    def __init__(self, workspace: Workspace, field: str) -> None:
        super().__init__()
        self.setObjectName(f"previewField_{field}")
        self._workspace, self.field = workspace, field
        self._name = plain_label(size="small", tone="muted")
        self.value = ElidedLabel(f"previewValue_{field}")
        self.origin = OriginMark(f"previewFrom_{field}")
        self.beaten = BeatenList(workspace, field)
        middle = QVBoxLayout()
        middle.setSpacing(2)
        middle.addWidget(self.value)
        middle.addWidget(self.beaten)
        top = Qt.AlignmentFlag.AlignTop
        self._found = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._found.addLayout(middle, 1)
        self._found.addWidget(self.origin, 0, top)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 12, 8)
        row.setSpacing(10)
        row.addWidget(self._name, 0, top)
        row.addLayout(self._found, 1)
        self.measure()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow table the origin stands below the value, which then has all the room."""
        super().resizeEvent(event)
        narrow = self.width() < theme.current().px("base") * _BESIDE_CHARS
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._found.direction() != way:
            self._found.setDirection(way)
            self._found.setSpacing(0 if narrow else 10)

    def measure(self) -> None:
        """The columns of all rows are as wide as the text size wants them."""
        px = theme.current().px("base")
        self._name.setFixedWidth(round(px * _NAME_SHARE))
        self.origin.setFixedWidth(round(px * _FROM_SHARE))
        height = round(px * 1.5)
        for part in (self._name, self.value, self.origin):
            part.setFixedHeight(height)

    def put_words(self) -> None:
        """The field's name, again after a language change."""
        self._name.setText(field_name(self.field))

    def show_preview(self, preview: BranchPreview) -> None:
        """Show value, origin and what was beaten."""
        origin = preview.composition.origins.get(self.field)
        layers_of = origin.layers if origin is not None else ()
        if self.field == "llm" and preview.model_layer is not None:
            layers_of = (preview.model_layer,)
        self.value.put(value_words(self._workspace, preview, self.field))
        self.origin.show_origin(layers_of)
        self.beaten.show_beaten(preview)
        words = self.tr("%1: %2, from: %3")
        self.setAccessibleName(filled(words, field_name(self.field), self.value.words, self.origin.words))


class OriginTable(QFrame):
    """The table; its rows are made once."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("previewOrigins")
        self.setProperty("area", "card")
        self._preview: BranchPreview | None = None
        self.rows = {field: OriginRow(workspace, field) for field in FIELDS}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(0)
        for number, row in enumerate(self.rows.values()):
            if number:
                column.addWidget(line())
            column.addWidget(row)
        self._put_words()

    def _put_words(self) -> None:
        self.setAccessibleName(self.tr("Where everything comes from"))
        for row in self.rows.values():
            row.put_words()

    def show_preview(self, preview: BranchPreview) -> None:
        """Show all fields."""
        self._preview = preview
        for row in self.rows.values():
            row.show_preview(preview)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
            if self._preview is not None:
                self.show_preview(self._preview)
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "rows"):
            for row in self.rows.values():
                row.measure()


def beaten_instructions(workspace: Workspace) -> BeatenList:
    """The instructions that lost, to stand below those that count."""
    return BeatenList(workspace, PROMPT)
