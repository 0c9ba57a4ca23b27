"""Tidy up in the real window: the slack of the map goes, and undo brings it back (map rules 4 and 5)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.commands import StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import run_in_window, until

type Seen = dict[SessionId, tuple[float, float]]


async def plant(workspace: Workspace) -> None:
    await workspace.examples.plant("en")


def by_label(workspace: Workspace, label: str) -> SessionId:
    return next(entry.session_id for entry in workspace.topology.entries() if entry.label == label)


def stands(shell: Shell) -> Seen:
    """How far from its project each star stands when nothing flies any more."""
    heavens = shell.sky.view.heavens
    heavens.finish()
    x0, y0 = heavens.goal_of(0)
    places = {}
    for at, entry in enumerate(heavens.picture.stars.entries):
        x, y = heavens.goal_of(at)
        places[entry.session_id] = (round(x - x0, 2), round(y - y0, 2))
    return places


async def delete(shell: Shell, workspace: Workspace, label: str) -> None:
    gone = by_label(workspace, label)
    shell.requests.delete((gone,))
    await until(lambda: gone not in workspace.topology)


def test_tidying_up_gives_up_slack_and_is_a_step_like_any_other(qapp: QApplication, tmp_path: Path) -> None:
    async def story(shell: Shell, workspace: Workspace) -> None:
        root = workspace.topology.roots[0]
        whole = stands(shell)
        await delete(shell, workspace, "Location")
        left = stands(shell)
        assert left.items() < whole.items()
        shell.requests.tidy_up(root)
        await until(lambda: stands(shell) != left)
        tidied = stands(shell)
        step = workspace.history.undo
        assert step is not None
        assert step.name == StepName.TIDY_UP
        shell.actions["undo"].trigger()
        await until(lambda: stands(shell) == left)
        shell.actions["redo"].trigger()
        await until(lambda: stands(shell) == tidied)
        shell.actions["undo"].trigger()
        await until(lambda: stands(shell) == left)
        shell.actions["undo"].trigger()
        await until(lambda: stands(shell) == whole)

    run_in_window(tmp_path, story, setting_up=plant)


@pytest.mark.parametrize("text_scale", [1.0, 1.3])
def test_all_stand_where_they_stood_after_a_restart_and_so_does_who_comes_back(
    qapp: QApplication, tmp_path: Path, text_scale: float
) -> None:
    """With larger texts too: the map is laid out once, when all settings are known."""
    places: list[Seen] = []

    async def plant_in_large(workspace: Workspace) -> None:
        await plant(workspace)
        await workspace.change_settings(text_scale=text_scale)

    async def before(shell: Shell, workspace: Workspace) -> None:
        places.append(stands(shell))
        await delete(shell, workspace, "Location")

    async def after(shell: Shell, workspace: Workspace) -> None:
        assert stands(shell).keys() < places[0].keys()
        for item, place in stands(shell).items():
            assert place == pytest.approx(places[0][item], abs=0.05)
        shell.actions["undo"].trigger()
        await until(lambda: stands(shell).keys() == places[0].keys())
        for item, place in stands(shell).items():
            assert place == pytest.approx(places[0][item], abs=0.05)

    run_in_window(tmp_path, before, setting_up=plant_in_large)
    run_in_window(tmp_path, after)
