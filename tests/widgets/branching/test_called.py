"""A branch that the assistant asked for, but not well enough: *Fill in…* leads to the dialog (G-1, M-5)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.ui.branching.dialog import BranchDialog
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "a value": (
        {"label": "Costs", "profile": "Expert", "vars": {"year": "2031"}, "systemPrompt": "Be short"},
        "The assistant gave too few values for the profile “Expert”. Fill in the rest.",
    ),
    "the profile": (
        {"label": "Costs", "profile": "Wizard", "systemPrompt": "Be short"},
        "The assistant asked for a profile “Wizard”, which is not there. Choose another one, or none.",
    ),
    "the profile out of the archive": (
        {"label": "Costs", "profile": "Oracle", "systemPrompt": "Be short"},
        "The assistant asked for the profile “Oracle”, which is archived. Choose another one, or none.",
    ),
    "the name": (
        {"label": " ", "systemPrompt": "Be short"},
        "The assistant gave the branch no name. Type one.",
    ),
}


def seen(parent: QWidget, name: str) -> list[QPushButton]:
    return [item for item in parent.findChildren(QPushButton, name) if item.isVisible()]


def said(shell: Shell) -> list[str]:
    return [label.text() for label in shell.chat.findChildren(QLabel) if label.isVisible()]


async def plant(workspace: Workspace) -> None:
    expert = await workspace.profiles.create("Expert")
    await workspace.profiles.save(replace(expert, instructions="You know {region} in {year}."))
    oracle = await workspace.profiles.create("Oracle")
    await workspace.profiles.set_archived(oracle.profile_id, True)
    await workspace.create_project("Launch")


async def dialog_of(shell: Shell) -> BranchDialog:
    await until(lambda: seen(shell.chat, "refusedBranchOpen"), "the card")
    seen(shell.chat, "refusedBranchOpen")[0].click()
    await until(lambda: shell.window.findChildren(BranchDialog), "the dialog")
    dialog = shell.window.findChildren(BranchDialog)[0]
    await until(lambda: dialog.preview is not None, "it knows the source")
    return dialog


@pytest.mark.parametrize("guard_on", [False, True])
@pytest.mark.parametrize("lacks", CALLS)
def test_what_a_call_lacked_is_given_in_the_dialog_that_says_all_the_rest(
    qapp: QApplication, tmp_path: Path, lacks: str, guard_on: bool
) -> None:
    """G-1, M-5: whoever refused it, the branch is opened with what was missing, and the card says so."""
    arguments, sentence = CALLS[lacks]
    model = ScriptedModel([tool_reply("stello_create_session", **arguments, prompt="Welcome"), "Well."])

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.change_settings(guard_on=guard_on)
        project = workspace.topology.roots[0]
        shell.sky.selected.emit(project)
        await until(lambda: shell.chat.conversation.is_loaded, "it is open")
        await workspace.rounds.start(project, "Split this").wait()
        await until(lambda: seen(shell.chat, "refusedBranchOpen"), "the card")
        assert seen(shell.chat, "refusedBranchOpen")[0].text() == "Fill in…"
        dialog = await dialog_of(shell)
        assert sentence in [label.text() for label in dialog.findChildren(QLabel, "branchWhy")]
        assert lacks == "a value" or dialog.form_view.profile is None
        assert dialog.form_view.choice.own == "Be short"
        assert dialog.form_view.choice.context == "none"
        assert dialog.preview is not None
        assert "Welcome" in [part.text for part in dialog.preview.parts]
        if lacks == "a value":
            assert dialog.form_view.choice.variables == {"year": "2031"}
            await until(lambda: dialog.focusWidget() is not dialog.form_view.name, "what is missing")
            QTest.keyClicks(dialog.focusWidget(), "Norway")
            assert dialog.form_view.choice.variables == {"region": "Norway", "year": "2031"}
        if lacks == "the name":
            QTest.keyClicks(dialog.focusWidget(), "Costs")
        dialog.open_branch()
        await until(lambda: workspace.topology.children(project), "the branch")
        (branch,) = workspace.topology.children(project)
        assert workspace.topology[branch].label == "Costs"
        assert [item.content for item in await workspace.messages.list_records(branch)] == ["Welcome"]
        await until(lambda: shell.selected == branch, "it is shown")
        shell.sky.selected.emit(project)
        await until(lambda: seen(shell.chat, "branchCardGo"), "the card of the branch")
        assert not seen(shell.chat, "refusedBranchOpen")

    run_in_window(tmp_path, story, model=model, setting_up=plant)


def test_what_is_refused_without_the_guard_says_what_it_lacks(qapp: QApplication, tmp_path: Path) -> None:
    """G-1: each of them has a sentence of its own on its card."""
    calls = [
        tool_reply("stello_create_session", call_id=lacks, **arguments)
        for lacks, (arguments, _) in CALLS.items()
    ]
    model = ScriptedModel([item for call in calls for item in (call, "Well.")])

    async def story(shell: Shell, workspace: Workspace) -> None:
        project = workspace.topology.roots[0]
        shell.sky.selected.emit(project)
        await until(lambda: shell.chat.conversation.is_loaded, "it is open")
        for _ in calls:
            await workspace.rounds.start(project, "Split this").wait()
        await until(lambda: all(sentence in said(shell) for _, sentence in CALLS.values()), "the sentences")
        archived = CALLS["the profile out of the archive"][1]
        (oracle,) = [item for item in workspace.profiles.all if item.name == "Oracle"]
        await workspace.profiles.set_archived(oracle.profile_id, False)
        await until(lambda: archived not in said(shell), "it is archived no more")

    run_in_window(tmp_path, story, model=model, setting_up=plant, size=(1280, 1400))
