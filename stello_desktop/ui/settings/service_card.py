"""One AI service on the settings page: choose it, test it, give its key again, change it, remove it."""

from __future__ import annotations

import asyncio
from typing import Final, override

import shiboken6
from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.ui import consent_questions, errors, tasks
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.hanging import hang
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.service_key import KeyField, KeyNote
from stello_desktop.ui.service_words import (
    check_words,
    learnt_words,
    name_of,
    place_of,
    price_words,
    summary_of,
)
from stello_desktop.ui.settings.trial_strip import TrialStrip
from stello_desktop.workspace.workspace import Workspace

_ROUND_PX: Final = 16
_ROUND_GAP_PX: Final = 13
"""Padding, edges and the gap behind the round mark, as the style sheet has them."""


class ServiceCard(QWidget):
    """A row of the list. What only some services need is made when it is needed: there may be forty of them.

    Signals:
        chosen: make it the default.
        change_requested: another name, model, address, key or price.
        removal_requested: forget it; of the tiny model: stop it.
    """

    chosen = Signal(object)
    change_requested = Signal(object)
    removal_requested = Signal(object)

    def __init__(self, workspace: Workspace, service: Service, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.service = service
        self._work: asyncio.Task[None] | None = None
        self._radio = QRadioButton()
        self._radio.setObjectName(f"serviceUse_{service.service_id}")
        self._radio.setAutoExclusive(False)
        self._summary = ElidedLabel(size="small", tone="muted")  # lines that wrap are slow in forty rows
        self._test = button(name=f"serviceTest_{service.service_id}")
        self._change = button(kind="quiet", icon="edit", name=f"serviceChange_{service.service_id}")
        self._tiny = service.kind is ServiceKind.TINY
        sign = "stop" if self._tiny else "trash"
        self._remove = button(kind="quiet", icon=sign, name=f"serviceRemove_{service.service_id}")
        self._learnt: QLabel | None = None
        self._key_note: KeyNote | None = None
        self._key: KeyField | None = None
        self._strip: TrialStrip | None = None
        self._build()
        self._radio.clicked.connect(self._choose)
        self._test.clicked.connect(self._test_or_stop)
        self._change.clicked.connect(lambda: self.change_requested.emit(self.service))
        self._remove.clicked.connect(lambda: self.removal_requested.emit(self.service))
        self._retranslate()
        self.show_state()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._radio, 1)
        for control in (self._test, self._change, self._remove):
            head.addWidget(control)
        self._below = QVBoxLayout()
        hang(self._below, self, picture_px=_ROUND_PX, gap_px=_ROUND_GAP_PX)
        self._below.setSpacing(6)
        self._below.addWidget(self._summary)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 16, 10)
        column.setSpacing(2)
        column.addLayout(head)
        column.addLayout(self._below)

    def _lay_below(self, part: QWidget) -> None:
        """Facts, key and news stand in this order, whichever of them are there."""
        order = (self._summary, self._learnt, self._key_note, self._key, self._strip)
        at = sum(1 for item in order[: order.index(part)] if item is not None)
        self._below.insertWidget(at, part)

    def _need_key(self) -> KeyField:
        """Where the key is pasted, from now on."""
        if self._key is None:
            self._key = KeyField(self._workspace, name=f"serviceKey_{self.service.service_id}")
            self._lay_below(self._key)
            self._key.submitted.connect(self._keep_key)
            self._name_key(self._key)
        self._key.show()
        return self._key

    def _need_strip(self) -> TrialStrip:
        """Where a test tells what it does, from now on."""
        if self._strip is None:
            self._strip = TrialStrip(f"serviceNews_{self.service.service_id}")
            self._lay_below(self._strip)
        return self._strip

    def show_state(self) -> None:
        """Mark whether it is the default, and ask for the key where there is none."""
        practice = self.service.kind is ServiceKind.PRACTICE
        self._show_learnt()
        self._radio.setChecked(self._workspace.answering.default.service_id == self.service.service_id)
        self._change.setVisible(self.service.kind is ServiceKind.OPENAI)
        self._remove.setVisible(not practice)
        self._test.setVisible(not practice)
        if self.service.needs_key:
            self._show_key_state()

    def _show_key_state(self) -> None:
        if self._key_note is None:
            self._key_note = KeyNote(self._workspace, self.service)
            self._lay_below(self._key_note)
            self._key_note.looked.connect(lambda _state: self.show_state())
        self._key_note.show_state()
        if self._workspace.keys.state(self.service).place is KeyPlace.NONE:
            self._need_key()
        elif self._key is not None:
            self._key.hide()

    def _facts(self) -> str:
        """Model, place, and the price where it is known."""
        price = price_words(self.service.price_of(self.service.model))
        words = summary_of(self.service)
        return filled(self.tr("%1 · %2"), words, price) if price else words

    def _show_learnt(self) -> None:
        words = learnt_words(self._workspace.learnt.about(self.service))
        if words and self._learnt is None:
            name = f"serviceLearnt_{self.service.service_id}"
            self._learnt = plain_label(size="small", tone="muted", wrap=True, name=name)
            self._lay_below(self._learnt)
        if self._learnt is not None:
            self._learnt.setText(words)
            self._learnt.setVisible(bool(words))

    @property
    def has_focus(self) -> bool:
        """Whether the next key would choose it."""
        return self._radio.hasFocus()

    def take_focus(self) -> None:
        """The person goes on here."""
        self._radio.setFocus()

    def take_focus_of_change(self) -> None:
        """The person comes back from the change."""
        self._change.setFocus()

    def matches(self, words: str) -> bool:
        """Whether its name, model or place has these words."""
        text = f"{name_of(self.service)} {self.service.model} {place_of(self.service)}".casefold()
        return all(word in text for word in words.casefold().split())

    def _choose(self) -> None:
        self._radio.setChecked(True)
        self.chosen.emit(self.service)

    def _keep_key(self) -> None:
        field = self._need_key()

        async def keep() -> None:
            try:
                await self._workspace.keys.put(self.service, field.text())
            except StelloError as error:
                self._say_failure(error)
                return
            self._radio.setFocus()
            field.clear()
            self.show_state()

        tasks.start(keep(), self)

    def _test_or_stop(self) -> None:
        if self._work is not None and not self._work.done():
            self._work.cancel()
            return
        self._work = tasks.start(self._check(), self)

    async def _check(self) -> None:
        self._test.setText(self.tr("Stop"))
        model = self.service.model or name_of(self.service)
        strip = self._need_strip()
        strip.work(lambda: self.tr("Asking %1 for one word…").replace("%1", model))
        try:
            check = await self._workspace.services.check(self.service)
        except StelloError as error:
            self._say_failure(error)
        except asyncio.CancelledError:
            if shiboken6.isValid(self):  # else it is the end of the card that stopped the test
                strip.tell(lambda: self.tr("Stopped."))
            raise
        else:
            strip.succeed(lambda: check_words(check))
        finally:
            if shiboken6.isValid(self):
                self._test.setText(self.tr("Test"))

    def _say_failure(self, error: StelloError) -> None:
        self._need_strip().fail(lambda: errors.sentence_beside_fields(error, name_of(self.service)), error)
        if error.full_code in ("provider.auth", "invalid_key"):
            self._need_key().setFocus()
        consent_questions.ask_about(self, self._workspace, self.service.service_id, error, self._test_or_stop)

    def _retranslate(self) -> None:
        name = name_of(self.service)
        self._radio.setText(name.replace("&", "&&"))
        self._radio.setAccessibleName(filled(self.tr("Answer with %1"), name))
        self._summary.put(self._facts())
        self._show_learnt()
        self._test.setText(self.tr("Test"))
        self._test.setAccessibleName(filled(self.tr("Test %1"), name))
        self._change.setText(self.tr("Change"))
        self._change.setAccessibleName(filled(self.tr("Change %1"), name))
        self._remove.setText(self.tr("Stop it") if self._tiny else self.tr("Remove"))
        ends = self.tr("Stop %1") if self._tiny else self.tr("Remove %1")
        self._remove.setAccessibleName(filled(ends, name))
        if self._key is not None:
            self._name_key(self._key)

    def _name_key(self, field: KeyField) -> None:
        field.edit.setPlaceholderText(self.tr("Paste the key and press Enter"))
        field.set_name(filled(self.tr("Key of %1"), name_of(self.service)))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Seen: now it is worth asking the keyring where the key is."""
        super().showEvent(event)
        if self._key_note is not None and self._workspace.keys.state(self.service) == NOT_LOOKED:
            self._key_note.look()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
