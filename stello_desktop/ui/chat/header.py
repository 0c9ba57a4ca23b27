"""The head of a conversation: where it is, what it is called, who answers, and *Branch* in plain sight."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_label
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.controls import button, describe, plain_label, set_plain_tooltip, tool_button
from stello_desktop.ui.elided_button import ElidedButton
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.line_field import keep_short
from stello_desktop.ui.shift_click import ShiftClick

_MAX_CRUMB_CHARS = 28


class TitleLine(QWidget):
    """The conversation's name; a click, F2 or Enter makes it a field.

    Signals:
        renamed(str).
        finished: Enter or Escape ended the naming.
    """

    renamed = Signal(str)
    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chatTitle")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._label = ElidedLabel("chatTitleText", size="large")
        self._field = QLineEdit()
        self._field.setObjectName("chatTitleField")
        keep_short(self._field, MAX_LABEL_CHARS)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._label)
        self._stack.addWidget(self._field)
        self._field.returnPressed.connect(self._accept)
        self._field.returnPressed.connect(self.finished)
        self._field.installEventFilter(self)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.editable = True

    @property
    def text(self) -> str:
        """The name that is shown."""
        return self._label.words

    def set_text(self, text: str) -> None:
        """Show this name."""
        self._label.put(text)
        self.setAccessibleName(text)

    def begin(self) -> None:
        """Make it a field."""
        if self.editable:
            self._field.setText(self.text)
            self._stack.setCurrentWidget(self._field)
            self._field.selectAll()
            self._field.setFocus()

    def _accept(self) -> None:
        if self._stack.currentWidget() is not self._field:
            return
        label = clean_label(self._field.text())
        self._stack.setCurrentWidget(self._label)
        if label and label != self.text:
            self.renamed.emit(label)

    @override
    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self._field:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                if event.key() == Qt.Key.Key_Escape:
                    self._stack.setCurrentWidget(self._label)
                    self.finished.emit()
                    return True
            elif isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
                self._accept()
        return False

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.begin()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.hasFocus():
            self.begin()  # not by the Enter that has just ended the naming
        else:
            super().keyPressEvent(event)


class Breadcrumb(QWidget):
    """The path from the project, each part a button.

    Signals:
        go_requested(str).
    """

    go_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("breadcrumb")
        self._row = FlowLayout(self, gap_px=4)
        self._shown: list[tuple[str, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_path(self, topology: Topology, session_id: SessionId) -> None:
        """Show the way to a conversation; long ways lose their middle."""
        ancestors = [*reversed(topology.ancestors(session_id))]
        if len(ancestors) > 3:  # noqa: PLR2004 - project, parent's parent and parent fit
            ancestors = [ancestors[0], *ancestors[-2:]]
        parts = [(str(step), topology[step].label) for step in ancestors]
        if parts == self._shown:
            return
        self._shown = parts
        while self._row.count():
            item = self._row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, (step, label) in enumerate(parts):
            if number:
                self._row.addWidget(plain_label("›", tone="muted", size="small"))
            self._row.addWidget(self._crumb(step, label, number))
        self.updateGeometry()

    def _crumb(self, step: str, label: str, number: int) -> QPushButton:
        shown = label if len(label) <= _MAX_CRUMB_CHARS else label[: _MAX_CRUMB_CHARS - 1] + "…"
        made = ElidedButton(kind="crumb", name=f"breadcrumb{number}")
        made.put(shown, label)
        made.set_hint(label if shown != label else "")
        made.clicked.connect(lambda: self.go_requested.emit(step))
        return made


class ChatHeader(QFrame):
    """The head of the panel.

    Signals:
        go_requested(str), renamed(str), branch_requested, service_requested.
        plain_branch_requested: a branch at once, without a question.
    """

    go_requested = Signal(str)
    renamed = Signal(str)
    branch_requested = Signal()
    plain_branch_requested = Signal()
    service_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.breadcrumb = Breadcrumb()
        self.title = TitleLine()
        self._source_id = ""
        self.chip = ElidedButton(name="serviceChip", kind="chip", icon="service")
        self.chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.branch = button("", name="chatBranch", icon="branch")
        self.more = tool_button("more", name="chatMore")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.more.setMenu(self.menu)
        self.source = button("", name="branchedFrom", kind="link")
        self.source.setProperty("flush", True)
        self.ability = plain_label(size="small", tone="muted", wrap=True, name="cannotBranch")
        self.ability.hide()
        self._lay_out()
        self.breadcrumb.go_requested.connect(self.go_requested)
        self.title.renamed.connect(self.renamed)
        branching = ShiftClick(self.branch)
        branching.clicked.connect(self.branch_requested)
        branching.shifted.connect(self.plain_branch_requested)
        self.chip.clicked.connect(self.service_requested)
        self.source.clicked.connect(lambda: self.go_requested.emit(self._source_id))
        self._translate()

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(12)
        first.addWidget(self.breadcrumb, 1)
        first.addWidget(self.chip, 0, Qt.AlignmentFlag.AlignTop)
        second = QHBoxLayout()
        second.setSpacing(8)
        second.addWidget(self.title, 1)
        second.addWidget(self.branch)
        second.addWidget(self.more)
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 8, 12, 10)
        box.setSpacing(6)
        box.addLayout(first)
        box.addLayout(second)
        box.addWidget(self.ability)
        box.addWidget(self.source, 0, Qt.AlignmentFlag.AlignLeft)

    def show_place(self, topology: Topology, session_id: SessionId) -> None:
        """Name, way and origin of a conversation."""
        entry = topology[session_id]
        self.title.set_text(entry.label)
        self.breadcrumb.set_path(topology, session_id)
        source = topology.branched_elsewhere(session_id)
        self._source_id = source or ""
        if source is not None:
            words = self.tr("Branched from %1").replace("%1", topology[source].label)
            self.source.setText(words.replace("&", "&&"))
        self.source.setVisible(source is not None)

    def show_service(self, name: str, *, local: bool, full: str = "") -> None:
        """Who answers here; ``full`` is what the tooltip and screen readers say, where that is more."""
        shown = name if len(name) <= _MAX_CRUMB_CHARS else name[: _MAX_CRUMB_CHARS - 1] + "…"
        words = self.tr("%1 · this computer").replace("%1", shown) if local else shown
        full = full or name
        whole = self.tr("%1 · this computer").replace("%1", full) if local else full
        self.chip.put(words, self.tr("Answers with %1").replace("%1", whole))

    def show_ability(self, can_open_branches: bool | None) -> None:
        """Say so where the model cannot open branches itself; the button for it stands just above."""
        self.ability.setVisible(can_open_branches is False)

    def _translate(self) -> None:
        self.ability.setText(self.tr("This model cannot open branches by itself. Use the Branch button."))
        self.branch.setText(self.tr("Branch"))
        describe(self.branch, self.tr("Open a branch of this conversation"))
        set_plain_tooltip(
            self.branch,
            self.tr(
                "Open a branch of this conversation. With Shift, or Ctrl+Shift+B: at once, with all of it"
            ),
        )
        describe(self.more, self.tr("More"))
        self.chip.set_hint(self.tr("Who answers here"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._translate()
        super().changeEvent(event)
