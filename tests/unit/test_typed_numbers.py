"""Numbers are typed in the ways people type them, and never become a thousandth in silence (row 28)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from stello_desktop.ui.typed_numbers import UnclearAmountError, read_amount


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("2.5", "2.5"), ("2,5", "2.5"), ("0,25", "0.25"), (",5", "0.5"), (".5", "0.5"), ("5.", "5"), ("0", "0"),
        ("０．１５", "0.15"), ("２，５", "2.5"), ("２。５", "2.5"), ("＋３", "3"), ("٣", "3"),
        ("16,000", "16000"), ("１６，０００", "16000"), ("1,234.5", "1234.5"), ("1.234,5", "1234.5"),
        ("1,234,567", "1234567"), ("1.234.567", "1234567"), ("1,234,567.89", "1234567.89"),
        ("16 000", "16000"), ("16\u202f000,5", "16000.5"), ("16’000.50", "16000.50"), ("1 234,567", "1234.567"),
        ("0,125", "0.125"), ("1.125", "1.125"), ("1,1250", "1.1250"), ("1234,567", "1234.567"), (" 7 ", "7"),
        ("¥2.5", "2.5"), ("￥２．５", "2.5"), ("2.5 ¥", "2.5"),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_it_is_meant(typed: str, amount: str) -> None:
    assert read_amount(typed, "￥") == Decimal(amount)


@pytest.mark.parametrize(
    ("typed", "many", "few"),
    [("1,125", "1125", "1.125"), ("１６，５００", "16500", "16.500"), ("250,750", "250750", "250.750")],
)
def test_what_can_be_read_in_two_ways_is_asked(typed: str, many: str, few: str) -> None:
    with pytest.raises(UnclearAmountError) as unclear:
        read_amount(typed)
    assert (unclear.value.many, unclear.value.few) == (many, few)


@pytest.mark.parametrize(
    "typed",
    [
        "much",
        "-1",
        "1e3",
        "1_000",
        "NaN",
        "Infinity",
        ",",
        "1,2,3",
        "1,23,456",
        "1.2,3.4",
        "1 2",
        "€2",
        "2.5 元",
        "1,,000",
    ],
)
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r".") as fault:
        read_amount(typed, "$")
    assert not isinstance(fault.value, UnclearAmountError)


def test_nothing_is_no_amount_at_all() -> None:
    assert read_amount("  ") is None
    assert read_amount("¥", "¥") is None
