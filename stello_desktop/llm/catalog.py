"""AI services behind the `ModelCatalog` port: finding, testing and using them.

Keys are in the system's keyring (`key_store`), each bound to the service and the address that it was given for
(T9): after a change of address there is no key, and it must be given again. A model fetches its key when it is
asked, so nothing is read at the start.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from stello_desktop.domain.consents import ON_TRIAL, Consents
from stello_desktop.domain.errors import InvalidAddress, ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.keys import KeyPlace, KeyringTrouble, KeyState
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolDefinition
from stello_desktop.domain.model_facts import FactsBook
from stello_desktop.domain.reach import keyless
from stello_desktop.domain.services import TINY, DetectedServer, ModelInfo, Service, ServiceCheck, ServiceKind
from stello_desktop.llm import addresses
from stello_desktop.llm.key_store import KeyOwner, KeyStore
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.practice import PracticeModel
from stello_desktop.llm.providers import USUAL_PROBES, Probe, detect_servers, list_models
from stello_desktop.llm.secrets import Secret, clean_key, fixed_key
from stello_desktop.llm.tiny import TINY_MODEL, TinyModel, TinyProcess, tiny_available

CHECK_QUESTION: Final = "Answer with one word: ready"
CHECK_TOOL: Final = ToolDefinition(
    "stello_create_session",
    "Opens a branch. Only where the user asks for one.",
    {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]},
)
_MAX_CHECK_CHARS: Final = 200


class Catalog:
    """Gives a model for each service; one object per model, which remembers what its server refused.

    Args:
        practice: the built-in assistant; tests give a faster one.
        keys: where keys are kept; tests give one with another keyring.
        facts: what earlier runs have learnt about the models, and where new lessons go.
        probes: where local servers are looked for.
    """

    def __init__(
        self,
        *,
        practice: LanguageModel | None = None,
        probes: Sequence[Probe] = USUAL_PROBES,
        keys: KeyStore | None = None,
        facts: FactsBook | None = None,
    ) -> None:
        self._practice = practice or PracticeModel()
        self._probes = tuple(probes)
        self.facts = facts or FactsBook()
        self._tiny = TinyProcess()
        self._tiny_model = TinyModel(self._tiny.start)
        self._keys = keys or KeyStore()
        self._consents = Consents()
        self._forgotten: tuple[KeyOwner, Secret] | None = None
        self._known: dict[tuple[ServiceId, str, str, bool], OpenAICompatibleModel] = {}

    def model(self, service: Service, model: str = "") -> LanguageModel:
        """The model of a service; its own where none is named. Raises: InvalidAddress."""
        if service.kind is ServiceKind.PRACTICE:
            return self._practice
        if service.kind is ServiceKind.TINY:
            return self._tiny_model
        base_url = addresses.settled_url(service.base_url)
        name = model or service.model
        place = (service.service_id, base_url, name, service.needs_key)
        if place not in self._known:
            self._known[place] = self._made(service, name, base_url, lambda: self._key_of(service, base_url))
        return self._known[place]

    async def set_key(self, service_id: ServiceId, base_url: str, key: str) -> KeyState:
        """Keep a cleaned key; an empty one forgets it. Raises: InvalidKey, InvalidAddress."""
        owner = self._owner(service_id, base_url)
        cleaned = clean_key(key)
        if cleaned:
            return await self._keys.put(owner, Secret(cleaned))
        await self._keys.forget(owner)
        return self._keys.state(owner)

    def key_state(self, service_id: ServiceId, base_url: str) -> KeyState:
        """What is known of a key without asking the keyring."""
        try:
            return self._keys.state(self._owner(service_id, base_url))
        except InvalidAddress:
            return KeyState(KeyPlace.NONE)

    async def find_key(self, service_id: ServiceId, base_url: str, *, again: bool = False) -> KeyState:
        """Look where the key is; ``again`` tries the keyring once more where it did not help before."""
        try:
            owner = self._owner(service_id, base_url)
        except InvalidAddress:
            return KeyState(KeyPlace.NONE)
        if again:
            return await self._keys.retry(owner)
        await self._keys.get(owner)
        return self._keys.state(owner)

    async def forget_key(self, service_id: ServiceId, base_url: str) -> KeyringTrouble | None:
        """Remove a key everywhere; gives why the keyring may still have it."""
        try:
            owner = self._owner(service_id, base_url)
        except InvalidAddress:
            return None
        self._forgotten = (owner, await self._keys.get(owner))
        return await self._keys.forget(owner)

    async def bring_key_back(self, service_id: ServiceId, base_url: str) -> None:
        """Keep again the key that was forgotten last, where it was this one; for *Undo*, in this run only."""
        forgotten, self._forgotten = self._forgotten, None
        if forgotten is not None and forgotten[1] and forgotten[0] == self._owner(service_id, base_url):
            await self._keys.put(*forgotten)

    def set_consents(self, consents: Consents) -> None:
        """What the person has allowed, from now on."""
        self._consents = consents

    async def keyring_trouble(self) -> KeyringTrouble | None:
        """Why keys are kept for this run only; None where the keyring keeps them."""
        return await self._keys.trouble()

    def normalise_url(self, text: str) -> str:
        """See `addresses.normalise_url`; for what a person has typed, and once: what it gives is a base address."""
        return addresses.normalise_url(text)

    async def detect(self) -> tuple[DetectedServer, ...]:
        """Usual loopback ports (Q28)."""
        return await detect_servers(self._probes)

    async def list_models(
        self, base_url: str, key: str = "", service_id: ServiceId | None = None
    ) -> tuple[ModelInfo, ...]:
        """The models at a base address, asked with this key or with the one that the service has.

        Raises: InvalidAddress, InvalidKey, ProviderError.
        """
        address = addresses.settled_url(base_url)
        given = Secret(clean_key(key))
        if not given and service_id is not None:
            given = await self._keys.get(self._owner(service_id, address))
        allowed = self._consents.of(ON_TRIAL if service_id is None else service_id)
        return await list_models(address, given, allowed)

    async def check(self, service: Service, model: str = "", key: str | None = None) -> ServiceCheck:
        """A real one-word request that offers a tool, so that it is known whether the model takes one (Q23).

        Args:
            key: used for this request and kept nowhere; None for the one that the service has.

        Raises: ProviderError, InvalidAddress, InvalidKey.
        """
        asked = self.model(service, model) if key is None else self._on_trial(service, model, key)
        if isinstance(asked, OpenAICompatibleModel):
            asked.relearn()
        began = time.monotonic()
        pieces: list[str] = []
        end: StreamEnd | None = None
        request = ModelRequest((ModelMessage(Role.USER, CHECK_QUESTION),), (CHECK_TOOL,))
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
        takes_tools = asked.supports_tools is not False
        return ServiceCheck(text=text, elapsed_s=time.monotonic() - began, supports_tools=takes_tools)

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

    async def stop_tiny(self) -> None:
        """End the tiny model's process; an answer that runs there breaks off."""
        await self._tiny.stop()

    async def aclose(self) -> None:
        """End what was started, and forget every key."""
        self._forgotten = None
        self._keys.clear()
        await self._tiny.stop()

    def _owner(self, service_id: ServiceId, base_url: str) -> KeyOwner:
        return KeyOwner(service_id, addresses.origin_of(addresses.settled_url(base_url)))

    def _on_trial(self, service: Service, model: str, key: str) -> OpenAICompatibleModel:
        """The model, asked with a key that is kept nowhere; what it learns, every other one of its place knows."""
        base_url = addresses.settled_url(service.base_url)
        given = fixed_key(Secret(clean_key(key)))
        return self._made(service, model or service.model, base_url, given, ON_TRIAL)

    def _made(
        self,
        service: Service,
        model: str,
        base_url: str,
        key: Callable[[], Awaitable[Secret]],
        *users: ServiceId,
    ) -> OpenAICompatibleModel:
        """A model that knows what the book knows; may do what its service may, and these as well."""
        made = OpenAICompatibleModel(ModelRef(service.service_id, model), base_url, key, book=self.facts)
        made.allowed = lambda: self._consents.of(service.service_id, *users)
        return made

    async def _key_of(self, service: Service, base_url: str) -> Secret:
        """The key for one request. Raises: ProviderError where one is needed and there is none (row 58)."""
        if not service.needs_key:
            return Secret("")
        owner = self._owner(service.service_id, base_url)
        key = await self._keys.get(owner)
        if key:
            return key
        trouble = self._keys.state(owner).trouble
        raise keyless(trouble, service=service.name, host=addresses.host_of(base_url))
