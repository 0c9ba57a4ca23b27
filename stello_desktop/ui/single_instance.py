"""A second start brings the first window to the front.

The kernel's lock on the store is the truth about who owns it; this socket only carries "raise".
It takes no commands and no paths, and anything else that arrives is dropped.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WORD: Final = b"raise\n"
_WAIT_MS: Final = 1000


def socket_name(store: Path) -> str:
    """A name for the store's own socket; short, and the same at every start."""
    return "stello-" + hashlib.sha256(str(store.resolve()).encode()).hexdigest()[:24]


def raise_running(store: Path) -> bool:
    """Ask the window that owns ``store`` to come to the front; False where none answers."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name(store))
    if not socket.waitForConnected(_WAIT_MS):
        return False
    socket.write(_WORD)
    socket.waitForBytesWritten(_WAIT_MS)
    socket.disconnectFromServer()
    return True


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
            socket.disconnectFromServer()

    def close(self) -> None:
        """Stop listening."""
        self._server.close()
