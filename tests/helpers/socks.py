"""A small SOCKS 5 proxy: whatever it is asked for, it connects to one place on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

_NO_SIGN_IN: Final = 0
_PASSWORD: Final = 2
_REFUSED: Final = 5


@dataclass(slots=True)
class SocksProxy:
    """What came to it.

    Attributes:
        target: the port of this computer that everything is led to; 0 refuses every connection.
        users: name and password that it asks for; None for nobody.
        says: sent at once in place of any protocol, then it hangs up; None keeps to the protocol.
    """

    target: int = 0
    users: tuple[str, str] | None = None
    says: bytes | None = None
    port: int = 0
    asked: list[str] = field(default_factory=list)

    def url(self, sign_in: str = "") -> str:
        """As it stands in the environment."""
        return f"socks5://{sign_in}127.0.0.1:{self.port}"

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.says is not None:
                await reader.read(100)
                writer.write(self.says)
                await writer.drain()
            elif await self._sign_in(reader, writer):
                await self._connect(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _sign_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        _, count = await reader.readexactly(2)
        offered = await reader.readexactly(count)
        wanted = _NO_SIGN_IN if self.users is None else _PASSWORD
        writer.write(bytes([5, wanted if wanted in offered else 255]))
        if wanted not in offered:
            return False
        if self.users is None:
            return True
        _, length = await reader.readexactly(2)
        name = await reader.readexactly(length)
        (length,) = await reader.readexactly(1)
        given = (name.decode(), (await reader.readexactly(length)).decode())
        writer.write(bytes([1, 0 if given == self.users else 1]))
        return given == self.users

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readexactly(5)
        host = (await reader.readexactly(head[4])).decode()
        port = int.from_bytes(await reader.readexactly(2), "big")
        self.asked.append(f"{host}:{port}")
        writer.write(bytes([5, 0 if self.target else _REFUSED, 0, 1, 0, 0, 0, 0, 0, 0]))
        if self.target:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


@asynccontextmanager
async def socks_proxy(proxy: SocksProxy) -> AsyncGenerator[SocksProxy]:
    """It listens on loopback until the end of the block."""
    server = await asyncio.start_server(proxy._accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        running = [task for task in asyncio.all_tasks() if "SocksProxy._accept" in repr(task.get_coro())]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
