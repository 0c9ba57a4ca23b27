"""Normalised addresses: their origin, which keys and consents are bound to (T9), and where their base is (Q26)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final
from urllib.parse import urlsplit, urlunsplit

OLLAMA_PORT: Final = 11434
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_ADDED: Final = "/v1"
_VERSION: Final = re.compile(r"v\d+\w*", re.IGNORECASE)
_ENDPOINT: Final = re.compile(
    r"/(?:chat/completions|completions|models|responses|embeddings)$", re.IGNORECASE
)


def origin_of(base_url: str) -> str:
    """Scheme, host and port, the port in any case; an IPv6 host without its brackets."""
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or _DEFAULT_PORTS.get(parts.scheme, 443)}"


def same_origin(base_url: str, other: str) -> bool:
    """Whether two base addresses are the same scheme, host and port."""
    return urlsplit(base_url)[:2] == urlsplit(other)[:2]


def base_path(path: str, port: int | None) -> str:
    """The path of the base that a typed path means: an endpoint in full says where it is, others get a version."""
    base = _ENDPOINT.sub("", path)
    if port == OLLAMA_PORT and base in {"/api", "/api/chat", "/api/generate", "/api/tags"}:
        return _ADDED
    if base != path or any(_VERSION.fullmatch(segment) for segment in base.split("/")):
        return base
    return base + _ADDED


def unversioned(base_url: str, typed: str) -> str | None:
    """The same base without the version that `base_path` added to what was typed; None where it added none."""
    if not base_url.endswith(_ADDED) or _ADDED in unicodedata.normalize("NFKC", typed).lower():
        return None
    return base_url.removesuffix(_ADDED)


def typed_again(base_url: str) -> str:
    """Where a kept base leads when it is read like something typed; what cannot be read stays as it is.

    So did earlier versions at each request: what they kept as ``https://example.com`` answers at its ``/v1``.
    """
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError:
        return base_url
    return urlunsplit(parts._replace(path=base_path(parts.path, port))) if parts.netloc else base_url
