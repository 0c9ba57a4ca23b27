"""Whether a failed request can have left this computer at all (row 25).

Only where no connection came about is it sure that nothing was sent; such a message may wait and be sent
later without ever being sent twice. A connection that broke after that says nothing about what arrived.
"""

from __future__ import annotations

from typing import Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind

_UNSENT: Final = "unsent"


def mark_unsent(error: ProviderError) -> ProviderError:
    """Note that no connection came about: refused, no name, no route."""
    error.params[_UNSENT] = True
    return error


def unreachable(detail: str = "", **params: str) -> ProviderError:
    """The error of a service to which no connection came about."""
    return mark_unsent(ProviderError(ProviderErrorKind.NETWORK, detail=detail, **params))


def is_unsent(error: BaseException) -> bool:
    """Whether nothing can have left."""
    return isinstance(error, ProviderError) and error.params.get(_UNSENT) is True
