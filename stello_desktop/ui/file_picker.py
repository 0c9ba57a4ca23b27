"""The system's own dialog for files where it has one, else Qt's in the program's looks."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QDir, QFileInfo, Qt
from PySide6.QtGui import QAbstractFileIconProvider, QIcon
from PySide6.QtWidgets import QFileDialog, QWidget

from stello_desktop.ui import icons

_KINDS = QAbstractFileIconProvider.IconType
_PLACES = {
    _KINDS.Computer: "computer",
    _KINDS.Desktop: "computer",
    _KINDS.Network: "service",
    _KINDS.Trashcan: "trash",
    _KINDS.File: "note",
}


class FilePicker(QFileDialog):
    """Gone as soon as it is closed. It begins where the person was last in this run, at first in their home."""

    _last_folder = ""

    def __init__(self, name: str, title: str, parent: QWidget, kinds: str = "") -> None:
        super().__init__(parent, title, self._begin_at(), kinds)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._icons = _Icons()
        self.setIconProvider(self._icons)

    @classmethod
    def _begin_at(cls) -> str:
        last = cls._last_folder
        return last if last and QFileInfo(last).isDir() else QDir.homePath()

    @override
    def done(self, result: int, /) -> None:
        """The next one begins beside what was chosen here."""
        chosen = self.selectedFiles() if result else []
        if chosen:
            FilePicker._last_folder = QFileInfo(chosen[0]).absolutePath()
        super().done(result)


class _Icons(QAbstractFileIconProvider):
    @override
    def icon(self, what: QAbstractFileIconProvider.IconType | QFileInfo, /) -> QIcon:
        if isinstance(what, QFileInfo):
            name = "folder" if what.isDir() else "note"
        else:
            name = _PLACES.get(what, "folder")
        return icons.icon(name)
