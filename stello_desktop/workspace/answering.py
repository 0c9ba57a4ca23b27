"""Who answers in which conversation: services, their models, and what a conversation is bound to (M-10, T-8).

A conversation answers with the service it is bound to. It is bound at its first answer by a real
service; until then, and for the practice assistant, the person's default serves.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind
from stello_desktop.domain.events import StreamEvent
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.memory import Insight, ReflectionStorage
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.ports import ModelCatalog, SessionStorage
from stello_desktop.domain.services import PRACTICE, TINY, ModelPrice, Service, ServiceKind
from stello_desktop.workspace.heard_model import Ears, HeardModel
from stello_desktop.workspace.settings import Settings

PRACTICE_SERVICE: Final = Service(
    service_id=PRACTICE, kind=ServiceKind.PRACTICE, name="", model="practice", local=True
)


REMOVED: Final = "service_removed"
NOT_RUNNING: Final = "service_not_running"
"""Why nobody can be asked, as the reason and the detail of an error: so it is known from the disk too."""


class UnavailableModel:
    """Stands for a model that cannot be asked now; the question is kept and the reason is told."""

    supports_tools: bool | None = None
    context_tokens: int | None = None

    def __init__(self, ref: ModelRef, error: ProviderError) -> None:
        self.ref = ref
        self._error = error

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:  # noqa: ARG002 - the port's
        """Raises: ProviderError, always."""
        raise self._error


class Answering:
    """The services of one workspace and the bindings of its conversations."""

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._bound: dict[SessionId, ModelRef | None] = {}
        self._tiny: Service | None = None
        self._catalog: ModelCatalog | None = None
        self._ears: Ears | None = None

    def tell(self, ears: Ears) -> None:
        """Who hears of every answer of a service, whatever it was asked for."""
        self._ears = ears

    def attach(self, catalog: ModelCatalog) -> None:
        """The models are there."""
        self._catalog = catalog

    @property
    def services(self) -> tuple[Service, ...]:
        """Practice assistant first, then the person's own, then the tiny model while it runs."""
        tiny = (self._tiny,) if self._tiny is not None else ()
        return (PRACTICE_SERVICE, *self._settings().services, *tiny)

    def find(self, service_id: ServiceId) -> Service | None:
        """The service, or None where it was removed."""
        return next((service for service in self.services if service.service_id == service_id), None)

    def set_tiny(self, service: Service | None) -> None:
        """The tiny model runs now; None where it does no longer."""
        self._tiny = service

    @property
    def default(self) -> Service:
        """Who answers where nothing else is known."""
        return self.find(self._settings().default_service) or PRACTICE_SERVICE

    def service_of(self, session_id: SessionId) -> Service:
        """Who would answer now, with the model it would use; a removed service is shown by its id."""
        ref = self._bound.get(session_id)
        return self.default if ref is None else self.service_named(ref)

    def service_named(self, ref: ModelRef) -> Service:
        """The service of a reference, with its model."""
        service = self.find(ref.service_id)
        if service is None:
            return Service(
                service_id=ref.service_id,
                kind=ServiceKind.OPENAI,
                name=ref.model or ref.service_id,
                model=ref.model,
            )
        return replace(service, model=ref.model or service.model)

    def service_for(self, ref: ModelRef) -> Service | None:
        """The same; None where it was removed (T-8)."""
        return None if self.find(ref.service_id) is None else self.service_named(ref)

    def price_of(self, ref: ModelRef) -> ModelPrice | None:
        """What the person wrote down as the price of a model; None where they wrote nothing."""
        service = self.find(ref.service_id)
        return None if service is None else service.price_of(ref.model or service.model)

    def leaves_for(self, own: ModelRef | None, other: ModelRef | None) -> Service | None:
        """The service of ``other`` where text that belongs to ``own`` would be new to it (M-10).

        None stands for the person's default. The practice assistant and the tiny model are this program itself.
        """
        here = self.default.service_id if own is None else own.service_id
        there = self.default if other is None else self.service_named(other)
        return None if there.service_id in {here, PRACTICE, TINY} else there

    def may_read(self, session_id: SessionId, chosen: ModelRef | None, insight: Insight) -> bool:
        """Whether a reminder may go to who answers there without another word of the person (M-10).

        Args:
            chosen: the model that is asked, where it is not the usual one.
        """
        meant, service = insight.for_service, self.service_of(session_id)
        there = ModelRef(service.service_id, "") if chosen is None else chosen
        return meant is None or self.leaves_for(ModelRef(meant, ""), there) is None

    def held_from(self, session_id: SessionId, insight: Insight) -> Service | None:
        """The service that answers here, where this reminder waits for the person's word; None where it goes along."""
        return None if self.may_read(session_id, None, insight) else self.service_of(session_id)

    async def load(self, sessions: SessionStorage, session_id: SessionId) -> None:
        """Read what a conversation is bound to, once."""
        if session_id not in self._bound:
            found = (await sessions.get_bindings(session_id)).model
            self._bound.setdefault(session_id, found)  # a choice made meanwhile is newer

    async def load_all(self, storage: ReflectionStorage, session_ids: Iterable[SessionId]) -> None:
        """The same for thousands at once; what is gone by now stays unknown."""
        unknown = [item for item in session_ids if item not in self._bound]
        if unknown:
            for item, ref in (await storage.models_of(lambda: unknown)).items():
                self._bound.setdefault(item, ref)

    async def bind(self, sessions: SessionStorage, session_id: SessionId, ref: ModelRef | None) -> None:
        """Let a conversation answer with this model from now on; None goes back to the default."""
        bindings = await sessions.get_bindings(session_id)
        await sessions.put_bindings(session_id, replace(bindings, model=ref))
        self._bound[session_id] = ref

    async def bind_first(self, sessions: SessionStorage, session_id: SessionId) -> None:
        """At the first answer by a real service, the tiny model too, the conversation keeps it (M-10)."""
        await self.load(sessions, session_id)
        service = self.default
        if self._bound[session_id] is None and service.kind is not ServiceKind.PRACTICE:
            await self.bind(sessions, session_id, ModelRef(service.service_id, service.model))

    def model(self, session_id: SessionId) -> LanguageModel:
        """The model that a round asks, once the store is open; one that explains itself where none can be asked."""
        return self._model(self.service_of(session_id))

    def model_of(self, ref: ModelRef) -> LanguageModel:
        """The model that a reference names, as in `model`."""
        return self._model(self.service_named(ref))

    def _model(self, service: Service) -> LanguageModel:
        if self._catalog is None:
            raise BrokenRule("the models are not there yet")
        ref = ModelRef(service.service_id, service.model)
        if self.find(service.service_id) is None:
            return UnavailableModel(ref, _missing(service))
        model = self._catalog.model(service, service.model)
        return model if self._ears is None else HeardModel(model, service.service_id, self._ears)

    def can_open_branches(self, session_id: SessionId) -> bool | None:
        """Whether the model that answers here can call tools; None while nobody knows (Q23)."""
        return None if self._catalog is None else self.model(session_id).supports_tools


def _missing(service: Service) -> ProviderError:
    what = NOT_RUNNING if service.service_id == TINY else REMOVED
    return ProviderError(
        ProviderErrorKind.NOT_FOUND,
        detail=what,  # kept with the answer, so that the reason is known after a restart too
        service=service.name,
        model=service.model,
        reason=what,
    )


def service_id_for(name: str, base_url: str, taken: Sequence[ServiceId]) -> ServiceId:
    """A readable id that is not taken yet, and that no other address will ever have.

    Conversations stay bound to a service that was removed: under its old name another address must not
    get what belongs to them (M-10, T9), while the same one, added again, is the same service.
    """
    name = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "service"
    stem = f"{name}-{hashlib.sha256(base_url.encode()).hexdigest()[:12]}"
    candidate, number = ServiceId(stem), 2
    while candidate in taken or candidate in (PRACTICE, TINY):
        candidate, number = ServiceId(f"{stem}-{number}"), number + 1
    return candidate
