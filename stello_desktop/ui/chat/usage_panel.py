"""What a conversation has used, alone or with all below it: tokens and money, model by model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.usage import Purpose, Spent, cost_of, total_cost_of, total_of
from stello_desktop.ui import tasks, usage_words
from stello_desktop.ui.controls import button, line, plain_label, set_plain_tooltip
from stello_desktop.ui.dialogs import grow_to_text
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.ui.service_words import name_of
from stello_desktop.workspace.workspace import Workspace

_HERE: Final = "here"
_BELOW: Final = "below"
_MAX_LINES: Final = 10


class UsagePanel(QDialog):
    """Opened from the conversation's menu; reads beside the window, never on its thread."""

    def __init__(self, workspace: Workspace, session_id: SessionId, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("usagePanel")
        self._workspace = workspace
        self._session_id = session_id
        self.setWindowTitle(self.tr("Usage"))
        self.setMinimumWidth(520)
        self._choice = SegmentedChoice((_HERE, _BELOW), "usageScope")
        self._choice.put_words(
            self.tr("What is counted"), (self.tr("This conversation"), self.tr("With all below it"))
        )
        self._choice.choose(_HERE)
        self._table = QWidget()
        self._table.setObjectName("usageTable")
        self._grid: QGridLayout | None = None
        self._notes = plain_label(tone="muted", size="small", wrap=True, name="usageNotes")
        self._lay_out()
        self._choice.chosen.connect(lambda _scope: self._read())
        self._read()

    def _lay_out(self) -> None:
        label = self._workspace.topology[self._session_id].label
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 22, 24, 20)
        self._column.setSpacing(12)
        self._column.addWidget(plain_label(self.tr("Usage"), size="large"))
        self._column.addWidget(ElidedLabel(words=label, tone="muted"))
        self._column.addWidget(self._choice)
        self._column.addWidget(self._table)
        self._column.addWidget(self._notes)
        row = QHBoxLayout()
        row.addStretch(1)
        close = button(self.tr("Close"), kind="primary", name="usageClose")
        close.setAutoDefault(True)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        self._column.addLayout(row)
        close.setFocus()

    def _read(self) -> None:
        tasks.start(self._fill(self._choice.value == _BELOW), self)

    async def _fill(self, below: bool) -> None:
        spent_here = await self._workspace.messages.spent(self._session_id, below=below)
        lines = sorted(spent_here, key=lambda spent: spent.purpose is not Purpose.ANSWER)
        if below == (self._choice.value == _BELOW):
            self._show(lines)

    # -- the table

    def _show(self, lines: Sequence[Spent]) -> None:
        table = QWidget()
        table.setObjectName("usageTable")
        self._grid = QGridLayout(table)
        self._grid.setContentsMargins(0, 4, 0, 4)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(7)
        self._grid.setColumnStretch(0, 1)
        total = total_of(lines)
        if total is None:
            empty = self.tr("Nothing has been counted here yet. The practice assistant uses no tokens.")
            self._grid.addWidget(plain_label(empty, wrap=True, name="usageEmpty"), 0, 0)
        else:
            self._add_head()
            for spent in lines[:_MAX_LINES]:
                self._add_line(self._name_of(spent), spent, self._cost(spent))
            rest = total_of(lines[_MAX_LINES:])
            if rest is not None:
                words = self.tr("%n more model(s)", "", len(lines) - _MAX_LINES)
                self._add_line(words, rest, self._costs(lines[_MAX_LINES:]))
            if len(lines) > 1:
                self._grid.addWidget(line(), self._grid.rowCount(), 0, 1, 5)
                self._add_line(self.tr("All together"), total, self._costs(lines), strong=True)
        table.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._column.replaceWidget(self._table, table)
        self._table.hide()
        self._table.deleteLater()
        self._table = table
        self._notes.setText(self._note_words(lines))
        self._notes.setVisible(bool(lines))
        QTimer.singleShot(0, self, self._fit)  # once the new labels wear their own sizes

    def _fit(self) -> None:
        self.adjustSize()
        grow_to_text(self)

    def _add_head(self) -> None:
        words = (self.tr("Model"), self.tr("In"), self.tr("Out"), self.tr("Tokens"), self.tr("Cost"))
        self._add_row([plain_label(text, tone="muted", size="small") for text in words])

    def _add_line(self, name: str, spent: Spent, cost: str, *, strong: bool = False) -> None:
        first = ElidedLabel(words=name, strong=strong)
        first.setMinimumWidth(150)
        set_plain_tooltip(first, name)
        texts = (
            usage_words.count(spent.sent_tokens),
            usage_words.count(spent.answered_tokens),
            usage_words.hedged(usage_words.count(spent.tokens), about=spent.about, at_least=spent.at_least),
            cost,
        )
        self._add_row([first, *(plain_label(text, strong=strong) for text in texts)])

    def _add_row(self, labels: Sequence[QLabel]) -> None:
        if self._grid is None:
            return
        row = self._grid.rowCount()
        for column, label in enumerate(labels):
            if column:
                label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(label, row, column)

    def _name_of(self, spent: Spent) -> str:
        service = self._workspace.answering.service_for(spent.ref)
        model = spent.model or usage_words.UNKNOWN
        name = "" if service is None else name_of(service)
        parts = (usage_words.purpose(spent.purpose), model, "" if name == model else name)
        return " · ".join(part for part in parts if part)

    def _cost(self, spent: Spent) -> str:
        cost = cost_of(spent, self._workspace.answering.price_of(spent.ref))
        return usage_words.money([] if cost is None else [cost])

    def _costs(self, lines: Sequence[Spent]) -> str:
        return usage_words.money(total_cost_of(lines, self._workspace.answering.price_of))

    def _note_words(self, lines: Sequence[Spent]) -> str:
        notes = []
        if any(spent.about for spent in lines):
            notes.append(self.tr("“About”: the service did not count, so these tokens are estimated."))
        costs = [cost_of(spent, self._workspace.answering.price_of(spent.ref)) for spent in lines]
        if any(cost is None or cost.at_least for cost in costs):
            notes.append(
                self.tr("Prices that you write down in Settings, under AI services, make the cost complete.")
            )
        if any(spent.purpose is not Purpose.ANSWER for spent in lines):
            notes.append(self.tr("What was asked for beside the answers has a line of its own."))
        notes.append(
            self.tr(
                "Answers that were replaced count too, since they were sent. What a branch took over counts where "
                "it was first answered."
            )
        )
        return "\n".join(notes)


def show_usage(workspace: Workspace, session_id: SessionId, parent: QWidget) -> UsagePanel:
    """Open it."""
    panel = UsagePanel(workspace, session_id, parent)
    panel.open()
    return panel
