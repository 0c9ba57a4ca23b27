"""*Bring the result back*: seen and edited first, then sent as a reminder or kept as a note (C-4, R-15, M-10)."""

from __future__ import annotations

from typing import Any, Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.results import ResultDraft, ResultForm
from stello_desktop.domain.services import Service
from stello_desktop.ui import dialogs, errors, tasks, theme
from stello_desktop.ui.controls import Tone, button, plain_label, set_tone
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.insights.proposing import Proposing
from stello_desktop.ui.insights.target_field import TargetField
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.ui.service_words import name_of, place_of
from stello_desktop.ui.whole_height import WholeHeight
from stello_desktop.workspace.workspace import Workspace

_DRAFTS: Final = "results.drafts"
_FORM: Final = "results.form"
_MOST_DRAFTS: Final = 40
_ENTER: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class ResultDialog(QDialog):
    """One result of one conversation.

    Signals:
        brought(object): it is there; a `Brought`.
    """

    brought = Signal(object)

    def __init__(self, parent: QWidget, workspace: Workspace, session_id: SessionId) -> None:
        super().__init__(parent)
        self.setObjectName("resultDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workspace, self._session_id = workspace, session_id
        self._leaves: Service | None = None
        self._looked = 0
        self._busy = self._writing = False
        self._before = self._proposal = ""
        self._title = plain_label(size="large", wrap=True, name="resultTitle")
        self._box = TextBox("resultText", lines=(6, 14))
        self._text = LabeledField(self._box, "resultText")
        self._proposing = Proposing(workspace, session_id)
        results = workspace.results
        self._target = TargetField(
            "resultTarget", lambda: workspace.topology, self._near, lambda: results.targets(session_id)
        )
        self._where = LabeledField(self._target, "resultTarget")
        self._form = SegmentedChoice(tuple(ResultForm), "resultForm")
        self._how = LabeledField(self._form, "resultForm")
        self._trouble = plain_label(size="small", tone="danger", wrap=True, name="resultTrouble")
        self._cancel = button(name="resultCancel")
        self._bring = button(kind="primary", name="resultBring")
        self._bring.setDefault(True)
        self._lay_out()
        self._connect()
        self._target.show_target(results.usual_target(session_id))
        self._form.choose(_kept_form(workspace))
        self._box.begin_with(_kept_draft(workspace, session_id))
        self._put_words()
        self._follow_form()
        self._box.setFocus()

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(self._cancel)
        foot.addWidget(self._bring)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(14)
        column.addWidget(self._title)
        text = QVBoxLayout()
        text.setSpacing(8)
        text.addWidget(self._text)
        text.addWidget(self._proposing)
        column.addLayout(text)
        column.addWidget(self._where)
        column.addWidget(self._how)
        column.addWidget(self._trouble)
        column.addStretch(1)
        column.addLayout(foot)
        self.setMinimumWidth(360)
        self.resize(theme.current().px("base") * 42, self.sizeHint().height())
        WholeHeight(self, self._box, holds_foot=True)

    def _connect(self) -> None:
        self._box.textChanged.connect(self._typed)
        self._proposing.said.connect(self._put)
        self._proposing.begun.connect(self._begin_proposal)
        self._proposing.ended.connect(self._end_proposal)
        self._proposing.proposed.connect(self._take_proposal)
        self._proposing.taken.connect(self._put_whole)
        self._target.chosen.connect(lambda _target: self._follow_form())
        self._form.chosen.connect(self._choose_form)
        self._cancel.clicked.connect(self.reject)
        self._bring.clicked.connect(self.bring)
        unsubscribe = self._workspace.feed.subscribe(self._follow)
        self.destroyed.connect(lambda *_: unsubscribe())

    # -- what is in it

    @property
    def heading(self) -> str:
        """The line above the text; part of what is brought."""
        entry = self._workspace.topology.get(self._session_id)
        label = "" if entry is None else entry.label
        return self.tr("Result of “%1”:").replace("%1", label)

    @property
    def text(self) -> str:
        """What the person sees in the box."""
        return self._box.text.strip()

    def _near(self) -> list[tuple[SessionId, str]]:
        entry = self._workspace.topology[self._session_id]
        why = {entry.source_id: self.tr("branched from"), entry.parent_id: self.tr("hangs under it")}
        return [(item, why[item]) for item in self._workspace.results.near_targets(self._session_id)]

    def _put(self, text: str) -> None:
        """A proposal as it grows, behind what the person has written; it takes the place of an earlier one."""
        self._writing = True
        self._box.begin_with(f"{self._before}{text}")
        self._box.moveCursor(self._box.textCursor().MoveOperation.End)
        self._writing = False
        self._proposal = self.text

    def _begin_proposal(self) -> None:
        written = "" if self.text == self._proposal else self._box.text.rstrip()
        self._before = f"{written}\n\n" if written else ""
        self._box.setReadOnly(True)
        self._show_ready()

    def _end_proposal(self) -> None:
        self._box.setReadOnly(False)
        _keep_draft(self._workspace, self._session_id, self._box.text)
        self._show_ready()

    def _take_proposal(self, text: str) -> None:
        self._put(text)
        self._end_proposal()
        self._box.setFocus()

    def _put_whole(self, text: str) -> None:
        self._begin_proposal()
        self._put(text)
        self._end_proposal()
        self._box.setFocus()

    def _typed(self) -> None:
        if not self._writing:
            _keep_draft(self._workspace, self._session_id, self._box.text)
        self._show_ready()

    def _choose_form(self, form: ResultForm) -> None:
        self._workspace.put_view_value(_FORM, form.value)
        self._follow_form()

    def _follow(self, changes: Changes) -> None:
        topology = self._workspace.topology
        if self._session_id not in topology:
            self.reject()
        elif changes.placed or changes.services or changes.settings:
            if self._target.target is None:
                self._target.show_target(self._workspace.results.usual_target(self._session_id))
            self._put_words()
            self._follow_form()

    def _follow_form(self) -> None:
        self._say_how()
        self._show_ready()
        if self._target.target is not None:
            self._looked += 1
            tasks.start(self._look(self._target.target, self._looked), self)

    async def _look(self, target: SessionId, number: int) -> None:
        """Who would read it there (M-10)."""
        leaves = await self._workspace.results.leaves_for(self._session_id, target)
        if number != self._looked or target != self._target.target:
            return
        self._leaves = leaves
        words = ""
        if leaves is not None:
            words = filled(self.tr("%1 answers there and will read the result."), name_of(leaves))
        self._where.put_note(words, "warning")

    def _say_how(self) -> None:
        if self._form.value == ResultForm.NOTE:
            words = self.tr("It stays in the conversation there as a note. Every later answer reads it.")
        else:
            words = self.tr(
                "It goes along with the next message there, once. The conversation stays as it is."
            )
        self._how.put_note(words)

    def _show_ready(self) -> None:
        ready = bool(self.text) and self._target.target is not None and not self._busy
        if self._bring.hasFocus() and not ready:
            self._cancel.setFocus()
        self._bring.setEnabled(ready and not self._proposing.running)

    def _say(self, words: str, tone: Tone = "danger") -> None:
        set_tone(self._trouble, tone)
        self._trouble.setText(words)
        self._trouble.setVisible(bool(words))

    # -- the end

    def bring(self) -> None:
        """Bring it, after one question where another service would read it (M-10)."""
        target = self._target.target
        if not self.text or target is None or self._busy or self._proposing.running:
            return
        self._busy = True
        self._say("")
        self._show_ready()
        tasks.start(self._bring_to(target), self)

    async def _bring_to(self, target: SessionId) -> None:
        draft = ResultDraft(
            from_session=self._session_id,
            to_session=target,
            text=f"{self.heading}\n{self.text}",
            form=self._form.value or ResultForm.REMINDER,
        )
        leaves = await self._workspace.results.leaves_for(self._session_id, target)
        if leaves is None:
            await self._write(draft)
            return
        label = self._workspace.topology[target].label
        words = self.tr("“%1” answers with %2 (%3). With the next message there the result goes to it.")
        question = dialogs.ask(
            self,
            filled(self.tr("Send this result to %1?"), name_of(leaves)),
            filled(words, label, name_of(leaves), place_of(leaves)),
            self.tr("Bring it there"),
            lambda: tasks.start(self._write(draft), self),
            careful=True,
        )
        question.rejected.connect(self._free)

    async def _write(self, draft: ResultDraft) -> None:
        try:
            brought = await self._workspace.results.bring(draft)
        except StelloError as error:
            self._say(errors.sentence(error))
            self._free()
            return
        _keep_draft(self._workspace, self._session_id, "")
        self.accept()
        self.brought.emit(brought)

    def _free(self) -> None:
        self._busy = False
        self._show_ready()
        if self._bring.isEnabled():
            self._bring.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.bring()
            return
        super().keyPressEvent(event)

    @override
    def reject(self) -> None:
        """What was typed is kept for the next time."""
        self._proposing.stop()
        super().reject()

    def _put_words(self) -> None:
        entry = self._workspace.topology.get(self._session_id)
        label = "" if entry is None else entry.label
        self._title.setText(self.tr("Bring back the result of “%1”").replace("%1", label))
        self.setWindowTitle(self.tr("Bring the result back"))
        self._text.put_label(self.heading.replace("&", "&&"))
        self._box.setAccessibleName(self.heading)
        self._box.setPlaceholderText(self.tr("What did this conversation come to?"))
        self._where.put_label(self.tr("Goes to"))
        self._how.put_label(self.tr("Arrives as"))
        self._form.put_words(self.tr("Arrives as"), (self.tr("A reminder"), self.tr("A note")))
        self._cancel.setText(self.tr("Cancel"))
        self._bring.setText(self.tr("Bring it back"))
        self._say_how()
        self._say("")

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_bring"):
            self._put_words()


def _kept_form(workspace: Workspace) -> ResultForm:
    kept = workspace.view_value(_FORM)
    return ResultForm.NOTE if kept == ResultForm.NOTE.value else ResultForm.REMINDER


def _drafts(workspace: Workspace) -> dict[str, Any]:
    kept = workspace.view_value(_DRAFTS)
    return dict(kept) if isinstance(kept, dict) else {}


def _kept_draft(workspace: Workspace, session_id: SessionId) -> str:
    text = _drafts(workspace).get(session_id, "")
    return text if isinstance(text, str) else ""


def _keep_draft(workspace: Workspace, session_id: SessionId, text: str) -> None:
    """Of the last few conversations; an empty one is none."""
    drafts = _drafts(workspace)
    drafts.pop(session_id, None)
    if text.strip():
        drafts[session_id] = text
    workspace.put_view_value(_DRAFTS, dict(list(drafts.items())[-_MOST_DRAFTS:]))
