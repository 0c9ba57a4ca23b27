"""The place *Insights*, and *Bring the result back*."""

from __future__ import annotations

from typing import Final

AHEAD: Final = tuple(
    f"stello_desktop.ui.insights.{name}"
    for name in (
        "list_panel",
        "versioned_text",
        "synthesis_part",
        "reminders_part",
        "reflect_dialog",
        "page",
        "bringing",
    )
)
"""Imported one after the other while nobody waits; all of them at once would be a stall."""
