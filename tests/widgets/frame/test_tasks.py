from __future__ import annotations

import asyncio
import logging

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.errors import InvalidLabel
from stello_desktop.ui import tasks
from tests.helpers.windows import run_in_loop


class Place(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.shown: list[BaseException] = []

    def show_failure(self, error: BaseException) -> None:
        self.shown.append(error)


async def fail() -> None:
    raise InvalidLabel


def test_a_failure_reaches_the_log_and_the_nearest_place_that_can_show_it(
    qapp: QApplication, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        place = Place()
        owner = QObject(QWidget(place))
        task = tasks.start(fail(), owner)
        await asyncio.wait([task])
        await asyncio.sleep(0)
        assert [type(error) for error in place.shown] == [InvalidLabel]
        place.deleteLater()

    with caplog.at_level(logging.WARNING):
        run_in_loop(story)
    assert "QObject failed: invalid_label" in caplog.text


def test_where_nobody_would_see_it_the_place_above_shows_it_and_at_last_any_window(
    qapp: QApplication,
) -> None:
    """No failure is in the log alone."""

    class Hidden(QWidget):
        def show_failure(self, error: BaseException) -> bool:
            return False

    async def story() -> None:
        above = Place()
        hidden = Hidden(above)
        tasks.report(InvalidLabel(), hidden)
        assert [type(error) for error in above.shown] == [InvalidLabel]
        tasks.report(InvalidLabel(), QObject())
        assert len(above.shown) == 1, "a window that is not shown shows nothing"
        above.show()
        tasks.report(InvalidLabel(), QObject())
        assert len(above.shown) == 2
        above.close()
        above.deleteLater()

    run_in_loop(story)


def test_a_task_ends_with_its_owner(qapp: QApplication) -> None:
    async def story() -> None:
        owner = QObject()
        task = tasks.start(asyncio.sleep(60), owner)
        await asyncio.sleep(0)
        owner.deleteLater()
        await asyncio.wait([task], timeout=2)
        assert task.cancelled()
        assert task not in tasks.running()

    run_in_loop(story)


def test_the_owner_outlives_its_task_quietly(qapp: QApplication) -> None:
    async def story() -> None:
        place = Place()
        assert await tasks.start(asyncio.sleep(0, "done"), place) == "done"
        await asyncio.sleep(0)
        assert place.shown == []
        place.deleteLater()
        await asyncio.sleep(0.02)

    run_in_loop(story)


def test_ending_all_waits_for_cleaning_up(qapp: QApplication) -> None:
    cleaned: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            cleaned.append("clean")

    async def story() -> None:
        owner = QObject()
        tasks.start(work(), owner)
        await asyncio.sleep(0.01)
        await tasks.end_all()
        assert tasks.running() == ()

    run_in_loop(story)
    assert cleaned == ["clean"]
