"""Which failures prove that nothing has left this computer (row 25): only those without any connection."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from stello_desktop.domain.errors import ProviderError
from stello_desktop.domain.reach import is_unsent
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
