"""The place *Insights*: the overview, reminders and summaries of a project, or of everything (C-4, D-1 to D-4, K-1 to K-4)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, override

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Insight, InsightState, Scope
from stello_desktop.ui import tasks
from stello_desktop.ui.insights.digest_part import DigestPart
from stello_desktop.ui.insights.empty import NoInsights
from stello_desktop.ui.insights.list_panel import InsightListPanel
from stello_desktop.ui.insights.reflect_dialog import ReflectDialog
from stello_desktop.ui.insights.reminder_dialog import ReminderDialog
from stello_desktop.ui.insights.reminders_part import RemindersPart
from stello_desktop.ui.insights.room import InsightsRoom
from stello_desktop.ui.insights.rows import Known, Row, RowKind
from stello_desktop.ui.insights.summaries_part import SummariesPart
from stello_desktop.ui.insights.synthesis_part import SynthesisPart
from stello_desktop.ui.page_in_parts import PageInParts
from stello_desktop.ui.side_by_side import tab_stops
from stello_desktop.workspace.workspace import Workspace

_CHOSEN: Final = "insights.chosen"
_SCOPE: Final = "insights.scope"
_PLACES: Final = "insights.places"
_EVERYTHING: Final = "everything"
_SETTLE_MS: Final = 60


class InsightsPage(PageInParts):
    """One for each window. Reads only while it is seen, and once for all that happens within a moment.

    Args:
        chosen: the conversation that is open, whose project is shown at the first visit.

    Signals:
        conversation_requested(str): go to a conversation.
        map_requested: to the map.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
    """

    conversation_requested = Signal(str)
    map_requested = Signal()
    news = Signal(str, object)

    def __init__(
        self, workspace: Workspace, chosen: Callable[[], SessionId | None], parent: QWidget | None = None
    ) -> None:
        self.room = InsightsRoom()
        super().__init__("insightsPage", self.room, parent)
        self._workspace, self._opened = workspace, chosen
        self._reading = 0
        self.insights: tuple[Insight, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._soon.timeout.connect(self._read)

    @override
    def make_parts(self) -> Iterator[None]:
        workspace = self._workspace
        self.listing = InsightListPanel()
        self.listing.show_tree(workspace.topology, self.scope, ())
        self.room.put_list(self.listing)
        self.room.put_part(QWidget())  # nothing is said before it is known
        yield
        self.synthesis = SynthesisPart(workspace)
        self.room.put_part(self.synthesis)
        yield
        self.reminders = RemindersPart(workspace)
        self.room.put_part(self.reminders)
        yield
        self.summaries = SummariesPart(workspace, self.listing.rows)
        self.room.put_part(self.summaries)
        yield
        self.digest = DigestPart(workspace)
        self.room.put_part(self.digest)
        yield
        self.empty = NoInsights()
        self.room.put_part(self.empty)
        self._wire()
        self.room.put_places(workspace.view_value(_PLACES))

    @override
    def make_ready(self) -> Iterator[None]:
        for part in (self.reminders, self.summaries, self.digest, self.synthesis):
            yield
            part.grab()  # what has been dressed once is quick to come

    def _wire(self) -> None:
        listing = self.listing
        listing.chosen.connect(self._choose)
        listing.scope_chosen.connect(self.show_scope)
        listing.requested.connect(self._do)
        listing.view.entered_row.connect(self._go_to_part)
        listing.view.clicked.connect(lambda _index: self._clicked())
        self.synthesis.reflect_requested.connect(self.ask_to_reflect)
        self.synthesis.summaries_requested.connect(lambda: self._go_to_row(RowKind.SUMMARIES.value))
        self.reminders.go_requested.connect(self.conversation_requested)
        self.reminders.news.connect(self.news)
        self.summaries.news.connect(lambda words: self.news.emit(words, None))
        self.digest.go_requested.connect(self.conversation_requested)
        self.empty.map_requested.connect(self.map_requested)
        self.room.back_requested.connect(listing.focus_list)
        self.room.places_changed.connect(
            lambda: self._workspace.put_view_value(_PLACES, self.room.read_places())
        )
        unsubscribe = self._workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    # -- about what

    @property
    def scope(self) -> Scope:
        """The project that is shown; None for everything."""
        topology = self._workspace.topology
        kept = self._workspace.view_value(_SCOPE)
        if kept == _EVERYTHING:
            return None
        if isinstance(kept, str) and kept in topology:
            return topology.root_of(SessionId(kept))
        opened = self._opened()
        if opened is not None and opened in topology:
            return topology.root_of(opened)
        return next(iter(topology.roots), None)

    def show_scope(self, scope: Scope) -> None:
        """Another project, or everything."""
        self._workspace.put_view_value(_SCOPE, scope or _EVERYTHING)
        self.listing.choose(RowKind.SYNTHESIS.value)
        self._workspace.put_view_value(_CHOSEN, RowKind.SYNTHESIS.value)
        self._read()

    # -- what is known

    def _follow(self, changes: Changes) -> None:
        if not self.isVisible():
            return
        seen = changes.memory or changes.placed or changes.touched or changes.settings or changes.services
        if seen and not self._soon.isActive():
            self._soon.start()

    def _read(self) -> None:
        if self.filled:
            self._reading += 1
            tasks.start(self._look(self._reading), self)

    async def _look(self, number: int) -> None:
        """Read everything about the scope; the newest reading counts."""
        memory, scope = self._workspace.memory, self.scope
        try:
            synthesis = await memory.synthesis(scope)
            topology = self._workspace.topology
            ids = topology.walk() if scope is None or scope not in topology else topology.subtree(scope)
            digests = {item.session_id: item for item in await memory.digests(ids)}
            changed = frozenset(await memory.changed(scope))
            insights = await memory.insights()
        except SessionNotFound:
            return  # the scope has gone in the meantime, and what is left is read next
        if number != self._reading or scope != self.scope:
            return
        topology = self._workspace.topology
        inside = frozenset(ids)
        spoken = [
            item for item in ids if item in topology and (topology[item].message_count or item in digests)
        ]
        await asyncio.sleep(0)  # each of these steps is long enough for one turn of the loop
        self.insights = tuple(item for item in insights if item.session_id in inside)
        waiting = sum(1 for item in self.insights if item.state is InsightState.WAITING)
        known = Known(scope, synthesis, digests, changed, waiting, self._workspace.making.work)
        self.listing.show_tree(topology, scope, spoken)
        await asyncio.sleep(0)
        self.listing.show_known(known)
        await asyncio.sleep(0)
        if number == self._reading:
            self._show_chosen()

    def _show_chosen(self) -> None:
        row, known = self.listing.current, self.listing.rows.known
        if row is None:
            self.listing.choose(RowKind.SYNTHESIS.value)
            row = Row(RowKind.SYNTHESIS)
        if not self.listing.rows.sessions and known.synthesis is None and not self.insights:
            self.room.show_part(self.empty)
            return
        if row.session_id is not None:
            self.digest.show_session(row.session_id, known)
            self.room.show_part(self.digest)
        elif row.kind is RowKind.REMINDERS:
            self.reminders.show_insights(self.insights)
            self.room.show_part(self.reminders)
        elif row.kind is RowKind.SUMMARIES:
            self.summaries.follow()
            self.room.show_part(self.summaries)
        else:
            self.synthesis.show_known(known, readable=self.listing.rows.count_made())
            self.room.show_part(self.synthesis)

    def _choose(self, key: str) -> None:
        self._keep_typed()
        self._workspace.put_view_value(_CHOSEN, key)
        self._show_chosen()

    def _keep_typed(self) -> None:
        """What was being changed by hand is kept when the person looks at something else."""
        for part in (self.digest.text, self.synthesis.text):
            part.save()

    def show_session(self, session_id: SessionId) -> None:
        """Show the summary of a conversation; what is kept of the last visit gives way."""
        topology = self._workspace.topology
        if session_id in topology and self._workspace.view_value(_SCOPE) != _EVERYTHING:
            self._workspace.put_view_value(_SCOPE, topology.root_of(session_id))
        self._show_row(session_id)

    def show_summaries(self) -> None:
        """Show when summaries are made, and all that are due."""
        self._show_row(RowKind.SUMMARIES.value)

    def _show_row(self, key: str) -> None:
        self._workspace.put_view_value(_CHOSEN, key)
        if self.filled:
            self.listing.choose(key)
            self.room.go_to_editor()
            self._read()

    # -- what the person does

    def _go_to_row(self, key: str) -> None:
        self.listing.choose(key)
        self._choose(key)
        self._go_to_part()

    def _clicked(self) -> None:
        """Where both sides are seen the focus stays in the list: no button lies under the next key."""
        if self.room.narrow:
            self._go_to_part()

    def _go_to_part(self) -> None:
        """From the list to what is chosen in it."""
        self.room.go_to_editor()
        part = self.room.part
        if part is not None:
            first = next(tab_stops(part), None)
            if first is not None:
                first.setFocus()

    def _do(self, word: str) -> None:
        row = self.listing.current
        if row is None or row.session_id is None:
            return
        if word == "open":
            self.conversation_requested.emit(row.session_id)
        elif word == "remind":
            ReminderDialog(self.window(), self._workspace, target=row.session_id).open()
        else:
            self._choose(row.key)
            self.digest.summarise()

    def ask_to_reflect(self) -> None:
        """Say what a reflection would read, and begin it where the person agrees."""
        dialog = ReflectDialog(self.window(), self._workspace, self.scope)
        dialog.summaries_requested.connect(lambda: self._go_to_row(RowKind.SUMMARIES.value))
        dialog.open()

    # -- coming and going

    @override
    def arrive(self) -> None:
        kept = self._workspace.view_value(_CHOSEN)
        if isinstance(kept, str):
            self.listing.choose(kept)
        self.listing.focus_list()
        self._read()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.filled:
            self._keep_typed()

    async def aclose(self) -> None:
        """The window closes: what is typed is written."""
        if self.filled:
            self._keep_typed()
            writing = (self.digest.writing, self.synthesis.writing)
            await asyncio.gather(*(task for task in writing if task is not None), return_exceptions=True)
