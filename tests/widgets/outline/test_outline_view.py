from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.outline.view import OutlineView
from tests.widgets.outline.test_outline_model import a_tree

MAIN, A, B, C = (SessionId(name) for name in ("main", "a", "b", "c"))


@pytest.fixture
def view(qapp: QApplication) -> Iterator[OutlineView]:
    outline = OutlineView()
    outline.resize(300, 400)
    outline.set_topology(a_tree("main > a > b", "main > c"))
    outline.show()
    QTest.qWaitForWindowExposed(outline)
    yield outline
    outline.close()
    outline.deleteLater()


def place_of(view: OutlineView, session_id: SessionId) -> QPoint:
    index = view.model().index_of(session_id)  # type: ignore[attr-defined]
    return view.visualRect(index).center()


def heard(view: OutlineView, signal: str) -> list[tuple[object, ...]]:
    calls: list[tuple[object, ...]] = []
    getattr(view, signal).connect(lambda *values: calls.append(values))
    return calls


def press(
    view: OutlineView, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(view, key, modifiers)


def test_choosing_with_the_mouse_and_with_the_keys(view: OutlineView) -> None:
    chosen = heard(view, "selected")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, A))
    press(view, Qt.Key.Key_Down)
    assert chosen == [("a",), ("b",)]


def test_choosing_from_outside_tells_nobody(view: OutlineView) -> None:
    chosen = heard(view, "selected")
    view.set_selection(C)
    assert view.current_session() == "c"
    assert chosen == []


@pytest.mark.parametrize(
    ("key", "modifiers", "signal"),
    [
        (Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, "child_requested"),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "sibling_requested"),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, "open_full_requested"),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, "delete_requested"),
    ],
)
def test_keys_ask_for_what_they_say(
    view: OutlineView, key: Qt.Key, modifiers: Qt.KeyboardModifier, signal: str
) -> None:
    asked = heard(view, signal)
    view.set_selection(A)
    press(view, key, modifiers)
    assert asked == [("a",)]


def test_folding_is_asked_for_and_shared(view: OutlineView) -> None:
    asked = heard(view, "fold_requested")
    view.set_selection(A)
    press(view, Qt.Key.Key_Left)
    assert asked == [("a", True)]
    tree = a_tree("main > a > b", "main > c")
    view.set_topology(tree.updated([tree[MAIN]._replace(folded=True)]), [MAIN])
    assert not view.isExpanded(view.model().index(0, 0))
    assert asked == [("a", True)]


def test_f2_renames_and_escape_keeps_the_name(view: OutlineView) -> None:
    renamed, cancelled = heard(view, "rename_requested"), heard(view, "naming_cancelled")
    view.set_selection(A)
    press(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit, "outlineNameEditor")
    assert editor is not None
    assert editor.text() == "a"
    QTest.keyClicks(editor, "Grants")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QTest.qWait(20)  # Qt commits an editor's text in its next round
    assert renamed == [("a", "Grants")]
    press(view, Qt.Key.Key_F2)
    QTest.keyClick(view.findChildren(QLineEdit, "outlineNameEditor")[-1], Qt.Key.Key_Escape)
    assert len(renamed) == 1
    assert cancelled == []


def test_escape_in_an_empty_first_name_takes_it_back(view: OutlineView) -> None:
    cancelled = heard(view, "naming_cancelled")
    view.begin_naming(C)
    editor = view.findChild(QLineEdit, "outlineNameEditor")
    assert editor is not None
    assert (editor.text(), editor.placeholderText()) == ("", "c")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert cancelled == [("c",)]


def drag(view: OutlineView, start: QPoint, end: QPoint) -> None:
    port = view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(port, start + (end - start) * step / 5)
    QTest.mouseMove(port, end)


def drop(view: OutlineView, end: QPoint) -> None:
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)


def test_dropping_on_another_conversation_asks_for_the_move(view: OutlineView) -> None:
    asked = heard(view, "reparent_requested")
    end = place_of(view, C)
    drag(view, place_of(view, B), end)
    assert view.drag_words == "Move under “c”"
    drop(view, end)
    assert asked == [("b", "c")]


def test_dropping_on_its_own_branch_is_refused_in_words(view: OutlineView) -> None:
    asked = heard(view, "reparent_requested")
    end = place_of(view, B)
    drag(view, place_of(view, A), end)
    assert view.drag_words == "“b” is one of its own branches"
    drop(view, end)
    assert asked == []
    assert view.drag_words == ""


def test_dropping_below_the_rows_makes_a_project(view: OutlineView) -> None:
    asked = heard(view, "reparent_requested")
    end = QPoint(100, 380)
    drag(view, place_of(view, B), end)
    assert view.drag_words == "Make it a project of its own"
    drop(view, end)
    assert asked == [("b", "")]


@pytest.mark.parametrize("how", ["escape", "right button", "focus"])
def test_a_drag_can_be_given_up(view: OutlineView, how: str) -> None:
    asked = heard(view, "reparent_requested")
    end = place_of(view, C)
    drag(view, place_of(view, B), end)
    if how == "escape":
        QTest.keyClick(view, Qt.Key.Key_Escape)
    elif how == "right button":
        QTest.mousePress(view.viewport(), Qt.MouseButton.RightButton, pos=end)
    else:
        view.clearFocus()
    drop(view, end)
    assert asked == []


def test_a_click_is_not_a_drag(view: OutlineView) -> None:
    asked = heard(view, "reparent_requested")
    start = place_of(view, B)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), start + QPoint(2, 2))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, C))
    assert asked == []


def test_the_chosen_row_survives_a_change_around_it(view: OutlineView) -> None:
    view.set_selection(C)
    tree = a_tree("main > a > b", "main > c")
    view.set_topology(tree.updated((), [A, B]), [A, B])
    assert view.current_session() == "c"


def test_a_screen_reader_hears_the_rows(view: OutlineView) -> None:
    view.set_live(frozenset({A}))
    interface = QAccessible.queryAccessibleInterface(view)
    names = {interface.child(number).text(QAccessible.Text.Name) for number in range(interface.childCount())}
    assert {"main", "a, answering", "b", "c"} <= names
    view.set_live(frozenset())


def shown(view: OutlineView) -> list[str]:
    """The rows that a person sees, from the top."""
    view.executeDelayedItemsLayout()
    found: list[str] = []
    index = view.model().index(0, 0)
    while index.isValid():
        found.append(str(index.data()))
        index = view.indexBelow(index)
    return found


@pytest.mark.parametrize("asked", [True, False])
def test_the_first_branch_of_a_conversation_is_seen_at_once(view: OutlineView, asked: bool) -> None:
    if asked:
        view.model().rowCount(view.model().index_of(C))  # type: ignore[attr-defined]
    grown = a_tree("main > a > b", "main > c > first")
    view.set_topology(grown, [SessionId("first")])
    assert shown(view) == ["main", "a", "b", "c", "first"]
    deeper = a_tree("main > a > b", "main > c > first > second > third")
    view.set_topology(deeper, [SessionId("third"), SessionId("second")])
    assert shown(view) == ["main", "a", "b", "c", "first", "second", "third"]


def test_a_fold_made_by_hand_stays_when_a_branch_is_added_below(view: OutlineView) -> None:
    topology = a_tree("main > a > b", "main > c > first")
    folded = topology.updated([topology[C]._replace(folded=True)])
    view.set_topology(folded, [SessionId("first"), C])
    added = folded.updated([folded[SessionId("first")]._replace(session_id=SessionId("second"), order=9)])
    view.set_topology(added, [SessionId("second")])
    assert shown(view) == ["main", "a", "b", "c"]


def test_following_a_new_branch_asks_for_no_fold(view: OutlineView) -> None:
    asked = heard(view, "fold_requested")
    view.set_topology(a_tree("main > a > b", "main > c > first"), [SessionId("first")])
    assert asked == []


def test_a_long_name_ends_in_dots_inside_the_words_of_a_drag(view: OutlineView) -> None:
    topology = a_tree("main > a > b", "main > c")
    view.set_topology(topology.updated([topology[C]._replace(label="belongings " * 20)]), [C])
    words, refused = view._judge(B, C)
    assert not refused
    assert words.endswith("…”")
