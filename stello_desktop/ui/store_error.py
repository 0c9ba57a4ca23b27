"""A window of its own for the day when the data cannot be opened, since nothing else can."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StoreError
from stello_desktop.ui import errors, icons
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.i18n import LanguageFollower
from stello_desktop.ui.theme import ThemeFollower


class StoreErrorWindow(QWidget):
    """What happened, what to do next, the technical text, *Copy* and *Close*."""

    def __init__(self, error: StoreError) -> None:
        super().__init__()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            LanguageFollower(app)
            ThemeFollower(app)
        self.setObjectName("storeError")
        self.setWindowTitle("Stello")
        self.resize(560, 320)
        picture = plain_label()
        picture.setPixmap(icons.pixmap("warning", 36, "warning", self.devicePixelRatioF()))
        details = QPlainTextEdit(errors.detail(error))
        details.setReadOnly(True)
        details.setObjectName("storeErrorDetails")
        details.setAccessibleName(self.tr("Technical details"))
        copy = button(self.tr("Copy"), icon="copy", name="storeErrorCopy")
        close = button(self.tr("Close"), kind="primary", name="storeErrorClose")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details.toPlainText()))
        close.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 26, 28, 22)
        column.setSpacing(14)
        column.addWidget(picture)
        column.addWidget(plain_label(errors.sentence(error), size="large", wrap=True, name="storeErrorText"))
        column.addWidget(details, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(copy)
        row.addWidget(close)
        column.addLayout(row)
