"""The network as the tests see it: this machine and nothing beyond.

An audit hook sees every connection that Python code makes, through whatever library. A refused attempt looks like
a machine without a network to the code under test, and fails the test as well, so that no ``except OSError`` can
hide it. Qt's own sockets are not seen; the program uses none but local ones.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

LOCAL_NAMES = {"", "localhost", "localhost.localdomain", socket.gethostname().lower()}


def is_loopback(host: object) -> bool:
    """Whether a host name or address means this machine; names are not looked up."""
    if host is None:
        return True
    text = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    text = text.strip("[]").lower()
    if text in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(text.partition("%")[0]).is_loopback
    except ValueError:
        return False


@dataclass(slots=True)
class NetworkGuard:
    """Refuses everything beyond loopback while it is armed.

    Attributes:
        refused: what was tried since the last ``watch``.
    """

    armed: bool = False
    refused: list[str] = field(default_factory=list)

    def install(self) -> None:
        """Start listening; an audit hook stays for the life of the process."""
        sys.addaudithook(self._hook)
        self.armed = True

    @contextmanager
    def watch(self) -> Iterator[list[str]]:
        """The attempts that were refused inside the block."""
        self.refused.clear()
        yield self.refused

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Let everything through inside the block."""
        self.armed = False
        try:
            yield
        finally:
            self.armed = True

    def _hook(self, event: str, args: tuple[object, ...]) -> None:
        if not self.armed or not event.startswith("socket."):
            return
        if event in {"socket.connect", "socket.sendto", "socket.bind"}:
            sock, address = args[0], args[1]
            family = getattr(sock, "family", None)
            if family not in {socket.AF_INET, socket.AF_INET6} or not isinstance(address, tuple):
                return
            host: object = address[0]
            if event == "socket.bind" and host == "":
                host = "0.0.0.0"  # noqa: S104 - Python's name for every interface
        elif event in {"socket.getaddrinfo", "socket.gethostbyname"}:
            host = args[0]
        else:
            return
        if not is_loopback(host):
            self.refused.append(f"{event} {host!r}")
            raise OSError(errno.ENETUNREACH, f"The tests have no network beyond loopback: {host!r}")


GUARD = NetworkGuard()
