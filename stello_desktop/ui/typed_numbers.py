"""Numbers in the ways people type them: full-width digits and signs count, thousands may be parted (row 28).

The program's languages write a point before decimals and commas between thousands; many people write a comma
before decimals. So ``2,5`` is two and a half, ``16,000`` is sixteen thousand since nobody writes three zeros behind
a comma, and of ``1,125`` nobody can tell: that is asked, and never taken for a thousandth or a thousandfold.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Final

_FULL_STOP: Final = "\u3002"
"""What a Chinese keyboard gives for the point."""

_ALLOWED: Final = re.compile(r"[\d ',.]*\d[\d ',.]*")
_GROUPED: Final = re.compile(r"\d{1,3}(?:([ ',.])\d{3})(?:\1\d{3})*")
_ONE_COMMA: Final = re.compile(r"[1-9]\d{0,2},(?!000)\d{3}")
_MARKS: Final = re.compile(r"[^\d]")


class UnclearAmountError(ValueError):
    """A number that can be read in two ways.

    Attributes:
        typed: as it stands there.
        many: where the comma parts thousands.
        few: where decimals begin at the comma.
    """

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed
        self.many, self.few = typed.replace(",", ""), typed.replace(",", ".")


def plain_digits(text: str) -> str:
    """The same number in plain digits, marks and signs, whatever keyboard it came from."""
    narrow = unicodedata.normalize("NFKC", text).replace(_FULL_STOP, ".").replace("\u2019", "'")
    return "".join(str(unicodedata.digit(sign, sign)) for sign in narrow).strip()


def read_amount(text: str, currency: str = "") -> Decimal | None:
    """An amount, perhaps with its ``currency`` beside it; None for nothing.

    Raises: UnclearAmountError for what can be read in two ways, ValueError for what is no amount.
    """
    typed = plain_digits(text)
    if unit := plain_digits(currency):
        typed = typed.removeprefix(unit).removesuffix(unit).strip()
    if not typed:
        return None
    typed = typed.removeprefix("+")
    if not _ALLOWED.fullmatch(typed):
        raise ValueError(text)
    if _ONE_COMMA.fullmatch(typed):
        raise UnclearAmountError(typed)
    whole, decimals = _parted(typed)
    if _MARKS.search(whole) and not _GROUPED.fullmatch(whole):
        raise ValueError(text)
    number = _MARKS.sub("", whole) or "0"
    return Decimal(f"{number}.{decimals}" if decimals else number)


def _parted(typed: str) -> tuple[str, str]:
    """What is before the decimals, thousands still parted, and the decimals."""
    marks = _MARKS.findall(typed)
    last = marks[-1] if marks else ""
    if last not in {",", "."} or marks.count(last) > 1:
        return typed, ""
    whole, _, decimals = typed.rpartition(last)
    is_thousands = last == "," and len(marks) == 1 and _GROUPED.fullmatch(typed) and not whole.startswith("0")
    return (typed, "") if is_thousands else (whole, decimals)
