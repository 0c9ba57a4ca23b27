"""A keyring that behaves as a test wants it to: the library's own base class, kept in memory."""

from __future__ import annotations

import threading
from typing import override

from keyring.backend import KeyringBackend
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError

from stello_desktop.llm.key_store import KeyStore


class MemoryKeyring(KeyringBackend):
    """Modes: ``ok``, ``locked``, ``init``, ``oserror``, ``forgets``, ``hangs`` until `go_on` is set."""

    priority = 1

    def __init__(self, mode: str = "ok") -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library has no types here
        self.mode = mode
        self.entries: dict[tuple[str, str], str] = {}
        self.asked: list[str] = []
        self.threads: set[str] = set()
        self.go_on = threading.Event()

    def _act(self, what: str) -> None:
        self.asked.append(what)
        self.threads.add(threading.current_thread().name)
        if self.mode == "hangs":
            assert self.go_on.wait(30)
        if self.mode == "locked":
            raise KeyringLocked("locked")
        if self.mode == "init":
            raise InitError("gone")
        if self.mode == "oserror":
            raise OSError("the pipe broke")

    @override
    def get_password(self, service: str, username: str) -> str | None:
        self._act("get")
        return self.entries.get((service, username))

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        self._act("set")
        if self.mode != "forgets":
            self.entries[service, username] = password

    @override
    def delete_password(self, service: str, username: str) -> None:
        self._act("delete")
        if self.entries.pop((service, username), None) is None:
            raise PasswordDeleteError("no such entry")


class WinVaultKeyring(MemoryKeyring):
    """Refuses what the one of Windows refuses, under its name (row 59)."""

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        if len(password.encode("utf-16-le")) > 2560:
            raise OSError(1783, "The stub received bad data")
        super().set_password(service, username, password)


def a_key_store(keyring: MemoryKeyring, limit_s: float = 5.0) -> KeyStore:
    """A store on this keyring."""
    return KeyStore(lambda: keyring, limit_s)
