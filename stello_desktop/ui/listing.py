"""Several names in one sentence, as the person's language lists them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.ui.i18n import filled
from stello_desktop.ui.short_names import shortened

_NAMED: Final = 12


def listed(words: Iterable[str]) -> str:
    """The words one after another, “a, b, c” in English and “a、b、c” in Chinese."""
    return QCoreApplication.translate("Lists", ", ").join(words)


def listed_some(names: Sequence[str]) -> str:
    """The first dozen names, long ones shortened; how many more there are is said behind them."""
    words = listed(shortened(name) for name in names[:_NAMED])
    rest = len(names) - _NAMED
    if rest <= 0:
        return words
    return filled(QCoreApplication.translate("Lists", "%1 and %n more", "", rest), words)
