"""Words are counted as the program counts them."""

from __future__ import annotations

import pytest

from tests.helpers.translations import compile_translations


@pytest.fixture(autouse=True)
def _plurals() -> None:
    compile_translations()
