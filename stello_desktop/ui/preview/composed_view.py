"""The composed instructions, each piece on the colour of the layer that it came from (M-7).

Nothing is built anew while somebody types: the pieces that are there take the new text, and only where it differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QTextCharFormat
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.preview import FilledBy, ShownSegment
from stello_desktop.ui import theme
from stello_desktop.ui.controls import plain_label
from stello_desktop.ui.preview import layers
from stello_desktop.ui.preview.place_marks import PlaceMarks
from stello_desktop.ui.preview.text_box import TextBox

_BAR_PX: Final = 3
_RADIUS_PX: Final = 8
_PIECES: Final = 2


class SegmentView(QFrame):
    """One piece of the instructions with its caption."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"previewSegment{number}")
        self._layer: Layer | None = None
        self.text_box = TextBox(f"previewSegmentText{number}", lines=(1, 14), read_only=True, bare=True)
        self._caption = plain_label(size="tiny", tone="muted", name=f"previewSegmentCaption{number}")
        self._legend = plain_label(size="tiny", tone="muted", wrap=True, name=f"previewSegmentLegend{number}")
        self._legend.hide()
        self._by: frozenset[FilledBy] = frozenset()
        self._marks = PlaceMarks[FilledBy](self.text_box)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 12, 8)
        column.setSpacing(5)
        column.addWidget(self.text_box)
        column.addWidget(self._legend)
        column.addWidget(self._caption)

    @property
    def text(self) -> str:
        """What is shown."""
        return self.text_box.text

    @property
    def layer(self) -> Layer | None:
        """Where it came from."""
        return self._layer

    def show_segment(self, segment: ShownSegment) -> None:
        """Show a piece; cheap where little of it changed."""
        if segment.layer is not self._layer:
            self._layer = segment.layer
            self._dress()
            self.put_words()
            self.update()
        self.text_box.put_text(segment.text)
        filled, by = segment.filled, [place.by for place in segment.filled]
        self._marks.put(segment.text, [(place.start, place.end) for place in filled], by)
        self._explain(frozenset(by))

    def start_over(self) -> None:
        """Forget the text and its marks."""
        self._marks.put("")
        self._explain(frozenset())
        self.text_box.put_text("")

    def _dress(self) -> None:
        if self._layer is not None:
            self._marks.dress({by: _mark_format(self._layer, by) for by in FilledBy})

    def _explain(self, by: frozenset[FilledBy]) -> None:
        """Say what the lines mean, of those that occur: an example must not be taken for the text that is sent (M-5)."""
        if by != self._by:
            self._by = by
            self._put_legend()

    def _put_legend(self) -> None:
        dotted = {
            frozenset({FilledBy.TYPED}): self.tr("dotted: typed"),
            frozenset({FilledBy.DEFAULT}): self.tr("dotted: default"),
            frozenset({FilledBy.TYPED, FilledBy.DEFAULT}): self.tr("dotted: typed or default"),
        }.get(self._by & {FilledBy.TYPED, FilledBy.DEFAULT}, "")
        dashed = self.tr("dashed: example") if FilledBy.EXAMPLE in self._by else ""
        waved = self.tr("waved: no value yet") if FilledBy.MISSING in self._by else ""
        self._legend.setText(" · ".join(words for words in (dotted, dashed, waved) if words))
        self._legend.setVisible(bool(self._by))
        self.text_box.setAccessibleDescription(self._legend.text())

    @property
    def legend(self) -> str:
        """What is said about the lines below what was filled in; empty where nothing was."""
        return self._legend.text()

    @property
    def marked(self) -> tuple[str, ...]:
        """The texts that are marked as filled in, in their order."""
        return tuple(text for text, _by in self._marks.shown)

    def put_words(self) -> None:
        """The caption, again after a language change."""
        if self._layer is not None:
            words = layers.caption(self._layer)
            self._caption.setText(words)
            self.text_box.setAccessibleName(self.tr("Instructions, %1").replace("%1", words))
            self._put_legend()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._layer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), _RADIUS_PX, _RADIUS_PX)
        painter.setClipPath(shape)
        painter.fillRect(self.rect(), layers.ground(self._layer))
        painter.fillRect(QRectF(0, 0, _BAR_PX, self.height()), layers.color(self._layer))
        painter.end()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.put_words()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_layer"):
            self._dress()


def _mark_format(layer: Layer, by: FilledBy) -> QTextCharFormat:
    """A tint and a line: dots under what was given, dashes under an example, waves where nothing stands."""
    styles = QTextCharFormat.UnderlineStyle
    color = theme.current().color("danger") if by is FilledBy.MISSING else layers.color(layer)
    form = QTextCharFormat()
    tint = QColor(color)
    tint.setAlphaF(0.12 if by is FilledBy.EXAMPLE else 0.22)
    form.setBackground(tint)
    form.setUnderlineColor(color)
    form.setUnderlineStyle(
        {FilledBy.EXAMPLE: styles.DashUnderline, FilledBy.MISSING: styles.WaveUnderline}.get(
            by, styles.DotLine
        )
    )
    return form


class ComposedView(QWidget):
    """All pieces in their order; says so where there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("previewComposed")
        self.pieces = tuple(SegmentView(number) for number in range(_PIECES))
        self._none = plain_label(size="small", tone="muted", wrap=True, name="previewNoInstructions")
        self._empty_text = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for piece in self.pieces:
            column.addWidget(piece)
            piece.hide()
        column.addWidget(self._none)
        self._say_none()

    @property
    def text(self) -> str:
        """The composed instructions as they stand there."""
        return "\n\n".join(piece.text for piece in self.shown)

    @property
    def shown(self) -> tuple[SegmentView, ...]:
        """The pieces that have something to say."""
        return tuple(piece for piece in self.pieces if not piece.isHidden())

    def start_over(self) -> None:
        """Something else is shown next: begin at its top."""
        for piece in self.pieces:
            piece.start_over()

    def show_segments(self, segments: Sequence[ShownSegment]) -> None:
        """Show the pieces; an empty one is an explicit *no instructions at all* (M-5b)."""
        shown = [segment for segment in segments if segment.text]
        for piece, segment in zip(self.pieces, shown, strict=False):
            piece.show_segment(segment)
        for number, piece in enumerate(self.pieces):
            if piece.isHidden() is (number < len(shown)):
                piece.setVisible(number < len(shown))
        self._empty_text = bool(segments)
        self._none.setVisible(not shown)
        self._say_none()

    def _say_none(self) -> None:
        self._none.setText(
            self.tr(
                "No instructions at all: the model is told no more than what the program always adds, "
                "such as the conversation's name."
            )
            if self._empty_text
            else self.tr("No instructions: nobody has written any here.")
        )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._say_none()
