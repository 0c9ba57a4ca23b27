"""Services that many people use, read from ``resources/services.toml``: what fills in the fields of a new one.

The list only fills in fields. Nothing here is asked before a click, and any other address is as good.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from PySide6.QtCore import QLocale

from stello_desktop.resources import resource
from stello_desktop.ui.i18n import ENGLISH

_LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})  # noqa: S104 - compared, never listened on


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownService:
    """One entry of the list.

    Attributes:
        name: as the service calls itself.
        names: as it calls itself in other languages, where that differs.
        key_page: where the person gets a key; empty for a server of their own, which needs none.
        words: what people type for it, in small letters.
        preferred: models to begin with, the best first.
        models: names to offer where the service keeps no list.
        pull: the command that gets a first model; empty where there is none.
        steps: three lines on how to begin, by language.
    """

    name: str
    base_url: str
    key_page: str = ""
    words: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    pull: str = ""
    steps: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def local(self) -> bool:
        """Whether it runs on the person's own computer."""
        return not self.key_page

    @property
    def shown(self) -> str:
        """What it calls itself for people who read the window's language."""
        return self.names.get(QLocale().name(), self.name)

    @property
    def search_words(self) -> str:
        """All its names and what else people type for it, whatever the language."""
        return " ".join((self.name, *self.names.values(), *self.words))

    def steps_in(self, language: str) -> tuple[str, ...]:
        """How to begin, in this language."""
        return self.steps.get(language) or self.steps[ENGLISH]


@functools.cache
def known_services() -> tuple[KnownService, ...]:
    """All of them, in the order of the file."""
    values = tomllib.loads(resource("services.toml").read_text(encoding="utf-8"))
    return tuple(_read(item) for item in values["service"])


def _read(item: Mapping[str, Any]) -> KnownService:
    return KnownService(
        name=item["name"],
        base_url=item["address"],
        key_page=item.get("key_page", ""),
        words=tuple(item["words"]),
        preferred=tuple(item["prefer"]),
        models=tuple(item.get("models", ())),
        pull=item.get("pull", ""),
        steps={language: tuple(lines) for language, lines in item["steps"].items()},
        names=item.get("names", {}),
    )


def find_known(text: str) -> KnownService | None:
    """The service that is meant by its name, its host or its whole address."""
    typed = text.strip().lower()
    if not typed:
        return None
    place = _split(typed)
    here = is_here(typed)
    for known in known_services():
        names = {name.lower() for name in (known.name, *known.names.values())}
        if typed in names or typed in known.words:
            return known
        host, port = _split(known.base_url)
        if (here and known.local and place[1] == port) or (not known.local and place[0] == host):
            return known
    return None


def named(name: str) -> KnownService | None:
    """The service with exactly this name, as it calls itself."""
    return next((known for known in known_services() if known.name == name), None)


def address_meant(text: str) -> str:
    """What was typed, or the address of the service that was named."""
    typed = text.strip()
    known = find_known(typed)
    bare = typed.lower().removeprefix("https://").rstrip("/")
    if known is not None and ("." not in bare or bare == _split(known.base_url)[0]) and ":" not in bare:
        return known.base_url
    return typed


def name_for(address: str) -> str:
    """What a service at this address is called before the person names it."""
    known = find_known(address)
    if known is not None:
        return known.shown
    host, port = _split(address)
    if is_here(address):  # as the person wrote it
        shown = f"[{host}]" if ":" in host else host
        return f"{shown}:{port}" if port else shown
    parts = host.split(".")
    kept = [part for part in parts if part not in ("api", "www")]
    is_number = all(part.isdigit() for part in parts) or ":" in host
    return host if is_number or not kept else ".".join(kept)


def is_here(address: str) -> bool:
    """Whether the address is this computer."""
    return _split(address)[0] in _LOCAL_HOSTS


def _split(address: str) -> tuple[str, int | None]:
    text = address.strip().lower()
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    return host, port
