"""Skills in three states: what is inherited, none, or only these (S-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.library import MAX_NAME_CHARS
from stello_desktop.ui import menus
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.flow_layout import FlowLayout
from stello_desktop.ui.roomy_choice import RoomyChoice
from stello_desktop.ui.short_names import shortened
from stello_desktop.workspace.workspace import Workspace

INHERIT: Final = "inherit"
NONE: Final = "none"
ONLY: Final = "only"


class SkillsField(QWidget):
    """The choice, and the chosen skills as chips that a click takes away.

    Signals:
        changed: the person chose something else.
        skills_requested: the person wants to write a skill.
    """

    changed = Signal()
    skills_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._kept: tuple[str, ...] = ()
        self._for_defaults = False
        self._chips: dict[str, QPushButton] = {}
        self.choice = RoomyChoice((INHERIT, NONE, ONLY), "profileSkills")
        self._note = plain_label(size="small", tone="muted", wrap=True, name="profileSkillsNote")
        self._box = QWidget()
        self._flow = FlowLayout(gap_px=6)
        self._box.setLayout(self._flow)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._box.setSizePolicy(policy)
        self._add = button(kind="chip", icon="plus", name="profileSkillAdd")
        self._flow.addWidget(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.choice, self._box, self._note):
            column.addWidget(part)
        self.choice.chosen.connect(self._choose)
        self._add.clicked.connect(self._open_menu)
        self._put_words()

    @property
    def value(self) -> Maybe[tuple[str, ...]]:
        """Unset, none, or names in their order."""
        if self.choice.value == INHERIT:
            return UNSET
        return self._kept if self.choice.value == ONLY else ()

    def show_value(self, value: Maybe[Sequence[str]], *, for_defaults: bool, other: bool) -> None:
        """Show without telling anyone; the names of before are kept for who comes back to them.

        Args:
            for_defaults: the defaults of every conversation are meant, below which there is nothing to inherit.
            other: it is another profile's.
        """
        if other:
            self._kept = ()
            self.choice.choose(INHERIT)
        if for_defaults is not self._for_defaults:
            self._for_defaults = for_defaults
            self._put_words()
        if value is UNSET:
            self.choice.choose(INHERIT)
        elif not value and self.choice.value != ONLY:
            self.choice.choose(NONE)
        elif value or self._kept:
            self._kept = tuple(value)
            self.choice.choose(ONLY if value else NONE)
        self._show()

    def show_names(self) -> None:
        """Skills have come or gone: say of each chosen one whether it is there."""
        self._show()

    def _choose(self, _value: object) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        only = self.choice.value == ONLY
        self._box.setVisible(only)
        known = set(self._workspace.skills.names)
        if only:
            for name in [name for name in self._chips if name not in self._kept]:
                chip = self._chips.pop(name)
                self._flow.removeWidget(chip)
                chip.hide()
                chip.deleteLater()
            for name in self._kept:
                if name not in self._chips:
                    self._chips[name] = self._make_chip(name)
                self._dress(self._chips[name], name, unknown=name not in known)
            self._flow.removeWidget(self._add)
            self._flow.addWidget(self._add)
        self._note.setText(self._note_words(only=only))
        self._note.setVisible(bool(self._note.text()))

    def _note_words(self, *, only: bool) -> str:
        if only:
            return "" if self._kept else self.tr("No skill is chosen: that is the same as “None”.")
        if self.choice.value == NONE:
            if self._for_defaults:
                return self.tr("A conversation has no skill.")
            return self.tr("A branch starts without any skill.")
        if self._for_defaults:
            return self.tr("A conversation can use every skill.")
        return self.tr("A branch has the skills of the conversation that it branches from.")

    def _make_chip(self, name: str) -> QPushButton:
        chip = button(kind="chip", icon="close")
        chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        chip.clicked.connect(lambda: self._take_away(name))
        self._flow.addWidget(chip)
        self.setTabOrder(self._add, chip)  # to where the button is, and the button behind it
        self.setTabOrder(chip, self._add)
        chip.show()
        return chip

    def _dress(self, chip: QPushButton, name: str, *, unknown: bool) -> None:
        shown = shortened(name).replace("&", "&&")
        chip.setText(self.tr("%1 (not there)").replace("%1", shown) if unknown else shown)
        chip.setObjectName(f"profileSkill_{name}")
        chip.setAccessibleName(self.tr("Take away the skill “%1”").replace("%1", name))

    def _take_away(self, name: str) -> None:
        self._add.setFocus()
        self._kept = tuple(item for item in self._kept if item != name)
        self._show()
        self.changed.emit()

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setObjectName("profileSkillMenu")
        menu.setAccessibleName(self.tr("Skills"))
        for name in self._workspace.skills.names:
            action = menu.addAction(name[:MAX_NAME_CHARS].replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name in self._kept)
            action.triggered.connect(lambda on, name=name: self._toggle(name, on=on))
        if menu.actions():
            menu.addSeparator()
        menu.addAction(self.tr("Write a skill…")).triggered.connect(
            lambda _on=False: self.skills_requested.emit()
        )
        menus.open_menu(menu, self._add.mapToGlobal(QPoint(0, self._add.height() + 2)))

    def _toggle(self, name: str, *, on: bool) -> None:
        others = tuple(item for item in self._kept if item != name)
        self._kept = (*others, name) if on else others
        self._show()
        self.changed.emit()

    def _put_words(self) -> None:
        first = self.tr("All") if self._for_defaults else self.tr("Inherit")
        words = (first, self.tr("None"), self.tr("Only these"))
        self.choice.put_words(self.tr("Skills"), words, words)
        self._add.setText(self.tr("Choose"))
        self._add.setAccessibleName(self.tr("Choose skills"))
        self._show()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
