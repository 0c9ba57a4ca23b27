"""The outline itself: select, fold, rename, drag to another place, all from mouse and keyboard.

Dragging is our own small state machine and not Qt's drag, so that a refused place can say why in
words, Escape and the right button end it cleanly, and no nested event loop runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import override

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTreeView, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui import icons, theme
from stello_desktop.ui.hues import BranchHues
from stello_desktop.ui.outline.delegate import OutlineDelegate
from stello_desktop.ui.outline.drag_hint import DragHint
from stello_desktop.ui.outline.model import AnyIndex, OutlineModel
from stello_desktop.ui.short_names import shortened

_EDGE_PX = 24
_ARROW_PX = 14


class OutlineView(QTreeView):
    """The list of projects and conversations.

    Signals:
        selected: the person chose a conversation.
        open_full_requested: give the conversation the window.
        reparent_requested: a conversation was dropped; its id, and the new parent or "" for a project.
        rename_requested: id and the typed name.
        naming_cancelled: Escape in an empty first name; the conversation is not wanted.
        child_requested, sibling_requested: make one; the id that it belongs to.
        delete_requested: the id.
        fold_requested: id, and whether to fold.
        menu_requested: id, and the global place for the menu.
    """

    selected = Signal(str)
    open_full_requested = Signal(str)
    reparent_requested = Signal(str, str)
    rename_requested = Signal(str, str)
    naming_cancelled = Signal(str)
    child_requested = Signal(str)
    sibling_requested = Signal(str)
    delete_requested = Signal(str)
    fold_requested = Signal(str, bool)
    menu_requested = Signal(str, QPoint)

    def __init__(self, parent: QWidget | None = None, *, hues: BranchHues | None = None) -> None:
        super().__init__(parent)
        self._put_own_viewport()
        self.setObjectName("outlineTree")
        self._model = OutlineModel(self, hues)
        self._delegate = OutlineDelegate(self)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(15)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setExpandsOnDoubleClick(False)
        self._following = False
        self._is_folded: Callable[[SessionId], bool] = lambda _session_id: False
        self._pressed: SessionId | None = None
        self._press_place = QPoint()
        self._dragged: SessionId | None = None
        self._hint = DragHint(self.viewport())
        self._scroller = QTimer(self)
        self._scroller.setInterval(30)
        self._scroller.timeout.connect(self._scroll_at_edge)
        self._model.rename_requested.connect(self.rename_requested)
        self._delegate.naming_abandoned.connect(self._naming_abandoned)
        self.expanded.connect(lambda index: self._fold_changed(index, folded=False))
        self.collapsed.connect(lambda index: self._fold_changed(index, folded=True))
        self._retranslate()

    def _put_own_viewport(self) -> None:
        """As Qt's own one is; asking for that makes PySide look through all classes, 10 ms at start-up."""
        viewport = QWidget()
        viewport.setBackgroundRole(QPalette.ColorRole.Base)
        viewport.setAutoFillBackground(True)
        viewport.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setViewport(viewport)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Outline of all projects"))

    @override
    def drawBranches(self, painter: QPainter, rect: QRect, index: AnyIndex) -> None:
        """Draw the arrow that folds; nothing where there is nothing to fold."""
        if not self._model.hasChildren(index):
            return
        name = "chevron_down" if self.isExpanded(index) else "chevron_right"
        side_px = round(_ARROW_PX * theme.current().scale)
        picture = icons.pixmap(name, side_px, "muted", self.devicePixelRatioF())
        middle_px = rect.right() - _ARROW_PX // 2
        painter.drawPixmap(middle_px - side_px // 2, rect.center().y() - side_px // 2 + 1, picture)

    # -- following the truth

    def set_topology(
        self,
        topology: Topology,
        placed: Iterable[SessionId] | None = None,
        is_folded: Callable[[SessionId], bool] | None = None,
    ) -> None:
        """Show a snapshot.

        Args:
            placed: what changed since the last one; None means everything.
            is_folded: what the map shows folded, so that both agree; None asks the snapshot.
        """
        current = self.current_session()
        self._is_folded = is_folded or (lambda session_id: topology[session_id].folded)
        self._following = True
        if placed is None:
            self._model.reset(topology)
            self._unfold(topology.roots)
        else:
            changed = list(placed)
            was_reset = self._model.follow(topology, changed)
            if was_reset:
                self._unfold(topology.roots)
            else:
                self._open_way_to(changed)
                self._unfold(changed)
        self._following = False
        if current is not None and current in topology:
            self.set_selection(current, reveal=False)

    def show_folds(self) -> None:
        """Fold and unfold as the map does now."""
        self._following = True
        self._unfold(self._model.topology.roots)
        self._following = False

    def _open_way_to(self, changed: Iterable[SessionId]) -> None:
        """What is above a change may have got its first child, or have been opened on the map for it."""
        topology = self._model.topology
        seen: set[SessionId] = set()
        for changed_id in changed:
            for session_id in topology.ancestors(changed_id)[::-1] if changed_id in topology else ():
                folded = self._is_folded(session_id)
                if session_id not in seen:
                    seen.add(session_id)
                    index = self._model.index_of(session_id)
                    if index.isValid() and self.isExpanded(index) == folded:
                        self.setExpanded(index, not folded)
                if folded:
                    break

    def _unfold(self, start: Iterable[SessionId]) -> None:
        """Expand what is not folded, no deeper than what shows: thousands below a fold cost nothing."""
        topology = self._model.topology
        stack = [item for item in start if item in topology]
        while stack:
            session_id = stack.pop()
            children = topology.children(session_id)
            if not children:
                continue
            folded = self._is_folded(session_id)
            index = self._model.index_of(session_id, known_only=topology.parent(session_id) is not None)
            if not index.isValid():
                continue
            if self.isExpanded(index) == folded:
                self.setExpanded(index, not folded)
            if not folded:
                self._model.rowCount(index)
                stack.extend(children)

    def set_live(self, live: frozenset[SessionId]) -> None:
        """Mark what is answering."""
        self._model.set_live(live)

    def set_unsent(self, unsent: Mapping[SessionId, int]) -> None:
        """Mark where messages wait to be sent."""
        self._model.set_unsent(unsent)

    def refresh(self, session_ids: Iterable[SessionId], topology: Topology) -> None:
        """Counts and badges of some rows changed."""
        self._model.follow(topology, session_ids)

    def show_archived(self, shown: bool) -> None:
        """List archived conversations or leave them out."""
        self._following = True
        self._model.show_archived(shown)
        self._unfold(self._model.topology.roots)
        self._following = False

    def current_session(self) -> SessionId | None:
        """The chosen conversation."""
        return self._model.session_at(self.currentIndex())

    def set_selection(self, session_id: SessionId | None, *, reveal: bool = True) -> None:
        """Choose a row without telling anyone."""
        if session_id is None:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
            return
        index = self._model.index_of(session_id)
        if not index.isValid():
            return
        self._following = True
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flags)
        self._following = False
        if reveal and self._is_shown(index):
            self.scrollTo(index)

    def _is_shown(self, index: QModelIndex) -> bool:
        parent = index.parent()
        while parent.isValid():
            if not self.isExpanded(parent):
                return False
            parent = parent.parent()
        return True

    @property
    def drag_words(self) -> str:
        """What a drop would do now, in words; empty where nothing is dragged."""
        return self._hint.text if self._hint.isVisible() else ""

    def begin_naming(self, session_id: SessionId) -> None:
        """Type the first name of a conversation that was just made (I6)."""
        self._open_editor(session_id, first=True)

    def begin_rename(self, session_id: SessionId) -> None:
        """Type another name."""
        self._open_editor(session_id, first=False)

    def _open_editor(self, session_id: SessionId, *, first: bool) -> None:
        index = self._model.index_of(session_id)
        if index.isValid():
            self._delegate.first_naming = session_id if first else None
            self.setFocus()
            self.set_selection(session_id)
            self.edit(index)

    # -- what the person does

    @override
    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        session_id = self._model.session_at(current)
        if session_id is not None and not self._following:
            self.selected.emit(session_id)

    def _fold_changed(self, index: QModelIndex, *, folded: bool) -> None:
        session_id = self._model.session_at(index)
        if session_id is None or self._following:
            return
        self.fold_requested.emit(session_id, folded)
        if not folded:
            self._following = True
            self._unfold(self._model.topology.children(session_id))
            self._following = False

    def _naming_abandoned(self, session_id: str, take_back: bool) -> None:
        self.setFocus()
        if take_back:
            self.naming_cancelled.emit(session_id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._dragged is not None and event.key() == Qt.Key.Key_Escape:
            self._end_drag()
            return
        session_id = self.current_session()
        # A field lets Enter through; it means the name then, and no new conversation.
        editing = self.state() == QAbstractItemView.State.EditingState
        if editing or session_id is None or not self._handle_key(event, session_id):
            super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent, session_id: SessionId) -> bool:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if control:
                self.open_full_requested.emit(session_id)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if plain:
                self.sibling_requested.emit(session_id)
            case Qt.Key.Key_Tab if plain:
                self.child_requested.emit(session_id)
            case Qt.Key.Key_F2 if plain:
                self.begin_rename(session_id)
            case Qt.Key.Key_Delete if plain:
                self.delete_requested.emit(session_id)
            case Qt.Key.Key_Menu:
                self.menu_requested.emit(session_id, self._menu_place(self.currentIndex()))
            case _:
                return False
        return True

    @override
    def event(self, event: QEvent) -> bool:
        tab = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab
        editing = self.state() == QAbstractItemView.State.EditingState
        if isinstance(event, QKeyEvent) and tab and not editing and event.type() == QEvent.Type.KeyPress:
            # Tab makes a child here; focus moves with F6.
            self.keyPressEvent(event)
            return True
        return super().event(event)

    def _menu_place(self, index: QModelIndex) -> QPoint:
        return self.viewport().mapToGlobal(self.visualRect(index).bottomLeft() + QPoint(24, 0))

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._dragged is not None:
            return
        session_id = self._model.session_at(self.indexAt(event.pos()))
        if session_id is not None:
            self.set_selection(session_id)
            self.selected.emit(session_id)
            self.menu_requested.emit(session_id, event.globalPos())

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        session_id = self._model.session_at(self.indexAt(event.position().toPoint()))
        if session_id is not None and event.button() == Qt.MouseButton.LeftButton:
            self.begin_rename(session_id)

    # -- dragging

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._dragged is not None:
            self._end_drag()
            return
        place = event.position().toPoint()
        index = self.indexAt(place)
        on_row = index.isValid() and place.x() >= self.visualRect(index).left()
        if event.button() == Qt.MouseButton.LeftButton and on_row:
            self._pressed, self._press_place = self._model.session_at(index), place
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        moved_px = (place - self._press_place).manhattanLength()
        if self._dragged is None and moved_px >= QApplication.startDragDistance():
            self._dragged = self._pressed
            self._scroller.start()
            self.grabKeyboard()
        if self._dragged is not None:
            self._show_drag(place)

    def _show_drag(self, place: QPoint) -> None:
        if self._dragged is None:
            return
        target = self._model.session_at(self.indexAt(place))
        self._delegate.drop_target = target if target != self._dragged else None
        words, self._delegate.refused = self._judge(self._dragged, target)
        self._hint.show_at(place, words, refused=self._delegate.refused)
        self.viewport().update()

    def _judge(self, dragged: SessionId, target: SessionId | None) -> tuple[str, bool]:
        """What dropping here would do, in words, and whether it is refused."""
        topology = self._model.topology
        if target == dragged:
            return self.tr("Drop it on another conversation"), True
        if target is None:
            return self.tr("Make it a project of its own"), False
        label = shortened(topology[target].label)
        if not topology.can_reparent(dragged, target):
            return self.tr("“%1” is one of its own branches").replace("%1", label), True
        if topology.parent(dragged) == target:
            return self.tr("It already hangs under “%1”").replace("%1", label), True
        return self.tr("Move under “%1”").replace("%1", label), False

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._pressed = self._dragged, None
        if dragged is None:
            super().mouseReleaseEvent(event)
            return
        place = event.position().toPoint()
        target = self._model.session_at(self.indexAt(place))
        refused = self._judge(dragged, target)[1] or not self.viewport().rect().contains(place)
        self._end_drag()
        if not refused and not (target is None and self._model.topology.parent(dragged) is None):
            self.reparent_requested.emit(dragged, target or "")

    def _end_drag(self) -> None:
        self._pressed = self._dragged = self._delegate.drop_target = None
        self._scroller.stop()
        self.releaseKeyboard()
        self._hint.hide()
        self.viewport().update()

    def _scroll_at_edge(self) -> None:
        y = self.viewport().mapFromGlobal(self.cursor().pos()).y()
        bar = self.verticalScrollBar()
        if y < _EDGE_PX:
            bar.setValue(bar.value() - 12)
        elif y > self.viewport().height() - _EDGE_PX:
            bar.setValue(bar.value() + 12)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        if self._dragged is not None:
            self._end_drag()
        super().focusOutEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
