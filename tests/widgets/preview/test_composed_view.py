"""The composed instructions: seen from their top, with every filled place marked (M-7)."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.preview import FilledBy, FilledPlace, ShownSegment
from stello_desktop.ui.preview.composed_view import ComposedView

_REGION = "North America, that is the United States of America and Canada"


def _advice(region: str) -> ShownSegment:
    head, middle, tone = "You advise students who study in ", ". Answer briefly. ", "{tone}"
    text = f"{head}{region}{middle}{tone}\n\nNever guess."
    start = len(head) + len(region) + len(middle)
    return ShownSegment(
        text,
        Layer.PROFILE,
        (
            FilledPlace("region", len(head), len(head) + len(region), FilledBy.TYPED),
            FilledPlace("tone", start, start + len(tone), FilledBy.MISSING),
        ),
    )


def test_what_was_filled_before_anybody_looked_is_seen_from_its_top_with_all_its_marks(qtbot: QtBot) -> None:
    """A preview is made while it is folded, as narrow as nothing, and then unfolded."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    qtbot.addWidget(area)
    view = ComposedView()
    area.setWidget(view)
    piece = view.pieces[0]
    for region in ("Europe", _REGION):
        view.show_segments((_advice(region),))
    area.resize(640, 420)
    area.show()
    qtbot.waitUntil(lambda: piece.marked == (_REGION, "{tone}"), timeout=2000)
    assert piece.text_box.verticalScrollBar().value() == 0


def test_a_change_in_a_long_text_is_brought_before_who_looks_on(qtbot: QtBot) -> None:
    view = ComposedView()
    qtbot.addWidget(view)
    view.resize(420, 400)
    lines = [f"Line {number}" for number in range(200)]
    view.show_segments((ShownSegment("\n".join(lines), Layer.PROFILE, ()),))
    view.show()
    qtbot.waitExposed(view)
    bar = view.pieces[0].text_box.verticalScrollBar()
    assert bar.value() == 0
    lines[180] = "Line one hundred and eighty"
    view.show_segments((ShownSegment("\n".join(lines), Layer.PROFILE, ()),))
    first, last = view.pieces[0].text_box.visible_range()
    assert first <= "\n".join(lines).index(lines[180]) <= last


def test_a_legend_says_what_stands_for_a_value_that_is_missing(qtbot: QtBot) -> None:
    """M-5: only of what occurs; an example must not be taken for what will be sent."""
    view = ComposedView()
    qtbot.addWidget(view)
    piece = view.pieces[0]

    def show(*filled_by: FilledBy) -> str:
        text = "x" * len(filled_by)
        places = tuple(FilledPlace("x", at, at + 1, by) for at, by in enumerate(filled_by))
        view.show_segments((ShownSegment(text or "x", Layer.PROFILE, places),))
        return piece.legend

    assert show(FilledBy.EXAMPLE) == "dashed: example"
    assert show(FilledBy.TYPED, FilledBy.MISSING) == "dotted: typed · waved: no value yet"
    assert piece.text_box.accessibleDescription() == piece.legend
    assert show(FilledBy.DEFAULT, FilledBy.EXAMPLE) == "dotted: default · dashed: example"
    assert show(FilledBy.TYPED, FilledBy.DEFAULT) == "dotted: typed or default"
    assert show() == ""
