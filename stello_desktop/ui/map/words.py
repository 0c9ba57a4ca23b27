"""The sentences of the map."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.topology import TreeEntry
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.map.stars import Mark
from stello_desktop.ui.moments import age
from stello_desktop.ui.short_names import shortened


def messages(count: int) -> str:
    """How much was said."""
    if not count:
        return QCoreApplication.translate("Map", "empty")
    if count == 1:
        return QCoreApplication.translate("Map", "1 message")
    return QCoreApplication.translate("Map", "%1 messages").replace("%1", QLocale().toString(count))


def facts(entry: TreeEntry, now_s: float) -> str:
    """The last line of a card."""
    line = QCoreApplication.translate("Map", "%1 · %2")
    return filled(line, messages(entry.message_count), age(entry.last_active_at, now_s))


def states(
    marks: int, *, live: bool, hidden: int = 0, waiting: int = 0, unread: int = 0, unsent: int = 0
) -> list[str]:
    """What the marks of a star say."""
    found: list[str] = []
    if live:
        found.append(QCoreApplication.translate("Map", "answering…"))
    if marks & Mark.FAILED:
        found.append(QCoreApplication.translate("Map", "last answer failed"))
    if marks & Mark.UNSENT:
        found.append(unsent_messages(unsent))
    if marks & Mark.UNREAD:
        found.append(
            QCoreApplication.translate("Map", "1 unread answer")
            if unread <= 1
            else QCoreApplication.translate("Map", "%1 unread answers").replace("%1", str(unread))
        )
    if marks & Mark.WAITING:
        found.append(
            QCoreApplication.translate("Map", "1 reminder waiting")
            if waiting <= 1
            else QCoreApplication.translate("Map", "%1 reminders waiting").replace("%1", str(waiting))
        )
    if marks & Mark.ARCHIVED:
        found.append(QCoreApplication.translate("Map", "archived"))
    if hidden:
        found.append(folded(hidden))
    return found


def unsent_messages(count: int) -> str:
    """What waits in a conversation until the person sends it (row 25)."""
    if count <= 1:
        return QCoreApplication.translate("Map", "1 message waits to be sent")
    return QCoreApplication.translate("Map", "%1 messages wait to be sent").replace("%1", str(count))


def folded(count: int) -> str:
    """What is folded away."""
    if count == 1:
        return QCoreApplication.translate("Map", "1 conversation folded away")
    return QCoreApplication.translate("Map", "%1 conversations folded away").replace(
        "%1", QLocale().toString(count)
    )


def branched_from(label: str) -> str:
    """Where a conversation came from, where that is not where it hangs."""
    return QCoreApplication.translate("Map", "branched from %1").replace("%1", label)


def refers_to(labels: list[str]) -> str:
    """What a conversation refers to."""
    return QCoreApplication.translate("Map", "refers to %1").replace("%1", ", ".join(labels))


def move_under(label: str) -> str:
    """What a drop would do."""
    return QCoreApplication.translate("Map", "Move under “%1”").replace("%1", shortened(label))


def already_under(label: str) -> str:
    """Why a drop would do nothing."""
    return QCoreApplication.translate("Map", "Already under “%1”").replace("%1", shortened(label))


def own_branch(label: str, target: str) -> str:
    """Why a conversation cannot hang under its own branch."""
    sentence = QCoreApplication.translate("Map", "“%2” belongs to “%1” and cannot hold it")
    before, _, after = sentence.partition("%2")
    return before.replace("%1", shortened(label)) + shortened(target) + after.replace("%1", shortened(label))


def move_here(below: int) -> str:
    """What a drop on empty sky would do."""
    if below == 0:
        return QCoreApplication.translate("Map", "Leave it here")
    if below == 1:
        return QCoreApplication.translate("Map", "Leave it here, with 1 conversation below it")
    sentence = QCoreApplication.translate("Map", "Leave it here, with %1 conversations below it")
    return sentence.replace("%1", QLocale().toString(below))


def make_project() -> str:
    """The target at the top edge."""
    return QCoreApplication.translate("Map", "Make it a project of its own")


def several(count: int) -> str:
    """A name for a group."""
    return QCoreApplication.translate("Map", "%1 conversations").replace("%1", QLocale().toString(count))


def under(label: str) -> str:
    """Where a conversation hangs."""
    return QCoreApplication.translate("Map", "under %1").replace("%1", label)


def a_project() -> str:
    """What a conversation is that hangs nowhere."""
    return QCoreApplication.translate("Map", "project")
