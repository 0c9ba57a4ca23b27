"""What the rest of the window shows of summaries and reminders (C-1, C-4, D-1, K-2)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from stello_desktop.ui.insights import offer
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until
from tests.widgets.insights.driving import Place, at_branch, click, seen, words


async def unasked(workspace: Workspace) -> None:
    """As after the first start: nobody was asked about summaries."""
    assert workspace.settings.asks_about_memory


def test_a_near_card_shows_the_summary_else_the_last_line(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        sky, memory = place.shell.sky, place.workspace.memory
        previews = sky.view.picture
        sky.previews_wanted.emit((place.branch,))
        await until(lambda: place.branch in previews.previews, "the preview")
        assert previews.previews[place.branch].last_line == "We charge 12 €"
        await memory.write_digest(place.branch, "Twelve euros.\nSettled.")
        await until(lambda: place.branch not in previews.previews, "forgotten")
        sky.previews_wanted.emit((place.branch,))
        await until(lambda: place.branch in previews.previews)
        assert previews.previews[place.branch].last_line == "Twelve euros. Settled."

    at_branch(tmp_path, story)


def test_the_inspector_shows_what_others_know_and_that_it_is_never_sent(tmp_path: Path) -> None:
    """C-1, K-2: the summary, the pinned overview, the reminders that wait; a click leads to *Insights*."""

    async def story(place: Place) -> None:
        memory = place.workspace.memory
        await memory.write_digest(place.project, "The launch in two lines")
        await memory.write_synthesis(place.project, "All of it together")
        await memory.pin_synthesis(place.project, place.project)
        await memory.add_insight(place.project, "Mind the tax")
        place.shell.sky.selected.emit(place.project)
        chat = place.shell.chat
        QTest.keyClick(place.shell.window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: seen(chat, "inspectMemoryText"), "the summary")
        assert words(chat, "inspectMemoryText") == "The launch in two lines"
        assert words(chat, "inspectMemoryLine").startswith("Summary, never sent here")
        assert words(chat, "inspectPinnedText") == "All of it together"
        assert seen(chat, "inspectMemoryWaiting")
        sent = (await place.workspace.sending.next_request(place.project, "And now?")).parts
        assert "The launch in two lines" not in "".join(part.text for part in sent)
        click(chat, "inspectMemoryGo")
        page = place.shell.pages.insights
        await until(lambda: page.filled and page.digest.session_id == place.project, "its summary")

    at_branch(tmp_path, story)


def test_a_switch_to_another_conversation_asks_for_a_summary_where_that_was_chosen(tmp_path: Path) -> None:
    """D-1: *When I leave a conversation*."""

    async def story(place: Place) -> None:
        await place.workspace.making.choose_schedule("on_switch")
        place.shell.sky.selected.emit(place.project)
        place.shell.sky.selected.emit(place.branch)
        place.shell.sky.selected.emit(place.project)
        for _ in range(200):  # several steps of the loop lie between the switch and the summary
            if await place.workspace.memory.digest(place.branch) is not None:
                break
            await asyncio.sleep(0.02)
        digest = await place.workspace.memory.digest(place.branch)
        assert digest is not None

    model = at_branch(tmp_path, story)
    assert len(model.requests) >= 2


def test_the_one_question_comes_quietly_after_an_answer_and_never_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D-1: it leads to the choice, and whoever was asked is not asked again."""
    monkeypatch.setattr(offer, "QUIET_MS", 30)

    async def story(place: Place) -> None:
        toast = place.shell.window.toast
        place.shell.opened(place.workspace.open())
        await place.workspace.rounds.start(place.branch, "And in winter?").wait()
        await until(lambda: "summarised as you go" in toast.words, "the question")
        await until(lambda: not place.workspace.settings.asks_about_memory, "asked")
        for covered in ("profiles", "settings"):
            place.shell.go_to(covered)
            assert toast.words == "", "it covers no form"
        place.shell.go_to("map")
        assert "summarised as you go" in toast.words, "and is still to be answered"
        click(place.shell.window, "toastAction")
        page = place.shell.pages.insights
        await until(lambda: page.filled and seen(page, "memorySchedule"), "the choice")

    at_branch(tmp_path, story, setting_up=unasked)
