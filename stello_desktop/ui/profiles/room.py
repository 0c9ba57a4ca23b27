"""How list, editor and preview share the page: three columns, two with tabs, or one at a time."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from stello_desktop.ui import theme
from stello_desktop.ui.controls import button, frame
from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.ui.side_by_side import scale_first

WIDE_PX: Final = 940
MIDDLE_PX: Final = 600
"""Widths of the page at 100 % text size; the rail stands beside it."""

_LIST_PX: Final = 236
_EDITOR_PX: Final = 520


class Shape(StrEnum):
    """How much room there is."""

    WIDE = "wide"
    MIDDLE = "middle"
    NARROW = "narrow"


class _Column(QFrame):
    """A column that scrolls by itself on its own ground."""

    def __init__(self, area: str, name: str) -> None:
        super().__init__()
        self.setProperty("area", area)
        self.setMinimumWidth(260)
        self.area = QScrollArea()
        self.area.setObjectName(name)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls bring themselves into view
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.viewport().setAutoFillBackground(False)
        inner = QWidget()
        self._row = QHBoxLayout(inner)
        self._row.setContentsMargins(28, 20, 28, 28)
        self.area.setWidget(inner)
        inner.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.area)

    def put(self, content: QWidget) -> None:
        """What is in it."""
        self._row.addWidget(content)

    def go_to_top(self) -> None:
        """Show its beginning."""
        self.area.verticalScrollBar().setValue(0)


class ProfilesRoom(QWidget):
    """Arranges the three parts by the width that there is.

    Signals:
        places_changed: the person moved a splitter.
        back_requested: from the editor to the list, where only one of them has room.
    """

    places_changed = Signal()
    back_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shape = Shape.WIDE
        self._editing = self._alone = False
        self._scale = theme.current().scale
        self._all = self._splitter("profileSplitter")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._all)
        self._list = frame("surface")
        self._list.setMinimumWidth(180)
        self._work = frame("surface")
        for part in (self._list, self._work):
            self._all.addWidget(part)
        self._all.setStretchFactor(0, 0)
        self._all.setStretchFactor(1, 1)
        self._bar = frame("surface")
        self._right = self._splitter("profileColumns")
        column = QVBoxLayout(self._work)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._right, 1)
        self.editor = _Column("surface", "profileEditorScroll")
        self.preview = _Column("ground", "profilePreviewScroll")
        for part in (self.editor, self.preview):
            self._right.addWidget(part)
        self._make_bar()
        self._all.setSizes([round(_LIST_PX * self._scale), 1000])
        self._right.setSizes([_EDITOR_PX, _EDITOR_PX])
        self._put_words()
        self._show_parts()

    def _splitter(self, name: str) -> QSplitter:
        made = QSplitter(Qt.Orientation.Horizontal)
        made.setObjectName(name)
        made.setChildrenCollapsible(False)
        made.setHandleWidth(1)
        made.splitterMoved.connect(lambda *_: self.places_changed.emit())
        return made

    def _make_bar(self) -> None:
        self._back = button(kind="quiet", icon="chevron_left", name="profileBack")
        self._tabs = SegmentedChoice(("editor", "preview"), "profileTab")
        self._tabs.choose("editor")
        bar = QHBoxLayout(self._bar)
        bar.setContentsMargins(16, 10, 16, 2)
        for part in (self._back, None, self._tabs, None):
            if part is None:
                bar.addStretch(1)
            else:
                bar.addWidget(part)
        self._tabs.chosen.connect(lambda _tab: self._show_parts())
        self._back.clicked.connect(self._go_back)

    def put_list(self, listing: QWidget) -> None:
        """The column at the left."""
        row = QHBoxLayout(self._list)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(listing)

    # -- which parts are seen

    def leave_out_preview(self, left_out: bool) -> None:
        """There is nothing that could be previewed."""
        if left_out is not self._alone:
            self._alone = left_out
            self._show_parts()

    def go_to_editor(self) -> None:
        """Leave the list, where list and editor do not have room side by side."""
        self._editing = True
        self._show_parts()

    def go_to_list(self) -> None:
        """Leave the editor, where list and editor do not have room side by side."""
        self._editing = False
        self._show_parts()

    def go_to_top(self) -> None:
        """Another profile is read from its beginning."""
        self.editor.go_to_top()
        self.preview.go_to_top()

    def _go_back(self) -> None:
        self.go_to_list()
        self.back_requested.emit()

    def _show_parts(self) -> None:
        narrow, wide = self.shape is Shape.NARROW, self.shape is Shape.WIDE
        self._list.setVisible(not narrow or not self._editing)
        self._work.setVisible(not narrow or self._editing)
        self._bar.setVisible(narrow or not (wide or self._alone))
        self._back.setVisible(narrow)
        self.editor.setVisible(wide or self._alone or self._tabs.value == "editor")
        self._tabs.setVisible(not self._alone)
        self.preview.setVisible(not self._alone and (wide or self._tabs.value == "preview"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_shape()

    def _choose_shape(self) -> None:
        width = self.width() / theme.current().scale
        shape = Shape.WIDE if width >= WIDE_PX else Shape.MIDDLE if width >= MIDDLE_PX else Shape.NARROW
        if shape is not self.shape:
            self.shape = shape
            self._stay_where_the_focus_is()
            self._show_parts()

    def _stay_where_the_focus_is(self) -> None:
        """The part that the person is in stays; nothing is chosen or marked for them in another one."""
        focused = QApplication.focusWidget()
        if focused is None:
            return
        if self._list.isAncestorOf(focused):
            self._editing = False
        elif self._work.isAncestorOf(focused):
            self._editing = True
            for part, tab in ((self.editor, "editor"), (self.preview, "preview")):
                if part.isAncestorOf(focused):
                    self._tabs.choose(tab)

    # -- where it stood

    def read_places(self) -> dict[str, Any]:
        """Widths as JSON values."""
        return {"all": self._all.sizes(), "columns": self._right.sizes()}

    def put_places(self, saved: Any) -> None:
        """Stand as the person left it; anything unreadable is left out."""
        if not isinstance(saved, dict):
            return
        for splitter, key in ((self._all, "all"), (self._right, "columns")):
            sizes = saved.get(key)
            if isinstance(sizes, list) and all(isinstance(size, int) and size > 0 for size in sizes):
                splitter.setSizes(sizes)

    def _put_words(self) -> None:
        self._tabs.put_words(self.tr("What is shown"), (self.tr("Profile"), self.tr("Preview")))
        self._back.setText(self.tr("Profiles"))
        self._back.setAccessibleName(self.tr("Back to the list of profiles"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._put_words()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_work"):
            self._scale = scale_first(self._all, self._scale)
            self._choose_shape()
