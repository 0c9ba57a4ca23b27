"""The key of a service, pasted again: it is kept for one run only, so after a restart it is missing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.services import Service
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.service_words import name_of
from stello_desktop.workspace.workspace import Workspace


class KeyQuestion(QDialog):
    """One field. ``accepted`` once the key is in memory."""

    def __init__(self, parent: QWidget, workspace: Workspace, service: Service) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(420)
        self._workspace, self._service = workspace, service
        title = self.tr("Key of %1").replace("%1", name_of(service))
        self.setWindowTitle(title)
        self._key = QLineEdit()
        self._key.setObjectName("keyQuestionKey")
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setAccessibleName(title)
        self._news = plain_label(tone="danger", wrap=True, name="keyQuestionNews")
        self._news.hide()
        note = self.tr("It is kept in memory for this run only, and never written down.")
        self._keep = button(self.tr("Use and try again"), kind="primary", name="keyQuestionKeep")
        cancel = button(QCoreApplication.translate("Dialogs", "Cancel"), name="keyQuestionCancel")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 20)
        column.setSpacing(10)
        column.addWidget(plain_label(title, size="large", wrap=True))
        column.addWidget(plain_label(note, tone="muted", wrap=True))
        column.addWidget(self._key)
        column.addWidget(self._news)
        row = QHBoxLayout()
        row.addStretch(1)
        for control in (cancel, self._keep):
            control.setAutoDefault(True)
            row.addWidget(control)
        column.addLayout(row)
        self._keep.setDefault(True)
        self._keep.setEnabled(False)
        self._key.textChanged.connect(lambda text: self._keep.setEnabled(bool(text.strip())))
        self._keep.clicked.connect(lambda: tasks.start(self._keep_key(), self))
        cancel.clicked.connect(self.reject)
        self._key.setFocus()

    async def _keep_key(self) -> None:
        try:
            await self._workspace.set_key(self._service, self._key.text())
        except StelloError as error:
            self._news.setText(errors.sentence(error))
            self._news.show()
            self._key.setFocus()
            return
        self._key.clear()
        self.accept()


def ask_for_key(
    parent: QWidget, workspace: Workspace, service: Service, accepted: Callable[[], object]
) -> KeyQuestion:
    """Ask; ``accepted`` is called once the key is there."""
    question = KeyQuestion(parent, workspace, service)
    question.accepted.connect(accepted)
    question.open()
    return question
