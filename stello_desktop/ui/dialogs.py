"""Questions and details; always opened, never executed, so that nothing else stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import override

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from stello_desktop.ui import errors
from stello_desktop.ui.controls import ButtonKind, button, plain_label
from stello_desktop.ui.copying import copies
from stello_desktop.ui.technical_text import TechnicalText


def grow_to_text(dialog: QDialog) -> None:
    """Make a dialog as tall as its wrapped texts are at its width; ``adjustSize`` stops at two thirds of the screen."""
    column = dialog.layout()
    needed_px = column.totalHeightForWidth(dialog.width()) if column is not None else 0
    if needed_px > dialog.height():
        dialog.resize(dialog.width(), needed_px)


class Question(QDialog):
    """One question with a verb on its button and *Cancel* beside it.

    Args:
        careful: a stray Enter or Space must not agree, as with everything that is dangerous.
        exact: what is compared letter by letter; shown below the text with letters of one width.
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        verb: str,
        *,
        kind: ButtonKind = "primary",
        careful: bool = False,
        exact: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(380)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 20)
        column.setSpacing(10)
        column.addWidget(plain_label(title, size="large", wrap=True))
        column.addWidget(plain_label(text, tone="muted", wrap=True, name="questionText"))
        if exact:
            column.addWidget(_exact_text(exact))
        column.addSpacing(8)
        row = self._row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        cancel = button(QCoreApplication.translate("Dialogs", "Cancel"), name="questionCancel")
        accept = button(verb, kind=kind, name="questionAccept")
        cancel.clicked.connect(self.reject)
        accept.clicked.connect(self.accept)
        for control in (cancel, accept):
            control.setAutoDefault(True)  # Enter presses the one that has the focus
        first = cancel if careful or kind == "danger" else accept
        first.setDefault(True)
        first.setFocus()
        row.addWidget(cancel)
        row.addWidget(accept)
        column.addLayout(row)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """As tall as its text is at this width: a first size is guessed from the widest line."""
        super().showEvent(event)
        grow_to_text(self)

    def offer(self, words: str, start: Callable[[], object], *, name: str) -> None:
        """A third way, on the other side of the row; it ends the question too."""
        other = button(words, kind="quiet", name=name)
        other.setAutoDefault(True)
        other.clicked.connect(start)
        other.clicked.connect(self.reject)
        self._row.insertWidget(0, other)


def ask(
    parent: QWidget,
    title: str,
    text: str,
    verb: str,
    accepted: Callable[[], object],
    *,
    kind: ButtonKind = "primary",
    careful: bool = False,
    exact: str = "",
) -> Question:
    """Ask; ``accepted`` is called where the person says yes. A careful question starts on *Cancel*."""
    question = Question(parent, title, text, verb, kind=kind, careful=careful, exact=exact)
    question.accepted.connect(accepted)
    question.open()
    return question


def _exact_text(text: str) -> QLabel:
    label = plain_label(text, name="questionExact")
    label.setProperty("area", "exact")
    flags = Qt.TextInteractionFlag
    label.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
    return label


class ErrorDetails(QDialog):
    """The sentence, and the technical text with a *Copy* button.

    Args:
        said: the sentence as it stands where the person comes from; else the usual one.
    """

    def __init__(self, parent: QWidget, error: BaseException, said: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(QCoreApplication.translate("Dialogs", "What happened"))
        self.setMinimumWidth(480)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 20)
        column.setSpacing(12)
        column.addWidget(
            plain_label(said or errors.sentence(error), strong=True, wrap=True, name="errorSentence")
        )
        text = TechnicalText(errors.detail(error), "errorDetails")
        column.addWidget(text)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        copy = button(QCoreApplication.translate("Dialogs", "Copy"), icon="copy", name="errorCopy")
        close = button(QCoreApplication.translate("Dialogs", "Close"), kind="primary", name="errorClose")
        copies(copy, text.toPlainText)
        close.clicked.connect(self.accept)
        copy.setAutoDefault(True)
        close.setDefault(True)
        row.addWidget(copy)
        row.addWidget(close)
        column.addLayout(row)
        self.resize(self.minimumWidth(), self.minimumSizeHint().height())

    @override
    def event(self, event: QEvent) -> bool:
        """As tall as its texts are at this width, so that no line is cut and the buttons stand below them."""
        done = super().event(event)
        if event.type() in {QEvent.Type.Show, QEvent.Type.LayoutRequest}:
            self._grow()
        return done

    def _grow(self) -> None:
        column = self.layout()
        needed_px = column.minimumHeightForWidth(self.width()) if column is not None else 0
        if needed_px > self.height():
            self.resize(self.width(), needed_px)


def show_details(parent: QWidget, error: BaseException, said: str = "") -> ErrorDetails:
    """Open the details of a failure; ``said`` is how it is told already, see `ErrorDetails`."""
    details = ErrorDetails(parent, error, said)
    details.open()
    return details
