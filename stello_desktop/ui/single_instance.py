"""A second start brings the first window to the front.

The kernel's lock on the store is the truth about who owns it; this socket only carries "raise".
It takes no commands and no paths, and anything else that arrives is dropped. The kernel takes connections also for a
program that hangs, so only an answer says that the window was asked.
"""

from __future__ import annotations

import hashlib
import time
from enum import Enum, auto
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WORD: Final = b"raise\n"
_ANSWER: Final = b"raised\n"
_CONNECT_MS: Final = 1000
PATIENCE_S: Final = 4.0
"""A running program that has said nothing after so long hangs, or is stopped."""


class Raised(Enum):
    """What came of asking the window that owns a store to come to the front."""

    CAME = auto()
    NOBODY = auto()
    SILENT = auto()


def socket_name(store: Path) -> str:
    """A name for the store's own socket; short, and the same at every start."""
    return "stello-" + hashlib.sha256(str(store.resolve()).encode()).hexdigest()[:24]


def raise_running(store: Path, patience_s: float = PATIENCE_S) -> Raised:
    """Ask the window that owns ``store`` to come to the front, and wait for its answer."""
    ends_at = time.monotonic() + patience_s
    socket = QLocalSocket()
    socket.connectToServer(socket_name(store))
    if not socket.waitForConnected(_CONNECT_MS):
        return Raised.NOBODY
    socket.write(_WORD)
    socket.flush()
    while not socket.canReadLine():
        left_ms = round(1000 * (ends_at - time.monotonic()))
        if left_ms <= 0 or not socket.waitForReadyRead(left_ms):
            break
    answer = socket.readLine(len(_ANSWER) + 1).data()
    socket.abort()
    return Raised.CAME if answer == _ANSWER else Raised.SILENT


class RaiseServer(QObject):
    """Listens for second starts.

    Signals:
        raise_requested: another start asked for the window.
    """

    raise_requested = Signal()

    def __init__(self, store: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        name = socket_name(store)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)
            self._server.listen(name)

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(socket.deleteLater)

    def _read(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket) and socket.read(len(_WORD)).data() == _WORD:
            self.raise_requested.emit()
            socket.write(_ANSWER)
            socket.flush()
            socket.disconnectFromServer()

    def close(self) -> None:
        """Stop listening."""
        self._server.close()
