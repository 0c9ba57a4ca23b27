from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology, TreeEntry
from stello_desktop.ui.hues import BranchHues
from stello_desktop.ui.outline.model import OutlineModel


def entry(name: str, parent: str | None, order: int, *, status: str = "active") -> TreeEntry:
    return TreeEntry(
        session_id=SessionId(name),
        parent_id=SessionId(parent) if parent is not None else None,
        source_id=None,
        order=order,
        label=name,
        status=status,
        turn_count=0,
        message_count=0,
        created_at=0,
        updated_at=0,
        last_active_at=0,
        dx=None,
        dy=None,
        folded=False,
        layout="star",
        strategy="hierarchical",
        flags=0,
        waiting_insights=0,
    )


def a_tree(*lines: str) -> Topology:
    """``a_tree("main > a > b", "main > c")``: every line is a path."""
    parents: dict[str, str | None] = {}
    for line in lines:
        above: str | None = None
        for name in (part.strip() for part in line.split(">")):
            parents.setdefault(name, above)
            above = name
    return Topology(entry(name, parent, number) for number, (name, parent) in enumerate(parents.items()))


def shown(model: OutlineModel, parent: QModelIndex | None = None) -> list[object]:
    """The rows as nested lists, read the way a view reads them."""
    here = parent if parent is not None else QModelIndex()
    rows: list[object] = []
    for row in range(model.rowCount(here)):
        index = model.index(row, 0, here)
        assert model.parent(index) == here
        rows.append((model.session_at(index), shown(model, index)))
    return rows


def test_rows_follow_the_tree() -> None:
    model = OutlineModel()
    model.reset(a_tree("main > a > b", "main > c", "other"))
    assert shown(model) == [("main", [("a", [("b", [])]), ("c", [])]), ("other", [])]


def test_nothing_is_read_before_it_is_looked_at() -> None:
    model = OutlineModel()
    model.reset(a_tree("main > a > b"))
    assert not model.index_of(SessionId("b"), known_only=True).isValid()
    assert model.index_of(SessionId("b")).isValid()
    assert model.hasChildren(model.index_of(SessionId("a")))
    assert not model.hasChildren(model.index_of(SessionId("b")))


def test_a_move_takes_the_subtree_along() -> None:
    model = OutlineModel()
    before = a_tree("main > a > b", "main > c")
    model.reset(before)
    shown(model)
    after = before.updated([before[SessionId("a")]._replace(parent_id=SessionId("c"), order=9)])
    assert model.follow(after, [SessionId("a")]) is False
    assert shown(model) == [("main", [("c", [("a", [("b", [])])])])]


def test_archived_rows_can_be_left_out() -> None:
    tree = a_tree("main > a", "main > b")
    tree = tree.updated([tree[SessionId("a")]._replace(status="archived")])
    model = OutlineModel()
    model.reset(tree)
    model.show_archived(False)
    assert shown(model) == [("main", [("b", [])])]


def test_the_hue_is_that_of_the_first_level_branch() -> None:
    tree = a_tree("main > a > b", "main > c > d")
    hues = BranchHues()
    assert [hues.of(tree, SessionId(name)) for name in ("main", "a", "b", "c", "d")] == [0, 0, 0, 1, 1]


def test_an_edited_name_is_only_a_request() -> None:
    model = OutlineModel()
    model.reset(a_tree("main"))
    asked: list[tuple[str, str]] = []
    model.rename_requested.connect(lambda item, text: asked.append((item, text)))
    index = model.index_of(SessionId("main"))
    model.setData(index, "Other")
    assert asked == [("main", "Other")]
    assert index.data() == "main"


NAMES = [f"s{number}" for number in range(10)]


@st.composite
def changes(draw: st.DrawFn) -> list[tuple[str, str, str]]:
    return draw(
        st.lists(
            st.tuples(
                st.sampled_from(["move", "remove", "add", "archive", "rename"]),
                st.sampled_from(NAMES),
                st.sampled_from([*NAMES, ""]),
            ),
            max_size=25,
        )
    )


@given(changes(), st.booleans())
def test_following_gives_what_reading_anew_gives(steps: list[tuple[str, str, str]], archived: bool) -> None:
    tree = Topology(entry(name, None, number) for number, name in enumerate(NAMES))
    model = OutlineModel()
    model.show_archived(archived)
    model.reset(tree)
    shown(model)
    order = 100
    for what, name, other in steps:
        order += 1
        session_id = SessionId(name)
        placed = [session_id]
        if what == "add" and session_id not in tree:
            tree = tree.updated([entry(name, None, order)])
        elif session_id not in tree:
            continue
        elif what == "remove":
            placed = tree.subtree(session_id)
            tree = tree.updated((), placed)
        elif what == "move":
            parent = SessionId(other) if other in tree else None
            if not tree.can_reparent(session_id, parent):
                continue
            tree = tree.updated([tree[session_id]._replace(parent_id=parent, order=order)])
        elif what == "archive":
            tree = tree.updated([tree[session_id]._replace(status="archived")])
        else:
            tree = tree.updated([tree[session_id]._replace(label=other)])
        model.follow(tree, placed)
        fresh = OutlineModel()
        fresh.show_archived(archived)
        fresh.reset(tree)
        assert shown(model) == shown(fresh)
