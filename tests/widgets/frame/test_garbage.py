"""Windows that nobody holds any more are deleted on the thread they live in, whoever allocates."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref

from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.ui.event_loop import qt_loop


class Knot(QWidget):
    """A widget that only the cycle collector can delete."""

    def __init__(self, deleted_on: list[int]) -> None:
        super().__init__()
        self.me = self
        weakref.finalize(self, lambda: deleted_on.append(threading.get_ident()))


def allocate_much() -> None:
    """Leave more rings behind than any threshold allows; what is freed at once would not count."""
    for _ in range(5_000):
        ring: list[object] = []
        ring.append(ring)


def test_only_the_gui_thread_collects(qapp: QApplication) -> None:
    """A thread that allocates a lot would otherwise delete the widget itself, and Qt aborts."""
    deleted_on: list[int] = []

    async def story() -> None:
        Knot(deleted_on)
        await asyncio.to_thread(allocate_much)
        assert not deleted_on
        for _ in range(400):
            if deleted_on:
                return
            allocate_much()
            await asyncio.sleep(0.02)

    was_on = gc.isenabled()
    with qt_loop(qapp) as loop:
        loop.run_until_complete(story())
    assert deleted_on == [threading.get_ident()]
    assert gc.isenabled() == was_on
