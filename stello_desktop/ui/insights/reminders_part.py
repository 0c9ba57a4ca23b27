"""Reminders that wait and that went along: to whom, from where, when; changed, removed, added by hand (C-4, K-4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, override

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.memory import Insight, InsightState
from stello_desktop.ui import tasks
from stello_desktop.ui.controls import Glyph, button, describe, frame, plain_label, tool_button
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.insights import words
from stello_desktop.ui.insights.reminder_dialog import ReminderDialog
from stello_desktop.ui.insights.whole_label import WholeLabel
from stello_desktop.workspace.workspace import Workspace

_AT_ONCE: Final = 12
_GROUP: Final = 4


class RemindersPart(QWidget):
    """One for the page; only a few cards are made at once, and only a group of them is shown at once.

    Signals:
        go_requested(str): to a conversation.
        news(str, object): words for a toast, and what *Undo* in it does; None for none.
    """

    go_requested = Signal(str)
    news = Signal(str, object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("remindersPart")
        self._workspace = workspace
        self._insights: tuple[Insight, ...] = ()
        self._limit = _AT_ONCE
        self._made = 0
        self._growing = QTimer(self, singleShot=True, interval=0)
        self._growing.timeout.connect(self._grow)
        self._title = plain_label(size="title", wrap=True)
        self._about = plain_label(tone="muted", wrap=True, name="remindersAbout")
        self._add = button(name="remindersAdd", icon="plus")
        self._list = QWidget()
        self._more = button(kind="link", name="remindersMore")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._column.addWidget(self._title)
        self._column.addWidget(self._about)
        self._column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._list)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self._add.clicked.connect(self.add)
        self._more.clicked.connect(self._show_more)
        self._show()

    def show_insights(self, insights: Sequence[Insight]) -> None:
        """Show these; those that wait first, the newest of each first."""
        waiting = [item for item in insights if item.state is InsightState.WAITING]
        others = [item for item in insights if item.state is InsightState.DELIVERED]
        ordered = (*waiting, *others)
        if ordered != self._insights:
            self._insights = ordered
            self._show()

    def add(self) -> None:
        """Write one by hand."""
        ReminderDialog(self.window(), self._workspace).open()

    def _show_more(self) -> None:
        self._limit += _AT_ONCE
        self._show()

    def _show(self) -> None:
        focused = QApplication.focusWidget()
        held = focused is not None and self._list.isAncestorOf(focused)
        made = QWidget()
        self._cards = QVBoxLayout(made)
        self._cards.setContentsMargins(0, 4, 0, 0)
        self._cards.setSpacing(8)
        self._column.replaceWidget(self._list, made)
        self._list.hide()
        self._list.deleteLater()
        self._list, self._made = made, 0
        left = len(self._insights) - self._limit
        self._more.setVisible(left > 0)
        self._more.setText(self.tr("Show %n more", "", left))
        if held:
            self._add.setFocus()
        self._put_words()
        self._make_next()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.isHidden():  # another part is seen, not only another place
            for group in self._groups()[1:]:
                group.hide()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._growing.start()

    def _groups(self) -> list[QWidget]:
        items = (self._cards.itemAt(number) for number in range(self._cards.count()))
        return [group for item in items if item is not None and (group := item.widget()) is not None]

    def _grow(self) -> None:
        """One more group that is there already, else one card that is not."""
        group = next((group for group in self._groups() if group.isHidden()), None)
        if group is None:
            self._make_next()
        else:
            group.show()
            self._growing.start()

    def _make_next(self) -> None:
        """One card for each turn of the loop: all of them at once would be a stall."""
        if self._made >= min(self._limit, len(self._insights)):
            return
        insight = self._insights[self._made]
        group = self._group()
        if not self._made or insight.state is not self._insights[self._made - 1].state:
            group.addWidget(self._head(insight.state))
        card = self._card(insight)
        group.addWidget(card)
        card.show()  # a layout shows what comes late only with the next event
        self._made += 1
        self._growing.start()

    def _group(self) -> QVBoxLayout:
        """Where the next card belongs."""
        if self._made % _GROUP == 0:
            holder = QWidget()
            self._last = QVBoxLayout(holder)
            self._last.setContentsMargins(0, 0, 0, 0)
            self._last.setSpacing(8)
            self._cards.addWidget(holder)
            holder.show()
        return self._last

    def _head(self, state: InsightState) -> QWidget:
        text = self.tr("Waiting") if state is InsightState.WAITING else self.tr("Went along")
        return plain_label(text, size="small", tone="muted", strong=True)

    def _card(self, insight: Insight) -> QFrame:
        waits = insight.state is InsightState.WAITING
        card = frame("card")
        card.setObjectName("reminderCard")
        row = QHBoxLayout(card)
        row.setContentsMargins(14, 10, 10, 10)
        row.setSpacing(10)
        row.addWidget(Glyph("bell", "warning" if waits else "muted", 16), 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(WholeLabel(insight.text, "reminderCardText"))
        line = " · ".join((words.source_words(self._workspace, insight), words.state_words(insight)))
        column.addWidget(plain_label(line, size="small", tone="muted", wrap=True, name="reminderCardLine"))
        links = FlowLayout(gap_px=14)
        target = words.label_of(self._workspace, insight.session_id)
        links.addWidget(self._link("reminderCardTo", self.tr("to “%1”"), target, insight.session_id))
        source = words.label_of(self._workspace, insight.from_session)
        if source and insight.from_session is not None:
            links.addWidget(
                self._link("reminderCardFrom", self.tr("from “%1”"), source, insight.from_session)
            )
        column.addLayout(links)
        row.addLayout(column, 1)
        if waits:
            row.addWidget(self._tool("edit", "reminderCardEdit", partial(self._edit, insight)))
            row.addWidget(self._tool("trash", "reminderCardRemove", partial(self._remove, insight)))
        card.setAccessibleName(insight.text)
        return card

    def _link(self, name: str, text: str, label: str, session_id: str) -> QWidget:
        cut = label if len(label) <= 40 else label[:39] + "…"  # noqa: PLR2004 - as much as a line holds
        made = button(text.replace("%1", cut).replace("&", "&&"), kind="link", name=name)
        made.setProperty("flush", True)
        made.setProperty("textSize", "small")
        made.setAccessibleName(self.tr("Go to “%1”").replace("%1", label))
        made.clicked.connect(lambda: self.go_requested.emit(session_id))
        return made

    def _tool(self, picture: str, name: str, start: Callable[[], object]) -> QWidget:
        made = tool_button(picture, name=name, size_px=15)
        describe(
            made, self.tr("Change this reminder") if picture == "edit" else self.tr("Remove this reminder")
        )
        made.clicked.connect(lambda *_: start())
        holder = QVBoxLayout()
        holder.setContentsMargins(0, 0, 0, 0)
        place = QWidget()
        place.setLayout(holder)
        holder.addWidget(made)
        holder.addStretch(1)
        return place

    def _edit(self, insight: Insight) -> None:
        ReminderDialog(self.window(), self._workspace, insight=insight).open()

    def _remove(self, insight: Insight) -> None:
        async def remove() -> None:
            if await self._workspace.memory.remove_insight(insight.insight_id) is None:
                self.news.emit(self.tr("It has gone along already"), None)
                return
            self.news.emit(self.tr("The reminder was removed"), bring_back)

        def bring_back() -> None:
            tasks.start(self._workspace.memory.bring_insight_back(insight.insight_id), self)

        tasks.start(remove(), self)

    def _put_words(self) -> None:
        self._title.setText(self.tr("Reminders"))
        self._add.setText(self.tr("Add a reminder…"))
        if self._insights:
            self._about.setText(
                self.tr("A reminder goes along with the next message of its conversation, once.")
            )
        else:
            self._about.setText(
                self.tr(
                    "Nothing waits. A reminder goes along with the next message of a conversation, once, without "
                    "becoming part of it. Reflections write reminders, results of branches can be brought as one, "
                    "and you can write one yourself."
                )
            )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_more"):
            self._show()
