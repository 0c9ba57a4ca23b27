"""Profiles to a file and from one, as a person does it: choose, look, agree, and take it back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.library import ProfileId, SavedProfile
from stello_desktop.domain.sharing import Imported, ImportPlan, ProfileFile, RefusedFile
from stello_desktop.ui import tasks
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.file_picker import FilePicker
from stello_desktop.ui.listing import listed
from stello_desktop.ui.profiles.file_words import not_written_words, refusal_words
from stello_desktop.ui.profiles.import_dialog import ImportDialog
from stello_desktop.ui.toasts import Toast
from stello_desktop.workspace.workspace import Workspace

_NOT_IN_NAMES: Final = re.compile(r'[\\/:*?"<>|\x00-\x1f]')
_KIND: Final = "JSON (*.json)"

type Tell = Callable[[str, Callable[[], object]], object]
"""Says what was done, with what undoes it."""

type Show = Callable[[ProfileId], object]
"""Goes to a profile."""

type Waits = Callable[[ProfileId], bool]
"""Whether something is typed into a profile that is not written yet."""


def _nothing_waits(_profile_id: ProfileId) -> bool:
    return False


def _tell(parent: QWidget, words: str, action: str = "", start: Callable[[], object] | None = None) -> None:
    toast = parent.window().findChild(Toast)
    if toast is not None:
        toast.show_news(words, action, start)


# out


class ExportDialog(QDialog):
    """What goes into the file; only where there is something to choose or to know.

    Attributes:
        with_skills: the tick.
    """

    def __init__(self, parent: QWidget, profiles: Sequence[SavedProfile], file: ProfileFile) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("exportDialog")
        self.setMinimumWidth(420)
        title = (
            self.tr("Export “%1”").replace("%1", profiles[0].name)
            if len(profiles) == 1
            else self.tr("Export %n profile(s)", "", len(profiles))
        )
        self.setWindowTitle(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(10)
        column.addWidget(plain_label(title, size="large", wrap=True))
        column.addWidget(plain_label(self._contents(file), tone="muted", wrap=True))
        self.with_skills = QCheckBox()
        self.with_skills.setObjectName("exportSkills")
        names = listed(skill.name for skill in file.skills)
        tick = self.tr("With the skills that it names: %1").replace("%1", names)
        self.with_skills.setText(tick.replace("&", "&&"))
        self.with_skills.setChecked(bool(file.skills))
        self.with_skills.setVisible(bool(file.skills))
        column.addWidget(self.with_skills)
        column.addSpacing(6)
        cancel = button(self.tr("Cancel"), name="exportCancel")
        accept = button(self.tr("Choose a place…"), kind="primary", name="exportAccept")
        cancel.clicked.connect(self.reject)
        accept.clicked.connect(self.accept)
        accept.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(accept)
        column.addLayout(row)
        accept.setFocus()

    def _contents(self, file: ProfileFile) -> str:
        words = self.tr(
            "The file holds what you wrote here. It has no key, no address and no conversation in it."
        )
        services = sorted({shared.service for shared in file.profiles if shared.service})
        if services:
            named = self.tr("The AI service is named as you call it: %1").replace("%1", listed(services))
            words = f"{words} {named}"
        return words


def export_profile(parent: QWidget, workspace: Workspace, profile: SavedProfile) -> None:
    """Write one profile to a file that the person chooses."""
    export_profiles(parent, workspace, (profile,))


def export_profiles(parent: QWidget, workspace: Workspace, profiles: Sequence[SavedProfile]) -> None:
    """Write several to one file."""
    if not profiles:
        return
    file = workspace.profile_files.collect([profile.profile_id for profile in profiles])
    dialog = ExportDialog(parent, profiles, file)
    dialog.accepted.connect(
        lambda: _choose_target(parent, workspace, profiles, dialog.with_skills.isChecked())
    )
    dialog.open()


def _choose_target(
    parent: QWidget, workspace: Workspace, profiles: Sequence[SavedProfile], with_skills: bool
) -> None:
    name = profiles[0].name if len(profiles) == 1 else QCoreApplication.translate("ProfileFiles", "Profiles")
    words = QCoreApplication.translate("ProfileFiles", "Export")
    picker = FilePicker("exportPicker", words, parent, _KIND)
    picker.setAcceptMode(FilePicker.AcceptMode.AcceptSave)
    picker.setDefaultSuffix("json")
    picker.selectFile(f"{_NOT_IN_NAMES.sub(' ', name).strip(' .') or 'profile'}.json")
    picker.fileSelected.connect(
        lambda path: tasks.start(write_to(parent, workspace, profiles, Path(path), with_skills), parent)
    )
    picker.open()


async def write_to(
    parent: QWidget, workspace: Workspace, profiles: Sequence[SavedProfile], path: Path, with_skills: bool
) -> None:
    """Write, and say how it went."""
    ids = [profile.profile_id for profile in profiles]
    failed = await workspace.profile_files.write(path, ids, with_skills=with_skills)
    if failed is not None:
        again = lambda: _choose_target(parent, workspace, profiles, with_skills)  # noqa: E731 - the toast's action
        _tell(
            parent,
            not_written_words(failed),
            QCoreApplication.translate("ProfileFiles", "Choose another place"),
            again,
        )
        return
    _tell(parent, QCoreApplication.translate("ProfileFiles", "Exported to “%1”").replace("%1", path.name))


# in


def import_profiles(
    parent: QWidget,
    workspace: Workspace,
    tell: Tell,
    show: Show = lambda _profile_id: None,
    waits: Waits = _nothing_waits,
) -> None:
    """Let the person choose a file, look at it, and add what is in it.

    Args:
        tell: has the words and the way back.
        show: goes to the first profile that came.
        waits: tells what no way back may take away.
    """
    words = QCoreApplication.translate("ProfileFiles", "Import profiles")
    picker = FilePicker("importPicker", words, parent, _KIND)
    picker.setFileMode(FilePicker.FileMode.ExistingFile)
    picker.fileSelected.connect(
        lambda path: tasks.start(look_at(parent, workspace, Path(path), tell, show, waits), parent)
    )
    picker.open()


async def look_at(
    parent: QWidget,
    workspace: Workspace,
    path: Path,
    tell: Tell,
    show: Show = lambda _profile_id: None,
    waits: Waits = _nothing_waits,
) -> None:
    """Read a file and show what an import would do; a file that is not taken is told in one sentence."""
    file = await workspace.profile_files.read(path)
    if isinstance(file, RefusedFile):
        again = lambda: import_profiles(parent, workspace, tell, show, waits)  # noqa: E731 - the toast's action
        _tell(
            parent,
            refusal_words(file),
            QCoreApplication.translate("ProfileFiles", "Choose another file"),
            again,
        )
        return
    plan = workspace.profile_files.plan_import(file)
    if plan.is_empty:
        _tell(parent, QCoreApplication.translate("ProfileFiles", "You have all of this already"))
        return
    dialog = ImportDialog(parent, plan, path.name)
    dialog.accepted.connect(lambda: tasks.start(_add(parent, workspace, plan, tell, show, waits), parent))
    dialog.open()


def _now(workspace: Workspace, imported: Imported) -> list[object]:
    profiles = [workspace.profiles.get(item) for item in imported.profile_ids]
    return [*profiles, *(workspace.skills.get(item) for item in imported.skill_ids)]


async def _add(
    parent: QWidget, workspace: Workspace, plan: ImportPlan, tell: Tell, show: Show, waits: Waits
) -> None:
    files = workspace.profile_files
    imported = await files.import_profiles(plan)
    if imported.profile_ids:
        show(imported.profile_ids[0])
    added = _now(workspace, imported)

    def take_back() -> bool:
        """For as long as nobody has written in any of it."""
        untouched = _now(workspace, imported) == added and not any(map(waits, imported.profile_ids))
        if untouched:
            tasks.start(files.take_back(imported), parent)
        return untouched

    count = len(imported.profile_ids)
    words = QCoreApplication.translate("ProfileFiles", "Added %n profile(s)", "", count)
    if not count:
        words = QCoreApplication.translate("ProfileFiles", "Added %n skill(s)", "", len(imported.skill_ids))
    tell(words, take_back)
