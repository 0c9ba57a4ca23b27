"""Servers that tests talk to: a real llama.cpp with a real small model, and one that replays bytes.

Everything listens on loopback, on a port that the system chooses.
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import json
import secrets
import select
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pytest

from stello_desktop.llm import tiny_server
from stello_desktop.llm.tiny import TINY_MODEL, find_model_file, tiny_available
from stello_desktop.resources import resource

START_S: Final = 60.0
RESET: Final = "reset"
"""In a replayed answer: break the connection here, as a lost one does."""


@dataclass(slots=True)
class LlamaServer:
    """A running llama.cpp server.

    Attributes:
        base_url: with its version path.
        key: the only one that it takes.
    """

    base_url: str
    key: str
    model: str
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """End it as a crash does."""
        self.process.kill()
        self._reap()

    def stop(self) -> None:
        """End it as the program does: its standard input closes."""
        self._reap()

    def _reap(self) -> None:
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def start_llama_server() -> LlamaServer:
    """A server of one's own, for tests that end it; half a second."""
    if not tiny_available():
        pytest.skip("the tiny local model is not installed")
    key = secrets.token_urlsafe(12)
    process = subprocess.Popen(
        [
            sys.executable,
            "-I",
            str(Path(tiny_server.__file__)),
            str(find_model_file()),
            str(resource("models/smollm2-tools.jinja")),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{key}\n".encode())
    process.stdin.flush()
    readable, _, _ = select.select([process.stdout], [], [], START_S)
    line = process.stdout.readline() if readable else b""
    server = LlamaServer("", key, TINY_MODEL, process)
    if not line.startswith(b"LISTEN "):
        server.kill()
        pytest.fail(f"llama.cpp did not start: {line!r}")
    server.base_url = f"{line.split()[1].decode('ascii')}/v1"
    return server


@functools.cache
def shared_llama_server() -> LlamaServer:
    """The one server of this test session; ends with it."""
    server = start_llama_server()
    atexit.register(server.stop)
    return server


@pytest.fixture
def llama_server() -> LlamaServer:
    """A real llama.cpp server, started once per session."""
    return shared_llama_server()


@pytest.fixture
def own_llama_server() -> Iterator[LlamaServer]:
    """A real llama.cpp server that the test may kill."""
    server = start_llama_server()
    yield server
    server.stop()


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it came over the wire."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as a JSON value."""
        return json.loads(self.body)


type Piece = bytes | float | str | asyncio.Event
"""Bytes to send, seconds to wait, `RESET`, or what the test sets when the answer is to go on."""


def reply(
    body: bytes | str = b"",
    *,
    status: int = 200,
    content_type: str = "text/event-stream",
    headers: Mapping[str, str] | None = None,
) -> list[Piece]:
    """A whole answer of known length."""
    payload = body.encode() if isinstance(body, str) else body
    fields = {"Content-Type": content_type, "Content-Length": str(len(payload)), **(headers or {})}
    return [_head(status, fields) + payload]


def flow(
    *pieces: Piece, content_type: str = "text/event-stream", headers: Mapping[str, str] | None = None
) -> list[Piece]:
    """An answer in pieces that ends when the connection closes."""
    return [_head(200, {"Content-Type": content_type, **(headers or {})}), *pieces]


def error_reply(status: int, value: Any, **headers: str) -> list[Piece]:
    """A JSON error; underscores in header names stand for hyphens."""
    fields = {name.replace("_", "-"): text for name, text in headers.items()}
    return reply(json.dumps(value), status=status, content_type="application/json", headers=fields)


def event(value: Any) -> bytes:
    """One server-sent event with a JSON value."""
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def text_events(*texts: str, finish: str | None = "stop") -> bytes:
    """Chunks of visible text, then the usual end."""
    chunks = [event({"choices": [{"index": 0, "delta": {"content": text}}]}) for text in texts]
    if finish is not None:
        chunks.append(event({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}))
        chunks.append(b"data: [DONE]\n\n")
    return b"".join(chunks)


@dataclass(slots=True)
class ReplayServer:
    """Answers each connection with the next of its answers, byte for byte; repeats the last.

    Attributes:
        requests: what came, in order.
        asked: set once the first request is there.
        closed: set once a client went away before its answer was over.
        port: given, to come back where another was before.
    """

    answers: Sequence[Sequence[Piece]]
    requests: list[Received] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0
    _server: asyncio.Server | None = None
    _serving: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def base_url(self) -> str:
        """With a version path."""
        return f"http://127.0.0.1:{self.port}/v1"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            received = await _receive(reader)
            if received is not None:
                self.requests.append(received)
                self.asked.set()
                await self._answer(
                    self.answers[min(len(self.requests), len(self.answers)) - 1], reader, writer
                )
        except (ConnectionError, asyncio.IncompleteReadError):
            self.closed.set()
        except asyncio.CancelledError:
            pass  # the server's end; asyncio would complain about the connection's own task
        finally:
            writer.close()
            self._serving.discard(task)

    async def _answer(
        self, pieces: Sequence[Piece], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        for piece in pieces:
            if isinstance(piece, bytes):
                writer.write(piece)
                await writer.drain()
            elif isinstance(piece, asyncio.Event):
                await piece.wait()
            elif isinstance(piece, str):
                sock: socket.socket = writer.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
                return
            elif await _went_away(reader, piece):
                self.closed.set()
                return


async def _went_away(reader: asyncio.StreamReader, wait_s: float) -> bool:
    """Wait; True at once when the client closes."""
    try:
        async with asyncio.timeout(wait_s):
            return await reader.read(1) == b""
    except TimeoutError:
        return False


async def _receive(reader: asyncio.StreamReader) -> Received | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines)
        if name
    }
    return Received(method, path, headers, await reader.readexactly(int(headers.get("content-length", "0"))))


def _head(status: int, fields: Mapping[str, str]) -> bytes:
    lines = [
        f"HTTP/1.1 {status} Said",
        *(f"{name}: {value}" for name, value in fields.items()),
        "Connection: close",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


class ThreadedReplayServer:
    """A `ReplayServer` in a thread of its own, for tests whose loop is Qt's."""

    def __init__(self, answers: Sequence[Sequence[Piece]], port: int = 0) -> None:
        self._answers = answers
        self._port = port
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="replay-server")
        self.server: ReplayServer | None = None

    def __enter__(self) -> ReplayServer:
        self._thread.start()
        assert self._ready.wait(10)
        assert self.server is not None
        return self.server

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._loop is not None
        assert self._over is not None
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        async with ReplayServer(self._answers, port=self._port) as self.server:
            self._ready.set()
            await self._over.wait()
