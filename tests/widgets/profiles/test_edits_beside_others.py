"""What is typed and what others change meanwhile stand beside each other (T-2, M-5b)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.profiles.draft import DEFAULTS
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import choose, only_profiles, open_page, pick, saved, settle, write


async def set_up(workspace: Workspace) -> None:
    await only_profiles(workspace, "Regional expert", "Poet")


@contextmanager
def busy_disk(folder: Path) -> Iterator[None]:
    """Nothing is written while this holds; whoever wants to waits."""
    (store,) = folder.glob("*.db")
    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def told(page: ProfilesPage) -> object:
    assert page.side.preview is not None
    return page.side.preview.composition.config.system_prompt


def test_typing_while_a_profile_is_archived_leaves_it_archived(qapp: QApplication, tmp_path: Path) -> None:
    """T-2: the disk is busy for longer than the pause after which what is typed is kept."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        expert = workspace.profiles.all[0]
        await choose(page, expert.profile_id)
        with busy_disk(tmp_path):
            pick(page, "archive")
            await asyncio.sleep(0)
            page.editor.instructions.setFocus()
            QTest.keyClicks(page.editor.instructions, "Typed.")
            page.edits.saving.begin()
            await settle(page)
        await until(lambda: page.editor.name.text() == "Poet", "the next one is shown")
        await saved(page)
        kept = workspace.profiles.get(expert.profile_id)
        assert kept is not None
        assert (kept.archived, kept.instructions) == (True, "Typed.")

    run_in_window(tmp_path, story, setting_up=set_up)


def test_what_others_change_stays_where_nothing_was_typed(qapp: QApplication, tmp_path: Path) -> None:
    """T-2: it is kept, it is shown, the next key does not take it back, and *Undo* leaves it alone."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        expert = workspace.profiles.all[0]
        await choose(page, expert.profile_id)
        write(page.editor.instructions, "Mine.")
        await workspace.profiles.save(replace(expert, description="Theirs", opening="Hello"))
        await saved(page)
        assert page.editor.description.text() == "Theirs"
        QTest.keyClicks(page.editor.instructions, " Still mine.")
        await saved(page)
        kept = workspace.profiles.all[0]
        assert (kept.instructions, kept.description, kept.opening) == ("Mine. Still mine.", "Theirs", "Hello")
        page.editor.none.setFocus()
        shell.actions["undo"].trigger()
        await until(lambda: workspace.profiles.all[0].instructions == "", "it is taken back")
        assert workspace.profiles.all[0].description == "Theirs"

    run_in_window(tmp_path, story, setting_up=set_up)


def test_the_preview_of_the_defaults_follows_each_key(qapp: QApplication, tmp_path: Path) -> None:
    """M-7: it does not wait until they are kept."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await open_page(shell)
        await choose(page, DEFAULTS)
        write(page.editor.instructions, "Be brief.")
        await settle(page)
        assert workspace.defaults.is_empty
        assert told(page) == "Be brief."
        page.editor.none.click()
        await settle(page)
        assert told(page) == ""
        await saved(page)
        assert workspace.defaults.system_prompt == ""

    run_in_window(tmp_path, story, setting_up=set_up)
