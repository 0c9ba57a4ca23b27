"""A text that is read, changed by hand, and looked at in its earlier versions (K-1, K-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import override

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.preview.text_box import TextBox


@dataclass(frozen=True, slots=True)
class TextVersion:
    """One version: its number, its text, and when and by whom in words."""

    number: int
    text: str
    words: str


class VersionedText(QWidget):
    """Versions come newest first.

    Signals:
        written(str): the person has changed the text.
        restored(int): an earlier version shall hold again.
        versions_wanted: the list of versions is about to be opened.
        editing_changed(bool): the person begins to change the text, or has ended.
    """

    written = Signal(str)
    restored = Signal(int)
    versions_wanted = Signal()
    editing_changed = Signal(bool)

    def __init__(self, name: str, deeds: Sequence[QWidget] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._text = ""
        self._versions: tuple[TextVersion, ...] = ()
        self._old: TextVersion | None = None
        self._editing = False
        self._box = TextBox(f"{name}Text", lines=(4, 26), read_only=True)
        self._editor = TextBox(f"{name}Edit", lines=(6, 26))
        self._editor.hide()
        self._older = plain_label(size="small", tone="warning", wrap=True, name=f"{name}Older")
        self._edit = button(name=f"{name}EditOpen", icon="edit")
        self._list = button(kind="link", name=f"{name}Versions")
        self._save = button(kind="primary", name=f"{name}Save")
        self._cancel = button(name=f"{name}Cancel")
        self._restore = button(name=f"{name}Restore", icon="restore")
        self._back = button(kind="link", name=f"{name}Back")
        row = FlowLayout(gap_px=8)
        for part in (*deeds, self._save, self._cancel, self._edit, self._restore, self._back, self._list):
            row.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._older)
        column.addWidget(self._box)
        column.addWidget(self._editor)
        column.addLayout(row)
        self._edit.clicked.connect(self.begin_edit)
        self._save.clicked.connect(self.save)
        self._cancel.clicked.connect(self.cancel_edit)
        self._list.clicked.connect(self.versions_wanted)
        self._restore.clicked.connect(self._ask_restore)
        self._back.clicked.connect(self.show_newest)
        self._put_words()
        self._show()

    # -- what is shown

    @property
    def editing(self) -> bool:
        """Whether the person is changing the text."""
        return self._editing

    def put_text(self, text: str, *, other: bool) -> None:
        """Show a text; ``other`` where it belongs to something else than the one before.

        What is being typed is left alone.
        """
        if other:
            self._editing, self._old, self._versions = False, None, ()
        elif text != self._text:
            self._old = None
        self._text = text
        self._show()

    def put_versions(self, versions: Sequence[TextVersion]) -> None:
        """The list that was asked for."""
        self._versions = tuple(versions)
        menu = QMenu(self)
        menu.setObjectName(f"{self._name}VersionMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place, version in enumerate(self._versions):
            words = filled(self.tr("Version %1 · %2"), version.number, version.words)
            action = menu.addAction(words.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(version is self._old or (self._old is None and place == 0))
            action.triggered.connect(lambda _on=False, place=place: self._look_at(place))
        menu.popup(self._list.mapToGlobal(QPoint(0, self._list.height() + 2)))

    def _look_at(self, place: int) -> None:
        self._old = self._versions[place] if place else None
        self._show()
        (self._restore if self._old is not None else self._list).setFocus()

    def show_newest(self) -> None:
        """Leave an earlier version."""
        self._old = None
        self._show()
        self._list.setFocus()

    def _ask_restore(self) -> None:
        if self._old is not None:
            number, self._old = self._old.number, None
            self._list.setFocus()
            self.restored.emit(number)

    # -- by hand

    def begin_edit(self) -> None:
        """Let the person change the text, or write the first one."""
        self._editing, self._old = True, None
        self._editor.begin_with(self._text)
        self._show()
        self._editor.setFocus()

    def save(self) -> None:
        """Keep what was typed."""
        if not self._editing:
            return
        text = self._editor.text.strip()
        self._editing = False
        changed = text != self._text.strip()
        if changed:
            self._text = text
        held = self._editor.hasFocus() or self._save.hasFocus()
        self._show()
        if held:
            self._edit.setFocus()
        if changed:
            self.written.emit(text)

    def cancel_edit(self) -> None:
        """Back to what holds."""
        self._editing = False
        self._show()
        self._edit.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if self._editing and event.key() == Qt.Key.Key_Escape:
            self.cancel_edit()
        elif self._editing and enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.save()
        elif self._old is not None and event.key() == Qt.Key.Key_Escape:
            self.show_newest()
        else:
            super().keyPressEvent(event)

    # -- how it looks

    def _show(self) -> None:
        self.editing_changed.emit(self._editing)
        old = self._old
        shown = self._text if old is None else old.text
        self._older.setVisible(old is not None)
        if old is not None:
            words = self.tr("This is version %1: %2. Another one holds now.")
            self._older.setText(filled(words, str(old.number), old.words))
        self._box.setVisible(not self._editing and bool(shown))
        self._box.begin_with(shown)
        self._editor.setVisible(self._editing)
        self._save.setVisible(self._editing)
        self._cancel.setVisible(self._editing)
        self._edit.setVisible(not self._editing and old is None)
        self._list.setVisible(not self._editing and bool(self._text))
        self._restore.setVisible(old is not None)
        self._back.setVisible(old is not None)
        self._edit.setText(self.tr("Edit") if self._text else self.tr("Write it by hand"))

    def describe_text(self, words: str) -> None:
        """What the text is, for a screen reader."""
        self._box.setAccessibleName(words)
        self._editor.setAccessibleName(words)

    def _put_words(self) -> None:
        self._save.setText(self.tr("Save"))
        self._cancel.setText(self.tr("Cancel"))
        self._list.setText(self.tr("Versions"))
        self._restore.setText(self.tr("Restore this version"))
        self._back.setText(self.tr("Back to the newest"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_back"):
            self._put_words()
            self._show()
