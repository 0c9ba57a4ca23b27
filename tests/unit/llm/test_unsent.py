"""Which failures prove that nothing has left this computer (row 25): only those without any connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.reach import is_unsent
from stello_desktop.llm import connection
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from tests.helpers.servers import RESET, Piece, ReplayServer, error_reply
from tests.helpers.streams import ask
from tests.unit.llm.test_openai_compatible import OK, a_model


async def failure(answers: Sequence[Sequence[Piece]], *, gone: bool = False) -> tuple[ProviderError, int]:
    """The error of one question, and how many requests the server has seen."""
    server = ReplayServer(answers)
    async with server:
        model = a_model(server)
        if not gone:
            with pytest.raises(ProviderError) as caught:
                await ask(model, "hi")
            return caught.value, len(server.requests)
    with pytest.raises(ProviderError) as caught:
        await ask(model, "hi")
    return caught.value, len(server.requests)


def test_row_25_where_nobody_listens_nothing_has_left() -> None:
    error, requests = asyncio.run(failure([OK], gone=True))
    assert is_unsent(error)
    assert requests == 0


@pytest.mark.parametrize("answer", [[RESET], error_reply(503, {}), error_reply(401, {})], ids=str)
def test_what_a_server_may_have_heard_is_never_taken_for_unsent(answer: Sequence[Piece]) -> None:
    error, requests = asyncio.run(failure([answer]))
    assert not is_unsent(error)
    assert requests >= 1


async def handshake_failure(answer: Callable[[], Awaitable[None]]) -> ProviderError:
    """The error of a question to a server that takes the connection and then does this with the handshake."""

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        await answer()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    base_url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    model = OpenAICompatibleModel(ModelRef(ServiceId("mine"), "small"), base_url, fixed_key(Secret("k")))
    async with server:
        with pytest.raises(ProviderError) as caught:
            await ask(model, "hi")
    return caught.value


def test_row_26_a_handshake_that_breaks_off_is_the_network_and_not_a_certificate() -> None:
    """Rows 25 and 26: no certificate was seen, so none is blamed; the message may wait for the network."""

    async def hang_up() -> None:
        return

    error = asyncio.run(handshake_failure(hang_up))
    assert error.kind is ProviderErrorKind.NETWORK
    assert "reason" not in error.params
    assert is_unsent(error)


def test_row_26_a_handshake_that_never_answers_is_the_network_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows 25 and 26."""
    monkeypatch.setattr(connection, "CONNECT_S", 0.3)

    async def story() -> ProviderError:
        told = asyncio.Event()

        async def stall() -> None:
            await told.wait()

        failing = asyncio.create_task(handshake_failure(stall))
        await asyncio.wait({failing}, timeout=5)
        told.set()
        return await failing

    error = asyncio.run(story())
    assert error.kind is ProviderErrorKind.NETWORK
    assert is_unsent(error)
