"""Where a key is entered, and where it is said what became of it (rows 42, 53 to 58, Q31).

`KeyField` is the field with its sentence, for any form. `KeyNote` is the sentence alone, for a service that
is set up. `ask_for_key` is the question of a conversation whose service has no key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import override

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.key_text import stray_character, tidy_key
from stello_desktop.domain.keys import KeyPlace, KeyringTrouble, KeyState
from stello_desktop.domain.services import Service
from stello_desktop.ui import errors, icons, tasks
from stello_desktop.ui.controls import button, describe, plain_label, set_tone, tool_button
from stello_desktop.ui.dialogs import grow_to_text
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.key_words import MENDABLE, field_words, looking_words, state_words, stray_words
from stello_desktop.ui.service_words import name_of
from stello_desktop.workspace.workspace import Workspace


class KeyField(QWidget):
    """A field that hides what is in it, an eye that shows it, and one sentence about where the key is kept.

    What is pasted loses what came along. Whether the keyring keeps keys is asked once the field is seen, so that
    nothing is promised that is not so.

    Signals:
        changed: another text.
        submitted: Enter.

    Attributes:
        edit: the field itself, for focus, placeholder and buddy.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, workspace: Workspace, *, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._trouble: KeyringTrouble | None = None
        self._asked = self._known = False
        self._length = 0
        self.edit = QLineEdit()
        self.edit.setObjectName(name)
        self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.edit.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText
            | Qt.InputMethodHint.ImhNoAutoUppercase
            | Qt.InputMethodHint.ImhNoPredictiveText
            | Qt.InputMethodHint.ImhSensitiveData
        )
        self._eye = tool_button("eye", name=f"{name}Show", size_px=16)
        self._eye.setCheckable(True)
        self._note = _Note(f"{name}Note")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.edit, 1)
        row.addWidget(self._eye)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._note)
        self.setFocusProxy(self.edit)
        self._eye.toggled.connect(self._show_text)
        self.edit.textChanged.connect(self._take)
        self.edit.returnPressed.connect(self.submitted)
        self._note.again.connect(self._ask_again)
        self._retranslate()

    def text(self) -> str:
        """The key without what came along."""
        return tidy_key(self.edit.text())

    @property
    def is_stray(self) -> bool:
        """Whether it has a character that no service accepts; the note below the field says which (row 42)."""
        return bool(stray_character(self.text()))

    def clear(self) -> None:
        """Empty and hidden again: a key never stays in a field."""
        self._eye.setChecked(False)
        self.edit.clear()

    def set_name(self, words: str) -> None:
        """What a screen reader calls the field."""
        self.edit.setAccessibleName(words)

    def _take(self, text: str) -> None:
        tidy = tidy_key(text)
        pasted = abs(len(text) - self._length) > 1
        if pasted and tidy != text:  # who types is not interrupted; `text` tidies in any case
            with QSignalBlocker(self.edit):
                self.edit.setText(tidy)
        self._length = len(self.edit.text())
        self._show_note()
        self.changed.emit()

    async def _ask(self) -> None:
        trouble = await self._workspace.keys.trouble()
        if shiboken6.isValid(self):  # else it went while the keyring was asked
            self._trouble, self._known = trouble, True
            self._show_note()

    def _ask_again(self) -> None:
        self._known = False
        self._show_note()
        self.edit.setFocus()
        tasks.start(self._ask(), self)

    def _show_note(self) -> None:
        stray = stray_character(self.text())
        if stray:
            self._note.say(stray_words(stray), "danger")
        elif not self._known:
            self._note.say(looking_words(), "muted")
        else:
            tone = "muted" if self._trouble is None else "warning"
            self._note.say(field_words(self._trouble), tone, mendable=self._trouble in MENDABLE)

    def _show_text(self, shown: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.edit.setEchoMode(mode)
        self._eye.setIcon(icons.icon("eye_off" if shown else "eye", "muted", "accent"))
        self._name_eye()

    def _name_eye(self) -> None:
        describe(self._eye, self.tr("Hide the key") if self._eye.isChecked() else self.tr("Show the key"))

    def _retranslate(self) -> None:
        self._name_eye()
        self._show_note()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._asked:
            self._asked = True
            tasks.start(self._ask(), self)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Who comes back does not find a key open to everybody's eyes."""
        self._eye.setChecked(False)
        super().hideEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


class KeyNote(QWidget):
    """Where the key of a service is that is set up; looks in the keyring once it is seen.

    Signals:
        looked(KeyState): what was found; a place without a key wants a `KeyField`.
    """

    looked = Signal(object)

    def __init__(self, workspace: Workspace, service: Service, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._service = workspace, service
        self._looking = False
        self._note = _Note(f"keyNote_{service.service_id}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._note)
        self._note.again.connect(lambda: self.look(again=True))
        self.show_state()

    def show_state(self) -> None:
        """Say what is known now; asks nobody."""
        state = self._workspace.keys.state(self._service)
        well = state.place is KeyPlace.KEYRING or self._looking
        words = state_words(KeyState(KeyPlace.UNKNOWN) if self._looking else state)
        mendable = state.trouble in MENDABLE and not self._looking
        self._note.say(words, "muted" if well else "warning", mendable=mendable)

    def look(self, *, again: bool = False) -> None:
        """Look in the keyring, in at most five seconds; ``again`` after a failure."""
        if not self._looking:
            self._looking = True
            self.show_state()
            tasks.start(self._look(again=again), self)

    async def _look(self, *, again: bool) -> None:
        try:
            state = await self._workspace.keys.find(self._service, again=again)
        finally:
            self._looking = False
            if shiboken6.isValid(self):  # else it went while the keyring was asked
                self.show_state()
        if shiboken6.isValid(self):
            self.looked.emit(state)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.show_state()


class _Note(QWidget):
    """A small sentence, and *Try again* behind it where that may help. Signals: again."""

    again = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._words = plain_label(size="small", tone="muted", wrap=True, name=name)
        self._again = button(kind="link", name=f"{name}Again")
        self._again.hide()
        self._again.clicked.connect(self.again)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._words, 1)
        row.addWidget(self._again, 0, Qt.AlignmentFlag.AlignTop)

    def say(self, words: str, tone: str, *, mendable: bool = False) -> None:
        """Another sentence."""
        self._words.setText(words)
        set_tone(self._words, "danger" if tone == "danger" else "warning" if tone == "warning" else "muted")
        self._again.setText(errors.remedy_word(errors.Remedy.RETRY))
        self._again.setAccessibleName(self.tr("Try this computer's keyring again"))
        if not mendable and self._again.hasFocus():
            self.focusNextChild()
        self._again.setVisible(mendable)


class KeyQuestion(QDialog):
    """One field; ``accepted`` once the key is there. Of a key that was refused it says so, and it can be tried again."""

    def __init__(self, parent: QWidget, workspace: Workspace, service: Service, verb: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(440)
        self._workspace, self._service = workspace, service
        title = filled(self.tr("Key of %1"), name_of(service))
        self.setWindowTitle(title)
        self._key = KeyField(workspace, name="keyQuestionKey")
        self._key.set_name(title)
        self._news = plain_label(tone="danger", wrap=True, name="keyQuestionNews")
        self._news.hide()
        refused = plain_label(tone="danger", wrap=True, name="keyQuestionRefused")
        refused.setText(filled(self.tr("%1 did not accept the key. Enter another one."), name_of(service)))
        same = button(self.tr("Try the same key again"), kind="link", name="keyQuestionSame")
        is_refused = workspace.keys.is_refused(service)
        for control, wanted in ((refused, True), (same, workspace.keys.at_hand(service))):
            if not (is_refused and wanted):
                control.hide()
        self._keep = button(verb or self.tr("Use and try again"), kind="primary", name="keyQuestionKeep")
        cancel = button(QCoreApplication.translate("Dialogs", "Cancel"), name="keyQuestionCancel")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 22, 24, 20)
        column.setSpacing(10)
        column.addWidget(plain_label(title, size="large", wrap=True))
        column.addWidget(plain_label(service.base_url, size="small", tone="muted", wrap=True))
        column.addWidget(refused)
        column.addWidget(self._key)
        column.addWidget(self._news)
        row = QHBoxLayout()
        row.addWidget(same)
        row.addStretch(1)
        for control in (cancel, self._keep):
            control.setAutoDefault(True)
            row.addWidget(control)
        column.addLayout(row)
        self._keep.setDefault(True)
        self._keep.setEnabled(False)
        self._key.changed.connect(self._follow)
        self._keep.clicked.connect(lambda: tasks.start(self._keep_key(), self))
        cancel.clicked.connect(self.reject)
        same.clicked.connect(self.accept)
        self._key.setFocus()

    @override
    def event(self, event: QEvent) -> bool:
        """What is said about the keyring comes later, and may need another line."""
        done = super().event(event)
        if event.type() in {QEvent.Type.Show, QEvent.Type.LayoutRequest}:
            grow_to_text(self)
        return done

    def _follow(self) -> None:
        self._keep.setEnabled(bool(self._key.text()) and not self._key.is_stray)

    async def _keep_key(self) -> None:
        self._keep.setEnabled(False)
        try:
            await self._workspace.keys.put(self._service, self._key.text())
        except StelloError as error:
            self._news.setText(errors.sentence(error))
            self._news.show()
            self._follow()
            self._key.setFocus()
            return
        self._key.clear()
        self.accept()


def ask_for_key(
    parent: QWidget, workspace: Workspace, service: Service, accepted: Callable[[], object], verb: str = ""
) -> KeyQuestion:
    """Ask; ``accepted`` is called once the key is there. Another ``verb`` than *Use and try again* says what then."""
    question = KeyQuestion(parent, workspace, service, verb)
    question.accepted.connect(accepted)
    question.open()
    return question
