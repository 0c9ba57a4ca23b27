"""How long something takes, in words for people."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.ui.i18n import filled

_WORTH_SAYING_S: Final = 2
_IN_SECONDS: Final = 100
_MINUTE_S: Final = 60


def with_duration(words: str, seconds: float) -> str:
    """The words, with the time behind them once it is worth saying."""
    return words if seconds < _WORTH_SAYING_S else f"{words} {duration_words(seconds)}"


def duration_words(seconds: float) -> str:
    """Whole seconds, with minutes where there are many."""
    whole = max(0, int(seconds))
    if whole < _IN_SECONDS:
        return QCoreApplication.translate("Waiting", "%s s").replace("%s", str(whole), 1)
    minutes, rest = divmod(whole, _MINUTE_S)
    return filled(QCoreApplication.translate("Waiting", "%m min %s s"), m=minutes, s=rest)
