"""One AI service on the settings page: choose it, test it, give its key again, remove it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.controls import button, plain_label, set_tone
from stello_desktop.ui.service_key import KeyField, KeyNote
from stello_desktop.ui.service_words import check_words, learnt_words, name_of, summary_of
from stello_desktop.ui.settings.service_change import ServiceChange
from stello_desktop.workspace.workspace import Workspace


class ServiceCard(QWidget):
    """A row of the list.

    Signals:
        chosen: make it the default.
        removal_requested: forget it.
    """

    chosen = Signal(object)
    removal_requested = Signal(object)

    def __init__(self, workspace: Workspace, service: Service, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.service = service
        self._work: asyncio.Task[None] | None = None
        self._radio = QRadioButton()
        self._radio.setObjectName(f"serviceUse_{service.service_id}")
        self._radio.setAutoExclusive(False)
        self._summary = plain_label(size="small", tone="muted", wrap=True)
        self._learnt = plain_label(
            size="small", tone="muted", wrap=True, name=f"serviceLearnt_{service.service_id}"
        )
        self._news = plain_label(size="small", wrap=True, name=f"serviceNews_{service.service_id}")
        self._news.hide()
        self._test = button(name=f"serviceTest_{service.service_id}")
        self._change = button(kind="quiet", icon="edit", name=f"serviceChange_{service.service_id}")
        self._change.setCheckable(True)
        self._fields: ServiceChange | None = None
        self._say_news: Callable[[], str] = str
        self._remove = button(kind="quiet", icon="trash", name=f"serviceRemove_{service.service_id}")
        self._key = KeyField(workspace, name=f"serviceKey_{service.service_id}")
        self._key.hide()
        self._key_note = KeyNote(workspace, service)
        self._key_note.hide()
        self._build()
        self._radio.clicked.connect(self._choose)
        self._test.clicked.connect(self._test_or_stop)
        self._change.clicked.connect(self._show_fields)
        self._remove.clicked.connect(lambda: self.removal_requested.emit(self.service))
        self._key.submitted.connect(self._keep_key)
        self._key_note.looked.connect(lambda _state: self.show_state())
        self._retranslate()
        self.show_state()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._radio)
        below = self._below = QVBoxLayout()
        below.setContentsMargins(27, 0, 0, 0)
        below.setSpacing(6)
        below.addWidget(self._summary)
        below.addWidget(self._learnt)
        below.addWidget(self._key_note)
        below.addWidget(self._key)
        below.addWidget(self._news)
        words.addLayout(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 12, 10)
        row.addLayout(words, 1)
        for control in (self._test, self._change, self._remove):
            row.addWidget(control, 0, Qt.AlignmentFlag.AlignTop)

    def show_state(self) -> None:
        """Mark whether it is the default, and ask for the key where there is none."""
        practice = self.service.kind is ServiceKind.PRACTICE
        self._show_learnt()
        self._radio.setChecked(self._workspace.default_service.service_id == self.service.service_id)
        for control in (self._change, self._remove):
            control.setVisible(self.service.kind is ServiceKind.OPENAI)
        self._test.setVisible(not practice)
        if self.service.needs_key:
            self._key_note.show_state()
            self._key_note.show()
            self._key.setVisible(self._workspace.key_state(self.service).place is KeyPlace.NONE)

    def _show_learnt(self) -> None:
        self._learnt.setText(learnt_words(self._workspace.learnt_about(self.service)))
        self._learnt.setVisible(bool(self._learnt.text()))

    def take_focus(self) -> None:
        """The person goes on here."""
        self._radio.setFocus()

    def _show_fields(self, shown: bool) -> None:
        """The fields for another name or model, made when they are first wanted."""
        if self._fields is None:
            self._fields = ServiceChange(self._workspace, self.service)
            self._fields.closed.connect(self._hide_fields)
            self._below.addWidget(self._fields)
        self._change.setChecked(shown)
        if shown:
            self._fields.show()
            self._fields.begin()
        else:
            self._hide_fields()

    def _hide_fields(self) -> None:
        self._change.setChecked(False)
        self._change.setFocus()
        if self._fields is not None:
            self._fields.hide()

    def _choose(self) -> None:
        self._radio.setChecked(True)
        self.chosen.emit(self.service)

    def _keep_key(self) -> None:
        async def keep() -> None:
            try:
                await self._workspace.set_key(self.service, self._key.text())
            except StelloError as error:
                self._say_failure(error)
                return
            self._radio.setFocus()
            self._key.clear()
            self.show_state()

        tasks.start(keep(), self)

    def _test_or_stop(self) -> None:
        if self._work is not None and not self._work.done():
            self._work.cancel()
            return
        self._work = tasks.start(self._check(), self)

    async def _check(self) -> None:
        self._test.setText(self.tr("Stop"))
        self._say(lambda: self.tr("Sending one word as a test…"))
        try:
            check = await self._workspace.check_service(self.service)
        except StelloError as error:
            self._say_failure(error)
        except asyncio.CancelledError:
            self._say(lambda: self.tr("Stopped."))
            raise
        else:
            self._say(lambda: check_words(check), good=True)
        finally:
            self._test.setText(self.tr("Test"))

    def _say_failure(self, error: StelloError) -> None:
        self._say(lambda: errors.sentence_beside_fields(error, name_of(self.service)), failed=True)
        if error.full_code in ("provider.auth", "invalid_key"):
            self._key.show()
            self._key.setFocus()

    def _say(self, say: Callable[[], str], *, failed: bool = False, good: bool = False) -> None:
        """Show a sentence that is asked for again in another language."""
        self._say_news = say
        self._news.setText(say())
        set_tone(self._news, "danger" if failed else "good" if good else "muted")
        self._news.setVisible(bool(self._news.text()))

    def _retranslate(self) -> None:
        name = name_of(self.service)
        self._radio.setText(name.replace("&", "&&"))
        self._radio.setAccessibleName(self.tr("Answer with %1").replace("%1", name))
        self._summary.setText(summary_of(self.service))
        self._show_learnt()
        self._test.setText(self.tr("Test"))
        self._test.setAccessibleName(self.tr("Test %1").replace("%1", name))
        self._change.setText(self.tr("Change"))
        self._change.setAccessibleName(self.tr("Change name or model of %1").replace("%1", name))
        self._news.setText(self._say_news())
        self._remove.setText(self.tr("Remove"))
        self._remove.setAccessibleName(self.tr("Remove %1").replace("%1", name))
        self._key.edit.setPlaceholderText(self.tr("Paste the key and press Enter"))
        self._key.set_name(self.tr("Key of %1").replace("%1", name))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Seen: now it is worth asking the keyring where the key is."""
        super().showEvent(event)
        if self.service.needs_key and self._workspace.key_state(self.service) == NOT_LOOKED:
            self._key_note.look()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
