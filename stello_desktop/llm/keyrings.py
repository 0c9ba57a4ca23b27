"""Which keyring of the operating system is used: one of a short list, chosen by us (rows 53, 54).

The library's own choice would follow the environment and files, and may end at a plain text file or at a
keyring that forgets. Everything here may block for as long as it likes; `key_store` runs it in a thread.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import secrets
import sys
from typing import Any, Final, Protocol

from stello_desktop.domain.keys import KeyringTrouble

SWITCH: Final = "STELLO_KEYRING"
"""An environment variable; ``off`` keeps keys for one run only, wherever the program is started."""

ENTRY: Final = "Stello Desktop"
WINDOWS_MAX_BYTES: Final = 2560

_ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    "linux": (
        "keyring.backends.SecretService:Keyring",
        "keyring.backends.libsecret:Keyring",
        "keyring.backends.kwallet:DBusKeyring",
    ),
    "darwin": ("keyring.backends.macOS:Keyring",),
    "win32": ("keyring.backends.Windows:WinVaultKeyring",),
}
_PROBE_CHARS: Final = 16


class Keyring(Protocol):
    """What is used of a keyring of the library; every call may raise anything."""

    def get_password(self, service: str, username: str) -> str | None:
        """The secret of an entry."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Write an entry."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Remove an entry."""
        ...


class Unusable(Exception):
    """The keyring cannot be used, and why."""

    def __init__(self, trouble: KeyringTrouble, detail: str = "") -> None:
        super().__init__(detail or trouble)
        self.trouble = trouble


def find_keyring() -> Keyring:
    """The first keyring of the list that works on this system. Raises: Unusable."""
    if os.environ.get(SWITCH, "").lower() == "off":
        raise Unusable(KeyringTrouble.MISSING, f"{SWITCH}=off")
    refusals: list[str] = []
    for name in _ALLOWED.get(_platform(), ()):
        module, _, kind = name.partition(":")
        try:
            found = getattr(importlib.import_module(module), kind)
            _ = found.priority  # raises where it cannot work here
            return _without_the_environment(found)
        except Exception as error:  # noqa: BLE001 - foreign code; any failure means: not this one
            refusals.append(f"{kind}: {type(error).__name__}")
    trouble = KeyringTrouble.REFUSED if _has_unsafe_ones() else KeyringTrouble.MISSING
    raise Unusable(trouble, "; ".join(refusals))


def prove(keyring: Keyring) -> None:
    """Write, read and remove a random value: a keyring is what keeps it. Raises: Unusable, and anything."""
    name, value = f"probe-{secrets.token_hex(8)}", secrets.token_urlsafe(_PROBE_CHARS)
    keyring.set_password(ENTRY, name, value)
    kept = keyring.get_password(ENTRY, name)
    if kept is not None:
        keyring.delete_password(ENTRY, name)
    if kept != value:
        raise Unusable(KeyringTrouble.REFUSED, "the keyring does not keep what it is given")


def trouble_of(error: Exception) -> KeyringTrouble:
    """What an exception of the library, or of anything below it, means."""
    if isinstance(error, Unusable):
        return error.trouble
    names = _kinds(error)
    if "NoKeyringError" in names:
        return KeyringTrouble.MISSING
    locked = {"KeyringLocked", "LockedException", "PromptDismissedException"}
    return KeyringTrouble.LOCKED if names & locked or _was_dismissed(error) else KeyringTrouble.FAILED


def is_missing_entry(error: Exception) -> bool:
    """Whether a deletion found nothing to delete (row 60)."""
    return "PasswordDeleteError" in _kinds(error)


def longest_key_bytes(keyring: Keyring) -> int | None:
    """How many bytes of UTF-16 an entry may have; None without a limit (row 59)."""
    return WINDOWS_MAX_BYTES if "WinVaultKeyring" in _kinds(keyring) else None


def _without_the_environment(kind: type[Any]) -> Keyring:
    """One of its kind whose properties no KEYRING_PROPERTY_… of the environment has set."""
    ours: type[Any] = type(kind.__name__, (kind,), {"set_properties_from_env": lambda _self: None})
    keyring: Keyring = ours()
    return keyring


def _was_dismissed(error: Exception) -> bool:
    return error.__cause__ is not None and "PromptDismissedException" in _kinds(error.__cause__)


def _kinds(thing: object) -> frozenset[str]:
    """The names of its classes; the libraries' own are only there where they are installed."""
    return frozenset(kind.__name__ for kind in type(thing).__mro__)


def _platform() -> str:
    return sys.platform if sys.platform in _ALLOWED else "linux"


def _has_unsafe_ones() -> bool:
    """Whether the library by itself would have taken one that is not on the list."""
    if os.environ.get("PYTHON_KEYRING_BACKEND"):
        return True
    try:
        return importlib.util.find_spec("keyrings.alt") is not None
    except ModuleNotFoundError:
        return False
