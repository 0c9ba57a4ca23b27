"""The branch's own instructions, folded until somebody wants them (M-3, M-5b)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from stello_desktop.ui.controls import button
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.preview.braces import braces_note
from stello_desktop.ui.preview.text_box import TextBox


class OwnInstructions(QWidget):
    """A link that unfolds a box.

    Signals:
        edited: the text, the choice of none at all, or the fold changed.
        unfolding: there are other fields now.
    """

    edited = Signal()
    unfolding = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("branchOwn")
        self.open_link = button(kind="link", icon="plus", name="branchOwnOpen")
        self.open_link.clicked.connect(self._open)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.open_link.setProperty("flush", True)
        self._column.addWidget(self.open_link, 0, Qt.AlignmentFlag.AlignLeft)
        self._row: LabeledField | None = None
        self._with_profile = self._ignored = False
        self.retranslate()

    @property
    def box(self) -> TextBox | None:
        """The box, once it was unfolded."""
        return None if self._row is None else self._box

    @property
    def row(self) -> LabeledField | None:
        """The box with its label, once it was unfolded."""
        return self._row

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops."""
        return (self.open_link,) if self._row is None else (self._box, self._none)

    @property
    def text(self) -> str:
        """What stands in the box; empty while it is folded."""
        return self._box.text if self._row is not None else ""

    @property
    def unfolded(self) -> bool:
        """Whether the box shows."""
        return self._row is not None

    @property
    def none_at_all(self) -> bool:
        """Whether the person chose no instructions at all."""
        return self._row is not None and self._none.isChecked() and not self._with_profile

    def show_text(self, text: str, *, none_at_all: bool) -> None:
        """Unfold with this text."""
        self._unfold()
        self._box.set_text(text)
        self._none.setChecked(none_at_all)

    def show_profile(self, *, chosen: bool) -> None:
        """With a profile its own instructions speak, so *none at all* is not offered (M-3)."""
        self._with_profile = chosen
        self._follow()

    def say_ignored(self, ignored: bool) -> None:
        """Whether the text is not used; then nothing is said about how it is sent."""
        self._ignored = ignored
        self._follow()

    def _open(self) -> None:
        self._unfold()
        self._box.setFocus()
        self.edited.emit()

    def _unfold(self) -> None:
        if self._row is not None:
            return
        self._box = TextBox("branchOwnText", lines=(3, 8))
        self._none = QCheckBox()
        self._none.setObjectName("branchOwnNone")
        self._row = LabeledField(self._box, "branchOwnText")
        self._column.addWidget(self._row)
        self._column.addWidget(self._none)
        self._row.show()  # a layout shows what comes late only with the next event
        self.unfolding.emit()
        self.open_link.hide()
        self._box.textChanged.connect(self._take_text)
        self._none.toggled.connect(self._follow)
        self._none.toggled.connect(lambda _on: self.edited.emit())
        self.retranslate()
        self._follow()

    def _take_text(self) -> None:
        self._follow()
        self.edited.emit()

    def _follow(self) -> None:
        if self._row is not None:
            self._none.setVisible(not self._with_profile)
            self._box.setEnabled(not self.none_at_all)
            unused = self.none_at_all or self._ignored
            self._row.put_note("" if unused else braces_note(self._box.text))

    def retranslate(self) -> None:
        """Read the words again."""
        self.open_link.setText(self.tr("Add instructions for this branch"))
        if self._row is not None:
            words = self.tr("Instructions for this branch")
            self._row.put_label(words)
            self._box.setAccessibleName(words)
            self._none.setText(self.tr("No instructions at all"))
            self._follow()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_row"):
            self.retranslate()
