"""The stars for people who do not see them: real accessible children of the map's viewport.

Each visible star in view is a list item with a name in words, a rectangle and its states. Qt asks for
them through a factory; see `accessible_children` for who owns what.
"""

from __future__ import annotations

from typing import Final, override

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QColor, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.accessible_children import AccessibleChildren, InterfaceFactory
from stello_desktop.ui.map import words
from stello_desktop.ui.map.view import SkyView

_MAX_CHILDREN: Final = 400


class SkyAccessible(QAccessibleWidget):
    """The map as a list of stars."""

    def __init__(self, view: SkyView) -> None:
        super().__init__(view, QAccessible.Role.List)
        self._view = view
        self._stars = AccessibleChildren[SessionId](view)

    def shown(self) -> list[int]:
        """Indices of the stars in view, in the order of the tree."""
        if not shiboken6.isValid(self._view):
            return []
        seen: list[int] = sorted(self._view.item.frame.seen.tolist())
        return seen[:_MAX_CHILDREN]

    @override
    def childCount(self) -> int:
        return len(self.shown())

    @override
    def child(self, index: int) -> QAccessibleInterface:
        shown = self.shown()
        if not 0 <= index < len(shown):
            return None  # type: ignore[return-value]  # Qt's own way to say that there is none
        return self.star(shown[index])

    def star(self, index: int) -> StarAccessible:
        """The child for a star; the same object as long as the conversation lives."""
        session_id = self._view.picture.stars.entries[index].session_id
        return self._stars.get(session_id, lambda: StarAccessible(self, self._view, session_id))

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if not isinstance(child, StarAccessible):
            return -1
        shown = self.shown()
        return shown.index(child.index) if child.index in shown else -1

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        spot = self._view.viewport().mapFromGlobal(QPoint(x, y)).toPointF()
        index = self._view.star_at(spot)
        return self.star(index) if index >= 0 else None  # type: ignore[return-value]  # as above

    @override
    def focusChild(self) -> QAccessibleInterface:
        index = self._view.picture.focused
        return self.star(index) if index >= 0 else None  # type: ignore[return-value]  # as above

    @override
    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name:
            return self._view.accessibleName()
        if kind == QAccessible.Text.Description:
            return self._view.accessibleDescription()
        return ""


class StarAccessible(QAccessibleInterface):
    """One star."""

    def __init__(self, sky: SkyAccessible, view: SkyView, session_id: SessionId) -> None:
        super().__init__()
        self._sky = sky
        self._view = view
        self.session_id = session_id

    @property
    def index(self) -> int:
        """Its place in the arrays of now, -1 when it is not shown."""
        return self._view.picture.stars.at(self.session_id) if shiboken6.isValid(self._view) else -1

    @override
    def isValid(self) -> bool:
        return self.index >= 0

    @override
    def object(self) -> QObject:
        return None  # type: ignore[return-value]  # a star is no QObject

    @override
    def window(self) -> QWindow:
        return self._view.window().windowHandle()

    @override
    def parent(self) -> QAccessibleInterface:
        return self._sky

    @override
    def child(self, index: int) -> QAccessibleInterface:
        return None  # type: ignore[return-value]  # stars have no children here

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        return None  # type: ignore[return-value]  # as above

    @override
    def childCount(self) -> int:
        return 0

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    @override
    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    @override
    def rect(self) -> QRect:
        index = self.index
        if index < 0:
            return QRect()
        rect = self._view.rect_of(index)
        return QRect(self._view.viewport().mapToGlobal(rect.topLeft()), rect.size())

    @override
    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        picture, index = self._view.picture, self.index
        state.focusable = state.selectable = True
        state.invalid = index < 0
        state.selected = index >= 0 and index == picture.selected
        state.focused = index >= 0 and index == picture.focused and self._view.hasFocus()
        if index >= 0 and picture.stars.hidden[index]:
            state.collapsed = True
        return state

    @override
    def text(self, kind: QAccessible.Text) -> str:
        index = self.index
        if index < 0 or kind not in (QAccessible.Text.Name, QAccessible.Text.Description):
            return ""
        picture = self._view.picture
        entry = picture.stars.entries[index]
        if kind == QAccessible.Text.Name:
            said = words.states(
                int(picture.marks[index]),
                live=entry.session_id in picture.live,
                hidden=int(picture.stars.hidden[index]),
                waiting=entry.waiting_insights,
                unread=entry.unread,
                unsent=picture.unsent.get(entry.session_id, 0),
            )
            return ", ".join([entry.label, *said])
        above, source = int(picture.stars.parent[index]), int(picture.stars.source[index])
        parts = [words.facts(entry, picture.now_s)]
        parts.append(words.under(picture.stars.entries[above].label) if above >= 0 else words.a_project())
        if source >= 0:
            parts.append(words.branched_from(picture.stars.entries[source].label))
        topology = self._view.heavens.topology
        if entry.session_id in topology and (targets := topology.refs_of(entry.session_id)):
            parts.append(words.refers_to([topology[target].label for target in targets]))
        return " · ".join(parts)

    @override
    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Names change by a rename, not from here."""

    @override
    def foregroundColor(self) -> QColor:
        return self._view.item.theme.color("text")

    @override
    def backgroundColor(self) -> QColor:
        return self._view.item.theme.color("ground")


_factory = InterfaceFactory(SkyView, SkyAccessible)


def install() -> None:
    """Tell Qt how to describe a sky; once per process."""
    _factory.install()


def tell_focus(view: QWidget) -> None:
    """Say that the keyboard is on another star."""
    if QAccessible.isActive() and isinstance(view, SkyView) and view.picture.focused >= 0:
        event = QAccessibleEvent(view, QAccessible.Event.Focus)
        sky = _factory.of(view)
        place = sky.shown() if isinstance(sky, SkyAccessible) else []
        if view.picture.focused in place:
            event.setChild(place.index(view.picture.focused))
        QAccessible.updateAccessibility(event)
