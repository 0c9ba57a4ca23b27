"""An amount of money beside its currency, as the language writes it."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.ui.i18n import filled

_HAN: Final = re.compile("[\u2e80-\ud7ff\uf900-\ufaff]")


def with_currency(number: str, currency: str) -> str:
    """A sign stands before its number (¥2.5), a Chinese word behind it (2.5 元), a code where the language wants it."""
    if _HAN.search(currency):
        return f"{number} {currency}"
    if not currency.isalpha():
        return f"{currency}{number}"
    return filled(QCoreApplication.translate("Amounts", "%code %number"), code=currency, number=number)


def usual_currency() -> str:
    """The sign to begin with where nobody has chosen a currency."""
    return QCoreApplication.translate("Amounts", "$", "the usual currency of people who read this language")
