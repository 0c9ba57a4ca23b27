"""AI services behind the `ModelCatalog` port: finding, testing and using them.

Keys live in memory for this run, each bound to the service and the address that it was given for (T9): after
a change of address there is no key, and it must be given again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from stello_desktop.domain.errors import InvalidAddress, ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role
from stello_desktop.domain.services import TINY, DetectedServer, ModelInfo, Service, ServiceCheck, ServiceKind
from stello_desktop.llm import addresses
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.practice import PracticeModel
from stello_desktop.llm.providers import USUAL_PROBES, Probe, detect_servers, list_models
from stello_desktop.llm.secrets import Secret, clean_key
from stello_desktop.llm.tiny import TINY_MODEL, TinyModel, TinyProcess, tiny_available

CHECK_QUESTION: Final = "Answer with one word: ready"
_MAX_CHECK_CHARS: Final = 200


class Catalog:
    """Gives a model for each service; one object per model, which remembers what its server refused.

    Args:
        practice: the built-in assistant; tests give a faster one.
        probes: where local servers are looked for.
    """

    def __init__(
        self, *, practice: LanguageModel | None = None, probes: Sequence[Probe] = USUAL_PROBES
    ) -> None:
        self._practice = practice or PracticeModel()
        self._probes = tuple(probes)
        self._tiny = TinyProcess()
        self._tiny_model = TinyModel(self._tiny.start)
        self._keys: dict[tuple[ServiceId, str], Secret] = {}
        self._known: dict[tuple[ServiceId, str, str], OpenAICompatibleModel] = {}

    def model(self, service: Service, model: str = "") -> LanguageModel:
        """The model of a service; its own where none is named. Raises: InvalidAddress."""
        if service.kind is ServiceKind.PRACTICE:
            return self._practice
        if service.kind is ServiceKind.TINY:
            return self._tiny_model
        base_url = self.normalise_url(service.base_url)
        name = model or service.model
        place = (service.service_id, base_url, name)
        if place not in self._known:
            service_id = service.service_id
            self._known[place] = OpenAICompatibleModel(
                ModelRef(service_id, name), base_url, lambda: self._key(service_id, base_url)
            )
        return self._known[place]

    def set_key(self, service_id: ServiceId, base_url: str, key: str) -> None:
        """Keep a cleaned key for this run; an empty one forgets it. Raises: InvalidKey, InvalidAddress."""
        place = (service_id, addresses.origin_of(self.normalise_url(base_url)))
        cleaned = clean_key(key)
        if cleaned:
            self._keys[place] = Secret(cleaned)
        else:
            self._keys.pop(place, None)

    def has_key(self, service_id: ServiceId, base_url: str) -> bool:
        """Whether there is a key for exactly this service at this address."""
        try:
            return bool(self._key(service_id, self.normalise_url(base_url)))
        except InvalidAddress:
            return False

    def normalise_url(self, text: str) -> str:
        """See `addresses.normalise_url`."""
        return addresses.normalise_url(text)

    async def detect(self) -> tuple[DetectedServer, ...]:
        """Usual loopback ports (Q28)."""
        return await detect_servers(self._probes)

    async def list_models(
        self, base_url: str, key: str = "", service_id: ServiceId | None = None
    ) -> tuple[ModelInfo, ...]:
        """The models of any form of address, asked with this key or with the one that the service has.

        Raises: InvalidAddress, InvalidKey, ProviderError.
        """
        address = self.normalise_url(base_url)
        given = Secret(clean_key(key))
        if not given and service_id is not None:
            given = self._key(service_id, address)
        return await list_models(address, given)

    async def check(self, service: Service, model: str = "") -> ServiceCheck:
        """A real one-word request. Raises: ProviderError, InvalidAddress."""
        asked = self.model(service, model)
        began = time.monotonic()
        pieces: list[str] = []
        end: StreamEnd | None = None
        request = ModelRequest((ModelMessage(Role.USER, CHECK_QUESTION),))
        async for event in asked.stream(request):
            if isinstance(event, TextDelta):
                pieces.append(event.text)
            elif isinstance(event, StreamEnd):
                end = event
        if end is None or end.kind is not None or end.reason is EndReason.FILTERED:
            kind = (end.kind if end is not None else None) or ProviderErrorKind.PROTOCOL
            raise ProviderError(
                kind,
                detail=end.message if end is not None else "",
                service=service.service_id,
                model=asked.ref.model,
            )
        text = "".join(pieces).strip()[:_MAX_CHECK_CHARS]
        return ServiceCheck(
            text=text, elapsed_s=time.monotonic() - began, supports_tools=asked.supports_tools
        )

    def tiny_available(self) -> bool:
        """Whether the tiny local model is installed here."""
        return tiny_available()

    async def start_tiny(self) -> Service:
        """Start the tiny model's own process; idempotent. Raises: ProviderError."""
        place = await self._tiny.start()
        return Service(
            service_id=TINY,
            kind=ServiceKind.TINY,
            name="SmolLM2-135M",
            base_url=place.base_url,
            model=TINY_MODEL,
            local=True,
        )

    async def aclose(self) -> None:
        """End what was started, and forget every key."""
        self._keys.clear()
        await self._tiny.stop()

    def _key(self, service_id: ServiceId, base_url: str) -> Secret:
        return self._keys.get((service_id, addresses.origin_of(base_url)), Secret(""))
