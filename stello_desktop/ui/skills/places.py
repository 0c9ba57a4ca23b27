"""What stands beside the list where no skill is chosen: a folder, a file that cannot be used, or nothing yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.library import FileState, FolderSkill, RejectedSkill
from stello_desktop.ui import theme
from stello_desktop.ui.controls import Glyph, button, plain_label
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.skills.words import file_words, trouble_words


class _Retranslated(QWidget):
    """A widget that reads its words again after the language has changed."""

    def _put_words(self) -> None:
        raise NotImplementedError

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_ready"):
            self._put_words()


class FolderView(_Retranslated):
    """A folder that is read.

    Signals:
        reread_requested, removal_requested: look at it again; read it no longer.
        agreed(list): the ids of skills to be used as they stand on disk.
    """

    reread_requested = Signal()
    removal_requested = Signal(str)
    agreed = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = ""
        self._files: tuple[FolderSkill, ...] = ()
        self._title = plain_label(size="title", wrap=True)
        self._path = plain_label(size="small", tone="muted", wrap=True)
        self._count = plain_label(wrap=True, name="folderCount")
        self._how = plain_label(tone="muted", wrap=True)
        self._agree = button(kind="primary", icon="check", name="folderAgree")
        self._reread = button(icon="retry", name="folderReread")
        self._remove = button(kind="quiet", icon="close", name="folderRemove")
        row = QHBoxLayout()
        row.setSpacing(8)
        for control in (self._agree, self._reread, self._remove):
            row.addWidget(control)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for part in (self._title, self._path, self._count, self._how):
            column.addWidget(part)
        column.addLayout(row)
        column.addStretch(1)
        self._agree.clicked.connect(lambda: self.agreed.emit(self._waiting()))
        self._reread.clicked.connect(self.reread_requested)
        self._remove.clicked.connect(lambda: self.removal_requested.emit(self._folder))
        self._ready = True
        self._put_words()

    def show_folder(self, folder: str, name: str, files: Sequence[FolderSkill]) -> None:
        """Show a folder and what was found in it."""
        self._folder, self._files = folder, tuple(files)
        self._title.setText(name)
        self._path.setText(folder)
        self._put_words()

    def _waiting(self) -> list[str]:
        return [item.skill.skill_id for item in self._files if item.state is not FileState.IN_USE]

    def _put_words(self) -> None:
        waiting = len(self._waiting())
        count = self.tr("%n skill(s) found.", "", len(self._files))
        if waiting:
            more = self.tr("%n of them is new or has changed and waits for your word.", "", waiting)
            count = filled(self.tr("%1 %2"), count, more)
        self._count.setText(count)
        self._how.setText(
            self.tr(
                "Every folder inside that has a file called SKILL.md is one skill. The files are only read, as text; nothing "
                "in them is run. Changes on disk are noticed when you open this page or press “Read again”, "
                "and a changed text is not used before you have agreed to it."
            )
        )
        self._agree.setText(self.tr("Use all as they are now (%n)", "", waiting))
        self._agree.setVisible(waiting > 0)
        self._reread.setText(self.tr("Read again"))
        self._remove.setText(self.tr("Stop reading this folder"))


class RejectedView(_Retranslated):
    """A file that cannot be used, and why.

    Signals:
        reread_requested: the person has mended it.
    """

    reread_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rejected: RejectedSkill | None = None
        self._title = plain_label(size="title", wrap=True)
        self._path = plain_label(size="small", tone="muted", wrap=True)
        self._why = plain_label(wrap=True, name="rejectedWhy")
        self._reread = button(icon="retry", name="rejectedReread")
        why = QHBoxLayout()
        why.setSpacing(10)
        why.addWidget(Glyph("warning", "warning", 20), 0, Qt.AlignmentFlag.AlignTop)
        why.addWidget(self._why, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._title)
        column.addWidget(self._path)
        column.addLayout(why)
        column.addWidget(self._reread, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self._reread.clicked.connect(self.reread_requested)
        self._ready = True
        self._put_words()

    def show_rejected(self, rejected: RejectedSkill) -> None:
        """Show why."""
        self._rejected = rejected
        self._put_words()

    def _put_words(self) -> None:
        self._reread.setText(self.tr("Read again"))
        if self._rejected is not None:
            self._title.setText(file_words(self._rejected.path))
            self._path.setText(self._rejected.path)
            self._why.setText(trouble_words(self._rejected))


class NoSkills(_Retranslated):
    """What a skill is, and the one action that makes one.

    Signals:
        new_requested, folder_requested, restore_requested: what the person wants.
    """

    new_requested = Signal()
    folder_requested = Signal()
    restore_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("skillsEmpty")
        self._title = plain_label(size="large", wrap=True)
        self._words = plain_label(tone="muted", wrap=True)
        self._new = button(kind="primary", icon="plus", name="skillsEmptyNew")
        self._folder = button(kind="link", name="skillsEmptyFolder")
        self._restore = button(kind="link", name="skillsEmptyRestore")
        middle = Qt.AlignmentFlag.AlignHCenter
        self._inner = QWidget()
        column = QVBoxLayout(self._inner)
        column.setContentsMargins(0, 28, 0, 28)
        column.setSpacing(10)
        column.addStretch(2)
        column.addWidget(Glyph("skills", "muted", 40), 0, middle)
        for label in (self._title, self._words):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addSpacing(6)
        for control in (self._new, self._folder, self._restore):
            column.addWidget(control, 0, middle)
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self._inner, 100)
        row.addStretch(1)
        self._new.clicked.connect(self.new_requested)
        self._folder.clicked.connect(self.folder_requested)
        self._restore.clicked.connect(self.restore_requested)
        self._ready = True
        self._measure()
        self._put_words()

    def _measure(self) -> None:
        self._inner.setMaximumWidth(theme.current().px("base") * 34)

    def _put_words(self) -> None:
        self._title.setText(self.tr("No skill yet"))
        self._words.setText(
            self.tr(
                "A skill is a way of working that you describe once: how you want a summary, how a decision is prepared. "
                "The assistant sees the names and reads the whole text when a task calls for it."
            )
        )
        self._new.setText(self.tr("Write a skill"))
        self._folder.setText(self.tr("Add a folder with SKILL.md files"))
        self._restore.setText(self.tr("Restore the starter set"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_ready"):
            self._measure()
