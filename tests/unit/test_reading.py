"""What a text needs to be set on a screen."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stello_desktop.ui.reading import LONG_RUN_CHARS, has_long_run

RUNS = st.lists(st.integers(0, LONG_RUN_CHARS + 200), max_size=5)


@given(runs=RUNS, space=st.sampled_from([" ", "\n", "\u3000", "\x1f"]))
@example(runs=[LONG_RUN_CHARS], space=" ")
@example(runs=[LONG_RUN_CHARS + 1], space=" ")
@example(runs=[1_999, LONG_RUN_CHARS + 1, 1_999], space="\n")
def test_a_long_run_is_found_wherever_it_stands(runs: list[int], space: str) -> None:
    text = space.join("角" * length for length in runs)
    assert has_long_run(text) is (max(runs, default=0) > LONG_RUN_CHARS)


@pytest.mark.parametrize("text", ["", " ", " " * 9_000, "word " * 9_000])
def test_spaces_are_no_run(text: str) -> None:
    assert not has_long_run(text)
