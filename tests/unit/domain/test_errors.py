"""The tree of errors."""

from __future__ import annotations

import pytest

from stello_desktop.domain import errors
from stello_desktop.domain.errors import (
    ProviderError,
    ProviderErrorKind,
    StelloError,
    StoreError,
    StoreErrorKind,
)

KINDS = {
    "auth",
    "not_found",
    "rate_limited",
    "no_credit",
    "context_length",
    "bad_request",
    "server",
    "network",
    "timeout",
    "protocol",
    "certificate",
    "proxy",
    "lost",
    "incomplete",
    "not_an_answer",
    "web_page",
    "too_large",
    "empty",
    "unencrypted",
}


def all_errors() -> list[type[StelloError]]:
    return [
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, StelloError)
    ]


def test_codes_are_stable_and_distinct() -> None:
    """Section 15."""
    codes = [error.code for error in all_errors()]
    assert len(set(codes)) == len(codes)


def test_kinds_are_part_of_the_code() -> None:
    """Section 15."""
    assert {str(kind) for kind in ProviderErrorKind} == KINDS
    assert ProviderError(ProviderErrorKind.AUTH).full_code == "provider.auth"
    assert StoreError(StoreErrorKind.FULL).full_code == "store.full"
    assert StelloError().full_code == "stello"


@pytest.mark.parametrize(
    "error",
    [
        ProviderError(ProviderErrorKind.SERVER, detail="503", host="h"),
        StelloError("x", detail="503", host="h"),
    ],
)
def test_parameters_and_detail_are_kept_apart(error: StelloError) -> None:
    """Section 15."""
    assert error.params == {"host": "h"}
    assert error.detail == "503"
    assert str(error)
