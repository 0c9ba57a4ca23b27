"""What a text needs to be set on a screen."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stello_desktop.ui.reading import LONG_RUN_CHARS, break_long_runs, has_long_run

RUNS = st.lists(st.integers(0, LONG_RUN_CHARS + 200), max_size=5)
ENDS = st.sampled_from([" ", "\n", "\u3000", "\x1f", "角", "\u3400"])


@given(runs=RUNS, end=ENDS, held=st.sampled_from(["a", "，", "か"]))
@example(runs=[LONG_RUN_CHARS], end=" ", held="a")
@example(runs=[LONG_RUN_CHARS + 1], end=" ", held="a")
@example(runs=[1_999, LONG_RUN_CHARS + 1, 1_999], end="\n", held="a")
def test_a_long_run_is_found_wherever_it_stands(runs: list[int], end: str, held: str) -> None:
    text = end.join(held * length for length in runs)
    assert has_long_run(text) is (max(runs, default=0) > LONG_RUN_CHARS)


@pytest.mark.parametrize("before", ["", "a"])
@pytest.mark.parametrize(
    "held", ["a", "，", "가", "か", "\u00a0", "\u2060角", "\u00a0角", "\u200d角", '"角', '"角",']
)
def test_what_no_line_can_end_in_is_a_run(before: str, held: str) -> None:
    text = before + held * (LONG_RUN_CHARS // len(held) + 1)
    assert has_long_run(text)
    broken = break_long_runs(text)
    assert not has_long_run(broken)
    assert broken.replace("\n", "") == text


@pytest.mark.parametrize("text", ["你好，世界。" * 5_000, "中" * 20_000, "（中）" * 5_000])
def test_a_chinese_paragraph_is_no_run(text: str) -> None:
    """Its lines never begin with a comma, however long it is."""
    assert break_long_runs(text) == text


@pytest.mark.parametrize("text", ["", " ", " " * 9_000, "word " * 9_000])
def test_spaces_are_no_run(text: str) -> None:
    assert not has_long_run(text)
