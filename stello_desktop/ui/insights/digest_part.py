"""The summary of one conversation: read, made now, changed by hand (K-1, K-4, D-4)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import override

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Digest, MemoryKind, MemoryWork
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui import tasks
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.insights import words
from stello_desktop.ui.insights.rows import Known
from stello_desktop.ui.insights.versioned_text import TextVersion, VersionedText
from stello_desktop.ui.insights.work_strip import WorkStrip
from stello_desktop.ui.keys_first import with_keys
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace


class DigestPart(QWidget):
    """One for the page; shows what is chosen.

    Attributes:
        writing: what was changed by hand last, on its way to the disk.

    Signals:
        go_requested(str): to the conversation.
    """

    go_requested = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("digestPart")
        self._workspace = workspace
        self._session_id: SessionId | None = None
        self._digest: Digest | None = None
        self._changed = False
        self._fresh = False
        self._requests = 1
        self._counted: tuple[object, ...] = ()
        self.writing: asyncio.Task[Digest] | None = None
        self._title = ElidedLabel("digestTitle", size="title")
        self._go = button(kind="link", icon="chat", name="digestGo")
        self._go.setProperty("flush", True)
        self._line = plain_label(size="small", tone="muted", wrap=True, name="digestLine")
        self._about = plain_label(tone="muted", wrap=True, name="digestAbout")
        self.work = WorkStrip("digest")
        self._make = button(kind="primary", icon="sparkle", name="digestMake")
        self.text = VersionedText("digest", (self._make,))
        self._cost = plain_label(size="small", tone="muted", wrap=True, name="digestCost")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self._title)
        column.addWidget(self._go, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._line)
        column.addWidget(self._about)
        column.addWidget(self.work)
        column.addWidget(self.text)
        column.addWidget(self._cost)
        column.addStretch(1)
        self._go.clicked.connect(self._ask_to_go)
        self._make.clicked.connect(self.summarise)
        self.work.retry_requested.connect(self._retry)
        self.work.stop_requested.connect(workspace.making.stop)
        self.work.left.connect(lambda: QTimer.singleShot(0, self, self._go_on))
        self.text.editing_changed.connect(self._show_deed)
        self.text.written.connect(self._write)
        self.text.restored.connect(self._restore)
        self.text.versions_wanted.connect(lambda: tasks.start(self._list_versions(), self))

    @property
    def session_id(self) -> SessionId | None:
        """Whose summary is shown."""
        return self._session_id

    def show_session(self, session_id: SessionId, known: Known) -> None:
        """Show the summary of a conversation."""
        other = session_id != self._session_id
        if other:
            self.text.save()
        self._session_id = session_id
        self._digest = known.digest_of(session_id)
        self._changed = session_id in known.changed
        self.text.put_text("" if self._digest is None else self._digest.text, other=other)
        work = known.work_of(MemoryKind.DIGEST, session_id)
        service = self._workspace.answering.service_of(session_id)
        self.work.show_work(work, full_name(service))
        self._show()

    def _show(self) -> None:
        session_id, digest = self._session_id, self._digest
        if session_id is None or session_id not in self._workspace.topology:
            return
        service = self._workspace.answering.service_of(session_id)
        practice = service.kind is ServiceKind.PRACTICE
        label = words.label_of(self._workspace, session_id)
        self._title.put(label)
        self._go.setText(self.tr("Go to the conversation"))
        self._line.setText("" if digest is None else words.digest_line(self._workspace, digest))
        self._line.setVisible(digest is not None)
        self._about.setVisible(digest is None)
        self._about.setText(
            self.tr(
                "There is no summary yet. A summary tells other conversations, and the overview, what this one "
                "came to. This conversation itself never reads it."
            )
        )
        by_hand = digest is not None and digest.by_hand
        fresh = digest is not None and not self._changed and (practice or not digest.without_ai)
        if digest is None:
            self._make.setText(self.tr("Summarise now"))
        elif fresh and not practice:
            self._make.setText(self.tr("Make it again"))
        else:
            self._make.setText(
                self.tr("Update anyway") if by_hand and self._changed else self.tr("Update now")
            )
        held = self.window().focusWidget() is self._make
        self._show_deed()
        if held and self.work.work is not None:
            self.work.take_focus()
        self._fresh = fresh
        self._make.setEnabled(not (fresh and practice))
        self._count(session_id, fresh=fresh)
        self._cost.setText(
            self._cost_words(full_name(service), practice=practice, fresh=fresh, by_hand=by_hand)
        )
        self._cost.setVisible(self.work.work is None)
        self._make.setAccessibleDescription(self._cost.text())
        self.text.describe_text(self.tr("Summary of “%1”").replace("%1", label))

    def _show_deed(self) -> None:
        """One thing at a time: while the text is changed, only that can be ended."""
        self._make.setVisible(self.work.work is None and not self.text.editing)

    def _cost_words(self, service: str, *, practice: bool, fresh: bool, by_hand: bool) -> str:
        if fresh and practice:
            return self.tr("Nothing was said since.")
        if practice and not by_hand:
            return self.tr("The practice assistant is no AI: it only repeats your first and last words.")
        if fresh:
            said = self.tr(
                "Nothing was said since. It can be made from all messages again; what is there stays among the versions."
            )
        elif by_hand:
            said = self.tr("You wrote this. %1 would go on from your words; they stay among the versions.")
        else:
            said = ""
        cost = self.tr(
            "About %n request(s) to %1, which answers in this conversation.", "", max(1, self._requests)
        )
        return " ".join(part for part in (said, "" if practice else cost) if part).replace("%1", service)

    def _count(self, session_id: SessionId, *, fresh: bool) -> None:
        """In how many requests it would be made: known a moment later, for what holds and who answers now."""
        digest, service = self._digest, self._workspace.answering.service_of(session_id)
        version = 0 if digest is None else digest.version
        entry = self._workspace.topology[session_id]
        now = (session_id, version, fresh, entry.last_active_at, service)
        if now != self._counted:
            self._requests, self._counted = 1, now
            tasks.start(self._count_again(session_id, now, fresh=fresh), self)

    async def _count_again(self, session_id: SessionId, counted: tuple[object, ...], *, fresh: bool) -> None:
        found = await self._workspace.making.count_requests(session_id, anew=fresh)
        if counted == self._counted and found != self._requests:
            self._requests = found
            self._show()

    def _go_on(self) -> None:
        """The work has ended under the keyboard; no key that is still pressed pays for the same once more."""
        (self._go if self._fresh or not self._make.isEnabled() else self._make).setFocus()

    # -- what the person does

    def _ask_to_go(self) -> None:
        if self._session_id is not None:
            self.go_requested.emit(self._session_id)

    def summarise(self) -> None:
        """Bring it up to date now, or make it again; of the person's own words only after this click (K-4)."""
        if self._session_id is not None:
            over_hand = self._digest is not None and self._digest.by_hand
            anew = self._digest is not None and not self._changed
            self._with_key(
                self._session_id,
                lambda wanted: self._workspace.making.summarise(wanted, over_hand=over_hand, anew=anew),
            )

    def _retry(self, work: MemoryWork) -> None:
        if work.session_id is not None:
            self._with_key(work.session_id, lambda _wanted: self._workspace.making.retry(work))

    def _with_key(self, session_id: SessionId, then: Callable[[Sequence[SessionId]], object]) -> None:
        """A key that is not here is asked for first (row 58)."""
        service_of = self._workspace.answering.service_of
        with_keys(self.window(), self._workspace, (session_id,), service_of, then, words.key_verb())

    def _write(self, text: str) -> None:
        if self._session_id is not None:
            write = self._workspace.memory.write_digest(self._session_id, text)
            self.writing = tasks.start(write, self)

    def _restore(self, version: int) -> None:
        if self._session_id is not None:
            tasks.start(self._workspace.memory.restore_digest(self._session_id, version), self)

    async def _list_versions(self) -> None:
        session_id = self._session_id
        if session_id is None:
            return
        found = await self._workspace.memory.digest_versions(session_id)
        if session_id == self._session_id:
            self.text.put_versions(
                [
                    TextVersion(item.version, item.text, words.digest_line(self._workspace, item))
                    for item in found
                ]
            )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_cost"):
            self._show()
