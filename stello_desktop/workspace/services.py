"""Setting up AI services: looking for local ones, adding, testing, choosing."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.addresses import origin_of, same_origin
from stello_desktop.domain.config import UNSET
from stello_desktop.domain.errors import KeyNotRemoved, ProviderError, StelloError
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.ports import ModelCatalog
from stello_desktop.domain.services import (
    TINY,
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
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.bases import Bases
from stello_desktop.workspace.listed import ListedSizes
from stello_desktop.workspace.own_services import OwnServices, told_apart, with_model
from stello_desktop.workspace.service_news import ServiceNews
from stello_desktop.workspace.settings import Settings

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent


class ServiceDesk:
    """What the Settings page and the first screen do with AI services; who answers now is in `Answering`.

    Args:
        news: what is known of services.
    """

    def __init__(
        self,
        own: OwnServices,
        answering: Answering,
        opened: Callable[[], Awaitable[tuple[Agent, Backend]]],
        sizes: ListedSizes,
        news: ServiceNews,
    ) -> None:
        self._own = own
        self._answering = answering
        self._opened = opened
        self._sizes = sizes
        self._news = news
        self._bases = Bases()
        self._lists: dict[str, tuple[ModelInfo, ...]] = {}
        self._coming: set[ServiceId] = set()

    async def _ready(self) -> ModelCatalog:
        _, backend = await self._opened()
        return backend.catalog

    def _base_of(self, catalog: ModelCatalog, address: str) -> str:
        """The base address that is meant (Q26). One that a service has already is a base by itself.

        A card shows it in the field for any form of address; read as one, it could become another place.
        """
        written = address.strip()
        is_base = any(item.base_url == written for item in self._own.all)
        return written if is_base else self._bases.meant(catalog.normalise_url(address), written)

    async def detect(self) -> tuple[DetectedServer, ...]:
        """Model servers on the usual ports of this computer (Q28)."""
        found = await (await self._ready()).detect()
        for server in found:
            self._news.reached(self._news.marks_at(server.base_url))
            self._take_sizes(server.base_url, server.listed)
        return found

    def _take_sizes(self, base_url: str, models: tuple[ModelInfo, ...]) -> None:
        if self._sizes.put(base_url, models):
            self._own.tell()

    async def ask_sizes(self, service: Service) -> None:
        """Let a service that is used from now on say how much its models read (C-6); no harm where it does not."""
        if service.kind is ServiceKind.OPENAI and self._sizes.of(service.base_url, service.model) is None:
            with contextlib.suppress(StelloError):
                await self.list_models(service.base_url, service_id=service.service_id)

    async def list_models(
        self, address: str, key: str = "", service_id: ServiceId | None = None
    ) -> tuple[ModelInfo, ...]:
        """The models of a server at any form of address; without a key with the one that this service has there.

        Raises: InvalidAddress, InvalidKey, ProviderError.
        """
        catalog = await self._ready()

        async def list_at(base_url: str) -> tuple[ModelInfo, ...]:
            marks = self._news.marks_at(base_url)
            try:
                models = await catalog.list_models(base_url, key, service_id)
            except ProviderError as error:
                if service_id is not None:
                    error.params.setdefault("service", service_id)  # so that every sentence can name it
                raise
            self._news.reached(marks)
            return models

        base_url, models = await self._bases.asked(self._base_of(catalog, address), address, list_at)
        self._lists[base_url] = models
        self._take_sizes(base_url, models)
        return models

    async def list_models_of(self, service: Service) -> tuple[ModelInfo, ...]:
        """The models of a service that is set up, asked with its key. Raises: ProviderError."""
        return await self.list_models(service.base_url, service_id=service.service_id)

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
        base_url = self._base_of(catalog, address)
        service_id = self._own.id_for(name, base_url, model, self._coming)
        self._coming.add(service_id)
        try:
            if key:
                await catalog.set_key(service_id, base_url, key)
        finally:
            self._coming.discard(service_id)
        same = self._own.find(service_id)
        if key or same is None:  # it may have been here before, and have refused another key
            self._news.renewed(service_id)
        others = tuple(item for item in self._own.all if item is not same)
        service = Service(
            service_id=service_id,
            kind=ServiceKind.OPENAI,
            name=told_apart(clean_label(name) or base_url, model, others),
            base_url=base_url,
            model=model,
            needs_key=bool(key) or (same is not None and same.needs_key),
            local=local,
            prices=() if same is None else same.prices,
        )
        consents = self._own.consents.settled_for(service_id, origin_of(base_url))
        await self._own.keep_with(consents, catalog, services=(*others, service))
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
        await unbroken(self._change(service_id, name, model, address, key, local))

    async def _change(
        self, service_id: ServiceId, name: str, model: str, address: str, key: str, local: bool | None
    ) -> None:
        catalog = await self._ready()
        base_url = self._base_of(catalog, address) if address.strip() else ""
        if key and (before := self._own.find(service_id)) is not None:
            await catalog.set_key(service_id, base_url or before.base_url, key)
            self._news.renewed(service_id)
        now = self._own.find(service_id)  # the keyring may have been slow, and something else was changed
        if now is None:
            return
        base_url = base_url or now.base_url
        moved = not same_origin(base_url, now.base_url)
        changed = replace(
            with_model(now, clean_label(name) or now.name, model.strip() or now.model),
            base_url=base_url,
            needs_key=bool(key) or (now.needs_key and not moved),
            local=now.local if local is None else local,
        )
        await self._own.put(changed)
        if base_url != now.base_url:
            self._news.renewed(service_id)
        if moved:  # what was given and allowed for the old address ends with it
            consents = self._own.consents.without_certificates(service_id, origin_of(now.base_url))
            if consents != self._own.consents:
                await self._own.allow(consents, catalog)
            if now.needs_key:
                await catalog.forget_key(service_id, now.base_url)

    async def set_price(self, service_id: ServiceId, price: ModelPrice) -> None:
        """Keep what a model costs; a price without amounts is forgotten."""
        now = self._own.find(service_id)
        if now is None:
            return
        others = tuple(item for item in now.prices if item.model != price.model)
        nothing = price.input_per_million is None and price.output_per_million is None
        await self._own.put(replace(now, prices=others if nothing else (*others, price)))

    async def remove(self, service_id: ServiceId) -> None:
        """Forget a service and its key; conversations bound to it say so when they are next asked.

        Raises: KeyNotRemoved where the keyring may still have the key; the service is gone all the same.
        """
        await unbroken(self._remove(service_id))

    async def _remove(self, service_id: ServiceId) -> None:
        catalog = await self._ready()
        gone = self._own.find(service_id)
        if gone is None:
            return
        remaining = tuple(item for item in self._own.all if item is not gone)
        # What was allowed is asked again, should it ever come back.
        consents = self._own.consents.without_certificates(service_id)
        if not any(same_origin(gone.base_url, other.base_url) for other in remaining):
            consents = consents.without_plain(origin_of(gone.base_url))
        default = Settings().default_service if self._own.default == service_id else self._own.default
        await self._own.keep_with(consents, catalog, services=remaining, default_service=default)
        self._news.renewed(service_id)
        if gone.needs_key or catalog.key_state(service_id, gone.base_url).at_hand:
            trouble = await catalog.forget_key(service_id, gone.base_url)
            if trouble is not None:
                raise KeyNotRemoved(service=gone.name, detail=trouble)

    async def bring_back(self, service: Service, *, at: int, default: bool) -> None:
        """Undo a removal: the service, its place ``at`` in the list, and its key as long as this run remembers it."""
        await unbroken(self._bring_back(service, at, default))

    async def _bring_back(self, service: Service, at: int, default: bool) -> None:
        known = self._own.all
        if all(item.service_id != service.service_id for item in known):
            changes: dict[str, Any] = {"services": (*known[:at], service, *known[at:])}
            if default:
                changes["default_service"] = service.service_id
            await self._own.write(**changes)
            if service.needs_key:
                await (await self._ready()).bring_key_back(service.service_id, service.base_url)
            self._news.renewed(service.service_id)
            self._own.tell()

    async def base_url(self, address: str) -> str:
        """The base address that any form of it means (Q26). Raises: InvalidAddress."""
        return self._base_of(await self._ready(), address)

    async def try_out(
        self, *, name: str, address: str, model: str, key: str = "", service_id: ServiceId | None = None
    ) -> ServiceCheck:
        """A real one-word request before anything is kept; without a key, with the one that the service has.

        Raises: InvalidAddress, InvalidKey, ProviderError.
        """
        catalog = await self._ready()
        own = None if service_id is None else self._own.find(service_id)

        async def check_at(base_url: str) -> ServiceCheck:
            marks = self._news.marks_at(base_url)
            if own is not None and same_origin(own.base_url, base_url) and not key:
                checked = await catalog.check(replace(own, base_url=base_url), model)
            else:
                asked = Service(
                    service_id=service_id or service_id_for(name, base_url, ()),
                    kind=ServiceKind.OPENAI,
                    name=clean_label(name) or base_url,
                    base_url=base_url,
                    model=model,
                )
                checked = await catalog.check(asked, model, key)
            self._news.reached(marks)
            return checked

        _, checked = await self._bases.asked(self._base_of(catalog, address), address, check_at)
        return checked

    async def check(self, service: Service) -> ServiceCheck:
        """A real one-word request. Raises: ProviderError."""
        catalog = await self._ready()
        mark = self._news.mark_of(service.service_id)
        checked = await catalog.check(service, service.model)
        self._news.answered(mark)
        return checked

    async def use(self, service_id: ServiceId, model: str = "") -> None:
        """Make a service the default, with another model where one is named."""
        own = self._own.find(service_id)
        if model and own is not None:
            await self._own.put(replace(own, model=model))
        await self._own.keep(default_service=service_id)

    async def bind(self, session_id: SessionId, service: Service | None) -> None:
        """Let one conversation answer with another service; None goes back to the default (M-10)."""
        agent, backend = await self._opened()
        ref = None if service is None else ModelRef(service.service_id, service.model)
        await self._answering.bind(backend.sessions, session_id, ref)
        agent.update_config(session_id, llm=UNSET)  # what a profile chose is over
        self._own.tell(session_id)

    async def count_bound(self, service_id: ServiceId) -> int:
        """How many conversations answer with a service."""
        _, backend = await self._opened()
        return await backend.desk.count_bound(service_id)

    async def tiny_available(self) -> bool:
        """Whether the tiny local model is installed."""
        return (await self._ready()).tiny_available()

    async def start_tiny(self) -> Service:
        """Start the tiny model's own process; raises ProviderError where it cannot run."""
        service = await (await self._ready()).start_tiny()
        self._answering.set_tiny(service)
        self._news.renewed(service.service_id)  # at another port
        self._own.tell()
        return service

    async def stop_tiny(self) -> None:
        """End the tiny model's process; where it was the default, the practice assistant answers again."""
        await (await self._ready()).stop_tiny()
        self._answering.set_tiny(None)
        if self._own.default == TINY:
            await self._own.keep(default_service=Settings().default_service)
        self._own.tell()
