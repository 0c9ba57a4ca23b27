"""The pages beside the map: made when they are first seen, each wired once, ended with the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.news import CHOICE_SHOWN_MS, News
from stello_desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from stello_desktop.ui.insights.page import InsightsPage
    from stello_desktop.ui.onboarding.page import WelcomePage
    from stello_desktop.ui.profiles.page import ProfilesPage
    from stello_desktop.ui.settings.page import SettingsPage
    from stello_desktop.ui.skills.page import SkillsPage
    from stello_desktop.ui.trash_page import TrashPage

_KEPT_BY_THEMSELVES: Final = ("profiles", "skills", "insights")
"""Pages on which something may still have to be written when the window closes."""


class Pages(QObject):
    """One property for each place of the rail but the map, called as the place is; and the first screen.

    What is done on a page is told by `News`; where a page leads is for the owner.

    Args:
        selected: the chosen conversation; None where there is none.

    Signals:
        begun(str): the first screen is done; its project.
        place_requested(str): to another place.
        conversation_requested(str): to a conversation, and to its composer.
        branch_requested(object, object): a branch is to be put together: its `BranchAsk` and its `BranchForm`.
    """

    begun = Signal(str)
    place_requested = Signal(str)
    conversation_requested = Signal(str)
    branch_requested = Signal(object, object)

    def __init__(
        self, workspace: Workspace, window: MainWindow, news: News, selected: Callable[[], SessionId | None]
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._window = window
        self._news = news
        self._selected = selected

    def is_made(self, place: str) -> bool:
        """Whether somebody has asked for a page."""
        return place in self.__dict__

    def make(self, place: str) -> QWidget:
        """The page of a place, made where it is not there yet."""
        page: QWidget = getattr(self, place)
        return page

    @cached_property
    def welcome(self) -> WelcomePage:
        """The first screen."""
        from stello_desktop.ui.onboarding.page import WelcomePage  # noqa: PLC0415 - not for every start

        page = WelcomePage(self._workspace)
        page.finished.connect(self.begun)
        self._window.add_page("welcome", page)
        return page

    @cached_property
    def settings_begun(self) -> SettingsPage:
        """The page of the settings, with as much on it as has been filled."""
        from stello_desktop.ui.settings.page import SettingsPage  # noqa: PLC0415 - not for every start

        page = SettingsPage(self._workspace)
        self._window.add_page("settings", page)
        return page

    @cached_property
    def settings(self) -> SettingsPage:
        """The settings."""
        page = self.settings_begun
        page.fill()
        page.services.service_changed.connect(self._news.tell_service)
        page.services.news.connect(partial(self._news.tell_way, "settings", shown_ms=CHOICE_SHOWN_MS))
        return page

    @cached_property
    def profiles(self) -> ProfilesPage:
        """The profiles, with what a branch would be told."""
        from stello_desktop.ui.profiles.page import ProfilesPage  # noqa: PLC0415 - not for every start

        page = ProfilesPage(self._workspace, self._selected)
        page.branch_requested.connect(self.branch_requested)
        page.go_to.connect(self.place_requested)
        self._add_library("profiles", page)
        return page

    @cached_property
    def skills(self) -> SkillsPage:
        """The skills, own ones and those of folders."""
        from stello_desktop.ui.skills.page import SkillsPage  # noqa: PLC0415 - not for every start

        page = SkillsPage(self._workspace)
        page.conversation_requested.connect(self.conversation_requested)
        self._add_library("skills", page)
        return page

    def _add_library(self, place: str, page: ProfilesPage | SkillsPage) -> None:
        """A page whose things are made, changed and deleted by the person."""
        page.news.connect(partial(self._news.tell_way, place))
        page.deleted.connect(partial(self._news.tell_deleted, place))
        page.done.connect(partial(self._news.ways.keep, place))
        page.choice.connect(self._news.offer)
        self._window.add_page(place, page)

    @cached_property
    def insights(self) -> InsightsPage:
        """Overviews, reminders and summaries."""
        from stello_desktop.ui.insights.page import InsightsPage  # noqa: PLC0415 - not for every start

        page = InsightsPage(self._workspace, self._selected)
        page.conversation_requested.connect(self.conversation_requested)
        page.map_requested.connect(partial(self.place_requested.emit, "map"))
        page.news.connect(partial(self._news.tell_way, "insights"))
        self._window.add_page("insights", page)
        return page

    @cached_property
    def trash(self) -> TrashPage:
        """The trash."""
        from stello_desktop.ui.trash_page import TrashPage  # noqa: PLC0415 - not for every start

        page = TrashPage(self._workspace)
        page.restored.connect(self._news.tell_restored)
        page.brought_back.connect(partial(self._news.tell_way, "trash"))
        page.emptied.connect(self._news.tell_emptied)
        self._window.add_page("trash", page)
        return page

    async def aclose(self) -> None:
        """What is being written on the pages is kept first."""
        for place in _KEPT_BY_THEMSELVES:
            if self.is_made(place):
                await self.__dict__[place].aclose()
