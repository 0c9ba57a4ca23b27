"""Questions and details are as tall as their words: no button ever lies over a text (look.md, *Words on the screen*)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.ui import dialogs, theme

NAMES = ("Atlas", "studio.lan", "the computer with the large models in the cellar of the house next door")
KINDS = (ProviderErrorKind.CERTIFICATE, ProviderErrorKind.NETWORK, ProviderErrorKind.RATE_LIMITED)


@pytest.fixture(params=[1.0, 1.5])
def scale(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[float]:
    theme.apply(qapp, theme.load("dark", request.param))
    yield request.param
    theme.apply(qapp, theme.load("dark"))


def assert_apart(dialog: QDialog) -> None:
    """Nothing lies over another, and every wrapped text has its height."""
    kinds = (QLabel, QAbstractButton, QPlainTextEdit)
    shown: list[QWidget] = [
        part
        for part in dialog.findChildren(QWidget)
        if isinstance(part, kinds) and part.isVisible() and part.parentWidget() is dialog
    ]
    assert len(shown) > 3
    for one, other in combinations(shown, 2):
        assert not one.geometry().intersects(other.geometry()), (one, other)
    for label in shown:
        if isinstance(label, QLabel) and label.wordWrap():
            assert label.heightForWidth(label.width()) <= label.height(), label.text()


@pytest.mark.usefixtures("scale")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_buttons_of_details_stand_below_the_technical_text(
    qtbot: QtBot, kind: ProviderErrorKind, name: str
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    details = dialogs.show_details(parent, ProviderError(kind, service=name, host=name))
    qtbot.waitExposed(details)
    assert_apart(details)
    details.close()


@pytest.mark.usefixtures("scale")
@pytest.mark.parametrize("words", [1, 4, 12])
def test_no_line_of_the_technical_text_is_cut(qtbot: QtBot, words: int) -> None:
    """Lines that wrap count as lines."""
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    error = ProviderError(ProviderErrorKind.NETWORK, detail="ConnectError: [Errno 111] refused " * words)
    details = dialogs.show_details(parent, error)
    qtbot.waitExposed(details)
    text = details.findChild(QPlainTextEdit, "errorDetails")
    assert text is not None
    qtbot.waitUntil(lambda: text.verticalScrollBar().maximum() == 0)
    assert_apart(details)
    details.close()


@pytest.mark.usefixtures("scale")
@pytest.mark.parametrize("name", NAMES)
def test_the_buttons_of_a_question_stand_below_its_words(qtbot: QtBot, name: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    words = (
        f"Everybody in the same network could read along: what you write, what {name} answers, and the key."
    )
    question = dialogs.ask(
        parent, f"Ask {name} without encryption?", words, "Ask", lambda: None, exact="00 07"
    )
    qtbot.waitExposed(question)
    assert_apart(question)
    question.close()
