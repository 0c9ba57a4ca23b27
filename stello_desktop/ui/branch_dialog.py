"""*Branch* by hand: a name, and what the branch starts with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_label
from stello_desktop.domain.topology import Topology
from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.segments import SegmentedChoice


class BranchDialog(QDialog):
    """Two fields; Enter opens the branch.

    Signals:
        accepted_with: the name, and the context that comes along (``inherit`` or ``none``).
    """

    accepted_with = Signal(str, str)

    def __init__(
        self, parent: QWidget, topology: Topology, source: SessionId, answers_with: str, *, from_message: bool
    ) -> None:
        super().__init__(parent)
        self.setObjectName("branchDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entry = topology[source]
        title = self.tr("Branch from “%1”").replace("%1", entry.label)
        self.setWindowTitle(title)
        self.setMinimumWidth(theme.current().px("base") * 34)
        self._default = self.tr("New branch")
        self._name = QLineEdit()
        self._name.setObjectName("branchName")
        self._name.setMaxLength(MAX_LABEL_CHARS)
        self._name.setPlaceholderText(self._default)
        self._name.setAccessibleName(self.tr("Name"))
        self._starts = SegmentedChoice(("inherit", "none"), "branchStarts")
        self._starts.put_words(self.tr("Starts with"), [self.tr("This conversation"), self.tr("Nothing")])
        self._starts.choose("inherit")
        self._note = plain_label(size="small", tone="muted", wrap=True, name="branchNote")
        self._count = entry.message_count
        self._from_message = from_message
        self._starts.chosen.connect(lambda _value: self._explain())
        self._build(title, answers_with, entry.label)
        self._explain()
        self._name.setFocus()

    def _build(self, title: str, answers_with: str, parent_label: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(8)
        column.addWidget(plain_label(title, size="large", wrap=True))
        column.addSpacing(4)
        column.addWidget(plain_label(self.tr("Name"), size="small", tone="muted"))
        column.addWidget(self._name)
        column.addSpacing(4)
        column.addWidget(plain_label(self.tr("Starts with"), size="small", tone="muted"))
        column.addWidget(self._starts)
        column.addWidget(self._note)
        facts = self.tr("Hangs under “%1” · answers with %2").replace("%1", parent_label)
        column.addWidget(
            plain_label(facts.replace("%2", answers_with), size="small", tone="muted", wrap=True)
        )
        column.addSpacing(8)
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = button(self.tr("Cancel"), name="branchCancel")
        cancel.clicked.connect(self.reject)
        opened = button(self.tr("Open the branch"), kind="primary", name="branchOpen")
        opened.clicked.connect(self._finish)
        opened.setDefault(True)
        row.addWidget(cancel)
        row.addWidget(opened)
        column.addLayout(row)

    def _explain(self) -> None:
        if self._starts.value == "none":
            words = self.tr("The branch begins empty. This conversation stays as it is.")
        elif self._from_message:
            words = self.tr(
                "Everything up to the chosen message comes along. This conversation stays as it is."
            )
        else:
            words = self.tr("%n message(s) come along. This conversation stays as it is.", "", self._count)
        self._note.setText(words)

    def _finish(self) -> None:
        self.accept()
        self.accepted_with.emit(clean_label(self._name.text()) or self._default, self._starts.value)
