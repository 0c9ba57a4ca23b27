"""Whether a host is this computer or stands in a private network (Q30, Q34): no proxy, more patience."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

_OVERLAY: Final = ipaddress.ip_network("100.64.0.0/10")
"""Where private networks laid over the internet have their addresses, Tailscale's among them (RFC 6598)."""
_PRIVATE_SUFFIXES: Final = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".home")


def ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a host is written as; None where it is a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_private_host(host: str) -> bool:
    """By its address, or by a name that only a private network knows."""
    address = ip_address(host)
    if address is not None:
        return address.is_private or address.is_loopback or address.is_link_local or address in _OVERLAY
    return "." not in host or host.endswith(_PRIVATE_SUFFIXES)


def is_own_host(host: str) -> bool:
    """Whether that is this computer for sure: names are looked up elsewhere, ``localhost`` is a number by now (T9)."""
    address = ip_address(host)
    return address is not None and address.is_loopback


def is_near(base_url: str) -> bool:
    """`is_private_host` for a normalised address; one that cannot be read is far away."""
    return bool(host := _host_of(base_url)) and is_private_host(host)


def is_here(base_url: str) -> bool:
    """`is_own_host` for a normalised address; one that cannot be read is elsewhere."""
    return is_own_host(_host_of(base_url))


def _host_of(base_url: str) -> str:
    """Empty where there is none, or none that can be read."""
    try:
        return urlsplit(base_url).hostname or ""
    except ValueError:
        return ""
