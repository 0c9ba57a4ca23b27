"""Names are typed where they stand (I6)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from stello_desktop.domain.topology import Topology
from tests.helpers.skies import sid
from tests.widgets.map.conftest import Hands


@pytest.fixture
def ready(hands: Hands, plan: Topology) -> Hands:
    hands.sky.set_topology(plan)
    hands.sky.set_selection(sid("Asia"))
    return hands


def test_f2_renames(ready: Hands) -> None:
    ready.key(Qt.Key.Key_F2)
    assert ready.sky.editor.isVisible()
    assert ready.sky.editor.text() == "Asia"
    QTest.keyClicks(ready.sky.editor, "  Far   East ")
    QTest.keyClick(ready.sky.editor, Qt.Key.Key_Return)
    assert ready.requests("rename_requested") == [["Asia", "Far East"]]
    assert not ready.sky.editor.isVisible()


def test_a_first_name_starts_empty_and_escape_takes_the_conversation_back(ready: Hands) -> None:
    ready.sky.begin_naming(sid("Asia"))
    assert ready.sky.editor.text() == ""
    QTest.keyClick(ready.sky.editor, Qt.Key.Key_Escape)
    assert ready.requests("naming_cancelled") == [["Asia"]]


def test_escape_after_typing_a_first_name_keeps_the_conversation(ready: Hands) -> None:
    ready.sky.begin_naming(sid("Asia"))
    QTest.keyClicks(ready.sky.editor, "East")
    QTest.keyClick(ready.sky.editor, Qt.Key.Key_Escape)
    assert ready.requests("naming_cancelled") == []
    assert ready.requests("rename_requested") == []


def test_escape_in_a_rename_changes_nothing(ready: Hands) -> None:
    ready.sky.begin_rename(sid("Asia"))
    QTest.keyClick(ready.sky.editor, Qt.Key.Key_Escape)
    assert ready.requests("naming_cancelled") == []
    assert ready.requests("rename_requested") == []


def test_an_empty_or_unchanged_name_asks_for_nothing(ready: Hands) -> None:
    for typed in ("", "   ", "Asia"):
        ready.sky.begin_rename(sid("Asia"))
        ready.sky.editor.setText(typed)
        QTest.keyClick(ready.sky.editor, Qt.Key.Key_Return)
    assert ready.requests("rename_requested") == []


def test_keys_of_the_map_are_letters_while_a_name_is_typed(ready: Hands) -> None:
    ready.sky.begin_rename(sid("Asia"))
    QTest.keyClick(ready.sky.editor, Qt.Key.Key_Delete)
    QTest.keyClicks(ready.sky.editor, "a+ b")
    assert ready.requests("delete_requested") == []
    QTest.keyClick(ready.sky.editor, Qt.Key.Key_Return)
    assert ready.requests("rename_requested") == [["Asia", "a+ b"]]


def test_leaving_the_field_takes_the_name(ready: Hands) -> None:
    ready.sky.begin_rename(sid("Asia"))
    QTest.keyClicks(ready.sky.editor, "East")
    ready.click("Money")
    assert ready.requests("rename_requested") == [["Asia", "East"]]


def test_the_field_follows_its_star_and_stays_in_view(ready: Hands) -> None:
    ready.sky.begin_rename(sid("Nordics"))
    for dx, dy in ((-500, -500), (900, 900)):
        ready.sky.view.pan_by(dx, dy)
        assert ready.port.rect().contains(ready.sky.editor.geometry())


def test_a_conversation_that_is_gone_cannot_be_named(ready: Hands) -> None:
    ready.sky.begin_naming(sid("nobody"))
    assert not ready.sky.editor.isVisible()
