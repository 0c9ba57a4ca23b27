"""Addresses of AI services: any form that people paste becomes one base address (Q26, T10).

Only ``http`` and ``https``; no user name, no control characters; plain ``http`` only to this computer and
private networks. What cannot be used is refused with a reason, never repaired into something else.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from stello_desktop.domain import addresses
from stello_desktop.domain.addresses import base_path
from stello_desktop.domain.errors import InvalidAddress
from stello_desktop.domain.nearness import ip_address, is_own_host, is_private_host

MAX_ADDRESS_CHARS: Final = 2_000
_MAX_PORT: Final = 65_535
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*")
_SLIPPED_SCHEME = re.compile(r"(https?)(?::/?|//)(?=[^/\d]|\d+[.:]\d)", re.IGNORECASE)
_SENTENCE_MARKS: Final = ".,;"
_AROUND_MARKS = re.compile(r"\s*([:/]+)\s*")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


@dataclass(frozen=True, slots=True)
class _Place:
    scheme: str
    host: str
    port: int | None
    path: str

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port in {None, _DEFAULT_PORTS[self.scheme]} else f"{host}:{self.port}"


def normalise_url(text: str) -> str:
    """The base address that all these forms mean, without a slash at its end.

    Raises: InvalidAddress, ``reason`` one of ``empty``, ``too_long``, ``control_character``, ``space``,
        ``scheme``, ``user_name``, ``host``, ``port``, ``query``, ``plain_http``.
    """
    place = _usable(_tidy(text))
    return f"{place.scheme}://{place.netloc}{base_path(_tidy_path(place), place.port)}"


def settled_url(base_url: str) -> str:
    """A base address that `normalise_url` has given before: checked again, since it was kept, but never led elsewhere.

    ``https://example.com/chat/completions`` has the base ``https://example.com``; read as something that a person
    typed it would mean ``https://example.com/v1``. Raises: InvalidAddress.
    """
    place = _usable(_tidy(base_url))
    return f"{place.scheme}://{place.netloc}{_tidy_path(place)}"


def _usable(text: str) -> _Place:
    place = _split(text)
    if place.scheme == "http" and not is_private_host(place.host):
        raise InvalidAddress(reason="plain_http", host=place.host)
    return place


def origin_of(base_url: str) -> str:
    """The origin that an address in any form means (T9). Raises: InvalidAddress."""
    return addresses.origin_of(root_of(base_url))


def root_of(base_url: str) -> str:
    """The address of the server itself, without a path."""
    place = _split(base_url)
    return f"{place.scheme}://{place.netloc}"


def host_of(base_url: str) -> str:
    """The host, as it is shown to the person."""
    return _split(base_url).host


def is_private(base_url: str) -> bool:
    """Whether the address is on this computer or in a private network: no proxy, more patience (Q30, Q34)."""
    return is_private_host(_split(base_url).host)


def is_loopback(base_url: str) -> bool:
    """Whether the address is this computer for sure (T9)."""
    return is_own_host(_split(base_url).host)


def _tidy(text: str) -> str:
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).replace("\u3002", ".").strip()
    text = text.rstrip(_SENTENCE_MARKS).rstrip()
    if not text:
        raise InvalidAddress(reason="empty")
    if len(text) > MAX_ADDRESS_CHARS:
        raise InvalidAddress(reason="too_long")
    if any(unicodedata.category(character) in {"Cc", "Cf", "Cs"} for character in text):
        raise InvalidAddress(reason="control_character")
    text = _AROUND_MARKS.sub(r"\1", text)
    if slipped := _SLIPPED_SCHEME.match(text):
        text = f"{slipped.group(1)}://{text[slipped.end() :]}"
    if re.search(r"\s", text):
        raise InvalidAddress(reason="space")
    if "\\" in text:
        raise InvalidAddress(reason="host")
    return text


def _split(text: str) -> _Place:
    scheme = _SCHEME.match(text)
    try:
        parts = urlsplit(text if scheme else f"//{text}")
        port = parts.port
    except ValueError as error:
        raise InvalidAddress(reason="port" if "port" in str(error).lower() else "host") from None
    is_slip = not scheme and parts.netloc.endswith(":") and parts.path  # ``ftp:/x`` is no host called ftp
    if is_slip or (scheme and parts.scheme.lower() not in _DEFAULT_PORTS):
        raise InvalidAddress(reason="scheme")
    if "@" in parts.netloc:
        raise InvalidAddress(reason="user_name")
    if parts.query:
        raise InvalidAddress(reason="query")
    if port is not None and not 1 <= port <= _MAX_PORT:
        raise InvalidAddress(reason="port")
    host = _read_host(parts.hostname or "")
    guessed = "http" if is_private_host(host) else "https"
    return _Place(parts.scheme.lower() if scheme else guessed, host, port, parts.path)


def _read_host(text: str) -> str:
    """The host in lower case and plain letters. ``localhost`` becomes 127.0.0.1, where servers listen."""
    host = text.lower().rstrip(".")
    address = ip_address(host)
    if host == "localhost" or (address is not None and address.is_unspecified):
        return "127.0.0.1"
    if address is not None:
        return str(address)
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            raise InvalidAddress(reason="host") from None
    last = host.rpartition(".")[2]
    if not _HOST.fullmatch(host) or last.isdigit() or last.startswith("0x"):
        raise InvalidAddress(reason="host")
    return host


def _tidy_path(place: _Place) -> str:
    return re.sub(r"/+", "/", place.path).rstrip("/")
