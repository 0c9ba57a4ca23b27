"""What an import would add, before it does: the first profiles by name, and what they would miss here (T18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.sharing import ImportKind, ImportPlan, PlannedProfile
from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, frame, line, plain_label
from stello_desktop.ui.hue_dot import DOT_PX, dot_icon
from stello_desktop.ui.listing import listed_some
from stello_desktop.ui.profiles.file_words import fate_words, note_words

_SHOWN: Final = 40
"""More rows than this are counted, not made: nobody reads them, and they would be a stall."""


_AT_FIRST: Final = 6
_DONE: Final = object()

_READ_CHARS: Final = 300
"""So much of a description stands there; all of it is in the editor afterwards."""


def _beginning(text: str) -> str:
    words = " ".join(text[: _READ_CHARS * 2].split())
    return words if len(words) <= _READ_CHARS else words[: _READ_CHARS - 1].rstrip() + "…"


class ImportDialog(QDialog):
    """The plan, *Cancel* and *Add*. Opened, never executed; ``accepted`` means *Add*."""

    def __init__(self, parent: QWidget, plan: ImportPlan, file_name: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("importDialog")
        self.setWindowTitle(self.tr("Import profiles"))
        px = theme.current().px("base")
        self.setMinimumWidth(px * 34)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(10)
        title = self.tr("What is in “%1”").replace("%1", file_name)
        column.addWidget(plain_label(title, size="large", wrap=True, name="importTitle"))
        rows = self._make_rows(plan)
        column.addWidget(rows, 1)
        for words in self._skill_words(plan):
            column.addWidget(plain_label(words, tone="muted", wrap=True))
        safe = self.tr("A profile is text only. Nothing in the file is run, and no service is set up by it.")
        column.addWidget(plain_label(safe, size="small", tone="muted", wrap=True))
        column.addLayout(self._make_foot(plan))
        self._first.setFocus()
        tallest = px * 46
        self.resize(
            px * 42, tallest if len(plan.profiles) > _AT_FIRST else min(self.sizeHint().height(), tallest)
        )

    def _make_rows(self, plan: ImportPlan) -> QScrollArea:
        card = frame("card")
        column = QVBoxLayout(card)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(0)
        self._making = self._make_each(plan, column)
        for _ in range(_AT_FIRST):
            next(self._making, None)
        self._soon = QTimer(self, interval=0)
        self._soon.timeout.connect(self._make_next)
        self._soon.start()
        scroll = QScrollArea()
        scroll.setObjectName("importRows")
        scroll.setAccessibleName(self.tr("Profiles in the file"))
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(card)
        scroll.setVisible(bool(plan.profiles))
        return scroll

    def _make_each(self, plan: ImportPlan, column: QVBoxLayout) -> Iterator[None]:
        for number, planned in enumerate(plan.profiles[:_SHOWN]):
            if number:
                column.addWidget(line())
            column.addWidget(self._make_row(planned))
            yield
        left = len(plan.profiles) - _SHOWN
        if left > 0:
            more = plain_label(self.tr("and %n more", "", left), tone="muted")
            more.setContentsMargins(14, 8, 14, 8)
            column.addWidget(more)
        column.addStretch(1)

    def _make_next(self) -> None:
        """The rows that are not seen at first, one with each turn of the loop."""
        if next(self._making, _DONE) is _DONE:
            self._soon.stop()

    @staticmethod
    def _make_row(planned: PlannedProfile) -> QWidget:
        row = QWidget()
        dot = plain_label()
        side = round((DOT_PX + 4) * theme.current().scale)
        dot.setPixmap(dot_icon(planned.profile.hue).pixmap(side, side))
        quiet = planned.kind is ImportKind.UNCHANGED
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(
            plain_label(planned.profile.name, strong=True, wrap=True, tone="muted" if quiet else "normal")
        )
        description = _beginning(planned.profile.description)
        if description and not quiet:
            words.addWidget(plain_label(description, size="small", tone="muted", wrap=True))
        if fate := fate_words(planned):
            words.addWidget(plain_label(fate, size="small", tone="muted", wrap=True))
        for note in note_words(planned):
            words.addWidget(plain_label(note, size="small", tone="warning", wrap=True))
        across = QHBoxLayout(row)
        across.setContentsMargins(14, 9, 14, 9)
        across.setSpacing(10)
        across.addWidget(dot, 0, Qt.AlignmentFlag.AlignTop)
        across.addLayout(words, 1)
        return row

    def _skill_words(self, plan: ImportPlan) -> list[str]:
        found: list[str] = []
        if plan.skills:
            names = listed_some([skill.name for skill in plan.skills])
            found.append(self.tr("These skills come along: %1").replace("%1", names))
        if plan.kept_skills:
            names = listed_some(plan.kept_skills)
            text = self.tr("You have other skills of these names, and yours stay as they are: %1")
            found.append(text.replace("%1", names))
        return found

    def _make_foot(self, plan: ImportPlan) -> QHBoxLayout:
        count = len(plan.added)
        words = (
            self.tr("Add %n profile(s)", "", count)
            if count
            else self.tr("Add %n skill(s)", "", len(plan.skills))
        )
        cancel = button(self.tr("Cancel"), name="importCancel")
        add = button(words, kind="primary", name="importAdd")
        cancel.clicked.connect(self.reject)
        add.clicked.connect(self.accept)
        add.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(add)
        self._first = add
        return row
