"""*Attach*: a text file becomes quoted text in the message that is being written, where it can be read and changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QDir, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from stello_desktop.domain.attachments import Attached, AttachTrouble, NotAttached
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.short_names import shortened
from stello_desktop.workspace.workspace import Workspace

_MEGABYTE: Final = 1_000_000
_PICTURES: Final = frozenset(
    [".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".avif"]
)


class AttachWork(QObject):
    """Asked with the session that is shown; what was read for another one is let go."""

    def __init__(
        self, workspace: Workspace, shown: Callable[[], SessionId | None], composer: Composer, panel: QWidget
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._shown = shown
        self._composer = composer
        self._panel = panel
        composer.attach_requested.connect(self.choose)

    def choose(self) -> None:
        """Let the person choose files."""
        picker = QFileDialog(self._panel, self.tr("Attach text files"), QDir.homePath())
        picker.setObjectName("attachPicker")
        picker.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picker.setFileMode(QFileDialog.FileMode.ExistingFiles)
        picker.filesSelected.connect(lambda paths: self.attach([Path(path) for path in paths]))
        picker.finished.connect(lambda _result: self._composer.field.setFocus())
        picker.open()

    def attach(self, paths: Sequence[Path]) -> None:
        """Read files and quote them, one after another."""
        tasks.start(self._attach(paths, self._shown()), self._panel)

    async def _attach(self, paths: Sequence[Path], session_id: SessionId | None) -> None:
        for path in paths:
            found = await self._workspace.attaching.read(path)
            if session_id is None or session_id != self._shown():
                return
            if isinstance(found, NotAttached):
                self._composer.show_notice(self._refusal(found), self.tr("Close"))
            elif not found.whole or not self._composer.quote(found.quoted()):
                self._offer_beginning(found)

    def _offer_beginning(self, found: Attached) -> None:
        """Too long for a message: what fits is one click away."""
        size = f"{found.size / _MEGABYTE:.1f} MB" if found.size >= _MEGABYTE else f"{found.size // 1000} kB"
        words = self.tr("“%1” is too long for a message (%2)")
        self._composer.offer_action(
            words.replace("%1", shortened(found.name)).replace("%2", size),
            self.tr("Attach the beginning"),
            lambda: self._composer.quote(found.quoted(), cut=True),
        )

    def _refusal(self, found: NotAttached) -> str:
        words = {
            AttachTrouble.NOT_TEXT: self.tr(
                "“%1” is no plain text, so it cannot be attached; copy what you need from it"
            ),
            AttachTrouble.EMPTY: self.tr("“%1” is empty"),
            AttachTrouble.UNREADABLE: self.tr(
                "“%1” cannot be read; see whether it is still there and may be opened"
            ),
            AttachTrouble.NO_ANSWER: self.tr(
                "“%1” lies where nothing answers; copy it to this computer first"
            ),
            AttachTrouble.FOLDER: self.tr("“%1” is a folder; attach the text files that are in it"),
        }[found.reason]
        if found.reason is AttachTrouble.NOT_TEXT and Path(found.name).suffix.lower() in _PICTURES:
            words = self.tr("“%1” is a picture; only text files can be attached")
        return words.replace("%1", shortened(found.name))
