"""What one conversation is told, by which layers, and what is sent next (C-5, M-7, T-8)."""

from __future__ import annotations

from typing import Final

AHEAD: Final = tuple(
    f"stello_desktop.ui.inspector.{name}"
    for name in (
        "instructions_section",
        "skills_section",
        "memory_section",
        "context_section",
        "sheet",
        "inspecting",
    )
)
"""Imported one after the other while nobody waits; all of them at once would be a stall."""
