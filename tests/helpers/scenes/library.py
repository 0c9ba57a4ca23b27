"""Profiles and skills: their pages, empty and full, their mistakes, their dialogs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QDialog, QLineEdit, QMenu, QPlainTextEdit, QTextEdit, QWidget

from stello_desktop.domain.library import SavedProfile, TemplateVariable
from stello_desktop.ui.branching.profile_field import ProfileField, ProfilePopup
from stello_desktop.ui.list_popup import ListPopup
from stello_desktop.ui.profiles import file_dialogs
from tests.helpers.scenes.camera import Camera, Scene
from tests.helpers.windows import until


async def a_profile(camera: Camera) -> SavedProfile:
    """The profile of journey 4."""
    profiles = camera.workspace.profiles
    name = camera.say("Study adviser", "留学顾问")
    known = next((profile for profile in profiles.all if profile.name == name), None)
    if known is not None:
        return known
    made = await profiles.create(name)
    text = camera.say(
        "You advise students who want to study in {region}. Answer only for {region}. "
        "When a question is about another place, say so and suggest a branch.",
        "你为想去{region}留学的学生提供建议，只回答与{region}有关的问题。如果问题涉及别的地方，请说明，并建议开一个分支。",
    )
    return await profiles.save(
        replace(
            made,
            instructions=text,
            variables=(
                TemplateVariable(
                    name="region",
                    label=camera.say("Region", "地区"),
                    example=camera.say("Bavaria", "巴伐利亚"),
                ),
            ),
            opening=camera.say("Which city shall we look at first?", "我们先看哪座城市？"),
        )
    )


def _write(page: QWidget, name: str, text: str) -> None:
    """Put a text into a field."""
    found = page.findChild(QWidget, name)
    assert isinstance(found, QLineEdit | QTextEdit | QPlainTextEdit), name
    found.setText(text) if isinstance(found, QLineEdit) else found.setPlainText(text)


async def profiles(camera: Camera) -> None:
    """The page with a profile that has everything, its mistakes, its menu, its files."""
    shell, workspace = camera.shell, camera.workspace
    profile = await a_profile(camera)
    shell.sky.selected.emit(camera.named(1))
    shell.go_to("profiles")
    page = shell.pages.profiles
    await until(lambda: page.filled and page.side.preview is not None, "the profiles")
    page.open_profile(profile.profile_id)
    await camera.shoot("profiles-1")
    await camera.press("profileMode_preset", page)
    _write(
        page,
        "tryOwn",
        camera.say("Compare tuition and visas for a master's in design.", "比较设计硕士的学费和签证。"),
    )
    await camera.shoot("profiles-2-preset")
    await camera.press("profileMode_prepend", page)
    _write(page, "profileInstructions", "{regoin} {")
    other = next(item.name for item in workspace.profiles.all if item.name != profile.name)
    _write(page, "profileName", other)
    await camera.shoot("profiles-3-mistakes")
    _write(page, "profileName", profile.name)
    _write(page, "profileInstructions", profile.instructions)
    await page.edits.saving.flush()
    if camera.seen("profileTab_preview", page):  # a narrow window shows one of them at a time
        await camera.press("profileTab_preview", page)
    await camera.press("previewRequestFold", page)
    for area in page.side.findChildren(QWidget):
        if hasattr(area, "verticalScrollBar") and area.verticalScrollBar().maximum() > 300:
            area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    await camera.shoot("profiles-4-request")
    await camera.press("profileMore", page)
    await camera.shoot_top("profiles-5-menu", QMenu)
    if camera.seen("profileTab_editor", page):
        await camera.press("profileTab_editor", page)
    await camera.press("profileModel", page)
    await camera.shoot_top("profiles-6-model", ListPopup)
    file_dialogs.export_profile(shell.window, workspace, profile)
    await camera.shoot_top("profiles-7-export", QDialog)
    await _import(camera, profile)


async def _import(camera: Camera, profile: SavedProfile) -> None:
    path = camera.home / "experts.json"
    await camera.workspace.profile_files.write(path, [profile.profile_id])
    await camera.workspace.profiles.delete(profile.profile_id)

    def tell(*_words: object) -> None:
        """Nothing to tell in a picture."""

    await file_dialogs.look_at(camera.shell.window, camera.workspace, path, tell)
    await camera.shoot_top("profiles-8-import", QDialog)


async def profiles_empty(camera: Camera) -> None:
    """No profile at all, then the set again."""
    shell, workspace = camera.shell, camera.workspace
    for profile in workspace.profiles.all:
        await workspace.profiles.delete(profile.profile_id)
    shell.go_to("profiles")
    await camera.shoot("profiles-9-empty")
    await workspace.starters.restore(shell.language.language)


def _skill_file(folder: Path, name: str, text: str) -> None:
    path = folder / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


async def skills(camera: Camera) -> None:
    """Own skills, a folder with good and bad ones, the page without any."""
    shell, workspace = camera.shell, camera.workspace
    folder = camera.home / "shared-skills"
    _skill_file(
        folder,
        "weigh-options",
        "---\nname: weigh-options\ndescription: Weighs a decision, option by option.\n---\n# Weigh options\n\n1. Name each option.\n2. Say what speaks for it, and what against it.\n",
    )
    _skill_file(folder, "broken", "---\nname: Broken One\n---\n")
    shell.go_to("skills")
    page = shell.pages.skills
    await until(lambda: page.filled and page.listing.rows.rowCount() > 1, "the skills")
    await camera.shoot("skills-1")
    await workspace.skills.add_folder(folder)
    await asyncio.sleep(0.6)
    kinds = set()
    for row in page.listing.rows.rows:
        if row.kind not in kinds and not row.kind.value.endswith("head"):
            kinds.add(row.kind)
            page.listing.choose(row.key)
            page.open_row(row)
            await camera.shoot(f"skills-2-{row.kind.value}")
    await camera.press("skillMore", page)
    await camera.shoot_top("skills-3-menu", QMenu)
    await workspace.skills.remove_folder(workspace.skills.folders[0])
    await workspace.skills.delete_all([skill.skill_id for skill in workspace.skills.own])
    await camera.shoot("skills-4-empty")
    await workspace.starters.restore(shell.language.language)


async def branch_dialog(camera: Camera) -> None:
    """Empty, with a profile and its preview, its list of profiles, what is wrong."""
    shell = camera.shell
    profile = await a_profile(camera)
    shell.go_to("map")
    shell.sky.selected.emit(camera.named(1))
    shell.chat.branch_requested.emit(camera.named(1), None, None)
    await until(lambda: camera.seen("branchName"), "the branch dialog")
    (dialog,) = [found for found in shell.window.findChildren(QDialog) if found.isVisible()]
    await camera.shoot("branch-1", dialog)
    await camera.press("branchProfile", dialog)
    await camera.shoot_top("branch-2-profiles", ProfilePopup)
    field = dialog.findChild(ProfileField)
    assert field is not None
    field.set_profile(profile)
    field.chosen.emit(profile)
    await camera.shoot("branch-3-profile", dialog)
    await camera.press("branchPreviewToggle", dialog)
    await camera.shoot("branch-4-preview", dialog)
    await camera.press("branchOwnOpen", dialog)
    await camera.shoot("branch-5-own", dialog)
    dialog.reject()


PLACES: tuple[Scene, ...] = (profiles, branch_dialog, skills, profiles_empty)
