"""The concrete rooms behind the workspace, handed in by the composition root."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.context_state import ContextStorage
from stello_desktop.domain.library import LibraryStorage, LibraryTrash
from stello_desktop.domain.memory import MemoryStorage, ReflectionStorage
from stello_desktop.domain.ports import (
    DeskStorage,
    ForkStorage,
    HistoryState,
    ModelCatalog,
    SessionStorage,
    TopologyStorage,
)
from stello_desktop.domain.results import ResultStorage
from stello_desktop.domain.topology import Topology

if TYPE_CHECKING:  # not for the first frame
    from stello_desktop.domain.outbox import OutboxStorage
    from stello_desktop.domain.usage import UsageStorage
    from stello_desktop.domain.versions import RevisionStorage


@dataclass(frozen=True, slots=True)
class BootState:
    """What the first paint needs, read without any heavy library."""

    topology: Topology
    history: HistoryState = field(default_factory=HistoryState)
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backend:
    """Store and models, once their libraries are imported."""

    sessions: SessionStorage
    forks: ForkStorage
    tree: TopologyStorage
    desk: DeskStorage
    library: LibraryStorage
    library_trash: LibraryTrash
    outbox: OutboxStorage
    usage: UsageStorage
    context: ContextStorage
    revisions: RevisionStorage
    memory: MemoryStorage
    reflections: ReflectionStorage
    results: ResultStorage
    catalog: ModelCatalog
    close: Callable[[], Awaitable[None]]


type OpenBackend = Callable[[], Awaitable[Backend]]
