"""Store and models, put together; imports the heavy libraries, so only after the first paint."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from stello_desktop.llm import openai_compatible
from stello_desktop.llm.catalog import Catalog
from stello_desktop.store.context_storage import ContextStore
from stello_desktop.store.database import Database
from stello_desktop.store.desk_storage import DeskStore
from stello_desktop.store.fork_storage import ForkStore
from stello_desktop.store.library_storage import LibraryStore
from stello_desktop.store.library_trash import LibraryTrashStore
from stello_desktop.store.memory_storage import MemoryShelf
from stello_desktop.store.outbox_storage import OutboxStore
from stello_desktop.store.reflection_storage import ReflectionShelf
from stello_desktop.store.result_storage import ResultShelf
from stello_desktop.store.revision_storage import RevisionStore
from stello_desktop.store.session_storage import SessionStore
from stello_desktop.store.topology_storage import TopologyStore
from stello_desktop.store.usage_storage import UsageStore
from stello_desktop.ui.chat import parsing
from stello_desktop.workspace.backend import Backend

_LATE: Final = ("stello_desktop.workspace.assembly", "pygments.lexers", "pygments.token", "pygments.util")
"""Imported by the window only when it first needs them; on its own thread that would be a stall."""


def import_the_rest() -> None:
    """Pay for what is needed after the first paint; meant for a thread of its own."""
    for name in _LATE:
        import_module(name)
    parsing.parser()
    parsing.block_parser()
    openai_compatible.prewarm()


async def open_rooms(store: Path) -> Backend:
    """The concrete rooms behind a workspace, on the store that the first paint has read."""
    database = await Database.open(store)
    return Backend(
        sessions=SessionStore(database),
        forks=ForkStore(database),
        tree=TopologyStore(database),
        desk=DeskStore(database),
        library=LibraryStore(database),
        library_trash=LibraryTrashStore(database),
        outbox=OutboxStore(database),
        usage=UsageStore(database),
        context=ContextStore(database),
        revisions=RevisionStore(database),
        memory=MemoryShelf(database),
        reflections=ReflectionShelf(database),
        results=ResultShelf(database),
        catalog=Catalog(),
        close=database.close,
    )
