"""The room in the branch dialog: the fields, and the preview beside them or below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, override

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from stello_desktop.domain.preview import BranchPreview
from stello_desktop.ui import theme
from stello_desktop.ui.branching.memory import BranchMemory
from stello_desktop.ui.controls import frame
from stello_desktop.ui.preview.panel import PreviewPanel
from stello_desktop.workspace.workspace import Workspace

WIDE_PX: Final = 1080
"""From this width of the window on, the preview stands beside the fields; below them in smaller ones."""

_FORM_CHARS: Final = 35
_PREVIEW_CHARS: Final = 42
_HEIGHT_CHARS: Final = 46
_AROUND_PX: Final = 48
_EDGE_PX: Final = 24
_LEAST_PX: Final = 560
_BORDER_PX: Final = 8
SCROLL_PX: Final = 14
"""Kept free beside the fields for the scroll bar; the dialog keeps as much free at its right edge for all that is not in it."""


class DialogRoom(QWidget):
    """Grows when the preview is unfolded, and remembers whether it is."""

    def __init__(self, dialog: QDialog, form: QWidget, workspace: Workspace, memory: BranchMemory) -> None:
        super().__init__()
        self._dialog, self._workspace, self._memory = dialog, workspace, memory
        self._window = (dialog.parentWidget() or dialog).window()
        self.small = self._window.width() < WIDE_PX
        self._growing = QTimer(self, singleShot=True, interval=0)
        self._growing.timeout.connect(self.grow)
        self._showing = QTimer(self, singleShot=True, interval=0)
        self._showing.timeout.connect(self._show_focused)
        self._panel: PreviewPanel | None = None
        self._holder: QWidget = self
        self._making: Iterator[None] | None = None
        self._to_view = False
        self._inner = QWidget()
        self._fields = QVBoxLayout(self._inner)
        self._fields.setContentsMargins(0, 2, SCROLL_PX, 2)
        self._fields.setSpacing(16)
        self._fields.addWidget(form)
        self._scroll = _scroll_of(self._inner)
        self._scroll.setObjectName("branchFormScroll")
        self._scroll.verticalScrollBar().rangeChanged.connect(self._keep_edge)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(16)
        self._row.addWidget(self._scroll, _FORM_CHARS)
        self._inner.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    @property
    def preview_wanted(self) -> bool:
        """Whether the preview is unfolded."""
        return self._memory.preview_shown(small=self.small)

    def arrange(self) -> None:
        """Give the dialog the size that fields and preview need, within the screen."""
        px = theme.current().px("base")
        screen = self._dialog.screen().availableGeometry()
        chars = _FORM_CHARS + (_PREVIEW_CHARS if self.preview_wanted and not self.small else 0)
        width = min(round(px * chars) + _AROUND_PX, screen.width() - _EDGE_PX)
        height = max(self._dialog.height(), min(round(px * _HEIGHT_CHARS), self._most_px))
        self._dialog.resize(width, height)

    @property
    def _tallest_px(self) -> int:
        """As tall as the window, where that is not too small, and within the screen."""
        screen = self._dialog.screen().availableGeometry()
        return min(max(self._window.height(), _LEAST_PX) - _EDGE_PX, screen.height() - _EDGE_PX)

    @property
    def _most_px(self) -> int:
        """As tall as it can be without its top being moved: on a screen that ends below it nothing grows past the end."""
        screen = self._dialog.screen().availableGeometry()
        frame_px = self._dialog.frameGeometry().bottom() - self._dialog.geometry().bottom()
        below_px = screen.bottom() + 1 - self._dialog.geometry().top() - max(frame_px, _BORDER_PX)
        return min(self._tallest_px, below_px) if self._dialog.isVisible() else self._tallest_px

    def grow(self) -> None:
        """Make room for fields that were added; never takes room away while somebody is typing."""
        around_px = self._dialog.height() - self._scroll.height()
        wanted = min(self._inner.sizeHint().height() + around_px, self._most_px)
        if wanted > self._dialog.height():
            self._dialog.resize(self._dialog.width(), wanted)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._inner.isAncestorOf(now):
            self._showing.start()

    def _show_focused(self) -> None:
        """A field that was just made comes into view with the focus, where the dialog cannot grow any more."""
        focused = self._dialog.focusWidget()
        if self._inner.isAncestorOf(focused):
            self._fields.activate()
            middle = focused.mapTo(self._inner, focused.rect().center())
            self._scroll.ensureVisible(middle.x(), middle.y(), 0, focused.height() // 2 + SCROLL_PX)
            self._scroll.ensureWidgetVisible(focused, 0, SCROLL_PX)  # to the cursor in what is too tall

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and not self.small:
            self._growing.start()
        return super().eventFilter(watched, event)

    def toggle_preview(self, shown: bool, made: Callable[[], object]) -> None:
        """Unfold or fold the preview; ``made`` is called when it can be filled."""
        self._memory.remember_preview(shown, small=self.small)
        if self._panel is None:
            self.show_preview_again(made)
        else:
            self._show_holder(shown)
            made()
        self.arrange()
        self._to_view = shown and self.small
        QTimer.singleShot(0, self, self._bring_into_view)

    def show_preview_again(self, made: Callable[[], object]) -> None:
        """Make the preview where the person left it unfolded, in steps that no frame waits for."""
        if self.preview_wanted and self._panel is None and self._making is None:
            self._making = self._make_panel(made)
            self._make_next()

    def _make_next(self) -> None:
        if self._making is None:
            return
        try:
            next(self._making)
        except StopIteration:
            return
        QTimer.singleShot(0, self, self._make_next)

    def _make_panel(self, made: Callable[[], object]) -> Iterator[None]:
        yield
        column = self._fields if self.small else self._make_beside()
        yield
        panel = PreviewPanel(self._workspace, column.parentWidget(), later=True)
        panel.setVisible(not self.small)
        column.insertWidget(1 if self.small else 0, panel)
        if self.small:
            self._holder = panel
        yield
        yield from panel.making
        yield
        for part in (panel.composed, panel.beaten, panel.origins, panel.request, panel.tokens):
            for widget in (part, *part.findChildren(QWidget)):
                widget.ensurePolished()
            yield
        self._panel = panel
        made()
        yield
        self._show_holder(self.preview_wanted)
        QTimer.singleShot(0, self, self._bring_into_view)

    def _keep_edge(self, _least: int, most: int) -> None:
        """The fields end at the same place with a scroll bar and without; what was unfolded with the focus is seen."""
        self._showing.start()
        bar_px = self._scroll.verticalScrollBar().sizeHint().width() if most else 0
        self._fields.setContentsMargins(0, 2, max(0, SCROLL_PX - bar_px), 2)

    def _show_holder(self, shown: bool) -> None:
        """What stands at the right edge ends where the buttons below it end: fields before their scroll bar."""
        self._holder.setVisible(shown)
        beside = shown and not self.small
        self._row.setContentsMargins(0, 0, SCROLL_PX if beside else 0, 0)

    def _make_beside(self) -> QVBoxLayout:
        """The column beside the fields; hidden until something stands in it."""
        ground = frame("well")
        column = QVBoxLayout(ground)
        column.setContentsMargins(16, 14, 16, 14)
        column.addStretch(1)
        self._holder = beside = _scroll_of(ground)
        beside.setObjectName("branchPreviewScroll")
        beside.hide()
        self._row.addWidget(beside, _PREVIEW_CHARS)
        return column

    def put_preview(self, preview: BranchPreview) -> None:
        """Show what the branch would be, where that is unfolded."""
        if self._panel is not None and self.preview_wanted:
            self._panel.show_preview(preview)

    def _bring_into_view(self) -> None:
        """Once, after the person has unfolded it below the fields."""
        if self._to_view and self._panel is not None and not self._panel.isHidden():
            self._to_view = False
            self._fields.activate()
            bar = self._scroll.verticalScrollBar()
            bar.setValue(min(self._panel.y(), bar.maximum()))


def _scroll_of(content: QWidget) -> QScrollArea:
    scroll = QScrollArea()
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(content)
    return scroll
