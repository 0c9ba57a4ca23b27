"""Qt and asyncio in one loop, with what qasync leaves out.

qasync 0.28 installs no hooks for asynchronous generators. One that is dropped half-way (an HTTP body, once
its last event has been read) would then be closed by the garbage collector, outside any task, with errors on
the console. The hooks here close it in a task, as asyncio's own loop does; they can go when qasync has them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import Any

import qasync
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.garbage import collected_here


@contextmanager
def qt_loop(app: QApplication) -> Iterator[asyncio.AbstractEventLoop]:
    """The application's event loop; asynchronous generators that were dropped are closed before it is."""
    with qasync.QEventLoop(app) as loop:
        closing: set[asyncio.Task[None]] = set()

        def close(generator: AsyncGenerator[Any, Any]) -> None:
            if loop.is_closed():
                return
            task = loop.create_task(generator.aclose())
            closing.add(task)
            task.add_done_callback(closing.discard)

        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(finalizer=lambda generator: loop.call_soon_threadsafe(close, generator))
        try:
            with collected_here(app):
                yield loop
            while closing:
                loop.run_until_complete(asyncio.gather(*closing, return_exceptions=True))
        finally:
            sys.set_asyncgen_hooks(*before)
