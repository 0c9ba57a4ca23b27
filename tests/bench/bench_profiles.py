"""A key in 20,000 characters of instructions: editor, mistakes, preview and pixels, on the GUI thread."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, cast, override

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QTextEdit, QWidget

from stello_desktop.app import make_application
from stello_desktop.domain.library import TemplateVariable
from stello_desktop.ui.profiles.page import ProfilesPage
from stello_desktop.ui.shell import Shell
from stello_desktop.ui.stall_probe import StallProbe
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

type Figure = tuple[float, str, float, float | None]

CHARS: Final = 20_000
KEYS: Final = 60
OPENINGS: Final = 8
BUDGET_MS: Final = 16.0
_REST_S: Final = 0.3

_LATIN: Final = "You advise students who want to study in {region}. Answer only for that place, and say so. "
_HAN: Final = "你为想在{region}学习的学生提供建议。只回答那个地方的问题；如果问题涉及其他地方，请说明。"


class _Painted(QObject):
    """Waits until all of these widgets have been painted anew, and all that came with it is done."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self._widgets = widgets
        self._left: set[QObject] = set(widgets)
        for widget in widgets:
            widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._left.discard(watched)
        return False

    def begin(self) -> None:
        self._left = set(self._widgets)

    async def wait(self) -> None:
        await until(lambda: not self._left, "it is painted")
        await asyncio.sleep(0)


def paragraphs(sentence: str, chars: int, length: int) -> str:
    """A text of whole paragraphs of about this length."""
    paragraph = (sentence * (length // len(sentence) + 1))[:length].rstrip()
    return "\n\n".join([paragraph] * max(1, chars // (length + 2)))[:chars]


def key_costs(text: str, home: Path) -> list[tuple[float, float]]:
    """CPU ms of the GUI thread for each key: from the key to the pixels of the preview, and the longest step of it."""
    costs: list[tuple[float, float]] = []

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await _open_page(shell, workspace)
        edit = page.editor.instructions
        edit.setFocus()
        cursor = edit.textCursor()
        cursor.setPosition(len(text) // 2)
        edit.setTextCursor(cursor)
        painted = _Painted(page.side.panel.composed.pieces[0].text_box.viewport(), edit.viewport())
        probe = StallProbe()
        for number in range(KEYS):
            await asyncio.sleep(0.03)
            painted.begin()
            probe.start()
            began = time.thread_time()
            QTest.keyClick(edit, Qt.Key.Key_X if number % 6 else Qt.Key.Key_Space)
            await painted.wait()
            whole_ms = (time.thread_time() - began) * 1000
            await asyncio.sleep(0.01)
            costs.append((whole_ms, probe.longest_cpu_ms))
            probe.stop()
            composed = page.side.panel.composed.text.replace("North America", "{region}")
            assert composed == edit.text, "the preview shows the key"

    run_in_window(home, story, size=(1440, 900), setting_up=partial(_plant, text=text))
    return costs


def opening_costs(text: str, home: Path) -> list[float]:
    """CPU ms of the longest step, each time that one comes from a short profile to the long one."""
    costs: list[float] = []

    async def story(shell: Shell, workspace: Workspace) -> None:
        page = await _open_page(shell, workspace)
        short, long = (workspace.profiles.named(name) for name in ("Beginner", "Regional expert"))
        assert short is not None
        assert long is not None
        probe = StallProbe()
        for _ in range(OPENINGS):
            page.open_profile(short.profile_id)
            await asyncio.sleep(_REST_S)
            probe.start()
            page.open_profile(long.profile_id)
            await asyncio.sleep(_REST_S)
            costs.append(probe.longest_cpu_ms)
            probe.stop()

    run_in_window(home, story, size=(1440, 900), setting_up=partial(_plant, text=text))
    return costs[1:]


async def _plant(workspace: Workspace, *, text: str) -> None:
    """A conversation, a profile with this text, and one with hardly any."""
    root = await workspace.create_project("A project")
    for number in range(40):
        await workspace.messages.add_note(root, f"note {number} " * 20)
    variable = TemplateVariable(name="region", example="North America")
    for name, instructions in (("Regional expert", text), ("Beginner", "You ask about {region}.")):
        profile = await workspace.profiles.create(name)
        await workspace.profiles.save(replace(profile, instructions=instructions, variables=(variable,)))


async def _open_page(shell: Shell, workspace: Workspace) -> ProfilesPage:
    """The page with the long profile, come to rest."""
    shell.go_to("profiles")
    page = shell.pages.profiles
    await until(lambda: page.filled, "the page is there")
    expert = workspace.profiles.named("Regional expert")
    assert expert is not None
    page.open_profile(expert.profile_id)
    await until(lambda: page.side.preview is not None, "the preview is there")
    await asyncio.sleep(1.5)
    return page


def naive_costs(text: str) -> list[float]:
    """CPU ms for each key in a plain field beside another that is given the whole text again: nothing else."""
    row = QWidget()
    columns = QHBoxLayout(row)
    edit, preview = QTextEdit(), QTextEdit()
    for box in (edit, preview):
        columns.addWidget(box)
    row.resize(1000, 500)
    row.show()
    edit.setPlainText(text)
    cursor = edit.textCursor()
    cursor.setPosition(len(text) // 2)
    edit.setTextCursor(cursor)
    costs: list[float] = []
    for number in range(KEYS):
        time.sleep(0.03)
        began = time.thread_time()
        QTest.keyClick(edit, Qt.Key.Key_X if number % 6 else Qt.Key.Key_Space)
        preview.setPlainText(edit.toPlainText().replace("{region}", "North America"))
        for box in (edit, preview):
            box.viewport().repaint()
        costs.append((time.thread_time() - began) * 1000)
    row.deleteLater()
    return costs


def measure(text: str, *, steps: bool = False) -> Figure:
    """The 95th percentile of all keys, of the whole or of their longest step of the loop."""
    cast("QApplication | None", QApplication.instance()) or make_application(["bench"])
    with tempfile.TemporaryDirectory() as home:
        costs = [cost[steps] for cost in key_costs(text, Path(home))]
    return _most(costs), "ms CPU a step" if steps else "ms CPU a key", BUDGET_MS, _most(naive_costs(text))


def _most(costs: list[float]) -> float:
    return sorted(costs)[len(costs) * 95 // 100]


def profile_key() -> Figure:
    """Paragraphs as people write them."""
    return measure(paragraphs(_LATIN, CHARS, 600))


def profile_key_han() -> Figure:
    """The same in Chinese."""
    return measure(paragraphs(_HAN, CHARS, 300))


def profile_key_paragraph() -> Figure:
    """All in one paragraph, whose lines Qt breaks anew as a whole, in the editor and then in the preview."""
    return measure(paragraphs(_LATIN, CHARS, CHARS))


def profile_key_paragraph_han() -> Figure:
    """The same in Chinese, where a line may break at each character."""
    return measure(paragraphs(_HAN, CHARS, CHARS))


def profile_key_plain() -> Figure:
    """One paragraph in which nothing stands out."""
    return measure(paragraphs("word ", CHARS, CHARS))


def profile_step_paragraph() -> Figure:
    """The longest step of a key in one paragraph: the preview follows in a step of its own."""
    return measure(paragraphs(_LATIN, CHARS, CHARS), steps=True)


def profile_step_paragraph_han() -> Figure:
    """The same in Chinese."""
    return measure(paragraphs(_HAN, CHARS, CHARS), steps=True)


def measure_opening(text: str) -> Figure:
    """The median of several times."""
    cast("QApplication | None", QApplication.instance()) or make_application(["bench"])
    with tempfile.TemporaryDirectory() as home:
        return statistics.median(opening_costs(text, Path(home))), "ms CPU a step", BUDGET_MS, None


BENCHES: dict[str, Callable[[], Figure]] = {
    "profile_key": profile_key,
    "profile_key_han": profile_key_han,
    "profile_key_paragraph": profile_key_paragraph,
    "profile_key_paragraph_han": profile_key_paragraph_han,
    "profile_key_plain": profile_key_plain,
    "profile_step_paragraph": profile_step_paragraph,
    "profile_step_paragraph_han": profile_step_paragraph_han,
    "profile_open": lambda: measure_opening(paragraphs(_LATIN, CHARS, 600)),
    "profile_open_han": lambda: measure_opening(paragraphs(_HAN, CHARS, 300)),
}
