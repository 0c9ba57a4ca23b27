"""Why a branch was not opened, where its summary failed: nothing of that is kept, so nothing can be continued (F-5)."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.errors import StelloError
from stello_desktop.ui import errors
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled

_OF_SUMMARIES: Final[dict[str, str]] = {
    "provider.lost": QT_TRANSLATE_NOOP(
        "BranchDialog",
        "The connection to %service was lost before the summary was whole, so no branch was opened. Try again.",
    ),
    "provider.incomplete": QT_TRANSLATE_NOOP(
        "BranchDialog", "The summary broke off before its end, so no branch was opened. Try again."
    ),
    "provider.too_large": QT_TRANSLATE_NOOP(
        "BranchDialog",
        "The summary of %service is longer than this program reads, so no branch was opened. Try again.",
    ),
    "provider.context_length": QT_TRANSLATE_NOOP(
        "BranchDialog",
        "The conversation is too long for %service to summarise. Take nothing along, or branch from an earlier message.",
    ),
}


def failure_words(error: StelloError, summariser: str) -> str:
    """What happened and what to do next.

    Args:
        summariser: who wrote the summary; empty where there was none to write.
    """
    words = _OF_SUMMARIES.get(error.full_code) if summariser else None
    if words is None:
        return errors.sentence(error)
    return filled(QCoreApplication.translate("BranchDialog", words), service=summariser)
