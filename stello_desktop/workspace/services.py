"""Setting up AI services: looking for local ones, adding, testing, choosing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.consents import Consents
from stello_desktop.domain.errors import KeyNotRemoved
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace, KeyringTrouble, KeyState
from stello_desktop.domain.ports import ModelCatalog
from stello_desktop.domain.services import (
    DetectedServer,
    ModelInfo,
    ModelPrice,
    Service,
    ServiceCheck,
    ServiceKind,
)
from stello_desktop.domain.text import clean_label
from stello_desktop.workspace.answering import Answering, service_id_for
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.settings import Settings

_NAME_AND_MODEL: Final = " · {}"


def _told_apart(name: str, model: str, known: Sequence[Service]) -> str:
    """The name, with its model behind it where another service is called the same."""
    taken = {item.name for item in known}
    return f"{name}{_NAME_AND_MODEL.format(model)}" if name in taken and model else name


def _followed(name: str, now: Service, model: str) -> str:
    """The name; where it told the old model, it tells the new one."""
    if name == now.name and now.model and name.endswith(_NAME_AND_MODEL.format(now.model)):
        return name.removesuffix(now.model) + model
    return name


def same_origin(base_url: str, other: str) -> bool:
    """Whether two base addresses are the same scheme, host and port: what a key is bound to (T9)."""
    return urlsplit(base_url)[:2] == urlsplit(other)[:2]


def _origin_of(base_url: str) -> str:
    """Scheme, host and port of a normalised address, as consents are kept."""
    parts = urlsplit(base_url)
    port = parts.port or {"http": 80}.get(parts.scheme, 443)
    return f"{parts.scheme}://{parts.hostname}:{port}"


class ServiceDesk:
    """What the Settings page and the first screen do with AI services."""

    def __init__(
        self,
        answering: Answering,
        catalog: Callable[[], Awaitable[ModelCatalog]],
        settings: Callable[[], Settings],
        change_settings: Callable[..., Awaitable[None]],
        feed: ChangeFeed,
    ) -> None:
        self._answering = answering
        self._catalog = catalog
        self._settings = settings
        self._change_settings = change_settings
        self._feed = feed
        self._open: ModelCatalog | None = None
        self._lists: dict[str, tuple[ModelInfo, ...]] = {}

    async def _ready(self) -> ModelCatalog:
        self._open = await self._catalog()
        return self._open

    async def detect(self) -> tuple[DetectedServer, ...]:
        """Model servers on the usual ports of this computer (Q28)."""
        return await (await self._ready()).detect()

    async def list_models(
        self, address: str, key: str = "", service_id: ServiceId | None = None
    ) -> tuple[ModelInfo, ...]:
        """The models of a server at any form of address. Raises: InvalidAddress, InvalidKey, ProviderError."""
        catalog = await self._ready()
        base_url = catalog.normalise_url(address)
        models = await catalog.list_models(base_url, key, service_id)
        self._lists[base_url] = models
        return models

    def known_models(self, service: Service) -> tuple[ModelInfo, ...]:
        """What its address listed when it was last asked in this run; empty where it was not."""
        return self._lists.get(service.base_url, ())

    async def add(
        self, *, name: str, address: str, model: str, key: str = "", local: bool = False
    ) -> Service:
        """Remember a service; the key is kept beside it, bound to the address (T9)."""
        catalog = await self._ready()
        base_url = catalog.normalise_url(address)
        known = self._settings().services
        same = next((item for item in known if item.base_url == base_url and item.model == model), None)
        service = Service(
            service_id=same.service_id
            if same
            else service_id_for(name, base_url, [item.service_id for item in known]),
            kind=ServiceKind.OPENAI,
            name=_told_apart(
                clean_label(name) or base_url, model, [item for item in known if item is not same]
            ),
            base_url=base_url,
            model=model,
            needs_key=bool(key),
            local=local,
        )
        if key:
            await catalog.set_key(service.service_id, base_url, key)
        others = tuple(item for item in known if item.service_id != service.service_id)
        await self._change_settings(services=(*others, service))
        self._feed.publish(Changes(services=True))
        return service

    async def change(
        self,
        service_id: ServiceId,
        *,
        name: str = "",
        model: str = "",
        address: str = "",
        key: str = "",
        local: bool | None = None,
    ) -> None:
        """Another name, model, address or key; empty leaves what is there. A name that told the old model follows it.

        At another address the old key is gone, since it was given for the old one (T9).

        Raises: InvalidAddress, InvalidKey, where nothing was changed yet.
        """
        known = self._settings().services
        now = next((item for item in known if item.service_id == service_id), None)
        if now is None:
            return
        catalog = await self._ready()
        base_url = catalog.normalise_url(address) if address.strip() else now.base_url
        moved = not same_origin(base_url, now.base_url)
        if key:
            await catalog.set_key(service_id, base_url, key)
        model = model.strip() or now.model
        changed = replace(
            now,
            name=_followed(clean_label(name) or now.name, now, model),
            model=model,
            base_url=base_url,
            needs_key=bool(key) or (now.needs_key and not moved),
            local=now.local if local is None else local,
        )
        if changed != now:
            services = tuple(changed if item is now else item for item in known)
            await self._change_settings(services=services)
            self._feed.publish(Changes(services=True))
        if moved and now.needs_key:
            await catalog.forget_key(service_id, now.base_url)

    async def set_price(self, service_id: ServiceId, price: ModelPrice) -> None:
        """Keep what a model costs; a price without amounts is forgotten."""
        known = self._settings().services
        now = next((item for item in known if item.service_id == service_id), None)
        if now is None:
            return
        others = tuple(item for item in now.prices if item.model != price.model)
        nothing = price.input_per_million is None and price.output_per_million is None
        changed = replace(now, prices=others if nothing else (*others, price))
        if changed != now:
            services = tuple(changed if item is now else item for item in known)
            await self._change_settings(services=services)
            self._feed.publish(Changes(services=True))

    async def remove(self, service_id: ServiceId) -> None:
        """Forget a service and its key; conversations bound to it say so when they are next asked.

        Raises: KeyNotRemoved where the keyring may still have the key; the service is gone all the same.
        """
        catalog = await self._ready()
        gone = [item for item in self._settings().services if item.service_id == service_id]
        remaining = tuple(item for item in self._settings().services if item.service_id != service_id)
        changes: dict[str, Any] = {"services": remaining}
        if self._settings().default_service == service_id:
            changes["default_service"] = Settings().default_service
        consents = self._settings().consents
        for item in gone:  # what was allowed there is asked again, should the address ever come back
            if not any(same_origin(item.base_url, other.base_url) for other in remaining):
                consents = consents.without(_origin_of(item.base_url))
        if consents != self._settings().consents:
            changes["consents"] = consents
            catalog.set_consents(consents)
        await self._change_settings(**changes)
        self._feed.publish(Changes(services=True))
        for item in gone:
            known = catalog.key_state(service_id, item.base_url)
            trouble = None
            if item.needs_key or known.at_hand:
                trouble = await catalog.forget_key(service_id, item.base_url)
            if trouble is not None:
                raise KeyNotRemoved(service=item.name, detail=trouble)

    async def bring_back(self, service: Service, *, at: int, default: bool) -> None:
        """Undo a removal: the service, its place in the list, and its key as long as this run remembers it."""
        known = self._settings().services
        if all(item.service_id != service.service_id for item in known):
            changes: dict[str, Any] = {"services": (*known[:at], service, *known[at:])}
            if default:
                changes["default_service"] = service.service_id
            await self._change_settings(**changes)
            if service.needs_key:
                await (await self._ready()).bring_key_back(service.service_id, service.base_url)
            self._feed.publish(Changes(services=True))

    async def base_url(self, address: str) -> str:
        """The base address that any form of it means (Q26). Raises: InvalidAddress."""
        return (await self._ready()).normalise_url(address)

    async def try_out(
        self, *, name: str, address: str, model: str, key: str = "", service_id: ServiceId | None = None
    ) -> ServiceCheck:
        """A real one-word request before anything is kept; without a key, with the one that the service has.

        Raises: InvalidAddress, InvalidKey, ProviderError.
        """
        catalog = await self._ready()
        base_url = catalog.normalise_url(address)
        known = self._settings().services
        own = next((item for item in known if item.service_id == service_id), None)
        if own is not None and own.base_url == base_url and not key:
            return await catalog.check(own, model)
        asked = Service(
            service_id=service_id or service_id_for(name, base_url, ()),
            kind=ServiceKind.OPENAI,
            name=clean_label(name) or base_url,
            base_url=base_url,
            model=model,
        )
        return await catalog.check(asked, model, key)

    async def check(self, service: Service) -> ServiceCheck:
        """A real one-word request. Raises: ProviderError."""
        return await (await self._ready()).check(service, service.model)

    async def use(self, service_id: ServiceId, model: str = "") -> None:
        """Make a service the default, with another model where one is named."""
        if model:
            services = tuple(
                replace(item, model=model) if item.service_id == service_id else item
                for item in self._settings().services
            )
            await self._change_settings(services=services)
        await self._change_settings(default_service=service_id)
        self._feed.publish(Changes(services=True))

    async def allow(self, consents: Consents) -> None:
        """Keep what the person allows, and let it hold at once."""
        await self._change_settings(consents=consents)
        (await self._ready()).set_consents(self._settings().consents)

    def key_state(self, service: Service) -> KeyState:
        """Where the service's key is, as far as anybody has looked."""
        if self._open is None or not service.needs_key:
            return NOT_LOOKED if service.needs_key else KeyState(KeyPlace.NONE)
        return self._open.key_state(service.service_id, service.base_url)

    async def find_key(self, service: Service, *, again: bool = False) -> KeyState:
        """Look where the service's key is; views are told where that is news."""
        before = self.key_state(service)
        if not service.needs_key:
            return before
        state = await (await self._ready()).find_key(service.service_id, service.base_url, again=again)
        if state != before:
            self._feed.publish(Changes(services=True))
        return state

    async def keyring_trouble(self) -> KeyringTrouble | None:
        """Why a key would be kept for this run only; None where the keyring keeps it."""
        return await (await self._ready()).keyring_trouble()

    async def set_key(self, service: Service, key: str) -> KeyState:
        """Keep a key. Raises: InvalidKey."""
        state = await (await self._ready()).set_key(service.service_id, service.base_url, key)
        if not service.needs_key:
            services = tuple(
                replace(item, needs_key=True) if item.service_id == service.service_id else item
                for item in self._settings().services
            )
            await self._change_settings(services=services)
        self._feed.publish(Changes(services=True))
        return state

    async def start_tiny(self) -> Service:
        """Start the tiny model's own process; raises ProviderError where it cannot run."""
        service = await (await self._ready()).start_tiny()
        self._answering.set_tiny(service)
        self._feed.publish(Changes(services=True))
        return service
