"""What a person allowed for single addresses after a question: no encryption, a certificate (T9, Q29).

Each holds for one origin (scheme, host, port) and nothing beyond it; there is no way to allow it for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

_FINGERPRINT = re.compile(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}")
_MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Consents:
    """The exceptions of one workspace.

    Attributes:
        plain: origins in private networks that may be asked without encryption.
        certificates: origin and SHA-256 fingerprint of a certificate that no authority vouches for.
    """

    plain: frozenset[str] = frozenset()
    certificates: frozenset[tuple[str, str]] = frozenset()

    def with_plain(self, origin: str) -> Consents:
        """And this origin without encryption."""
        return Consents(self.plain | {origin}, self.certificates)

    def with_certificate(self, origin: str, fingerprint: str) -> Consents:
        """And this certificate there, in place of an earlier one."""
        others = {item for item in self.certificates if item[0] != origin}
        return Consents(self.plain, frozenset({*others, (origin, fingerprint)}))

    def without(self, origin: str) -> Consents:
        """Nothing for this origin any more."""
        return Consents(
            self.plain - {origin}, frozenset(item for item in self.certificates if item[0] != origin)
        )

    def fingerprints(self, origin: str) -> frozenset[str]:
        """Which certificates were accepted there."""
        return frozenset(print_ for at, print_ in self.certificates if at == origin)

    def to_values(self) -> dict[str, list[Any]]:
        """As JSON values."""
        return {
            "plain": sorted(self.plain),
            "certificates": [list(item) for item in sorted(self.certificates)],
        }

    @classmethod
    def from_values(cls, values: Any) -> Consents:
        """What fits; anything else is no consent."""
        if not isinstance(values, dict):
            return cls()
        plain = (item for item in _items(values.get("plain")) if isinstance(item, str))
        return cls(frozenset(plain), frozenset(_read_certificates(_items(values.get("certificates")))))


NO_CONSENTS: Final = Consents()


def _items(value: Any) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else []


def _read_certificates(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        match item:
            case [str() as origin, str() as fingerprint] if _FINGERPRINT.fullmatch(fingerprint):
                yield origin, fingerprint
            case _:
                continue
