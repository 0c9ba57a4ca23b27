"""What is said about a message, and what can be done, can be read in any width and text size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.ports import BranchProposal
from stello_desktop.ui import theme
from stello_desktop.ui.chat.cards import BranchQuestionCard, EndingStrip, RefusedBranchCard
from stello_desktop.ui.chat.header import ChatHeader
from stello_desktop.ui.chat.unsent import OutboxFacts, UnsentLine, UnsentNote
from stello_desktop.ui.elided_button import ElidedButton
from stello_desktop.ui.elided_tick import ElidedTick

ENGLISH = "Interrupted; what had arrived is kept"
CHINESE = "已中断；收到的内容都保留了"
LONG = (
    "How we plan the financing of next year & who checks it, and what we do when the largest customer leaves"
)


@pytest.fixture(params=[1.0, 1.5])
def scale(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[float]:
    theme.apply(qapp, theme.load("dark", request.param))
    yield request.param
    theme.apply(qapp, theme.load("dark"))


@pytest.fixture
def around(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def laid_out(around: QWidget, widget: QWidget, width: int) -> QWidget:
    """As the transcript does it: polished, as tall as it is at this width."""
    widget.setParent(around)
    around.resize(width, 900)
    widget.ensurePolished()
    tall = widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    widget.setGeometry(0, 0, width, tall)
    around.show()
    return widget


def assert_whole(widget: QWidget) -> None:
    """No words are cut, and nothing lies over another or beyond the edge."""
    labels = [item for item in widget.findChildren(QLabel) if item.isVisible() and item.text()]
    buttons = [item for item in widget.findChildren(QAbstractButton) if item.isVisible()]
    for label in labels:
        assert label.heightForWidth(label.width()) <= label.height(), label.text()
        longest = max((word for word in label.text().split() if word.isascii()), key=len, default="")
        assert label.fontMetrics().horizontalAdvance(longest) <= label.width(), label.text()
    for button in buttons:
        assert button.width() >= button.minimumSizeHint().width(), button.text()
    boxes = [
        item.rect().translated(item.mapTo(widget, item.rect().topLeft())) for item in [*labels, *buttons]
    ]
    assert all(widget.rect().contains(box) for box in boxes)
    assert not [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])]


@pytest.mark.parametrize("width", [250, 330, 420, 620])
@pytest.mark.parametrize("words", [ENGLISH, CHINESE, f"{ENGLISH}. {LONG}"])
def test_how_an_answer_ended_is_read_whole_beside_or_above_what_can_be_done(
    around: QWidget, scale: float, words: str, width: int
) -> None:
    strip = laid_out(around, EndingStrip(words, branch=True), width)
    assert_whole(strip)


@pytest.mark.parametrize("width", [250, 330, 420, 620])
@pytest.mark.parametrize(
    "facts",
    [
        OutboxFacts(),
        OutboxFacts(trouble=True, keyless="My own server"),
        OutboxFacts(trouble=True, keyless="My own server", refused=True),
    ],
)
@pytest.mark.usefixtures("scale")
def test_why_a_message_waits_is_read_whole(around: QWidget, facts: OutboxFacts, width: int) -> None:
    assert_whole(laid_out(around, UnsentLine(UnsentNote(True, facts)), width))


@pytest.mark.parametrize("width", [280, 420])
@pytest.mark.usefixtures("scale")
def test_a_long_name_on_the_card_of_a_branch_that_was_not_opened_is_read_whole(
    around: QWidget, width: int
) -> None:
    card = RefusedBranchCard(LONG, "The program was closed before this was decided", openable=True)
    assert_whole(laid_out(around, card, width))


@pytest.mark.usefixtures("scale")
def test_a_long_name_at_a_tick_ends_in_dots_and_is_whole_in_its_tooltip(around: QWidget) -> None:
    card = laid_out(
        around,
        BranchQuestionCard(
            [BranchProposal("a", LONG, "", "", "none"), BranchProposal("b", "Costs", "", "", "none")]
        ),
        320,
    )
    cut, whole = card.findChildren(ElidedTick)
    assert cut.text().endswith("…")
    assert LONG.replace("&", "&amp;") in cut.toolTip()
    assert cut.accessibleName() == LONG
    assert (whole.text(), whole.toolTip()) == ("Costs", "")
    assert cut.geometry().right() <= card.rect().right()


@pytest.mark.usefixtures("scale")
def test_who_answers_is_cut_with_dots_where_there_is_no_room_and_never_by_its_edge(qtbot: QtBot) -> None:
    header = ChatHeader()
    qtbot.addWidget(header)
    header.show_service("a-model-with-a-rather-long-name", local=True)
    header.resize(330, 140)
    header.show()
    chip = header.chip
    assert isinstance(chip, ElidedButton)
    assert chip.text().endswith("…")
    assert "a-model-with-a-rather-long-name" in chip.toolTip()
    assert "a-model-with-a-rather-long-name" in chip.accessibleName()
    header.resize(1100, 140)
    QApplication.sendPostedEvents()
    assert chip.text() == chip.words


def test_a_button_is_as_wide_as_its_words_and_no_wider(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    made = ElidedButton(kind="crumb")
    made.put("Tom & Ann")
    column = QVBoxLayout(around)
    column.addWidget(made)
    around.show()
    assert made.text() == "Tom && Ann"
    assert made.sizeHint().width() < 160
    assert made.toolTip() == ""
