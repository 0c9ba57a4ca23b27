"""Typing names on the map: where the field stands, and what becomes of what was typed (I6)."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, Qt, Signal

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.map.rename_editor import RenameEditor
from stello_desktop.ui.map.view import SkyView

_WIDTH_PX = 190
_MOST_SCALE = 1.4


class Naming(QObject):
    """Puts the one text field beside a star.

    Signals:
        renamed: a conversation and its new, cleaned name.
        cancelled: the first name was left empty with Escape.
    """

    renamed = Signal(object, str)
    cancelled = Signal(object)

    def __init__(self, view: SkyView) -> None:
        super().__init__(view)
        self._view = view
        self.editor = RenameEditor(view.viewport())
        self.editor.committed.connect(self._commit)
        self.editor.abandoned.connect(self._abandon)

    def begin(self, session_id: SessionId, *, first: bool) -> None:
        """Start typing the name of a star that is shown."""
        view = self._view
        self.editor.close_now()
        index = view.picture.stars.at(session_id)
        if index < 0:
            return
        view.heavens.motion.land()
        if view.picture.packed:
            view.zoom_by(1.0 / view.camera.scale)
        view.reveal(index)
        view.picture.editing = index
        view.item.touch()
        label = view.picture.stars.entries[index].label
        self.editor.open_for(session_id, label, self._rect(index), first=first)

    def follow(self) -> None:
        """The star stands elsewhere on the screen now."""
        if self.editor.session_id is not None and self._view.picture.editing >= 0:
            self.editor.setGeometry(self._rect(self._view.picture.editing))

    def _rect(self, index: int) -> QRect:
        """Where the title is, or the title line of a card; always within the view."""
        view = self._view
        frame, side = view.item.frame, int(view.picture.side[index])
        width = round(_WIDTH_PX * min(view.item.theme.scale, _MOST_SCALE))
        height = self.editor.sizeHint().height()
        body = frame.body_of(index)
        x, y = body.centre
        left = x - width / 2 if side == 0 else (body.right + 4 if side > 0 else body.left - 4 - width)
        top = y + float(frame.radius[index]) + 6 if side == 0 else y - height / 2
        if index in frame.cards:
            left, top = body.left + 8, body.top + 6
        area = view.viewport().rect()
        left = min(max(left, 4), max(area.width() - width - 4, 4))
        top = min(max(top, 4), max(area.height() - height - 4, 4))
        return QRect(round(left), round(top), width, height)

    def _end(self) -> None:
        self._view.picture.editing = -1
        self._view.item.touch()
        if self.editor.hasFocus():
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _commit(self, session_id: SessionId, name: str) -> None:
        self._end()
        self.renamed.emit(session_id, name)

    def _abandon(self, session_id: SessionId, cancelled: bool) -> None:
        self._end()
        if cancelled:
            self.cancelled.emit(session_id)
