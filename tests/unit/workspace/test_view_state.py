"""How a view was left is on disk soon after it changed, whatever was being written at that moment."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from stello_desktop.domain.errors import StoreError, StoreErrorKind
from stello_desktop.workspace.view_state import ViewState


class Disk:
    """Takes values when it is let, and refuses them as often as it is told."""

    def __init__(self) -> None:
        self.written: dict[str, Any] = {}
        self.asked = asyncio.Event()
        self.let = asyncio.Event()
        self.changed = asyncio.Event()
        self.let.set()
        self.refusals = 0

    async def save(self, values: Mapping[str, Any]) -> None:
        self.asked.set()
        await self.let.wait()
        if self.refusals:
            self.refusals -= 1
            raise StoreError(StoreErrorKind.FULL)
        self.written |= values
        self.changed.set()

    async def has(self, expected: Mapping[str, Any]) -> None:
        async with asyncio.timeout(10):
            while self.written != expected:
                self.changed.clear()
                await self.changed.wait()


def test_what_changes_while_something_is_written_is_written_too_without_another_change() -> None:
    """It may be the only copy of what somebody typed (T-5)."""

    async def story() -> None:
        disk = Disk()
        view = ViewState({}, disk.save)
        disk.let.clear()
        view.put("typed", "Be")
        await disk.asked.wait()
        view.put("typed", "Be brief.")
        disk.let.set()
        await disk.has({"view.typed": "Be brief."})
        await view.flush()

    asyncio.run(story())


def test_what_the_disk_refused_is_written_with_the_next_change() -> None:
    async def story() -> None:
        disk = Disk()
        view = ViewState({}, disk.save)
        disk.refusals = 1
        view.put("typed", "Be brief.")
        await disk.asked.wait()
        view.put("zoom", 2)
        await disk.has({"view.typed": "Be brief.", "view.zoom": 2})
        await view.flush()

    asyncio.run(story())


def test_an_end_in_the_course_of_a_write_loses_nothing() -> None:
    """Reliability 1.1: whatever becomes of the write that is under way."""

    async def story() -> None:
        disk = Disk()
        view = ViewState({}, disk.save)
        disk.let.clear()
        view.put("typed", "Be brief.")
        await disk.asked.wait()
        ending = asyncio.create_task(view.flush())
        await asyncio.sleep(0)
        disk.let.set()
        await ending
        assert disk.written == {"view.typed": "Be brief."}

    asyncio.run(story())
