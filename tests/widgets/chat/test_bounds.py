"""No message, however it is made, is dear to set; what people write keeps its marks."""

from __future__ import annotations

import time

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.chat.bounds import MAX_COST, inline_cost
from stello_desktop.ui.chat.parsing import parse
from stello_desktop.ui.chat.pieces import MAX_DEAR_CHARS, TextPiece, text_pieces
from stello_desktop.ui.chat.splitter import Splitter, split_blocks
from stello_desktop.ui.chat.style import current_style

CHARS = 20_000
HOSTILE = {
    name: (mark * CHARS)[:CHARS]
    for name, mark in {
        "brackets": "[",
        "pictures": "![",
        "links": "[a](",
        "stars": "a* ",
        "double stars": "**a ",
        "lines below": "_a ",
        "code": "`a",
        "math": "\\(",
        "addresses": "<http://a.b>",
        "cells": "|a",
        "quotes": "> ",
    }.items()
}
DENSE_LIST = "\n".join(
    f"- `--flag{number}` sets `x` of **z**, see [a](https://a.b/{number})" for number in range(110)
)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_shown_as_it_was_typed_in_parts(qapp: QApplication, text: str) -> None:
    pieces = [piece for block in split_blocks(text) for piece in text_pieces(block)]
    for piece in pieces:
        dear = inline_cost(piece.source) > MAX_COST
        tokens = [token for token in parse(piece.source) if token.type == "inline"]
        kinds = {child.type for token in tokens for child in token.children or []}
        assert not dear or kinds <= {"text", "softbreak"}
        assert not dear or len(piece.source) <= MAX_DEAR_CHARS
        shown = piece.render(current_style()).document.toPlainText()
        assert not dear or "".join(shown.split()) == "".join(piece.source.split())


def test_a_dense_list_of_real_words_keeps_every_link(qapp: QApplication) -> None:
    pieces = text_pieces(DENSE_LIST)
    assert len(pieces) < 8
    for piece in pieces:
        text = piece.render(current_style()).document.toPlainText()
        assert "**" not in text
        assert "](" not in text


def test_the_parts_of_a_growing_list_stay_the_same() -> None:
    lines = DENSE_LIST.split("\n")
    before: list[str] = []
    for count in range(1, len(lines), 7):
        now = [piece.source for piece in text_pieces("\n".join(lines[:count]))]
        assert now[: max(0, len(before) - 1)] == before[:-1]
        before = now


def test_a_table_of_a_thousand_columns_is_text(qapp: QApplication) -> None:
    piece = TextPiece("|a" * 1_000 + "\n" + "|-" * 1_000)
    assert piece.render(current_style()).document.toPlainText().startswith("|a|a")


LISTS = {
    "after a line": "intro\n" + "- a\n\n" * 2_000,
    "with code": "1. a\n\n   ```\n   x\n   ```\n\n" * 600,
    "no list at all": "text\n2. a\n\n" * 1_500,
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS.keys())
def test_long_lists_are_cut_in_a_moment(text: str) -> None:
    """They took half a second to forty seconds when every item was asked about from the beginning."""
    began = time.process_time()
    split_blocks(text)
    assert time.process_time() - began < 0.4


def test_a_line_before_a_list_is_finished_when_the_list_goes_on() -> None:
    splitter = Splitter()
    assert splitter.push("Steps:\n- one\n\n") == []
    assert splitter.push("- two\n") == ["Steps:\n"]
    assert splitter.push("\nDone.\n") == ["- one\n\n- two\n\n"]
    assert splitter.finish() == ["Done.\n"]
