"""A reminder written by hand, or changed while it waits (C-4, K-4)."""

from __future__ import annotations

from typing import Final, override

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import Insight
from stello_desktop.ui import errors, tasks, theme
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.insights.target_field import TargetField
from stello_desktop.ui.labeled_field import LabeledField
from stello_desktop.ui.preview.text_box import TextBox
from stello_desktop.ui.whole_height import WholeHeight
from stello_desktop.workspace.workspace import Workspace

_ENTER: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_DRAFT: Final = "insights.reminder"


class ReminderDialog(QDialog):
    """One reminder.

    Args:
        target: who gets a new one; None where that is still to be chosen.
        insight: the one that is changed; None for a new one.
    """

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        *,
        target: SessionId | None = None,
        insight: Insight | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("reminderDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._workspace, self._insight = workspace, insight
        self._busy = False
        self._box = TextBox("reminderEdit", lines=(4, 12))
        self._text = LabeledField(self._box, "reminderEdit")
        self._target = TargetField("reminderTarget", lambda: workspace.topology, tuple, self._open_places)
        self._where = LabeledField(self._target, "reminderTarget")
        self._trouble = plain_label(size="small", tone="danger", wrap=True, name="reminderTrouble")
        self._trouble.hide()
        self._cancel = button(self.tr("Cancel"), name="reminderCancel")
        self._save = button(kind="primary", name="reminderSave")
        self._save.setDefault(True)
        self._put_words()
        self._lay_out()
        kept = workspace.view_value(_DRAFT)
        self._box.begin_with(insight.text if insight is not None else kept if isinstance(kept, str) else "")
        self._target.show_target(target if insight is None else insight.session_id)
        self._target.setEnabled(insight is None)
        self._box.textChanged.connect(self._typed)
        self._target.chosen.connect(lambda _target: self._show_ready())
        self._cancel.clicked.connect(self.reject)
        self._save.clicked.connect(self.save)
        self._show_ready()
        self._box.setFocus()

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(self._cancel)
        foot.addWidget(self._save)
        title = self.tr("A reminder") if self._insight is None else self.tr("Change the reminder")
        self.setWindowTitle(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(14)
        column.addWidget(plain_label(title, size="large", wrap=True))
        for part in (self._text, self._where, self._trouble):
            column.addWidget(part)
        column.addStretch(1)
        column.addLayout(foot)
        self.resize(theme.current().px("base") * 38, self.sizeHint().height())
        WholeHeight(self, self._box)

    def _put_words(self) -> None:
        words = self.tr("What shall the conversation be reminded of?")
        self._text.put_label(words)
        self._box.setAccessibleName(words)
        self._where.put_label(self.tr("Goes to"))
        self._where.put_note(self.tr("It goes along with the next message there, once."))
        self._save.setText(self.tr("Add the reminder") if self._insight is None else self.tr("Save"))

    def _open_places(self) -> list[SessionId]:
        topology = self._workspace.topology
        return [item for item in topology.walk() if not topology[item].archived]

    def _typed(self) -> None:
        if self._insight is None:
            self._workspace.put_view_value(_DRAFT, self._box.text)
        self._show_ready()

    def _show_ready(self) -> None:
        there = self._target.target is not None or self._insight is not None
        self._save.setEnabled(bool(self._box.text.strip()) and there and not self._busy)

    def save(self) -> None:
        """Keep it."""
        if self._save.isEnabled():
            self._busy = True
            self._show_ready()
            tasks.start(self._keep(self._box.text.strip()), self)

    async def _keep(self, text: str) -> None:
        target = self._target.target
        memory = self._workspace.memory
        try:
            if self._insight is not None:
                if await memory.edit_insight(self._insight.insight_id, text) is None:
                    self._fail(self.tr("It has gone along already, as it was."))
                    return
            elif target is not None:
                await memory.add_insight(target, text)
                self._workspace.put_view_value(_DRAFT, "")
        except StelloError as error:
            self._fail(errors.sentence(error))
            return
        self.accept()

    def _fail(self, words: str) -> None:
        self._busy = False
        self._trouble.setText(words)
        self._trouble.show()
        self._show_ready()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.save()
            return
        super().keyPressEvent(event)
