"""The other pages are made while nobody waits, so that going there costs nothing."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from stello_desktop.ui.main_window import MainWindow
    from stello_desktop.ui.pages import Pages

_BETWEEN_S: Final = 0.12


class MadeWhenSeen(Protocol):
    """Whose parts come into being when somebody asks for them."""

    window: MainWindow
    pages: Pages

    @property
    def map_parts(self) -> tuple[QWidget, ...]:
        """Map, outline and conversation."""
        ...


async def make_pages(shell: MadeWhenSeen) -> None:
    """Make the other pages in small steps."""
    await _draw_map(shell)
    await asyncio.sleep(_BETWEEN_S)
    page = shell.pages.settings_begun
    await asyncio.sleep(_BETWEEN_S)
    for section in page.filling:
        await asyncio.sleep(_BETWEEN_S)
        if shell.window.place != "settings":
            page.resize(shell.window.pages.size())
            section.grab()  # what has been dressed once is quick to come
    for place in ("settings", "trash"):
        await asyncio.sleep(_BETWEEN_S)
        shell.pages.make(place)
    await _make_library(shell)


async def _make_library(shell: MadeWhenSeen) -> None:
    from stello_desktop.ui import branching, insights, inspector, profiles, skills  # noqa: PLC0415 - not for every start

    ahead = (profiles, skills, branching, inspector, insights)
    for name in (name for room in ahead for name in room.AHEAD):
        await asyncio.sleep(_BETWEEN_S)
        import_module(name)
    for place in ("profiles", "skills", "insights"):
        await asyncio.sleep(_BETWEEN_S)  # each comes into being by itself: the three at once would be a stall
        for _ in getattr(shell.pages, place).filling:
            await asyncio.sleep(_BETWEEN_S)
    page = shell.pages.profiles
    for part in (page.listing, page.editor, page.side):
        await asyncio.sleep(_BETWEEN_S)
        if shell.window.place == "profiles":
            return
        page.resize(shell.window.pages.size())
        part.grab()  # what has been dressed once is quick to come


async def _draw_map(shell: MadeWhenSeen) -> None:
    """Behind the first screen, dress and paint the map part by part: all of it at once would be a stall."""
    page, rail = shell.window.map_page, shell.window.rail
    size = shell.window.pages.size()
    if rail.isHidden():
        size.setWidth(size.width() - min(rail.sizeHint().width(), rail.maximumWidth()))
    for part in (*shell.map_parts, rail):
        await asyncio.sleep(_BETWEEN_S)
        if shell.window.place == "map":
            return
        page.resize(size)
        part.grab()
