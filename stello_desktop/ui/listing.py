"""Several names in one sentence, as the person's language lists them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication


def listed(words: Iterable[str]) -> str:
    """The words one after another, “a, b, c” in English and “a、b、c” in Chinese."""
    return QCoreApplication.translate("Lists", ", ").join(words)
