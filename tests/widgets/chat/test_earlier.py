"""The line where a conversation is summarised, and the meter at the composer (C-5 to C-7)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QTextEdit, QWidget

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.llm.scripted import ScriptedModel, text_reply
from stello_desktop.ui import errors
from stello_desktop.ui.chat.entries import EntryKind
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until

type Tell = Callable[..., None]

LIMIT = 4_000
LONG = "word " * 320
SUMMARY = "They talked about words, and chose the mill."


def speaks(*, failing: bool = False) -> ScriptedModel:
    def reply(request: ModelRequest) -> object:
        if "You shorten conversations" in request.messages[0].content:
            return ProviderError(ProviderErrorKind.SERVER, "503") if failing else text_reply(SUMMARY)
        return text_reply(LONG)

    return ScriptedModel([reply], repeat_last=True, context_tokens=LIMIT)  # type: ignore[list-item]


async def talk(workspace: Workspace, session_id: SessionId, rounds: int = 5) -> None:
    for number in range(rounds):
        await workspace.rounds.start(session_id, f"{number} {LONG}").wait()


def kinds(panel: ChatPanel) -> list[EntryKind]:
    return [entry.kind for entry in panel.canvas.entries]


def there[W: QWidget](panel: ChatPanel, kind: type[W], name: str) -> W:
    found = panel.findChild(kind, name)
    assert isinstance(found, kind), name
    return found


async def brought_into_view(panel: ChatPanel) -> QWidget:
    """Scroll to the line, so that its widget is made."""
    await until(lambda: EntryKind.EARLIER in kinds(panel), "the line is there")
    panel.canvas.go_to_entry(kinds(panel).index(EntryKind.EARLIER))
    await until(lambda: panel.findChild(QWidget, "earlierLine") is not None, "it is in view")
    return there(panel, QWidget, "earlierLine")


def press(panel: ChatPanel, name: str) -> None:
    """With the keyboard alone."""
    made = there(panel, QAbstractButton, name)
    made.setFocus()
    QTest.keyClick(made, Qt.Key.Key_Return)


def test_the_line_stands_at_the_cut_and_opens_to_the_summary(tell: Tell) -> None:
    """C-7: above it what is summarised, below it what is sent word for word; a screen reader hears the same."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await talk(workspace, session_id)
        part = await workspace.sending.earlier_part(
            session_id, await workspace.messages.list_records(session_id)
        )
        assert part is not None
        line = await brought_into_view(panel)
        assert kinds(panel).index(EntryKind.EARLIER) == part.covered
        words = f"Earlier part summarised: {part.covered} message(s)"
        assert line.accessibleName() == words
        interface = QAccessible.queryAccessibleInterface(panel.canvas)
        spoken = interface.child(part.covered).text(QAccessible.Text.Name)
        assert spoken == words
        text = there(panel, QTextEdit, "earlierText")
        assert not text.isVisible()
        press(panel, "earlierFold")
        assert text.isVisible()
        assert text.toPlainText() == SUMMARY
        assert "Written by the model" in there(panel, QLabel, "earlierNote").text()

    tell(story, speaks())


def test_the_summary_is_edited_in_a_dialog(tell: Tell) -> None:
    """C-7, K-4: what is typed stands there then, as one's own words."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await talk(workspace, session_id)
        await brought_into_view(panel)
        press(panel, "earlierFold")
        press(panel, "earlierEdit")
        (dialog,) = [
            widget
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, QDialog) and widget.isVisible()
        ]
        box, save = (
            dialog.findChild(QTextEdit, "earlierBox"),
            dialog.findChild(QAbstractButton, "earlierSave"),
        )
        assert box is not None
        assert save is not None
        assert box.toPlainText() == SUMMARY
        box.setPlainText(" ")
        assert not save.isEnabled()
        box.setPlainText("We chose the mill.")
        save.click()

        def said() -> bool:
            note = panel.findChild(QLabel, "earlierNote")
            return isinstance(note, QLabel) and "In your words" in note.text()

        await until(said, "the line says it")
        press(panel, "earlierFold")
        assert there(panel, QTextEdit, "earlierText").toPlainText() == "We chose the mill."
        assert "We chose the mill." in "".join(
            part.text for part in (await workspace.sending.next_request(session_id, "And?")).parts
        )

    tell(story, speaks())


def test_removing_it_sends_everything_and_can_be_taken_back(tell: Tell) -> None:
    """C-7: the toast has what brings it back."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await talk(workspace, session_id)
        await brought_into_view(panel)
        told: list[tuple[str, Callable[[], object]]] = []
        panel.news.connect(lambda words, undo: told.append((words, undo)))
        press(panel, "earlierFold")
        press(panel, "earlierRemove")
        await until(lambda: EntryKind.EARLIER not in kinds(panel), "the line is gone")
        await until(lambda: bool(told), "it is told")
        told[0][1]()
        await until(lambda: EntryKind.EARLIER in kinds(panel), "the line is back")

    tell(story, speaks())


def test_what_could_not_be_summarised_says_why_and_can_be_tried_again(tell: Tell) -> None:
    """C-7: told at the composer, and by the line itself, with the name of the service; nothing of it is lost."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await talk(workspace, session_id, 4)
        panel.composer.set_text(f"5 {LONG}")
        panel.composer.submitted.emit(panel.composer.text)
        notice = there(panel, QLabel, "composerNotice")
        await until(lambda: "left out" in notice.text(), "it is told where the person looks")
        line = await brought_into_view(panel)
        assert "not sent any more" in line.accessibleName()
        assert "Uni helper has a problem" in there(panel, QLabel, "earlierNote").text()
        press(panel, "earlierSummarise")
        await until(lambda: "Uni helper has a problem" in notice.text(), "it failed again, in words")

    errors.service_names.use(lambda service: "Uni helper" if service in {"scripted", "practice"} else "")
    try:
        tell(story, speaks(failing=True))
    finally:
        errors.service_names.use(None)


class _Held:
    """Answers; a summary it gives only when it is let."""

    ref: ClassVar = ModelRef(ServiceId("held"), "held")
    context_tokens: int | None = LIMIT
    supports_tools: bool | None = True

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.fails = False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        if "You shorten conversations" in request.messages[0].content:
            if self.fails:
                raise ProviderError(ProviderErrorKind.SERVER, "503")
            await self.go_on.wait()
        yield TextDelta(LONG)
        yield StreamEnd(EndReason.COMPLETE)


def test_while_it_is_summarised_the_chat_says_so_and_stop_ends_it(tell: Tell) -> None:
    """C-7, R-9."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await talk(workspace, session_id, 4)
        panel.composer.submitted.emit(f"5 {LONG}")

        def words() -> list[str]:
            labels = panel.findChildren(QLabel, "waitingText")
            return [label.text() for label in labels if label.isVisible()]

        await until(lambda: words() == ["Summarising the earlier part…"], "it says what it does")
        await until(lambda: words() == ["Summarising the earlier part… 2 s"], "and how long it takes")
        there(panel, QAbstractButton, "composerStop").click()
        turn = workspace.rounds.live_turn(session_id)
        assert turn is not None
        await until(lambda: turn.ended, "it has stopped")
        assert turn.state == "stopped"

    tell(story, _Held())


def test_a_summary_that_was_asked_for_says_how_long_it_takes(tell: Tell) -> None:
    """C-7: above the composer, and again for who comes back; a line that was closed stays closed."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        other = await workspace.create_project("Other")
        model.fails = True
        await talk(workspace, session_id, 5)
        model.fails = False
        await brought_into_view(panel)
        notice = there(panel, QLabel, "composerNotice")
        await until(lambda: "left out" in notice.text(), "what happened is told")
        press(panel, "earlierSummarise")
        await until(lambda: notice.text() == "Summarising the earlier part… 2 s", "the time is told")
        panel.show_session(other)
        assert not notice.isVisible()
        panel.show_session(session_id)
        assert notice.text().startswith("Summarising the earlier part… ")
        assert int(notice.text().split()[-2]) >= 2
        there(panel, QAbstractButton, "composerNoticeAction").click()
        assert not notice.isVisible()
        model.go_on.set()

        async def made() -> bool:
            records = await workspace.messages.list_records(session_id)
            part = await workspace.sending.earlier_part(session_id, records)
            return part is not None and not part.left_out

        while not await made():
            assert not notice.isVisible()
            await asyncio.sleep(0.05)

    model = _Held()
    tell(story, model)


def test_the_meter_is_seen_from_seventy_percent_on_and_counts_what_is_typed(tell: Tell) -> None:
    """C-6: nothing below; words and a click to *What is sent?* above."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await talk(workspace, session_id, 2)
        meter = panel.meter
        await until(lambda: meter.size_known is not None and meter.share > 0.3, "it is measured")
        assert not meter.isVisible()
        panel.composer.set_text(LONG * 3)
        await until(meter.isVisible, "the draft fills it")
        assert 0.7 <= meter.share < 0.95
        assert meter.button.text() == f"{round(meter.share * 100)} %"
        words = meter.button.accessibleName()
        assert f"{LIMIT:,}" in words
        assert ("summarised before it leaves" in words) == (meter.share >= 0.8)
        asked: list[bool] = []
        panel.sent_requested.connect(lambda: asked.append(True))
        meter.button.setFocus()
        QTest.keyClick(meter.button, Qt.Key.Key_Return)
        assert asked == [True]
        panel.composer.set_text("")
        await until(lambda: not meter.isVisible(), "it goes with the draft")

    tell(story, speaks())


def test_where_nobody_knows_how_much_is_read_there_is_no_meter(tell: Tell) -> None:
    """C-6."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await until(lambda: panel.meter.size_known is not None, "it was asked")
        panel.composer.set_text(LONG * 30)
        await asyncio.sleep(0.3)
        assert not panel.meter.isVisible()

    tell(story, ScriptedModel(["Yes."], repeat_last=True))
