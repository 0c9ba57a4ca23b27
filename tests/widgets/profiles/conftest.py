"""The page counts in whole words, so its translations are there before it is read."""

from __future__ import annotations

import pytest

from tests.helpers.translations import compile_translations


@pytest.fixture(autouse=True)
def _translated() -> None:
    compile_translations()
