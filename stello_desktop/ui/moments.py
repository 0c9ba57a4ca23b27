"""When something was, as short as it can be said: the time for today, else the day."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale


def moment(then_s: float, now_s: float) -> str:
    """*14:03* for today, *30.11.26* or the like for any other day; both in seconds since 1970."""
    then, now = QDateTime.fromSecsSinceEpoch(int(then_s)), QDateTime.fromSecsSinceEpoch(int(now_s))
    short = QLocale.FormatType.ShortFormat
    if then.date() == now.date():
        return QLocale().toString(then.time(), short)
    return QLocale().toString(then.date(), short)
