"""The tree against a model that fits on a page: any order of commands, restarts and crashes (P-1, P-3, P-4).

Each example has up to 40 steps; a run ends by saying how many operations it made (``-rP`` shows it).
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from stello_desktop.domain.commands import (
    Command,
    CreateProject,
    Delete,
    Place,
    Rename,
    Reparent,
    Restore,
    SetArchived,
    TidyUp,
)
from stello_desktop.domain.errors import TopologyCycle
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.session import Author, ChildDraft
from stello_desktop.domain.topology import Topology
from stello_desktop.store.boot import Boot, open_store
from stello_desktop.store.database import Database
from stello_desktop.store.fork_storage import ForkStore
from stello_desktop.store.topology_storage import TopologyStore
from stello_desktop.store.tree import fetch
from tests.helpers.stores import opened
from tests.properties.runs import runs


class Star(NamedTuple):
    """What the model knows of one conversation; ``trash`` is the deletion it belongs to."""

    parent: SessionId | None
    rank: int
    label: str
    archived: bool = False
    place: tuple[float, float] | None = None
    trash: int | None = None


type Sky = dict[SessionId, Star]


class Past(NamedTuple):
    """A sky to go to, and whom the step between here and there created, or tidied up, or None."""

    sky: Sky
    born: SessionId | None
    tidied: SessionId | None = None


@dataclass
class Model:
    """The whole workspace as plain dictionaries; undo is keeping every sky there was."""

    sky: Sky = field(default_factory=dict)
    past: list[Past] = field(default_factory=list)
    future: list[Past] = field(default_factory=list)
    ranks: int = 0
    deletions: int = 0

    def living(self) -> list[SessionId]:
        return [key for key, star in self.sky.items() if star.trash is None]

    def rank(self) -> int:
        self.ranks += 1
        return self.ranks

    def commit(self, sky: Sky, born: SessionId | None = None, tidied: SessionId | None = None) -> None:
        """What changes nothing is no step; but *Tidy up* also gives up slack, which is no part of the tree."""
        if sky == self.sky and tidied is None:
            return
        self.past.append(Past(self.sky, born, tidied if sky == self.sky else None))
        self.future.clear()
        self.sky = sky

    def above(self, key: SessionId) -> list[SessionId]:
        found: list[SessionId] = []
        parent = self.sky[key].parent
        while parent is not None:
            found.append(parent)
            parent = self.sky[parent].parent
        return found

    def below(self, key: SessionId) -> set[SessionId]:
        return {key, *(other for other in self.living() if key in self._living_above(other))}

    def _living_above(self, key: SessionId) -> list[SessionId]:
        found = []
        for parent in self.above(key):
            if self.sky[parent].trash is not None:
                break
            found.append(parent)
        return found

    def nearest(self, key: SessionId, going: set[SessionId]) -> SessionId | None:
        return next(
            (item for item in self.above(key) if self.sky[item].trash is None and item not in going), None
        )

    def step_back(self, source: list[Past], target: list[Past]) -> None:
        """Undo and redo move life and place; a row that came to be stays as a row, in the trash."""
        wanted, born, tidied = source.pop()
        target.append(Past(self.sky, born, tidied))
        self.deletions += 1
        sky: Sky = {}
        for key, now in self.sky.items():
            then = wanted.get(key)
            if then is None or (key == born and then.trash is not None):
                sky[key] = now._replace(trash=now.trash if now.trash is not None else self.deletions)
            elif then.trash is None:
                sky[key] = then
            else:
                trash = now.trash if now.trash is not None else self.deletions
                sky[key] = then._replace(trash=trash)
        self.sky = sky

    def empty(self) -> None:
        """Destroy; the past that would need it is cut where a survivor once hung under it."""
        gone = {key for key, star in self.sky.items() if star.trash is not None}
        self.sky = {key: star for key, star in self.sky.items() if key not in gone}
        self.past = self._trimmed(self.past, gone)
        self.future = self._trimmed(self.future, gone)

    def _trimmed(self, skies: list[Past], gone: set[SessionId]) -> list[Past]:
        kept: list[Past] = []
        last = self.sky
        for sky, born, tidied in reversed(skies):
            rest = {key: star for key, star in sky.items() if key not in gone}
            if any(star.parent in gone for star in rest.values() if star.trash is None):
                break
            if _shape(rest) != _shape(last) or (tidied is not None and tidied not in gone):
                kept.insert(0, Past(rest, born, tidied))
                last = rest
        return kept


def _shape(sky: Sky) -> dict[SessionId, Star]:
    return {key: star for key, star in sky.items() if star.trash is None}


def outline(sky: Sky) -> list[Any]:
    """Living conversations with all that undo must bring back, siblings in order."""
    living = _shape(sky)

    def branch(parent: SessionId | None) -> list[Any]:
        children = sorted((s.rank, key, s) for key, s in living.items() if s.parent == parent)
        return [(key, s.label, s.archived, s.place, branch(key)) for _, key, s in children]

    return branch(None)


def outline_of(topology: Topology) -> list[Any]:
    def branch(ids: tuple[SessionId, ...]) -> list[Any]:
        found = []
        for key in ids:
            entry = topology[key]
            place = None if entry.dx is None or entry.dy is None else (entry.dx, entry.dy)
            found.append((key, entry.label, entry.archived, place, branch(topology.children(key))))
        return found

    return branch(topology.roots)


OPERATIONS: Counter[str] = Counter()
"""How many steps each machine has made in this process."""


class TreeAgainstModel(RuleBasedStateMachine):
    """Every rule does the same to the store and to the model; the invariants compare."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="stello-model-"))
        self.runner = asyncio.Runner()
        self.model = Model()
        self.boot: Boot
        self.database: Database
        self.open()

    def open(self) -> None:
        self.boot = open_store(self.folder)
        self.database = self.run(Database.open(self.boot.path))
        self.tree = TopologyStore(self.database)
        self.forks = ForkStore(self.database)

    def run(self, awaitable: Any) -> Any:
        return self.runner.run(awaitable)

    @invariant()
    def count(self) -> None:
        OPERATIONS[type(self).__name__] += 1

    def close(self) -> None:
        self.run(self.database.close())
        self.boot.lock.release()

    def teardown(self) -> None:
        self.close()
        self.runner.close()
        shutil.rmtree(self.folder)

    def apply(self, command: Command) -> None:
        applied = self.run(self.tree.apply(command))
        living = set(self.model.living())
        assert {entry.session_id for entry in applied.changed} <= living
        assert not living.intersection(applied.removed)

    def one(self, data: st.DataObject) -> SessionId:
        return data.draw(st.sampled_from(self.model.living()))

    def some(self, data: st.DataObject) -> list[SessionId]:
        living = self.model.living()
        return data.draw(st.lists(st.sampled_from(living), min_size=1, max_size=3, unique=True))

    def have_living(self) -> bool:
        return bool(self.model.living())

    @rule()
    def create(self) -> None:
        key = new_session_id()
        label = f"project {len(self.model.sky)}"
        self.model.commit({**self.model.sky, key: Star(None, self.model.rank(), label)}, born=key)
        self.apply(CreateProject(key, label))

    @precondition(have_living)
    @rule(data=st.data(), by=st.sampled_from(Author))
    def fork(self, data: st.DataObject, by: Author) -> None:
        active = [key for key in self.model.living() if not self.model.sky[key].archived]
        if not active:
            return
        source, parent = data.draw(st.sampled_from(active)), self.one(data)
        label = f"branch {len(self.model.sky)}"
        draft = ChildDraft(label=label, source_session_id=source, topology_parent_id=parent, by=by)
        entry = self.run(self.forks.create_child(draft))
        star = Star(parent, self.model.rank(), label)
        self.model.commit({**self.model.sky, entry.session_id: star}, born=entry.session_id)

    @precondition(have_living)
    @rule(data=st.data(), to_root=st.booleans())
    def move(self, data: st.DataObject, *, to_root: bool) -> None:
        keys = self.some(data)
        parent = None if to_root else self.one(data)
        command = Reparent(tuple(keys), parent)
        if parent is not None and not {parent, *self.model.above(parent)}.isdisjoint(keys):
            with pytest.raises(TopologyCycle):
                self.run(self.tree.apply(command))
            return
        tops = [key for key in keys if set(keys).isdisjoint(self.model.above(key))]
        sky = dict(self.model.sky)
        for key in sorted(tops, key=lambda key: sky[key].rank):
            sky[key] = sky[key]._replace(parent=parent, rank=self.model.rank(), place=None)
        self.model.commit(sky)
        self.apply(command)

    @precondition(have_living)
    @rule(data=st.data(), label=st.text("abc", min_size=1, max_size=3), joins=st.booleans())
    def rename(self, data: st.DataObject, label: str, *, joins: bool) -> None:
        key = self.one(data)
        sky = {**self.model.sky, key: self.model.sky[key]._replace(label=label)}
        if joins and self.model.past and self.model.past[-1].born == key:
            self.model.sky = sky
            self.model.future.clear()
        else:
            self.model.commit(sky)
        self.apply(Rename(key, label, joins_creation=joins))

    @precondition(have_living)
    @rule(data=st.data(), archived=st.booleans())
    def archive(self, data: st.DataObject, *, archived: bool) -> None:
        keys = self.some(data)
        sky = {**self.model.sky, **{key: self.model.sky[key]._replace(archived=archived) for key in keys}}
        self.model.commit(sky)
        self.apply(SetArchived(tuple(keys), archived))

    @precondition(have_living)
    @rule(data=st.data(), dx=st.floats(-1e6, 1e6), dy=st.floats(-1e6, 1e6))
    def place(self, data: st.DataObject, dx: float, dy: float) -> None:
        key = self.one(data)
        self.model.commit({**self.model.sky, key: self.model.sky[key]._replace(place=(dx, dy))})
        self.apply(Place(((key, dx, dy),)))

    @precondition(have_living)
    @rule(data=st.data())
    def tidy(self, data: st.DataObject) -> None:
        key = self.one(data)
        tidied = {item: self.model.sky[item]._replace(place=None) for item in self.model.below(key)}
        self.model.commit({**self.model.sky, **tidied}, tidied=key)
        self.apply(TidyUp(key))

    @precondition(have_living)
    @rule(data=st.data(), lift=st.booleans())
    def delete(self, data: st.DataObject, *, lift: bool) -> None:
        keys = set(self.some(data))
        sky = dict(self.model.sky)
        going = keys if lift else set().union(*(self.model.below(key) for key in keys))
        if lift:
            left = [key for key in self.model.living() if sky[key].parent in keys and key not in keys]
            for key in sorted(left, key=lambda key: sky[key].rank):
                home = self.model.nearest(key, keys)
                sky[key] = sky[key]._replace(parent=home, rank=self.model.rank(), place=None)
        self.model.deletions += 1
        for key in going:
            sky[key] = sky[key]._replace(trash=self.model.deletions)
        self.model.commit(sky)
        self.apply(Delete(tuple(keys), lift_children=lift))

    @precondition(lambda self: len(self.model.living()) < len(self.model.sky))
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        items = self.run(self.tree.list_trash())
        ours: dict[int, set[SessionId]] = {}
        for key, star in self.model.sky.items():
            if star.trash is not None:
                ours.setdefault(star.trash, set()).add(key)
        numbers = sorted(ours, reverse=True)
        assert [item.count for item in items] == [len(ours[number]) for number in numbers]
        index = data.draw(st.integers(0, len(items) - 1))
        together = ours[numbers[index]]
        sky = dict(self.model.sky)
        tops = [key for key in together if sky[key].parent not in together]
        for key in sorted(tops, key=lambda key: sky[key].rank):
            home = self.model.nearest(key, set())
            if home != sky[key].parent:
                sky[key] = sky[key]._replace(parent=home, rank=self.model.rank(), place=None)
        for key in together:
            sky[key] = sky[key]._replace(trash=None)
        self.model.commit(sky)
        self.apply(Restore(items[index].trash_id))

    @rule()
    def undo(self) -> None:
        applied = self.run(self.tree.undo())
        assert (applied is None) == (not self.model.past)
        if self.model.past:
            self.model.step_back(self.model.past, self.model.future)

    @rule()
    def redo(self) -> None:
        applied = self.run(self.tree.redo())
        assert (applied is None) == (not self.model.future)
        if self.model.future:
            self.model.step_back(self.model.future, self.model.past)

    @rule()
    def undo_all_and_redo_all(self) -> None:
        here = outline_of(self.run(self.tree.load())[0])
        count = 0
        while self.run(self.tree.undo()) is not None:
            count += 1
        assert count == len(self.model.past)
        for _ in range(count):
            assert self.run(self.tree.redo()) is not None
        assert outline_of(self.run(self.tree.load())[0]) == here
        self.model.deletions += 1
        self.resettle_trash()

    def resettle_trash(self) -> None:
        """Going back and forth makes deletions anew; learn from the store which belong together."""
        rows = self.run(
            self.database.read(
                lambda connection: fetch(
                    connection, "SELECT session_id, trash_id FROM session WHERE trash_id IS NOT NULL"
                )
            )
        )
        for key, trash in rows:
            assert self.model.sky[key].trash is not None
            self.model.sky[key] = self.model.sky[key]._replace(trash=trash)
        self.model.deletions = max([self.model.deletions, *(trash for _, trash in rows)])

    @rule()
    def reopen(self) -> None:
        self.close()
        self.open()
        assert outline_of(self.boot.topology) == outline(self.model.sky)

    @rule()
    def crash_in_mid_transaction(self) -> None:
        class Crash(Exception):
            pass

        def half(connection: Any) -> None:
            connection.exec_driver_sql("UPDATE session SET parent_id = NULL, label = 'lost'")
            connection.exec_driver_sql("DELETE FROM step")
            raise Crash

        with pytest.raises(Crash):
            self.run(self.database.transact(half))
        self.reopen()

    @invariant()
    def the_store_is_what_the_model_says(self) -> None:
        topology, history = self.run(self.tree.load())
        assert outline_of(topology) == outline(self.model.sky)
        assert (history.undo is None) == (not self.model.past)
        assert (history.redo is None) == (not self.model.future)

    @invariant()
    def the_rows_are_sound(self) -> None:
        def broken(connection: Any) -> list[Any]:
            return [
                *fetch(connection, "PRAGMA foreign_key_check"),
                *fetch(connection, "SELECT ord FROM session GROUP BY ord HAVING count(*) > 1"),
                *fetch(
                    connection,
                    "SELECT c.session_id FROM session c JOIN session p ON c.parent_id = p.session_id"
                    " WHERE c.trash_id IS NULL AND p.trash_id IS NOT NULL",
                ),
                *fetch(
                    connection,
                    "SELECT trash_id FROM trash WHERE trash_id NOT IN"
                    " (SELECT trash_id FROM session WHERE trash_id IS NOT NULL)",
                ),
                *fetch(
                    connection,
                    "SELECT step_id FROM step WHERE undone = 0 AND step_id >"
                    " (SELECT min(step_id) FROM step WHERE undone = 1)",
                ),
            ]

        assert self.run(self.database.read(broken)) == []


class TreeAgainstModelWithEmptying(TreeAgainstModel):
    """The same with destruction, after which only what can come back exactly may be undone."""

    @rule()
    def empty_trash(self) -> None:
        gone = len(self.model.sky) - len(self.model.living())
        assert self.run(self.tree.empty_trash()) == gone
        if gone:
            self.model.empty()


RUNS = runs(
    30,
    stateful_step_count=40,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking real files takes minutes
)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [TreeAgainstModel, TreeAgainstModelWithEmptying])
def test_the_tree_is_what_the_model_says_after_any_commands(machine: type[TreeAgainstModel]) -> None:
    """P-1, P-3, P-4."""
    run_state_machine_as_test(machine, settings=RUNS)
    sys.stdout.write(f"{machine.__name__}: {OPERATIONS[machine.__name__]} operations\n")


def test_a_name_that_joins_a_creation_that_was_redone_is_one_step_and_stays(tmp_path: Path) -> None:
    """P-4, I6: found by a run of 50,000 operations, whose model had it otherwise."""

    async def work() -> None:
        async with opened(tmp_path) as store:
            key = new_session_id()
            await store.tree.apply(CreateProject(key, "first"))
            await store.tree.undo()
            await store.tree.redo()
            await store.tree.apply(Rename(key, "second", joins_creation=True))
            await store.tree.undo()
            assert await store.tree.undo() is None
            (item,) = await store.tree.list_trash()
            await store.tree.apply(Restore(item.trash_id))
            assert (await store.topology())[key].label == "second"

    asyncio.run(work())
