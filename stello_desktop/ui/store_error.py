"""A window of its own for the day when the data cannot be opened, since nothing else can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, override

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPushButton, QVBoxLayout

from stello_desktop.domain.errors import StelloError, StoreError, StoreErrorKind
from stello_desktop.ui import errors, opening
from stello_desktop.ui.controls import Glyph, button, plain_label
from stello_desktop.ui.copying import copies
from stello_desktop.ui.i18n import LanguageFollower
from stello_desktop.ui.technical_text import TechnicalText
from stello_desktop.ui.theme import ThemeFollower

_TRY_AGAIN: Final = frozenset(
    {StoreErrorKind.LOCKED, StoreErrorKind.FULL, StoreErrorKind.READ_ONLY, StoreErrorKind.FOREIGN}
)


@dataclass(frozen=True, slots=True)
class WaysOn:
    """What can be done about a damaged store; each raises StoreError where it cannot.

    Attributes:
        start_anew: sets the damaged file aside.
        use_copy: the same, and puts the copy in its place; None where there is no copy.
        copied_at: when that copy was made.
    """

    start_anew: Callable[[], object]
    use_copy: Callable[[], object] | None = None
    copied_at: datetime | None = None


class StoreErrorWindow(QDialog):
    """What happened, where the file is, what can be done, and the technical text.

    Attributes:
        again: after it was closed, whether the program should try to open the data once more.
    """

    def __init__(self, error: StelloError, path: Path | None = None, ways: WaysOn | None = None) -> None:
        super().__init__()
        app = QApplication.instance()
        self._followers = (
            (LanguageFollower(app, parent=self), ThemeFollower(app, parent=self))
            if isinstance(app, QApplication)
            else None
        )
        self.again = False
        self._path, self._error, self._ways = path, error, ways
        kind = error.kind if isinstance(error, StoreError) else None
        self._damaged = kind is StoreErrorKind.CORRUPT and ways is not None
        self._may_try = kind in _TRY_AGAIN
        self.setObjectName("storeError")
        self.setWindowTitle("Stello")
        self.setMinimumWidth(560)
        self._details = TechnicalText(errors.detail(error), "storeErrorDetails")
        self._news = plain_label(tone="danger", wrap=True, name="storeErrorNews")
        self._news.hide()
        self._lay_out()
        self.finished.connect(self._stop_following)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 26, 28, 22)
        column.setSpacing(12)
        column.addWidget(Glyph("warning", "warning", 36))
        column.addWidget(
            plain_label(errors.sentence(self._error), size="large", wrap=True, name="storeErrorText")
        )
        if self._path is not None:
            where = plain_label(str(self._path), tone="muted", wrap=True, name="storeErrorPath")
            where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(where)
        if self._damaged:
            column.addWidget(plain_label(self._explain(), wrap=True, name="storeErrorWays"))
        column.addWidget(self._details, 1)
        column.addWidget(self._news)
        ways, foot = QHBoxLayout(), QHBoxLayout()
        ways.setSpacing(8)
        foot.setSpacing(8)
        ways.addStretch(1)
        foot.addStretch(1)
        for control in self._make_ways():
            ways.addWidget(control)
        for control in self._make_foot():
            foot.addWidget(control)
        column.addLayout(foot)
        column.addLayout(ways)
        first = self._choose_first()
        first.setDefault(True)
        first.setFocus()

    def _explain(self) -> str:
        words = self.tr(
            "Setting it aside gives it another name in the same folder, where somebody may still repair it. Nothing is deleted."
        )
        copied_at = self._ways.copied_at if self._ways is not None else None
        if copied_at is None:
            return words
        moment = QDateTime.fromSecsSinceEpoch(round(copied_at.timestamp()))
        date = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        copy = self.tr("There is a copy from %1. What was written after that is not in it.")
        return f"{copy.replace('%1', date)}\n\n{words}"

    def _make_ways(self) -> list[QPushButton]:
        made: list[QPushButton] = []
        if self._damaged and self._ways is not None:
            made.append(
                self._make(self.tr("Set it aside and start anew"), "storeErrorAnew", self._ways.start_anew)
            )
            if self._ways.use_copy is not None:
                made.append(self._make(self.tr("Open the copy"), "storeErrorUseCopy", self._ways.use_copy))
        elif self._may_try:
            made.append(self._make(self.tr("Try again"), "storeErrorAgain", lambda: None))
        if made:
            made[-1].setProperty("kind", "primary")
        return made

    def _make_foot(self) -> list[QPushButton]:
        made = []
        folder = opening.nearest_folder(self._path) if self._path is not None else None
        if folder is not None:
            show = button(self.tr("Show the folder"), icon="folder", name="storeErrorShow")
            show.clicked.connect(lambda: opening.show_folder(folder))
            made.append(show)
        copy = button(self.tr("Copy"), icon="copy", name="storeErrorCopy")
        copies(copy, self._details.toPlainText)
        close = button(self.tr("Close"), name="storeErrorClose")
        close.clicked.connect(self.reject)
        made += [copy, close]
        for control in made:
            control.setAutoDefault(True)
        return made

    def _make(self, words: str, name: str, act: Callable[[], object]) -> QPushButton:
        made = button(words, name=name)
        made.setAutoDefault(True)  # Enter presses the one that has the focus
        made.clicked.connect(lambda: self._do(act))
        return made

    def _choose_first(self) -> QPushButton:
        """What changes nothing comes first under Enter, unless all of it can be tried freely."""
        names = ["storeErrorAgain", "storeErrorShow", "storeErrorClose"]
        found = [self.findChild(QPushButton, name) for name in names]
        return next(control for control in found if control is not None)

    def _do(self, act: Callable[[], object]) -> None:
        try:
            act()
        except StelloError as error:
            self._news.setText(errors.sentence(error))
            self._news.show()
            QTimer.singleShot(0, self, self._fit)
            return
        self.again = True
        self.accept()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Wrapped lines get the height that they need at this width."""
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            needed_px = layout.totalHeightForWidth(self.width())
            self.setMinimumHeight(needed_px)
            self.resize(self.width(), max(self.height(), needed_px))

    def _stop_following(self) -> None:
        if self._followers is not None:
            self._followers[0].close()
