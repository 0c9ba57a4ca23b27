"""The profiles to choose from as rows of a list: a coloured dot, the name, and the description below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, override

from PySide6.QtCore import QObject, QRect, QRectF
from PySide6.QtGui import QPainter

from stello_desktop.domain.library import SavedProfile
from stello_desktop.ui.hue_dot import paint_dot
from stello_desktop.ui.row_model import RowModel
from stello_desktop.ui.row_paint import Line, RowPaint, paint_lines

_PAD_PX: Final = 10
_DOT_PX: Final = 16
_TEXT_PX: Final = 34


@dataclass(frozen=True, slots=True)
class ProfileChoice:
    """One row; the one without a profile is *No profile*."""

    profile: SavedProfile | None = None

    @property
    def key(self) -> str:
        """The id of the profile; empty for none."""
        return "" if self.profile is None else self.profile.profile_id

    @property
    def is_head(self) -> bool:
        """Every row can be chosen."""
        return False


class ProfileChoices(RowModel[ProfileChoice]):
    """*No profile* first, then all that the search leaves."""

    def __init__(self, profiles: Sequence[SavedProfile], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._searched: list[tuple[str, ProfileChoice]] = [
            (f"{item.name} {item.description}".casefold(), ProfileChoice(item)) for item in profiles
        ]
        self._wanted: list[str] = []
        self.arrange()

    def narrow(self, words: str) -> None:
        """Leave those that have all these words in name or description; *No profile* while nothing is searched."""
        self._wanted = words.casefold().split()
        self.arrange()

    @override
    def make_rows(self) -> Sequence[ProfileChoice]:
        found = [row for text, row in self._searched if all(word in text for word in self._wanted)]
        return found if self._wanted else [ProfileChoice(), *found]

    @override
    def words(self, row: ProfileChoice) -> str:
        return self.tr("No profile") if row.profile is None else row.profile.name

    @override
    def note(self, row: ProfileChoice) -> str:
        if row.profile is None:
            return self.tr("The branch is told what its source is told.")
        return " ".join(row.profile.description.split())

    @override
    def spoken(self, row: ProfileChoice) -> str:
        return ". ".join(filter(None, (self.words(row), self.note(row))))


class ProfileChoicePaint(RowPaint[ProfileChoices]):
    """Paints `ProfileChoices`."""

    @override
    def paint_row(self, painter: QPainter, area: QRect, row: ProfileChoice) -> None:
        if row.profile is not None:
            dot = QRectF(area.left() + _PAD_PX, area.top(), _DOT_PX, area.height())
            paint_dot(painter, dot, row.profile.hue)
        name = Line(self.rows.words(row), "base", "text")
        note = Line(self.rows.note(row), "small", "muted")
        paint_lines(painter, area.adjusted(_TEXT_PX, 0, -_PAD_PX, 0), name, note)
