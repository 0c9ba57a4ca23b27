"""The one question before a conversation's text goes to a service that has not had it (M-10)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui import dialogs
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.service_words import name_of, place_of
from stello_desktop.workspace.workspace import Workspace


def goes_elsewhere(workspace: Workspace, session_id: SessionId, ref: ModelRef | None) -> bool:
    """Whether answering with ``ref`` would give text of this conversation to a service other than its own.

    None inherits, so nothing goes elsewhere. The practice assistant and the tiny model are this program.
    """
    entry = workspace.topology.get(session_id)
    service = workspace.answering.service_for(ref) if ref is not None else None
    if entry is None or service is None or service.kind is not ServiceKind.OPENAI:
        return False
    return (
        bool(entry.message_count)
        and workspace.answering.service_of(session_id).service_id != service.service_id
    )


def ask_before_it_leaves(
    window: QWidget,
    workspace: Workspace,
    session_id: SessionId,
    ref: ModelRef | None,
    go_on: Callable[[], object],
    *,
    branching: bool = False,
) -> dialogs.Question | None:
    """Go on at once where nothing leaves, else after the person agreed; gives the question that was asked.

    Args:
        session_id: whose text it is; of a branch that brings history along, its source.
        branching: it is a branch that brings the text along, not the conversation itself.
    """
    service = workspace.answering.service_for(ref) if ref is not None else None
    if service is None or not goes_elsewhere(workspace, session_id, ref):
        go_on()
        return None
    if branching:
        title = QCoreApplication.translate("OtherService", "Take this conversation to %1?")
        text = QCoreApplication.translate(
            "OtherService",
            "What was said comes along into the branch, and goes to %1 with its first message.",
        )
        verb = QCoreApplication.translate("OtherService", "Branch with it")
    else:
        title = QCoreApplication.translate("OtherService", "Send this conversation to %1?")
        text = QCoreApplication.translate(
            "OtherService", "With the next message everything that was said here goes to %1."
        )
        verb = QCoreApplication.translate("OtherService", "Answer with it")
    return dialogs.ask(
        window,
        filled(title, name_of(service)),
        filled(text, place_of(service)),
        verb,
        go_on,
        careful=True,
    )
