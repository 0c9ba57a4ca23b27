"""A field for a whole number."""

from __future__ import annotations

from typing import override

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QSpinBox

from stello_desktop.ui.typed_numbers import plain_digits


class NumberBox(QSpinBox):
    """A whole number to step through or to type, also in full-width digits."""

    @override
    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        return super().validate(plain_digits(text), position)

    @override
    def valueFromText(self, text: str) -> int:
        return super().valueFromText(plain_digits(text))
