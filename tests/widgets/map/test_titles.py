"""Titles on the map: two lines at most, alike where both can be read, and no letter alone (I25)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.ui import theme
from stello_desktop.ui.map.labels import MAX_WIDTH_PX, LabelBook

LONG = "一个非常非常长的对话名称，它怎么也放不进两行里面去因为太长了"


@pytest.fixture(params=[1.0, 1.5])
def book(request: pytest.FixtureRequest, qapp: QApplication) -> LabelBook:
    assert qapp is not None
    return LabelBook(theme.load("light", request.param))


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize(
    "name",
    [
        "最早的念头：咖啡车",
        "2027 年的发布计划",
        "Where we break even",
        "Who roasts our coffee",
    ],
)
def test_no_letter_stands_alone_in_a_second_line(book: LabelBook, name: str, depth: int) -> None:
    title = book.title(name, depth)
    assert "".join(title.lines).replace(" ", "") == name.replace(" ", "")
    assert title.width <= MAX_WIDTH_PX
    if len(title.lines) > 1:
        assert min(title.widths) >= 0.5 * max(title.widths)


@pytest.mark.parametrize("name", ["Internationalisationsplanungsamt of it", "a" * 60, LONG])
def test_what_does_not_fit_is_broken_and_ends_in_dots(book: LabelBook, name: str) -> None:
    title = book.title(name, 1)
    assert len(title.lines) == 2
    assert title.lines[0] == name[: len(title.lines[0])]
    assert max(title.widths) <= MAX_WIDTH_PX
