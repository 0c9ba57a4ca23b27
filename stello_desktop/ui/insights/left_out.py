"""Why *Summarise all* is not about every conversation, in numbers that add up (D-4, K-4)."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.services import ServiceKind
from stello_desktop.ui.insights.rows import InsightRows
from stello_desktop.ui.listing import listed
from stello_desktop.workspace.workspace import Workspace


def left_out_words(workspace: Workspace, rows: InsightRows, planned: Collection[SessionId]) -> str:
    """How many of the listed conversations would not be summarised now, by reason; empty where all would be."""
    due, digests, answering = frozenset(rows.due), rows.known.digests or {}, workspace.answering
    fresh = by_hand = practice = silent = 0
    for item in rows.sessions:
        if item in planned:
            continue
        if item in digests and item not in rows.known.changed:
            fresh += 1
        elif item in digests and digests[item].by_hand:
            by_hand += 1
        elif item in due and answering.service_of(item).kind is ServiceKind.PRACTICE:
            practice += 1
        else:
            silent += 1
    said = [
        (fresh, QCoreApplication.translate("Insights", "%n up to date", "", fresh)),
        (by_hand, QCoreApplication.translate("Insights", "%n with a summary in your own words", "", by_hand)),
        (silent, QCoreApplication.translate("Insights", "%n in which nothing was asked yet", "", silent)),
        (
            practice,
            QCoreApplication.translate("Insights", "%n where the practice assistant answers", "", practice),
        ),
    ]
    reasons = [words for count, words in said if count]
    if not reasons:
        return ""
    return QCoreApplication.translate("Insights", "Left out: %1.").replace("%1", listed(reasons))
