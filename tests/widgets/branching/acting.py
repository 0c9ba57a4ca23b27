"""What a person does in the branch dialog, with real keys and clicks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QListView, QWidget

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.library import SavedProfile, TemplateVariable
from stello_desktop.ui.branching.dialog import BranchDialog
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

REGION = TemplateVariable(name="region", label="Which region", example="Hunan")
TONE = TemplateVariable(name="tone", label="Tone", default="plain")
EXPERT_TEXT = "You are an expert for {region}. Answer in a {tone} tone."


async def plant(workspace: Workspace) -> None:
    """The example project."""
    await workspace.examples.plant("en")


def by_label(workspace: Workspace, label: str) -> SessionId:
    return next(entry.session_id for entry in workspace.topology.entries() if entry.label == label)


def labels(workspace: Workspace) -> list[str]:
    return [entry.label for entry in workspace.topology.entries()]


def has_label(workspace: Workspace, label: str) -> bool:
    return label in labels(workspace)


def shows(name: str, text: str) -> bool:
    """Whether a box has exactly this text."""
    return bool(control(name).toPlainText() == text)


async def a_profile(workspace: Workspace, name: str = "Regional expert", **values: Any) -> SavedProfile:
    """A profile as the editor would keep it; by default one with two variables."""
    given: dict[str, Any] = {"instructions": EXPERT_TEXT, "variables": (REGION, TONE), **values}
    made = await workspace.profiles.create(name)
    return await workspace.profiles.save(replace(made, **given))


def found(name: str) -> QWidget | None:
    """The visible control of this name."""
    return next((w for w in QApplication.allWidgets() if w.objectName() == name and w.isVisible()), None)


def control(name: str) -> Any:
    widget = found(name)
    assert widget is not None, f"no {name} to be seen"
    return widget


def text_of(name: str) -> str:
    label = control(name)
    assert isinstance(label, QLabel)
    return label.text()


def click(name: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = control(name)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, modifier, QPoint(8, widget.height() // 2))


def type_into(name: str, text: str) -> None:
    field = control(name)
    field.setFocus()
    if isinstance(field, QLineEdit):
        field.selectAll()
    QTest.keyClicks(field, text)


def press(key: Qt.Key, on: str = "") -> None:
    target = control(on) if on else QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key)


def dialog() -> BranchDialog:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, BranchDialog) and w.isVisible())


def dialogs() -> list[QDialog]:
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]


async def ask(
    shell: Shell, source: SessionId, record: RecordId | None = None, edited: str | None = None
) -> BranchDialog:
    """Open the dialog for a conversation, whole: fields, ground, preview."""
    if shell.selected != source:
        shell.outline.tree.selected.emit(source)
    if record is None:
        await until(lambda: found("chatBranch"), "the button is there")
        click("chatBranch")
    else:
        shell.chat.branch_requested.emit(source, record, edited)
    await until(lambda: found("branchParent"), "all fields are there")
    await until(lambda: dialog().preview is not None, "the preview is there")
    return dialog()


async def choose_profile(name: str) -> None:
    """Search for a profile in the list and take it; an empty name takes *No profile*."""
    click("branchProfile")
    await until(lambda: found("profilePopupSearch"), "the list is open")
    if name:
        QTest.keyClicks(control("profilePopupSearch"), name)
    else:
        press(Qt.Key.Key_PageUp, "profilePopupSearch")
    press(Qt.Key.Key_Return, "profilePopupSearch")
    await until(lambda: found("profilePopupSearch") is None, "the list is closed")


async def ask_with_expert(shell: Shell, workspace: Workspace, **values: Any) -> SavedProfile:
    """Make a profile, open the dialog for *Money*, and take the profile there."""
    made = await a_profile(workspace, **values)
    await ask(shell, by_label(workspace, "Money"))
    await choose_profile("Regional")
    return made


async def open_it(workspace: Workspace, label: str) -> None:
    """Enter in the name opens the branch; it is there then."""
    press(Qt.Key.Key_Return, "branchName")
    await gone()
    await until(lambda: has_label(workspace, label), "the branch is there")


def names_in(list_name: str) -> list[str]:
    view = control(list_name)
    assert isinstance(view, QListView)
    model = view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


async def gone() -> None:
    await until(lambda: not dialogs(), "the dialog is closed")
