"""Names that were typed and could not be taken yet: nothing typed is lost, not at the end of the program either."""

from __future__ import annotations

from typing import Final

from stello_desktop.workspace.workspace import Workspace

_MOST: Final = 100


class WantedNames[Key: str]:
    """What the person calls a thing that is kept under another name until this one is free.

    Args:
        place: under which key of the views they are remembered.
    """

    def __init__(self, workspace: Workspace, place: str) -> None:
        self._workspace, self._place = workspace, place

    def _all(self) -> dict[str, str]:
        kept = self._workspace.view_value(self._place)
        names = kept.items() if isinstance(kept, dict) else ()
        return {key: name for key, name in names if isinstance(name, str)}

    def of(self, key: Key) -> str:
        """The name that a thing should have; empty where it has it."""
        return self._all().get(key, "")

    def put(self, key: Key, name: str) -> None:
        """Remember one; empty for none."""
        names = self._all()
        if names.get(key, "") == name:
            return
        names.pop(key, None)
        if name:
            names[key] = name
        self._workspace.put_view_value(self._place, dict(list(names.items())[-_MOST:]))
