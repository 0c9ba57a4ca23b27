"""A name that is taken gets a number, and a numbered one the next number."""

from __future__ import annotations

import pytest

from stello_desktop.domain.library import free_name


@pytest.mark.parametrize(
    ("wanted", "taken", "expected"),
    [
        ("Cost review", (), "Cost review"),
        ("Cost review", ("Cost review",), "Cost review 2"),
        ("Cost review 2", ("Cost review 2",), "Cost review 3"),
        ("Cost review 2", ("Cost review 2", "Cost review 3"), "Cost review 4"),
        ("Cost review 2", ("Cost review",), "Cost review 2"),
        ("Cost review 99", ("Cost review 99",), "Cost review 100"),
        ("Plan 2027", ("Plan 2027",), "Plan 2027 2"),
        ("Plan2", ("Plan2",), "Plan2 2"),
        ("2", ("2",), "2 2"),
    ],
)
def test_a_name_that_is_taken_gets_the_next_number(
    wanted: str, taken: tuple[str, ...], expected: str
) -> None:
    assert free_name(wanted, lambda name: name in taken) == expected
