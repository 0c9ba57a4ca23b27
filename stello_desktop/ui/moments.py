"""When something was, as short as it can be said."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_MINUTE_S = 60
_HOUR_S = 3_600
_DAY_S = 86_400


def moment(then_s: float, now_s: float) -> str:
    """*14:03* for today, *30.11.26* or the like for any other day; both in seconds since 1970."""
    then, now = QDateTime.fromSecsSinceEpoch(int(then_s)), QDateTime.fromSecsSinceEpoch(int(now_s))
    short = QLocale.FormatType.ShortFormat
    if then.date() == now.date():
        return QLocale().toString(then.time(), short)
    return QLocale().toString(then.date(), short)


def age(then_s: float, now_s: float) -> str:
    """How long ago, in a word or two: *now*, *5 min*, *yesterday*; both in seconds since 1970."""
    passed = now_s - then_s
    if passed < _MINUTE_S:
        return QCoreApplication.translate("Moments", "now")
    if passed < _HOUR_S:
        return QCoreApplication.translate("Moments", "%1 min").replace("%1", str(int(passed / _MINUTE_S)))
    if passed < _DAY_S:
        return QCoreApplication.translate("Moments", "%1 h").replace("%1", str(int(passed / _HOUR_S)))
    if passed < 2 * _DAY_S:
        return QCoreApplication.translate("Moments", "yesterday")
    day = QDateTime.fromSecsSinceEpoch(int(then_s)).date()
    if passed < 7 * _DAY_S:
        return QLocale().dayName(day.dayOfWeek(), QLocale.FormatType.ShortFormat)
    return QLocale().toString(day, QCoreApplication.translate("Moments", "d MMM yyyy"))
