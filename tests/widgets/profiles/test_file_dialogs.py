"""Profiles to a file and from one, through the real window (T-2, T9, T18)."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QDialog, QFileDialog, QLabel, QWidget

from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.sharing import FileTrouble, ProfileFile, RefusedFile
from stello_desktop.ui.profiles import file_dialogs
from stello_desktop.ui.profiles.file_words import not_written_words, refusal_words
from stello_desktop.ui.profiles.import_dialog import ImportDialog
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until
from tests.widgets.profiles.steps import settle


def written(path: Path, *profiles: Mapping[str, object]) -> Path:
    values = {"format": "stello-profile", "version": 1, "profiles": profiles}
    path.write_text(json.dumps(values), "utf-8")
    return path


async def read(workspace: Workspace, path: Path) -> ProfileFile:
    found = await workspace.profile_files.read(path)
    assert isinstance(found, ProfileFile)
    return found


def shown[Kind: QDialog](kind: type[Kind], name: str) -> Kind | None:
    return next(
        (
            item
            for item in QApplication.allWidgets()
            if isinstance(item, kind) and item.objectName() == name and item.isVisible()
        ),
        None,
    )


async def opened[Kind: QDialog](kind: type[Kind], name: str) -> Kind:
    await until(lambda: shown(kind, name), name)
    found = shown(kind, name)
    assert found is not None
    return found


def press(inside: QWidget, name: str) -> None:
    found = inside.findChild(QAbstractButton, name)
    assert found is not None, name
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def texts(dialog: QDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def names(workspace: Workspace) -> list[str]:
    return [profile.name for profile in workspace.profiles.all]


def in_window(folder: Path, story: Callable[[Shell, Workspace, SavedProfile], Awaitable[None]]) -> None:
    """A window at the map, and one profile that names a skill."""

    async def told(shell: Shell, workspace: Workspace) -> None:
        await workspace.skills.create("plan", content="Make a plan.")
        made = await workspace.profiles.create("Critic: A/B?")
        profile = await workspace.profiles.save(replace(made, instructions="Doubt it.", skills=("plan",)))
        await story(shell, workspace, profile)

    run_in_window(folder, told)


def test_a_profile_is_exported_and_comes_back_with_a_click(qapp: QApplication, tmp_path: Path) -> None:
    """Out with its skill, deleted, in again, taken back by the toast."""
    path = tmp_path / "critic.json"

    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        page = shell.window
        file_dialogs.export_profile(page, workspace, profile)
        dialog = await opened(QDialog, "exportDialog")
        assert "no key, no address" in texts(dialog)
        assert isinstance(dialog.focusWidget(), QAbstractButton)
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        picker = await opened(QFileDialog, "exportPicker")
        assert [Path(name).name for name in picker.selectedFiles()] == ["Critic  A B.json"]
        picker.fileSelected.emit(str(path))
        picker.reject()
        await until(lambda: shell.window.toast.words == "Exported to “critic.json”")
        await workspace.profiles.delete(profile.profile_id)
        await workspace.skills.delete(workspace.skills.own[0].skill_id)

        file_dialogs.import_profiles(page, workspace, shell.pages.profiles.news.emit)
        chooser = await opened(QFileDialog, "importPicker")
        chooser.fileSelected.emit(str(path))
        chooser.reject()
        look = await opened(QDialog, "importDialog")
        assert "Critic: A/B?" in texts(look)
        assert "These skills come along: plan" in texts(look)
        assert names(workspace) == []
        press(look, "importAdd")
        await until(lambda: shell.window.toast.words == "Added 1 profile")
        assert (names(workspace), workspace.skills.names) == (["Critic: A/B?"], ("plan",))
        press(shell.window.toast, "toastAction")
        await until(lambda: not workspace.profiles.all and not workspace.skills.own)

    in_window(tmp_path / "home", story)


def test_the_skill_stays_at_home_where_the_tick_is_taken_away(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "a.json"

    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        file_dialogs.export_profile(shell.window, workspace, profile)
        dialog = await opened(QDialog, "exportDialog")
        tick = dialog.findChild(QCheckBox, "exportSkills")
        assert tick is not None
        assert tick.text().endswith("plan")
        tick.click()
        press(dialog, "exportAccept")
        picker = await opened(QFileDialog, "exportPicker")
        picker.fileSelected.emit(str(path))
        picker.reject()
        await until(path.exists)
        assert "skills" not in json.loads(path.read_text("utf-8"))

    in_window(tmp_path / "home", story)


def test_a_look_names_what_is_there_and_what_is_missing(qapp: QApplication, tmp_path: Path) -> None:
    """T18, and only *Add* changes anything."""
    path = written(
        tmp_path / "a.json",
        {"name": "Critic: A/B?", "systemPrompt": "other"},
        {"name": "Traveller", "skills": ["gone"], "model": {"service": "Cloud <b>9</b>"}},
    )

    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        await file_dialogs.look_at(shell.window, workspace, path, shell.pages.profiles.news.emit)
        dialog = await opened(QDialog, "importDialog")
        said = texts(dialog)
        assert "You have another “Critic: A/B?”, so it is called “Critic: A/B? 2”." in said
        assert "“Cloud <b>9</b>”, which is not set up here" in said
        assert "You do not have these skills that it names: gone" in said
        assert all(label.textFormat() == Qt.TextFormat.PlainText for label in dialog.findChildren(QLabel))
        press(dialog, "importCancel")
        await until(lambda: shown(QDialog, "importDialog") is None)
        assert names(workspace) == ["Critic: A/B?"]

    in_window(tmp_path / "home", story)


def test_what_is_there_already_is_said_without_a_dialog(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        path = tmp_path / "a.json"
        await workspace.profile_files.write(path, [profile.profile_id])
        await file_dialogs.look_at(shell.window, workspace, path, shell.pages.profiles.news.emit)
        assert shell.window.toast.words == "You have all of this already"
        assert shown(QDialog, "importDialog") is None

    in_window(tmp_path / "home", story)


def test_a_file_that_is_not_taken_is_told_in_one_sentence_with_the_next_step(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "many.json"
    written(path, *({"name": f"P{number}"} for number in range(10_000)))

    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        await file_dialogs.look_at(shell.window, workspace, path, shell.pages.profiles.news.emit)
        assert "more than 200 profiles" in shell.window.toast.words
        press(shell.window.toast, "toastAction")
        (await opened(QFileDialog, "importPicker")).reject()
        await file_dialogs.write_to(shell.window, workspace, [profile], tmp_path / "no" / "a.json", False)
        assert "could not be written" in shell.window.toast.words
        assert names(workspace) == ["Critic: A/B?"]

    in_window(tmp_path / "home", story)


def test_two_hundred_profiles_are_counted_where_they_are_not_listed(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = written(tmp_path / "many.json", *({"name": f"P{number}"} for number in range(200)))

    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        await file_dialogs.look_at(shell.window, workspace, path, shell.pages.profiles.news.emit)
        dialog = await opened(QDialog, "importDialog")
        await until(lambda: "and 160 more" in texts(dialog))
        add = dialog.findChild(QAbstractButton, "importAdd")
        assert add is not None
        assert add.text() == "Add 200 profiles"
        await until(add.hasFocus)
        QTest.keyClick(add, Qt.Key.Key_Return)
        await until(lambda: len(workspace.profiles.all) == 201)

    in_window(tmp_path / "home", story)


@pytest.mark.parametrize("trouble", FileTrouble)
def test_every_refusal_has_a_sentence_without_gaps(qapp: QApplication, trouble: FileTrouble) -> None:
    refused = RefusedFile(trouble, {"limit": 200, "field": "profiles › 1 › hue"})
    for sentence in (refusal_words(refused), not_written_words(refused)):
        assert sentence.endswith(".")
        assert "%" not in sentence


def test_what_was_imported_is_shown_at_once(qapp: QApplication, tmp_path: Path) -> None:
    """The person sees in the editor what has come."""
    path = written(
        tmp_path / "two.json",
        {"name": "Judge", "systemPrompt": "Judge it."},
        {"name": "Scribe", "systemPrompt": "Write it down."},
    )

    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        shell.go_to("profiles")
        page = shell.pages.profiles
        await until(lambda: page.filled and page.editor.profile is not None)
        page.do("import")
        chooser = await opened(QFileDialog, "importPicker")
        chooser.fileSelected.emit(str(path))
        chooser.reject()
        press(await opened(QDialog, "importDialog"), "importAdd")
        await until(lambda: shell.window.toast.words == "Added 2 profiles")
        await until(lambda: page.editor.name.text() == "Judge")
        found = workspace.profiles.named("Judge")
        assert found is not None
        assert page.listing.current == found.profile_id

    in_window(tmp_path / "home", story)


def test_what_was_imported_and_is_written_in_already_is_not_taken_away(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Also where that is not on disk yet: *Undo* in the toast leaves it, with the words."""
    path = written(tmp_path / "one.json", {"name": "Judge", "systemPrompt": "Judge it."})

    async def story(shell: Shell, workspace: Workspace, profile: SavedProfile) -> None:
        shell.go_to("profiles")
        page = shell.pages.profiles
        await until(lambda: page.filled and page.editor.profile is not None)
        page.do("import")
        chooser = await opened(QFileDialog, "importPicker")
        chooser.fileSelected.emit(str(path))
        chooser.reject()
        press(await opened(QDialog, "importDialog"), "importAdd")
        await until(lambda: shell.window.toast.words == "Added 1 profile")
        await until(lambda: page.editor.name.text() == "Judge")
        page.editor.instructions.setFocus()
        QTest.keyClicks(page.editor.instructions, "First. ")
        press(shell.window.toast, "toastAction")
        await page.edits.saving.flush()
        await settle(page)
        found = workspace.profiles.named("Judge")
        assert found is not None
        assert found.instructions == "First. Judge it."

    in_window(tmp_path / "home", story)


@pytest.mark.parametrize(
    "description", ["word " * 4000, "x" * 20_000, "角" * 7_000], ids=["words", "run", "han"]
)
def test_descriptions_as_long_as_a_file_may_have_do_not_hold_up_the_window(
    qapp: QApplication, tmp_path: Path, description: str
) -> None:
    """T18: each row says the beginning; all rows come, a few at once, and nothing is cut in what is added."""

    async def story(shell: Shell, workspace: Workspace, _profile: SavedProfile) -> None:
        many = [f"skill{number}" for number in range(150)]
        path = written(
            tmp_path / "long.json",
            *({"name": f"P{number}", "description": description, "skills": many} for number in range(40)),
        )
        plan = workspace.profile_files.plan_import(await read(workspace, path))
        began = time.perf_counter()
        dialog = ImportDialog(shell.window, plan, path.name)
        dialog.open()
        dialog.grab()
        assert time.perf_counter() - began < 0.25, "all of it takes seconds"
        await until(lambda: "P39" in texts(dialog), "the last row is there")
        assert max(len(label.text()) for label in dialog.findChildren(QLabel)) < 400
        assert "skill11 and 138 more" in texts(dialog)
        dialog.reject()
        assert plan.added[0].description == description

    in_window(tmp_path, story)
