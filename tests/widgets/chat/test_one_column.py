"""Messages and the field below them stand in one column, in any window and text size (look.md, *Frame*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QStyle, QStyleOptionButton, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.commands import Reparent
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import theme
from stello_desktop.ui.chat.cards import ErrorCard
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]


@pytest.fixture(params=[0.85, 1.0, 1.3, 1.5])
def scale(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[float]:
    theme.apply(qapp, theme.load("dark", request.param))
    yield request.param
    theme.apply(qapp, theme.load("dark"))


@pytest.mark.parametrize("width", [460, 820, 1212])
@pytest.mark.parametrize("notes", [1, 30])
def test_a_scroll_bar_moves_no_message_from_above_the_field(tell: Tell, width: int, notes: int) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        for number in range(notes):
            await workspace.messages.add_note(session_id, f"Note {number}")
        panel.resize(width, 700)
        canvas, field = panel.canvas, panel.composer.field
        await until(lambda: len(canvas.transcript.items) == notes, "the notes")
        await until(lambda: canvas.verticalScrollBar().isVisible() == (notes > 1), "the scroll bar")
        await until(
            lambda: canvas.transcript.left_px == field.mapTo(panel, field.rect().topLeft()).x(),
            "one left edge",
        )
        await until(
            lambda: canvas.transcript.left_px + canvas.transcript.column_px <= canvas.viewport().width(),
            "the column has its room",
        )

    tell(story)


@pytest.mark.usefixtures("scale")
def test_the_buttons_of_a_card_begin_where_its_words_begin(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    card = ErrorCard("Atlas has had too many requests.", "HTTP 429", parent=around)
    card.setGeometry(0, 0, 400, 200)
    around.resize(420, 240)
    around.show()
    retry = card.findChild(QPushButton, "errorRetry")
    assert retry is not None
    assert retry.x() == card.title.x()


def test_where_a_branch_came_from_begins_below_its_name(tell: Tell) -> None:
    """look.md: one left edge in the head of a conversation."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        other = await workspace.create_project("Somewhere else")
        await workspace.apply(Reparent((session_id,), other))
        came_from, name = panel.header.source, panel.header.title
        await until(came_from.isVisible, "where it came from")
        assert came_from.text() == "Branched from Launch"
        option = QStyleOptionButton()
        came_from.initStyleOption(option)
        words = came_from.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, came_from)
        assert came_from.x() + words.x() - name.x() in {0, 1, 2}

    tell(story)
