"""Texts with placeholders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.errors import MissingTemplateVariables
from stello_desktop.domain.templates import MAX_STRAY, Piece, PieceKind, is_name, pieces, placeholders
from stello_desktop.engine.templates import fill, prompt_function


def stray_braces(template: str) -> list[Piece]:
    return [piece for piece in pieces(template) if piece.kind is PieceKind.STRAY]


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


def read_one_by_one(text: str) -> tuple[str, list[str]]:
    """The rule of M-5 in its plainest form: what a text without values says, and what is stray in it."""
    said, stray, at = "", [], 0
    while at < len(text):
        pair, end = text[at : at + 2], text.find("}", at)
        inside = text[at + 1 : end] if text[at] == "{" and end > at else "{"
        if pair in {"{{", "}}"}:
            said, at = said + pair[0], at + 2
        elif "{" not in inside:
            said += "VALUE" if is_name(inside) else text[at : end + 1]
            stray += [] if is_name(inside) else [text[at : end + 1]]
            at = end + 1
        else:
            said, stray, at = said + text[at], stray + [text[at]] * (text[at] in "{}"), at + 1
    return said, stray


@given(st.text(alphabet="a{}- "), st.sampled_from(["", "{ ", "{-}", "} "]))
def test_braces_mean_the_same_after_hundreds_of_stray_ones(text: str, stray: str) -> None:
    """M-5: how much is stray before a place changes nothing but how many are pointed at."""
    whole = stray * MAX_STRAY + text
    said, expected = read_one_by_one(whole)
    values = dict.fromkeys(placeholders(whole), "VALUE")
    assert fill(whole, values) == said
    assert [piece.text for piece in stray_braces(whole)] == expected[:MAX_STRAY]


@pytest.mark.parametrize("brace", ["{ ", "} ", "{{", "}}", "{{}}", "{-}", "{", "}"])
def test_a_text_of_nothing_but_braces_is_few_pieces(brace: str) -> None:
    """M-5 at 200,000 characters: what each key pays for is bounded by what is pointed at."""
    text = brace * (200_000 // len(brace))
    found = pieces(text)
    assert len(found) <= 2 * MAX_STRAY + 1
    assert "".join(text[piece.start : piece.end] for piece in found) == text


@given(st.text())
def test_doubled_braces_give_the_text_back(text: str) -> None:
    """M-5: any text can be written."""
    assert fill(text.replace("{", "{{").replace("}", "}}"), {}) == text
