"""What a person is told while an answer is awaited: still thinking, silent for long, or trying again (Q25, Q34)."""

from __future__ import annotations

import math
import time
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.events import CompressionStarted, Retrying
from stello_desktop.ui.chat.live import LiveAnswer
from stello_desktop.ui.durations import duration_words, with_duration
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled

_CONTEXT: Final = "Waiting"
_THINKING_AFTER_S: Final = 8

_CAUSES: Final[dict[str, str]] = {
    "provider.rate_limited": QT_TRANSLATE_NOOP(
        "Waiting", "Too many requests; trying again in %time (try %n)"
    ),
    "provider.server": QT_TRANSLATE_NOOP(
        "Waiting", "The service has a problem; trying again in %time (try %n)"
    ),
    "provider.timeout": QT_TRANSLATE_NOOP(
        "Waiting", "The service took too long; trying again in %time (try %n)"
    ),
}
_OTHER_CAUSE: Final = QT_TRANSLATE_NOOP("Waiting", "No connection; trying again in %time (try %n)")


def waiting_words(live: LiveAnswer) -> str:
    """One line for now; empty where the dots alone say enough."""
    if live.retrying is not None:
        return _retrying_words(live.retrying)
    if live.compressing is not None:
        return with_duration(_compressing_words(live.compressing), live.turn.silence.seconds)
    silence = live.turn.silence
    if silence.is_long:
        words = QCoreApplication.translate("Waiting", "No words for %time. It goes on until you stop it.")
    elif silence.before_words and silence.seconds > _THINKING_AFTER_S:
        words = QCoreApplication.translate("Waiting", "Still thinking… %time")
    else:
        return ""
    return words.replace("%time", duration_words(silence.seconds))


def _compressing_words(compressing: CompressionStarted) -> str:
    """Why the request has not left yet (C-7)."""
    if compressing.limit is None:
        return QCoreApplication.translate("Waiting", "Summarising the earlier part…")
    words = QCoreApplication.translate(
        "Waiting",
        "The conversation is longer than the %1 tokens that the model reads. "
        "Summarising the earlier part, then sending it again…",
    )
    return words.replace("%1", QLocale().toString(compressing.limit))


def _retrying_words(retrying: Retrying) -> str:
    left_s = math.ceil(retrying.due_at - time.monotonic())
    if left_s <= 0:
        return QCoreApplication.translate("Waiting", "Trying again (try %n)").replace(
            "%n", str(retrying.attempt)
        )
    words = QCoreApplication.translate(_CONTEXT, _CAUSES.get(retrying.code, _OTHER_CAUSE))
    return filled(words, time=duration_words(left_s), n=retrying.attempt)
