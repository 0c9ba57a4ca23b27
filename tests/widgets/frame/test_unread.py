"""Answers that nobody has seen are counted, on the map, in the outline and in words (look: a filled dot with the count)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui import theme
from stello_desktop.ui.counted_dot import counted_dot, dot_size
from stello_desktop.ui.map import words
from stello_desktop.ui.map.stars import Mark
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until


def answering() -> ScriptedModel:
    return ScriptedModel(["an answer"], repeat_last=True, delay_s=0.005)


def spoken(shell: Shell, session_id: SessionId) -> str:
    index = shell.outline.tree.model().index_of(session_id)  # type: ignore[attr-defined]
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


def test_what_arrives_while_the_person_looks_is_seen_also_after_a_restart(
    qapp: QApplication, tmp_path: Path
) -> None:
    """The dot does not come back on the conversation that was open."""
    talks: list[SessionId] = []

    async def before(shell: Shell, workspace: Workspace) -> None:
        await until(lambda: shell.chat.conversation.is_loaded, "the conversation")
        talks.append(shell.chat.session_id)  # type: ignore[arg-type]
        # The clock of the messages need not tick just when an answer ends.
        end = workspace.feed.subscribe(lambda _changes: shell.chat.conversation.rest())
        for number in range(3):
            shell.chat.composer.set_text(f"question {number}")
            shell.chat.composer.field.submitted.emit()
            turn = workspace.rounds.live_turn(talks[0])
            assert turn is not None
            await turn.wait()
        await until(lambda: workspace.topology[talks[0]].message_count == 6, "all answers")
        await until(lambda: workspace.topology[talks[0]].unread == 0, "they are seen")
        end()

    async def after(shell: Shell, workspace: Workspace) -> None:
        assert workspace.topology[talks[0]].unread == 0

    async def plant(workspace: Workspace) -> None:
        await workspace.create_project("Launch")

    run_in_window(tmp_path, before, model=answering(), setting_up=plant)
    run_in_window(tmp_path, after, model=answering())


def test_answers_elsewhere_are_counted_until_somebody_goes_there(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        first = await workspace.create_project("Here")
        second = await workspace.create_project("Other")
        shell._choose(first)
        await until(lambda: shell.chat.session_id == first and shell.chat.conversation.is_loaded, "here")
        for _ in range(2):
            await workspace.rounds.start(second, "hello").wait()
        assert workspace.topology[second].unread == 2
        assert spoken(shell, second).startswith("Other, 2 unread answer")
        shell._choose(second)
        await until(lambda: workspace.topology[second].unread == 0, "seen")
        assert spoken(shell, second) == "Other"

    run_in_window(tmp_path, story, model=answering())


def test_a_conversation_behind_another_page_is_not_seen(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        first = await workspace.create_project("Here")
        shell._choose(first)
        await until(lambda: shell.chat.session_id == first and shell.chat.conversation.is_loaded, "here")
        shell.go_to("settings")
        await workspace.rounds.start(first, "hello").wait()
        await asyncio.sleep(0.1)
        assert workspace.topology[first].unread == 1
        shell.go_to("map")
        await until(lambda: workspace.topology[first].unread == 0, "seen")

    run_in_window(tmp_path, story, model=answering())


def test_behind_what_the_conversation_is_told_nothing_is_seen(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        first = await workspace.create_project("Here")
        shell._choose(first)
        await until(lambda: shell.chat.session_id == first and shell.chat.conversation.is_loaded, "here")
        shell.actions["inspect"].trigger()
        await until(lambda: shell.chat.findChild(QWidget, "inspectorSheet") is not None, "the sheet")
        await workspace.rounds.start(first, "hello").wait()
        await asyncio.sleep(0.1)
        assert workspace.topology[first].unread == 1
        shell.chat.lay_over(None)
        await until(lambda: workspace.topology[first].unread == 0, "seen")

    run_in_window(tmp_path, story, model=answering())


def test_the_map_says_how_many_in_words() -> None:
    assert words.states(int(Mark.UNREAD), live=False, unread=1) == ["1 unread answer"]
    assert words.states(int(Mark.UNREAD), live=False, unread=12) == ["12 unread answers"]
    assert words.states(0, live=False, unread=0) == []


@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_dot_has_its_count_in_it_at_every_text_size(qapp: QApplication, name: theme.ThemeName) -> None:
    for scale in (1.0, 1.5):
        now = theme.load(name, scale)
        theme.apply(qapp, now)
        widths = [dot_size(now, count)[0] for count in (1, 9, 10, 99)]
        assert widths[0] <= widths[2] == widths[3]  # 9+ for all of them
        pictures = []
        for count in (1, 7, 42):
            picture = QImage(60, 40, QImage.Format.Format_RGB32)
            picture.fill(now.color("ground"))
            painter = QPainter(picture)
            counted_dot(painter, now, QPointF(30, 20), count)
            painter.end()
            pictures.append(bytes(picture.constBits()))
        assert len(set(pictures)) == 3
    theme.apply(qapp, theme.load("light"))
