"""A model whose answers are news of its service, whatever it was asked for (rows 25, 27).

An answer, a summary, an overview or a result: where a service answers one of them it would answer what waits for it too.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Protocol

from stello_desktop.domain.errors import ProviderError
from stello_desktop.domain.events import Retrying, StreamEnd, StreamEvent
from stello_desktop.domain.reach import is_key_refused, is_unsent
from stello_desktop.domain.wrapped_model import WrappedModel

if TYPE_CHECKING:
    from stello_desktop.domain.ids import ServiceId
    from stello_desktop.domain.language_model import LanguageModel
    from stello_desktop.domain.messages import ModelRequest
    from stello_desktop.workspace.key_marks import KeyMark


class Ears(Protocol):
    """Who wants to know that a service has answered."""

    def mark_of(self, service_id: ServiceId) -> KeyMark:
        """To be drawn before a request begins."""
        ...

    def answered(self, mark: KeyMark) -> None:
        """A service has answered a request, and so accepted its key."""
        ...


class HeardModel(WrappedModel):
    """`LanguageModel` that tells once in each call that its service has answered, as soon as it has.

    A refusal with a status is an answer too, unless it is the key that was refused.

    Args:
        service_id: whose model it is.
    """

    def __init__(self, model: LanguageModel, service_id: ServiceId, ears: Ears) -> None:
        super().__init__(model)
        self._service_id = service_id
        self._ears = ears

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """As the model streams. Raises: as the model."""
        mark = self._ears.mark_of(self._service_id)
        heard = False
        try:
            async with self._streaming(request) as events:
                async for event in events:
                    if not heard and _is_sign(event):
                        heard = True
                        self._ears.answered(mark)
                    yield event
        except ProviderError as error:
            error.params.setdefault("service", self._service_id)  # so that every sentence can name it
            if not heard and error.params.get("status") and not (is_key_refused(error) or is_unsent(error)):
                self._ears.answered(mark)
            raise


def _is_sign(event: StreamEvent) -> bool:
    """Whether it says that the service answers, and not that it does not yet, or any more."""
    return not (isinstance(event, Retrying) or (isinstance(event, StreamEnd) and event.kind is not None))
