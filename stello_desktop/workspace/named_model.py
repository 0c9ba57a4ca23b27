"""A model by its name alone: who answers is looked up each time it is used (M-10, T-8)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from stello_desktop.domain.events import StreamEvent
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.messages import ModelRequest

type ModelOf = Callable[[ModelRef], LanguageModel]


class NamedModel:
    """Stands for the model that a reference names; services may come, change and go meanwhile."""

    def __init__(self, ref: ModelRef, model_of: ModelOf) -> None:
        self._ref = ref
        self._model_of = model_of

    @property
    def ref(self) -> ModelRef:
        """The model that answers now; a service that is named alone gives its own."""
        return self._model_of(self._ref).ref

    @property
    def context_tokens(self) -> int | None:
        """How much it reads; None where nobody knows."""
        return self._model_of(self._ref).context_tokens

    @property
    def supports_tools(self) -> bool | None:
        """Whether it can open branches by itself; None while nobody knows (Q23)."""
        return self._model_of(self._ref).supports_tools

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:
        """One call of whoever answers now. Raises: as the model's own."""
        return self._model_of(self._ref).stream(request)
