"""Whether a failed request can have left this computer at all (rows 25, 58).

Only where no connection came about, or none was tried since the key is not here, is it sure that nothing was
sent; such a message may wait and be sent later without ever being sent twice. A connection that broke after that
says nothing about what arrived.
"""

from __future__ import annotations

from typing import Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind

NO_KEY: Final = "no_key"
"""Begins the reason and the detail of an error where the key is not here: so it is known from the disk too."""

NONE_GIVEN: Final = "none_given"
"""The reason of a refusal by a service that was asked without any key, since nobody has given it one."""

_UNSENT: Final = "unsent"


def mark_unsent(error: ProviderError) -> ProviderError:
    """Note that no connection came about: refused, no name, no route."""
    error.params[_UNSENT] = True
    return error


def unreachable(detail: str = "", **params: str) -> ProviderError:
    """The error of a service to which no connection came about."""
    return mark_unsent(ProviderError(ProviderErrorKind.NETWORK, detail=detail, **params))


def keyless(trouble: str | None = None, **params: str) -> ProviderError:
    """The error of a service that was not asked, since the key that it needs is not here (row 58).

    Args:
        trouble: why the keyring did not give it.
    """
    reason = NO_KEY if trouble is None else f"{NO_KEY}_{trouble}"
    error = ProviderError(ProviderErrorKind.AUTH, "there is no key", detail=reason, reason=reason, **params)
    return mark_unsent(error)


def is_keyless(error: BaseException) -> bool:
    """Whether nothing left since the key is not here; a key that was refused is another matter."""
    return is_key_trouble(error) and is_unsent(error)


def is_key_refused(error: BaseException) -> bool:
    """Whether the service did not accept the key (row 27): with it nothing else would be answered either."""
    return is_key_trouble(error) and not is_unsent(error)


def is_key_trouble(error: BaseException) -> bool:
    """Whether another key is what is wanted: the one needed is not here, or was refused."""
    return isinstance(error, ProviderError) and error.kind is ProviderErrorKind.AUTH


def is_unsent(error: BaseException) -> bool:
    """Whether nothing can have left."""
    return isinstance(error, ProviderError) and error.params.get(_UNSENT) is True
