"""Hit grid, packed galaxy and the sky of several projects."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.layout.camera import Box
from stello_desktop.layout.galaxy import SPACING, galaxy
from stello_desktop.layout.hit import HitGrid
from stello_desktop.layout.sky import SkyBook, place_projects

points = st.lists(st.tuples(st.floats(-5e4, 5e4), st.floats(-5e4, 5e4)), max_size=60)


@given(points, st.floats(-5e4, 5e4), st.floats(-5e4, 5e4), st.floats(1, 5e3))
def test_the_grid_finds_what_a_search_of_all_finds(
    stars: list[tuple[float, float]], x: float, y: float, within: float
) -> None:
    places = np.array(stars, dtype=np.float64).reshape(-1, 2)
    grid = HitGrid(places[:, 0], places[:, 1])
    distance = np.hypot(places[:, 0] - x, places[:, 1] - y)
    found = grid.nearest(x, y, within)
    if not len(places) or distance.min() > within:
        assert found == -1
    else:
        assert distance[found] == pytest.approx(distance.min())
    box = Box(x - within, y - within, x + within, y + within)
    expected = np.flatnonzero(
        (places[:, 0] >= box.left)
        & (places[:, 0] <= box.right)
        & (places[:, 1] >= box.top)
        & (places[:, 1] <= box.bottom)
    )
    assert sorted(grid.inside(box).tolist()) == expected.tolist()


def test_a_galaxy_is_a_disc_in_which_no_star_hides_another() -> None:
    parents = [-1] + [0] * 9 + [1 + index % 9 for index in range(4_990)]
    places = galaxy(parents)
    reach = np.hypot(places.x, places.y).max()
    assert reach < 1.35 * SPACING * np.sqrt(5_000 / np.pi)
    grid = HitGrid(places.x, places.y)
    crowded = sum(
        len(grid.inside(Box(x - 3, y - 3, x + 3, y + 3))) > 1 for x, y in zip(places.x, places.y, strict=True)
    )
    assert crowded < 250


def test_a_small_galaxy_has_its_project_in_the_middle() -> None:
    assert galaxy([-1]).x.tolist() == [0.0]
    places = galaxy([-1, 0, 0])
    assert (places.x[0], places.y[0]) == (0, 0)


def _box(width: float, height: float) -> Box:
    return Box(-width / 2, -height / 2, width / 2, height / 2)


sizes = st.lists(st.tuples(st.floats(20, 3_000), st.floats(20, 3_000)), min_size=1, max_size=25)


@given(sizes)
def test_projects_never_cover_each_other(extents: list[tuple[float, float]]) -> None:
    boxes = [_box(*size) for size in extents]
    roots = place_projects(boxes)
    placed = [
        Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
        for box, (x, y) in zip(boxes, roots, strict=True)
    ]
    for index, one in enumerate(placed):
        assert not any(one.meets(other) for other in placed[:index])


@given(sizes, st.data())
def test_a_growing_project_moves_nobody_before_it(
    extents: list[tuple[float, float]], data: st.DataObject
) -> None:
    grown = data.draw(st.integers(0, len(extents) - 1))
    before = place_projects([_box(*size) for size in extents])
    larger = list(extents)
    larger[grown] = (larger[grown][0] * 1.02, larger[grown][1] * 1.02)
    after = place_projects([_box(*size) for size in larger])
    assert before[:grown] == after[:grown]


def test_growing_a_little_moves_nothing_at_all() -> None:
    extents = [_box(900, 700), _box(300, 250), _box(500, 400)]
    before = place_projects(extents)
    assert place_projects([_box(910, 705), *extents[1:]]) == before


def test_the_first_project_is_the_middle_of_the_sky() -> None:
    assert place_projects([]) == []
    assert place_projects([_box(100, 100)]) == [(0.0, 0.0)]
    assert place_projects([_box(100, 100)] * 3)[0] == (0.0, 0.0)


def _placed(book: SkyBook[str], extents: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    return dict(
        zip(extents, book.place(list(extents), [_box(*size) for size in extents.values()]), strict=True)
    )


@given(sizes, st.data())
def test_when_one_project_goes_the_others_stay_and_it_comes_back_to_its_place(
    extents: list[tuple[float, float]], data: st.DataObject
) -> None:
    book: SkyBook[str] = SkyBook()
    named = {f"p{number}": size for number, size in enumerate(extents)}
    before = _placed(book, named)
    gone = data.draw(st.sampled_from(sorted(named)))
    left = {name: size for name, size in named.items() if name != gone}
    assert _placed(book, left) == {name: before[name] for name in left}
    assert _placed(book, named) == before


@given(sizes, st.data())
def test_a_growing_or_shrinking_project_moves_nobody_else(
    extents: list[tuple[float, float]], data: st.DataObject
) -> None:
    book: SkyBook[str] = SkyBook()
    named = {f"p{number}": size for number, size in enumerate(extents)}
    before = _placed(book, named)
    changed = data.draw(st.sampled_from(sorted(named)))
    for factor in (1.4, 2.0, 0.3):
        wide, high = named[changed]
        after = _placed(book, named | {changed: (wide * factor, high * factor)})
        assert {name: after[name] for name in named if name != changed} == {
            name: before[name] for name in named if name != changed
        }


changes = st.lists(st.tuples(st.integers(0, 24), st.floats(0.4, 2.5), st.floats(0.4, 2.5)), max_size=12)


@given(sizes, changes)
def test_a_project_moves_only_itself_and_only_where_it_would_come_too_near_to_another(
    extents: list[tuple[float, float]], changes: list[tuple[int, float, float]]
) -> None:
    """Map rule 4, and nobody ever covers anybody."""
    book: SkyBook[str] = SkyBook()
    named = {f"p{number}": size for number, size in enumerate(extents)}
    before = _placed(book, named)
    for which, wider, higher in changes:
        name = f"p{which % len(named)}"
        wide, high = named[name]
        named[name] = (min(wide * wider, 7_000.0), min(high * higher, 7_000.0))
        after = _placed(book, named)
        moved = [item for item in named if after[item] != before[item]]
        assert set(moved) <= {name}
        boxes = {item: _at(named[item], after[item]) for item in named}
        assert not any(boxes[name].meets(other.grown(20.0)) for item, other in boxes.items() if item != name)
        stayed = _at(named[name], before[name])
        near = any(stayed.meets(other.grown(24.5)) for item, other in boxes.items() if item != name)
        assert near or not moved
        before = after


def _at(size: tuple[float, float], place: tuple[float, float]) -> Box:
    box, (x, y) = _box(*size), place
    return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)


def test_a_project_that_had_to_move_goes_back_when_its_growth_is_taken_back() -> None:
    """Map rule 4: also where it keeps the room that it needed, and step by step."""
    book: SkyBook[str] = SkyBook()
    other, small, large, huge = _box(800, 800), _box(400, 400), _box(1_300, 900), _box(3_000, 2_600)

    def put(need: Box, shown: Box, look: str) -> list[tuple[float, float]]:
        return book.place(
            ["a", "b", "c"], [other, need, other], shown=[other, shown, other], looks=["", look, ""]
        )

    first = put(small, small, "small")
    second = put(large, large, "large")
    third = put(huge, huge, "huge")
    assert len({first[1], second[1], third[1]}) == 3
    assert put(huge, large, "large") == second
    assert put(huge, small, "less") == second
    assert put(huge, small, "small") == first
    assert put(huge, huge, "huge") == third


def test_what_a_project_keeps_free_drives_it_nowhere() -> None:
    """Map rule 4: the room that those keep who went may be seen over, as long as nobody is shown there."""
    book: SkyBook[str] = SkyBook()
    small, large = _box(400, 400), _box(2_000, 2_000)
    before = book.place(["a", "b"], [small, small], shown=[small, small])
    assert book.place(["a", "b"], [small, large], shown=[small, small]) == before


@given(sizes, st.data())
def test_places_survive_a_restart_without_covering_each_other(
    extents: list[tuple[float, float]], data: st.DataObject
) -> None:
    book: SkyBook[str] = SkyBook()
    named = {f"p{number}": size for number, size in enumerate(extents)}
    _placed(book, named)
    gone = data.draw(st.sampled_from(sorted(named)))
    left = {name: size for name, size in named.items() if name != gone}
    before = _placed(book, left)
    later: SkyBook[str] = SkyBook()
    later.put_state(book.state())
    assert _placed(later, left) == before


def test_a_sky_in_its_plain_order_has_nothing_to_remember() -> None:
    book: SkyBook[str] = SkyBook()
    _placed(book, {"a": (300, 300), "b": (200, 200)})
    assert book.state() == {}
    book.put_state({"a": (1e12, 0.0)})
    assert _placed(book, {"a": (300, 300)}) == {"a": (0.0, 0.0)}
