"""*Attach*: a text file becomes quoted text in the message that is being written, where it can be read and changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.attachments import Attached, AttachTrouble, NotAttached
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.ui.chat.attach_lines import AttachLines
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.file_picker import FilePicker
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.short_names import shortened
from stello_desktop.workspace.workspace import Workspace

_KILOBYTE: Final = 1_000
_MEGABYTE: Final = 1_000_000
_PICTURES: Final = frozenset(
    [".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".avif"]
)


@dataclass(frozen=True, slots=True)
class _LeftOut:
    """A file that had no room as a whole, and how many characters a beginning and the whole of it take."""

    found: Attached
    least_chars: int
    whole_chars: int

    @classmethod
    def of(cls, found: Attached) -> _LeftOut:
        """Measured once, since room is looked for at every key."""
        return cls(found, found.least_chars, len(found.quoted()))


class AttachWork(QObject):
    """Asked with the session that is shown; what was read for another one is let go.

    Every file has an outcome that is seen: its quotation, or a line above the message.
    """

    def __init__(
        self, workspace: Workspace, shown: Callable[[], SessionId | None], composer: Composer, panel: QWidget
    ) -> None:
        super().__init__(panel)
        self._workspace = workspace
        self._shown = shown
        self._composer = composer
        self._panel = panel
        self._left_out: dict[Path, _LeftOut | NotAttached] = {}
        self._lines = AttachLines()
        composer.put_above(self._lines)
        composer.attach_requested.connect(self.choose)
        composer.edited.connect(self._say_again)
        for over in (composer.submitted, composer.noted, self._lines.closed):
            over.connect(self.forget)
        self._lines.left.connect(composer.field.setFocus)
        self._lines.language_changed.connect(self._say_again)

    def choose(self) -> None:
        """Let the person choose files."""
        words = self.tr("Attach text files")
        picker = FilePicker("attachPicker", words, self._panel)
        picker.setFileMode(FilePicker.FileMode.ExistingFiles)
        picker.filesSelected.connect(lambda paths: self.attach([Path(path) for path in paths]))
        picker.finished.connect(lambda _result: self._composer.field.setFocus())
        picker.open()

    def attach(self, paths: Sequence[Path]) -> None:
        """Read files and quote them, one after another."""
        tasks.start(self._attach(paths, self._shown()), self._panel)

    def forget(self) -> None:
        """What was said about files is over: their message has left, or another conversation is shown."""
        self._left_out.clear()
        self._lines.clear()

    async def _attach(self, paths: Sequence[Path], session_id: SessionId | None) -> None:
        for path in paths:
            found = await self._workspace.attaching.read(path)
            if session_id is None or session_id != self._shown():
                return
            if isinstance(found, Attached) and found.whole and self._composer.quote(found.quoted()):
                self._settle(path)
                continue
            self._left_out[path] = found if isinstance(found, NotAttached) else _LeftOut.of(found)
            self._say(path)

    def _settle(self, path: Path) -> None:
        self._left_out.pop(path, None)
        self._lines.forget(path)

    def _say_again(self) -> None:
        """There may be more room by now, or less, or another language."""
        for path in list(self._left_out):
            self._say(path)

    def _say(self, path: Path) -> None:
        left = self._left_out[path]
        if isinstance(left, NotAttached):
            self._lines.tell(path, self._refusal(left))
            return
        room, action = self._composer.room, self.tr("Attach the beginning")
        words = self.tr("“%1” is too long for a message (%2)")
        if room < left.least_chars:
            words, action = (
                self.tr("There is no room left for “%1”; send the message first, or shorten it"),
                "",
            )
        elif left.found.whole and room >= left.whole_chars:
            words, action = self.tr("There is room for “%1” now"), self.tr("Attach it")
        elif left.found.whole:
            words = self.tr("“%1” does not go whole into what is left of this message (%2)")
        words = filled(words, shortened(left.found.name), _size_words(left.found.size))
        self._lines.tell(path, words, action, lambda: self._attach_beginning(path, left))

    def _attach_beginning(self, path: Path, left: _LeftOut) -> None:
        """As much as there is room for, between fences that are closed."""
        self._composer.field.setFocus()
        self._left_out.pop(path, None)  # what is typed now is no news of it
        if self._composer.quote(left.found.quoted(self._composer.room)):
            self._settle(path)
        else:
            self._left_out[path] = left
            self._say(path)

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


def _size_words(size: int) -> str:
    if size >= _MEGABYTE:
        return f"{size / _MEGABYTE:.1f} MB"
    return f"{size // _KILOBYTE} kB" if size >= _KILOBYTE else f"{size} B"
