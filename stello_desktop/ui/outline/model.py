"""A Qt model over the topology that changes only what changed.

Rows are read from the snapshot when Qt asks for them, so 20,000 conversations cost nothing until they
are unfolded. After a commit `OutlineModel.follow` moves from the old snapshot to the new one by
removing and inserting the rows that differ; a large change resets the model instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, Final, override

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import EntryFlag, Topology, TreeEntry
from stello_desktop.ui.hues import BranchHues
from stello_desktop.ui.twins import Twins

type AnyIndex = QModelIndex | QPersistentModelIndex

RESET_ABOVE: Final = 200
NO_INDEX: Final = QModelIndex()
_OF_A_ROW: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class OutlineRole(IntEnum):
    """What a row knows beside its name."""

    SESSION_ID = Qt.ItemDataRole.UserRole
    HUE = Qt.ItemDataRole.UserRole + 1
    ARCHIVED = Qt.ItemDataRole.UserRole + 2
    FLAGS = Qt.ItemDataRole.UserRole + 3
    ANSWERING = Qt.ItemDataRole.UserRole + 4
    HINT = Qt.ItemDataRole.UserRole + 5


class OutlineModel(QAbstractItemModel):
    """Signals: rename_requested(session id, text) when a person has typed another name."""

    rename_requested = Signal(str, str)

    def __init__(self, parent: QObject | None = None, hues: BranchHues | None = None) -> None:
        super().__init__(parent)
        self._topology = Topology()
        self._hues = hues or BranchHues()
        self._rows: dict[SessionId | None, list[SessionId]] = {}
        self._parents: dict[SessionId, SessionId | None] = {}
        self._numbers: dict[SessionId, int] = {}
        self._ids: list[SessionId] = []
        self._live: frozenset[SessionId] = frozenset()
        self._unsent: dict[SessionId, int] = {}
        self._show_archived = True
        self._known_twins = Twins(self._topology)

    # -- following the truth

    @property
    def topology(self) -> Topology:
        """The snapshot that is shown."""
        return self._topology

    def reset(self, topology: Topology) -> None:
        """Show another snapshot from scratch."""
        self.beginResetModel()
        self._topology = topology
        self._rows.clear()
        self._parents.clear()
        self.endResetModel()

    def show_archived(self, shown: bool) -> None:
        """List archived conversations or leave them out."""
        if shown != self._show_archived:
            self._show_archived = shown
            self.reset(self._topology)

    def follow(self, topology: Topology, placed: Iterable[SessionId]) -> bool:
        """Move to a newer snapshot; gives True where the model had to be reset."""
        wanted = set(placed)
        if len(wanted) > RESET_ABOVE:
            self.reset(topology)
            return True
        old, self._topology = self._topology, topology
        affected: set[SessionId | None] = set()
        for session_id in wanted:
            for snapshot in (old, topology):
                if session_id in snapshot:
                    affected.add(snapshot.parent(session_id))
        affected &= self._rows.keys()
        for parent_id in affected:
            self._remove_gone(parent_id)
        for parent_id in [item for item in affected if item in self._rows]:
            self._insert_new(parent_id)
        for session_id in wanted:
            self.refresh(session_id)
        for parent_id in affected:
            self._refresh_below(parent_id)
        return False

    def _refresh_below(self, parent_id: SessionId | None) -> None:
        """A name that is now another one's too, or no longer, changes what stands behind both."""
        rows = self._rows.get(parent_id)
        if rows:
            self.dataChanged.emit(
                self.index_of(rows[0], known_only=True), self.index_of(rows[-1], known_only=True)
            )

    def refresh(self, session_id: SessionId) -> None:
        """Draw a row anew."""
        index = self.index_of(session_id, known_only=True)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def set_live(self, live: frozenset[SessionId]) -> None:
        """Mark the conversations that are answering now."""
        changed, self._live = self._live ^ live, live
        for session_id in changed:
            self.refresh(session_id)

    def set_unsent(self, unsent: Mapping[SessionId, int]) -> None:
        """Mark the conversations in which messages wait to be sent, with how many (row 25)."""
        changed = {item for item, _ in self._unsent.items() ^ unsent.items()}
        self._unsent = dict(unsent)
        for session_id in changed:
            self.refresh(session_id)

    def _wanted_rows(self, parent_id: SessionId | None) -> list[SessionId]:
        topology = self._topology
        if parent_id is not None and parent_id not in topology:
            return []
        found = topology.roots if parent_id is None else topology.children(parent_id)
        if self._show_archived:
            return list(found)
        return [item for item in found if not topology[item].archived]

    def _remove_gone(self, parent_id: SessionId | None) -> None:
        wanted = self._wanted_rows(parent_id)
        rows = self._rows.get(parent_id)
        if rows is None or rows == wanted:
            return
        keep = _kept_in_order(rows, wanted)
        index = self._index_or_root(parent_id)
        for row in range(len(rows) - 1, -1, -1):
            if rows[row] not in keep:
                self.beginRemoveRows(index, row, row)
                self._forget(rows.pop(row))
                self.endRemoveRows()

    def _insert_new(self, parent_id: SessionId | None) -> None:
        rows = self._rows[parent_id]
        index = self._index_or_root(parent_id)
        for row, session_id in enumerate(self._wanted_rows(parent_id)):
            if row < len(rows) and rows[row] == session_id:
                continue
            self.beginInsertRows(index, row, row)
            rows.insert(row, session_id)
            self._parents[session_id] = parent_id
            self.endInsertRows()

    def _forget(self, session_id: SessionId) -> None:
        stack = [session_id]
        while stack:
            gone = stack.pop()
            self._parents.pop(gone, None)
            stack.extend(self._rows.pop(gone, ()))

    # -- places

    def _rows_of(self, parent_id: SessionId | None) -> list[SessionId]:
        rows = self._rows.get(parent_id)
        if rows is None:
            rows = self._rows[parent_id] = self._wanted_rows(parent_id)
            for session_id in rows:
                self._parents[session_id] = parent_id
        return rows

    def _number(self, session_id: SessionId) -> int:
        number = self._numbers.get(session_id)
        if number is None:
            number = self._numbers[session_id] = len(self._ids)
            self._ids.append(session_id)
        return number

    def session_at(self, index: AnyIndex) -> SessionId | None:
        """The conversation of a row; None for no row."""
        return self._ids[index.internalId()] if index.isValid() else None

    def index_of(self, session_id: SessionId, *, known_only: bool = False) -> QModelIndex:
        """The row of a conversation; invalid where it is not shown.

        Args:
            known_only: do not read rows that nobody has looked at yet.
        """
        if session_id not in self._parents:
            if known_only or session_id not in self._topology:
                return QModelIndex()
            for ancestor in self._topology.path(session_id)[:-1]:
                self._rows_of(ancestor)
            self._rows_of(None)
            if session_id not in self._parents:
                return QModelIndex()
        rows = self._rows.get(self._parents[session_id], [])
        return self.createIndex(rows.index(session_id), 0, self._number(session_id))

    def _index_or_root(self, session_id: SessionId | None) -> QModelIndex:
        return QModelIndex() if session_id is None else self.index_of(session_id)

    # -- what Qt asks

    @override
    def index(self, row: int, column: int, parent: AnyIndex = NO_INDEX) -> QModelIndex:
        rows = self._rows_of(self.session_at(parent))
        if column != 0 or not 0 <= row < len(rows):
            return QModelIndex()
        return self.createIndex(row, 0, self._number(rows[row]))

    @override
    def parent(self, child: AnyIndex) -> QModelIndex:  # type: ignore[override]
        session_id = self.session_at(child)
        parent_id = self._parents.get(session_id) if session_id is not None else None
        return QModelIndex() if parent_id is None else self.index_of(parent_id, known_only=True)

    @override
    def rowCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return len(self._rows_of(self.session_at(parent)))

    @override
    def hasChildren(self, parent: AnyIndex = NO_INDEX) -> bool:
        session_id = self.session_at(parent)
        if session_id in self._rows or not self._show_archived:
            return bool(self._rows_of(session_id))
        return session_id is None or bool(self._topology.children(session_id))

    @override
    def columnCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 1

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        return _OF_A_ROW if index.isValid() else Qt.ItemFlag.NoItemFlags

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        session_id = self.session_at(index)
        entry = self._topology.get(session_id)
        if session_id is None or entry is None:
            return None
        read = _READERS.get(int(role))
        return None if read is None else read(self, session_id, entry)

    def entry_at(self, index: AnyIndex) -> TreeEntry | None:
        """The facts of a row in one go, for painting."""
        return self._topology.get(self.session_at(index))

    def hue_of(self, session_id: SessionId) -> int:
        """The colour of a row."""
        return self._hues.of(self._topology, session_id)

    def is_root(self, session_id: SessionId) -> bool:
        """Whether a row is a project."""
        return self._parents.get(session_id) is None

    def is_live(self, session_id: SessionId) -> bool:
        """Whether a conversation is answering now."""
        return session_id in self._live

    def unsent_in(self, session_id: SessionId) -> int:
        """How many messages wait to be sent in a conversation."""
        return self._unsent.get(session_id, 0)

    @property
    def _twins(self) -> Twins:
        if self._known_twins.topology is not self._topology:
            self._known_twins = Twins(self._topology)
        return self._known_twins

    def hint_of(self, session_id: SessionId) -> str:
        """What tells a row from others of its name; empty where its name is its own."""
        return self._twins.hint(session_id)

    def _spoken(self, session_id: SessionId) -> str:
        entry = self._topology[session_id]
        parts = [entry.label]
        if twin := self._twins.spoken(session_id):
            parts.append(twin)
        if session_id in self._live:
            parts.append(self.tr("answering"))
        if entry.flags & EntryFlag.FAILED:
            parts.append(self.tr("failed"))
        if unsent := self.unsent_in(session_id):
            parts.append(self.tr("%n message(s) wait to be sent", "", unsent))
        if entry.unread:
            parts.append(self.tr("%n unread answer(s)", "", entry.unread))
        if entry.archived:
            parts.append(self.tr("archived"))
        return ", ".join(parts)

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        session_id = self.session_at(index)
        if role != Qt.ItemDataRole.EditRole or session_id is None:
            return False
        self.rename_requested.emit(session_id, str(value))
        return False


type _Read = Callable[[OutlineModel, SessionId, TreeEntry], Any]

_READERS: Final[dict[int, _Read]] = {
    int(Qt.ItemDataRole.DisplayRole): lambda _model, _id, entry: entry.label,
    int(Qt.ItemDataRole.EditRole): lambda _model, _id, entry: entry.label,
    int(Qt.ItemDataRole.AccessibleTextRole): lambda model, session_id, _: model._spoken(session_id),
    int(OutlineRole.SESSION_ID): lambda _model, session_id, _: session_id,
    int(OutlineRole.HUE): lambda model, session_id, _: model.hue_of(session_id),
    int(OutlineRole.ARCHIVED): lambda _model, _id, entry: entry.archived,
    int(OutlineRole.FLAGS): lambda _model, _id, entry: entry.flags,
    int(OutlineRole.HINT): lambda model, session_id, _: model.hint_of(session_id),
    int(OutlineRole.ANSWERING): lambda model, session_id, _: model.is_live(session_id),
}


def _kept_in_order(rows: list[SessionId], wanted: list[SessionId]) -> set[SessionId]:
    """Rows that may stay because they come in the same order in both lists."""
    place = {session_id: row for row, session_id in enumerate(wanted)}
    kept: set[SessionId] = set()
    last = -1
    for session_id in rows:
        here = place.get(session_id, -1)
        if here > last:
            kept.add(session_id)
            last = here
    return kept
