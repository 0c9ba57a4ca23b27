"""Who answers in the conversation that is shown: the chip in its head, the choice behind it, the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.keys import KeyPlace
from stello_desktop.domain.reach import NO_KEY, NONE_GIVEN
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui import consent_questions
from stello_desktop.ui.chat.card_making import CardMaker
from stello_desktop.ui.chat.header import ChatHeader
from stello_desktop.ui.send_waiting import key_verb
from stello_desktop.ui.service_key import ask_for_key
from stello_desktop.ui.service_menu import ServiceMenu
from stello_desktop.ui.service_words import full_name, name_of
from stello_desktop.workspace.workspace import Workspace


class Answerer(QObject):
    """Asked with the session that is shown; None where there is none.

    Signals:
        sending: with the key that was entered everything leaves that waited for it; the card that asked goes.
    """

    sending = Signal()

    def __init__(
        self, workspace: Workspace, header: ChatHeader, shown: Callable[[], SessionId | None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._header = header
        self._shown = shown
        self._panel = parent
        self.menu = ServiceMenu(workspace, parent)
        header.service_requested.connect(self.choose)

    def serve(self, cards: CardMaker, other_try: Callable[[bool], Callable[[], object]]) -> None:
        """Do what the card of a failed answer asks for.

        Args:
            other_try: how an answer is asked for again; True to go on with what has arrived.
        """
        cards.choice_requested.connect(self.choose)
        cards.key_requested.connect(lambda resumes: self.ask_key(other_try(resumes)))
        cards.allow_requested.connect(
            lambda code, params, resumes: self.ask_leave(code, params, other_try(resumes))
        )

    def name(self) -> str:
        """The service's name; empty where there is no conversation."""
        session_id = self._shown()
        return "" if session_id is None else name_of(self._workspace.answering.service_of(session_id))

    def lacks_key(self) -> str:
        """Why there is no key to be asked with, as the reason of a failure; empty where there may be one.

        Either the one that it needs is nowhere, as far as anybody has looked, or it never got any.
        """
        session_id = self._shown()
        service = None if session_id is None else self._workspace.answering.service_of(session_id)
        if service is None or service.kind is not ServiceKind.OPENAI:
            return ""
        if not service.needs_key:
            return NONE_GIVEN
        return NO_KEY if self._workspace.keys.state(service).place is KeyPlace.NONE else ""

    def ask_key(self, then: Callable[[], object]) -> None:
        """Ask for the key; with it, go on where the same conversation is still shown.

        Where other messages wait for the same key all of them leave in their order, this one first (row 27).
        """
        asked = self._shown()
        if asked is None:
            return
        outbox = self._workspace.outbox
        held = outbox.held_with((asked,))
        together = not outbox.waiting.keys().isdisjoint(held)

        def go_on() -> None:
            if together:
                self.sending.emit()
                outbox.send(held)
            elif self._shown() == asked:
                then()

        service = self._workspace.answering.service_of(asked)
        ask_for_key(self._panel, self._workspace, service, go_on, key_verb() if together else "")

    def ask_leave(self, code: str, params: Mapping[str, Any], then: Callable[[], object]) -> None:
        """Ask whether what stopped an answer may be allowed; then go on where it is still shown."""
        asked = self._shown()
        if asked is not None:
            consent_questions.ask_about_code(
                self._panel,
                self._workspace,
                self._workspace.answering.service_of(asked).service_id,
                code,
                params,
                lambda: then() if self._shown() == asked else None,
            )

    def show(self) -> None:
        """Put the truth into the head."""
        session_id = self._shown()
        if session_id is None:
            return
        service = self._workspace.answering.service_of(session_id)
        real = service.kind is ServiceKind.OPENAI
        several = sum(item.kind is ServiceKind.OPENAI for item in self._workspace.answering.services) > 1
        # Where there are several, the same model at the same place may be another service.
        name = (
            (full_name(service) if several else service.model or service.name) if real else name_of(service)
        )
        self._header.show_service(name, local=service.local and real, full=full_name(service))
        self._header.show_ability(self._workspace.answering.can_open_branches(session_id))

    def choose(self) -> None:
        """Let the person choose who answers here."""
        session_id, chip = self._shown(), self._header.chip
        if session_id is not None:
            self.menu.open(session_id, chip.mapToGlobal(chip.rect().bottomLeft()))
