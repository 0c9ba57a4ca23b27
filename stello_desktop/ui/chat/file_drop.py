"""Files that are dropped on a conversation are quoted in the message that is being written, as *Attach* does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import override

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import plain_label


class DropHint(QWidget):
    """Lies over the composer while files hang above the conversation, and says what letting go would do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dropHint")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = plain_label(strong=True, wrap=True, name="dropHintWords")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 10, 20, 10)
        column.addWidget(self._words)
        self.hide()

    def show_over(self, part: QWidget, count: int) -> None:
        """Say it for so many files."""
        self._words.setText(self.tr("Let go to quote %n file(s) in your message", "", count))
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(part.geometry() if part.parentWidget() is parent else parent.rect())
        self.show()
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), now.color("surface"))
        painter.setPen(QPen(now.color("accent"), 2, Qt.PenStyle.DashLine))
        painter.setBrush(now.color("raised"))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(9, 9, -9, -9), theme.RADIUS_CONTROL_PX, theme.RADIUS_CONTROL_PX
        )
        painter.end()


class FileDrop(QObject):
    """Watches one panel for files.

    Args:
        over: where the message is written; hidden where none can be.
        attach: quotes files.
    """

    def __init__(self, panel: QWidget, over: QWidget, attach: Callable[[Sequence[Path]], object]) -> None:
        super().__init__(panel)
        self._over, self._attach = over, attach
        self.hint = DropHint(panel)
        panel.setAcceptDrops(True)
        panel.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.DragEnter | QEvent.Type.DragMove:
                return isinstance(event, QDragMoveEvent) and self._welcome(event)
            case QEvent.Type.DragLeave:
                self.hint.hide()
            case QEvent.Type.Drop:
                return isinstance(event, QDropEvent) and self._take(event)
            case _:
                pass
        return False

    def _welcome(self, event: QDragMoveEvent) -> bool:
        paths = self._wanted(event)
        if not paths:
            return False
        self._copy(event)
        self.hint.show_over(self._over, len(paths))
        return True

    def _take(self, event: QDropEvent) -> bool:
        self.hint.hide()
        paths = self._wanted(event)
        if not paths:
            return False
        self._copy(event)
        self._over.window().activateWindow()  # the files came from another one
        self._over.setFocus()
        self._attach(paths)
        return True

    def _wanted(self, event: QDropEvent) -> list[Path]:
        """Files that may be read where they are, while there is a message to quote them in."""
        copies = bool(event.possibleActions() & Qt.DropAction.CopyAction)
        return files_in(event.mimeData()) if copies and self._over.isVisible() else []

    @staticmethod
    def _copy(event: QDropEvent) -> None:
        """Never a move: what is quoted stays where it is."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()


def files_in(mime: QMimeData) -> list[Path]:
    """The paths that are dragged; what they are is looked at beside the loop, after they were let go."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile() and url.toLocalFile()]
