from __future__ import annotations

import asyncio
import time

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from stello_desktop.ui.stall_probe import StallProbe, probe_from_environment
from tests.helpers.windows import run_in_loop


def test_a_stall_is_noted_with_its_length_and_its_cpu(qapp: QApplication) -> None:
    async def story() -> None:
        probe = StallProbe()
        probe.start()
        await asyncio.sleep(0.05)
        ends, computed = time.perf_counter() + 0.06, time.thread_time() + 0.03
        while time.perf_counter() < ends or time.thread_time() < computed:
            pass  # a busy machine gives this thread less than all of the time
        await asyncio.sleep(0.05)
        probe.stop()
        longest = max(probe.gaps, key=lambda gap: gap.wall_ms)
        assert longest.wall_ms >= 55
        assert longest.cpu_ms >= 20
        assert probe.longest_ms >= 55

    run_in_loop(story)


def test_the_stack_says_what_the_thread_was_doing(qapp: QApplication) -> None:
    def linger_here() -> None:
        ends = time.perf_counter() + 0.4
        while time.perf_counter() < ends:
            pass

    async def story() -> None:
        probe = StallProbe(stacks=True)
        probe.start()
        await asyncio.sleep(0.03)
        linger_here()
        await asyncio.sleep(0.03)
        probe.stop()
        assert any("linger_here" in gap.stack for gap in probe.gaps)

    run_in_loop(story)


def test_without_the_switch_there_is_no_probe(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STELLO_STALL_PROBE", raising=False)
    assert probe_from_environment(QObject()) is None


def test_the_switch_starts_one(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLO_STALL_PROBE", "1")
    parent = QObject()
    probe = probe_from_environment(parent)
    assert probe is not None
    probe.stop()
