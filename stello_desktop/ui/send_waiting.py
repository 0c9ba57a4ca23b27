"""What waits is sent: keys that are not here are asked for first, each once, and until then everything waits (row 58)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import Service
from stello_desktop.ui import tasks
from stello_desktop.ui.service_key import KeyQuestion, ask_for_key
from stello_desktop.workspace.workspace import Workspace


def send_waiting(
    parent: QWidget, workspace: Workspace, session_ids: Iterable[SessionId] | None = None
) -> None:
    """Send all that waits, or what waits in some conversations.

    What a service without its key would answer goes on waiting where the person does not enter it; the rest leaves.
    """
    wanted = tuple(workspace.outbox.waiting if session_ids is None else session_ids)
    tasks.start(_look_and_send(parent, workspace, wanted), parent)


async def _look_and_send(parent: QWidget, workspace: Workspace, wanted: Sequence[SessionId]) -> None:
    services = {item.service_id: item for item in map(workspace.answering.service_of, wanted)}
    _ask_next(parent, workspace, wanted, await workspace.keys.lacking(services.values()))


def _ask_next(
    parent: QWidget, workspace: Workspace, wanted: Sequence[SessionId], lacking: Sequence[Service]
) -> None:
    if not lacking:
        if wanted:
            workspace.outbox.send(wanted)
        return
    if any(question.isVisible() for question in parent.window().findChildren(KeyQuestion)):
        return
    service, *others = lacking
    kept = [item for item in wanted if workspace.answering.service_of(item).service_id != service.service_id]
    verb = QCoreApplication.translate("SendWaiting", "Use and send")
    question = ask_for_key(
        parent, workspace, service, lambda: _ask_next(parent, workspace, wanted, others), verb
    )
    question.rejected.connect(lambda: _ask_next(parent, workspace, kept, others))
