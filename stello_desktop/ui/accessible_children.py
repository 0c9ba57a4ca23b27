"""Who owns an accessible interface that Python has made.

Qt keeps every interface in a cache and deletes it: with its widget, or, where there is none (a star, a
message), when it is told to. Python must hold each one until Qt has let go, and never delete one itself:
the cache would delete it a second time, at the latest when the program ends.
"""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface


class AccessibleChildren[Key]:
    """The children of one widget that are no widgets, made when they are first asked for.

    Args:
        widget: whose children they are; they are let go with it.
    """

    def __init__(self, widget: QObject) -> None:
        self._made: dict[Key, QAccessibleInterface] = {}
        widget.destroyed.connect(self._let_go)

    def get[Child: QAccessibleInterface](self, key: Key, make: Callable[[], Child]) -> Child:
        """The child of a key, always the same object."""
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = make()
            QAccessible.registerAccessibleInterface(found)
        return found  # type: ignore[return-value]  # one kind of child per widget

    def key_of(self, child: QAccessibleInterface) -> Key | None:
        """The key of one of them, None for a stranger."""
        return next((key for key, made in self._made.items() if made is child), None)

    def _let_go(self) -> None:
        for made in self._made.values():
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(made))
        self._made.clear()


class InterfaceFactory[Widget: QObject]:
    """Describes every widget of one class by an interface of ours.

    An interface is held for as long as its widget lives and a little longer: Qt deletes it, and only the
    next widget at the same address takes its place here.
    """

    def __init__(self, kind: type[Widget], make: Callable[[Widget], QAccessibleInterface]) -> None:
        self._kind = kind
        self._make = make
        self._held: dict[int, QAccessibleInterface] = {}
        self._installed = False

    def install(self) -> None:
        """Tell Qt; once per process is enough."""
        if not self._installed:
            self._installed = True
            QAccessible.installFactory(self._describe)

    def of(self, widget: Widget) -> QAccessibleInterface | None:
        """The interface of a widget, where Qt has asked for it already."""
        held = self._held.get(id(widget))
        return held if held is not None and shiboken6.isValid(held) else None

    def _describe(self, _name: str, thing: QObject | None) -> QAccessibleInterface | None:
        if not isinstance(thing, self._kind):
            return None
        found = self.of(thing)
        if found is None:
            found = self._held[id(thing)] = self._make(thing)
        return found
