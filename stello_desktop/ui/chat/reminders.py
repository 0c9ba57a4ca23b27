"""Above the composer: which reminders go along with the next message, or with the one that is being answered (C-4).

They are to be read, and to be taken away as long as they have not left. What went along is said for a moment. What
went along with a question that is asked again goes along again, and is told again (R-14).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Insight, InsightState
from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks, theme
from stello_desktop.ui.controls import Glyph, button, describe, plain_label, repolish, tool_button
from stello_desktop.ui.hanging import hang
from stello_desktop.ui.service_words import name_of
from stello_desktop.workspace.turns import LiveTurn, TurnState
from stello_desktop.workspace.workspace import Workspace

_MOST_SHOWN: Final = 20
_BELL_PX: Final = 15
_BELL_GAP_PX: Final = 8
_MOST_LINES: Final = 9
_MAX_NAME: Final = 40
_IN_VAIN: Final = frozenset({TurnState.STOPPED, TurnState.FAILED, TurnState.UNSENT})
_NEXT: Final = "next"
_NOW: Final = "now"
_GONE: Final = "gone"
_GONE_SHOWN_MS: Final = 6000
"""So long it is said that they have gone along."""


class ReminderBar(QFrame):
    """One line that unfolds; gone while nothing waits.

    Args:
        refocus: where the focus goes when the bar leaves with it.

    Signals:
        go_requested(str): to the conversation that a reminder came from.
        removed(str, object): words, and what brings the reminder back.
    """

    go_requested = Signal(str)
    removed = Signal(str, object)

    def __init__(
        self, workspace: Workspace, refocus: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("reminderBar")
        self._workspace, self._refocus = workspace, refocus
        self._session_id: SessionId | None = None
        self._shown: tuple[Insight, ...] = ()
        self._reading = 0
        self._open = False
        self._left_with: tuple[int, tuple[Insight, ...]] = (0, ())
        self._gone = QTimer(self, singleShot=True, interval=_GONE_SHOWN_MS)
        self._gone.timeout.connect(self._leave)
        self._words = plain_label(tone="muted", size="small", wrap=True, name="reminderWords")
        self._read = button(kind="link", name="reminderRead")
        self._list = QScrollArea()
        self._list.setWidgetResizable(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.hide()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_BELL_GAP_PX)
        row.addWidget(Glyph("bell", "warning", _BELL_PX))
        row.addWidget(self._words, 1)
        row.addWidget(self._read)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 4, 10, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._list)
        self._read.clicked.connect(self._toggle)
        self.hide()
        unsubscribe = workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    def show_session(self, session_id: SessionId | None) -> None:
        """Follow this conversation."""
        self._session_id, self._open = session_id, False
        self._left_with = (0, ())
        self._gone.stop()
        self._put(())
        self._look()

    def _follow(self, changes: Changes) -> None:
        session_id = self._session_id
        if session_id is None:
            return
        if changes.placed or changes.services or (changes.memory and not changes.touched):
            self._put(self._shown)  # names may have changed, and who answers
        if session_id in changes.touched | changes.placed or changes.memory:
            self._look()

    def follow_turn(self) -> None:
        """An answer has begun, or has ended."""
        if self._shown:
            self._put(self._shown)

    @property
    def _turn(self) -> LiveTurn | None:
        """The newest answer of this run here, running or ended."""
        return None if self._session_id is None else self._workspace.rounds.live_turn(self._session_id)

    def _held_from(self, insight: Insight) -> Service | None:
        """The service that answers here, where it was not written for that and waits for a word (M-10)."""
        if self._session_id is None:
            return None
        return self._workspace.answering.held_from(self._session_id, insight)

    def _goes_now(self, insight: Insight) -> bool:
        """Whether it is in the request that is being answered; a later one has to wait for the next."""
        turn = self._turn
        if turn is None or turn.ended or self._held_from(insight) is not None:
            return False
        if insight.delivered_round is not None:
            again = turn.started is not None and insight.delivered_round == turn.started.round_no
            return again and insight.removed_at is None
        return max(insight.created_at, insight.edited_at or 0) <= turn.begun_at

    def _look(self) -> None:
        """Read only where the tree says that something waits, or where a question may be asked again."""
        entry = self._workspace.topology.get(self._session_id)
        self._reading += 1
        turn = self._turn
        answering = turn is not None and not turn.ended and turn.started is not None
        waits = entry is not None and (entry.waiting_insights or answering) and not entry.archived
        if not waits or self._session_id is None:
            self._put(())
            return
        tasks.start(self._fetch(self._session_id, self._reading), self)

    async def _fetch(self, session_id: SessionId, number: int) -> None:
        found = await self._workspace.memory.insights(session_id)
        if number == self._reading and session_id == self._session_id:
            self._put(tuple(reversed(found)))

    # -- what is seen

    def _put(self, insights: Sequence[Insight]) -> None:
        before = self._shown
        self._shown = tuple(
            item for item in insights if item.state is InsightState.WAITING or self._goes_now(item)
        )
        if not self._shown:
            if not self._say_gone():
                self._leave()
            return
        self._gone.stop()
        turn = self._turn
        if turn is not None and (leaving := tuple(item for item in self._shown if self._goes_now(item))):
            self._left_with = (turn.number, leaving)
        self._say(self._sentence())
        self._translate()
        self._read.show()
        if self._open:
            self._fill()
        self._list.setVisible(self._open)
        if self.isHidden():
            self.show()
        if not before:
            self._announce()

    def _say(self, words: str) -> None:
        self._words.setText(words)
        self.setAccessibleName(words)

    def _announce(self) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._words.text()))

    def _say_gone(self) -> bool:
        """Say for a moment that they went along with the answer that has just ended; whether they did."""
        (number, gone), self._left_with = self._left_with, (0, ())
        turn = self._turn
        if turn is None or turn.number != number or turn.state in _IN_VAIN or self.isHidden():
            return self._gone.isActive()
        self._open = False
        self._list.hide()
        if self._read.hasFocus():
            self._refocus()
        self._read.hide()
        self._say(self._words_for(gone, _GONE))
        self._announce()
        self._gone.start()
        return True

    def _leave(self) -> None:
        held = self._holds_focus(self)
        self._open = False
        self._gone.stop()
        self._list.hide()
        if not self.isHidden():
            self.hide()
            if held:
                self._refocus()

    @staticmethod
    def _holds_focus(part: QWidget) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and part.isAncestorOf(focused)

    def _sentence(self) -> str:
        now = [insight for insight in self._shown if self._goes_now(insight)]
        held = [insight for insight in self._shown if self._held_from(insight) is not None]
        later = [insight for insight in self._shown if insight not in now and insight not in held]
        said = [self._words_for(items, how) for items, how in ((now, _NOW), (later, _NEXT)) if items]
        if held and (service := self._held_from(held[0])) is not None:
            words = self.tr(
                "%n reminder(s) are held back: they were not written for %1, which answers here now",
                "",
                len(held),
            )
            said.append(words.replace("%1", name_of(service)))
        return " · ".join(said)

    def _words_for(self, insights: Sequence[Insight], how: str) -> str:
        """How these go along: ``next``, ``now`` or ``gone``."""
        count = len(insights)
        name = self._name_of(insights[0]) if count == 1 else ""
        if how == _NOW:
            many = self.tr("%n reminder(s) go along with the message that is being answered", "", count)
            one = self.tr("A reminder from “%1” goes along with the message that is being answered")
            nameless = self.tr("A reminder goes along with the message that is being answered")
        elif how == _GONE:
            many = self.tr("%n reminder(s) went along with your message", "", count)
            one = self.tr("The reminder from “%1” went along with your message")
            nameless = self.tr("The reminder went along with your message")
        else:
            many = self.tr("%n reminder(s) go along with your next message", "", count)
            one = self.tr("A reminder from “%1” goes along with your next message")
            nameless = self.tr("A reminder goes along with your next message")
        if count > 1:
            return many
        return one.replace("%1", name) if name else nameless

    def _name_of(self, insight: Insight) -> str:
        entry = self._workspace.topology.get(insight.from_session)
        name = "" if entry is None else entry.label
        return name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…"

    def _toggle(self) -> None:
        self._open = not self._open
        self._put(self._shown)

    def _fill(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 6)
        hang(column, body, picture_px=_BELL_PX, gap_px=_BELL_GAP_PX)
        column.setSpacing(8)
        for insight in self._shown[:_MOST_SHOWN]:
            column.addWidget(self._make_row(insight))
        had_focus = self._holds_focus(self._list)
        if (old := self._list.takeWidget()) is not None:
            old.hide()
            old.deleteLater()
        self._list.setWidget(body)
        repolish(body)
        self._fit(body)
        if had_focus:
            self._read.setFocus()

    def _fit(self, body: QWidget) -> None:
        layout = body.layout()
        width = max(160, self.width() - 30)
        needed = layout.totalHeightForWidth(width) if layout is not None else 0
        most = round(theme.current().px("base") * 1.6 * _MOST_LINES)
        self._list.setFixedHeight(min(max(needed, body.sizeHint().height() if needed < 0 else needed), most))

    def _make_row(self, insight: Insight) -> QWidget:
        made = QWidget()
        made.setObjectName("reminderRow")
        text = plain_label(insight.text, wrap=True, name="reminderText")
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        remove = tool_button("trash", name="reminderRemove", size_px=15)
        if self._goes_now(insight):
            remove.hide()
        describe(remove, self.tr("Remove this reminder"))
        remove.clicked.connect(lambda: tasks.start(self._remove(insight), self))
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(text)
        if name := self._name_of(insight):
            go = button(kind="link", name="reminderGo")
            go.setProperty("flush", True)
            go.setProperty("textSize", "small")
            go.setText(self.tr("from “%1”").replace("%1", name).replace("&", "&&"))
            go.clicked.connect(lambda: self.go_requested.emit(insight.from_session))
            words.addWidget(go, 0, Qt.AlignmentFlag.AlignLeft)
        if (service := self._held_from(insight)) is not None:
            words.addWidget(self._make_yes(insight, service), 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(words, 1)
        row.addWidget(remove, 0, Qt.AlignmentFlag.AlignTop)
        return made

    def _make_yes(self, insight: Insight, service: Service) -> QWidget:
        """The person's word that it may go to the service that answers here now (M-10)."""
        yes = button(kind="link", name="reminderLetGo")
        yes.setProperty("flush", True)
        yes.setProperty("textSize", "small")
        yes.setText(self.tr("Let %1 read it").replace("%1", name_of(service)).replace("&", "&&"))
        yes.clicked.connect(
            lambda: tasks.start(self._workspace.memory.let_go_along(insight, service.service_id), self)
        )
        return yes

    async def _remove(self, insight: Insight) -> None:
        if await self._workspace.memory.remove_insight(insight.insight_id) is None:
            self.removed.emit(self.tr("It has gone along already"), None)
            return

        def bring_back() -> None:
            tasks.start(self._workspace.memory.bring_insight_back(insight.insight_id), self)

        self.removed.emit(self.tr("The reminder was removed"), bring_back)

    def _translate(self) -> None:
        self._read.setText(self.tr("Hide") if self._open else self.tr("Read"))
        self._read.setAccessibleName(
            self.tr("Hide the reminders") if self._open else self.tr("Read what goes along")
        )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._shown:
            self._put(self._shown)
