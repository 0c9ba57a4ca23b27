"""Keys of services and what may be done with them: where each is, and the person's word for risky addresses (T9, Q29)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from stello_desktop.domain.addresses import same_origin
from stello_desktop.domain.consents import ON_TRIAL
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.keys import NOT_LOOKED, KeyPlace, KeyringTrouble, KeyState
from stello_desktop.domain.ports import ModelCatalog
from stello_desktop.domain.services import Service
from stello_desktop.engine.unbroken import unbroken
from stello_desktop.workspace.own_services import OwnServices
from stello_desktop.workspace.service_news import ServiceNews


class Keys:
    """What is known of keys; none is ever read here.

    Args:
        ready: the models, once the store is open.
        news: what is known of services.
    """

    def __init__(
        self, own: OwnServices, ready: Callable[[], Awaitable[ModelCatalog]], news: ServiceNews
    ) -> None:
        self._own = own
        self._ready = ready
        self._news = news
        self._catalog: ModelCatalog | None = None

    def attach(self, catalog: ModelCatalog) -> None:
        """The models are there."""
        self._catalog = catalog

    def state(self, service: Service) -> KeyState:
        """Where the service's key is, as far as anybody has looked; reads nothing."""
        if not service.needs_key:
            return KeyState(KeyPlace.NONE)
        if self._catalog is None:
            return NOT_LOOKED
        return self._catalog.key_state(service.service_id, service.base_url)

    def at_hand(self, service: Service) -> bool:
        """Whether a request can be made with its key, as far as anybody has looked."""
        return self.state(service).at_hand

    async def find(self, service: Service, *, again: bool = False) -> KeyState:
        """Look where its key is, in at most five seconds; ``again`` tries a keyring that failed once more."""
        before = self.state(service)
        if not service.needs_key:
            return before
        state = await (await self._ready()).find_key(service.service_id, service.base_url, again=again)
        if state != before:
            self._own.tell()
        if state.at_hand:
            self._news.key_at_hand(service.service_id)
        return state

    def is_refused(self, service: Service) -> bool:
        """Whether the service has refused the key that it has, or would not be asked without one (row 27)."""
        return self._news.refuses(service.service_id)

    def is_unsure(self, service: Service) -> bool:
        """Whether nobody knows of a key with which it can be asked."""
        return self.is_refused(service) or (service.needs_key and not self.at_hand(service))

    async def lacking(self, services: Iterable[Service]) -> tuple[Service, ...]:
        """Which of them need a key that is not here (row 58), or another than the one that was refused (row 27).

        A keyring that failed is tried once more.
        """
        asked = [service for service in services if self.is_unsure(service)]
        known = [self.state(service).trouble is not None for service in asked]
        states = await asyncio.gather(
            *(self.find(service, again=again) for service, again in zip(asked, known, strict=True))
        )
        return tuple(
            service
            for service, state in zip(asked, states, strict=True)
            if self.is_refused(service) or not state.at_hand
        )

    async def trouble(self) -> KeyringTrouble | None:
        """Why a key would be kept for this run only; None where the system's keyring keeps it."""
        return await (await self._ready()).keyring_trouble()

    async def put(self, service: Service, key: str) -> KeyState:
        """Keep a key; gives where it is now. Raises: InvalidKey."""
        return await unbroken(self._put(service, key))

    async def _put(self, service: Service, key: str) -> KeyState:
        state = await (await self._ready()).set_key(service.service_id, service.base_url, key)
        if state.at_hand:  # at once, since whatever begins from now on is made with it
            self._news.key_given(service.service_id)
        own = self._own.find(service.service_id)
        if own is not None and same_origin(own.base_url, service.base_url):
            await self._own.put(replace(own, needs_key=True))
        self._own.tell()
        return state

    async def allow_plain(self, origin: str) -> None:
        """Let this origin in a private network be asked without encryption (T9)."""
        catalog = await self._ready()
        await self._own.allow(self._own.consents.with_plain(origin), catalog)

    async def accept_certificate(
        self, origin: str, fingerprint: str, service_id: ServiceId | None = None
    ) -> None:
        """Trust this certificate at this origin for one service, and nowhere else (Q29).

        Args:
            service_id: None for one that is being tried out and not set up yet.
        """
        catalog = await self._ready()
        user = ON_TRIAL if service_id is None else service_id
        await self._own.allow(self._own.consents.with_certificate(user, origin, fingerprint), catalog)
