"""The composition root: the only place that knows the concrete classes of all rooms.

Start-up imports Qt, sqlite3 and numpy, reads the tree with plain SQL and paints. The heavy libraries
(SQLModel, openai) are imported after the first paint, in one thread; until then the workspace waits.
"""

from __future__ import annotations

import stello_desktop.ui.before_qt  # noqa: F401 - its place is the point

# isort: split
import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, override

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop import logs
from stello_desktop.domain.errors import StelloError, StoreError, StoreErrorKind
from stello_desktop.paths import Folders, find_folders
from stello_desktop.resources import resource
from stello_desktop.store import boot, files
from stello_desktop.store.lock import StoreLock
from stello_desktop.ui.event_loop import qt_loop
from stello_desktop.ui.single_instance import Raised, RaiseServer, raise_running
from stello_desktop.workspace.backend import Backend, BootState
from stello_desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from stello_desktop.ui.shell import Shell
    from stello_desktop.ui.store_error import WaysOn

_log = logging.getLogger(__name__)
_DESKTOP_NAME: Final = "stello-desktop"


def _import_rooms() -> Callable[[Path], Awaitable[Backend]]:
    """Import what the first paint does not need; runs in its own thread."""
    from stello_desktop import rooms  # noqa: PLC0415 - that is the point

    rooms.import_the_rest()
    return rooms.open_rooms


def _prewarm_code() -> None:
    """The first block of code must not wait for its colours; in the same thread, once the store is open."""
    from stello_desktop.ui.chat import code  # noqa: PLC0415 - the same

    code.prewarm()


async def _open_backend(store: Path) -> Backend:
    importer = ThreadPoolExecutor(1, thread_name_prefix="imports")
    try:
        open_rooms = await asyncio.get_running_loop().run_in_executor(importer, _import_rooms)
        backend = await open_rooms(store)
        importer.submit(_prewarm_code)
        return backend
    finally:
        importer.shutdown(wait=False)  # it ends by itself when it has nothing more to do


class FirstPaint(QObject):
    """Waits for a window's first painted frame."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._painted = asyncio.get_running_loop().create_future()
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and not self._painted.done():
            self._painted.set_result(None)
        return False

    async def wait(self) -> None:
        """Until the frame has been painted and the queue behind it has run."""
        await self._painted
        await asyncio.sleep(0)


@dataclass(slots=True)
class Program:
    """One running Stello, built by `build`; `main` and the tests run it the same way."""

    workspace: Workspace
    shell: Shell
    store_lock: StoreLock
    raise_server: RaiseServer

    async def run(self) -> None:
        """Show the window, open everything behind it, and return once it is closed and all is on disk."""
        closing = asyncio.Event()
        window = self.shell.window
        window.closing.connect(closing.set)
        raising = self.raise_server.raise_requested.connect(lambda: bring_to_front(window))
        painted = FirstPaint(window)
        self.shell.show()
        await painted.wait()
        self.shell.begin_to_write()
        opening = self.workspace.open()
        opening.add_done_callback(self.shell.opened)
        # What lives as long as the program is never looked through again: that would be a stall of 100 ms.
        opening.add_done_callback(lambda _opening: gc.freeze())
        await closing.wait()
        self.raise_server.raise_requested.disconnect(raising)  # there is no window any more
        self.raise_server.close()
        await self.shutdown()

    async def shutdown(self) -> None:
        """Stop what runs, keep what arrived, close the store, free its lock."""
        await self.shell.aclose()
        await self.workspace.shutdown()
        self.raise_server.close()
        self.store_lock.release()


def bring_to_front(window: QWidget) -> None:
    """Show a window that another start asked for."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


@contextmanager
def _uncollected() -> Iterator[None]:
    """What start-up makes stays; looking through it for garbage again and again costs a tenth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@_uncollected()
def build(app: QApplication, folders: Folders) -> Program:
    """Read what the first paint needs and make the window. Raises: StoreError."""
    from stello_desktop.ui.shell import Shell  # noqa: PLC0415 - after the store's own checks

    app.setQuitOnLastWindowClosed(False)  # the shutdown ends the loop, never the last window
    store = boot.open_store(folders.data)
    try:
        workspace = Workspace(
            BootState(store.topology, store.history, store.values),
            lambda: _open_backend(store.path),
            data_folder=folders.data,
            examples=resource("examples"),
        )
        return Program(workspace, Shell(app, workspace), store.lock, RaiseServer(store.path))
    except BaseException:
        store.lock.release()
        raise


def close_on_signals(app: QApplication) -> QSocketNotifier:
    """Let SIGTERM and SIGINT close the windows as a person would; Python and Qt alone just die."""
    here, there = socket.socketpair()
    here.setblocking(False)
    there.setblocking(False)
    signal.set_wakeup_fd(there.fileno())
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    notifier = QSocketNotifier(here.fileno(), QSocketNotifier.Type.Read, app)

    def close() -> None:
        here.recv(64)
        app.closeAllWindows()

    notifier.activated.connect(close)
    notifier.setProperty("sockets", (here, there))
    return notifier


def make_application(arguments: list[str]) -> QApplication:
    """The one application object, with its name.

    X takes a window's class from the first argument; a desktop finds icon and starter by it.
    """
    app = QApplication([_DESKTOP_NAME, *arguments[1:]])
    app.setApplicationName("Stello")
    app.setApplicationDisplayName("Stello")
    app.setDesktopFileName(_DESKTOP_NAME)
    return app


def _report_uncaught(kind: type[BaseException], error: BaseException, trace: object) -> None:
    _log.critical("uncaught", exc_info=(kind, error, trace))  # type: ignore[arg-type]


def main(arguments: list[str] | None = None) -> int:
    """Start the program; gives the exit code."""
    folders = find_folders()
    logs.start_log(folders.logs)
    sys.excepthook = _report_uncaught
    app = make_application(sys.argv if arguments is None else arguments)
    program = _build_or_explain(app, folders)
    if isinstance(program, int):
        return program
    close_on_signals(app)
    with qt_loop(app) as loop:
        loop.run_until_complete(program.run())
    return 0


def _build_or_explain(app: QApplication, folders: Folders) -> Program | int:
    """Build, as often as the person mends what was in the way; the exit code where they give up."""
    while True:
        try:
            return build(app, folders)
        except StelloError as error:
            if isinstance(error, StoreError) and error.kind is StoreErrorKind.LOCKED:
                raised = raise_running(folders.data / files.STORE_NAME)
                if raised is Raised.CAME:
                    return 0
                if raised is Raised.SILENT:
                    error.params["reason"] = "silent"
            if not show_store_error(app, error, folders.data):
                return 1


def show_store_error(app: QApplication, error: StelloError, folder: Path) -> bool:
    """A window of its own, since nothing else can open; gives whether to try once more."""
    from stello_desktop.ui import errors  # noqa: PLC0415 - rarely needed
    from stello_desktop.ui.store_error import StoreErrorWindow  # noqa: PLC0415 - rarely needed

    _log.error("the store cannot be used: %s %s", error, error.detail)
    window = StoreErrorWindow(error, folder / files.STORE_NAME, _ways_on(error, folder))
    app.setQuitOnLastWindowClosed(True)
    if sys.stderr is not None:  # there is none where no terminal has started it
        sys.stderr.write(f"Stello: {errors.sentence(error)}\n")
    window.show()
    app.exec()
    window.deleteLater()
    return window.again


def _ways_on(error: StelloError, folder: Path) -> WaysOn | None:
    """What can be done about a damaged or missing store."""
    from stello_desktop.store import rescue  # noqa: PLC0415 - rarely needed
    from stello_desktop.ui.store_error import WaysOn  # noqa: PLC0415 - rarely needed

    if not isinstance(error, StoreError) or error.kind is not StoreErrorKind.CORRUPT:
        return None
    found = rescue.newest_copy(folder)

    def start_anew() -> None:
        rescue.set_aside(folder, datetime.now().astimezone())

    if found is None:
        return WaysOn(start_anew)
    return WaysOn(
        start_anew,
        lambda: rescue.put_copy_in_place(folder, found.path, datetime.now().astimezone()),
        found.made_at,
    )
