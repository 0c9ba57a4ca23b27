"""Reading a text file that the person attaches: beside the loop, at most so much of it, and only a plain file."""

from __future__ import annotations

import stat
from pathlib import Path

from stello_desktop.domain.attachments import MAX_ATTACHED_BYTES, Attached, AttachTrouble, NotAttached
from stello_desktop.workspace.folder_reading import Apart, NoAnswer


class Attaching:
    """Reads what a person wants to quote; one path at a time."""

    def __init__(self) -> None:
        self._apart = Apart()

    async def read(self, path: Path) -> Attached | NotAttached:
        """What the file says, or why it is not taken; never raises for anything that a file can do."""
        try:
            return await self._apart.run(path, _read)
        except NoAnswer:
            return NotAttached(path.name, AttachTrouble.NO_ANSWER)


def _read(path: Path) -> Attached | NotAttached:
    from stello_desktop.exchange import text_file  # noqa: PLC0415 - imported in the thread

    try:
        facts = path.stat()
        if stat.S_ISDIR(facts.st_mode):
            return NotAttached(path.name, AttachTrouble.FOLDER)
        if not stat.S_ISREG(facts.st_mode):  # a pipe would never end, a device is no text
            return NotAttached(path.name, AttachTrouble.UNREADABLE)
        with path.open("rb") as stream:
            text = text_file.read(stream, MAX_ATTACHED_BYTES)
    except OSError:
        return NotAttached(path.name, AttachTrouble.UNREADABLE)
    except text_file.NotText:
        return NotAttached(path.name, AttachTrouble.NOT_TEXT)
    if not text.strip():
        return NotAttached(path.name, AttachTrouble.EMPTY)
    return Attached(path.name, text, facts.st_size <= MAX_ATTACHED_BYTES, facts.st_size)
