"""Choosing a profile: a field with its colour, and a list to search in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, override

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from stello_desktop.domain.library import SavedProfile
from stello_desktop.ui import theme
from stello_desktop.ui.branching.profile_choices import ProfileChoicePaint, ProfileChoices
from stello_desktop.ui.controls import describe, plain_label, tool_button
from stello_desktop.ui.field_button import FieldButton
from stello_desktop.ui.hue_dot import dot_icon
from stello_desktop.ui.list_popup import area_below

_LETTERS: Final = 28
_ROW: Final = 3.7
_FEWEST_ROWS: Final = 2
_MOST_ROWS: Final = 8
_AROUND: Final = 5
_ARROW_PX: Final = 30
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}


class ProfilePopup(QFrame):
    """The list, in a window of its own that closes by itself.

    Signals:
        picked: a `SavedProfile`, or None for no profile.
    """

    picked = Signal(object)

    def __init__(self, profiles: Sequence[SavedProfile], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("profilePopup")
        self.setProperty("area", "popup")
        self._rows = ProfileChoices(profiles, self)
        self._search = QLineEdit()
        self._search.setObjectName("profilePopupSearch")
        self._search.setPlaceholderText(self.tr("Search profiles"))
        self._search.setAccessibleName(self.tr("Search profiles"))
        self._search.setClearButtonEnabled(True)
        self._list = QListView()
        self._list.setObjectName("profilePopupList")
        self._list.setAccessibleName(self.tr("Profiles"))
        self._list.setItemDelegate(ProfileChoicePaint(self._rows, self._list))
        self._list.setModel(self._rows)
        self._list.setMouseTracking(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._nothing = plain_label(self.tr("No profile has these words"), tone="muted", wrap=True)
        self._nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        for part in (self._search, self._nothing, self._list):
            column.addWidget(part)
        column.setStretchFactor(self._list, 1)
        self._search.textChanged.connect(self._narrow)
        self._list.clicked.connect(self._pick)
        for watched in (self._search, self._list):
            watched.installEventFilter(self)
        self.setFocusProxy(self._search)

    def open_below(self, place: QRect, current: SavedProfile | None) -> None:
        """Show the list at this place of the screen; above it where there is no room below."""
        place_of = self._rows.index_of("" if current is None else current.profile_id)
        self._mark(max(0, place_of.row()))
        px = theme.current().px("base")
        rows = min(max(self._rows.rowCount(), _FEWEST_ROWS), _MOST_ROWS)
        wanted = QSize(max(place.width(), px * _LETTERS), round(px * _ROW) * rows + px * _AROUND)
        self.setGeometry(area_below(self, place, wanted))
        self.show()
        self._search.setFocus(Qt.FocusReason.PopupFocusReason)

    def _narrow(self, words: str) -> None:
        self._rows.narrow(words)
        self._nothing.setVisible(not self._rows.rowCount())
        self._mark(0)

    def _mark(self, number: int) -> None:
        if number < self._rows.rowCount():
            self._list.setCurrentIndex(self._rows.index(number, 0))

    def _pick(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        if row is not None:
            self.close()
            self.picked.emit(row.profile)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._pick(self._list.currentIndex())
                return True
            if key == Qt.Key.Key_Escape:
                self.close()
                return True
            if key in _STEPS:
                last = self._rows.rowCount() - 1
                self._mark(max(0, min(self._list.currentIndex().row() + _STEPS[key], last)))
                return True
        return super().eventFilter(watched, event)


class ProfileField(FieldButton):
    """The field; the cross in it, Del and Backspace take no profile.

    Signals:
        chosen: the person picked another profile, or None for none.
    """

    chosen = Signal(object)

    def __init__(self, profiles: Callable[[], Sequence[SavedProfile]], parent: QWidget | None = None) -> None:
        super().__init__("branchProfile", parent)
        self._profiles = profiles
        self._profile: SavedProfile | None = None
        self._none = tool_button("close", name="branchProfileNone", size_px=14)
        self._none.setParent(self)
        self._none.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # by the keys
        self._none.clicked.connect(lambda: self._pick(None))
        self.clicked.connect(self._open)
        self._show()

    def set_profile(self, profile: SavedProfile | None) -> None:
        """Show a choice without telling anyone."""
        self._profile = profile
        self._show()

    def _show(self) -> None:
        profile = self._profile
        self.setIcon(QIcon() if profile is None else dot_icon(profile.hue))
        words = self.tr("No profile") if profile is None else profile.name
        self._none.setVisible(profile is not None)
        self._place_none()
        self.put_words(self.tr("Profile"), words)
        key = QKeySequence(Qt.Key.Key_Delete).toString(QKeySequence.SequenceFormat.NativeText)
        describe(self._none, self.tr("No profile"), key)

    def _place_none(self) -> None:
        """Before the arrow, as the cross of a field that is searched with."""
        side_px = self._none.sizeHint().width()
        self.kept_px = 0 if self._profile is None else side_px
        around_px = round(_ARROW_PX * theme.current().scale)
        self._none.setGeometry(
            self.width() - around_px - side_px, (self.height() - side_px) // 2, side_px, side_px
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_none()
        super().resizeEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self._pick(None)
            return
        super().keyPressEvent(event)

    def _open(self) -> None:
        popup = ProfilePopup(self._profiles(), self)
        popup.picked.connect(self._pick)
        popup.open_below(QRect(self.mapToGlobal(QPoint(0, 0)), self.size()), self._profile)

    def _pick(self, profile: SavedProfile | None) -> None:
        before = None if self._profile is None else self._profile.profile_id
        now = None if profile is None else profile.profile_id
        if now != before:
            self.set_profile(profile)
            self.chosen.emit(profile)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_profile"):
            self._show()
