"""Narrow windows, the keyboard alone, what a screen reader hears, large libraries and foreign texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import (
    a_conversation,
    a_profile,
    choose,
    click,
    open_page,
    part,
    settle,
    write,
)

LONG = "An expert for everything between the Danube and the sea, and for what lies behind it"
HOSTILE = "<b>bold</b> &amp; <img src='file:///etc/passwd'>"


async def set_up(workspace: Workspace) -> None:
    await a_conversation(workspace)
    await workspace.starters.plant_once("en")
    await a_profile(workspace, "Regional expert")


def focusable(page: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in page.findChildren(QWidget)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def reached_by_tab(page: ProfilesPage, steps: int = 120) -> set[QWidget]:
    page.listing.view.setFocus()
    reached: set[QWidget] = set()
    for _ in range(steps):
        focused = QApplication.focusWidget()
        if focused is not None:
            reached.add(focused)
        QTest.keyClick(focused or page, Qt.Key.Key_Tab)
    return reached


def test_the_keyboard_reaches_everything_and_everything_has_a_name(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        write(page.editor.instructions, "You know {region} and {old}")
        await settle(page)
        write(part(page, type(page.editor.name), "profileVariableLabel1"), "Old")
        write(page.editor.instructions, "You know {region}")
        click(page, "profileSkills_only")
        click(page, "previewRequestFold")
        await settle(page)
        wanted = focusable(page)
        assert len(wanted) > 30
        nameless = [
            widget.objectName() or type(widget).__name__
            for widget in wanted
            if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()
        ]
        assert nameless == []
        reached = reached_by_tab(page)
        missed = [
            widget.objectName() or type(widget).__name__
            for widget in wanted
            if widget not in reached and not _is_of_a_group(widget)
        ]
        assert missed == []

    run_in_window(tmp_path, story, setting_up=set_up)


def _is_of_a_group(widget: QWidget) -> bool:
    """Of joined buttons Tab reaches the chosen one; the arrows reach the others."""
    name = widget.objectName()
    groups = ("profileHue_", "profileMode_", "profileSkills_", "profileContext_", "profileTab_")
    return name.startswith(groups)


@pytest.mark.parametrize(("width", "shape"), [(1280, "wide"), (900, "middle"), (560, "narrow")])
def test_nothing_runs_out_of_a_narrow_window(
    qapp: QApplication, tmp_path: Path, width: int, shape: str
) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        assert page.room.shape == shape
        editor, preview = page.room.editor, page.room.preview
        if shape == "wide":
            assert editor.isVisible()
            assert preview.isVisible()
        else:
            if shape == "narrow":
                assert page.listing.isVisible()
                page.listing.view.setFocus()
                QTest.keyClick(page.listing.view, Qt.Key.Key_Return)
                assert not page.listing.isVisible()
                await settle(page)
            assert editor.isVisible()
            assert not preview.isVisible()
            click(page, "profileTab_preview")
            assert preview.isVisible()
            assert not editor.isVisible()
            click(page, "profileTab_editor")
        for column in (editor, preview):
            inner = column.area.widget()
            assert inner is not None
            if column.isVisible():
                assert inner.width() <= column.area.viewport().width()
                assert inner.minimumSizeHint().width() <= column.area.viewport().width()
        if shape == "narrow":
            click(page, "profileBack")
            assert page.listing.isVisible()
            assert page.listing.view.hasFocus()
            view = page.listing.view
            place = view.visualRect(view.model().index(1, 0)).center()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
            assert page.editor.name.hasFocus(), "the focus goes along to what is seen"

    run_in_window(tmp_path, story, setting_up=set_up, size=(width, 800))


def test_forty_profiles_with_long_hostile_and_chinese_names(qapp: QApplication, tmp_path: Path) -> None:
    """T4: names are only text."""

    async def plant(workspace: Workspace) -> None:
        await set_up(workspace)
        for number in range(40):
            name = (LONG, HOSTILE, "中国地区专家，熟悉每一个省份的学校")[number % 3]
            profile = await a_profile(workspace, f"{number} {name}"[:80])
            await workspace.profiles.save(
                replace(profile, description=name * 3, instructions=f"{name} {{地区}}")
            )

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        assert page.listing.rows.rowCount() >= 42
        for profile in workspace.profiles.all[-3:]:
            await choose(page, profile.profile_id)
            assert page.editor.name.text() == profile.name
            assert page.side.panel.composed.text == profile.instructions
        guessing = [
            item.text() for item in page.findChildren(QLabel) if item.textFormat() != Qt.TextFormat.PlainText
        ]
        assert guessing == []

    run_in_window(tmp_path, story, setting_up=plant)


def test_chinese_text_has_taller_lines(qapp: QApplication, tmp_path: Path) -> None:
    """look.md 9."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        edit = page.editor.instructions
        write(edit, "You know it well.")
        latin = edit.line_px
        await settle(page)
        chinese = await a_profile(workspace, "中国地区专家")
        await workspace.profiles.save(replace(chinese, instructions="你为想在{地区}学习的学生提供建议。"))
        await choose(page, chinese.profile_id)
        assert edit.line_px > latin
        assert edit.document().firstBlock().blockFormat().lineHeight() == edit.line_px

    run_in_window(tmp_path, story, setting_up=set_up)


def test_the_page_speaks_chinese_live(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        write(page.editor.instructions, "你为{地区")
        await settle(page)
        await workspace.change_settings(language="zh_CN")
        await settle(page)
        english = [
            item.text()
            for item in page.findChildren(QLabel)
            if item.isVisible() and item.text() and item.text().isascii() and item.text()[0].isalpha()
        ]
        assert [text for text in english if text != "Regional expert"] == []
        assert page.editor.instructions.text == "你为{地区"
        await workspace.change_settings(language="en")
        await until(lambda: part(page, QLabel, "profileState") is not None)

    run_in_window(tmp_path, story, setting_up=set_up)
