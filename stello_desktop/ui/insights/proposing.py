"""The row below a result: let the model propose one, stop it, or take what was said last."""

from __future__ import annotations

import asyncio
import time
from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.results import Proposal
from stello_desktop.domain.services import Service
from stello_desktop.ui import dialogs, errors, tasks
from stello_desktop.ui.controls import button, plain_label, set_tone
from stello_desktop.ui.elapsed import Elapsed
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace


class Proposing(QWidget):
    """Asks beside the window; nothing is asked before a click.

    Signals:
        begun, ended: an answer is awaited, and is not any more, whatever came of it.
        said(str): what has arrived so far.
        proposed(str): a whole result.
        taken(str): what was said last.
    """

    begun = Signal()
    ended = Signal()
    said = Signal(str)
    proposed = Signal(str)
    taken = Signal(str)

    def __init__(self, workspace: Workspace, session_id: SessionId, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._session_id = workspace, session_id
        self._service: Service | None = None
        self._known = False
        self._task: asyncio.Task[None] | None = None
        self._error: StelloError | None = None
        self._made: Proposal | None = None
        self._propose = button(icon="sparkle", name="resultPropose")
        self._take = button(kind="link", name="resultTake")
        self._stop = button(icon="stop", name="resultStop")
        self._why = button(kind="link", name="resultWhy")
        self._news = plain_label(size="small", tone="muted", wrap=True, name="resultNews")
        self._begun_at = 0.0
        self._elapsed = Elapsed(self._news.setText, self)
        row = FlowLayout(gap_px=8)
        for part in (self._propose, self._stop, self._take, self._why):
            row.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._news)
        self._propose.clicked.connect(self.begin)
        self._stop.clicked.connect(self.stop)
        self._take.clicked.connect(lambda: tasks.start(self._take_last(), self))
        self._why.clicked.connect(self._explain)
        self._show()
        tasks.start(self._look(), self)

    @property
    def running(self) -> bool:
        """Whether an answer is awaited."""
        return self._task is not None and not self._task.done()

    async def _look(self) -> None:
        self._service = await self._workspace.results.can_propose(self._session_id)
        self._known = True
        self._show()

    def begin(self) -> None:
        """Ask now."""
        if self._service is None or self.running:
            return
        self._error, self._made, self._begun_at = None, None, time.monotonic()
        self._task = tasks.start(self._ask(), self)
        self.begun.emit()
        self._show()
        self._stop.setFocus()

    async def _ask(self) -> None:
        try:
            proposal = await self._workspace.results.propose(self._session_id, self.said.emit)
        except StelloError as error:
            self._error = error
            self._end()
            return
        except asyncio.CancelledError:
            self._end()
            raise
        self._made = proposal
        self._end()
        self.proposed.emit(proposal.text)

    def _end(self) -> None:
        held = self._stop.hasFocus()
        self._task = None
        self._show()
        self.ended.emit()
        if held:
            self._propose.setFocus()

    def stop(self) -> None:
        """Wait no longer; what has arrived stays."""
        if self._task is not None:
            self._task.cancel()

    async def _take_last(self) -> None:
        text = await self._workspace.results.last_answer(self._session_id)
        if text:
            self.taken.emit(text)

    def _explain(self) -> None:
        if self._error is not None:
            dialogs.show_details(self.window(), self._error)

    def _show(self) -> None:
        running, service = self.running, self._service
        entry = self._workspace.topology.get(self._session_id)
        self._propose.setVisible(not running)
        self._propose.setEnabled(service is not None)
        self._stop.setVisible(running)
        self._take.setVisible(not running and entry is not None and entry.message_count > 0)
        self._why.setVisible(self._error is not None)
        self._propose.setText(self.tr("Propose a result") if self._error is None else self.tr("Try again"))
        self._stop.setText(self.tr("Stop"))
        self._take.setText(self.tr("Take the last answer"))
        self._why.setText(self.tr("Details"))
        set_tone(self._news, "muted" if self._error is None else "danger")
        words = self._words()
        self._news.setText(words)
        self._elapsed.end()
        if running:
            self._elapsed.begin(words, self._begun_at)
        self._news.setVisible(bool(words))
        self._propose.setAccessibleDescription(words)

    def _words(self) -> str:
        if self._error is not None:
            return errors.sentence(self._error)
        if not self._known:
            return ""
        if self._service is None:
            return self.tr("Write it yourself: no AI has answered here that could propose one.")
        name = full_name(self._service)
        if self.running:
            return self.tr("%1 reads the conversation…").replace("%1", name)
        if self._made is not None and (unread := self._unread_words(self._made)):
            return unread
        return self.tr("A proposal is one request to %1, which answers here anyway.").replace("%1", name)

    def _unread_words(self, made: Proposal) -> str:
        """What a proposal is not made from (C-7); empty where it is made from everything."""
        parts: list[str] = []
        if made.summarised:
            parts.append(self.tr("The first %n message(s) were read as their summary.", "", made.summarised))
        if made.left_out:
            parts.append(
                self.tr("%n message(s) were not read: the model has no room for them.", "", made.left_out)
            )
        return " ".join(parts)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_news"):
            self._show()
