"""The services that the person has set up, as their settings keep them: found, named, changed, and told of (Q25, T9)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.consents import Consents
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.ports import ModelCatalog
from stello_desktop.domain.services import Service
from stello_desktop.workspace.answering import service_id_for
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.settings import Settings

_NAME_AND_MODEL: Final = " · {}"


class OwnServices:
    """One list for all who change it; each change is kept and told by ``Changes(services=True)``.

    Args:
        settings: the person's choices, now.
        change_settings: uses and keeps others.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        change_settings: Callable[..., Awaitable[None]],
        feed: ChangeFeed,
    ) -> None:
        self._settings = settings
        self._change_settings = change_settings
        self._feed = feed

    @property
    def all(self) -> tuple[Service, ...]:
        """In the person's order."""
        return self._settings().services

    @property
    def consents(self) -> Consents:
        """What the person has allowed."""
        return self._settings().consents

    @property
    def default(self) -> ServiceId:
        """Who answers where a conversation knows nothing else."""
        return self._settings().default_service

    def find(self, service_id: ServiceId) -> Service | None:
        """The service; None where it is built in or was removed."""
        return next((item for item in self.all if item.service_id == service_id), None)

    async def put(self, changed: Service) -> None:
        """Keep one service as it is now, in its place."""
        services = tuple(changed if item.service_id == changed.service_id else item for item in self.all)
        if services != self.all:
            await self.keep(services=services)

    async def keep(self, **settings: Any) -> None:
        """Keep these settings, which are about services."""
        await self.write(**settings)
        self.tell()

    async def write(self, **settings: Any) -> None:
        """The same, where the caller tells of it later."""
        await self._change_settings(**settings)

    async def keep_with(self, consents: Consents, catalog: ModelCatalog, **settings: Any) -> None:
        """The same with what is allowed for them, which holds at once."""
        if consents != self.consents:
            settings["consents"] = consents
            catalog.set_consents(consents)
        await self.keep(**settings)

    async def allow(self, consents: Consents, catalog: ModelCatalog) -> None:
        """Keep what the person allows, and let it hold at once."""
        await self.write(consents=consents)
        catalog.set_consents(self.consents)

    def tell(self, *touched: SessionId) -> None:
        """Something about services is another now, or who answers in these conversations."""
        self._feed.publish(Changes(services=True, touched=frozenset(touched)))

    def id_for(self, name: str, base_url: str, model: str, coming: Collection[ServiceId]) -> ServiceId:
        """Of the service that is the same already, or a new one that is not among ``coming`` either."""
        for item in self.all:
            if item.base_url == base_url and item.model == model:
                return item.service_id
        return service_id_for(name, base_url, [*(item.service_id for item in self.all), *coming])


def told_apart(name: str, model: str, known: Sequence[Service]) -> str:
    """The name, with its model behind it where another service is called the same."""
    taken = {item.name for item in known}
    return f"{name}{_NAME_AND_MODEL.format(model)}" if name in taken and model else name


def with_model(now: Service, name: str, model: str) -> Service:
    """The service with another name and model; a name that told the old model tells the new one."""
    if name == now.name and now.model and name.endswith(_NAME_AND_MODEL.format(now.model)):
        name = name.removesuffix(now.model) + model
    return replace(now, name=name, model=model)
