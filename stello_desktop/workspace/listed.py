"""How much models read, as their services listed it, kept over a restart (Q23, Q24, C-6).

A list belongs to an address. It says less than a model that refused or cut a conversation: what was learnt from
that (`domain/model_facts`) is believed first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stello_desktop.domain.services import ModelInfo
from stello_desktop.workspace.view_state import ViewState

MAX_ADDRESSES: Final = 20
MAX_MODELS: Final = 1_000
"""For each address; a list of thousands is read again when somebody looks at it."""

_KEY: Final = "models.listed"


class ListedSizes:
    """Numbers of tokens by address and name."""

    def __init__(self, view: ViewState) -> None:
        self._view = view

    def put(self, base_url: str, models: Sequence[ModelInfo]) -> bool:
        """An address has listed its models; a list without any size changes nothing. Gives whether it is news."""
        sizes = {model.name: model.context_tokens for model in models if model.context_tokens}
        if not sizes:
            return False
        kept = self._kept()
        known = kept.pop(base_url, {})
        both = {**(known if isinstance(known, Mapping) else {}), **sizes}
        newest = dict(list(both.items())[-MAX_MODELS:])
        kept[base_url] = newest
        self._view.put(_KEY, dict(list(kept.items())[-MAX_ADDRESSES:]))
        return bool(newest != known)

    def of(self, base_url: str, model: str) -> int | None:
        """What was said of a model; None where it was not."""
        sizes = self._kept().get(base_url)
        size = sizes.get(model) if isinstance(sizes, Mapping) else None
        return size if isinstance(size, int) and not isinstance(size, bool) and size > 0 else None

    def _kept(self) -> dict[str, Any]:
        kept = self._view.get(_KEY)
        return dict(kept) if isinstance(kept, Mapping) else {}
