"""A model that stands before another one, and says of itself what that one says."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, cast

from stello_desktop.domain.events import StreamEvent
from stello_desktop.domain.language_model import LanguageModel, ModelRef
from stello_desktop.domain.messages import ModelRequest


class WrappedModel:
    """All of `LanguageModel` but `stream`, for whoever listens to a model's answers or counts them."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def ref(self) -> ModelRef:
        """The model's own."""
        return self._model.ref

    @property
    def context_tokens(self) -> int | None:
        """The model's own."""
        return self._model.context_tokens

    @property
    def supports_tools(self) -> bool | None:
        """The model's own."""
        return self._model.supports_tools

    def _streaming(self, request: ModelRequest) -> aclosing[AsyncGenerator[StreamEvent]]:
        """The model's events, closed in any case; every model streams with a generator."""
        return aclosing(cast("Any", self._model.stream(request)))
