"""What a person allowed for single addresses after a question: no encryption, a certificate (T9, Q29).

Each holds for one origin (scheme, host, port), a certificate for one service there too, and for nothing beyond it;
there is no way to allow it for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from stello_desktop.domain.ids import ServiceId

_FINGERPRINT = re.compile(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}")
_MOST: Final = 500

ON_TRIAL: Final = ServiceId("")
"""Whose certificate it is while a service is tried out and not set up yet; never kept beyond this run."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What holds for the requests of one service.

    Attributes:
        plain: origins that may be asked without encryption.
        certificates: origin and fingerprint.
    """

    plain: frozenset[str] = frozenset()
    certificates: frozenset[tuple[str, str]] = frozenset()

    def fingerprints(self, origin: str) -> frozenset[str]:
        """Which certificates are accepted there."""
        return frozenset(print_ for at, print_ in self.certificates if at == origin)


@dataclass(frozen=True, slots=True)
class Consents:
    """The exceptions of one workspace.

    Attributes:
        plain: origins in private networks that may be asked without encryption.
        certificates: service, origin and SHA-256 fingerprint of a certificate that no authority vouches for.
    """

    plain: frozenset[str] = frozenset()
    certificates: frozenset[tuple[ServiceId, str, str]] = frozenset()

    def with_plain(self, origin: str) -> Consents:
        """And this origin without encryption."""
        return Consents(self.plain | {origin}, self.certificates)

    def with_certificate(self, service_id: ServiceId, origin: str, fingerprint: str) -> Consents:
        """And this certificate for this service there, in place of an earlier one."""
        others = {item for item in self.certificates if item[:2] != (service_id, origin)}
        return replace(self, certificates=frozenset({*others, (service_id, origin, fingerprint)}))

    def settled_for(self, service_id: ServiceId, origin: str) -> Consents:
        """What was accepted while a service was tried out becomes its own; nothing is on trial any more."""
        tried = {(service_id, origin, print_) for print_ in self.of(ON_TRIAL).fingerprints(origin)}
        kept = {item for item in self.certificates if item[0] != ON_TRIAL}
        if tried:
            kept -= {item for item in kept if item[:2] == (service_id, origin)}
        return replace(self, certificates=frozenset(kept | tried))

    def without_plain(self, origin: str) -> Consents:
        """This origin is asked with encryption alone."""
        return replace(self, plain=self.plain - {origin})

    def without_certificates(self, service_id: ServiceId, origin: str | None = None) -> Consents:
        """No certificate for this service any more, at one origin or anywhere."""
        gone = {item for item in self.certificates if item[0] == service_id and origin in {None, item[1]}}
        return replace(self, certificates=self.certificates - gone)

    def of(self, *service_ids: ServiceId) -> Allowed:
        """What holds for the requests of these services."""
        certificates = (item[1:] for item in self.certificates if item[0] in service_ids)
        return Allowed(self.plain, frozenset(certificates))

    def to_values(self) -> dict[str, list[Any]]:
        """As JSON values."""
        return {
            "plain": sorted(self.plain),
            "certificates": [list(item) for item in sorted(self.certificates) if item[0] != ON_TRIAL],
        }

    @classmethod
    def from_values(cls, values: Any) -> Consents:
        """What fits; anything else, and a certificate that names no service, is no consent."""
        if not isinstance(values, dict):
            return cls()
        plain = (item for item in _items(values.get("plain")) if isinstance(item, str))
        return cls(frozenset(plain), frozenset(_read_certificates(_items(values.get("certificates")))))


NO_CONSENTS: Final = Consents()
NOTHING_ALLOWED: Final = Allowed()


def _items(value: Any) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else []


def _read_certificates(items: Iterable[Any]) -> Iterator[tuple[ServiceId, str, str]]:
    for item in items:
        match item:
            case [str() as service_id, str() as origin, str() as print_] if _FINGERPRINT.fullmatch(print_):
                yield ServiceId(service_id), origin, print_
            case _:
                continue
