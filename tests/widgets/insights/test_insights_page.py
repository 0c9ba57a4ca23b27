"""The place *Insights*, with keys and mouse (C-4, D-1 to D-4, K-1 to K-4, M-10)."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from stello_desktop.domain.commands import Delete
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import InsightState
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.topology import Topology
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.ui.insights.list_panel import InsightListView
from stello_desktop.ui.insights.page import InsightsPage
from stello_desktop.ui.insights.rows import InsightRows, Row, RowKind
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.answering import PRACTICE_SERVICE
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.big_store import plant_summaries
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.insights.driving import Place, at_branch, box, click, focused_name, seen, words

SUMMARY = "Twelve euros a month it is."
OVERVIEW = (
    '{"synthesis": "The launch hangs on the price.", "insights": [{"id": "c2", "text": "Mind the price"}]}'
)


def answer(request: ModelRequest) -> str:
    """A conversation's answer, a summary, or a reflection, as it is asked for."""
    asked = "".join(message.content for message in request.messages)
    if "synthesis" in asked:
        return OVERVIEW
    return SUMMARY if len(request.messages) > 1 and "ummar" in asked else "We charge 12 €"


async def at_insights(place: Place) -> InsightsPage:
    """The page is open, by its key."""
    QTest.keyClick(place.shell.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    page = place.shell.pages.insights
    await until(lambda: page.filled and page.listing.view.hasFocus(), "the list has the focus")
    await until(lambda: page.listing.rows.known.digests is not None, "it was read")
    return page


async def choose(page: InsightsPage, key: str) -> None:
    index = page.listing.rows.index_of(key)
    assert index.isValid(), key
    area = page.listing.view.visualRect(index)
    QTest.mouseClick(
        page.listing.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, area.center()
    )
    await asyncio.sleep(0)


def listed(page: InsightsPage) -> list[str]:
    rows = page.listing.rows
    return [str(rows.data(rows.index(number))) for number in range(rows.rowCount())]


def spoken(page: InsightsPage, key: str) -> str:
    rows = page.listing.rows
    return str(rows.data(rows.index_of(key), Qt.ItemDataRole.AccessibleTextRole))


def _lists(page: InsightsPage, names: list[str]) -> bool:
    return listed(page)[3:] == names


def test_the_list_has_what_was_said_and_a_conversation_is_summarised_now(tmp_path: Path) -> None:
    """K-1, D-1, D-4: one click, one request to its own service; then there is nothing to do unless it is poor."""

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await until(lambda: len(listed(page)) == 4, "the rows")
        assert listed(page) == ["Overview", "Reminders", "Summaries", "Pricing"]
        assert "no summary yet" in spoken(page, place.branch)
        await choose(page, place.branch)
        assert words(page, "digestMake") == "Summarise now"
        click(page, "digestMake")
        await until(
            lambda: seen(page, "digestText") and box(page, "digestText").text == SUMMARY, "it is there"
        )
        await until(lambda: words(page, "digestMake") == "Make it again", "there is nothing to do")
        assert words(page, "digestCost").startswith("Nothing was said since.")
        assert words(page, "digestCost").endswith(
            "One request to Own · Own-model, which answers in this conversation."
        )
        await until(lambda: SUMMARY in spoken(page, place.branch), "it is in the list")
        better.append(True)
        click(page, "digestMake")
        await until(lambda: box(page, "digestText").text == "Better.", "it is made again")
        assert [item.text for item in await place.workspace.memory.digest_versions(place.branch)] == [
            "Better.",
            SUMMARY,
        ]
        await place.workspace.rounds.start(place.branch, "And in winter?").wait()
        await until(lambda: "changed since" in spoken(page, place.branch), "it has changed")
        await until(lambda: words(page, "digestMake") == "Update now", "it can be updated")

    better: list[bool] = []

    def written(request: ModelRequest) -> str:
        said = answer(request)
        return "Better." if said == SUMMARY and better else said

    at_branch(tmp_path, story, written)


def test_a_long_conversation_says_how_many_requests_its_summary_takes(tmp_path: Path) -> None:
    """D-1: in its own part and in that of all; a schedule does not begin it and says so, with a button."""

    def long_answer(request: ModelRequest) -> str:
        said = answer(request)
        return " ".join(f"word{number}" for number in range(60_000)) if said == "We charge 12 €" else said

    async def story(place: Place) -> None:
        toast = place.shell.window.toast
        place.shell.opened(place.workspace.open())
        await place.workspace.making.choose_schedule("on_switch")
        place.workspace.making.look_at(place.branch)
        place.workspace.making.look_at(place.project)
        await until(lambda: "Pricing" in toast.words, "it is told")
        assert "requests" in toast.words
        page = await at_insights(place)
        await until(lambda: "asks first" in spoken(page, place.branch), "it is in the list")
        await choose(page, RowKind.SUMMARIES.value)
        await until(lambda: seen(page, "summariesAll"), "it is due")
        many = int(words(page, "summariesCost").split()[1])
        assert many > 8
        await choose(page, place.branch)
        await until(lambda: seen(page, "digestWorkRetry"), "the button")
        assert words(page, "digestWorkRetry") == "Summarise it"
        told = next(int(word) for word in words(page, "digestWorkWords").split() if word.isdigit())
        click(page, "digestWorkStop")
        await until(lambda: seen(page, "digestCost"), "it is forgotten")
        await until(lambda: f"About {told} requests" in words(page, "digestCost"), "it is said before")
        click(page, "digestMake")
        await until(lambda: _digest_is(page, place.branch, SUMMARY), "it is made")

    at_branch(tmp_path, story, long_answer)


def test_a_summary_is_written_by_hand_and_earlier_versions_come_back(tmp_path: Path) -> None:
    """K-1, K-4: by keyboard alone; leaving keeps what was typed, Escape does not."""

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await until(lambda: len(listed(page)) == 4)
        await choose(page, place.branch)
        for text in ("First words", "Second words"):
            (edit,) = seen(page, "digestEditOpen")
            edit.setFocus()
            QTest.keyClick(edit, Qt.Key.Key_Space)
            assert focused_name() == "digestEdit"
            box(page, "digestEdit").selectAll()
            QTest.keyClicks(box(page, "digestEdit"), text)
            QTest.keyClick(box(page, "digestEdit"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            await until(partial(_digest_is, page, place.branch, text), text)
        click(page, "digestEditOpen")
        QTest.keyClicks(box(page, "digestEdit"), "never mind")
        QTest.keyClick(box(page, "digestEdit"), Qt.Key.Key_Escape)
        assert box(page, "digestText").text == "Second words"
        click(page, "digestVersions")
        await until(lambda: page.findChild(QMenu, "digestVersionMenu"), "the versions")
        menu = page.findChild(QMenu, "digestVersionMenu")
        assert menu is not None
        assert [action.text()[:9] for action in menu.actions()] == ["Version 2", "Version 1"]
        menu.actions()[1].trigger()
        menu.close()
        assert box(page, "digestText").text == "First words"
        assert words(page, "digestOlder").startswith("This is version 1")
        click(page, "digestRestore")
        await until(lambda: _digest_is(page, place.branch, "First words"), "restored")
        assert [item.version for item in await place.workspace.memory.digest_versions(place.branch)] == [
            3,
            2,
            1,
        ]
        click(page, "digestEditOpen")
        QTest.keyClicks(box(page, "digestEdit"), "Kept: ")
        place.shell.go_to("map")
        await until(lambda: not page.digest.text.editing)
        digest = await place.workspace.memory.digest(place.branch)
        assert digest is not None
        await until(lambda: page.digest.writing is not None and page.digest.writing.done())
        digest = await place.workspace.memory.digest(place.branch)
        assert digest is not None
        assert digest.text == "Kept: First words"

    at_branch(tmp_path, story, answer)


def _digest_is(page: InsightsPage, session_id: SessionId, text: str) -> bool:
    digest = page.listing.rows.known.digest_of(session_id)
    return digest is not None and digest.text == text


def test_words_by_hand_are_gone_over_only_after_update_anyway(tmp_path: Path) -> None:
    """K-4: *Summarise all* leaves them alone, and says how many it is about."""

    async def story(place: Place) -> None:
        await place.workspace.memory.write_digest(place.branch, "Mine")
        await place.workspace.rounds.start(place.branch, "More?").wait()
        page = await at_insights(place)
        await until(lambda: "changed since" in spoken(page, place.branch))
        await choose(page, RowKind.SUMMARIES.value)
        assert not seen(page, "summariesAll")
        await choose(page, place.branch)
        assert "newer messages are not in it" in words(page, "digestLine")
        assert words(page, "digestMake") == "Update anyway"
        click(page, "digestMake")
        await until(lambda: _digest_is(page, place.branch, SUMMARY), "gone over")

    at_branch(tmp_path, story, answer)


def test_all_changed_ones_are_summarised_with_one_click(tmp_path: Path) -> None:
    """D-3, D-4."""

    async def story(place: Place) -> None:
        await place.workspace.rounds.start(place.project, "How do we begin?").wait()
        page = await at_insights(place)
        await until(lambda: len(listed(page)) == 5)
        await choose(page, RowKind.SUMMARIES.value)
        assert words(page, "summariesCounts") == "0 of 2 conversations have a summary."
        await until(lambda: seen(page, "summariesAll"), "they are due")
        assert words(page, "summariesCost").startswith("About 2 requests")
        click(page, "summariesAll")
        await until(lambda: page.listing.rows.count_made() == 2, "both")
        await until(lambda: not seen(page, "summariesAll"), "nothing is due")

    at_branch(tmp_path, story, answer)


def test_what_changed_under_words_by_hand_is_not_called_nothing_new(tmp_path: Path) -> None:
    """D-4, K-4: the page does not say in one breath that something has changed and that nothing is new."""

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await place.workspace.memory.write_digest(place.branch, "My words.")
        await choose(page, RowKind.SUMMARIES.value)
        await until(
            lambda: words(page, "summariesCost") == "There is nothing new to summarise.", "nothing is new"
        )
        await place.workspace.rounds.start(place.branch, "And in winter?").wait()
        await until(lambda: "1 changed since." in words(page, "summariesCounts"), "it has changed")
        await until(lambda: "in your own words" in words(page, "summariesCost"), "and whose words they are")

    at_branch(tmp_path, story, answer)


def test_counts_say_why_not_every_conversation_would_be_summarised(tmp_path: Path) -> None:
    """D-4, K-4: seven conversations, two of them due; the five others add up, reason by reason."""

    async def plant(workspace: Workspace) -> None:
        (project,) = workspace.topology.roots
        fresh = await workspace.branches.open(project, "Done")
        await workspace.rounds.start(fresh, "And?").wait()
        workspace.making.summarise([fresh])
        await workspace.making.settle()
        mine = await workspace.branches.open(project, "Mine")
        await workspace.rounds.start(mine, "And?").wait()
        await workspace.memory.write_digest(mine, "My own words.")
        await workspace.rounds.start(mine, "More?").wait()
        (branch,) = [item for item in workspace.topology.children(project) if item not in (fresh, mine)]
        for name in ("Silent", "Quiet"):
            await workspace.branches.open(branch, name, context="inherit")
        practice = await workspace.branches.open(project, "Practice")
        await workspace.services.bind(practice, PRACTICE_SERVICE)
        await workspace.rounds.start(practice, "And?").wait()
        await workspace.rounds.start(project, "And?").wait()

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await until(lambda: len(page.listing.rows.sessions) == 7, "all are listed")
        await choose(page, RowKind.SUMMARIES.value)
        await until(lambda: "Left out" in words(page, "summariesCounts"), words(page, "summariesCounts"))
        assert words(page, "summariesCounts") == (
            "2 of 7 conversations have a summary. 1 changed since. Left out: 1 up to date, "
            "1 with a summary in your own words, 2 in which nothing was asked yet, "
            "1 where the practice assistant answers."
        )
        assert words(page, "summariesAll") == "Summarise 2 conversations"

    at_branch(tmp_path, story, answer, setting_up=plant)


def test_overviews_that_follow_by_themselves_are_told_with_the_summaries(tmp_path: Path) -> None:
    """D-1: they are requests too."""

    async def story(place: Place) -> None:
        await place.workspace.rounds.start(place.project, "How do we begin?").wait()
        page = await at_insights(place)
        await choose(page, RowKind.SUMMARIES.value)
        await until(lambda: words(page, "summariesCost").startswith("About 2 requests"), "the summaries")
        assert "overview" not in words(page, "summariesCost")
        await place.workspace.making.choose_schedule("on_switch")
        await until(lambda: "overview" in words(page, "summariesCost"), "and the overview")

    at_branch(tmp_path, story, answer)


def test_a_summary_that_fails_says_why_and_is_tried_again(tmp_path: Path) -> None:
    """D-3: a sentence, the details, *Try again*."""
    trouble = [True]

    def broken(request: ModelRequest) -> object:
        said = answer(request)
        failing = said == SUMMARY and trouble
        return ProviderError(ProviderErrorKind.RATE_LIMITED, detail="slow down") if failing else said

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await until(lambda: len(listed(page)) == 4)
        await choose(page, place.branch)
        click(page, "digestMake")
        await until(lambda: seen(page, "digestWorkRetry"), "it failed")
        await until(lambda: "failed" in spoken(page, place.branch), "the list says so")
        assert seen(page, "digestWorkDetails")
        trouble.clear()
        click(page, "digestWorkRetry")
        await until(lambda: _digest_is(page, place.branch, SUMMARY), "made")
        await until(lambda: not seen(page, "digestWorkRetry"), "nothing is left to try")

    at_branch(tmp_path, story, broken)


def test_a_reflection_says_what_it_reads_and_asks_before_another_service_does(tmp_path: Path) -> None:
    """K-2, M-10: *Without them* leaves out what belongs to another service."""

    async def story(place: Place) -> None:
        workspace = place.workspace
        far = await a_service(workspace, "Far", default=False)
        service = next(item for item in workspace.answering.services if item.service_id == far)
        other = await workspace.branches.open(place.project, "Financing")
        await workspace.rounds.start(other, "Who lends?").wait()
        await workspace.services.bind(other, service)
        await workspace.memory.write_digest(place.branch, "Twelve euros")
        await workspace.memory.write_digest(other, "The bank lends")
        page = await at_insights(place)
        await until(lambda: seen(page, "synthesisReflect"))
        click(page, "synthesisReflect")
        dialog = await _shown(place.shell, "reflectDialog")
        await until(lambda: seen(dialog, "reflectOthers"), "the question")
        assert "Far: 1" in words(dialog, "reflectOthers")
        assert focused_name() == "reflectCancel"
        click(dialog, "reflectOwn")
        await until(lambda: seen(page, "synthesisText"), "the overview")
        assert box(page, "synthesisText").text == "The launch hangs on the price."
        assert "from 1 summary" in words(page, "synthesisLine")

    model = at_branch(tmp_path, story, answer)
    sent = "".join(message.content for message in model.requests[-1].messages)
    assert "Twelve euros" in sent
    assert "The bank lends" not in sent


async def _shown(shell: Shell, name: str) -> QWidget:
    await until(lambda: seen(shell.window, name) or shell.window.findChild(QDialog, name), name)
    found = shell.window.findChild(QDialog, name)
    assert found is not None
    return found


def test_the_overview_is_pinned_written_by_hand_and_brought_back(tmp_path: Path) -> None:
    """K-2, K-4."""

    async def story(place: Place) -> None:
        memory = place.workspace.memory
        await memory.write_synthesis(place.project, "Old words")
        page = await at_insights(place)
        await until(lambda: seen(page, "synthesisText"))
        click(page, "synthesisPin")
        await until(lambda: "pinned to “Launch”" in words(page, "synthesisLine"))
        click(page, "synthesisEditOpen")
        assert not seen(page, "synthesisReflect"), "one thing at a time"
        box(page, "synthesisEdit").selectAll()
        QTest.keyClicks(box(page, "synthesisEdit"), "New words")
        click(page, "synthesisSave")
        await until(lambda: box(page, "synthesisText").text == "New words")
        click(page, "synthesisPin")
        await until(lambda: words(page, "synthesisPin") == "Pin to the project")

    at_branch(tmp_path, story, answer)


def test_before_it_is_known_nothing_is_said_and_no_button_is_without_words(tmp_path: Path) -> None:
    """K-2: whoever comes first, or starts here, never sees "not made yet" about what is made."""

    async def story(place: Place) -> None:
        await place.workspace.memory.write_synthesis(place.project, "Old words")
        place.shell.window.add_page("early", page := InsightsPage(place.workspace, lambda: place.project))
        place.shell.window.go_to("early")
        said: list[str] = []
        bare: list[str] = []
        while not (page.filled and seen(page, "synthesisText")):
            await asyncio.sleep(0)
            buttons = [item for item in page.findChildren(QPushButton) if item.isVisible()]
            bare += [item.objectName() for item in buttons if not item.text()]
            if hasattr(page, "listing"):
                said.append(spoken(page, RowKind.SYNTHESIS.value))
        assert bare == []
        assert said[0] == "Overview"
        assert not [words for words in said if "not made" in words]
        assert words(page, "synthesisPin") == "Pin to the project"

    at_branch(tmp_path, story, answer)


def test_reminders_wait_are_changed_removed_and_remembered(tmp_path: Path) -> None:
    """C-4, K-4: to whom, from where, when; a click goes there."""

    async def story(place: Place) -> None:
        memory = place.workspace.memory
        await memory.add_insight(place.project, "Old", from_session=place.branch)
        await place.workspace.rounds.start(place.project, "And now?").wait()
        page = await at_insights(place)
        await choose(page, RowKind.REMINDERS.value)
        await until(lambda: seen(page, "reminderCard"), "the one that went along")
        assert "went along" in words(page, "reminderCardLine")
        assert not seen(page, "reminderCardEdit")
        click(page, "remindersAdd")
        dialog = await _shown(place.shell, "reminderDialog")
        QTest.keyClicks(box(dialog, "reminderEdit"), "Mind the tax")
        click(dialog, "reminderTarget")
        await until(lambda: seen(dialog, "movePickerFilter"))
        (field,) = seen(dialog, "movePickerFilter")
        assert isinstance(field, QLineEdit)
        QTest.keyClicks(field, "pric")
        QTest.keyClick(field, Qt.Key.Key_Return)
        click(dialog, "reminderSave")
        await until(lambda: len(seen(page, "reminderCard")) == 2, "it waits")
        assert words(page, "reminderCardText") == "Mind the tax"
        click(page, "reminderCardEdit")
        dialog = await _shown(place.shell, "reminderDialog")
        QTest.keyClicks(box(dialog, "reminderEdit"), "Really. ")
        click(dialog, "reminderSave")
        await until(lambda: words(page, "reminderCardText") == "Really. Mind the tax")
        click(page, "reminderCardRemove")
        await until(lambda: len(seen(page, "reminderCard")) == 1, "removed")
        await until(lambda: seen(place.shell.window, "toastAction"), "Undo is offered")
        click(place.shell.window, "toastAction")
        await until(lambda: len(seen(page, "reminderCard")) == 2, "back")
        (waiting,) = await memory.insights(place.branch, state=InsightState.WAITING)
        assert waiting.text == "Really. Mind the tax"
        click(page, "reminderCardTo")
        await until(lambda: place.shell.window.place == "map" and place.shell.selected == place.branch)

    at_branch(tmp_path, story, answer)


def test_when_summaries_are_made_is_a_choice_that_says_what_it_means(tmp_path: Path) -> None:
    """D-1."""

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await choose(page, RowKind.SUMMARIES.value)
        assert words(page, "memoryMeaning").startswith("Never by itself")
        click(page, "memorySchedule_automatic")
        await until(lambda: place.workspace.settings.memory_schedule == "automatic")
        await until(lambda: "two more requests" in words(page, "memoryMeaning"))
        assert not place.workspace.settings.asks_about_memory

    at_branch(tmp_path, story, answer)


def test_another_project_and_everything_are_chosen_by_name(tmp_path: Path) -> None:
    async def more(workspace: Workspace) -> None:
        garden = await workspace.create_project("Garden")
        await workspace.rounds.start(garden, "What grows?").wait()

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await until(lambda: listed(page)[3:] == ["Pricing"])
        for typed, names in (("gar", ["Garden"]), ("", ["Pricing", "Garden"])):
            click(page, "insightScope")
            await until(lambda: seen(page, "movePickerFilter"))
            (field,) = seen(page, "movePickerFilter")
            QTest.keyClicks(field, typed)
            QTest.keyClick(field, Qt.Key.Key_Return)
            await until(partial(_lists, page, names), str(names))
        assert words(page, "insightScope") == "Everything"

    at_branch(tmp_path, story, answer, setting_up=more)


def test_where_nothing_was_said_one_action_leads_on(qapp: QApplication, tmp_path: Path) -> None:
    async def empty(workspace: Workspace) -> None:
        await workspace.create_project("Launch")

    async def story(shell: Shell, workspace: Workspace) -> None:
        shell.actions["place_insights"].trigger()
        page = shell.pages.insights
        await until(lambda: page.filled and seen(page, "insightsEmptyGo"), "the empty place")
        click(page, "insightsEmptyGo")
        await until(lambda: shell.window.place == "map")

    run_in_window(tmp_path, story, setting_up=empty)


def test_what_is_typed_survives_closing_the_window(qapp: QApplication, tmp_path: Path) -> None:
    async def first(place: Place) -> None:
        page = await at_insights(place)
        await until(lambda: len(listed(page)) == 4)
        await choose(page, place.branch)
        click(page, "digestEditOpen")
        QTest.keyClicks(box(page, "digestEdit"), "Half a tho")

    async def second(shell: Shell, workspace: Workspace) -> None:
        (digest,) = await workspace.memory.digests()
        assert digest.text == "Half a tho"
        assert shell.window.isVisible()

    at_branch(tmp_path, first, answer)
    run_in_window(tmp_path, second, models={"Own": ScriptedModel([answer], repeat_last=True)})


def test_five_thousand_conversations_are_shown_without_a_stall(qapp: QApplication, tmp_path: Path) -> None:
    """No step takes the window's thread a tenth of a second of its own time, whatever else the machine does."""
    plant_summaries(tmp_path, 5_000)
    gaps: list[float] = []

    async def beat() -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0.001)
            now = time.thread_time()
            gaps.append(now - last)
            last = now

    async def story(shell: Shell, workspace: Workspace) -> None:
        workspace.put_view_value("insights.scope", "everything")
        shell.pages.insights.fill()
        shell.pages.insights.resize(shell.window.pages.size())
        shell.pages.insights.grab()
        beating = asyncio.create_task(beat())
        shell.go_to("insights")
        page = shell.pages.insights
        await until(lambda: page.listing.rows.known.digests is not None, "read")
        await until(lambda: len(listed_count(page)) > 4_000, "listed")
        for key in (RowKind.REMINDERS.value, RowKind.SUMMARIES.value, page.listing.rows.sessions[4_000]):
            page.listing.choose(key)
            page.listing.chosen.emit(key)
            await asyncio.sleep(0.2)
        assert len(page.findChildren(QWidget)) < 300
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)

    run_in_window(tmp_path, story)
    assert max(gaps) < 0.1, f"{max(gaps) * 1000:.0f} ms"


def test_all_reminders_are_there_again_when_one_comes_back_to_them(
    qapp: QApplication, tmp_path: Path
) -> None:
    """They are shown group by group; what is looked at meanwhile takes the focus, and keeps none of theirs."""
    plant_summaries(tmp_path, 60)

    async def story(shell: Shell, workspace: Workspace) -> None:
        workspace.put_view_value("insights.scope", "everything")
        shell.go_to("insights")
        page = shell.pages.insights
        await until(lambda: page.filled and page.insights, "read")

        def choose(key: str) -> None:
            page.listing.choose(key)
            page.listing.chosen.emit(key)

        choose(RowKind.REMINDERS.value)
        await until(lambda: len(seen(page, "reminderCard")) == 12, "twelve of sixty")
        first = [card.accessibleName() for card in seen(page, "reminderCard")]
        seen(page, "reminderCardEdit")[0].setFocus()
        choose(RowKind.SUMMARIES.value)
        assert not seen(page, "reminderCard")
        focused: QWidget | None = qapp.focusWidget()
        assert focused is not None
        assert page.summaries.isAncestorOf(focused)
        choose(RowKind.REMINDERS.value)
        await until(lambda: len(seen(page, "reminderCard")) == 12, "all of them again")
        assert [card.accessibleName() for card in seen(page, "reminderCard")] == first

    run_in_window(tmp_path, story)


def test_the_rows_are_counted_by_qt_and_cannot_be_typed_over(qtbot: QtBot) -> None:
    """The view asks for the count at each row that it lays out, so it must not be Python that answers."""
    rows = InsightRows()
    view = InsightListView(rows)
    qtbot.addWidget(view)
    topology = Topology()
    sessions = [SessionId(f"{number:032x}") for number in range(5_000)]
    rows.put_sessions(topology, sessions)
    began = time.thread_time()
    view.doItemsLayout()
    laid_out = time.thread_time() - began
    began = time.thread_time()
    assert [rows.row_at(rows.index(number)) for number in range(3, 5_003)] == [
        Row(RowKind.CONVERSATION, session_id) for session_id in sessions
    ]
    assert laid_out < (time.thread_time() - began) / 2
    assert not any(rows.flags(rows.index(number)) & Qt.ItemFlag.ItemIsEditable for number in (0, 4_000))


def listed_count(page: InsightsPage) -> range:
    return range(page.listing.rows.rowCount())


def test_a_project_that_goes_while_its_summaries_are_planned_is_no_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The person threw it away; the page shows what is left, and says nothing of it."""

    async def story(place: Place) -> None:
        other = await place.workspace.create_project("Other")
        page = await at_insights(place)
        for _ in range(3):
            page.show_scope(place.project)
            await place.workspace.apply(Delete((place.project,)))
            await until(lambda: page.listing.rows.known.scope == other, "the page shows what is left")
            await place.workspace.undo()
            await until(lambda: place.project in place.workspace.topology, "it is back")

    at_branch(tmp_path, story)
    assert not [record for record in caplog.records if "failed" in record.getMessage()]


def test_a_long_reminder_is_read_in_full_also_when_it_has_gone_along(tmp_path: Path) -> None:
    """C-4: nothing of it is cut: prose, lines, and a word that no line holds."""
    texts = ("the price of the mill " * 45, "line\n" * 40, "x" * 900, "短提醒" * 300)

    async def begin(workspace: Workspace) -> None:
        (session_id,) = workspace.topology.roots
        for text in texts:
            await workspace.memory.add_insight(session_id, text)
        await workspace.rounds.start(session_id, "And now?").wait()

    async def story(place: Place) -> None:
        page = await at_insights(place)
        await choose(page, RowKind.REMINDERS.value)
        await until(lambda: len(seen(page, "reminderCardText")) == len(texts), "all of them")
        for card in seen(page, "reminderCardText"):
            await until(partial(_is_whole, card), "as high as it is long")
            assert card.minimumSizeHint().width() <= card.width()

    at_branch(tmp_path, story, setting_up=begin)


def _is_whole(card: QWidget) -> bool:
    return card.height() >= card.heightForWidth(card.width())
