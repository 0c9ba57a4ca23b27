"""A dialog with a text box is as tall as all that is in it needs, at any width; the box gives way where the screen ends.

Qt's own smallest size of a layout does not know how often words wrap, so that a narrow dialog, or one with long names
in it, would cut what can shrink: the box.
"""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QDialog

from stello_desktop.ui.preview.text_box import TextBox

_AROUND_PX: Final = 72
"""What a window manager and a panel take from a screen."""

_FEWEST_LINES: Final = 3


class WholeHeight(QObject):
    """Watches one dialog; goes with it.

    Args:
        holds_foot: the dialog grows upwards, so that its buttons stay under the pointer as far as the screen allows:
            for texts that come at once.
    """

    def __init__(self, dialog: QDialog, box: TextBox, *, holds_foot: bool = False) -> None:
        super().__init__(dialog)
        self._holds_foot = holds_foot
        self._foot_px: int | None = None
        self._dialog, self._box = dialog, box
        self._least, self._most = box.lines
        self._given_px = 0
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._fit)
        dialog.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._fit()
        elif event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize}:
            if event.type() == QEvent.Type.LayoutRequest and not self._later.isActive():
                self._foot_px = self._dialog.geometry().bottom()  # the layout is about to make it taller
            self._later.start()
        return False

    def _fit(self) -> None:
        dialog, layout = self._dialog, self._dialog.layout()
        if layout is None:
            return
        room_px = dialog.screen().availableGeometry().height() - _AROUND_PX
        around_px = layout.totalHeightForWidth(dialog.width()) - self._box.height()
        frame_px = self._box.height() - self._box.viewport().height()
        lines = int((room_px - around_px - frame_px) // self._box.line_px)
        self._box.put_lines(self._least, max(_FEWEST_LINES, min(self._most, lines)))
        needed_px = around_px + self._box.height()
        dialog.setMinimumHeight(min(needed_px, room_px))
        if dialog.height() < needed_px or dialog.height() == self._given_px:
            self._given_px = needed_px
            dialog.resize(dialog.width(), needed_px)
        if self._holds_foot and self._foot_px is not None and dialog.isVisible():
            self._put_foot(self._foot_px)
        self._foot_px = None

    def _put_foot(self, foot_px: int) -> None:
        dialog = self._dialog
        place = dialog.geometry()
        title_px = place.top() - dialog.frameGeometry().top()
        top_px = place.top() + foot_px - place.bottom()
        top_px = max(top_px, dialog.screen().availableGeometry().top() + title_px)
        if top_px != place.top():
            place.moveTop(top_px)
            dialog.setGeometry(place)
