"""Keys as they are pasted, and how they never show."""

from __future__ import annotations

import pytest

from stello_desktop.domain.errors import InvalidKey
from stello_desktop.llm.failures import redact
from stello_desktop.llm.secrets import Secret, clean_key


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
    assert "CANARY" not in redact(text, "my-CANARY-key")
