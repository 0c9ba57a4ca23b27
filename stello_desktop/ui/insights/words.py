"""How summaries, reminders and what is being made of them are described."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import (
    Digest,
    Insight,
    InsightSource,
    InsightState,
    MemoryAuthor,
    MemoryKind,
    MemoryWork,
    Scope,
    Synthesis,
    WorkState,
)
from stello_desktop.ui import errors, moments
from stello_desktop.ui.service_words import ref_words
from stello_desktop.workspace.workspace import Workspace


def age(then_s: float) -> str:
    """How long ago, in a word or two."""
    return moments.age(then_s, time.time())


def exact(then_s: float) -> str:
    """Day and time."""
    when = QDateTime.fromSecsSinceEpoch(int(then_s))
    return QLocale().toString(when, QLocale.FormatType.ShortFormat)


def label_of(workspace: Workspace, session_id: SessionId | None) -> str:
    """A conversation's name; empty where it is gone."""
    entry = workspace.topology.get(session_id)
    return "" if entry is None else entry.label


def scope_name(workspace: Workspace, scope: Scope) -> str:
    """What a synthesis is about."""
    if scope is None:
        return QCoreApplication.translate("Insights", "Everything")
    return label_of(workspace, scope)


def made_by(workspace: Workspace, author: MemoryAuthor, model: ModelRef | None) -> str:
    """Whose words a text has."""
    if author is MemoryAuthor.HAND:
        return QCoreApplication.translate("Insights", "by hand")
    if model is None:
        return QCoreApplication.translate("Insights", "by a model")
    return QCoreApplication.translate("Insights", "by %1").replace("%1", ref_words(workspace, model))


def digest_line(workspace: Workspace, digest: Digest) -> str:
    """Age, author, and whether there is anything new."""
    parts = [exact(digest.made_at), made_by(workspace, digest.author, digest.model)]
    if digest.outdated:
        parts.append(
            QCoreApplication.translate("Insights", "newer messages are not in it")
            if digest.by_hand
            else QCoreApplication.translate("Insights", "changed since")
        )
    if digest.cut:
        parts.append(QCoreApplication.translate("Insights", "too long, so its end was left out"))
    return " · ".join(parts)


def synthesis_line(workspace: Workspace, synthesis: Synthesis) -> str:
    """Age, author, how much was read, and where it is pinned."""
    parts = [exact(synthesis.made_at), made_by(workspace, synthesis.author, synthesis.model)]
    if synthesis.count:
        read = QCoreApplication.translate("Insights", "from %n summary(s)", "", synthesis.count)
        parts.append(read)
    if pinned := label_of(workspace, synthesis.pinned_to):
        parts.append(QCoreApplication.translate("Insights", "pinned to “%1”").replace("%1", pinned))
    return " · ".join(parts)


def requests_of(work: MemoryWork) -> int:
    """About how many requests something takes for which the person is asked first (D-1)."""
    found = None if work.error is None else work.error.params.get("requests")
    return found if isinstance(found, int) else 0


def work_words(work: MemoryWork, service: str) -> str:
    """What is being made, or why it is not."""
    if work.state is WorkState.ASKS and work.error is not None:
        asks = QCoreApplication.translate(
            "Insights",
            "This conversation is long: its summary takes about %n request(s) to %1, so it was not begun by itself.",
            "",
            requests_of(work),
        )
        return asks.replace("%1", service)
    if work.state is WorkState.FAILED and work.error is not None:
        return errors.sentence(work.error)
    if work.state is WorkState.OFFLINE:
        waits = QCoreApplication.translate(
            "Insights", "%1 cannot be reached; it goes on when it answers again"
        )
        return waits.replace("%1", service)
    if work.state is WorkState.INTERRUPTED:
        if work.kind is MemoryKind.REFLECTION:
            return QCoreApplication.translate(
                "Insights", "The overview was interrupted when Stello ended. It goes on only if you say so."
            )
        return QCoreApplication.translate(
            "Insights", "The summary was interrupted when Stello ended. It goes on only if you say so."
        )
    if work.state is WorkState.QUEUED:
        return QCoreApplication.translate("Insights", "Waits its turn")
    if work.kind is MemoryKind.REFLECTION:
        return QCoreApplication.translate("Insights", "%1 reads the summaries…").replace("%1", service)
    return QCoreApplication.translate("Insights", "%1 summarises…").replace("%1", service)


def key_verb() -> str:
    """What the question for a key says that happens then."""
    return QCoreApplication.translate("Insights", "Use and summarise")


def source_words(workspace: Workspace, insight: Insight) -> str:
    """Where a reminder came from."""
    name = label_of(workspace, insight.from_session)
    if insight.source is InsightSource.HAND:
        return QCoreApplication.translate("Insights", "written by hand")
    if insight.source is InsightSource.REFLECTION:
        return QCoreApplication.translate("Insights", "from a reflection")
    if not name:
        return QCoreApplication.translate("Insights", "a result of a conversation that is no longer there")
    return QCoreApplication.translate("Insights", "a result")


def state_words(insight: Insight) -> str:
    """Whether it still waits, and when it did not any more."""
    if insight.state is InsightState.DELIVERED:
        words = QCoreApplication.translate("Insights", "went along %1")
        return words.replace("%1", exact(insight.delivered_at or insight.created_at))
    if insight.state is InsightState.REMOVED:
        words = QCoreApplication.translate("Insights", "removed %1")
        return words.replace("%1", exact(insight.removed_at or insight.created_at))
    words = QCoreApplication.translate("Insights", "waits since %1")
    return words.replace("%1", exact(insight.created_at))
