"""One service from its fields to its first word: test it, see what it can do, keep it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, override

import shiboken6
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.services import Service
from stello_desktop.ui import consent_questions, dialogs, errors, tasks
from stello_desktop.ui.controls import button, line, plain_label, repolish
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.service_words import check_words
from stello_desktop.ui.settings.how_to_begin import HowToBegin
from stello_desktop.ui.settings.known_services import KnownService, is_here
from stello_desktop.ui.settings.service_fields import ServiceFields
from stello_desktop.ui.settings.trial import TrialAsk, ask_one_word, find_models, sensible_model
from stello_desktop.ui.settings.trial_strip import TrialStrip
from stello_desktop.workspace.workspace import Workspace

_KEY_FAULTS: Final = frozenset({"provider.auth", "provider.no_credit", "invalid_key"})
_ADDRESS_FAULTS: Final = frozenset(
    {"provider.not_found", "provider.web_page", "provider.not_an_answer", "invalid_address"}
)
_MODEL_FAULTS: Final = frozenset({"provider.bad_request", "provider.context_length"})


class ServiceSheet(QWidget):
    """Nothing leaves this computer before a click, and nothing is kept before *Use* or *Save*.

    Args:
        service: what is being changed; None to add one.

    Signals:
        kept(Service): it is there now; a new one answers in new projects.
        cancelled: the person changed their mind.
    """

    kept = Signal(object)
    cancelled = Signal()

    def __init__(
        self, workspace: Workspace, service: Service | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._service = workspace, service
        self._known: KnownService | None = None
        self._work: asyncio.Task[None] | None = None
        self._tested = False
        self._title = plain_label(size="title", wrap=True, name="serviceTitle")
        self._how = HowToBegin()
        if service is not None:
            self._how.hide()
        self.fields = ServiceFields(workspace, service)
        self._begun_with = self.fields.entered
        self.strip = TrialStrip("serviceNews")
        self._cancel = button(kind="quiet", name="serviceCancel")
        self._test = button(name="serviceTest")
        self._keep = button(name="serviceUse")
        self._build()
        self._test.clicked.connect(self._test_or_stop)
        self._keep.clicked.connect(self._begin_keeping)
        self._cancel.clicked.connect(self.cancelled)
        self.fields.changed.connect(self._follow)
        self.fields.submitted.connect(self._submit)
        self.fields.model.list_requested.connect(self._begin_listing)
        self._retranslate()

    def _build(self) -> None:
        inner = QWidget()
        body = QVBoxLayout(inner)
        body.setContentsMargins(24, 22, 24, 16)
        body.setSpacing(16)
        for part in (self._title, self._how, self.fields):
            body.addWidget(part)
        body.addStretch(1)
        scroll = _FieldsArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self._cancel)
        foot.addStretch(1)
        foot.addWidget(self._test)
        foot.addWidget(self._keep)
        below = QVBoxLayout()
        below.setContentsMargins(24, 12, 24, 16)
        below.setSpacing(12)
        below.addWidget(self.strip)
        below.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addWidget(line())
        column.addLayout(below)

    # -- state

    def show_service(self, known: KnownService | None) -> None:
        """Begin with a well-known service, or with None for any address."""
        self._stop()
        self._known = known
        self._how.show_service(known)
        self.fields.begin(known)
        self._begun_with = self.fields.entered
        self._retranslate()

    @property
    def would_lose(self) -> bool:
        """Whether the person has put something in that is not kept yet."""
        return self.fields.entered != self._begun_with

    def take_focus(self) -> None:
        """The first thing that is still to be done."""
        if self._service is not None:
            self.fields.name.setFocus()
            self.fields.name.selectAll()
        elif self._known is None:
            self.fields.address.edit.setFocus()
        elif self._known.local:
            self._test.setFocus()
        else:
            self.fields.key.edit.setFocus()

    def end(self) -> None:
        """The sheet goes: what runs is stopped, and no key stays in a field."""
        self._stop()
        self.fields.key.clear()

    @property
    def _busy(self) -> bool:
        return self._work is not None and not self._work.done()

    def _stop(self) -> None:
        if self._work is not None:
            self._work.cancel()

    def _follow(self) -> None:
        """Other words in the fields: what was found out before is about something else."""
        self._stop()
        self._tested = False
        self.strip.clear()
        self._show_state()

    def _show_state(self) -> None:
        complete, changing = self.fields.complete, self._service is not None
        self._test.setText(self.tr("Stop") if self._busy else self.tr("Test"))
        self._test.setEnabled(self._busy or complete)
        keep = self.tr("Save") if changing else self.tr("Use it")
        if not changing and not self._tested:
            keep = self.tr("Use without a test")
        self._keep.setText(keep)
        self._keep.setEnabled(complete and bool(self.fields.model.model) and not self._busy)
        first = self._tested or changing
        for control, kind in (
            (self._test, "normal" if first else "primary"),
            (self._keep, "primary" if first else "quiet"),
        ):
            if control.property("kind") != kind:
                control.setProperty("kind", kind)
                repolish(control)

    def _submit(self) -> None:
        if self._tested or self._service is not None:
            self._begin_keeping()
        elif not self._busy and self._test.isEnabled():
            self._test_or_stop()

    # -- work

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._busy:
            work.close()
            return
        self._work = tasks.start(self._guarded(work), self)
        self._show_state()

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StelloError as error:
            self._fail(error)
        except asyncio.CancelledError:
            if shiboken6.isValid(self):  # else it is the end of the window that stopped the work
                self.strip.tell(lambda: self.tr("Stopped."))
            raise
        finally:
            if shiboken6.isValid(self):
                self._work = None
                self._show_state()

    def _test_or_stop(self) -> None:
        if self._busy:
            self._stop()
        elif not self._ask_for_key():
            self._start(self._try_out())

    def _begin_listing(self) -> None:
        if self.fields.lacks_key:
            self.fields.model.say(self._key_words(), failed=True)
        else:
            self._start(self._list())

    def _ask_for_key(self) -> bool:
        """Whether a key has to be entered first: nothing is sent to be refused."""
        lacks = self.fields.lacks_key
        if lacks:
            self.strip.fail(self._key_words)
            self.fields.show_key()
            self._go_to(self.fields.key.edit)
        return lacks

    def _key_words(self) -> str:
        return self.tr("This service needs a key. Paste it above.")

    async def _try_out(self) -> None:
        ask = self.fields.ask()
        models = self.fields.model.models
        if not ask.model:
            models = await self._find(ask)
        model = sensible_model(ask, models)
        if not model:
            self._say_no_model(ask)
            return
        self.fields.model.set_model(model)
        self.strip.work(lambda: self.tr("Asking %1 for one word…").replace("%1", model))
        check = await ask_one_word(self._workspace, ask, model, models)
        self.fields.address.show_meaning()
        self._tested = True
        self.strip.succeed(lambda: check_words(check))
        self._go_to(self._keep)

    async def _find(self, ask: TrialAsk) -> tuple[Any, ...]:
        self.strip.work(lambda: self.tr("Asking for the models…"))
        self.fields.model.say(self.tr("Asking for the models…"))
        models = await find_models(self._workspace, ask)
        self.fields.address.show_meaning()
        self.fields.model.put_models(models)
        self.fields.model.say("")
        return models

    async def _list(self) -> None:
        models = await self._find(self.fields.ask())
        if models:
            self.strip.tell(lambda: self.tr("%n model(s) found.", "", len(models)))
        else:
            words = self.tr("This service lists no models. Type the name of one in the search line.")
            self.fields.model.say(words)
            self._say_no_model(self.fields.ask())

    def _say_no_model(self, ask: TrialAsk) -> None:
        """Q27, Q28: a server without models, or one that does not tell them."""
        command = ask.known.pull if ask.known is not None else ""
        if command:
            self.strip.fail(
                lambda: filled(self.tr("%1 has no model yet. This command gets one: %2"), ask.name, command),
                command=command,
            )
            return
        self.strip.fail(
            lambda: self.tr("The service lists no models. Choose “Model” and type the name of one.")
        )
        self._go_to(self.fields.model)

    def _fail(self, error: StelloError) -> None:
        name = self.fields.called()
        say: Callable[[], str] = partial(errors.sentence_beside_fields, error, name)
        if error.full_code == "provider.auth" and not self.fields.key.text() and not self.fields.has_key:
            say = self._key_words
        self.fields.model.say(say(), failed=True)
        self.strip.fail(say, error)
        if error.full_code in _KEY_FAULTS:
            self.fields.show_key()
            self._go_to(self.fields.key.edit)
        elif error.full_code in _MODEL_FAULTS:
            self._go_to(self.fields.model)
        elif error.full_code in _ADDRESS_FAULTS:
            self.fields.show_address(unfolded=True)
            self._go_to(self.fields.address.edit)
        else:
            self._go_to(self._test)
        changed = None if self._service is None else self._service.service_id
        consent_questions.ask_about(self, self._workspace, changed, error, self._test_or_stop)

    def _go_to(self, control: QWidget) -> None:
        """Put the focus where the work goes on, unless the person is busy elsewhere by now."""
        self._work = None
        self._show_state()
        focused = QApplication.focusWidget()
        if focused is None or self.isAncestorOf(focused):
            control.setFocus()
            if isinstance(control, QLineEdit):
                control.selectAll()

    # -- keeping

    def _begin_keeping(self) -> None:
        if self._keep.isEnabled() and (self._service is not None or not self._ask_for_key()):
            self._start(self._keep_it())

    async def _keep_it(self) -> None:
        ask = self.fields.ask()
        if self._service is None:
            await self._add(ask)
            return
        base_url = await self._workspace.services.base_url(ask.address)
        price = self.fields.read_price()
        if price is None:
            self.strip.fail(self.fields.price_fault)
            return
        change = partial(self._change, self._service, ask, price)
        bound = (
            await self._workspace.services.count_bound(self._service.service_id)
            if self.fields.moves(base_url)
            else 0
        )
        if bound:
            self._ask_about_moving(bound, base_url, lambda: self._start(change()))
        else:
            await change()

    def _ask_about_moving(self, bound: int, base_url: str, go_on: Any) -> None:
        """M-10: conversations would go to a place that has not seen them."""
        dialogs.ask(
            self.window(),
            self.tr("Send its conversations to the new address?"),
            self.tr(
                "%n conversation(s) answer with it. From the next message on they go to %1.", "", bound
            ).replace("%1", base_url),
            self.tr("Use the new address"),
            go_on,
            careful=True,
        )

    async def _add(self, ask: TrialAsk) -> None:
        service = await self._workspace.services.add(
            name=ask.name, address=ask.address, model=ask.model, key=ask.key, local=is_here(ask.address)
        )
        await self._workspace.services.use(service.service_id)
        self.end_with(service)

    async def _change(self, service: Service, ask: TrialAsk, price: Any) -> None:
        service_id = service.service_id
        await self._workspace.services.change(
            service_id,
            name=ask.name,
            model=ask.model,
            address=ask.address,
            key=ask.key,
            local=is_here(ask.address),
        )
        await self._workspace.services.set_price(service_id, price)
        self.end_with(service)

    def end_with(self, service: Service) -> None:
        """It is kept."""
        self.fields.key.clear()
        self.kept.emit(service)

    # -- words

    def _retranslate(self) -> None:
        if self._service is not None:
            title = filled(self.tr("Change %1"), self._service.name)
        elif self._known is not None:
            title = self._known.shown
        else:
            title = self.tr("Another address")
        self._title.setText(title)
        self._cancel.setText(self.tr("Cancel"))
        self._show_state()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_keep"):
            self._retranslate()


class _FieldsArea(QScrollArea):
    """Scrolls to the field that has the focus when news below take some of its room."""

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        focused = QApplication.focusWidget()
        if focused is not None and self.isAncestorOf(focused):
            self.ensureWidgetVisible(focused)
