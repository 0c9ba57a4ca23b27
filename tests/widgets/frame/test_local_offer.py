"""A model server on this computer is found by itself, offered once, and left alone once it was declined."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from stello_desktop.domain.services import PRACTICE
from stello_desktop.llm.providers import Probe
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

NEWS = "Ollama is running on this computer"


@asynccontextmanager
async def serving(listener: socket.socket, models: list[str]) -> AsyncIterator[None]:
    """A server that says it is Ollama and has these models."""
    answers = {
        "/api/version": {"version": "0.9"},
        "/v1/models": {"object": "list", "data": [{"id": model} for model in models]},
    }

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readline()).split()[1].decode()
        body = json.dumps(answers[path]).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(answer, sock=listener)
    try:
        yield
    finally:
        server.close()
        await asyncio.sleep(0.05)  # connections that end now are closed by the loop


@pytest.fixture
def tell(qapp: QApplication, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Start the window again and again over the same store, with a server beside it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        probes = (Probe("Ollama", listener.getsockname()[1], "/api/version", "version"),)

        def run(
            story: Callable[[Shell, Workspace], Awaitable[None]], models: list[str], *, welcomed: bool = True
        ) -> None:
            async def told(shell: Shell, workspace: Workspace) -> None:
                async with serving(listener.dup(), models):
                    shell.opened(workspace.open())
                    await story(shell, workspace)

            run_in_window(tmp_path, told, probes=probes, welcomed=welcomed)

        yield run


def press(shell: Shell, name: str) -> None:
    found = shell.window.toast.findChild(QAbstractButton, name)
    assert found is not None
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


async def nothing(shell: Shell, workspace: Workspace) -> None:
    await asyncio.sleep(0.6)
    assert shell.window.toast.words == ""


def test_it_is_offered_and_used_with_its_first_model_that_chats(tell: Callable[..., None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: shell.window.toast.words == NEWS)
        assert workspace.answering.default.service_id == PRACTICE
        press(shell, "toastAction")
        await until(lambda: shell.window.toast.words.startswith("Ollama answers in new projects"))
        assert workspace.answering.default.model == "llama3.2"
        assert workspace.answering.default.local

    models = ["nomic-embed-text", "llama3.2", "qwen3"]
    tell(story, models)
    tell(nothing, models)


def test_it_is_not_offered_again_once_it_was_dismissed(tell: Callable[..., None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: shell.window.toast.words == NEWS)
        press(shell, "toastClose")

    tell(story, ["llama3.2"])
    tell(nothing, ["llama3.2"])


def test_one_that_left_by_itself_is_offered_again(tell: Callable[..., None]) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: shell.window.toast.words == NEWS)

    tell(story, ["llama3.2"])
    tell(story, ["llama3.2"])


def test_nothing_is_said_of_a_server_without_a_model_nor_on_the_first_screen(
    tell: Callable[..., None],
) -> None:
    tell(nothing, ["llama3.2"], welcomed=False)
    tell(nothing, [])
