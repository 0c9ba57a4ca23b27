"""A real workspace on a real store in a temporary folder, answered by whatever model a test brings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import override

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import LanguageModel
from stello_desktop.domain.outbox import OutboxStorage
from stello_desktop.domain.ports import DeskStorage
from stello_desktop.domain.services import Service
from stello_desktop.llm.catalog import Catalog
from stello_desktop.llm.key_store import KeyStore
from stello_desktop.llm.providers import USUAL_PROBES, Probe
from stello_desktop.resources import resource
from stello_desktop.store import boot
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
from stello_desktop.workspace.backend import Backend, BootState
from stello_desktop.workspace.workspace import Workspace


class CatalogOf(Catalog):
    """A catalogue whose services answer with the models of a test; the rest is the real thing."""

    def __init__(
        self,
        models: Mapping[str, LanguageModel],
        probes: Sequence[Probe] = USUAL_PROBES,
        keys: KeyStore | None = None,
    ) -> None:
        super().__init__(probes=probes, keys=keys)
        self._models = models

    @override
    def model(self, service: Service, model: str = "") -> LanguageModel:
        scripted = self._models.get(service.name or service.service_id)
        return scripted if scripted is not None else super().model(service, model)


@asynccontextmanager
async def open_workspace(
    folder: Path,
    model: LanguageModel | None = None,
    *,
    models: Mapping[str, LanguageModel] | None = None,
    desk: Callable[[Database], DeskStorage] = DeskStore,
    outbox: Callable[[Database], OutboxStorage] = OutboxStore,
    opening: asyncio.Event | None = None,
    probes: Sequence[Probe] = USUAL_PROBES,
    keys: KeyStore | None = None,
) -> AsyncIterator[Workspace]:
    """A workspace that is ready; ``model`` takes the practice assistant's place.

    Args:
        probes: where model servers of this computer are looked for.
        keys: where keys are kept; in memory for this run where a test brings nothing.
        opening: where given, the store opens only when this is set, as after the first paint.
    """
    state = boot.open_store(folder)
    chosen: dict[str, LanguageModel] = dict(models or {})
    if model is not None:
        chosen["practice"] = model
    catalog = CatalogOf(chosen, probes, keys)

    async def open_backend() -> Backend:
        if opening is not None:
            await opening.wait()
        database = await Database.open(state.path)
        return Backend(
            sessions=SessionStore(database),
            forks=ForkStore(database),
            tree=TopologyStore(database),
            desk=desk(database),
            library=LibraryStore(database),
            library_trash=LibraryTrashStore(database),
            outbox=outbox(database),
            usage=UsageStore(database),
            context=ContextStore(database),
            revisions=RevisionStore(database),
            memory=MemoryShelf(database),
            reflections=ReflectionShelf(database),
            results=ResultShelf(database),
            catalog=catalog,
            close=database.close,
        )

    workspace = Workspace(
        BootState(state.topology, state.history, state.values),
        open_backend,
        data_folder=folder,
        examples=resource("examples"),
    )
    try:
        if opening is None:
            await workspace.ready()
        yield workspace
    finally:
        if opening is not None:
            opening.set()
        await workspace.shutdown()
        state.lock.release()


def run_in_workspace(
    folder: Path, story: Callable[[Workspace], Awaitable[None]], model: LanguageModel | None = None
) -> None:
    """Open, tell the story, close."""

    async def told() -> None:
        async with open_workspace(folder, model) as workspace:
            await story(workspace)

    asyncio.run(told())


async def a_service(
    workspace: Workspace,
    name: str,
    *,
    key: str = "",
    default: bool = True,
    address: str = "http://127.0.0.1:9/v1",
) -> ServiceId:
    """A service of the person's own; its model comes from the test's models by its name."""
    service = await workspace.services.add(name=name, address=address, model=f"{name}-model", key=key)
    if default:
        await workspace.services.use(service.service_id)
    return service.service_id
