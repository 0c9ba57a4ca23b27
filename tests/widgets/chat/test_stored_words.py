"""What the store keeps in English for the model is told to people in their own language (row 74, fault 1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.cut_short import INTERRUPTED_RESULT, STOPPED_RESULT
from stello_desktop.domain.messages import ToolResult
from stello_desktop.ui.chat.card_making import CardMaker
from stello_desktop.ui.chat.cards import RefusedBranchCard
from stello_desktop.ui.chat.entries import CREATE_SESSION, CallView, Entry, EntryKind
from stello_desktop.ui.chat.pieces import CardPiece, FoldPiece, Piece
from stello_desktop.ui.i18n import LanguageFollower
from tests.helpers.translations import compile_translations

RESULTS = [INTERRUPTED_RESULT, STOPPED_RESULT]


@pytest.fixture(params=["en", "zh_CN"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    compile_translations()
    follower = LanguageFollower(qapp, request.param)
    yield request.param
    follower.close()
    follower.deleteLater()


def piece_for(name: str, result: ToolResult) -> Piece:
    call = CallView("c", name, {"label": "1"}, result)
    maker = CardMaker(lambda _branch: None, lambda: "")
    (piece,) = maker.make(Entry(("k",), EntryKind.ANSWER, "", calls=(call,)))
    return piece


def is_in(language: str, words: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in words) is (language == "zh_CN")


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: str(result.code))
def test_a_branch_that_was_not_decided_says_so_in_the_language_of_the_window(
    qtbot: QtBot, language: str, result: ToolResult
) -> None:
    piece, around = piece_for(CREATE_SESSION, result), QWidget()
    qtbot.addWidget(around)
    assert isinstance(piece, CardPiece)
    card = piece.show_in(around)
    assert isinstance(card, RefusedBranchCard)
    assert is_in(language, card.line.text())


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: str(result.code))
def test_another_tool_that_was_cut_off_says_so_too_and_nothing_that_was_meant_for_the_model(
    language: str, result: ToolResult
) -> None:
    piece = piece_for("look_up", result)
    assert isinstance(piece, FoldPiece)
    assert is_in(language, piece.title)
    assert "look_up" in piece.title
    assert "cancelled" not in piece.body
