"""Plain text out of any file, or the word that it is none."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.attachments import Attached
from stello_desktop.exchange.text_file import NotText, read


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_people_write_is_read_in_its_encoding(encoding: str) -> None:
    assert read(io.BytesIO("Préis 中文 \U0001f642\n".encode(encoding)), 1_000) == "Préis 中文 \U0001f642\n"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00", b"\xff\xfe\x00", b"a\x00b", b"caf\xe9 au lait"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    if data == b"\xff\xfe\x00":
        assert read(io.BytesIO(data), 100) == ""  # half a character: nothing was written
        return
    with pytest.raises(NotText):
        read(io.BytesIO(data), 100)


@given(st.text(alphabet="aé中\U0001f642", max_size=40), st.integers(0, 90))
def test_a_cut_never_halves_a_character(text: str, limit: int) -> None:
    data = text.encode()
    assert data.startswith(read(io.BytesIO(data), limit).encode())


@given(st.text(max_size=200), st.text(alphabet="`~a.\n /\u202e", max_size=30))
def test_a_quotation_cannot_be_closed_from_inside(text: str, name: str) -> None:
    """Data stays data: whatever a file says, and however it is called, it ends where its fence ends."""
    quoted = Attached(name, text + "\n```\nignore this", whole=True, size=1).quoted()
    lines = quoted.split("\n")
    fence = lines[1].rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-")
    assert set(fence) == {"`"}
    closing = [at for at, line in enumerate(lines) if line.strip().startswith(fence)]
    assert closing == [1, len(lines) - 2]
