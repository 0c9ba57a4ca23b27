"""The conversation as the person sees it: head, transcript, composer, for one session at a time."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import tasks
from stello_desktop.ui.chat import accessible
from stello_desktop.ui.chat.answerer import Answerer
from stello_desktop.ui.chat.attach_work import AttachWork
from stello_desktop.ui.chat.body import ChatBody
from stello_desktop.ui.chat.branch_work import BranchWork
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.card_making import CardMaker
from stello_desktop.ui.chat.chat_menu import ChatMenu
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.conversation import Conversation
from stello_desktop.ui.chat.drafts import Drafts
from stello_desktop.ui.chat.earlier_work import EarlierWork
from stello_desktop.ui.chat.file_drop import FileDrop
from stello_desktop.ui.chat.header import ChatHeader
from stello_desktop.ui.chat.keys import press_from_outside
from stello_desktop.ui.chat.message_menu import MessageMenu
from stello_desktop.ui.chat.meter import ContextMeter
from stello_desktop.ui.chat.naming import Naming
from stello_desktop.ui.chat.note_work import NoteWork
from stello_desktop.ui.chat.pages import ArchivedBar
from stello_desktop.ui.chat.reminders import ReminderBar
from stello_desktop.ui.chat.result_offer import ResultOffer
from stello_desktop.ui.chat.sending import Sending
from stello_desktop.ui.chat.unsent_work import UnsentWork
from stello_desktop.ui.chat.version_work import VersionWork
from stello_desktop.ui.chat.visit import Visit
from stello_desktop.ui.links import LinkGate
from stello_desktop.workspace.workspace import Workspace

_HOSTS_KEY = "chat.linkHosts"


class ChatPanel(QWidget):
    """Follows one session.

    Signals:
        go_to(str): show another conversation.
        branch_requested(str, object, object): session, record to branch at or None, edited text or None.
        called_branch_requested(object, object): a branch that the assistant asked for, with what it said of it.
        plain_branch_requested(str, object): the same at once, without a question.
        inspect_requested: show what the conversation is told, or the messages again.
        sent_requested: show what the next message would send, or the messages again.
        refer_requested(str): choose what the conversation refers to.
        result_requested(str): bring the result of a conversation to another one.
        archived_asked(str): a branch of an archived conversation was asked for.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
        session_shown(object): another conversation is shown; its id, or None.
        sheet_changed(object): another sheet lies over the messages, or None.
        full_screen_toggled: the conversation wants the whole window, or gives it back.
        settings_requested: the AI services.
    """

    go_to = Signal(str)
    branch_requested = Signal(str, object, object)
    called_branch_requested = Signal(object, object)
    plain_branch_requested = Signal(str, object)
    inspect_requested = Signal()
    sent_requested = Signal()
    refer_requested = Signal(str)
    result_requested = Signal(str)
    archived_asked = Signal(str)
    news = Signal(str, object)
    session_shown = Signal(object)
    sheet_changed = Signal(object)
    full_screen_toggled = Signal()
    settings_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chatPanel")
        accessible.install()
        self._workspace = workspace
        self.header = ChatHeader()
        self._answerer = Answerer(workspace, self.header, lambda: self.session_id, self)
        self.naming = Naming(workspace, self.header, lambda: self.session_id, self)
        self.composer = Composer()
        self._branches = BranchWork(workspace, lambda: self.session_id, self.composer, self)
        self._cards = CardMaker(
            self._branches.facts,
            self._answerer.name,
            self._answerer.lacks_key,
            self,
            hue_of=self._branches.hue_of,
            lacking_words=self._branches.lacking_words,
        )
        self.canvas = TranscriptCanvas(self._cards.make)
        self._archived = ArchivedBar()
        self._offer = ResultOffer(workspace, self._archived)
        self.reminders = ReminderBar(workspace, self.focus_composer)
        self.conversation = Conversation(workspace, self.canvas)
        self._body = ChatBody(self.canvas, self.conversation)
        self._drafts = Drafts(workspace, lambda: self.composer.draft, self)
        self._visit = Visit(workspace, self.conversation, self.canvas, self.composer, self._drafts, self)
        self._gate = LinkGate(self, workspace.view_value(_HOSTS_KEY, []))
        self._menu = MessageMenu(self.canvas, self.conversation)
        self._attaching = AttachWork(workspace, lambda: self.session_id, self.composer, self)
        self.session_shown.connect(self._attaching.forget)
        FileDrop(self, self.composer, self._attaching.attach)
        self._notes = NoteWork(workspace, lambda: self.session_id, self.composer, self._drafts, self)
        self._unsent = UnsentWork(workspace, self.conversation, self.composer, self._drafts, self)
        self.sending = Sending(
            workspace, self.conversation, self.composer, self._drafts, self._notes, self._unsent, self
        )
        self._more = ChatMenu(workspace, self.header, self.conversation, self)
        self._versions = VersionWork(workspace, self.conversation, self.canvas, self)
        self._earlier = EarlierWork(workspace, lambda: self.session_id, self)
        self.meter = ContextMeter(workspace, lambda: self.composer.text)
        self.composer.put_aside(self.meter)
        self.news_room = QWidget()
        self.composer.put_above(self.news_room)
        self.news_room.hide()
        self._lay_out()
        self._connect()
        self._connect_context()
        self._unsubscribe = workspace.feed.subscribe(self._on_changes)
        self.destroyed.connect(self._unsubscribe)
        self.setFocusProxy(self.composer.field)
        self.show_session(None)

    def _lay_out(self) -> None:
        line, foot = QFrame(), QFrame()
        for made in (line, foot):
            made.setProperty("area", "line")
        self._lines = (line, foot)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.header)
        box.addWidget(line)
        box.addWidget(self._body, 1)
        box.addWidget(foot)
        box.addWidget(self.reminders)
        box.addWidget(self.composer)
        box.addWidget(self._archived)

    def _connect(self) -> None:
        self.header.go_requested.connect(self.go_to)
        self.header.branch_requested.connect(self._branches.ask)
        self.header.plain_branch_requested.connect(self._branches.ask_at_once)
        self.naming.ended.connect(self.focus_composer)
        self._answerer.menu.settings_requested.connect(self.settings_requested)
        self.composer.edited.connect(self._drafts.on_edit)
        self._archived.result_requested.connect(self._bring_back)
        self.session_shown.connect(self.reminders.show_session)
        self.reminders.go_requested.connect(self.go_to)
        self.reminders.removed.connect(self.news)
        self._archived.unarchive_requested.connect(lambda: self._set_archived(archived=False))
        self.canvas.link_activated.connect(self._gate.open_link)
        self._gate.copied.connect(lambda _: self.composer.notice.say(self.tr("Address copied, not opened")))
        self._gate.allowed.connect(self._allow_host)
        self.conversation.loaded.connect(self._on_loaded)
        self.conversation.turn_changed.connect(self._on_turn)
        self._connect_cards()
        self._connect_messages()
        self._connect_menu()

    def _connect_cards(self) -> None:
        """Each work does what the cards ask of it; what is left is the panel's."""
        cards = self._cards
        cards.go_requested.connect(self.go_to)
        for goes in (cards.send_requested, cards.remove_unsent_requested, self._answerer.sending):
            goes.connect(self.focus_composer)  # their line goes with the message, and must not lead elsewhere
        self._answerer.serve(cards, self.sending.other_try)
        self._branches.serve(cards, self.canvas)
        self._unsent.serve(cards)
        self.sending.serve(cards)
        cards.version_requested.connect(self._versions.step)
        cards.earlier_requested.connect(self._earlier.do)
        cards.settings_requested.connect(self.settings_requested)
        cards.resized.connect(self.canvas.card_resized)
        self.canvas.focus_left.connect(self.focus_composer)
        self._branches.asked.connect(self.branch_requested)
        self._branches.asked_at_once.connect(self.plain_branch_requested)
        self._branches.called.connect(self.called_branch_requested)
        self._branches.asked_of_archived.connect(self.archived_asked)

    def _connect_messages(self) -> None:
        sending = self.sending
        sending.leaving.connect(lambda: self.lay_over(None))
        sending.begun.connect(self.focus_composer)
        sending.noted.connect(self.canvas.scroll_to_end)
        self._menu.branch_requested.connect(self._branches.ask)
        self._menu.plain_branch_requested.connect(self._branches.ask_at_once)
        self._menu.edit_requested.connect(self.composer.begin_edit)
        self._menu.unsent_edit_requested.connect(self._unsent.edit)
        self._menu.retry_requested.connect(sending.retry)
        self._menu.version_requested.connect(self._versions.step)
        self._menu.note_edit_requested.connect(self._notes.edit)
        self._menu.note_removal_requested.connect(self._notes.remove)
        self._menu.note_send_requested.connect(sending.send_note)
        self._menu.link_requested.connect(self._gate.open_link)

    def _connect_menu(self) -> None:
        more = self._more
        more.inspect_requested.connect(self.inspect_requested)
        more.sent_requested.connect(self.sent_requested)
        more.refer_requested.connect(self.refer_requested)
        more.result_requested.connect(self.result_requested)
        more.full_screen_toggled.connect(self.full_screen_toggled)
        more.archive_requested.connect(lambda archived: self._set_archived(archived=archived))

    def _connect_context(self) -> None:
        """What is sent, and how much that is (C-5 to C-7)."""
        self.session_shown.connect(self.meter.show_session)
        self.composer.edited.connect(self.meter.draft_changed)
        self.meter.button.clicked.connect(self.sent_requested)
        self.conversation.turn_changed.connect(self.reminders.follow_turn)
        self._earlier.told.connect(self.news)
        self._earlier.noted.connect(self._show_quietly)
        self._earlier.noted_again.connect(self.composer.notice.renew)
        self.session_shown.connect(self._earlier.show_session)

    # -- which session --------------------------------------------------------------------------

    @property
    def session_id(self) -> SessionId | None:
        """The session that is shown."""
        return self.conversation.session_id

    def show_session(self, session_id: SessionId | None) -> None:
        """Show a conversation where it was left; None for none."""
        if session_id is not None and session_id == self.session_id:
            return
        self._visit.begin(session_id)
        self.session_shown.emit(session_id)
        self._workspace.making.look_at(session_id)
        self._body.begin_opening()
        self._show_state()
        self._visit.fetch()

    def _on_loaded(self) -> None:
        if self.session_id is None:
            return
        self._show_state()
        self._visit.find_place()
        self._show_state()
        self._mark_read()

    def _mark_read(self) -> None:
        """What ended while the person looks, or before they came, is seen (also over a restart)."""
        entry = self._workspace.topology.get(self.session_id)
        looks = self.isVisible() and self._body.sheet is None and self.conversation.is_loaded
        if entry is not None and entry.unread and looks:
            self._run(self._workspace.messages.mark_read(entry.session_id))

    async def aclose(self) -> None:
        """Keep draft and place, and listen no more; part of closing the window."""
        self._unsubscribe()
        self.conversation.rest()
        await self._visit.end()

    def focus_composer(self) -> None:
        """Ready to write."""
        (self._archived if self._archived.isVisible() else self.composer.field).setFocus()

    # -- turns ----------------------------------------------------------------------------------

    def show_failure(self, error: BaseException) -> bool:
        """One quiet sentence above the composer; False where that is hidden."""
        return self.sending.show_failure(error)

    def _on_turn(self) -> None:
        self._show_state()
        turn = self.conversation.turn
        if turn is not None and turn.ended:
            self._mark_read()
            self._earlier.tell_of(turn)

    # -- what changes ---------------------------------------------------------------------------

    def _set_archived(self, *, archived: bool) -> None:
        if self.session_id is not None:
            if archived and self.conversation.answering:
                self.composer.notice.say(
                    self.tr("It is archived once this answer has ended"), self.tr("Close")
                )
            self._run(self._workspace.apply(SetArchived((self.session_id,), archived)))

    def _on_changes(self, changes: Changes) -> None:
        self._notes.follow()
        session_id = self.session_id
        if session_id is None:
            return
        if session_id not in self._workspace.topology:
            self.show_session(None)
            return
        if changes.placed or changes.touched or changes.services or changes.settings:
            self._show_state()
        if changes.outbox or changes.placed:
            self.conversation.refresh_unsent()
            self.conversation.refresh_beginning()
        if changes.placed or changes.touched or changes.library:
            self.canvas.refresh_cards()
        if session_id in changes.records and changes.origin is not self and self.conversation.is_loaded:
            self._run(self._reload())
        if session_id in changes.touched:
            self._mark_read()

    async def _reload(self) -> None:
        if await self.conversation.load():
            self._show_state()
            if self.session_id is not None:
                self._earlier.tell_of(self._workspace.rounds.live_turn(self.session_id))

    # -- how it looks ---------------------------------------------------------------------------

    def lay_over(self, sheet: QWidget | None) -> None:
        """Show a sheet in place of the messages, or the messages again; the composer stays in use."""
        if sheet is self._body.sheet:
            return
        self._body.cover(sheet)
        self.sheet_changed.emit(sheet)
        if sheet is None:
            self._mark_read()
            self.focus_composer()

    def _show_state(self) -> None:
        entry = self._workspace.topology.get(self.session_id)
        there = entry is not None
        for part in (self.header, *self._lines):
            part.setVisible(there)
        archived = entry is not None and entry.archived
        self.composer.setVisible(there and not archived)
        self._archived.setVisible(archived)
        self._offer.show_archived(self.session_id if archived else None)
        self._body.show_now(there=there)
        if self.session_id is None or not there:
            return
        self.header.show_place(self._workspace.topology, self.session_id)
        self.header.branch.setEnabled(not archived)
        self._answerer.show()
        self.composer.set_answering(answering=self.conversation.answering)
        self._menu.archived = archived

    def _bring_back(self) -> None:
        if self.session_id is not None:
            self.result_requested.emit(self.session_id)

    def _allow_host(self, host: str) -> None:
        hosts = self._workspace.view_value(_HOSTS_KEY, [])
        known = [name for name in hosts if isinstance(name, str)] if isinstance(hosts, list) else []
        self._workspace.put_view_value(_HOSTS_KEY, [*known, host][-500:])

    def _show_quietly(self, words: str) -> None:
        if words:
            self.composer.notice.say(words, self.tr("Close"))
        else:
            self.composer.notice.clear()

    def _run(self, coro: object) -> None:
        tasks.start(coro, self)  # type: ignore[arg-type]

    # -- events ---------------------------------------------------------------------------------

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._mark_read()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self._visit.keep()
        super().hideEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is typed at the messages or at a button is meant for the message that is being written."""
        if press_from_outside(self.canvas, event):
            return
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if event.text().isprintable() and event.text().strip() and not held and self.composer.isVisible():
            self.composer.field.setFocus()
            self.composer.type_text(event.text())
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._show_state()
        super().changeEvent(event)
