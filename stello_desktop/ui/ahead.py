"""The other pages are made while nobody waits, so that going there costs nothing."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stello_desktop.ui.shell import Shell

_BETWEEN_S: Final = 0.12


async def make_pages(shell: Shell) -> None:
    """Make the other pages in small steps."""
    await _draw_map(shell)
    await asyncio.sleep(_BETWEEN_S)
    page = shell.settings_begun
    await asyncio.sleep(_BETWEEN_S)
    for section in page.filling:
        await asyncio.sleep(_BETWEEN_S)
        if shell.window.place != "settings":
            page.resize(shell.window.pages.size())
            section.grab()  # what has been dressed once is quick to come
    for name in ("settings_page", "trash"):
        await asyncio.sleep(_BETWEEN_S)
        getattr(shell, name)
    await _make_profiles(shell)


async def _make_profiles(shell: Shell) -> None:
    from stello_desktop.ui import branching, insights, inspector, profiles, skills  # noqa: PLC0415 - not for every start

    ahead = (profiles, skills, branching, inspector, insights)
    for name in (name for room in ahead for name in room.AHEAD):
        await asyncio.sleep(_BETWEEN_S)
        import_module(name)
    for page in (shell.profiles, shell.skills, shell.insights):
        for _ in page.filling:
            await asyncio.sleep(_BETWEEN_S)
    for part in (shell.profiles.listing, shell.profiles.editor, shell.profiles.side):
        await asyncio.sleep(_BETWEEN_S)
        if shell.window.place == "profiles":
            return
        shell.profiles.resize(shell.window.pages.size())
        part.grab()  # what has been dressed once is quick to come


async def _draw_map(shell: Shell) -> None:
    """Behind the first screen, dress and paint the map part by part: all of it at once would be a stall."""
    page, rail = shell.window.map_page, shell.window.rail
    size = shell.window.pages.size()
    if rail.isHidden():
        size.setWidth(size.width() - min(rail.sizeHint().width(), rail.maximumWidth()))
    for part in (shell.sky, shell.outline, shell.chat, rail):
        await asyncio.sleep(_BETWEEN_S)
        if shell.window.place == "map":
            return
        page.resize(size)
        part.grab()
