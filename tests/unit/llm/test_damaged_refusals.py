"""Refusals that are damaged themselves, over a real socket: each is still the failure that its status names (R-10)."""

from __future__ import annotations

import asyncio
import gzip
import time

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.llm import connection
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.waits import retry_after_s
from tests.helpers.servers import RESET, Piece, ReplayServer, error_reply, reply
from tests.helpers.streams import ask
from tests.unit.llm.test_openai_compatible import a_model, run

K = ProviderErrorKind
BODY = b'{"error": {"message": "no such thing"}}'


def begun(status: int, body: bytes = b'{"err', **headers: str) -> bytes:
    """The head of an answer that promises more than it has."""
    fields = {"Content-Type": "application/json", "Content-Length": "5000", **headers}
    lines = [f"HTTP/1.1 {status} Said", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def refusal(server: ReplayServer) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await ask(a_model(server))
    return caught.value


@pytest.mark.parametrize("charset", ["hex", "base64", "undefined", "idna", "no-such-thing", "utf-16"])
def test_r10_the_charset_of_a_refusal_may_name_anything(charset: str) -> None:
    """R-10: codecs that turn no bytes into text would raise what nobody foresees."""
    answer = reply(BODY, status=400, content_type=f"application/json; charset={charset}")
    error = run([answer], refusal)
    assert (error.kind, error.detail) == (K.BAD_REQUEST, "no such thing")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ([begun(401)], K.AUTH),
        ([begun(400), RESET], K.BAD_REQUEST),
        ([begun(503), RESET], K.SERVER),
        (reply(BODY, status=402, headers={"Content-Encoding": "br"}), K.NO_CREDIT),
        (reply(BODY, status=404, headers={"Content-Encoding": "gzip"}), K.NOT_FOUND),
    ],
)
def test_r10_a_refusal_that_breaks_off_keeps_its_status(answer: list[Piece], kind: ProviderErrorKind) -> None:
    """R-10, rows 27 to 30: the words are lost, the status is not."""
    error = run([answer], refusal)
    assert error.kind is kind


def test_row_39_a_huge_refusal_is_cut() -> None:
    """Row 39: an error has a sentence to say; megabytes are neither read nor searched through."""
    huge = b'{"error": {"message": "' + b"rate limit " * 2_000_000 + b'"}}'

    async def story(server: ReplayServer) -> float:
        began = time.process_time()
        assert (await refusal(server)).kind is K.BAD_REQUEST
        return time.process_time() - began

    assert run([reply(huge, status=400)], story) < 1.5


def test_row_39_what_is_read_whole_is_bounded_too() -> None:
    """Row 39: a list of models has no reader that counts."""
    bomb = gzip.compress(bytes(100 * 1024 * 1024), 6)

    async def story(server: ReplayServer) -> int:
        async with connection.open_client(server.base_url, Secret("")) as client:
            return len((await client.get(f"{server.base_url}/models")).content)

    assert run([reply(bomb, headers={"Content-Encoding": "gzip"})], story) == connection.MAX_BODY_BYTES


def test_row_39_what_is_packed_is_unpacked_in_small_steps() -> None:
    """Row 39: one packet of a bomb would fill the memory before anything could be counted."""
    bomb = gzip.compress(bytes(20 * 1024 * 1024), 9)

    async def story(server: ReplayServer) -> list[int]:
        async with (
            connection.open_client(server.base_url, Secret("")) as client,
            client.stream("GET", f"{server.base_url}/models") as response,
        ):
            return [len(piece) async for piece in response.aiter_bytes()]

    sizes = run([reply(bomb, headers={"Content-Encoding": "gzip"})], story)
    assert sum(sizes) == 20 * 1024 * 1024
    assert max(sizes) <= 256 * 1024


def test_row_38_a_refusal_that_never_ends_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 38: the status is there; nobody waits half an hour for its words."""
    monkeypatch.setattr(connection, "REFUSAL_S", 0.2)

    async def story(server: ReplayServer) -> ProviderError:
        return await asyncio.wait_for(refusal(server), 5)

    assert run([[begun(401), 30.0]], story).kind is K.AUTH


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Shanghai", "UTC"])
def test_q25_the_last_day_of_the_calendar_is_no_mistake(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q25: a date without a zone at the end of all dates cannot be counted everywhere."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        wait_s = retry_after_s({"retry-after": "Fri, 31 Dec 9999 23:59:59 -0000"}, "")
    finally:
        monkeypatch.undo()
        time.tzset()
    assert wait_s is None or wait_s > 1e9


def test_q25_a_wait_without_end_is_no_wait() -> None:
    """Q25: a countdown needs a number that ends."""
    words = f"Please try again in {'9' * 400} s"
    answer = error_reply(429, {"error": {"message": words}})
    error = run([answer], refusal)
    assert error.kind is K.RATE_LIMITED
    assert "retry_after_s" not in error.params
