"""Dragging stars: one meaning for each place, and a clean end in every case (I7, I12, I13, I14)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.topology import Topology
from stello_desktop.ui import i18n, theme
from stello_desktop.ui.map import marks, words
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands


@pytest.fixture
def ready(hands: Hands, plan: Topology) -> Hands:
    hands.sky.set_topology(plan)
    return hands


def moves(hands: Hands) -> list[str]:
    return [what for what, *_ in hands.asked if what in ("reparent_requested", "place_requested")]


def test_a_star_dropped_on_another_asks_to_hang_under_it(ready: Hands) -> None:
    ready.drag("Europe", ready.spot("Product"))
    assert ready.requests("reparent_requested") == [[("Europe",), "Product"]]


def test_a_star_dropped_on_its_own_branch_is_refused_in_words(ready: Hands) -> None:
    ready.start_drag("Market")
    ready.move(ready.spot("Nordics"))
    lift = ready.sky.view.picture.lift
    assert lift is not None
    assert lift.refused
    assert "Market" in lift.words
    assert "Nordics" in lift.words
    ready.release(ready.spot("Nordics"))
    assert moves(ready) == []


def test_a_star_dropped_on_its_own_parent_changes_nothing_and_says_so(ready: Hands) -> None:
    ready.start_drag("Europe")
    ready.move(ready.spot("Market"))
    lift = ready.sky.view.picture.lift
    assert lift is not None
    assert "Market" in lift.words
    ready.release(ready.spot("Market"))
    assert moves(ready) == []


def test_a_lit_target_says_what_would_happen(ready: Hands) -> None:
    ready.start_drag("Europe")
    ready.move(ready.spot("Money"))
    lift = ready.sky.view.picture.lift
    assert lift is not None
    assert not lift.refused
    assert "Money" in lift.words


def test_a_star_dropped_on_empty_sky_only_changes_its_place(ready: Hands) -> None:
    start = ready.spot("Money")
    goal = QPoint(start.x() + 40, 700)
    ready.drag("Money", goal)
    (((name, dx, dy),),) = ready.requests("place_requested")[0]
    scale = ready.sky.view.camera.scale
    assert name == "Money"
    assert dx == pytest.approx(40 / scale, abs=3 / scale)
    assert dy == pytest.approx((700 - start.y()) / scale, abs=3 / scale)


def test_a_place_adds_to_the_place_that_was_chosen_before(ready: Hands, plan: Topology) -> None:
    placed = plan[sid("Money")]._replace(dx=100.0, dy=0.0)
    ready.sky.set_topology(plan.updated([placed]))
    ready.sky.view.heavens.motion.land()
    start = ready.spot("Money")
    ready.drag("Money", start + QPoint(0, 90))
    (((_, dx, dy),),) = ready.requests("place_requested")[0]
    assert dx == pytest.approx(100.0, abs=5)
    assert dy > 60


def test_what_is_below_a_placed_star_travels_with_it(ready: Hands, plan: Topology) -> None:
    picture = ready.sky.view.picture
    at = picture.stars.index
    before = picture.x[at[sid("Nordics")]] - picture.x[at[sid("Market")]]
    ready.sky.set_topology(plan.updated([plan[sid("Market")]._replace(dx=500.0, dy=50.0)]))
    ready.sky.view.heavens.motion.land()
    assert picture.x[at[sid("Nordics")]] - picture.x[at[sid("Market")]] == pytest.approx(before)


def test_the_target_at_the_top_makes_a_project(ready: Hands) -> None:
    ready.drag("Europe", QPoint(400, 20))
    assert ready.requests("reparent_requested") == [[("Europe",), None]]


def test_a_project_dropped_at_the_top_stays_what_it_is(ready: Hands) -> None:
    """The place that makes projects is not there for it: all of the sky is sky."""
    ready.drag("Plan", QPoint(400, 20))
    assert ready.requests("reparent_requested") == []
    assert [name for ((name, _, _),) in ready.requests("place_requested")[0]] == ["Plan"]


@pytest.mark.parametrize("pressed_first", [True, False])
def test_a_group_moves_as_one_request(ready: Hands, pressed_first: bool) -> None:
    group = ["Asia", "Money"]
    for name in group:
        ready.click(name, Qt.KeyboardModifier.ControlModifier)
    handle = group[0] if pressed_first else group[1]
    ready.drag(handle, ready.spot("Product"))
    (request,) = ready.requests("reparent_requested")
    assert sorted(request[0]) == sorted(group)
    assert request[1] == "Product"


def test_taking_a_star_and_one_below_it_moves_only_the_upper_one(ready: Hands) -> None:
    for name in ("Europe", "Nordics"):
        ready.click(name, Qt.KeyboardModifier.ControlModifier)
    ready.drag("Nordics", ready.spot("Product"))
    assert ready.requests("reparent_requested") == [[("Europe",), "Product"]]


def test_a_press_that_hardly_moves_is_a_click(ready: Hands) -> None:
    start = ready.spot("Europe")
    ready.press(start)
    ready.move(start + QPoint(QApplication.startDragDistance() // 2, 0))
    ready.release(start)
    assert moves(ready) == []
    assert ready.requests("selected") == [["Europe"]]


@pytest.mark.parametrize("way", ["escape", "right button", "delete", "focus", "hide", "new tree"])
def test_every_interruption_ends_a_drag_cleanly(ready: Hands, plan: Topology, way: str) -> None:
    ready.start_drag("Europe")
    ready.move(ready.spot("Product"))
    match way:
        case "escape":
            ready.key(Qt.Key.Key_Escape)
        case "right button":
            ready.press(ready.spot("Product"), Qt.MouseButton.RightButton)
        case "delete":
            ready.key(Qt.Key.Key_Delete)
        case "focus":
            QApplication.sendEvent(ready.sky.view, QFocusEvent(QEvent.Type.FocusOut))
        case "hide":
            ready.sky.hide()
        case _:
            ready.sky.set_topology(plan.updated(removed=[sid("Europe"), sid("Nordics")]))
    assert ready.sky.view.picture.lift is None
    ready.release(QPoint(400, 500))
    assert moves(ready) == []
    assert ready.requests("delete_requested") == []


def test_the_picture_of_a_drag_is_painted(ready: Hands) -> None:
    ready.start_drag("Market")
    for goal in (ready.spot("Money"), ready.spot("Nordics"), QPoint(400, 20), QPoint(30, 600)):
        ready.move(goal)
        assert not ready.sky.grab().isNull()


LONG = (
    "Hiring plan for the whole of next year and the year after it",
    "给整个团队明年以及后年的招聘计划与预算安排的讨论",
)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("scale", [0.85, 1.0, 1.5])
@pytest.mark.parametrize("label", [*LONG, "W" * 200, "界" * 200, "“%1” and “%2”"])
def test_the_words_of_a_drop_are_whole_sentences_however_long_the_names(
    qapp: QApplication, language: str, scale: float, label: str
) -> None:
    theme.apply(qapp, theme.load("dark", scale))
    follower = i18n.LanguageFollower(qapp, language)
    try:
        tokens = theme.current()
        font = tokens.font("small", bold=True)
        empty = words.own_branch("", ""), words.already_under(""), words.move_under("")
        full = words.own_branch(label, label[::-1]), words.already_under(label), words.move_under(label)
        for frame, sentence in zip(empty, full, strict=True):
            lines = marks.wrapped(sentence, font, marks.CHIP_PX * scale - 22.0)
            assert len(lines) <= marks.CHIP_LINES
            assert "".join(lines).replace(" ", "") == sentence.replace(" ", "")
            assert sentence.startswith(frame.split("“")[0])
            assert sentence.endswith(frame.split("”")[-1])
            if len(label) > 100:
                assert "…”" in sentence
    finally:
        follower.close()
        theme.apply(qapp, theme.load("dark"))


def test_what_three_lines_cannot_hold_ends_in_dots(qapp: QApplication) -> None:
    font = theme.load("dark").font("small", bold=True)
    lines = marks.wrapped("a sentence that goes on " * 30, font, 300.0)
    assert len(lines) == marks.CHIP_LINES
    assert lines[-1].endswith("…")
