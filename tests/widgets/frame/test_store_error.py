"""The window for data that cannot be opened: it always says where the file is and offers a way on."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from stello_desktop import app as program
from stello_desktop.domain.errors import StelloError, StoreError, StoreErrorKind
from stello_desktop.store import boot, files
from stello_desktop.store.connections import connect
from stello_desktop.store.copying import copy_store
from stello_desktop.store.lock import StoreLock
from stello_desktop.ui.store_error import StoreErrorWindow


@pytest.fixture(autouse=True)
def _program_goes_on(qapp: QApplication) -> Iterator[None]:
    root = logging.getLogger()
    before, level, hook = list(root.handlers), root.level, sys.excepthook
    yield
    qapp.setQuitOnLastWindowClosed(False)
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    sys.excepthook = hook


def shown() -> StoreErrorWindow:
    return next(
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, StoreErrorWindow) and widget.isVisible()
    )


def buttons(window: StoreErrorWindow) -> set[str]:
    return {control.objectName() for control in window.findChildren(QPushButton)}


def a_store(folder: Path, *, copied: bool = False) -> str:
    opened = boot.open_store(folder)
    if copied:
        connection = connect(opened.path, writing=True)
        copy_store(connection, folder / files.BACKUP_FOLDER / "stello-version-1.db")
        connection.close()
    opened.lock.release()
    return opened.store_id


def refusal(folder: Path) -> StelloError:
    with pytest.raises(StelloError) as caught:
        boot.open_store(folder)
    return caught.value


def press(qapp: QApplication, folder: Path, name: str, key: Qt.Key = Qt.Key.Key_Return) -> tuple[bool, str]:
    """Let the program show its window, and press a key on one of its buttons; gives what it said."""
    said: list[str] = []

    def act() -> None:
        window = shown()
        said.extend(label.text() for label in window.findChildren(QLabel))
        control = window.findChild(QPushButton, name)
        assert control is not None, buttons(window)
        control.setFocus()
        QTest.keyClick(control, key)

    QTimer.singleShot(50, act)
    again = program.show_store_error(qapp, refusal(folder), folder)
    return again, "\n".join(said)


def test_a_damaged_store_is_set_aside_and_a_new_one_begins(qapp: QApplication, tmp_path: Path) -> None:
    a_store(tmp_path)
    (tmp_path / files.STORE_NAME).write_bytes(b"damage" * 100)
    again, said = press(qapp, tmp_path, "storeErrorAnew")
    assert again
    assert str(tmp_path / files.STORE_NAME) in said
    assert "copy" not in said
    opened = boot.open_store(tmp_path)
    opened.lock.release()
    assert opened.fresh
    aside = list(tmp_path.glob("stello.damaged-*.db"))
    assert [path.read_bytes()[:6] for path in aside] == [b"damage"]


def test_a_copy_is_offered_by_its_date_and_opened(qapp: QApplication, tmp_path: Path) -> None:
    store_id = a_store(tmp_path, copied=True)
    (tmp_path / files.STORE_NAME).unlink()
    again, said = press(qapp, tmp_path, "storeErrorUseCopy")
    assert again
    assert "no longer in its folder" in said
    assert "There is a copy from" in said
    opened = boot.open_store(tmp_path)
    opened.lock.release()
    assert opened.store_id == store_id


def test_escape_closes_and_changes_nothing(qapp: QApplication, tmp_path: Path) -> None:
    a_store(tmp_path)
    (tmp_path / files.STORE_NAME).write_bytes(b"damage" * 100)
    again, _ = press(qapp, tmp_path, "storeErrorAnew", Qt.Key.Key_Escape)
    assert not again
    assert (tmp_path / files.STORE_NAME).read_bytes() == b"damage" * 100


def test_a_failed_rescue_is_told_in_the_window(qapp: QApplication, tmp_path: Path) -> None:
    a_store(tmp_path)
    (tmp_path / files.STORE_NAME).write_bytes(b"damage" * 100)
    error = refusal(tmp_path)
    lock = StoreLock.acquire(tmp_path / files.LOCK_NAME)

    def act() -> None:
        window = shown()
        anew = window.findChild(QPushButton, "storeErrorAnew")
        news = window.findChild(QLabel, "storeErrorNews")
        assert anew is not None
        assert news is not None
        anew.click()
        assert "Another window" in news.text()
        window.close()

    QTimer.singleShot(50, act)
    assert not program.show_store_error(qapp, error, tmp_path)
    lock.release()


@pytest.mark.parametrize("kind", [StoreErrorKind.LOCKED, StoreErrorKind.READ_ONLY, StoreErrorKind.FULL])
def test_what_may_pass_can_be_tried_again_by_enter(
    qapp: QApplication, tmp_path: Path, kind: StoreErrorKind
) -> None:
    window = StoreErrorWindow(StoreError(kind), tmp_path / "missing" / files.STORE_NAME)
    window.show()
    assert buttons(window) == {"storeErrorShow", "storeErrorCopy", "storeErrorClose", "storeErrorAgain"}
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert window.again
    assert not window.isVisible()
    window.deleteLater()


def test_a_newer_store_is_only_shown(qapp: QApplication, tmp_path: Path) -> None:
    window = StoreErrorWindow(StoreError(StoreErrorKind.NEWER_VERSION), tmp_path / files.STORE_NAME)
    assert buttons(window) == {"storeErrorShow", "storeErrorCopy", "storeErrorClose"}
    window.deleteLater()


@pytest.mark.skipif(sys.platform == "win32", reason="the home is a file")
def test_a_home_that_is_a_file_is_told_in_the_window(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.write_text("mine")
    monkeypatch.setenv("STELLO_HOME", str(home))
    monkeypatch.setattr(program, "make_application", lambda _arguments: qapp)
    said: list[str] = []

    def act() -> None:
        said.extend(label.text() for label in shown().findChildren(QLabel))
        shown().close()

    QTimer.singleShot(100, act)
    assert program.main(["stello"]) == 1
    assert any("cannot be written to" in words for words in said)
    assert home.read_text() == "mine"
