"""The parts of the frame that need no workspace."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from stello_desktop.domain.commands import Step, StepName
from stello_desktop.ui import dialogs, steps
from stello_desktop.ui.actions import ACTIONS, Actions
from stello_desktop.ui.main_window import clamp_to_screens
from stello_desktop.ui.toasts import Toast

SCREEN = QRect(0, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("area", "expected"),
    [
        (QRect(100, 100, 800, 600), QRect(100, 100, 800, 600)),
        (QRect(5000, 100, 800, 600), QRect(559, 239, 800, 600)),
        (QRect(100, -500, 800, 600), QRect(559, 239, 800, 600)),
        (QRect(-5000, 0, 4000, 3000), QRect(-1, -1, 1920, 1080)),
    ],
)
def test_a_window_from_a_screen_that_is_gone_comes_back_into_sight(area: QRect, expected: QRect) -> None:
    found = clamp_to_screens(area, [SCREEN])
    assert found.size() == expected.size()
    assert SCREEN.adjusted(-2, -2, 2, 2).contains(found)


def test_a_window_on_the_second_screen_stays_there() -> None:
    area = QRect(2000, 100, 800, 600)
    assert clamp_to_screens(area, [SCREEN, QRect(1920, 0, 1920, 1080)]) == area
    assert clamp_to_screens(area, []) == area


@pytest.mark.parametrize("name", list(StepName))
def test_every_step_has_words_for_undo_and_for_the_toast(qapp: QApplication, name: StepName) -> None:
    step = Step(name, {"label": "Grants", "target": "Financing", "count": 1}, ())
    for words in (steps.done(step), steps.undo_words(step), steps.redo_words(step), steps.undone(step)):
        assert "Grants" in words
        assert "%" not in words
    assert steps.done(Step(StepName.MOVE, {"label": "Grants", "target": "Financing", "count": 1})) == (
        "Moved “Grants” under “Financing”"
    )


def test_without_a_step_undo_is_just_undo(qapp: QApplication) -> None:
    assert (steps.undo_words(None), steps.redo_words(None)) == ("Undo", "Redo")


def test_no_two_actions_share_a_key(qapp: QApplication) -> None:
    keys = Counter(key for spec in ACTIONS for key in spec.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert len({spec.name for spec in ACTIONS}) == len(ACTIONS)


def test_actions_show_the_keys_of_the_views_without_taking_them(qapp: QApplication) -> None:
    parent = QWidget()
    actions = Actions(parent)
    assert actions["child"].text() == "New empty branch below\tTab"
    assert actions["child"].shortcut().isEmpty()
    parent.deleteLater()


def test_a_toast_runs_its_action_once_and_goes(qapp: QApplication) -> None:
    window = QWidget()
    window.resize(800, 600)
    window.show()
    toast = Toast(window)
    done: list[str] = []
    toast.show_news("Moved “Grants”", "Undo", lambda: done.append("undone"))
    assert toast.words == "Moved “Grants”"
    assert window.rect().contains(toast.geometry())
    action = toast.findChild(QPushButton, "toastAction")
    assert action is not None
    QTest.mouseClick(action, Qt.MouseButton.LeftButton)
    assert done == ["undone"]
    assert toast.words == ""
    window.close()
    window.deleteLater()


def test_a_toast_leaves_by_itself_but_waits_for_who_uses_it(qapp: QApplication) -> None:
    window = QWidget()
    window.resize(800, 600)
    window.show()
    elsewhere = QPushButton(window)
    elsewhere.show()
    elsewhere.setFocus()
    toast = Toast(window)
    toast.show_news("Saved", shown_ms=30)
    QTest.qWait(120)
    assert toast.words == ""
    toast.show_news("Moved", "Undo", lambda: None, shown_ms=30)
    action = toast.findChild(QPushButton, "toastAction")
    assert action is not None
    window.activateWindow()
    action.setFocus()
    QTest.qWait(120)
    assert toast.words == "Moved"
    window.close()
    window.deleteLater()


def test_long_news_are_wrapped_and_not_cut(qapp: QApplication) -> None:
    window = QWidget()
    window.resize(360, 600)
    window.show()
    toast = Toast(window)
    toast.show_news(
        "A long sentence that says what happened and what can be done about it. " * 3, tone="danger"
    )
    QTest.qWait(20)
    assert toast.height() > 80
    assert window.rect().contains(toast.geometry())
    window.close()
    window.deleteLater()


def test_a_careful_question_starts_on_cancel(qapp: QApplication) -> None:
    window = QWidget()
    window.show()
    said: list[str] = []
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        question = dialogs.ask(
            window, "Send it?", "All of it", "Send", lambda: said.append("yes"), careful=True
        )
        QTest.qWaitForWindowActive(question)
        focused = question.focusWidget()
        assert focused is not None
        assert focused.objectName() == "questionCancel"
        QTest.keyClick(focused, key)
        assert not said
    window.close()
    window.deleteLater()


def test_a_question_is_opened_and_never_blocks(qapp: QApplication) -> None:
    window = QWidget()
    window.show()
    said: list[str] = []
    for name, expected in (("questionCancel", []), ("questionAccept", ["yes"])):
        question = dialogs.ask(
            window, "Empty?", "3 conversations", "Empty", lambda: said.append("yes"), kind="danger"
        )
        control = question.findChild(QPushButton, name)
        assert control is not None
        QTest.mouseClick(control, Qt.MouseButton.LeftButton)
        assert said == expected
    window.close()
    window.deleteLater()
