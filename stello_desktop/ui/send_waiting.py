"""What waits is sent: keys that are wanted are asked for first, each once, and until then everything waits (rows 27, 58)."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.keys_first import with_keys
from stello_desktop.workspace.workspace import Workspace


def send_waiting(
    parent: QWidget, workspace: Workspace, session_ids: Iterable[SessionId] | None = None
) -> None:
    """Send all that waits, or what waits in some conversations and, with the key that is entered, for the same key.

    What a service without its key would answer goes on waiting where the person does not enter it; the rest leaves.
    """
    outbox = workspace.outbox
    wanted = tuple(outbox.waiting) if session_ids is None else outbox.held_with(session_ids)
    with_keys(parent, workspace, wanted, workspace.answering.service_of, outbox.send, key_verb())


def key_verb() -> str:
    """What the button of the question for a key says where messages leave with it."""
    return QCoreApplication.translate("SendWaiting", "Use and send")
