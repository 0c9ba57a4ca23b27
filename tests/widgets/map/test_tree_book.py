"""Sizes are kept up to date along the way up from what has changed; any tree, any change."""

from __future__ import annotations

import random

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.map.visible import TreeBook, visible_tree
from tests.helpers import skies


def same(book: TreeBook, topology: Topology) -> None:
    fresh = TreeBook(topology)
    assert book.size == fresh.size == {item: len(topology.subtree(item)) for item in topology.walk()}
    assert book.living == fresh.living
    assert book.folded == fresh.folded
    kept = visible_tree(topology, book.folded, book=book, show_archived=False)
    assert kept == visible_tree(topology, book.folded, show_archived=False)


def test_a_book_that_follows_knows_what_a_new_one_would() -> None:
    chance = random.Random(3)
    topology = skies.grown(120)
    book = TreeBook(topology)
    assert book.living
    for step in range(150):
        ids = topology.walk()
        entry = topology[chance.choice(ids)]
        match step % 5:
            case 0:
                changed = [skies.entry(f"new{step}", chance.choice(ids), order=1_000 + step)]
                after = topology.updated(changed)
            case 1:
                changed = [entry._replace(status="archived" if step % 2 else "active")]
                after = topology.updated(changed)
            case 2:
                goal = next(item for item in ids if topology.can_reparent(entry.session_id, item))
                changed = [entry._replace(parent_id=goal, order=2_000 + step)]
                after = topology.updated(changed)
            case 3:
                changed = [entry._replace(folded=not entry.folded)]
                after = topology.updated(changed)
            case _:
                doomed = topology.subtree(entry.session_id)
                if len(doomed) > 20:
                    continue
                changed = [topology[item] for item in doomed]
                after = topology.updated(removed=doomed)
        book.follow(after, [item.session_id for item in changed])
        same(book, after)
        topology = after


def test_a_book_finds_out_that_more_has_changed_than_it_was_told() -> None:
    topology = skies.grown(40)
    book = TreeBook(topology)
    after = topology.updated(
        [
            skies.entry("a", "s0", order=900),
            skies.entry("b", "a", order=901),
            skies.entry("c", None, order=902),
        ]
    )
    book.follow(after, [SessionId("a")])
    assert book.size == TreeBook(after).size
