"""When summaries are made, what that means in requests, and all changed ones at once (D-1 to D-4)."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.memory import MemoryKind, MemoryWork, SummariesPlan, WorkState
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui import tasks
from stello_desktop.ui.controls import button, line, plain_label
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.insights import words
from stello_desktop.ui.insights.left_out import left_out_words
from stello_desktop.ui.insights.rows import InsightRows
from stello_desktop.ui.keys_first import with_keys
from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.workspace.workspace import Workspace

_LEFT_ALONE: Final = frozenset({WorkState.FAILED, WorkState.ASKS, WorkState.INTERRUPTED})
"""Nothing is on its way there that could be stopped."""

SCHEDULES: Final = ("manual", "on_switch", "automatic")


class SummariesPart(QWidget):
    """One for the page.

    Signals:
        news(str): words for a toast.
    """

    news = Signal(str)

    def __init__(self, workspace: Workspace, rows: InsightRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("summariesPart")
        self._workspace, self._rows = workspace, rows
        self._plan = SummariesPlan()
        self._planned: tuple[object, ...] = ()
        self._plan_of: tuple[object, ...] | None = None
        self._title = plain_label(size="title", wrap=True)
        self._about = plain_label(tone="muted", wrap=True)
        self._counts = plain_label(wrap=True, name="summariesCounts")
        self._all = button(kind="primary", icon="sparkle", name="summariesAll")
        self._stop = button(name="summariesStop", icon="stop")
        self._cost = plain_label(size="small", tone="muted", wrap=True, name="summariesCost")
        self._when_title = plain_label(strong=True, wrap=True)
        self._when = SegmentedChoice(SCHEDULES, "memorySchedule")
        self._meaning = plain_label(tone="muted", wrap=True, name="memoryMeaning")
        row = FlowLayout(gap_px=8)
        row.addWidget(self._all)
        row.addWidget(self._stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self._title, self._about, self._counts):
            column.addWidget(part)
        column.addLayout(row)
        column.addWidget(self._cost)
        column.addSpacing(6)
        column.addWidget(line())
        column.addSpacing(6)
        column.addWidget(self._when_title)
        column.addWidget(self._when, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._meaning)
        column.addStretch(1)
        self._all.clicked.connect(lambda: tasks.start(self._summarise_all(), self))
        self._stop.clicked.connect(self._stop_all)
        self._when.chosen.connect(
            lambda schedule: tasks.start(workspace.making.choose_schedule(schedule), self)
        )
        self.follow()

    def follow(self) -> None:
        """Show what is true now."""
        made, total, changed = self._rows.count_made(), len(self._rows.sessions), self._rows.count_changed()
        self._look_ahead()
        todo = len(self._plan.session_ids)
        self._title.setText(self.tr("Summaries"))
        self._about.setText(
            self.tr(
                "A summary says in a few sentences what a conversation came to. Overviews are made from summaries, "
                "and conversations that refer to others read theirs. A conversation never reads its own."
            )
        )
        said = [filled(self.tr("%1 of %2 conversations have a summary."), made, total)]
        if changed:
            said.append(self.tr("%n changed since.", "", changed))
        if todo and self._plan_of == self._planned:
            said.append(left_out_words(self._workspace, self._rows, frozenset(self._plan.session_ids)))
        self._counts.setText(" ".join(part for part in said if part))
        busy = any(map(_is_in_the_making, self._rows.known.work))
        self._all.setText(self.tr("Summarise %n conversation(s)", "", todo))
        held = self.window().focusWidget()
        self._all.setVisible(bool(todo) and not busy)
        self._stop.setText(self.tr("Stop"))
        self._stop.setVisible(busy)
        if busy and held is self._all:
            self._stop.setFocus()
        elif not busy and held is self._stop:
            self._go_on()
        self._cost.setText(self._cost_words(todo, busy=busy))
        self._cost.setVisible(bool(self._cost.text()))
        self._show_schedule()

    def _look_ahead(self) -> None:
        """What would be made, and in how many requests: known a moment later, for what is due and who answers now."""
        known = self._rows.known
        now = (
            known.scope,
            self._rows.due,
            self._workspace.settings.services,
            self._workspace.answering.default,
            self._workspace.settings.memory_schedule,
        )
        if now != self._planned:
            self._planned = now
            tasks.start(self._plan_again(now), self)

    async def _plan_again(self, planned: tuple[object, ...]) -> None:
        try:
            plan = await self._workspace.making.plan_summaries(self._rows.known.scope)
        except SessionNotFound:
            return  # gone in the meantime; the rows that follow are planned for anew
        if planned == self._planned:
            self._plan, self._plan_of = plan, planned
            self.follow()

    def _go_on(self) -> None:
        """The work has ended under the keyboard."""
        if self._all.isVisibleTo(self) and self._all.isEnabled():
            self._all.setFocus()
        else:
            self._when.focus_chosen()

    @property
    def _has_service(self) -> bool:
        """Whether there is any AI; the practice assistant is none."""
        return any(service.kind is not ServiceKind.PRACTICE for service in self._workspace.answering.services)

    def _cost_words(self, todo: int, *, busy: bool) -> str:
        if busy:
            waiting = sum(1 for work in self._rows.known.work if _is_in_the_making(work))
            return self.tr("%n in the making. Your own messages go first.", "", waiting)
        if not self._has_service:
            return self.tr("The practice assistant is no AI. For summaries add an AI service in Settings.")
        if not todo:
            return self._nothing_words() if self._rows.sessions and self._plan_of == self._planned else ""
        said = self.tr(
            "About %n request(s), each to the service of its own conversation. What you wrote by hand stays.",
            "",
            self._plan.requests,
        )
        if self._plan.overviews:
            more = self.tr(
                "About %n more follow(s) for overviews, as chosen below.", "", self._plan.overviews
            )
            said = f"{said} {more}"
        return said

    def _nothing_words(self) -> str:
        """Why nothing can be summarised, though something may have changed (D-4, K-4)."""
        answering = self._workspace.answering
        if any(answering.service_of(item).kind is ServiceKind.PRACTICE for item in self._rows.due):
            return self.tr(
                "Where something is new, the practice assistant answers. It is no AI and summarises nothing."
            )
        if self._rows.due:
            return self.tr("What is new has no words yet that could be summarised.")
        if self._rows.count_changed():
            return self.tr(
                "What has changed has a summary in your own words. It stays until you update it yourself."
            )
        return self.tr("There is nothing new to summarise.")

    def _show_schedule(self) -> None:
        settings = self._workspace.settings
        self._when_title.setText(self.tr("When summaries are made"))
        self._when.put_words(
            self._when_title.text(),
            (self.tr("Manually"), self.tr("On leaving"), self.tr("As I go")),
        )
        self._when.choose(settings.memory_schedule)
        self._meaning.setText(meaning_of(settings.memory_schedule, settings.memory_every))

    async def _summarise_all(self) -> None:
        making, answering = self._workspace.making, self._workspace.answering
        wanted = (await making.plan_summaries(self._rows.known.scope)).session_ids
        if not wanted:
            self.news.emit(self.tr("There is nothing to summarise"))
        with_keys(
            self.window(), self._workspace, wanted, answering.service_of, making.summarise, words.key_verb()
        )

    def _stop_all(self) -> None:
        self._all.setFocus()
        for work in self._rows.known.work:
            if work.kind is MemoryKind.DIGEST and work.state not in _LEFT_ALONE:
                self._workspace.making.stop(work)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_meaning"):
            self.follow()


def _is_in_the_making(work: MemoryWork) -> bool:
    return work.kind is MemoryKind.DIGEST and work.state in {WorkState.QUEUED, WorkState.RUNNING}


def meaning_of(schedule: str, every: int) -> str:
    """What a schedule means in requests."""
    if schedule == "automatic":
        return QCoreApplication.translate(
            "Insights",
            "With every %n message(s) of yours in a conversation, two more requests as a rule: one for its summary, one "
            "for the overview. What is long takes several; above eight you are asked first. A paid service charges for "
            "them as for messages; on this computer they cost time alone.",
            "",
            every,
        )
    if schedule == "on_switch":
        return QCoreApplication.translate(
            "Insights",
            "Each time you leave a conversation that has changed, two more requests as a rule: one for its summary, one "
            "for the overview. What is long takes several; above eight you are asked first. A paid service charges for "
            "them as for messages; on this computer they cost time alone.",
        )
    return QCoreApplication.translate(
        "Insights", "Never by itself. No request is made unless you ask for one."
    )
