"""Slots: who goes leaves room, who comes takes it, and only so much is kept (map rule 4)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from stello_desktop.layout.slot_book import SlotBook
from stello_desktop.layout.slots import FREE_AT_LEAST, Slots, follow, fresh

type Tree = dict[str, str]
"""Child to parent, in preorder; the root is not in it."""


def laid(tree: Tree, root: str = "r") -> tuple[list[str], list[int]]:
    names = [root, *tree]
    return names, [-1, *(names.index(above) for above in tree.values())]


def sizes_of(names: list[str], wide: float = 80.0) -> Any:
    return np.full((len(names), 3), wide)


def after(slots: Slots[str], tree: Tree, wide: float = 80.0) -> Slots[str]:
    names, above = laid(tree)
    return follow(slots, names, above, sizes_of(names, wide))


def made(tree: Tree) -> Slots[str]:
    names, above = laid(tree)
    return fresh(names, above, sizes_of(names))


THREE: Tree = {"a": "r", "b": "r", "c": "r"}


def test_who_goes_leaves_a_free_slot_with_all_slots_below_it() -> None:
    slots = after(made({"a": "r", "a1": "a", "b": "r"}), {"b": "r"})
    assert slots.owner == ["r", "a", "a1", "b"]
    assert slots.row.tolist() == [0, 3]
    assert slots.free == 2


def test_a_newcomer_takes_the_free_slot_between_its_neighbours() -> None:
    slots = after(after(made(THREE), {"a": "r", "b": "r"}), {"a": "r", "b": "r", "new": "r"})
    assert slots.owner == ["r", "a", "b", "new"]
    assert slots.free == 0
    middle = after(after(made(THREE), {"a": "r", "c": "r"}), {"a": "r", "c": "r", "new": "r"})
    assert middle.owner == ["r", "a", "b", "c", "new"]


def test_a_newcomer_takes_the_slot_with_the_least_below_it() -> None:
    slots = after(made({"a": "r", "a1": "a", "b": "r"}), {})
    assert after(slots, {"new": "r"}).owner == ["r", "a", "a1", "new"]


def test_each_finds_its_own_slot_when_newcomers_are_taken_back() -> None:
    gone = after(made({**THREE, "d": "r"}), {"a": "r", "d": "r"})
    taken = after(gone, {"a": "r", "n1": "r", "n2": "r", "d": "r"})
    assert taken.owner == ["r", "a", "n1", "n2", "d"]
    back = after(after(taken, {"a": "r", "d": "r"}), {"a": "r", "c": "r", "d": "r"})
    assert back.row.tolist() == [0, 1, 3, 4]
    assert after(back, {**THREE, "d": "r"}).row.tolist() == [0, 1, 2, 3, 4]


def test_moved_away_it_has_a_new_slot_there_and_keeps_the_old_one_for_its_return() -> None:
    before = made({"a": "r", "a1": "a", "b": "r"})
    moved = after(before, {"a": "r", "b": "r", "a1": "b"})
    assert moved.owner == ["r", "a", "a1", "b", "a1"]
    assert moved.row.tolist() == [0, 1, 3, 4]
    back = after(moved, {"a": "r", "a1": "a", "b": "r"})
    assert back.row.tolist() == [0, 1, 2, 3]


def test_children_in_another_order_stand_in_that_order() -> None:
    slots = after(made(THREE), {"c": "r", "a": "r", "b": "r"})
    assert slots.owner == ["r", "c", "a", "b"]
    assert slots.free == 0


def test_a_slot_never_becomes_smaller() -> None:
    slots = after(after(made(THREE), THREE, wide=120.0), THREE, wide=40.0)
    assert slots.sizes.min() == 120.0


def test_the_oldest_free_slots_are_forgotten_when_there_are_very_many() -> None:
    slots = made({f"old{i}": "r" for i in range(200)} | {"stays": "r"})
    slots = after(slots, {"stays": "r"})
    slots = after(slots, {"stays": "r"} | {f"new{i}": "stays" for i in range(200)})
    slots = after(slots, {"stays": "r"})
    assert slots.free == 200 <= FREE_AT_LEAST
    assert not [owner for owner in slots.owner if owner.startswith("old")]


def test_a_fresh_picture_has_nothing_to_remember_and_a_tidied_one_only_the_way_back() -> None:
    book: SlotBook[str] = SlotBook()
    names, above = laid(THREE)
    book.keep(book.follow(names, above, sizes_of(names)))
    assert book.state(["r"]) == {}
    fewer, fewer_above = laid({"a": "r"})
    book.keep(book.follow(fewer, fewer_above, sizes_of(fewer)))
    now, before, *_ = book.state(["r"])["r"]
    assert now is not None
    assert (len(now), before) == (4, None)
    book.tidy("r")
    book.keep(book.follow(fewer, fewer_above, sizes_of(fewer)))
    assert book.state(["r"])["r"] == [None, now, None, 1.0]


def test_slots_survive_a_restart() -> None:
    book: SlotBook[str] = SlotBook()
    for tree in (THREE, {"a": "r", "c": "r"}, {"a": "r", "c": "r", "n": "c"}):
        names, above = laid(tree)
        book.keep(book.follow(names, above, sizes_of(names)))
    later: SlotBook[str] = SlotBook()
    later.put_state(json.loads(json.dumps(book.state(["r"]))))
    names, above = laid({**THREE, "n": "c"})
    assert later.follow(names, above, sizes_of(names)).owner == ["r", "a", "b", "c", "n"]


def test_tidying_up_is_taken_back_after_a_restart_too() -> None:
    book: SlotBook[str] = SlotBook()
    names, above = laid(THREE)
    book.keep(book.follow(names, above, sizes_of(names)))
    names, above = laid({"a": "r", "c": "r"})
    book.keep(book.follow(names, above, sizes_of(names)))
    book.tidy("r")
    book.keep(book.follow(names, above, sizes_of(names)))
    later: SlotBook[str] = SlotBook()
    later.put_state(json.loads(json.dumps(book.state(["r"]))))
    later.keep(later.follow(names, above, sizes_of(names)))
    assert later.follow(names, above, sizes_of(names)).free == 0
    later.untidy("r")
    assert later.follow(names, above, sizes_of(names)).owner == ["r", "a", "b", "c"]


def _row(owner: object, parent: object, size: object = 8.0, offset: object = 0.0) -> list[object]:
    return [owner, parent, size, size, size, offset, offset, 0, 1, []]


@pytest.mark.parametrize(
    "rows",
    [
        None,
        [],
        7,
        "abc",
        [None],
        [_row("another", -1)],
        [_row("r", 0)],
        [_row("r", -1), _row("a", 5)],
        [_row("r", -1), _row("a", -1)],
        [_row("r", -1), _row(3, 0)],
        [_row("r", -1), _row("a", 0, size="wide")],
        [_row("r", -1), _row("a", 0, size=float("nan"))],
        [_row("r", -1), _row("a", 0, size=-1.0)],
        [_row("r", -1), _row("a", 0, offset=1e9)],
        [_row("r", -1), _row("a", 0), _row("b", 0), _row("c", 1)],
    ],
)
def test_slots_that_cannot_be_read_are_left_out(rows: Any) -> None:
    book: SlotBook[str] = SlotBook()
    book.put_state({"r": rows})
    book.put_state({"r": [rows, rows]})
    for scale in ("large", float("nan"), 1e9):
        book.put_state({"r": [[_row("r", -1), _row("a", 0)], None, scale, None]})
    names, above = laid({"x": "r"})
    assert book.follow(names, above, sizes_of(names)).owner == ["r", "x"]


def test_the_text_size_at_which_a_project_was_laid_out_is_kept_until_it_is_tidied_up() -> None:
    """Map rule 4; what was kept before text sizes were written down counts as of the moment."""
    book: SlotBook[str] = SlotBook()
    names, above = laid(THREE)
    assert book.scale("r", 1.5) == 1.5
    book.keep(book.follow(names, above, sizes_of(names), scale=1.0))
    assert book.scale("r", 1.5) == 1.0
    assert book.state(["r"], 1.0) == {}
    later: SlotBook[str] = SlotBook()
    later.put_state(json.loads(json.dumps(book.state(["r"], 1.5))))
    assert later.scale("r", 1.5) == 1.0
    later.keep(later.follow(names, above, sizes_of(names), scale=1.0))
    assert later.scale("r", 1.5) == 1.0
    later.tidy("r")
    assert later.scale("r", 1.5) == 1.5
    later.put_state({"r": book.state(["r"], 1.5)["r"][:2]})
    assert later.scale("r", 1.25) == 1.25
