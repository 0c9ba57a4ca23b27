"""The instructions of a conversation in the parts they were composed of, and a box to change them (M-5b, T-5)."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.text import clean_text
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.inspector.section import Section
from stello_desktop.ui.inspector.unsaved import UnsavedInstructions
from stello_desktop.ui.preview.braces import braces_note
from stello_desktop.ui.preview.composed_view import ComposedView
from stello_desktop.ui.preview.text_box import TextBox


class InstructionsEditor(QWidget):
    """A box, the choice of none at all, and two buttons.

    Signals:
        edited: the person changed the text or the choice of none.
        saved: what stands there is to be kept.
        ended: nothing is to be changed.
    """

    edited = Signal()
    saved = Signal()
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._beginning = False
        self.box = TextBox("inspectEditText", lines=(4, 14))
        self._waiting = plain_label(size="small", tone="warning", wrap=True, name="inspectEditWaiting")
        self._waiting.hide()
        self._none = QCheckBox()
        self._none.setObjectName("inspectEditNone")
        self._note = plain_label(size="small", tone="muted", wrap=True, name="inspectEditNote")
        self._save = button(kind="primary", name="inspectEditSave")
        self._cancel = button(name="inspectEditCancel")
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._cancel)
        row.addWidget(self._save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._braces = plain_label(size="small", tone="muted", wrap=True, name="inspectEditBraces")
        for part in (self._waiting, self.box, self._braces, self._none, self._note):
            column.addWidget(part)
        column.addLayout(row)
        self._none.toggled.connect(lambda on: self.box.setEnabled(not on))
        for changed in (self._none.toggled, self.box.textChanged):
            changed.connect(self._tell)
        self._save.clicked.connect(self.saved)
        self._cancel.clicked.connect(self.ended)
        self.put_words()

    def begin(self, text: str, *, none_at_all: bool, waiting: bool) -> None:
        """Start with this; ``waiting`` where it was typed earlier and has not been saved since."""
        self._waiting.setVisible(waiting)
        self._beginning = True
        self.box.set_text(text)
        self._none.setChecked(none_at_all)
        self._beginning = False
        self._say_braces()

    def _tell(self) -> None:
        if not self._beginning:
            self._say_braces()
            self.edited.emit()

    def _say_braces(self) -> None:
        words = "" if self._none.isChecked() else braces_note(self.box.text)
        self._braces.setText(words)
        self._braces.setVisible(bool(words))

    @property
    def state(self) -> tuple[str, bool]:
        """What stands there: the text, and whether none at all is chosen."""
        return self.box.text, self._none.isChecked()

    def put_words(self) -> None:
        """Read the words again."""
        self._waiting.setText(self.tr("You typed this earlier. It is not saved yet, and not sent."))
        self.box.setAccessibleName(self.tr("Instructions of this conversation"))
        self._none.setText(self.tr("No instructions at all"))
        self._note.setText(self.tr("Counts from the next message on. Undo takes it back."))
        self._say_braces()
        self._save.setText(self.tr("Save"))
        self._cancel.setText(self.tr("Cancel"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
        elif (
            event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.saved.emit()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_note"):
            self.put_words()


class InstructionsSection(Section):
    """What was typed for one conversation and not saved stands there again when it is shown again, in the next run too.

    Signals:
        changed: other instructions are to be kept: unset for an empty box, ``""`` for the choice of none (M-5b).
            Whoever keeps them says with `settle` how it went.
    """

    changed = Signal(object)

    def __init__(self, unsaved: UnsavedInstructions, parent: QWidget | None = None) -> None:
        super().__init__("inspectInstructions", parent)
        self._stored = unsaved
        self.composed = ComposedView()
        self._edit = button(kind="link", name="inspectEdit")
        self._edit.setProperty("flush", True)
        self.head.addWidget(self._edit)
        self.body.addWidget(self.composed)
        self._editor: InstructionsEditor | None = None
        self._opened: dict[SessionId, tuple[str, bool]] = {}
        self._unsaved: dict[SessionId, tuple[str, bool]] = {}
        self._saving: dict[SessionId, tuple[str, bool]] = {}
        self._edit.clicked.connect(self.begin_edit)
        self.put_words()

    @override
    def put_words(self) -> None:
        self.title.setText(self.tr("Instructions"))
        self._edit.setText(self.tr("Edit"))
        self._edit.setAccessibleName(self.tr("Edit the instructions of this conversation"))

    @property
    def editing(self) -> bool:
        """Whether the box is open."""
        return self._editor is not None and not self._editor.isHidden()

    @override
    def show_facts(self, facts: SessionFacts) -> None:
        self.composed.show_segments(facts.segments)
        kept = None if self.read_only else self._kept(facts)
        if kept is None:
            self._show_editor(False)
        elif not self.editing or (self._editor is not None and self._editor.state != kept):
            self._open(*kept, waiting=kept != self._opened.get(facts.session_id))

    def _kept(self, facts: SessionFacts) -> tuple[str, bool] | None:
        """What was typed and not saved, in this run or in one before."""
        kept = self._unsaved.get(facts.session_id)
        if kept is None and (kept := self._stored.read(facts.session_id)) is not None:
            self._unsaved[facts.session_id] = kept
            self._opened[facts.session_id] = clean_text(facts.system_prompt or ""), facts.system_prompt == ""
        return kept

    def begin_edit(self) -> None:
        """Open the box with what is told now."""
        if self.facts is None:
            return
        prompt = self.facts.system_prompt
        self._open(prompt or "", none_at_all=prompt == "", waiting=False)
        if self._editor is not None:
            self._opened[self.facts.session_id] = self._editor.state
            self._keep()
            self._editor.box.moveCursor(QTextCursor.MoveOperation.End)
            self._editor.box.setFocus()

    def _open(self, text: str, none_at_all: bool, *, waiting: bool) -> None:
        if self._editor is None:
            self._editor = InstructionsEditor()
            self._editor.saved.connect(self._save)
            self._editor.ended.connect(self._end)
            self._editor.edited.connect(self._keep)
            self.body.addWidget(self._editor)
        self._editor.begin(text, none_at_all=none_at_all, waiting=waiting)
        self._show_editor(True)

    def _keep(self) -> None:
        if self.facts is None or self._editor is None or not self.editing:
            return
        session_id, state = self.facts.session_id, self._editor.state
        self._unsaved[session_id] = state
        if state == self._opened.get(session_id):
            self._stored.forget(session_id)
        else:
            self._stored.keep(session_id, state[0], none_at_all=state[1])

    def _save(self) -> None:
        """Hand over what stands there; it stays until it is kept, for it may be the only copy."""
        if self.facts is None or self._editor is None or self.facts.session_id in self._saving:
            return
        state = self._editor.state
        if state == self._opened.get(self.facts.session_id):
            self._end()
            return
        text, none_at_all = clean_text(state[0]), state[1]
        written: Maybe[str] = text if text.strip() else UNSET
        self._saving[self.facts.session_id] = state
        self.changed.emit("" if none_at_all else written)

    def settle(self, session_id: SessionId, *, kept: bool) -> None:
        """What was handed over is kept, or could not be: then it stays in the box, as does what was typed since."""
        saved = self._saving.pop(session_id, None)
        if not kept or saved is None or self._unsaved.get(session_id, saved) != saved:
            return
        self._forget(session_id)
        if self.facts is not None and self.facts.session_id == session_id and self.editing:
            self._close()

    def _end(self) -> None:
        if self.facts is not None:
            self._forget(self.facts.session_id)
        self._close()

    def _forget(self, session_id: SessionId) -> None:
        self._unsaved.pop(session_id, None)
        self._stored.forget(session_id)

    def _close(self) -> None:
        focused = QApplication.focusWidget()
        had_focus = self._editor is not None and focused is not None and self._editor.isAncestorOf(focused)
        self._show_editor(False)
        if had_focus:
            self._edit.setFocus()

    def _show_editor(self, shown: bool) -> None:
        if self._editor is not None:
            self._editor.setVisible(shown)
        self.composed.setVisible(not shown)
        self._edit.setVisible(not shown and not self.read_only)
