"""Tokens and money as words: numbers of the person's locale, *about*, *at least*, and a dash for what nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.messages import Usage
from stello_desktop.domain.usage import Money, Purpose
from stello_desktop.ui.amount_words import with_currency
from stello_desktop.ui.i18n import filled

UNKNOWN: Final = "—"
_SMALL: Final = Decimal("0.0001")


def tokens_of(usage: Usage | None) -> str:
    """*312 sent · 88 answered*; empty where nobody counted or estimated anything."""
    if usage is None or (usage.prompt_tokens is None and usage.completion_tokens is None):
        return ""
    words = QCoreApplication.translate("Usage", "%1 sent · %2 answered")
    if usage.estimated:
        words = QCoreApplication.translate("Usage", "about %1 sent · %2 answered")
    return filled(words, count(usage.prompt_tokens), count(usage.completion_tokens))


def purpose(value: Purpose) -> str:
    """What requests beside the answers were for; empty for answers."""
    words = {
        Purpose.EARLIER: QCoreApplication.translate("Usage", "Earlier parts"),
        Purpose.DIGEST: QCoreApplication.translate("Usage", "Summaries"),
        Purpose.REFLECTION: QCoreApplication.translate("Usage", "Overviews"),
        Purpose.RESULT: QCoreApplication.translate("Usage", "Results"),
    }
    return words.get(value, "")


def count(value: int | None) -> str:
    """A number of tokens."""
    return UNKNOWN if value is None else QLocale().toString(value)


def hedged(words: str, *, about: bool, at_least: bool) -> str:
    """With what is not quite known about it; something missing says more than an estimate."""
    if at_least:
        return QCoreApplication.translate("Usage", "at least %1").replace("%1", words)
    return QCoreApplication.translate("Usage", "about %1").replace("%1", words) if about else words


def money(amounts: Sequence[Money]) -> str:
    """One amount for each currency; a dash where no price is known."""
    if not amounts:
        return UNKNOWN
    return " + ".join(hedged(_amount(item), about=item.about, at_least=item.at_least) for item in amounts)


def _amount(item: Money) -> str:
    """Cents, and for less than one whole four places; very little is said to be less than the smallest."""
    if 0 < item.amount < _SMALL:
        return QCoreApplication.translate("Usage", "less than %1").replace(
            "%1", _with_currency(_SMALL, 4, item.currency)
        )
    places = 2 if item.amount >= 1 or item.amount == 0 else 4
    return _with_currency(item.amount, places, item.currency)


def _with_currency(amount: Decimal, places: int, currency: str) -> str:
    exact = amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    whole, _, part = f"{exact:f}".partition(".")
    number = f"{QLocale().toString(int(whole))}{QLocale().decimalPoint()}{part}"
    return with_currency(number, currency)
