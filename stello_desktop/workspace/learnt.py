"""What was learnt about models, kept with the view's state and told to whoever shows services."""

from __future__ import annotations

from typing import Final

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.model_facts import FactsBook, ModelFacts, ModelPlace
from stello_desktop.domain.services import Service
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.view_state import ViewState

_KEY: Final = "models.learnt"


class Learnt:
    """Nothing is known before the catalogue is there."""

    def __init__(self, view: ViewState, feed: ChangeFeed) -> None:
        self._view = view
        self._feed = feed
        self._book: FactsBook | None = None

    def attach(self, book: FactsBook) -> None:
        """Give the catalogue's book what earlier runs had learnt, and follow it from now on."""
        book.restore(self._view.get(_KEY))
        book.on_learnt = self._keep
        self._book = book

    def about(self, service: Service) -> ModelFacts:
        """What is known of a service's model."""
        if self._book is None:
            return ModelFacts()
        return self._book.of(ModelPlace(service.service_id, service.base_url, service.model))

    def _keep(self, place: ModelPlace) -> None:  # noqa: ARG002 - the whole book is kept
        if self._book is not None:
            self._view.put(_KEY, self._book.to_values())
            self._feed.publish(Changes(services=True))
