"""The window put together: who asks, who answers, who is told.

The shell wires views to the workspace and follows its feed. It draws nothing and stores nothing but
which conversation is chosen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.ui import ahead, errors, i18n, stall_probe, tasks
from stello_desktop.ui.conversation_actions import ConversationActions
from stello_desktop.ui.first_frame import AfterFirstFrame
from stello_desktop.ui.hues import BranchHues
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.map.sky_widget import SkyWidget
from stello_desktop.ui.map_page import MapPage
from stello_desktop.ui.news import CHOICE_SHOWN_MS, MAP, News
from stello_desktop.ui.offers import Offers
from stello_desktop.ui.outline.panel import OutlinePanel
from stello_desktop.ui.pages import Pages
from stello_desktop.ui.prompts import Prompts
from stello_desktop.ui.rail import PLACES
from stello_desktop.ui.service_words import name_of
from stello_desktop.ui.theme import ThemeFollower
from stello_desktop.ui.tree_requests import TreeRequests
from stello_desktop.ui.tree_views import TreeViews
from stello_desktop.ui.window_state import WindowState
from stello_desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from stello_desktop.ui.chat.panel import ChatPanel
    from stello_desktop.ui.insights.bringing import Bringing
    from stello_desktop.ui.inspector.inspecting import Inspecting
    from stello_desktop.ui.outbox_bar import OutboxBar


_BETWEEN_S: Final = 0.12


class Shell(QObject):
    """One window over one workspace.

    Attributes:
        window: the main window; its ``closing`` starts the shutdown.
        sky, outline: two parts of the map page; `chat` is the third.
        pages: the other pages.
        selected: the chosen conversation; None where there is none.
    """

    def __init__(self, app: QApplication, workspace: Workspace) -> None:
        super().__init__()
        settings = workspace.settings
        self._workspace = workspace
        self.language = i18n.LanguageFollower(app, settings.language, self)
        self.theme = ThemeFollower(app, settings.theme, settings.text_scale, self)
        self.selected: SessionId | None = None
        self._last_topology = workspace.topology
        self._writing = self._closed = False
        hues = BranchHues()
        self.sky = SkyWidget(hues=hues)
        self.outline = OutlinePanel(hues=hues)
        self.window = MainWindow(MapPage(self.outline, self.sky))
        self.setParent(self.window)
        self.actions = self.window.actions_table
        self.outline.use_actions(self.actions)
        self.requests = TreeRequests(workspace, self.window)
        self._prompts = Prompts(self.window, workspace, self.requests)
        self.news = News(workspace, self.window, self.requests, lambda: self.selected)
        self.pages = Pages(workspace, self.window, self.news, lambda: self.selected)
        self._views = TreeViews(workspace, self.window, self.requests, self.sky, self.outline)
        self.stalls = stall_probe.probe_from_environment(self)
        self._wire_actions()
        self._wire_views()
        self._wire_pages()
        self._state = WindowState(workspace, self.window, self.sky)
        self._unsubscribe = workspace.feed.subscribe(self._follow)
        errors.service_names.use(self._called)
        self._restore()  # first, so that the map is laid out once, and as it was left
        self._show_tree()
        self.news.show_history()
        self._follow(Changes(outbox=True))

    # -- wiring

    def _wire_actions(self) -> None:
        actions, requests, window = self.actions, self.requests, self.window
        actions.on("new_project", self._new_project)
        actions.on("open_full", window.map_page.give_window_to_chat)
        actions.on("back", window.map_page.leave_full)
        actions.on("next_area", lambda: window.focus_next_area(1))
        actions.on("previous_area", lambda: window.focus_next_area(-1))
        actions.on("menu", window.rail.ask_for_menu)
        actions.on("keys", self._show_keys)
        actions.on("quit", window.close)
        actions.on("example", lambda: requests.plant_example(self.language.language))
        actions.on("remove_example", requests.remove_example)
        actions.on("show_outline", lambda: window.map_page.show_outline(actions["show_outline"].isChecked()))
        for place in PLACES:
            actions.on(f"place_{place}", partial(self.go_to, place))
        conversation = ConversationActions(
            window, requests, self._prompts, self._views, lambda: self.selected
        )
        conversation.inspect_requested.connect(self._inspect)
        conversation.result_requested.connect(self._bring_back)

    def _wire_views(self) -> None:
        requests = self.requests
        for view in (self.sky, self.outline.tree):
            view.selected.connect(self._choose)
            view.open_full_requested.connect(self._open_full_of)
            view.menu_requested.connect(self._open_menu)
        self.sky.new_project_requested.connect(self._new_project)
        self.sky.typing_started.connect(self._type)
        requests.created.connect(self._choose)
        requests.branched.connect(self._show_branch)
        requests.unnamed.connect(lambda item: self.chat.naming.begin(SessionId(item)))

    def _wire_pages(self) -> None:
        window, page, pages = self.window, self.window.map_page, self.pages
        pages.begun.connect(self._begin)
        pages.place_requested.connect(self.go_to)
        pages.conversation_requested.connect(self._show_branch)
        pages.branch_requested.connect(self._prompts.ask_branch_with)
        window.rail.offline.returned.connect(self._workspace.news.network_returned)
        window.rail.menu_requested.connect(self._prompts.open_window_menu)
        self._prompts.settings_requested.connect(lambda: self.go_to("settings"))
        page.full_changed.connect(lambda full: (self.chat if full else self.sky).setFocus())
        page.outline_changed.connect(self.actions["show_outline"].setChecked)
        self.language.changed.connect(lambda _language: self.news.show_history())
        self.language.changed.connect(lambda now: tasks.start(self._workspace.starters.follow(now), self))

    # -- what is made when it is first seen

    @cached_property
    def chat(self) -> ChatPanel:
        """The conversation beside the map; made after the first frame, or when somebody needs it."""
        from stello_desktop.ui.chat.panel import ChatPanel  # noqa: PLC0415 - not for the first frame

        chat = ChatPanel(self._workspace)
        chat.go_to.connect(self._show_branch)
        chat.branch_requested.connect(self._prompts.ask_branch)
        chat.called_branch_requested.connect(self._prompts.ask_branch_called)
        chat.plain_branch_requested.connect(self.requests.plain_branch)
        chat.inspect_requested.connect(self._inspect)
        chat.sent_requested.connect(lambda: self.inspecting.toggle_sent())  # noqa: PLW0108 - made when wanted
        chat.refer_requested.connect(self._prompts.pick_reference)
        chat.result_requested.connect(self._bring_back)
        chat.archived_asked.connect(self.requests.archived)
        chat.news.connect(partial(self.news.tell_way, MAP))
        chat.full_screen_toggled.connect(self.window.map_page.toggle_full)
        chat.settings_requested.connect(self._show_service_of_chat)
        self.window.map_page.put_chat(chat, chat.news_room)
        if self.selected is not None:
            chat.show_session(self.selected)
        return chat

    @cached_property
    def inspecting(self) -> Inspecting:
        """What the open conversation is told, over its messages."""
        from stello_desktop.ui.inspector.inspecting import Inspecting  # noqa: PLC0415 - not for the first frame

        inspecting = Inspecting(self._workspace, self.chat)
        inspecting.told.connect(partial(self.news.tell, undoable=True))
        inspecting.skills_requested.connect(lambda: self.go_to("skills"))
        inspecting.insights_requested.connect(self._show_summary_of)
        return inspecting

    @cached_property
    def bringing(self) -> Bringing:
        """Results of branches on their way to other conversations."""
        from stello_desktop.ui.insights.bringing import Bringing  # noqa: PLC0415 - not for the first frame

        bringing = Bringing(self._workspace, self.window)
        bringing.news.connect(partial(self.news.tell_way, MAP, shown_ms=CHOICE_SHOWN_MS))
        bringing.told.connect(self.news.tell_choice)
        bringing.passed.connect(lambda start, end: self.sky.show_passage(SessionId(start), SessionId(end)))
        return bringing

    @property
    def map_parts(self) -> tuple[QWidget, ...]:
        """Map, outline and conversation."""
        return self.sky, self.outline, self.chat

    @property
    def _has_chat(self) -> bool:
        return "chat" in self.__dict__

    @cached_property
    def outbox_bar(self) -> OutboxBar:
        """What waits to be sent, at the window's foot."""
        from stello_desktop.ui.outbox_bar import OutboxBar  # noqa: PLC0415 - most starts have nothing waiting

        bar = OutboxBar(self._workspace, self._go_to_writing)
        bar.show_requested.connect(self._show_branch)
        bar.offered.connect(self.news.offer)
        self.window.put_foot(bar)
        bar.follow()
        return bar

    def _go_to_writing(self) -> None:
        """To the composer where it is seen, else into the place that is shown."""
        if self._has_chat and self.chat.composer.isVisible():
            self.chat.focus_composer()
        else:
            self.window.focus_next_area(1)

    # -- following the truth

    def _follow(self, changes: Changes) -> None:
        if changes.settings:
            self._use_settings()
        if changes.placed:
            self._show_tree(changes.placed)
            self.news.show_history()
        elif changes.touched:
            self._views.refresh(changes.touched)
        if changes.records or changes.memory:
            self.sky.forget_previews(changes.records | (changes.touched if changes.memory else frozenset()))
        if changes.outbox and "outbox_bar" not in self.__dict__ and self._workspace.outbox.count:
            self.outbox_bar.follow()
        if changes.touched or changes.placed:
            self._views.show_live()
        if changes.outbox:
            self._views.show_unsent()
        if changes.trash or changes.records:
            self.news.show_history()
        if changes.reveal:  # a step of its own: what changed is painted first, and then the way to it
            QTimer.singleShot(0, self, lambda: self._reveal(changes.reveal))

    def _show_tree(self, placed: Iterable[SessionId] | None = None) -> None:
        topology = self._workspace.topology
        self._views.show_tree(placed)
        if self.selected is not None and self.selected not in topology:
            self._choose(self._nearest_living(self.selected))
        elif self.selected is not None:
            self.window.map_page.set_chosen(topology[self.selected].label)
        self._last_topology = topology

    def _nearest_living(self, gone: SessionId) -> SessionId | None:
        """Where to go when the chosen conversation has left: the nearest ancestor that lives (I11)."""
        topology, before = self._workspace.topology, self._last_topology
        above = before.ancestors(gone) if gone in before else []
        return next((item for item in above if item in topology), next(iter(topology.roots), None))

    def _reveal(self, session_ids: Iterable[SessionId]) -> None:
        shown = [item for item in session_ids if item in self._workspace.topology]
        if shown:
            self._choose(shown[0])
            self.sky.show_changed(shown)

    def _use_settings(self) -> None:
        settings = self._workspace.settings
        self.theme.choose(settings.theme, settings.text_scale)
        self.language.choose(settings.language)
        self._views.use_settings()

    # -- what the person does

    def _choose(self, session_id: str | None) -> None:
        chosen = SessionId(session_id) if session_id else None
        if chosen is not None and chosen not in self._workspace.topology:
            return
        if chosen != self.selected:
            self.news.leave_conversation()
        self.selected = chosen
        self._views.choose(chosen)
        if self._has_chat:
            self.chat.show_session(chosen)
        label = self._workspace.topology[chosen].label if chosen is not None else ""
        self.window.map_page.set_chosen(label)
        self._workspace.put_view_value("selected", chosen)

    def _show_branch(self, session_id: str) -> None:
        self.go_to("map")
        self._choose(session_id)
        self.sky.show_changed([SessionId(session_id)])
        self.chat.focus_composer()

    def _show_keys(self) -> None:
        from stello_desktop.ui.key_sheet import show_keys  # noqa: PLC0415 - rarely looked at

        show_keys(self.window)

    def _inspect(self) -> None:
        """What the conversation is told, over its messages, or the messages again."""
        if self.window.map_page.narrow:
            self.window.map_page.give_window_to_chat()
        self.inspecting.toggle()

    def _bring_back(self, session_id: str) -> None:
        """Let the person bring the result of a conversation to another one."""
        self.bringing.ask(SessionId(session_id))

    def _show_summary_of(self, session_id: str) -> None:
        self.go_to("insights")
        self.pages.insights.show_session(SessionId(session_id))

    def _choose_summaries(self) -> None:
        self.go_to("insights")
        self.pages.insights.show_summaries()

    def _type(self, text: str) -> None:
        """What is typed on the map is meant for the conversation; narrow windows have to show it first."""
        if self.window.map_page.narrow:
            self.window.map_page.give_window_to_chat()
        self.chat.focus_composer()
        if self.chat.composer.isVisible():
            self.chat.composer.type_text(text)

    def _new_project(self) -> None:
        self.go_to("map")
        self.window.map_page.leave_full()
        self.requests.new_project(self._views.naming_view())

    def _open_full_of(self, session_id: str) -> None:
        self._choose(session_id)
        self.window.map_page.give_window_to_chat()

    def _open_menu(self, session_id: str | None, place: QPoint) -> None:
        if session_id is not None:
            self._choose(session_id)
        self._prompts.open_menu(session_id, place)

    def go_to(self, place: str) -> None:
        """Show one of the places of the rail, or the first screen."""
        if place != "map":
            self.pages.make(place)
        self.window.go_to(place)

    def _show_service_of_chat(self) -> None:
        """Settings, at the card of the service that answers in the conversation (row 27)."""
        self.go_to("settings")
        if self.chat.session_id is not None:
            self.pages.settings.show_service(self._workspace.answering.service_of(self.chat.session_id))

    def _begin(self, session_id: str) -> None:
        self.go_to("map")
        self._choose(session_id)
        self.chat.focus_composer()
        tasks.start(self._open_library(), self)

    # -- opening and closing

    def _restore(self) -> None:
        self._use_settings()
        self._state.restore()
        if not self._workspace.settings.welcomed and not len(self._workspace.topology):
            self.pages.welcome.open_start()
            self.go_to("welcome")

    def show(self) -> None:
        """Show the window as the person left it; the event loop runs by now."""
        self._state.begin()
        chosen = self._workspace.view_value("selected")
        if not isinstance(chosen, str) or chosen not in self._workspace.topology:
            chosen = next(iter(self._workspace.topology.roots), None)
        self._choose(chosen)
        if self._workspace.view_value("place") in PLACES and self.window.place == "map":
            self.go_to(self._workspace.view_value("place"))
        if self.window.map_page.full:
            self.begin_to_write()
        AfterFirstFrame(self.window, self.begin_to_write)
        self.window.show()

    def begin_to_write(self) -> None:
        """The window is painted; now the conversation in it, ready to be written in. Once."""
        if self._writing:
            return
        self._writing = True
        chat = self.chat
        if self.window.place == "map":
            (chat.focus_composer if self.selected is not None else self.sky.setFocus)()

    def opened(self, opening: asyncio.Task[Any]) -> None:
        """The store is open, or cannot be used: then say so for as long as it lasts."""
        if self._closed:
            return  # the person was faster
        self.window.rail.offline.follow_system()
        error = None if opening.cancelled() else opening.exception()
        if error is not None:
            self.window.show_notice(error)
        elif not opening.cancelled():
            offers = Offers(self._workspace, self.window, self.news, lambda: self.selected)
            offers.summary_requested.connect(self._show_summary_of)
            offers.summaries_requested.connect(self._choose_summaries)
            tasks.start(offers.begin(), self)
            tasks.start(self._open_library(), self)
        tasks.start(ahead.make_pages(self), self)

    async def _open_library(self) -> None:
        """The starter set, as soon as the language is the person's: conversations have it without a look at it."""
        await asyncio.sleep(_BETWEEN_S)
        if self.window.place != "welcome":
            await self._workspace.starters.plant_once(self.language.language)

    def _called(self, service_id: str) -> str:
        """How the person calls a service; empty where it is no id of one."""
        service = self._workspace.answering.find(ServiceId(service_id))
        return "" if service is None else name_of(service)

    async def aclose(self) -> None:
        """End what the window has started; drafts are written first."""
        self._closed = True
        errors.service_names.use(None)
        self._state.keep()
        self._unsubscribe()
        if "outbox_bar" in self.__dict__:
            self.outbox_bar.close_feed()
        if self._has_chat:
            await self.chat.aclose()
        await self.pages.aclose()
        await tasks.end_all()
        if self.stalls is not None:
            self.stalls.stop()
        self.window.close()
        self.language.close()
        self.window.deleteLater()
