"""The preview of a branch at each key: 20,000 characters of instructions, a history of 1,000 messages.

The figure is the CPU time of one key: the profile's text is another each time, so nothing of it can be kept. It is the
worst of a Latin text, a Chinese one and one that is all placeholders, with check and preview together. Beside it the
same with everything read and worked out anew, as if there were no ground.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.messages import RecordDraft, Role
from stello_desktop.domain.preview import BranchPreview, PreviewRequest
from stello_desktop.workspace.ground import BranchGround
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace

type Figure = tuple[float, str, float, float | None]

CHARS = 20_000
MESSAGES = 1_000
KEYS = 25
BUDGET_MS = 16.0

LATIN = "You know {region} well, and say why. " * (CHARS // 37)
CHINESE = "你很了解{地区}，请说明理由。" * (CHARS // 15)
PLACES = "{region} {a} " * (CHARS // 13)
QUESTION = "Where do we begin, and what would it cost until the end of next year? 从哪里开始？"


async def _talk(workspace: Workspace, root: SessionId) -> None:
    _, backend = await workspace._agent_ready()
    drafts = [
        RecordDraft(
            role=(Role.USER, Role.ASSISTANT)[number % 2],
            content=f"{number}: "
            + ("A long answer with reasons. " * 20, "很长的回答，带有理由。" * 30)[number % 3 == 0],
        )
        for number in range(MESSAGES)
    ]
    await backend.sessions.append(root, drafts)


def _request(profile: SavedProfile, text: str, key: int) -> PreviewRequest:
    return PreviewRequest(
        profile=replace(profile, instructions=f"{text}{key}"),
        label="A branch",
        variables={"region": "the Alps", "地区": "阿尔卑斯山"},
        context="inherit",
        first_message=QUESTION,
    )


def _key(workspace: Workspace, ground: BranchGround, request: PreviewRequest) -> BranchPreview:
    if request.profile is not None:
        workspace.inspection.check_profile(request.profile)
    return ground.preview(request)


async def _median_ms(press: Callable[[str, int], Awaitable[BranchPreview]], text: str) -> float:
    found: list[float] = []
    for key in range(KEYS):
        began = time.thread_time()
        shown = await press(text, key)
        found.append((time.thread_time() - began) * 1000)
        assert shown.messages == MESSAGES
        assert shown.tokens > CHARS // 5
    return statistics.median(found)


async def _measure(folder: Path) -> Figure:
    async with open_workspace(folder) as workspace:
        root = await workspace.create_project("Plan")
        await _talk(workspace, root)
        await workspace.change_settings(share_outline=True)
        profile = await workspace.profiles.create("Expert")
        ground = await workspace.inspection.ground(root)

        async def press(text: str, key: int) -> BranchPreview:
            return _key(workspace, ground, _request(profile, text, key))

        async def anew(text: str, key: int) -> BranchPreview:
            return _key(workspace, await workspace.inspection.ground(root), _request(profile, text, key))

        values = {text: await _median_ms(press, text) for text in (LATIN, CHINESE, PLACES)}
        worst = max(values, key=lambda text: values[text])
        return values[worst], "ms CPU", BUDGET_MS, await _median_ms(anew, worst)


def preview_key() -> Figure:
    """One key in the editor of a profile."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


BENCHES = {"preview_key": preview_key}
