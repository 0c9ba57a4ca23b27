"""Trying a service out before it is kept: its models, a sensible one of them, one real word (Q27, Q28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.model_choice import choose_model
from stello_desktop.domain.services import ModelInfo, ServiceCheck
from stello_desktop.ui.settings.known_services import KnownService
from stello_desktop.workspace.workspace import Workspace

_NO_LIST: Final = frozenset(
    {
        ProviderErrorKind.AUTH,
        ProviderErrorKind.NOT_FOUND,
        ProviderErrorKind.BAD_REQUEST,
        ProviderErrorKind.WEB_PAGE,
    }
)
"""How services refuse to list; where names are known anyway, the one-word request is the judge of the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialAsk:
    """What stands in the fields.

    Attributes:
        known: the well-known service of this address; None for any other.
        service_id: the service that is being changed; its key serves where none was typed.
    """

    name: str
    address: str
    key: str
    model: str
    known: KnownService | None = None
    service_id: ServiceId | None = None


async def find_models(workspace: Workspace, ask: TrialAsk) -> tuple[ModelInfo, ...]:
    """What the service lists; where it lists nothing, the names that are known of it.

    Raises: InvalidAddress, InvalidKey, ProviderError.
    """
    known = ask.known.models if ask.known is not None else ()
    try:
        models = await workspace.services.list_models(ask.address, ask.key, ask.service_id)
    except ProviderError as error:
        if not known or error.kind not in _NO_LIST:
            raise
        models = ()
    return models or tuple(ModelInfo(name=name) for name in known)


def sensible_model(ask: TrialAsk, models: tuple[ModelInfo, ...]) -> str:
    """The model that was chosen, else the one to begin with; empty where nothing can chat."""
    return ask.model or choose_model(models, ask.known.preferred if ask.known is not None else ())


async def ask_one_word(
    workspace: Workspace, ask: TrialAsk, model: str, models: tuple[ModelInfo, ...]
) -> ServiceCheck:
    """One real request. Raises: InvalidAddress, InvalidKey, ProviderError."""
    check = await workspace.services.try_out(
        name=ask.name, address=ask.address, model=model, key=ask.key, service_id=ask.service_id
    )
    said = next((info.tools for info in models if info.name == model), None)
    if said is False:
        return ServiceCheck(text=check.text, elapsed_s=check.elapsed_s, supports_tools=False)
    return check
