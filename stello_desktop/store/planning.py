"""What each command does to the rows: checked against the store inside the transaction, not yet written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from sqlalchemy import Connection

from stello_desktop.domain.commands import (
    AddRef,
    Command,
    CreateProject,
    Delete,
    Place,
    RemoveNote,
    RemoveRef,
    Rename,
    Reparent,
    Restore,
    SetArchived,
    SetConfig,
    SetLayout,
    SetStrategy,
    Step,
    StepName,
    TidyUp,
)
from stello_desktop.domain.config import UNSET, SerializableSessionConfig
from stello_desktop.domain.errors import InvalidReference, SessionNotFound, TopologyCycle
from stello_desktop.domain.ids import SessionId, TrashId
from stello_desktop.domain.session import SessionBindings, SessionStatus, SettledOrigins
from stello_desktop.domain.text import clean_text
from stello_desktop.store import tree
from stello_desktop.store.creation import NewSession, config_text, insert_session
from stello_desktop.store.images import Change, Columns, TrashLabel, Values
from stello_desktop.store.revising import note_place
from stello_desktop.store.session_storage import require_open

_MOVED: Columns = ("parent_id", "ord", "dx", "dy")


@dataclass(frozen=True, slots=True)
class Plan:
    """A step with its images, ready to be written."""

    step: Step
    change: Change
    trash_label: TrashLabel = field(default_factory=TrashLabel)


def plan(connection: Connection, command: Command, now: float) -> Plan:
    """Work out what ``command`` does. Raises: SessionNotFound, TopologyCycle, InvalidReference, InvalidLabel."""
    match command:
        case CreateProject():
            return _create_project(connection, command, now)
        case Reparent():
            return _reparent(connection, command)
        case Place():
            return _place(connection, command)
        case TidyUp():
            return _tidy_up(connection, command.root_id)
        case Rename():
            return _rename(connection, command)
        case SetArchived():
            return _set_archived(connection, command)
        case Delete():
            return _delete(connection, command)
        case Restore():
            return _restore(connection, command.trash_id)
        case SetLayout() | SetStrategy():
            return _set_kind(connection, command)
        case SetConfig() | RemoveNote():
            return _change_inside(connection, command)
        case AddRef() | RemoveRef():
            return _set_ref(connection, command)
        case _:
            assert_never(command)


def _create_project(connection: Connection, command: CreateProject, now: float) -> Plan:
    label = tree.label_of(command.label)
    new = NewSession(
        command.session_id,
        label,
        config=command.config,
        bindings=SessionBindings(origins=SettledOrigins.of_defaults(command.config)),
        example=command.example,
        strategy=command.strategy,
    )
    seq = insert_session(connection, new, now)
    step = Step(StepName.CREATE_PROJECT, {"label": label, "count": 1}, (command.session_id,))
    return Plan(step, Change(revived=[seq]))


def _reparent(connection: Connection, command: Reparent) -> Plan:
    places = tree.places_of(connection, command.session_ids)
    parent_id = command.parent_id
    if parent_id is not None:
        tree.place_of(connection, parent_id)
        above = {parent_id, *(ancestor for ancestor, _ in tree.ancestors_of(connection, parent_id))}
        for place in places:
            if place.session_id in above:
                raise TopologyCycle(session_id=place.session_id, parent_id=parent_id)
    moving = _without_companions(connection, places)
    change = Change()
    order = tree.next_order(connection)
    for offset, place in enumerate(moving):
        _move(connection, change, place, parent_id, order + offset)
    name = StepName.MOVE if parent_id is not None else StepName.MAKE_PROJECT
    params = _params(moving, target=tree.label_at(connection, parent_id))
    return Plan(Step(name, params, _ids(moving)), change)


def _without_companions(connection: Connection, places: Sequence[tree.Place]) -> list[tree.Place]:
    """Leave out what travels with an ancestor that was chosen too."""
    chosen = {place.session_id for place in places}
    if len(chosen) == 1:
        return list(places)
    return [
        place
        for place in places
        if chosen.isdisjoint(ancestor for ancestor, _ in tree.ancestors_of(connection, place.session_id))
    ]


def _move(
    connection: Connection, change: Change, place: tree.Place, parent_id: SessionId | None, order: int
) -> None:
    """Another parent, last in order, without the old offset; a new project keeps its old project's kinds."""
    columns = _MOVED
    before: Values = (place.parent_id, place.ord, place.dx, place.dy)
    after: Values = (parent_id, order, None, None)
    if parent_id is None and place.parent_id is not None:
        columns = (*columns, "layout", "strategy")
        before, after = (*before, place.layout, place.strategy), (*after, *_kinds_above(connection, place))
    change.note(place.seq, columns, before, after)


def _kinds_above(connection: Connection, place: tree.Place) -> tuple[str, str]:
    ancestors = tree.ancestors_of(connection, place.session_id)
    if not ancestors:
        return place.layout, place.strategy
    rows = tree.fetch(
        connection, "SELECT layout, strategy FROM session WHERE session_id = ?", ancestors[-1][0]
    )
    return rows[0][0], rows[0][1]


def _place(connection: Connection, command: Place) -> Plan:
    wanted = {session_id: (dx, dy) for session_id, dx, dy in command.offsets}
    places = tree.places_of(connection, list(wanted))
    change = Change()
    for place in places:
        dx, dy = wanted[place.session_id]
        after = (None, None) if dx is None or dy is None else (float(dx), float(dy))
        change.note(place.seq, ("dx", "dy"), (place.dx, place.dy), after)
    return Plan(Step(StepName.PLACE, _params(places), _ids(places)), change)


def _tidy_up(connection: Connection, root_id: SessionId) -> Plan:
    root = tree.place_of(connection, root_id)
    change = Change()
    for place in tree.places_of_seqs(connection, tree.subtree_seqs(connection, [root_id])):
        if place.dx is not None or place.dy is not None:
            change.note(place.seq, ("dx", "dy"), (place.dx, place.dy), (None, None))
    if (
        change.is_empty
    ):  # the slack of the map is no column, but giving it up is a step that can be taken back
        change.columns["dx", "dy"] = [(root.seq, (None, None), (None, None))]
    return Plan(Step(StepName.TIDY_UP, _params([root]), (root_id,)), change)


def _rename(connection: Connection, command: Rename) -> Plan:
    place = tree.place_of(connection, command.session_id)
    label = tree.label_of(command.label)
    change = Change()
    change.note(place.seq, ("label",), (place.label,), (label,))
    params = {"label": label, "count": 1, "old_label": place.label}
    return Plan(Step(StepName.RENAME, params, (place.session_id,)), change)


def _set_archived(connection: Connection, command: SetArchived) -> Plan:
    status = SessionStatus.ARCHIVED if command.archived else SessionStatus.ACTIVE
    places = tree.places_of(connection, command.session_ids)
    change = Change()
    for place in places:
        if place.status != status:
            change.note(place.seq, ("status",), (place.status,), (status.value,))
    name = StepName.ARCHIVE if command.archived else StepName.UNARCHIVE
    return Plan(Step(name, _params(places), _ids(places)), change)


def _delete(connection: Connection, command: Delete) -> Plan:
    places = tree.places_of(connection, command.session_ids)
    change = Change()
    if command.lift_children:
        change.trashed.extend(place.seq for place in places)
        _lift_children(connection, change, places)
    else:
        places = _without_companions(connection, places)
        change.trashed.extend(tree.subtree_seqs(connection, _ids(places)))
    params = _params(places, count=len(change.trashed))
    label = TrashLabel(params["label"], tree.label_at(connection, places[0].parent_id if places else None))
    return Plan(Step(StepName.DELETE, params, _ids(places)), change, label)


def _lift_children(connection: Connection, change: Change, deleted: Sequence[tree.Place]) -> None:
    going = {place.session_id for place in deleted}
    order = tree.next_order(connection)
    for child in tree.children_of(connection, list(going)):
        if child.session_id in going:
            continue
        above = (
            ancestor
            for ancestor, alive in tree.ancestors_of(connection, child.session_id)
            if alive and ancestor not in going
        )
        _move(connection, change, child, next(above, None), order)
        order += 1


def _restore(connection: Connection, trash_id: TrashId) -> Plan:
    places = tree.places_in_trash(connection, trash_id)
    if not places:
        raise SessionNotFound(trash_id=trash_id)
    together = {place.session_id for place in places}
    tops = [place for place in places if place.parent_id not in together]
    change = Change(revived=[place.seq for place in places])
    order = tree.next_order(connection)
    for top in tops:
        alive = [ancestor for ancestor, lives in tree.ancestors_of(connection, top.session_id) if lives]
        home = alive[0] if alive else None
        if home != top.parent_id:
            _move(connection, change, top, home, order)
            order += 1
    return Plan(Step(StepName.RESTORE, _params(tops, count=len(places)), _ids(tops)), change)


def _set_kind(connection: Connection, command: SetLayout | SetStrategy) -> Plan:
    place = tree.place_of(connection, command.root_id)
    if isinstance(command, SetLayout):
        name, column, before, value = StepName.LAYOUT, "layout", place.layout, str(command.layout)
    else:
        name, column, before, value = StepName.STRATEGY, "strategy", place.strategy, str(command.strategy)
    change = Change()
    change.note(place.seq, (column,), (before,), (value,))
    return Plan(Step(name, {**_params([place]), column: value}, (command.root_id,)), change)


def _change_inside(connection: Connection, command: SetConfig | RemoveNote) -> Plan:
    if isinstance(command, SetConfig):
        return _set_config(connection, command)
    return _remove_note(connection, command)


def _set_config(connection: Connection, command: SetConfig) -> Plan:
    place = tree.place_of(connection, command.session_id)
    before = tree.fetch(connection, "SELECT config FROM session WHERE seq = ?", place.seq)[0][0]
    prompt = command.system_prompt
    config = SerializableSessionConfig(
        system_prompt=prompt if prompt is UNSET else clean_text(prompt), skills=command.skills
    )
    change = Change()
    change.note(place.seq, ("config",), (before,), (config_text(config),))
    return Plan(Step(StepName.INSTRUCTIONS, _params([place]), (place.session_id,)), change)


def _set_ref(connection: Connection, command: AddRef | RemoveRef) -> Plan:
    """A reference comes or goes; one that is there already, or is not, changes nothing (P-2)."""
    adds = isinstance(command, AddRef)
    if adds:
        _check_ref(connection, command.session_id, command.target_id)
    here = tree.place_of(connection, command.session_id)
    rows = tree.fetch(
        connection,
        "SELECT s.seq, s.label, EXISTS (SELECT 1 FROM ref WHERE session_id = ? AND target_id = s.session_id)"
        " FROM session s WHERE s.session_id = ?",
        command.session_id,
        command.target_id,
    )
    if not rows:
        raise SessionNotFound(session_id=command.target_id)
    target_seq, target_label, is_there = rows[0]
    change = Change()
    if adds and not is_there:
        change.linked.append((here.seq, target_seq))
    elif is_there and not adds:
        change.unlinked.append((here.seq, target_seq))
    name = StepName.REFER if adds else StepName.UNREFER
    return Plan(Step(name, _params([here], target=target_label), (here.session_id,)), change)


def _remove_note(connection: Connection, command: RemoveNote) -> Plan:
    place = tree.place_of(connection, command.session_id)
    require_open(connection, command.session_id)
    _, version = note_place(connection, command.session_id, command.record_id)
    change = Change(notes=[(place.seq, command.record_id, version, 0)])
    return Plan(Step(StepName.REMOVE_NOTE, _params([place]), (place.session_id,)), change)


def _check_ref(connection: Connection, session_id: SessionId, target_id: SessionId) -> None:
    tree.places_of(connection, list({session_id, target_id}))
    reason = ""
    if session_id == target_id:
        reason = "self"
    elif target_id in {ancestor for ancestor, _ in tree.ancestors_of(connection, session_id)}:
        reason = "ancestor"
    elif session_id in {ancestor for ancestor, _ in tree.ancestors_of(connection, target_id)}:
        reason = "descendant"
    if reason:
        raise InvalidReference(session_id=session_id, target_id=target_id, reason=reason)


def _params(places: Sequence[tree.Place], *, count: int | None = None, target: str = "") -> dict[str, Any]:
    params: dict[str, Any] = {
        "label": places[0].label if places else "",
        "count": len(places) if count is None else count,
    }
    if target:
        params["target"] = target
    return params


def _ids(places: Sequence[tree.Place]) -> tuple[SessionId, ...]:
    return tuple(place.session_id for place in places)
