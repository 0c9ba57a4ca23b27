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
        return ModelFacts() if self._book is None else self._book.of(_place_of(service))

    def forget(self, service: Service) -> None:
        """Know nothing of a service's model. Harmless: what is true is learnt again from its next answers."""
        if self._book is not None:
            self._book.learn(_place_of(service), ModelFacts())

    def _keep(self, place: ModelPlace) -> None:  # noqa: ARG002 - the whole book is kept
        if self._book is not None:
            self._view.put(_KEY, self._book.to_values())
            self._feed.publish(Changes(services=True))


def _place_of(service: Service) -> ModelPlace:
    return ModelPlace(service.service_id, service.base_url, service.model)
