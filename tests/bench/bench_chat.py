"""The conversation: one update of a long answer, opening a long history, and from a chunk to its pixels."""

from __future__ import annotations

import asyncio
import gc
import statistics
import tempfile
import time
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from typing import override

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextBrowser

from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record, Role
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.rooms import import_the_rest
from stello_desktop.ui import theme
from stello_desktop.ui.chat import code
from stello_desktop.ui.chat.canvas import TranscriptCanvas
from stello_desktop.ui.chat.composer import Composer
from stello_desktop.ui.chat.entries import Ending, Entry, EntryKind, entries_of
from stello_desktop.ui.chat.growing import GrowingText
from stello_desktop.ui.chat.panel import ChatPanel
from tests.helpers.windows import run_in_loop
from tests.helpers.workspaces import open_workspace

PARTS = (
    "## Section {n}: how it works\n\n",
    "A paragraph with **bold**, *italic*, `inline code`, a [link](https://example.com/{n}) and some 中文内容，以及更多文字。 "
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore.\n\n",
    "- first item with `code`\n- second item\n  - nested one\n  - nested two\n- third **item**\n\n",
    "```python\ndef f{n}(x: int) -> list[int]:\n    # comment\n    return [i * {n} for i in range(x)]\n```\n\n",
    "| col a | col b | col c |\n|---|---|---|\n| 1 | two | three |\n| 4 | five | six |\n\n",
    "> a quote that goes on for a while, number {n}\n\n",
    "1. step one\n2. step two\n3. step three\n\nAnother plain paragraph of ordinary prose, which is what most of an "
    "answer is made of; it goes on long enough to wrap over several lines in a column of this width.\n\n",
)


def prose(chars: int) -> str:
    """Mixed Markdown of a length."""
    made: list[str] = []
    size = number = 0
    while size < chars:
        part = PARTS[number % len(PARTS)].replace("{n}", str(number))
        made.append(part)
        size, number = size + len(part), number + 1
    return "".join(made)[:chars]


def _app() -> QApplication:
    """As the program is once its store is open: everything imported, and kept out of the collector's rounds."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.apply(app, theme.load("dark"))
    import_the_rest()
    gc.freeze()
    return app


def _median_ms(work: Callable[[], object], times: int) -> float:
    spent: list[float] = []
    for _ in range(times):
        began = time.thread_time()
        work()
        spent.append((time.thread_time() - began) * 1000)
    return statistics.median(spent)


def _canvas() -> TranscriptCanvas:
    canvas = TranscriptCanvas(lambda _entry: [])
    canvas.resize(800, 700)
    canvas.show()
    QTest.qWaitForWindowExposed(canvas)
    return canvas


def update_at_100k() -> tuple[float, str, float, float | None]:
    """Four more characters of an answer that has 100,000, laid out and painted."""
    _app()
    text = prose(100_000)
    canvas = _canvas()
    entry = Entry(("live",), EntryKind.ANSWER, "", ending=Ending.GROWING)
    canvas.set_entries([entry])
    laid = canvas.transcript.items[0]
    laid.growing = GrowingText()
    for start in range(0, len(text), 2_000):
        laid.growing.push(text[start : start + 2_000])
    laid.growing.push("\n\nAnd now the last ")
    canvas.refresh_entry(laid)

    def update() -> None:
        assert laid.growing is not None
        laid.growing.push("word ")
        canvas.refresh_entry(laid)
        canvas.viewport().repaint()

    value = _median_ms(update, 25)
    canvas.close()
    return value, "ms", 5.0, _naive_update(text)


def _naive_update(text: str) -> float:
    browser = QTextBrowser()
    browser.resize(800, 700)
    browser.show()
    QTest.qWaitForWindowExposed(browser)
    shown = text

    def update() -> None:
        nonlocal shown
        shown += "word"
        browser.setMarkdown(shown)
        browser.verticalScrollBar().setValue(browser.verticalScrollBar().maximum())
        browser.viewport().repaint()

    value = _median_ms(update, 3)
    browser.close()
    return value


def _history(count: int) -> list[Record]:
    texts = [prose(200 + (number * 7_919) % 1_100) for number in range(count)]
    return [
        Record(
            role=Role.ASSISTANT if number % 2 else Role.USER,
            content=text,
            record_id=RecordId(number + 1),
            session_id=SessionId("s"),
            round_no=number // 2 + 1,
            version=1,
            created_at=0.0,
        )
        for number, text in enumerate(texts)
    ]


def open_10k() -> tuple[float, str, float, float | None]:
    """Ten thousand messages from records to the first frame, at their end."""
    _app()
    records = _history(10_000)
    canvas = _canvas()

    def show() -> None:
        canvas.set_entries([])
        canvas.set_entries(entries_of(records))
        canvas.scroll_to_end()
        canvas.viewport().repaint()

    show()
    value = _median_ms(show, 5)
    canvas.close()
    # Qt needs 20 s for all of them in one document; a twentieth of them, twenty times, is kinder.
    document = QTextDocument()
    naive = 20 * _median_ms(lambda: _naive_open(document, records[:500]), 1)
    return value, "ms", 80.0, naive


def _naive_open(document: QTextDocument, records: list[Record]) -> None:
    document.setMarkdown("\n\n---\n\n".join(record.content for record in records))
    document.setTextWidth(760)
    document.size()


def scroll_10k() -> tuple[float, str, float, float | None]:
    """One wheel step in ten thousand messages, laid out and painted."""
    _app()
    canvas = _canvas()
    canvas.set_entries(entries_of(_history(10_000)))
    canvas.scroll_to_end()
    bar = canvas.verticalScrollBar()

    def step() -> None:
        bar.setValue(bar.value() - 120)
        canvas.viewport().repaint()

    value = _median_ms(step, 120)
    canvas.close()
    return value, "ms", 8.0, None


def fences_in_a_list() -> tuple[float, str, float, float | None]:
    """A list with four hundred blocks of code, from its text to the first frame (row 73)."""
    _app()
    canvas = _canvas()
    numbers = iter(range(100))

    def show() -> None:
        text = "\n".join(f"- item {n}\n\n  ```python\n  x = {n}\n  ```\n" for n in range(400))
        canvas.set_entries([Entry((next(numbers),), EntryKind.ANSWER, text)])
        canvas.scroll_to_end()
        canvas.viewport().repaint()

    show()
    value = _median_ms(show, 5)
    canvas.close()
    return value, "ms", 25.0, None


def first_code() -> tuple[float, str, float, float | None]:
    """The first block of code since the program began, in its first frame; beside it a language nobody prepared."""
    _app()
    code.prewarm()
    canvas = _canvas()

    def show(language: str) -> float:
        began = time.thread_time()
        text = f"```{language}\nlet x = 1\n```\n"
        canvas.set_entries([Entry((language,), EntryKind.ANSWER, text)])
        canvas.viewport().repaint()
        return (time.thread_time() - began) * 1000

    show("text")
    value, naive = show("python"), show("perl6")
    canvas.close()
    return value, "ms", 16.0, naive


def composer_paragraph() -> tuple[float, str, float, float | None]:
    """Sixty thousand characters without a line break put into the message that is written, with their first frame."""
    _app()
    found: list[float] = []
    for _ in range(6):
        composer = Composer()
        composer.resize(700, 400)
        composer.show()
        QTest.qWait(20)
        began = time.thread_time()
        composer.quote(("A sentence that goes on and on. " * 2_000)[:60_000])
        composer.field.viewport().repaint()
        found.append((time.thread_time() - began) * 1000)
        composer.close()
    return statistics.median(found[1:]), "ms", 16.0, None


class PixelWatch(QObject):
    """Notes when each length of an answer was first painted.

    Attributes:
        painted: (characters shown, time of the frame), growing.
    """

    def __init__(self, panel: ChatPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self.painted: list[tuple[int, float]] = []
        panel.canvas.viewport().installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._panel.canvas.entries:
            self.painted.append((len(self._panel.canvas.entries[-1].text), time.perf_counter()))
        return False

    def delays_ms(self, arrivals: list[tuple[int, float]]) -> list[float]:
        """For each arrival (characters so far, its time) how long until a frame showed it."""
        lengths: list[int] = []
        times: list[float] = []
        for length, moment in self.painted:
            if not lengths or length > lengths[-1]:
                lengths.append(length)
                times.append(moment)
        found: list[float] = []
        for length, moment in arrivals:
            index = bisect_left(lengths, length)
            if index < len(times) and times[index] >= moment:
                found.append((times[index] - moment) * 1000)
        return found


async def measure_chunk_to_pixel(seconds: float = 3.0, chunks_a_second: int = 500) -> list[float]:
    """Delays of an answer that comes with four characters a chunk, through the real workspace."""
    count = int(seconds * chunks_a_second)
    text = prose(count * 4)
    chunks = [TextDelta(text[start : start + 4]) for start in range(0, len(text), 4)]
    model = ScriptedModel([[*chunks, StreamEnd(EndReason.COMPLETE)]], delay_s=1 / chunks_a_second)
    with tempfile.TemporaryDirectory() as home:
        async with open_workspace(Path(home) / "store", model) as workspace:
            session_id = await workspace.create_project("Bench")
            panel = ChatPanel(workspace)
            panel.resize(480, 800)
            panel.show()
            panel.show_session(session_id)
            await asyncio.sleep(0.1)
            watch = PixelWatch(panel)
            turn = workspace.rounds.start(session_id, "go")
            arrivals = await _arrivals(
                turn, lambda: panel.conversation.session_id == session_id, watch, panel
            )
            await panel.aclose()
            panel.close()
            panel.deleteLater()
    return watch.delays_ms(arrivals)


async def _arrivals(
    turn: object, alive: Callable[[], bool], watch: PixelWatch, panel: ChatPanel
) -> list[tuple[int, float]]:
    from stello_desktop.ui.chat.conversation import Kind  # noqa: PLC0415
    from stello_desktop.workspace.turns import LiveTurn  # noqa: PLC0415

    assert isinstance(turn, LiveTurn)
    arrivals: list[tuple[int, float]] = []
    total = 0

    class Noting(list):  # type: ignore[type-arg]
        @override
        def append(self, event: object, /) -> None:
            nonlocal total
            super().append(event)
            if isinstance(event, TextDelta):
                total += len(event.text)
                arrivals.append((total, time.perf_counter()))

    turn.events = Noting(turn.events)
    panel.conversation.follow(turn, Kind.SEND)
    await turn.wait()
    return arrivals


def chunk_to_pixel() -> tuple[float, str, float, float | None]:
    """From a chunk's arrival in the running turn to the frame that shows it, 95th percentile."""
    _app()
    delays = sorted(run_in_loop(measure_chunk_to_pixel))
    return delays[int(len(delays) * 0.95)], "ms p95 wall", 50.0, None


BENCHES = {
    "chat_update_100k": update_at_100k,
    "chat_open_10k": open_10k,
    "chat_scroll_10k": scroll_10k,
    "chat_fences_400": fences_in_a_list,
    "chat_first_code": first_code,
    "composer_paragraph_60k": composer_paragraph,
    "chunk_to_pixel": chunk_to_pixel,
}
