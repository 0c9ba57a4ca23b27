"""The place *Skills*: what the assistant can be told to do in a certain way."""

from __future__ import annotations

from typing import Final

AHEAD: Final = tuple(
    f"stello_desktop.ui.skills.{name}" for name in ("rows", "list_panel", "editor", "places", "deeds", "page")
)
"""Imported one after the other while nobody waits; all of them at once would be a stall."""
