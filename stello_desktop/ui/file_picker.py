"""The system's own dialog for files where it has one, else Qt's in the program's looks."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QFileInfo, Qt
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
    """Gone as soon as it is closed."""

    def __init__(self, name: str, title: str, parent: QWidget, folder: str = "", kinds: str = "") -> None:
        super().__init__(parent, title, folder, kinds)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._icons = _Icons()
        self.setIconProvider(self._icons)


class _Icons(QAbstractFileIconProvider):
    @override
    def icon(self, what: QAbstractFileIconProvider.IconType | QFileInfo, /) -> QIcon:
        if isinstance(what, QFileInfo):
            name = "folder" if what.isDir() else "note"
        else:
            name = _PLACES.get(what, "folder")
        return icons.icon(name)
