"""Switching to another version of a round in a conversation of ten thousand messages (R-14)."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.versions import ChosenVersion
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.rooms import import_the_rest
from stello_desktop.ui import theme
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.bench.bench_chat import prose
from tests.helpers.stores import OpenedStore, opened
from tests.helpers.windows import run_in_loop, until
from tests.helpers.workspaces import open_workspace

ROUNDS = 5_000
SWITCHES = 24


async def _fill(folder: Path) -> SessionId:
    """Ten thousand messages; two rounds, in the middle and at the end, have two versions."""
    async with opened(folder) as store:
        session_id = await store.project("Bench")
        await _say_all(store, session_id)
    return session_id


async def _say_all(store: OpenedStore, session_id: SessionId) -> None:
    from sqlalchemy import Connection  # noqa: PLC0415

    text = [prose(200 + (number * 7_919) % 1_100) for number in range(ROUNDS)]

    def work(connection: Connection) -> None:
        rows = [(session_id, number + 1) for number in range(ROUNDS)]
        connection.exec_driver_sql(
            "INSERT INTO round (session_id, round_no, chosen_version, completed) VALUES (?, ?, 1, 1)", rows
        )
        for version, rounds in ((1, range(ROUNDS)), (2, (ROUNDS // 2, ROUNDS - 1))):
            for role in ("user", "assistant"):
                connection.exec_driver_sql(
                    "INSERT INTO record (session_id, round_no, version, role, kind, state, content, reasoning,"  # noqa: S608
                    " tool_calls, tool_call_id, tool_name, model, usage, error_code, error_detail, created_at, service)"
                    f" VALUES (?, ?, {version}, '{role}', 'message', 'done', ?, '', '', '', '', '', '', '', '', 0, '')",
                    [(session_id, number + 1, f"{version} {text[number]}") for number in rounds],
                )

    await store.database.transact(work)


async def _measure() -> tuple[list[float], list[float]]:
    """Each switch's time on the thread of the window, and the same by showing everything anew."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "store"
        session_id = await _fill(folder)
        async with open_workspace(folder, ScriptedModel(["x"])) as workspace:
            panel = ChatPanel(workspace)
            panel.resize(800, 800)
            panel.show()
            panel.show_session(session_id)
            await until(lambda: panel.conversation.is_loaded, "the conversation")
            await asyncio.sleep(0.3)
            spent = await _switch(workspace, panel, session_id)
            naive = [await _show_all(panel) for _ in range(3)]
            await panel.aclose()
            panel.close()
            panel.deleteLater()
    return spent, naive


async def _switch(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> list[float]:
    spent: list[float] = []
    for number in range(SWITCHES):
        round_no = (ROUNDS // 2 + 1, ROUNDS)[number % 2]
        wanted = 2 - (number // 2) % 2
        index = next(
            at
            for at, laid in enumerate(panel.canvas.transcript.items)
            if (versions := panel.conversation.versions_of(laid.entry)) is not None
            and versions.round_no == round_no
        )
        panel.canvas.go_to_entry(index)
        chosen = await workspace.messages.choose_version(session_id, round_no, wanted, origin=panel)
        spent.append(_shown(panel, chosen))
        await asyncio.sleep(0.02)
    return spent


def _shown(panel: ChatPanel, chosen: ChosenVersion) -> float:
    began = time.thread_time()
    panel.conversation.show_version(chosen)
    panel.canvas.viewport().repaint()
    return (time.thread_time() - began) * 1000


async def _show_all(panel: ChatPanel) -> float:
    began = time.thread_time()
    await panel.conversation.load()
    panel.canvas.viewport().repaint()
    return (time.thread_time() - began) * 1000


def version_switch() -> tuple[float, str, float, float | None]:
    """The slowest switch, laid out and painted; beside it, reading and showing everything anew."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.apply(app, theme.load("dark"))
    import_the_rest()
    spent, naive = run_in_loop(_measure)
    return max(spent), "ms max", 16.0, statistics.median(naive)


BENCHES = {"version_switch": version_switch}
