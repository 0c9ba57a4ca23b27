"""Setting up AI services: looking for local ones, adding, testing, choosing."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.consents import Consents
from stello_desktop.domain.errors import KeyNotRemoved, StelloError
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace, KeyringTrouble, KeyState
from stello_desktop.domain.language_model import ModelRef
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
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.answering import Answering, service_id_for
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.listed import ListedSizes
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
        sizes: ListedSizes,
    ) -> None:
        self._sizes = sizes
        self._answering = answering
        self._catalog = catalog
        self._settings = settings
        self._change_settings = change_settings
        self._feed = feed
        self._open: ModelCatalog | None = None
        self._lists: dict[str, tuple[ModelInfo, ...]] = {}
        self._coming: set[ServiceId] = set()

    async def _ready(self) -> ModelCatalog:
        self._open = await self._catalog()
        return self._open

    async def detect(self) -> tuple[DetectedServer, ...]:
        """Model servers on the usual ports of this computer (Q28)."""
        found = await (await self._ready()).detect()
        for server in found:
            self._take_sizes(server.base_url, server.listed)
        return found

    def _take_sizes(self, base_url: str, models: tuple[ModelInfo, ...]) -> None:
        if self._sizes.put(base_url, models):
            self._feed.publish(Changes(services=True))

    async def ask_sizes(self, service: Service) -> None:
        """Let a service that is used from now on say how much its models read; no harm where it does not."""
        if service.kind is ServiceKind.OPENAI and self._sizes.of(service.base_url, service.model) is None:
            with contextlib.suppress(StelloError):
                await self.list_models(service.base_url, service_id=service.service_id)

    async def list_models(
        self, address: str, key: str = "", service_id: ServiceId | None = None
    ) -> tuple[ModelInfo, ...]:
        """The models of a server at any form of address. Raises: InvalidAddress, InvalidKey, ProviderError."""
        catalog = await self._ready()
        base_url = catalog.normalise_url(address)
        models = await catalog.list_models(base_url, key, service_id)
        self._lists[base_url] = models
        self._take_sizes(base_url, models)
        return models

    def listed_size(self, ref: ModelRef) -> int | None:
        """How much a model reads, as its service has listed it, perhaps before a restart; None where it has not."""
        service = self._answering.service_named(ref)
        return self._sizes.of(service.base_url, service.model)

    def known_models(self, service: Service) -> tuple[ModelInfo, ...]:
        """What its address listed when it was last asked in this run; empty where it was not."""
        return self._lists.get(service.base_url, ())

    async def add(
        self, *, name: str, address: str, model: str, key: str = "", local: bool = False
    ) -> Service:
        """Remember a service; the key is kept beside it, bound to the address (T9)."""
        return await unbroken(self._add(name, address, model, key, local))

    async def _add(self, name: str, address: str, model: str, key: str, local: bool) -> Service:
        catalog = await self._ready()
        base_url = catalog.normalise_url(address)
        service_id = self._id_for(name, base_url, model)
        self._coming.add(service_id)
        try:
            if key:
                await catalog.set_key(service_id, base_url, key)
        finally:
            self._coming.discard(service_id)
        same = self._own(service_id)
        others = tuple(item for item in self._settings().services if item is not same)
        service = Service(
            service_id=service_id,
            kind=ServiceKind.OPENAI,
            name=_told_apart(clean_label(name) or base_url, model, others),
            base_url=base_url,
            model=model,
            needs_key=bool(key) or (same is not None and same.needs_key),
            local=local,
            prices=() if same is None else same.prices,
        )
        consents = self._settings().consents.settled_for(service_id, _origin_of(base_url))
        await self._change_services(catalog, (*others, service), consents)
        return service

    def _id_for(self, name: str, base_url: str, model: str) -> ServiceId:
        """Of the service that is the same already, or a new one."""
        known = self._settings().services
        same = next((item for item in known if item.base_url == base_url and item.model == model), None)
        taken = [*(item.service_id for item in known), *self._coming]
        return same.service_id if same is not None else service_id_for(name, base_url, taken)

    def _own(self, service_id: ServiceId) -> Service | None:
        return next((item for item in self._settings().services if item.service_id == service_id), None)

    async def _change_services(
        self, catalog: ModelCatalog, services: tuple[Service, ...], consents: Consents, **others: Any
    ) -> None:
        """Keep them; what is allowed for them holds at once."""
        changes: dict[str, Any] = {"services": services, **others}
        if consents != self._settings().consents:
            changes["consents"] = consents
            catalog.set_consents(consents)
        await self._change_settings(**changes)
        self._feed.publish(Changes(services=True))

    async def _put(self, changed: Service) -> None:
        """Keep one service as it is now, in its place."""
        known = self._settings().services
        services = tuple(changed if item.service_id == changed.service_id else item for item in known)
        if services != known:
            await self._change_settings(services=services)
            self._feed.publish(Changes(services=True))

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
        await unbroken(self._change(service_id, name, model, address, key, local))

    async def _change(
        self, service_id: ServiceId, name: str, model: str, address: str, key: str, local: bool | None
    ) -> None:
        catalog = await self._ready()
        base_url = catalog.normalise_url(address) if address.strip() else ""
        if key and (before := self._own(service_id)) is not None:
            await catalog.set_key(service_id, base_url or before.base_url, key)
        now = self._own(
            service_id
        )  # the keyring may have been slow, and something else was changed meanwhile
        if now is None:
            return
        base_url = base_url or now.base_url
        moved = not same_origin(base_url, now.base_url)
        model = model.strip() or now.model
        changed = replace(
            now,
            name=_followed(clean_label(name) or now.name, now, model),
            model=model,
            base_url=base_url,
            needs_key=bool(key) or (now.needs_key and not moved),
            local=now.local if local is None else local,
        )
        await self._put(changed)
        if moved:  # what was given and allowed for the old address ends with it
            consents = self._settings().consents.without_certificates(service_id, _origin_of(now.base_url))
            if consents != self._settings().consents:
                await self.allow(consents)
            if now.needs_key:
                await catalog.forget_key(service_id, now.base_url)

    async def set_price(self, service_id: ServiceId, price: ModelPrice) -> None:
        """Keep what a model costs; a price without amounts is forgotten."""
        now = self._own(service_id)
        if now is None:
            return
        others = tuple(item for item in now.prices if item.model != price.model)
        nothing = price.input_per_million is None and price.output_per_million is None
        await self._put(replace(now, prices=others if nothing else (*others, price)))

    async def remove(self, service_id: ServiceId) -> None:
        """Forget a service and its key; conversations bound to it say so when they are next asked.

        Raises: KeyNotRemoved where the keyring may still have the key; the service is gone all the same.
        """
        await unbroken(self._remove(service_id))

    async def _remove(self, service_id: ServiceId) -> None:
        catalog = await self._ready()
        gone = self._own(service_id)
        if gone is None:
            return
        remaining = tuple(item for item in self._settings().services if item is not gone)
        # What was allowed is asked again, should it ever come back.
        consents = self._settings().consents.without_certificates(service_id)
        if not any(same_origin(gone.base_url, other.base_url) for other in remaining):
            consents = consents.without_plain(_origin_of(gone.base_url))
        default = self._settings().default_service
        if default == service_id:
            default = Settings().default_service
        await self._change_services(catalog, remaining, consents, default_service=default)
        if gone.needs_key or catalog.key_state(service_id, gone.base_url).at_hand:
            trouble = await catalog.forget_key(service_id, gone.base_url)
            if trouble is not None:
                raise KeyNotRemoved(service=gone.name, detail=trouble)

    async def bring_back(self, service: Service, *, at: int, default: bool) -> None:
        """Undo a removal: the service, its place in the list, and its key as long as this run remembers it."""
        await unbroken(self._bring_back(service, at, default))

    async def _bring_back(self, service: Service, at: int, default: bool) -> None:
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
        own = None if service_id is None else self._own(service_id)
        if own is not None and same_origin(own.base_url, base_url) and not key:
            return await catalog.check(replace(own, base_url=base_url), model)
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
        own = self._own(service_id)
        if model and own is not None:
            await self._put(replace(own, model=model))
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
        return await unbroken(self._set_key(service, key))

    async def _set_key(self, service: Service, key: str) -> KeyState:
        state = await (await self._ready()).set_key(service.service_id, service.base_url, key)
        own = self._own(service.service_id)
        if own is not None and same_origin(own.base_url, service.base_url):
            await self._put(replace(own, needs_key=True))
        self._feed.publish(Changes(services=True))
        return state

    async def start_tiny(self) -> Service:
        """Start the tiny model's own process; raises ProviderError where it cannot run."""
        service = await (await self._ready()).start_tiny()
        self._answering.set_tiny(service)
        self._feed.publish(Changes(services=True))
        return service
