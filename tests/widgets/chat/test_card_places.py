"""Cards stand below their messages and nowhere else, whatever changes while nobody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import override

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.entries import Entry, EntryKind
from stello_desktop.ui.chat.pieces import CardPiece

CARD_PX = 60
WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu. "


class ACard(QFrame):
    """As tall as every other."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, CARD_PX)


@pytest.fixture
def canvas(qtbot: QtBot) -> TranscriptCanvas:
    made = TranscriptCanvas(lambda _entry: [CardPiece(ACard, CARD_PX)])
    qtbot.addWidget(made)
    made.resize(460, 400)
    made.set_entries([Entry((n,), EntryKind.ANSWER, f"Message {n} {WORDS}") for n in range(30)])
    made.show()
    return made


@pytest.fixture
def usual_look(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, theme.load("dark"))


def shown_at(canvas: TranscriptCanvas) -> list[tuple[int, int]]:
    """The upper edges and heights of the cards that can be seen."""
    cards = canvas.viewport().findChildren(QWidget, "card")
    return sorted((card.y(), card.height()) for card in cards if card.isVisible())


def wanted_at(canvas: TranscriptCanvas) -> list[int]:
    """Where they belong: at the end of each message that is in view."""
    view, bar = canvas.viewport().height(), canvas.verticalScrollBar()
    found = []
    for index, laid in enumerate(canvas.transcript.items):
        y = canvas.transcript.top_of(index) - bar.value()
        if laid.pieces is not None and -CARD_PX < y + laid.tops[-1] < view:
            found.append(round(y + laid.tops[-1]))
    return found


def switch_language(canvas: TranscriptCanvas, _app: QApplication) -> None:
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.LanguageChange))


def switch_theme(_canvas: TranscriptCanvas, app: QApplication) -> None:
    theme.apply(app, theme.load("light"))


def switch_text_size(_canvas: TranscriptCanvas, app: QApplication) -> None:
    theme.apply(app, theme.load("dark", 1.3))


def make_wider(canvas: TranscriptCanvas, _app: QApplication) -> None:
    canvas.resize(700, 520)


def tell_more(canvas: TranscriptCanvas, _app: QApplication) -> None:
    more = [Entry((n,), EntryKind.ANSWER, f"Message {n} {WORDS * 2}") for n in range(30, 40)]
    canvas.set_entries([*canvas.entries, *more])


@pytest.mark.usefixtures("usual_look")
@pytest.mark.parametrize(
    "change",
    [switch_language, switch_theme, switch_text_size, make_wider, tell_more],
    ids=lambda it: it.__name__,
)
@pytest.mark.parametrize("at_end", [True, False])
def test_what_changes_while_nobody_looks_leaves_no_card_where_none_belongs(
    canvas: TranscriptCanvas,
    qapp: QApplication,
    change: Callable[[TranscriptCanvas, QApplication], None],
    at_end: bool,
) -> None:
    """A card that was laid out ahead must not come up with its parent, over other messages."""
    if not at_end:
        canvas.verticalScrollBar().setValue(canvas.verticalScrollBar().maximum() // 2)
    canvas.hide()
    change(canvas, qapp)
    canvas.show()
    shown = shown_at(canvas)
    assert len(shown) >= 2
    assert all(upper[0] + upper[1] <= lower[0] for upper, lower in pairwise(shown))
    assert {height for _, height in shown} == {CARD_PX}
    wanted = wanted_at(canvas)
    near = partial(min, wanted)
    assert all(abs(near(key=lambda at, y=y: abs(at - y)) - y) <= 1 for y, _ in shown)
