"""The origin of a normalised address: what keys and consents are bound to (T9)."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def origin_of(base_url: str) -> str:
    """Scheme, host and port, the port in any case; an IPv6 host without its brackets."""
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or _DEFAULT_PORTS.get(parts.scheme, 443)}"


def same_origin(base_url: str, other: str) -> bool:
    """Whether two base addresses are the same scheme, host and port."""
    return urlsplit(base_url)[:2] == urlsplit(other)[:2]
