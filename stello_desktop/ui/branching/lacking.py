"""What is said about a branch that cannot be opened as the assistant asked for it (G-1)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.text import clean_label
from stello_desktop.ui.branching.asking import BranchAsk, Lacking


def lacking_words(ask: BranchAsk) -> str:
    """What the assistant did not say when it asked for the branch, and what to do; empty where a person asks (G-1)."""
    if ask.lacking is Lacking.NAME:
        return QCoreApplication.translate("BranchDialog", "The assistant gave the branch no name. Type one.")
    if ask.lacking is Lacking.PROFILE:
        words = QCoreApplication.translate(
            "BranchDialog",
            "The assistant asked for a profile “%1”, which is not there. Choose another one, or none.",
        )
        return words.replace("%1", clean_label(ask.named))
    if ask.lacking is Lacking.ARCHIVED:
        words = QCoreApplication.translate(
            "BranchDialog",
            "The assistant asked for the profile “%1”, which is archived. Choose another one, or none.",
        )
        return words.replace("%1", clean_label(ask.named))
    if ask.lacking is Lacking.VALUES:
        words = QCoreApplication.translate(
            "BranchDialog", "The assistant gave too few values for the profile “%1”. Fill in the rest."
        )
        return words.replace("%1", clean_label(ask.named))
    return ""
