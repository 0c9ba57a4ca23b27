"""Certificates that are not trusted: why, which one it was, and the one exception a person may make (Q29, row 26).

Trust is the system's. An exception is one fingerprint at one origin for one service: the handshake ends before a byte is sent
where the server shows any other certificate. The well-known services of the internet get none.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import ssl
from collections.abc import Callable, Iterator
from typing import Final, override

import httpx2

from stello_desktop.llm.addresses import host_of, is_private

LOOK_S: Final = 5.0
CLOUD: Final = (
    "openai.com",
    "azure.com",
    "anthropic.com",
    "googleapis.com",
    "google.com",
    "openrouter.ai",
    "deepseek.com",
    "aliyuncs.com",
    "moonshot.cn",
    "moonshot.ai",
    "bigmodel.cn",
    "z.ai",
    "mistral.ai",
    "groq.com",
    "x.ai",
    "together.xyz",
    "together.ai",
    "fireworks.ai",
    "perplexity.ai",
    "cohere.com",
    "cerebras.ai",
    "nvidia.com",
    "huggingface.co",
    "amazonaws.com",
    "siliconflow.cn",
    "minimax.chat",
    "minimaxi.com",
    "volces.com",
    "baidubce.com",
    "tencentcloudapi.com",
    "tencent.com",
)
"""Their certificates are always in order; one that is not means that somebody is in between."""

_REASONS: Final[dict[int, str]] = {
    9: "not_yet_valid",
    10: "expired",
    18: "self_signed",
    19: "unknown_issuer",
    20: "unknown_issuer",
    21: "unknown_issuer",
    62: "wrong_host",
    64: "wrong_host",
    # Windows and macOS give their own numbers through truststore.
    0x800B0101: "expired",
    0x800B0109: "unknown_issuer",
    0x800B010A: "unknown_issuer",
    0x800B010F: "wrong_host",
    -67818: "expired",
    -67602: "wrong_host",
    -67843: "unknown_issuer",
}
_NO_TLS: Final = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST", "UNKNOWN_PROTOCOL")
_MAX_CAUSES: Final = 10


class _Changed(ssl.SSLCertVerificationError):
    """The server shows another certificate than the one that was accepted."""


@functools.cache
def system_trust() -> ssl.SSLContext:
    """The system's trust, loaded once."""
    return httpx2.create_ssl_context()


def may_be_excepted(base_url: str) -> bool:
    """Whether a person may accept a certificate there at all."""
    host = host_of(base_url)
    return not any(host == name or host.endswith(f".{name}") for name in CLOUD)


def context_for(base_url: str, fingerprints: frozenset[str]) -> ssl.SSLContext:
    """The system's trust, or nothing but the accepted certificates where there are some."""
    if not fingerprints or not may_be_excepted(base_url):
        return system_trust()

    def check(certificate: bytes) -> None:
        if fingerprint_of(certificate) not in fingerprints:
            raise _Changed("another certificate than the accepted one")

    return _looking_context(check)


def fingerprint_of(certificate: bytes) -> str:
    """SHA-256 as people compare it: ``AB:CD:…``."""
    return hashlib.sha256(certificate).digest().hex(":").upper()


def reason_of(error: BaseException | None) -> str:
    """Why a connection failed at its certificate; empty where it was something else.

    One of ``self_signed``, ``unknown_issuer``, ``expired``, ``not_yet_valid``, ``wrong_host``, ``changed``,
    ``not_tls``, ``untrusted``. A handshake that stalls or breaks off says nothing about a certificate.
    """
    for link in causes_of(error):
        if isinstance(link, _Changed):
            return "changed"
        if isinstance(link, ssl.SSLCertVerificationError):
            return _REASONS.get(getattr(link, "verify_code", 0), "untrusted")
        if isinstance(link, ssl.SSLError) and (getattr(link, "reason", "") or "") in _NO_TLS:
            return "not_tls"
    return ""


async def read_fingerprint(base_url: str) -> str:
    """The fingerprint that the server shows on the usual way there; empty where it shows none in time.

    The handshake is given up once the certificate is seen: nothing is sent.
    """
    seen: list[str] = []

    def look(certificate: bytes) -> None:
        seen.append(fingerprint_of(certificate))
        raise ssl.SSLError("only looked")

    with contextlib.suppress(Exception):  # whatever goes wrong on the way: there is none to show
        async with (
            asyncio.timeout(LOOK_S),
            httpx2.AsyncClient(
                verify=_looking_context(look), trust_env=not is_private(base_url), follow_redirects=False
            ) as http,
        ):
            await http.get(base_url)
    return seen[0] if seen else ""


def _looking_context(look: Callable[[bytes], None]) -> ssl.SSLContext:
    """A context that trusts whatever ``look`` does not raise at, before a byte of the request is sent."""

    class Looking(ssl.SSLObject):
        @override
        def do_handshake(self) -> None:
            super().do_handshake()
            look(self.getpeercert(binary_form=True) or b"")

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.sslobject_class = Looking
    return context


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it came from, and so on; never without end."""
    for _ in range(_MAX_CAUSES):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__
