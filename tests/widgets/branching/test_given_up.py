"""While the summary for a branch is written: it is said, it can be given up, and a key is asked for (F-5)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from stello_desktop.ui import tasks
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.keyed_service import OK, REFUSED, keys_used
from tests.helpers.servers import Piece, ReplayServer, ThreadedReplayServer, error_reply, reply, text_events
from tests.helpers.windows import run_in_window, until
from tests.helpers.workspaces import a_service
from tests.widgets.branching.acting import (
    ask,
    by_label,
    click,
    control,
    dialog,
    found,
    gone,
    has_label,
    labels,
    open_it,
    press,
    text_of,
    type_into,
)

SLOW: list[Piece] = [6.0, *reply(text_events("They spoke about money."))]
"""A summary that is long in coming; the server notices who goes away meanwhile."""


async def talked(workspace: Workspace, *, server: ReplayServer, key: str = "") -> None:
    """One conversation with an answer of a service of one's own."""
    await a_service(workspace, "Own", address=f"http://127.0.0.1:{server.port}/v1", key=key)
    await workspace.rounds.start(await workspace.create_project("Trip"), "What does it cost?").wait()


async def begin_summary(shell: Shell, workspace: Workspace, server: ReplayServer) -> None:
    """Fill the dialog in and open the branch; the request for the summary has arrived."""
    await ask(shell, by_label(workspace, "Trip"))
    type_into("branchName", "Costs")
    click("branchStarts_compress")
    press(Qt.Key.Key_Return, "branchName")
    await until(lambda: len(server.requests) >= 2, "the summary is asked for")


@pytest.mark.parametrize("way", ["cancel", "escape", "window", "deleted"])
def test_giving_up_stops_the_request_and_makes_no_branch(
    qapp: QApplication, tmp_path: Path, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    """F-5: however the dialog goes, the service is let go at once, nothing fails, and what was typed is kept."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)
        if way == "cancel":
            click("branchCancel")
        elif way == "escape":
            press(Qt.Key.Key_Escape, "branchName")
        elif way == "window":
            dialog().close()
        else:
            dialog().deleteLater()
        await gone()
        await until(lambda: not any("Opening" in repr(task) for task in tasks.running()), "it has ended")
        await until(server.closed.is_set, "the service was let go")
        assert labels(workspace) == ["Trip"]
        assert not caplog.records
        if way == "deleted":
            return
        await ask(shell, by_label(workspace, "Trip"))
        assert control("branchName").text() == "Costs"
        assert control("branchStarts_compress").isChecked()
        await open_it(workspace, "Costs")

    with ThreadedReplayServer([OK, SLOW, OK]) as server:
        caplog.set_level("WARNING")
        run_in_window(tmp_path, story, setting_up=partial(talked, server=server))


def test_the_end_of_the_program_waits_for_no_summary(qapp: QApplication, tmp_path: Path) -> None:
    """F-5: it is let go with the window, and no branch is there at the next start."""

    async def first(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)

    async def second(_shell: Shell, workspace: Workspace) -> None:
        await until(server.closed.is_set, "the service was let go")
        assert labels(workspace) == ["Trip"]

    with ThreadedReplayServer([OK, SLOW]) as server:
        run_in_window(tmp_path, first, setting_up=partial(talked, server=server))
        run_in_window(tmp_path, second)


def test_it_is_said_who_summarises_and_for_how_long(qapp: QApplication, tmp_path: Path) -> None:
    """F-5, D-3: as elsewhere; and no second Enter or Space of an impatient hand presses *Cancel*."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, by_label(workspace, "Trip"))
        type_into("branchName", "Costs")
        click("branchStarts_compress")
        control("branchOpen").setFocus()
        press(Qt.Key.Key_Space)
        await until(lambda: len(server.requests) == 2, "the summary is asked for")
        press(Qt.Key.Key_Return)
        press(Qt.Key.Key_Space)
        await until(lambda: found("branchReason"), "it is said")
        assert QApplication.focusWidget() is not control("branchCancel")
        await until(lambda: text_of("branchReason") == "Own · Own-model summarises the conversation…")
        await until(lambda: text_of("branchReason").endswith("conversation… 2 s"), "the time is told")
        assert not server.closed.is_set()
        assert len(server.requests) == 2
        await gone()
        await until(partial(has_label, workspace, "Costs"), "the branch is there")

    with ThreadedReplayServer([OK, [4.0, *OK]]) as server:
        run_in_window(tmp_path, story, setting_up=partial(talked, server=server))


def test_the_fields_are_at_rest_while_the_summary_is_written(qapp: QApplication, tmp_path: Path) -> None:
    """F-5: what could not count any more cannot be typed or chosen; the branch is what was asked for."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)
        for name in ("branchName", "branchProfile", "branchOwnOpen", "branchStarts_none", "branchParent"):
            assert not control(name).isEnabled(), name
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClicks(focused, "renamed")
        click("branchStarts_none")
        assert control("branchCancel").isEnabled()
        assert control("branchPreviewToggle").isEnabled()
        await gone()
        assert labels(workspace) == ["Trip", "Costs"]
        facts = await workspace.inspection.facts(by_label(workspace, "Costs"))
        assert facts.inherited_summary == "They spoke about money."

    slow: list[Piece] = [1.0, *reply(text_events("They spoke about money."))]
    with ThreadedReplayServer([OK, slow]) as server:
        run_in_window(tmp_path, story, setting_up=partial(talked, server=server))


def test_the_summary_that_a_conversation_began_with_stays_there(qapp: QApplication, tmp_path: Path) -> None:
    """F-5: a branch of it is told nothing of that, and so it is said, also where nothing else could come along."""
    stays = " The summary that “Costs” began with does not come along."

    async def story(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)
        await gone()
        costs = by_label(workspace, "Costs")
        await ask(shell, costs)
        nothing = "There is nothing here yet that could come along."
        await until(lambda: text_of("branchStartsNote") == nothing + stays)
        click("branchStarts_none")
        assert "summary" not in text_of("branchStartsNote")
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await workspace.rounds.start(costs, "And the hotel?").wait()
        await ask(shell, costs)
        for choice in ("inherit", "compress"):
            click(f"branchStarts_{choice}")
            await until(lambda: text_of("branchStartsNote").endswith(stays))
            assert text_of("branchStartsNote").startswith("2 messages come along")
        press(Qt.Key.Key_Escape, "branchName")
        await gone()
        await ask(shell, by_label(workspace, "Trip"))
        assert "does not" not in text_of("branchStartsNote")

    with ThreadedReplayServer([OK]) as server:
        run_in_window(tmp_path, story, setting_up=partial(talked, server=server))


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            reply(text_events("They spoke", finish=None)),
            "The summary broke off before its end, so no branch was opened. Try again.",
        ),
        (
            error_reply(400, {"error": {"code": "context_length_exceeded", "message": "too long"}}),
            "The conversation is too long for Own · Own-model to summarise. "
            "Take nothing along, or branch from an earlier message.",
        ),
    ],
)
def test_a_summary_that_fails_is_not_called_an_answer(
    qapp: QApplication, tmp_path: Path, answer: list[Piece], sentence: str
) -> None:
    """Nothing of it is kept and nothing can be continued; the fields wake, the focus is where it was."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)
        await until(lambda: found("branchReason") and control("branchReason").property("tone") == "danger")
        assert text_of("branchReason") == sentence
        assert QApplication.focusWidget() is control("branchStarts_compress")
        assert control("branchStarts_none").isEnabled()
        assert labels(workspace) == ["Trip"]

    with ThreadedReplayServer([OK, answer]) as server:
        run_in_window(tmp_path, story, setting_up=partial(talked, server=server))


def test_a_key_that_is_refused_can_be_entered_in_the_dialog(qapp: QApplication, tmp_path: Path) -> None:
    """Row 27: the way on stands beside the sentence; with the new key the branch is opened."""

    async def story(shell: Shell, workspace: Workspace) -> None:
        await begin_summary(shell, workspace, server)
        await until(lambda: found("branchKey"), "the way on")
        assert control("branchKey").text() == "Enter the key…"
        press(Qt.Key.Key_Space, "branchKey")
        type_into_key("sk-new")
        await gone()
        await until(partial(has_label, workspace, "Costs"), "the branch is there")
        assert keys_used(server) == ["sk-old", "sk-old", "sk-new"]

    with ThreadedReplayServer([OK, REFUSED, OK]) as server:
        run_in_window(tmp_path, story, setting_up=partial(talked, server=server, key="sk-old"))


def test_a_key_that_is_not_here_is_asked_for_before_the_summary(qapp: QApplication, tmp_path: Path) -> None:
    """Row 58: declined, the dialog stays as it is and nothing is sent."""

    async def first(_shell: Shell, _workspace: Workspace) -> None:
        assert len(server.requests) == 1

    async def after_a_restart(shell: Shell, workspace: Workspace) -> None:
        await ask(shell, by_label(workspace, "Trip"))
        type_into("branchName", "Costs")
        click("branchStarts_compress")
        press(Qt.Key.Key_Return, "branchName")
        await until(lambda: found("keyQuestionKey"), "the question for the key")
        click("keyQuestionCancel")
        await until(lambda: found("keyQuestionKey") is None, "it is declined")
        assert labels(workspace) == ["Trip"]
        assert len(server.requests) == 1
        press(Qt.Key.Key_Return, "branchName")
        await until(lambda: found("keyQuestionKey"), "it is asked again")
        type_into_key("sk-2")
        await gone()
        await until(partial(has_label, workspace, "Costs"), "the branch is there")
        assert keys_used(server) == ["sk-old", "sk-2"]

    with ThreadedReplayServer([OK]) as server:
        run_in_window(tmp_path, first, setting_up=partial(talked, server=server, key="sk-old"))
        run_in_window(tmp_path, after_a_restart)


def type_into_key(key: str) -> None:
    """Enter a key where it is asked for."""
    type_into("keyQuestionKey", key)
    press(Qt.Key.Key_Return, "keyQuestionKey")
