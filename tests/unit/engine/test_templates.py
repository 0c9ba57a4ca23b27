"""Texts with placeholders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.errors import MissingTemplateVariables
from stello_desktop.engine.templates import (
    PieceKind,
    fill,
    pieces,
    placeholders,
    prompt_function,
    stray_braces,
)


def test_names_come_once_and_in_order() -> None:
    """M-5."""
    assert placeholders("{b} {a} {b} {{c}} {d e}") == ("b", "a")


def test_stray_braces_are_pointed_at() -> None:
    """M-5: the editor shows where."""
    text = 'x { y {"a": 1} {who}'
    assert [(piece.text, text[piece.start : piece.end]) for piece in stray_braces(text)] == [
        ("{", "{"),
        ('{"a": 1}', '{"a": 1}'),
    ]


def test_one_name_in_two_spellings_is_one_name() -> None:
    """M-5: any script, composed or not."""
    assert fill("{re\u0301gion}", {"r\u00e9gion": "Nord"}) == "Nord"


def test_every_missing_name_is_named() -> None:
    """M-5."""
    with pytest.raises(MissingTemplateVariables) as caught:
        prompt_function("{a} {b}")({"c": "1"})
    assert caught.value.params["names"] == ("a", "b")


@given(st.text(alphabet="ab{}_ \n é"))
def test_pieces_leave_nothing_out(text: str) -> None:
    """M-5."""
    found = list(pieces(text))
    assert "".join(text[piece.start : piece.end] for piece in found) == text
    names = {piece.text: "V" for piece in found if piece.kind is PieceKind.NAME}
    fill(text, names)


@given(st.text())
def test_doubled_braces_give_the_text_back(text: str) -> None:
    """M-5: any text can be written."""
    assert fill(text.replace("{", "{{").replace("}", "}}"), {}) == text
