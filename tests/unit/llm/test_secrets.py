"""Keys as they are pasted, and how they never show."""

from __future__ import annotations

import asyncio
import copy
import logging
import pickle

import pytest

from stello_desktop.domain.errors import InvalidKey
from stello_desktop.domain.redaction import redact
from stello_desktop.llm.connection import open_client
from stello_desktop.llm.failures import read_stream_failure
from stello_desktop.llm.secrets import Secret, clean_key
from stello_desktop.logs import RedactingFormatter
from tests.helpers.servers import ReplayServer, reply


@pytest.mark.parametrize(
    "text",
    [
        "sk-abc_123",
        " sk-abc_123\n",
        '"sk-abc_123"',
        "“sk-abc_123”",
        "Bearer sk-abc_123",
        "Authorization: Bearer sk-abc_123\r\n",
        "'Bearer sk-abc_123'",
        "\ufeffsk-abc\u200b_123\u2060",
    ],
)
def test_q31_a_pasted_key_loses_what_came_along(text: str) -> None:
    """Q31: a pasted key loses what came along with it."""
    assert clean_key(text) == "sk-abc_123"


@pytest.mark.parametrize(
    ("text", "character"),
    [("sk-é", "é"), ("sk a", "U+0020"), ("sk\na", "U+000A"), ("sk-\x00a", "U+0000"), ("ｓk", "ｓ")],
)
def test_row_42_a_stray_character_is_named(text: str, character: str) -> None:
    with pytest.raises(InvalidKey) as caught:
        clean_key(text)
    assert caught.value.params["character"] == character


def test_no_key_is_no_fault() -> None:
    assert clean_key(" ") == ""


def test_t8_a_secret_does_not_show_itself() -> None:
    secret = Secret("sk-CANARY-123456")
    assert "CANARY" not in f"{secret!r} {secret} {[secret]}"
    assert bool(secret)
    assert not Secret("")


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-CANARY-123456.",
        "Authorization: Bearer CANARY.token",
        "key my-CANARY-key is wrong",
    ],
)
def test_t8_no_key_stays_in_a_message(text: str) -> None:
    """T8: a key of the person's is known from the moment it is typed, whatever its shape."""
    Secret("my-CANARY-key")
    assert "CANARY" not in redact(text)


@pytest.mark.parametrize(
    "text", ["gsk_CANARY1234567", "xai-CANARY1234567", "AIzaCANARY1234567", "key-CANARY12"]
)
def test_t8_a_key_of_a_known_shape_is_hidden_though_nobody_typed_it(text: str) -> None:
    """T8."""
    assert "CANARY" not in redact(f"refused: {text}.")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_t8_t13_no_key_is_written_down_with_an_object_that_holds_it(protocol: int) -> None:
    """T8, T13: a copy in memory is the same key; one that leaves the memory there is not."""
    key = Secret("sk-CANARY-123456")
    with pytest.raises(TypeError):
        pickle.dumps({"key": key}, protocol)
    assert copy.copy(key) is key
    assert copy.deepcopy([key])[0] is key


def test_t8_ordinary_words_stay() -> None:
    """T8: a very short key would blank out the text itself."""
    Secret("a")
    assert redact("a task at a desk") == "a task at a desk"


def test_t8_a_key_echoed_inside_a_stream_or_a_log_line_is_hidden() -> None:
    """T8: also where the echo comes with status 200, and where a library logs it."""
    Secret("0123456789abcdefCANARY")
    words = "no such key 0123456789abcdefCANARY"
    assert "CANARY" not in read_stream_failure({"error": {"message": words}}).words
    record = logging.LogRecord("lib", logging.ERROR, "x.py", 1, words, (), None)
    assert RedactingFormatter("%(message)s").format(record) == "no such key ***"


def test_t9_a_client_gives_the_key_to_its_own_address_alone() -> None:
    """T9: even where something asks it to call another port of the same host."""

    async def work() -> None:
        async with (
            ReplayServer([reply("{}")]) as own,
            ReplayServer([reply("{}")]) as other,
            open_client(own.base_url, Secret("sk-CANARY-123456")) as client,
        ):
            for server in (own, other):
                await client.get(f"{server.base_url}/models")
        assert own.requests[0].headers["authorization"] == "Bearer sk-CANARY-123456"
        assert "CANARY" not in repr(other.requests)

    asyncio.run(work())
