"""The outline with its head: what it is, and *New project* in plain sight."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from stello_desktop.ui.actions import Actions
from stello_desktop.ui.controls import button, describe, frame, plain_label
from stello_desktop.ui.hues import BranchHues
from stello_desktop.ui.outline.view import OutlineView


class OutlinePanel(QWidget):
    """Head and tree; the focus goes to the tree."""

    def __init__(self, parent: QWidget | None = None, *, hues: BranchHues | None = None) -> None:
        super().__init__(parent)
        self.tree = OutlineView(hues=hues)
        self._title = plain_label(strong=True)
        self._new_project = button(icon="plus", name="newProject")
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        body = frame("surface")
        head = QHBoxLayout()
        head.setContentsMargins(14, 12, 10, 8)
        head.addWidget(self._title, 1)
        head.addWidget(self._new_project)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        trees = QVBoxLayout()
        trees.setContentsMargins(6, 0, 2, 6)
        trees.addWidget(self.tree)
        column.addLayout(trees, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(body)
        self.setFocusProxy(self.tree)
        self._actions: Actions | None = None
        self._retranslate()

    def use_actions(self, actions: Actions) -> None:
        """Tie *New project* to the table."""
        self._actions = actions
        self._new_project.clicked.connect(actions["new_project"].trigger)
        self._retranslate()

    def _retranslate(self) -> None:
        self._new_project.setText(self.tr("New project"))
        shortcut = self._actions.shortcut_words("new_project") if self._actions is not None else ""
        describe(self._new_project, self.tr("New project"), shortcut)
        self._fit_title()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()

    def _fit_title(self) -> None:
        """A heading that has no room is left out rather than cut."""
        for part in (self._title, self._new_project):
            part.ensurePolished()
        words = self._title.fontMetrics().horizontalAdvance(self.tr("Projects"))
        needed_px = words + self._new_project.sizeHint().width() + 34
        self._title.setText(self.tr("Projects") if self.width() >= needed_px else "")

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in {QEvent.Type.StyleChange, QEvent.Type.FontChange} and hasattr(self, "_actions"):
            QTimer.singleShot(0, self, self._fit_title)  # its parts take the new size after it
