"""The other pages are made while nobody waits, so that going there costs nothing."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from stello_desktop.ui.insights.page import InsightsPage
    from stello_desktop.ui.main_window import MainWindow
    from stello_desktop.ui.profiles.page import ProfilesPage
    from stello_desktop.ui.settings.page import SettingsPage
    from stello_desktop.ui.skills.page import SkillsPage

_BETWEEN_S: Final = 0.12


class MadeWhenSeen(Protocol):
    """Whose parts come into being when somebody asks for them."""

    window: MainWindow

    @property
    def map_parts(self) -> tuple[QWidget, ...]:
        """Map, outline and conversation."""
        ...

    @property
    def settings_begun(self) -> SettingsPage:
        """With as much on it as has been filled."""
        ...

    @property
    def settings_page(self) -> SettingsPage:
        """The whole of it."""
        ...

    @property
    def profiles(self) -> ProfilesPage: ...  # noqa: D102 - its name says it

    @property
    def skills(self) -> SkillsPage: ...  # noqa: D102 - the same

    @property
    def insights(self) -> InsightsPage: ...  # noqa: D102 - the same

    @property
    def trash(self) -> Any: ...  # noqa: D102 - the same


async def make_pages(shell: MadeWhenSeen) -> None:
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


async def _make_profiles(shell: MadeWhenSeen) -> None:
    from stello_desktop.ui import branching, insights, inspector, profiles, skills  # noqa: PLC0415 - not for every start

    ahead = (profiles, skills, branching, inspector, insights)
    for name in (name for room in ahead for name in room.AHEAD):
        await asyncio.sleep(_BETWEEN_S)
        import_module(name)
    for name in ("profiles", "skills", "insights"):
        await asyncio.sleep(_BETWEEN_S)  # each comes into being by itself: the three at once would be a stall
        for _ in getattr(shell, name).filling:
            await asyncio.sleep(_BETWEEN_S)
    for part in (shell.profiles.listing, shell.profiles.editor, shell.profiles.side):
        await asyncio.sleep(_BETWEEN_S)
        if shell.window.place == "profiles":
            return
        shell.profiles.resize(shell.window.pages.size())
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
