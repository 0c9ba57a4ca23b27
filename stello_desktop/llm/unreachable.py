"""Why a service could not be reached: the way, the certificate, or the proxy (rows 25, 26, 41, Q29, Q30)."""

from __future__ import annotations

import ssl
import urllib.request
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

import httpx2
from socksio import SOCKSError

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.redaction import redact
from stello_desktop.llm import certificates
from stello_desktop.llm.addresses import host_of, is_private, origin_of

_MOST_TOLD: Final = 4
"""So many causes are worth reading."""

SOCKS_FAULTS: Final = (SOCKSError, AssertionError)
"""What the client lets through where a SOCKS proxy sends something else than SOCKS."""


def kind_of(cause: BaseException | None, base_url: str) -> tuple[ProviderErrorKind, str]:
    """What was in the way to this address, and the reason where one is known."""
    if isinstance(cause, (httpx2.ProxyError, *SOCKS_FAULTS)):
        return ProviderErrorKind.PROXY, _proxy_reason(str(cause))
    reason = certificates.reason_of(cause)
    if reason:
        return ProviderErrorKind.CERTIFICATE, reason
    return ProviderErrorKind.NETWORK, "proxy" if _stopped_at_proxy(cause, base_url) else ""


def _stopped_at_proxy(cause: BaseException | None, base_url: str) -> bool:
    """Whether no connection came about, and it was a proxy that was to be connected to (Q30).

    Beyond a proxy that works it is the proxy that connects, and a handshake is with the service.
    """
    if not isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout) or is_private(base_url):
        return False
    proxies = urllib.request.getproxies()
    is_set = any(proxies.get(name) for name in (urlsplit(base_url).scheme, "all"))
    if not is_set or urllib.request.proxy_bypass_environment(host_of(base_url), proxies):  # type: ignore[attr-defined]
        return False
    return not any(isinstance(link, ssl.SSLError) for link in certificates.causes_of(cause))


async def explain(error: ProviderError, base_url: str) -> ProviderError:
    """The same error; where a certificate was in the way, with its fingerprint and whether it may be accepted."""
    if error.kind is ProviderErrorKind.CERTIFICATE and error.params.get("reason") != "not_tls":
        fingerprint = await certificates.read_fingerprint(base_url)
        if fingerprint:
            error.params.update(
                fingerprint=fingerprint,
                origin=origin_of(base_url),
                acceptable=certificates.may_be_excepted(base_url),
            )
            error.detail = f"{error.detail}\nSHA-256 {fingerprint}"
    return error


def unusable_proxy(error: Exception, base_url: str) -> ProviderError:
    """The settings for proxies name one that cannot be used (row 41)."""
    reason = "socks" if isinstance(error, ImportError) or "socks" in str(error).lower() else "settings"
    return ProviderError(
        ProviderErrorKind.PROXY,
        detail=redact(f"{type(error).__name__}: {error}"),
        host=host_of(base_url),
        reason=reason,
    )


def unencrypted(base_url: str) -> ProviderError:
    """An address in a private network that nobody has allowed to be asked without encryption (T9)."""
    return ProviderError(
        ProviderErrorKind.UNENCRYPTED,
        "nobody has allowed plain http there",
        host=host_of(base_url),
        origin=origin_of(base_url),
    )


def chain_words(error: BaseException) -> str:
    """The technical text of a failure and of what caused it, without any key."""
    return redact(" <- ".join(dict.fromkeys(_words(error))))


def _words(error: BaseException | None) -> Iterator[str]:
    for link in islice(certificates.causes_of(error), _MOST_TOLD):
        yield f"{type(link).__name__}: {link}" if str(link) else type(link).__name__


def _proxy_reason(words: str) -> str:
    """An HTTP proxy wants to be signed in to by a status, a SOCKS one in words of the library's own."""
    wants_sign_in = "407" in words or words.startswith("Requested ") or "username/password" in words
    return "sign_in" if wants_sign_in else "refused"
