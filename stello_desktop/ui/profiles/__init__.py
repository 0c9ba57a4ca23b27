"""The profiles: written, ordered, and tried out before any branch is made with them (journey 4)."""

from __future__ import annotations

from typing import Final

AHEAD: Final = tuple(
    f"stello_desktop.ui.{name}"
    for name in (
        "preview.text_box",
        "preview.problems",
        "preview.field_words",
        "preview.origin_table",
        "preview.panel",
        "profiles.draft",
        "profiles.instructions",
        "profiles.variables",
        "skills_field",
        "profiles.editor",
        "profiles.rows",
        "profiles.list_panel",
        "profiles.preview_side",
        "profiles.page",
    )
)
"""Imported one after the other while nobody waits; all of them at once would be a stall."""
