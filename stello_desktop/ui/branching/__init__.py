"""Opening a branch by hand: what is asked, what is remembered, what is said about it beforehand."""

from __future__ import annotations

from typing import Final

AHEAD: Final = tuple(
    f"stello_desktop.ui.branching.{name}" for name in ("profile_field", "form_view", "room", "dialog")
)
"""Imported one after the other while nobody waits; all of them at once would be a stall."""
