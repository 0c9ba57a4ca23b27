"""Conversations of the same name can be told apart wherever one is chosen by name (journey 2: the assistant opens three)."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListView, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology, TreeEntry
from stello_desktop.ui.insights.target_field import TargetField
from stello_desktop.ui.moments import moment
from stello_desktop.ui.move_picker import PlacePicker
from stello_desktop.ui.outline.model import OutlineModel, OutlineRole
from stello_desktop.ui.twins import Twins

NOON = time.mktime((2026, 3, 4, 12, 0, 0, 0, 0, -1))
LATER = NOON + 600


def entry(name: str, parent: str | None, label: str, created_at: float, order: int) -> TreeEntry:
    above = None if parent is None else SessionId(parent)
    facts = (0, 0, created_at, created_at, created_at, None, None, False, "star", "hierarchical", 0, 0)
    return TreeEntry(SessionId(name), above, None, order, label, "active", *facts)


def a_tree() -> Topology:
    """Two *Ideas* below *Launch* in another order than they were made, one below *Garden*, and *Pricing*."""
    return Topology(
        [
            entry("launch", None, "Launch", NOON, 0),
            entry("second", "launch", "Ideas", LATER, 1),
            entry("first", "launch", "ideas", NOON, 2),
            entry("pricing", "launch", "Pricing", NOON, 3),
            entry("garden", None, "Garden", NOON, 4),
            entry("alone", "garden", "Ideas", NOON, 5),
        ]
    )


def test_twins_are_numbered_as_they_were_made_and_others_are_left_alone() -> None:
    twins = Twins(a_tree())
    made = moment(NOON, time.time())
    assert [twins.number_of(SessionId(name)) for name in ("first", "second")] == [(1, 2), (2, 2)]
    assert twins.hint(SessionId("first")) == f"1 · {made}"
    assert [twins.hint(SessionId(name)) for name in ("pricing", "alone", "launch", "gone")] == [""] * 4


def test_today_has_its_time_and_other_days_their_date() -> None:
    assert moment(LATER, NOON) != moment(NOON, NOON)
    assert moment(LATER, NOON + 3 * 86_400) == moment(NOON, NOON + 3 * 86_400)


def test_the_outline_shows_and_speaks_which_one_it_is(qapp: QApplication) -> None:
    model = OutlineModel()
    model.reset(a_tree())
    rows = {name: model.index_of(SessionId(name)) for name in ("first", "second", "pricing")}
    assert [rows[name].data(OutlineRole.HINT)[:4] for name in ("first", "second")] == ["1 · ", "2 · "]
    assert rows["pricing"].data(OutlineRole.HINT) == ""
    spoken = rows["second"].data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Ideas, number 2 of 2 with this name, made ")
    assert rows["pricing"].data(Qt.ItemDataRole.AccessibleTextRole) == "Pricing"


def test_another_name_takes_the_number_from_both_and_both_are_drawn_anew(qapp: QApplication) -> None:
    model = OutlineModel()
    before = a_tree()
    model.reset(before)
    for name in ("first", "second"):
        assert model.index_of(SessionId(name)).data(OutlineRole.HINT)
    drawn: set[str] = set()

    def note(top: object, bottom: object) -> None:
        rows = range(top.row(), bottom.row() + 1)  # type: ignore[attr-defined]
        parent = model.index_of(SessionId("launch"))
        drawn.update(str(model.session_at(model.index(row, 0, parent))) for row in rows)

    model.dataChanged.connect(note)
    entries = [
        item._replace(label="Plans") if item.session_id == "first" else item for item in before.entries()
    ]
    model.follow(Topology(entries), [SessionId("first")])
    assert {"first", "second"} <= drawn
    assert not model.index_of(SessionId("second")).data(OutlineRole.HINT)


def texts(picker: QWidget) -> Sequence[str]:
    view = picker.findChild(QListView, "movePickerList")
    assert view is not None
    model = view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_a_picker_shows_which_one_it_is(qapp: QApplication) -> None:
    tree, owner = a_tree(), QWidget()
    picker = PlacePicker(owner, tree, [*tree.walk()], heading="Where?", verb="There")
    made = moment(NOON, time.time())
    assert f"Launch › ideas (1 · {made})" in texts(picker)
    assert "Garden › Ideas" in texts(picker)
    field = TargetField("field", lambda: tree, lambda: [(SessionId("first"), "near")], lambda: [*tree.walk()])
    field.show_target(SessionId("first"))
    assert f"(1 · {made})" in field.accessibleName()
    picker.deleteLater()
    field.deleteLater()
    owner.deleteLater()
