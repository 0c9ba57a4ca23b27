"""What happens when the assistant opens a branch, and where branches hang."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QSpinBox, QWidget

from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.ui.settings.number_box import NumberBox
from stello_desktop.ui.settings.rows import Section, SettingRow
from stello_desktop.workspace.settings import BRANCH_RULES, STRATEGIES, Settings


class BranchSection(Section):
    """Signals: changed(setting's name, value)."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rule = SegmentedChoice(BRANCH_RULES, "settingBranchRule")
        self._strategy = SegmentedChoice(STRATEGIES, "settingStrategy")
        self._guard = QCheckBox()
        self._guard.setObjectName("settingGuard")
        self._min_turns = self._make_number("settingGuardMin", 0, 99)
        self._cooldown = self._make_number("settingGuardCooldown", 0, 99)
        self._outline = QCheckBox()
        self._outline.setObjectName("settingShareOutline")
        for tick in (self._guard, self._outline):
            tick.setProperty("alone", True)
        self._rows = {
            "assistant_branches": SettingRow(self._rule),
            "strategy": SettingRow(self._strategy),
            "guard_on": SettingRow(self._guard),
            "guard_min_turns": SettingRow(self._min_turns),
            "guard_cooldown_turns": SettingRow(self._cooldown),
            "share_outline": SettingRow(self._outline),
        }
        for row in self._rows.values():
            self.add_row(row)
        self._connect()
        self._retranslate()

    def _make_number(self, name: str, low: int, high: int) -> QSpinBox:
        box = NumberBox()
        box.setObjectName(name)
        box.setRange(low, high)
        box.lineEdit().setTextMargins(8, 0, 0, 0)
        return box

    def _connect(self) -> None:
        for name, choice in (("assistant_branches", self._rule), ("strategy", self._strategy)):
            choice.chosen.connect(lambda value, name=name: self.changed.emit(name, value))
        for name, tick in (("guard_on", self._guard), ("share_outline", self._outline)):
            tick.clicked.connect(lambda checked, name=name: self.changed.emit(name, bool(checked)))
        for name, box in (("guard_min_turns", self._min_turns), ("guard_cooldown_turns", self._cooldown)):
            box.valueChanged.connect(lambda value, name=name: self.changed.emit(name, int(value)))

    def show_settings(self, settings: Settings) -> None:
        """Mark what is chosen."""
        self._rule.choose(settings.assistant_branches)
        self._strategy.choose(settings.strategy)
        self._guard.setChecked(settings.guard_on)
        self._outline.setChecked(settings.share_outline)
        for box, value in (
            (self._min_turns, settings.guard_min_turns),
            (self._cooldown, settings.guard_cooldown_turns),
        ):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
            box.setEnabled(settings.guard_on)

    def _retranslate(self) -> None:
        self.put_heading(self.tr("Branches"))
        self._rule.put_words(
            self.tr("When the assistant wants to open a branch"), [self.tr("Open it"), self.tr("Ask me")]
        )
        self._strategy.put_words(
            self.tr("Where new branches hang"), [self.tr("Under their source"), self.tr("Under the project")]
        )
        rows = self._rows
        rows["assistant_branches"].put_words(
            self.tr("When the assistant wants to open a branch"),
            self.tr("More than three at once always ask."),
        )
        rows["strategy"].put_words(
            self.tr("Where new branches hang"),
            self.tr("For new projects. What they start with is the same either way."),
        )
        rows["guard_on"].put_words(
            self.tr("Hold the assistant back from branching too often"),
            self.tr("You can always branch yourself."),
        )
        rows["guard_min_turns"].put_words(self.tr("Answers before the first branch"))
        rows["guard_cooldown_turns"].put_words(self.tr("Answers between two branches"))
        rows["share_outline"].put_words(
            self.tr("Tell the AI service the names of the project's other conversations"),
            self.tr("It then knows what has a branch already. Only names are sent."),
        )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
