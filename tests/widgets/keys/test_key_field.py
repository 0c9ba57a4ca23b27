"""Where a key is entered: hidden, cleaned, and with a word about where it is kept (rows 42, 53 to 58, Q31)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from stello_desktop.domain.keys import KeyPlace, KeyState
from stello_desktop.ui import tasks
from stello_desktop.ui.service_key import KeyField, KeyNote
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.windows import run_in_loop, until
from tests.helpers.workspaces import open_workspace


def with_field(
    folder: Path, keyring: MemoryKeyring, story: Callable[[Workspace, KeyField], Awaitable[None]]
) -> None:
    async def told() -> None:
        async with open_workspace(folder, keys=a_key_store(keyring, limit_s=0.3)) as workspace:
            field = KeyField(workspace, name="theKey")
            field.show()
            try:
                await story(workspace, field)
            finally:
                field.hide()
                field.deleteLater()

    run_in_loop(told)


def note_of(field: QWidget) -> str:
    return next(label.text() for label in field.findChildren(QLabel) if "Note" in label.objectName())


def again_of(field: QWidget) -> QPushButton:
    return next(item for item in field.findChildren(QPushButton) if item.objectName().endswith("Again"))


@pytest.mark.parametrize(
    "pasted",
    ["sk-abc_123\n", '"sk-abc_123"', "Bearer sk-abc_123", " \ufeffsk-abc\u200b_123 ", "“sk-abc_123”"],
)
def test_q31_a_pasted_key_loses_what_came_along(qapp: QApplication, tmp_path: Path, pasted: str) -> None:
    """Q31: in the field itself, so that the person sees what will be used."""

    async def story(_workspace: Workspace, field: KeyField) -> None:
        QApplication.clipboard().setText(pasted)
        field.edit.paste()
        QApplication.clipboard().clear()
        assert field.edit.text() == field.text() == "sk-abc_123"

    with_field(tmp_path, MemoryKeyring(), story)


def test_q31_what_is_typed_letter_by_letter_is_cleaned_too(qapp: QApplication, tmp_path: Path) -> None:
    """Q31: without taking a space from under the fingers."""

    async def story(_workspace: Workspace, field: KeyField) -> None:
        QTest.keyClicks(field.edit, "Bearer sk-abc_123 ")
        assert field.text() == "sk-abc_123"
        assert "stray" not in note_of(field)
        await until(lambda: "is kept in" in note_of(field))

    with_field(tmp_path, MemoryKeyring(), story)


def test_row_42_a_stray_character_is_named_at_once(qapp: QApplication, tmp_path: Path) -> None:
    """Row 42."""

    async def story(_workspace: Workspace, field: KeyField) -> None:
        field.edit.setText("sk-é1")
        assert "stray character, é" in note_of(field)
        field.edit.setText("sk-e1")
        await until(lambda: "kept in this computer's keyring" in note_of(field))

    with_field(tmp_path, MemoryKeyring(), story)


def test_the_key_is_hidden_until_the_eye_is_pressed_and_again_once_it_leaves(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(_workspace: Workspace, field: KeyField) -> None:
        eye = field.findChild(QToolButton, "theKeyShow")
        assert eye is not None
        field.edit.setText("sk-abc")
        assert field.edit.echoMode() == QLineEdit.EchoMode.Password
        assert eye.accessibleName() == "Show the key"
        eye.setFocus()
        QTest.keyClick(eye, Qt.Key.Key_Space)
        assert field.edit.echoMode() == QLineEdit.EchoMode.Normal
        assert eye.accessibleName() == "Hide the key"
        field.hide()
        assert field.edit.echoMode() == QLineEdit.EchoMode.Password
        field.clear()
        assert field.text() == ""

    with_field(tmp_path, MemoryKeyring(), story)


def test_nothing_is_promised_before_the_keyring_was_asked(qapp: QApplication, tmp_path: Path) -> None:
    """Rows 53, 54: asked once, when the field is seen; the same truth as everywhere, before a letter is typed."""
    keyring = MemoryKeyring()

    async def story(_workspace: Workspace, field: KeyField) -> None:
        assert note_of(field) == "Looking whether this computer has a keyring…"
        await until(lambda: "kept in this computer's keyring" in note_of(field))
        field.hide()
        field.show()
        QTest.keyClicks(field.edit, "sk")
        assert keyring.asked == ["set", "get", "delete"]

    with_field(tmp_path, keyring, story)


def test_without_a_keyring_the_field_says_so_from_the_start(qapp: QApplication, tmp_path: Path) -> None:
    async def told() -> None:
        async with open_workspace(tmp_path) as workspace:
            field = KeyField(workspace, name="theKey")
            assert "is kept in" not in note_of(field)
            field.show()
            await until(lambda: "this computer has no keyring" in note_of(field))
            field.hide()
            field.deleteLater()

    run_in_loop(told)


def test_a_field_and_a_note_may_go_while_the_keyring_is_asked(
    qapp: QApplication, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as those of a service that is removed meanwhile: nobody is told of a fault that is none."""
    keyring = MemoryKeyring()

    async def told() -> None:
        async with open_workspace(tmp_path, keys=a_key_store(keyring, limit_s=0.3)) as workspace:
            service = await workspace.services.add(
                name="Mine", address="http://127.0.0.1:9/v1", model="m", key="sk-1"
            )
            keyring.mode = "hangs"
            holder = QWidget()
            column = QVBoxLayout(holder)
            note, field = KeyNote(workspace, service), KeyField(workspace, name="theKey")
            column.addWidget(note)
            column.addWidget(field)
            holder.show()
            note.look(again=True)
            await asyncio.sleep(0)
            shiboken6.delete(holder)
            await until(lambda: not tasks.running())
            keyring.go_on.set()

    run_in_loop(told)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize(
    ("mode", "words", "mendable"),
    [
        ("locked", "keyring is locked", True),
        ("init", "does not work now", True),
        ("forgets", "no keyring that keeps keys safely", False),
    ],
)
def test_rows_53_to_56_a_key_for_this_session_only_is_told_before_it_is_given(
    qapp: QApplication, tmp_path: Path, mode: str, words: str, *, mendable: bool
) -> None:
    """Rows 53 to 56: with the reason, and *Try again* where that may help."""
    keyring = MemoryKeyring(mode)

    async def story(_workspace: Workspace, field: KeyField) -> None:
        field.edit.setText("sk-abc")
        await until(lambda: words in note_of(field))
        assert note_of(field).startswith("The key is kept for this session only")
        assert again_of(field).isVisible() == mendable
        if mendable:
            keyring.mode = "ok"
            again_of(field).click()
            assert field.edit.hasFocus() or not field.isActiveWindow()
            await until(lambda: "kept in this computer's keyring, never" in note_of(field))

    with_field(tmp_path, keyring, story)


def test_row_57_a_silent_keyring_is_told_and_the_field_goes_on(qapp: QApplication, tmp_path: Path) -> None:
    """Row 57."""
    keyring = MemoryKeyring("hangs")

    async def story(_workspace: Workspace, field: KeyField) -> None:
        field.edit.setText("sk-abc")
        assert "Looking whether" in note_of(field)
        QTest.keyClicks(field.edit, "def")
        assert field.text() == "sk-abcdef"
        await until(lambda: "does not answer" in note_of(field))
        keyring.go_on.set()

    with_field(tmp_path, keyring, story)


def test_a_service_says_where_its_key_is_and_a_lock_can_be_opened_meanwhile(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Rows 55 and 58: at a restart nothing is read before the note looks."""
    keyring = MemoryKeyring()

    async def told() -> None:
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            await workspace.services.add(
                name="Mine", address="https://ai.example", model="m", key="sk-abcdef"
            )
        keyring.mode = "locked"
        keyring.asked.clear()
        async with open_workspace(tmp_path, keys=a_key_store(keyring)) as workspace:
            holder = QWidget()
            column = QVBoxLayout(holder)
            note = KeyNote(workspace, workspace.settings.services[0])
            column.addWidget(note)
            holder.show()
            seen: list[KeyState] = []
            note.looked.connect(seen.append)
            assert not keyring.asked
            note.look()
            await until(lambda: "keyring is locked" in note_of(note))
            assert [state.place for state in seen] == [KeyPlace.NONE]
            keyring.mode = "ok"
            again_of(note).click()
            await until(lambda: note_of(note) == "The key is kept in this computer's keyring.")
            assert not again_of(note).isVisible()
            holder.hide()
            holder.deleteLater()

    run_in_loop(told)
