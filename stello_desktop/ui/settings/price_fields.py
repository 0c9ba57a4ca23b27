"""What a model costs, as the person knows it from their service; empty means that nobody knows."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import QEvent, QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.services import ModelPrice
from stello_desktop.domain.text import clean_label
from stello_desktop.ui import theme
from stello_desktop.ui.amount_words import usual_currency
from stello_desktop.ui.controls import plain_label, repolish
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.line_field import LineField, keep_short
from stello_desktop.ui.typed_numbers import UnclearAmountError, plain_digits, read_amount

_MAX_CHARS: Final = 12
_MAX_CURRENCY_CHARS: Final = 5


class PriceFields(QWidget):
    """Two amounts for a million tokens, and the currency they are in.

    Signals:
        changed: another text.
        submitted: Enter in one of them.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels = [plain_label(size="small", tone="muted") for _ in range(3)]
        self._fields = [LineField() for _ in range(3)]
        self._note = plain_label(size="small", tone="muted", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(10)
        names = ("priceInput", "priceOutput", "priceCurrency")
        for label, field, name in zip(self._labels, self._fields, names, strict=True):
            field.setObjectName(name)
            keep_short(field, _MAX_CHARS if name != "priceCurrency" else _MAX_CURRENCY_CHARS)
            label.setBuddy(field)
            part = QVBoxLayout()
            part.setSpacing(3)
            part.addWidget(label)
            part.addWidget(field)
            row.addLayout(part, 1 if name != "priceCurrency" else 0)
            field.textChanged.connect(self._take)
            field.returnPressed.connect(self.submitted)
        self._fields[2].setFixedWidth(theme.current().px("base") * 6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._note)
        self._retranslate()

    def put(self, price: ModelPrice | None) -> None:
        """Show what is known."""
        amounts = (None, None) if price is None else (price.input_per_million, price.output_per_million)
        for field, amount in zip(self._fields, amounts, strict=False):
            field.put("" if amount is None else f"{amount:f}".replace(".", QLocale().decimalPoint()))
        self._fields[2].put(usual_currency() if price is None else price.currency)

    @property
    def texts(self) -> tuple[str, ...]:
        """What stands in them."""
        return tuple(field.text() for field in self._fields)

    def read(self, model: str) -> ModelPrice | None:
        """The price of ``model`` as it is typed; None where something is no amount, and is marked."""
        try:
            amounts = [read_amount(field.text(), self._currency) for field in self._fields[:2]]
        except ValueError:
            wrong = next(field for field in self._fields[:2] if field.property("wrong"))
            wrong.setFocus()
            return None
        return ModelPrice(
            model=model,
            input_per_million=amounts[0],
            output_per_million=amounts[1],
            currency=self._currency or usual_currency(),
        )

    def fault(self) -> str:
        """What is wrong with the first amount that cannot be read, in one sentence; empty where all can."""
        for field in self._fields[:2]:
            try:
                read_amount(field.text(), self._currency)
            except UnclearAmountError as unclear:
                words = self.tr("“%typed” can be %many or %few. Write the one that you mean.")
                return filled(words, typed=unclear.typed, many=unclear.many, few=unclear.few)
            except ValueError:
                return self.tr("A price is a number, such as 0.15. Correct it, or leave it empty.")
        return ""

    @property
    def _currency(self) -> str:
        return plain_digits(clean_label(self._fields[2].text()))

    def _take(self) -> None:
        for field in self._fields[:2]:
            try:
                read_amount(field.text(), self._currency)
            except ValueError:
                wrong = True
            else:
                wrong = False
            if field.property("wrong") != wrong:
                field.setProperty("wrong", wrong)
                repolish(field)
        self.changed.emit()

    def _retranslate(self) -> None:
        names = (self.tr("Sent"), self.tr("Answered"), self.tr("Currency"))
        about = self.tr("Price per million tokens")
        for label, field, name in zip(self._labels, self._fields, names, strict=True):
            label.setText(name)
            field.setAccessibleName(f"{about}: {name}")
        self._note.setText(self.tr("From the price list of the service. Leave empty what you do not know."))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
