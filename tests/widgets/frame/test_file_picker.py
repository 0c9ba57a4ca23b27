"""Choosing files where the system has no dialog of its own for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QFileInfo
from PySide6.QtGui import QAbstractFileIconProvider, QColor, QIcon
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.ui import theme
from stello_desktop.ui.file_picker import FilePicker


@pytest.fixture
def picker(qtbot: QtBot) -> Iterator[FilePicker]:
    parent = QWidget()
    qtbot.addWidget(parent)
    yield FilePicker("picker", "Import", parent)
    parent.close()


def _inks(icon: QIcon) -> set[str]:
    """The colours that its picture is drawn with."""
    picture = icon.pixmap(16, 16).toImage()
    points = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
    return {QColor(point.rgb()).name() for point in points if point.alpha() == 255}


def test_files_and_places_have_icons_of_the_one_family(picker: FilePicker, tmp_path: Path) -> None:
    """Drawn in the one colour of quiet icons, whatever the desktop has."""
    (tmp_path / "a.json").touch()
    icons = picker.iconProvider()
    assert icons is not None
    muted = {theme.current().color("muted").name()}
    kinds = QAbstractFileIconProvider.IconType
    for kind in (kinds.Computer, kinds.Folder, kinds.File, kinds.Drive):
        assert _inks(icons.icon(kind)) == muted
    folder, file = (icons.icon(QFileInfo(str(path))) for path in (tmp_path, tmp_path / "a.json"))
    assert _inks(folder) == _inks(file) == muted
    assert folder.pixmap(16, 16).toImage() != file.pixmap(16, 16).toImage()


def test_it_is_gone_when_it_is_closed(picker: FilePicker, qtbot: QtBot) -> None:
    picker.setOption(QFileDialog.Option.DontUseNativeDialog)
    picker.open()
    with qtbot.waitSignal(picker.destroyed):
        picker.reject()


def test_it_begins_at_home_and_then_where_the_person_was_last(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never in the program's own folder; a folder that went is not looked for."""
    monkeypatch.setattr(FilePicker, "_last_folder", "")
    parent = QWidget()
    qtbot.addWidget(parent)
    folder = tmp_path / "team" / "skills"
    folder.mkdir(parents=True)
    first = FilePicker("picker", "Folder", parent)
    assert first.directory() == QDir.home()
    first.setFileMode(FilePicker.FileMode.Directory)
    first.setDirectory(str(folder.parent))
    first.selectFile(str(folder))
    first.open()
    first.accept()
    assert Path(FilePicker("picker", "Import", parent).directory().absolutePath()) == folder.parent
    shutil.rmtree(folder.parent)
    assert FilePicker("picker", "Import", parent).directory() == QDir.home()
