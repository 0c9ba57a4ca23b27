"""What every implementation of `TopologyStorage` promises: the same laws for every command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from stello_desktop.domain.commands import (
    Command,
    CreateProject,
    Delete,
    Place,
    Rename,
    Reparent,
    Restore,
    SetArchived,
    SetLayout,
    SetStrategy,
    TidyUp,
)
from stello_desktop.domain.errors import InvalidLabel, SessionNotFound, StelloError, TopologyCycle
from stello_desktop.domain.ids import SessionId, TrashId, new_session_id
from stello_desktop.domain.messages import RecordDraft, Role
from stello_desktop.domain.ports import TopologyStorage
from stello_desktop.domain.session import SessionDraft
from stello_desktop.domain.topology import LayoutKind, StrategyKind, Topology, TreeEntry
from tests.helpers.stores import opened

type Ids = dict[str, SessionId]
type Story = Callable[[TopologyStorage, Ids], Awaitable[None]]
type Run = Callable[[Story], None]

NOBODY = new_session_id()


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[TopologyStorage]:
    async with opened(folder) as store:
        yield store.tree


@pytest.fixture(params=[on_disk], ids=["disk"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Tell a story on ``main > a > b``, ``main > c`` and ``other``; ``b`` has a place of its own."""

    def run_on(story: Story) -> None:
        async def main() -> None:
            async with request.param(tmp_path / "store") as storage:
                await story(storage, await plant(storage))

        asyncio.run(main())

    return run_on


async def plant(storage: TopologyStorage) -> Ids:
    ids = {label: new_session_id() for label in ("main", "a", "b", "c", "other")}
    message = (RecordDraft(role=Role.USER, content="hello"),)
    parents = {"main": None, "a": "main", "b": "a", "c": "main", "other": None}
    drafts = [
        SessionDraft(ids[label], label, None if parent is None else ids[parent], messages=message)
        for label, parent in parents.items()
    ]
    await storage.add_tree(drafts)
    await storage.apply(Place(((ids["b"], 3.0, 4.0),)))
    return ids


def facts(topology: Topology) -> dict[SessionId, TreeEntry]:
    """Everything but the time of change, which an undo moves on."""
    return {entry.session_id: entry._replace(updated_at=0.0) for entry in topology.entries()}


def shape(topology: Topology) -> list[tuple[SessionId, SessionId | None]]:
    return [(item, topology.parent(item)) for item in topology.walk()]


NEW = new_session_id()
COMMANDS: dict[str, Callable[[Ids], Command]] = {
    "create": lambda _: CreateProject(NEW, "new", strategy=StrategyKind.FLAT),
    "move": lambda ids: Reparent((ids["a"], ids["other"]), ids["c"]),
    "make a project": lambda ids: Reparent((ids["b"],), None),
    "place": lambda ids: Place(((ids["a"], 1.0, 2.0), (ids["b"], None, None))),
    "tidy up": lambda ids: TidyUp(ids["main"]),
    "rename": lambda ids: Rename(ids["a"], "another"),
    "archive": lambda ids: SetArchived((ids["a"], ids["c"]), archived=True),
    "delete": lambda ids: Delete((ids["a"],)),
    "delete and lift": lambda ids: Delete((ids["main"], ids["a"]), lift_children=True),
    "layout": lambda ids: SetLayout(ids["main"], LayoutKind.MIND_MAP),
    "strategy": lambda ids: SetStrategy(ids["main"], StrategyKind.FLAT),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_change_gives_back_is_what_was_committed_and_undo_takes_it_back(run: Run, name: str) -> None:
    """P-1, P-3, P-4: for every command; a view that takes what it is given needs no second look."""

    async def story(storage: TopologyStorage, ids: Ids) -> None:
        before, _ = await storage.load()
        applied = await storage.apply(COMMANDS[name](ids))
        after, history = await storage.load()
        assert facts(after) != facts(before)
        assert (applied.history, history.undo, history.redo) == (history, applied.step, None)
        shown = before.updated(applied.changed, applied.removed)
        assert (facts(shown), shape(shown)) == (facts(after), shape(after))

        undone = await storage.undo()
        assert undone is not None
        back, _ = await storage.load()
        assert (facts(back), shape(back)) == (facts(before), shape(before))
        shown = after.updated(undone.changed, undone.removed)
        assert (facts(shown), shape(shown)) == (facts(back), shape(back))
        assert undone.history.redo == applied.step

        redone = await storage.redo()
        assert redone is not None
        again, _ = await storage.load()
        assert (facts(again), shape(again)) == (facts(after), shape(after))
        assert redone.history == history

    run(story)


def test_restoring_is_a_change_like_any_other(run: Run) -> None:
    """P-3: back where it was, and undo deletes it again."""

    async def story(storage: TopologyStorage, ids: Ids) -> None:
        before, _ = await storage.load()
        await storage.apply(Delete((ids["a"],)))
        (item,) = await storage.list_trash()
        assert (item.label, item.count, item.parent_label) == ("a", 2, "main")
        await storage.apply(Restore(item.trash_id))
        back, _ = await storage.load()
        assert (facts(back), shape(back)) == (facts(before), shape(before))
        assert await storage.list_trash() == ()
        await storage.undo()
        assert [(item.label, item.count) for item in await storage.list_trash()] == [("a", 2)]

    run(story)


REFUSED: dict[str, tuple[Callable[[Ids], Command], type[StelloError]]] = {
    "into itself": (lambda ids: Reparent((ids["a"],), ids["a"]), TopologyCycle),
    "into a descendant": (lambda ids: Reparent((ids["c"], ids["main"]), ids["b"]), TopologyCycle),
    "under nobody": (lambda ids: Reparent((ids["a"],), NOBODY), SessionNotFound),
    "nobody moves": (lambda ids: Reparent((ids["a"], NOBODY), None), SessionNotFound),
    "nobody is renamed": (lambda _: Rename(NOBODY, "x"), SessionNotFound),
    "a blank name": (lambda ids: Rename(ids["a"], " \u202e "), InvalidLabel),
    "a blank project": (lambda _: CreateProject(NEW, "\n"), InvalidLabel),
    "nobody is placed": (lambda _: Place(((NOBODY, 1.0, 1.0),)), SessionNotFound),
    "nobody is archived": (lambda ids: SetArchived((ids["a"], NOBODY), archived=True), SessionNotFound),
    "nobody is deleted": (lambda ids: Delete((ids["a"], NOBODY)), SessionNotFound),
    "no such deletion": (lambda _: Restore(TrashId(99)), SessionNotFound),
    "no such project": (lambda _: SetLayout(NOBODY, LayoutKind.STAR), SessionNotFound),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_change_leaves_tree_and_history_as_they_were(run: Run, name: str) -> None:
    """P-1, P-4, Q-3."""
    make, error = REFUSED[name]

    async def story(storage: TopologyStorage, ids: Ids) -> None:
        before = await storage.load()
        with pytest.raises(error):
            await storage.apply(make(ids))
        after = await storage.load()
        assert (facts(after[0]), after[1]) == (facts(before[0]), before[1])

    run(story)


def test_a_new_change_ends_what_could_be_redone(run: Run) -> None:
    """P-4."""

    async def story(storage: TopologyStorage, ids: Ids) -> None:
        await storage.apply(Rename(ids["a"], "another"))
        await storage.undo()
        await storage.apply(Rename(ids["c"], "else"))
        assert await storage.redo() is None
        assert (await storage.history()).redo is None

    run(story)


def test_only_emptying_the_trash_destroys(run: Run) -> None:
    """P-3: and what the history knew of the destroyed goes with them."""

    async def story(storage: TopologyStorage, ids: Ids) -> None:
        assert await storage.empty_trash() == 0
        await storage.apply(Delete((ids["a"],)))
        assert await storage.entries([ids["a"], ids["c"]]) == await storage.entries([ids["c"]])
        assert await storage.empty_trash() == 2
        assert await storage.list_trash() == ()
        while await storage.undo() is not None:
            pass
        topology, _ = await storage.load()
        assert ids["a"] not in topology
        assert ids["b"] not in topology

    run(story)


def test_folding_is_kept_without_a_step(run: Run) -> None:
    """P-4: view state has no undo."""

    async def story(storage: TopologyStorage, ids: Ids) -> None:
        history = await storage.history()
        await storage.set_folded([ids["a"], NOBODY], True)
        (entry,) = await storage.entries([ids["a"]])
        assert entry.folded
        assert await storage.history() == history

    run(story)
