"""The left side of the place *Insights*: about what, and the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, override

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Scope
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.insights.row_paint import InsightRowPaint
from stello_desktop.ui.insights.rows import InsightRows, Known, Row, RowKind
from stello_desktop.ui.move_picker import PlacePicker
from stello_desktop.ui.row_list import MenuItems, RowListPanel, RowListView

_ENTER: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class InsightListView(RowListView):
    """The rows. Enter goes to what is chosen.

    Signals:
        entered_row: Enter or Space on the chosen row.
    """

    entered_row = Signal()

    def __init__(self, rows: InsightRows, parent: QWidget | None = None) -> None:
        super().__init__("insightList", rows, parent)
        self._rows = rows
        self.setItemDelegate(InsightRowPaint(self))
        self.setUniformItemSizes(True)

    @property
    def row(self) -> Row | None:
        """The current row."""
        return self._rows.row_at(self.currentIndex())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _ENTER:
            self.entered_row.emit()
        else:
            super().keyPressEvent(event)


class InsightListPanel(RowListPanel):
    """Heading, the scope, the list.

    Signals:
        chosen(str): the key of a row, see `Row.key`.
        scope_chosen(object): a project's id, or None for everything.
        requested(str): ``open``, ``summarise``, ``remind``, for the chosen conversation.
    """

    scope_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.rows = InsightRows()
        self.view = InsightListView(self.rows)
        super().__init__(self.view, self.rows, "insight", parent)
        self.rows.setParent(self)
        self._scope_field = FieldButton("insightScope")
        self._topology = Topology()
        self._scope: Scope = None
        self.column.insertWidget(1, self._scope_field)
        self._chosen = RowKind.SYNTHESIS.value
        self._scope_field.clicked.connect(self._pick_scope)
        self.put_words()

    @property
    def current(self) -> Row | None:
        """The row that is chosen; None where it went."""
        return self.rows.row_at(self.rows.index_of(self._chosen))

    def show_tree(self, topology: Topology, scope: Scope, sessions: Sequence[SessionId]) -> None:
        """Show the conversations of a scope; the chosen row stays chosen where it is among them."""
        self._topology, self._scope = topology, scope
        with self.quietly():
            self.rows.put_sessions(topology, sessions)
        self.choose_again()
        self.put_words()

    def show_known(self, known: Known) -> None:
        """Say this of them."""
        self.rows.put_known(known)

    def focus_list(self) -> None:
        """The list has the focus; a row that is not there yet stays wanted, whatever Qt makes the current one."""
        with self.quietly():
            self.view.setFocus()

    # -- the scope

    def _pick_scope(self) -> None:
        picker = PlacePicker(
            self,
            self._topology,
            self._topology.roots,
            heading=self.tr("Insights about…"),
            verb=self.tr("Choose"),
            first=self.tr("Everything"),
        )
        picker.chosen.connect(lambda found: self.scope_chosen.emit(SessionId(found) if found else None))
        picker.open()

    # -- the menu

    @override
    def menu_words(self) -> tuple[str, MenuItems]:
        row = self.current
        name = self.tr("What to do with this conversation")
        if row is None or row.session_id is None:
            return name, ()
        return name, (
            ("open", self.tr("Go to the conversation")),
            ("summarise", self.tr("Summarise now")),
            ("remind", self.tr("Add a reminder…")),
        )

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("Insights"))
        entry = self._topology.get(self._scope)
        name = self.tr("Everything") if entry is None else entry.label
        self._scope_field.put_words(self.tr("Insights about"), name)
        self.view.setAccessibleName(self.tr("Insights"))
