"""A person at the real window: eyes that look for controls by name, a mouse and a keyboard.

Only `QTest` events go in; what the person sees is read from widgets and from the accessible tree. The same
steps run in tests, in the showcase of a machine without a screen, and in child processes that are killed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QCursor, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.app import Program, build
from stello_desktop.domain.ids import SessionId
from stello_desktop.paths import Folders
from stello_desktop.ui.event_loop import qt_loop
from stello_desktop.workspace.workspace import Workspace

PATIENCE_S = 60.0
MODIFIERS = Qt.KeyboardModifier


class Person:
    """Uses one running program.

    Attributes:
        pictures: where `picture` saves; None takes none.
        told: what was done, in words, for the showcase.
    """

    def __init__(self, program: Program, pictures: Path | None = None) -> None:
        self.program = program
        self.pictures = pictures
        self.told: list[str] = []
        self._taken = 0

    # -- looking

    @property
    def workspace(self) -> Workspace:
        """What is true on disk, to compare with what is seen."""
        return self.program.workspace

    @property
    def window(self) -> QWidget:
        """The main window."""
        return self.program.shell.window

    def sees(self, name: str) -> bool:
        """Whether a control of this name can be seen."""
        return self._find(name) is not None

    def control(self, name: str) -> Any:
        """The visible control of a name."""
        found = self._find(name)
        assert found is not None, f"no visible control {name!r}; there are {sorted(self.visible_names())}"
        return found

    def _find(self, name: str) -> QWidget | None:
        for widget in QApplication.allWidgets():
            if widget.objectName() == name and widget.isVisible():
                return widget
        return None

    def visible_names(self) -> set[str]:
        """The names of everything that can be seen, for a failing test to print."""
        return {widget.objectName() for widget in QApplication.allWidgets() if widget.isVisible()} - {""}

    def star(self, label: str) -> SessionId:
        """The conversation of a label."""
        found = [item for item in self.workspace.topology.entries() if item.label == label]
        assert found, f"no conversation {label!r}; there are {self.labels()}"
        return found[0].session_id

    def labels(self) -> list[str]:
        """The labels of all conversations."""
        return [self.workspace.topology[item].label for item in self.workspace.topology.walk()]

    async def until(self, happened: Callable[[], Any], what: str, patience_s: float = PATIENCE_S) -> Any:
        """Wait as a person waits: looking again and again."""
        deadline = time.monotonic() + patience_s
        while not (seen := happened()):
            assert time.monotonic() < deadline, f"waited {patience_s} s in vain until {what}"
            await asyncio.sleep(0.01)
        return seen

    async def until_seen(self, name: str) -> Any:
        """Wait for a control."""
        return await self.until(
            lambda: self._find(name), f"{name} is seen; seen: {sorted(self.visible_names())}"
        )

    async def pause(self, seconds: float = 0.05) -> None:
        """Let the window catch up."""
        await asyncio.sleep(seconds)

    async def picture(self, name: str, words: str = "") -> None:
        """Save what the window shows, numbered in the order of the story."""
        if words:
            self.told.append(words)
        if self.pictures is None:
            return
        await asyncio.sleep(0.35)  # animations come to rest
        self._taken += 1
        self.window.grab().save(str(self.pictures / f"{self._taken:02}-{name}.png"))

    # -- mouse and keyboard

    async def click(self, name: str, at: QPoint | None = None) -> None:
        """Click a control with the left button."""
        widget = await self.until_seen(name)
        await self.until(widget.isEnabled, f"{name} can be clicked")
        QTest.mouseClick(
            widget, Qt.MouseButton.LeftButton, MODIFIERS.NoModifier, at or widget.rect().center()
        )
        await asyncio.sleep(0)

    async def type(self, text: str, into: str = "") -> None:
        """Type into a control, or into whatever has the focus; other scripts come from an input method."""
        widget = self.control(into) if into else QApplication.focusWidget()
        assert widget is not None, "nothing has the focus"
        if into:
            widget.setFocus()
        if text.isascii():
            QTest.keyClicks(widget, text)
        else:
            composed = QInputMethodEvent()
            composed.setCommitString(text)
            QApplication.sendEvent(widget, composed)
        await asyncio.sleep(0)

    async def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = MODIFIERS.NoModifier, on: QWidget | None = None
    ) -> None:
        """Press a key where the focus is."""
        await self.come_to_front()
        target = on or QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifiers)
        await asyncio.sleep(0)

    async def come_to_front(self) -> None:
        """What a window manager does once a dialog has closed; the offscreen platform has none."""
        if QApplication.activeWindow() is None:
            self.window.activateWindow()
            await asyncio.sleep(0)

    # -- the map

    @property
    def sky(self) -> Any:
        """The map."""
        return self.control("sky")

    def spot(self, label: str) -> QPoint:
        """Where a star is, in the map's own coordinates."""
        place = self.sky.centre_of(self.star(label))
        assert isinstance(place, QPoint), f"{label} cannot be seen on the map"
        return place

    @property
    def _map(self) -> QWidget:
        return self.control("skyViewport")  # type: ignore[no-any-return]

    async def point_at_map(self) -> None:
        """The pointer comes to the map, and with it what floats there."""
        for spot in (QPoint(4, 4), self._map.rect().center()):
            QCursor.setPos(
                self._map.mapToGlobal(spot)
            )  # `QTest.mouseMove` would run the loop inside this task
            await asyncio.sleep(0.02)

    async def click_star(self, label: str) -> None:
        """Click a star."""
        await self.until(lambda: self.sky.centre_of(self.star(label)) is not None, f"{label} is on the map")
        QTest.mouseClick(self._map, Qt.MouseButton.LeftButton, MODIFIERS.NoModifier, self.spot(label))
        await asyncio.sleep(0.02)

    async def drag(self, start: QPoint, end: QPoint, *, drop: bool = True) -> None:
        """Drag on the map in small steps, as a hand does; without ``drop`` the button stays down."""
        viewport = self._map
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, MODIFIERS.NoModifier, start)
        for step in range(1, 13):
            point = start + (end - start) * step / 12
            QTest.mouseMove(viewport, point)
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)
        if drop:
            await self.drop(end)

    async def drop(self, at: QPoint) -> None:
        """Let go of what is dragged."""
        QTest.mouseRelease(self._map, Qt.MouseButton.LeftButton, MODIFIERS.NoModifier, at)
        await asyncio.sleep(0.02)

    # -- a conversation

    async def write(self, text: str) -> None:
        """Write into the composer and send."""
        await self.until_seen("composerText")
        await self.type(text, into="composerText")
        await self.click("composerSend")

    async def until_answered(self, patience_s: float = 90.0) -> None:
        """Wait until nothing answers any more."""
        await self.until(lambda: self.workspace.rounds.live_sessions, "an answer begins")
        await self.until(lambda: not self.workspace.rounds.live_sessions, "the answer has ended", patience_s)
        await asyncio.sleep(0.1)

    def transcript(self) -> str:
        """What the conversation shows, as a screen reader hears it."""
        interface = QAccessible.queryAccessibleInterface(self.control("transcript"))
        children = [interface.child(number) for number in range(interface.childCount())]
        return "\n".join(
            f"{child.text(QAccessible.Text.Name)} {child.text(QAccessible.Text.Value)}" for child in children
        )


type Story = Callable[[Person], Coroutine[Any, Any, None]]


def live(app: QApplication, home: Path, story: Story, *, pictures: Path | None = None) -> Person:
    """Start the program on a home folder, live through a story, close the window as a person does."""
    program = build(app, Folders(home / "data", home / "logs"))
    person = Person(program, pictures)

    async def lived() -> None:
        running = asyncio.ensure_future(program.run())
        await person.until(lambda: program.shell.window.isVisible() or running.done(), "the window opens")
        try:
            await program.workspace.ready()
            await story(person)
        finally:
            program.shell.window.close()
            await running

    with qt_loop(app) as loop:
        loop.run_until_complete(lived())
    return person
