"""Where the key of a service is, and why it may not be in the system's keyring (rows 53 to 60)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class KeyPlace(StrEnum):
    """Where a key is; nobody has looked yet at `UNKNOWN`."""

    UNKNOWN = "unknown"
    NONE = "none"
    KEYRING = "keyring"
    SESSION = "session"


class KeyringTrouble(StrEnum):
    """Why the system's keyring cannot be used now.

    Attributes:
        MISSING: there is none (row 53).
        REFUSED: what is offered in its place keeps keys in plain text, or forgets them (row 54).
        LOCKED: it is locked and stayed so (row 55).
        FAILED: it was there and answers with an error now (row 56).
        SILENT: it did not answer in time (row 57).
    """

    MISSING = "missing"
    REFUSED = "refused"
    LOCKED = "locked"
    FAILED = "failed"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class KeyState:
    """What is known of one key.

    Attributes:
        trouble: why it is not in the keyring, or why nobody could look there; None where all is well.
    """

    place: KeyPlace
    trouble: KeyringTrouble | None = None

    @property
    def at_hand(self) -> bool:
        """Whether a request can be made with it."""
        return self.place in {KeyPlace.KEYRING, KeyPlace.SESSION}


NOT_LOOKED: Final = KeyState(KeyPlace.UNKNOWN)
