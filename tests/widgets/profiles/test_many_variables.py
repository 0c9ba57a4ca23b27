"""A profile of very many variables: pasted without a stall, read a page at a time, reached in the order it is read."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from stello_desktop.domain.library import TemplateVariable
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import (
    a_conversation,
    add,
    click,
    label,
    only_profiles,
    open_expert,
    part,
    saved,
    settle,
    write,
)

CONTROL = Qt.KeyboardModifier.ControlModifier


async def set_up(workspace: Workspace) -> None:
    await only_profiles(workspace, "Regional expert")


def paste(page: ProfilesPage, text: str) -> float:
    """In the place of all that is there; gives the seconds that the key took."""
    QGuiApplication.clipboard().setText(text)
    edit = page.editor.instructions
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_A, CONTROL)
    began = time.perf_counter()
    QTest.keyClick(edit, Qt.Key.Key_V, CONTROL)
    return time.perf_counter() - began


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def asked_for(page: QWidget, field: str) -> list[str]:
    """The fields of this kind that are seen, from the first row to the last."""
    found = [item for item in page.findChildren(QLineEdit) if item.objectName().startswith(field)]
    seen = [item for item in found if item.isVisible()]
    return [item.accessibleName() for item in sorted(seen, key=lambda item: item.objectName())]


def test_a_thousand_variables_are_pasted_in_small_steps(qapp: QApplication, tmp_path: Path) -> None:
    """T-2: no turn of the loop makes more than a few rows, and twenty are there in the end on each side."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        before = len(page.findChildren(QWidget))
        took = paste(page, " ".join(f"{{name{number}}}" for number in range(1000)))
        assert took < 0.2, "thousand times a row would be seconds"
        steps = [len(page.findChildren(QWidget))]
        while len(asked_for(page, "tryVariable")) < 20:
            await asyncio.sleep(0)
            steps.append(len(page.findChildren(QWidget)))
        assert max(now - then for then, now in zip([before, *steps], steps, strict=False)) < 60
        await until(lambda: len(asked_for(page, "profileVariableLabel")) == 20)
        assert steps[-1] - before < 300
        assert len(page.editor.variables.names) == 1000
        assert label(page, "tryMissing").endswith("“name7” and others.")

    run_in_window(tmp_path, story, setting_up=set_up)


def test_the_rows_are_turned_like_pages(qapp: QApplication, tmp_path: Path) -> None:
    """T-2: every variable can be written, and the focus never falls off a button that has nowhere to go on to."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_expert(shell, workspace)
        paste(page, " ".join(f"{{name{number}}}" for number in range(45)))
        await until(lambda: len(asked_for(page, "profileVariableLabel")) == 20)
        assert label(page, "profileVariablesWhere") == "1 to 20 of 45"
        assert not part(page, QAbstractButton, "profileVariablesBack").isEnabled()
        on = part(page, QAbstractButton, "profileVariablesOn")
        on.setFocus()
        for _ in range(2):
            QTest.keyClick(on, Qt.Key.Key_Space)
        assert label(page, "profileVariablesWhere") == "41 to 45 of 45"
        assert part(page, QAbstractButton, "profileVariablesBack").hasFocus()
        write(part(page, QLineEdit, "profileVariableLabel4"), "The last")
        await saved(page)
        (described,) = workspace.profiles.all[0].variables
        assert described == TemplateVariable(name="name44", label="The last")
        click(page, "tryVariablesOn")
        write(part(page, QLineEdit, "tryVariable0"), "given")
        assert page.side.trying.variables == {"name20": "given"}
        paste(page, "{name20} {name1}")
        await settle(page)
        assert asked_for(page, "tryVariable") == ["name20", "name1"]
        assert part(page, QLineEdit, "tryVariable0").text() == "given"
        assert not part(page, QWidget, "profileVariablesWhere").isVisible()

    run_in_window(tmp_path, story, setting_up=set_up)


def test_tab_goes_through_the_page_as_it_is_read(qapp: QApplication, tmp_path: Path) -> None:
    """Rows and chips that come later have their place too; what is tried comes before what comes of it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        expert = workspace.profiles.all[0]
        unused = (TemplateVariable(name="old", label="Old"),)
        await workspace.profiles.save(replace(expert, skills=("gone", "lost"), variables=unused))
        await a_conversation(workspace)
        page = await open_expert(shell, workspace)
        write(page.editor.instructions, "{a} {b} {c}")
        await settle(page)
        page.side.panel.request.unfold(True)
        page.editor.name.setFocus()
        order: list[str] = []
        while "branchWithProfile" not in order:
            QTest.keyClick(focused(), Qt.Key.Key_Tab)
            order.append(focused().objectName())
            assert len(order) < 60, order
        fields = [
            f"profileVariable{kind}{number}"
            for number in range(4)
            for kind in ("Label", "Default", "Example")
        ]
        wanted = [
            "profileInstructions", "profileNone", *fields, "profileVariableRemove3",
            "profileSkills_inherit", "profileSkill_gone", "profileSkill_lost", "profileSkillAdd", "profileModel",
            "trySource", "tryVariable0", "tryVariable1", "tryVariable2", "tryOwn", "previewRequestFold",
            "branchWithProfile",
        ]  # fmt: skip
        assert [name for name in order if name in wanted] == wanted

    run_in_window(tmp_path, story, setting_up=set_up)


@pytest.mark.parametrize(
    "text", ["d" * 15_000, "\N{GRINNING FACE}" * 12_000, "e" * 30_000], ids=["long", "wide", "over"]
)
def test_a_key_cuts_nothing_that_is_longer_than_a_field(
    qapp: QApplication, tmp_path: Path, text: str
) -> None:
    """T-2: what an older version or a file brought stays whole until the person shortens it."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        expert = workspace.profiles.all[0]
        long = TemplateVariable(name="region", default=text, example="one\ntwo")
        await workspace.profiles.put(
            [replace(expert, instructions="{region}", description=text, name="n" * 150, variables=(long,))]
        )
        page = await open_expert(shell, workspace)
        assert page.editor.description.text() == text
        write(part(page, QLineEdit, "profileVariableLabel0"), "Region")
        page.editor.name.setFocus()
        QTest.keyClick(page.editor.name, Qt.Key.Key_End)
        QTest.keyClick(page.editor.name, Qt.Key.Key_Backspace)
        page.editor.description.setFocus()
        QTest.keyClick(page.editor.description, Qt.Key.Key_End)
        QTest.keyClick(page.editor.description, Qt.Key.Key_Backspace)
        await saved(page)
        kept = workspace.profiles.all[0]
        assert kept.variables == (replace(long, label="Region"),)
        assert kept.description == text[:-1]
        assert kept.name == "n" * 149
        add(page.editor.description, "x")
        await saved(page)
        assert len(workspace.profiles.all[0].description) in {len(text), len(text) - 1}

    run_in_window(tmp_path, story, setting_up=set_up)
