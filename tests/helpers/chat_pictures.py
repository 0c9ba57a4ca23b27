"""``python -m tests.helpers.chat_pictures FOLDER``: pictures of real conversations, to be looked at.

Everything is the real thing on a temporary store; only the model is scripted.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, ReasoningDelta, StreamEnd, TextDelta
from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel, text_reply, tool_reply
from stello_desktop.ui import theme
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace

RUNWAY = """With four hires the burn rises to about **92 k** a month:

| Item | Month |
|:--|--:|
| Team of nine | 74 k |
| Cloud, tools, rent | 18 k |

For 18 months that is **1.66 M** before revenue. Three things move it most:

1. **When they start.** Each quarter of delay saves about 33 k a head.
2. **Where they live.** A hire in Lisbon costs `0.7` of one in Munich.
3. Cloud, which grows with customers:
   - storage is cheap and stays so
   - inference is *not*; see [the price list](https://example.com/prices)

> Runway is not a number, it is a decision about when you want to be asked.
"""

CODE = """Here is the model as a small function; paste it into a notebook:

```python
def runway(cash: float, burn: float, growth: float = 0.02) -> int:
    \"\"\"Months until the money is gone.\"\"\"
    months = 0
    while cash > 0 and months < 120:
        cash -= burn * (1 + growth) ** months   # burn grows a little
        months += 1
    return months

print(runway(1_660_000, 92_000))
```

- [x] base case
- [ ] two hires later
- [ ] no hires at all

The closed form is $n = \\\\frac{\\\\ln(1 + rC/B)}{\\\\ln(1+r)}$, with `r` the growth of the burn.
"""

CHINESE = """好的，我们把融资单独拿出来看。四位新员工入职后，每月支出约为 **92 万**：

| 项目 | 每月 |
|:--|--:|
| 九人团队 | 74 万 |
| 云服务、工具、房租 | 18 万 |

十八个月合计约 **1,660 万**。影响最大的三件事：

1. **入职时间**：每推迟一个季度，每人约省 33 万；
2. **所在城市**：成都的成本约为上海的 `0.7`；
3. **云服务**：随客户增长。

> 现金流不是一个数字，而是一个决定：你希望什么时候被人追问。
"""


async def _settle(panel: ChatPanel, rounds: int = 12) -> None:
    for _ in range(rounds):
        await asyncio.sleep(0.02)
        panel.conversation.tick()


def _shoot(panel: ChatPanel, path: Path) -> None:
    ratio = float(os.environ.get("PICTURE_RATIO", "1"))
    picture = QImage(panel.size() * ratio, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    panel.render(picture, QPoint())
    picture.save(str(path))


async def _say(workspace: Workspace, session_id: SessionId, text: str) -> None:
    await workspace.rounds.start(session_id, text).wait()


def _model() -> ScriptedModel:
    failure = ProviderError(
        ProviderErrorKind.NETWORK,
        "connection refused",
        detail="ConnectError: [Errno 111] refused",
        service="llama3.2",
    )
    return ScriptedModel(
        [
            (ReasoningDelta("Four hires, 18 months. First the base cost."), *text_reply(RUNWAY)),
            tool_reply("stello_create_session", label="Seed round", context="inherit"),
            "I opened it beside this conversation. It starts with everything we said here.",
            tool_reply(
                "stello_create_session", label="Exit options", context="none", prompt="What would you sell?"
            ),
            "Done. It starts empty, so tell it what it needs.",
            CODE,
            failure,
        ]
    )


async def _main_story(workspace: Workspace) -> SessionId:
    root = await workspace.create_project("Launch 2027")
    session_id = await workspace.branches.open(root, "Financing")
    await _say(
        workspace,
        session_id,
        "What would 18 months of runway cost us with four hires? Look at the seed round separately.",
    )
    await workspace.messages.add_note(session_id, "Ask Mara about the Lisbon office before Thursday.")
    await _say(workspace, session_id, "Let us look at the seed round separately.")
    await _say(workspace, session_id, "And one for the exit, but empty.")
    await _say(workspace, session_id, "Can I have that as code?")
    await _say(workspace, session_id, "And if we delay two of them by a quarter?")
    return session_id


async def main_pictures(workspace: Workspace, panel: ChatPanel, shoot: Callable[[str], None]) -> None:
    """A long English conversation, its top and its end."""
    session_id = await _main_story(workspace)
    panel.show_session(session_id)
    await _settle(panel)
    shoot("en-end")
    bar = panel.canvas.verticalScrollBar()
    bar.setValue(0)
    await _settle(panel, 3)
    shoot("en-top")
    bar.setValue(round(bar.maximum() * 0.45))
    await _settle(panel, 3)
    panel.canvas.go_to_entry(panel.canvas.transcript.index_at(bar.value() + 260))
    panel.canvas.setFocus()
    await _settle(panel, 3)
    shoot("en-middle")


async def version_pictures(workspace: Workspace, panel: ChatPanel, shoot: Callable[[str], None]) -> None:
    """A round with three versions, a note with two, buttons beside a message, a note that was removed."""
    root = await workspace.create_project("Launch 2027")
    session_id = await workspace.branches.open(root, "Financing")
    await _say(workspace, session_id, "What would 18 months of runway cost us?")
    await workspace.rounds.retry(session_id).wait()
    await workspace.rounds.edit_last(
        session_id, "What would 18 months of runway cost us, with four hires?"
    ).wait()
    note = await workspace.messages.add_note(session_id, "Ask Mara about the Lisbon office.")
    await workspace.messages.edit_note(
        session_id, note.record_id, "Ask Mara about the Lisbon office before Thursday."
    )
    panel.show_session(session_id)
    await _settle(panel)
    shoot("versions")
    items = panel.canvas.transcript.items
    for index, title in ((0, "question"), (2, "answer"), (3, "note")):
        panel.canvas.go_to_entry(index)
        panel.canvas.pointed_at.emit(index)
        await _settle(panel, 3)
        shoot(f"versions-{title}-bar")
    panel.canvas.verticalScrollBar().setValue(0)
    panel.canvas.pointed_at.emit(2)
    await _settle(panel, 3)
    shoot("versions-over-text")
    panel._notes.remove(next(laid.entry for laid in items if laid.entry.kind.value == "note").record_id)  # type: ignore[arg-type]
    panel.canvas.scroll_to_end()
    panel.canvas.pointed_at.emit(-1)
    await _settle(panel, 20)
    shoot("note-removed")


async def other_pictures(workspace: Workspace, panel: ChatPanel, shoot: Callable[[str], None]) -> None:
    """Empty, archived, nothing."""
    root = await workspace.create_project("Grants")
    panel.show_session(root)
    await _settle(panel)
    shoot("empty")
    await workspace.apply(SetArchived((root,), True))
    await _settle(panel)
    shoot("archived")
    panel.show_session(None)
    await _settle(panel, 2)
    shoot("nothing")


async def streaming_pictures(folder: Path, shoot_with: Callable[[ChatPanel], Callable[[str], None]]) -> None:
    """An answer on its way, in Chinese and inside of code, and a question about branches."""
    asked = [
        tool_reply("stello_create_session", call_id=f"call_{name}", label=name)[0:2]
        for name in ("Pricing", "Hiring plan", "Investor letters", "Grants")
    ]
    events = [event for pair in asked for event in pair]
    model = ScriptedModel(
        [
            [TextDelta(CHINESE[start : start + 12]) for start in range(0, 204, 12)],
            [
                TextDelta("```python\nfor month in range(18):\n    burn = 92_000\n    print("),
                StreamEnd(EndReason.LENGTH),
            ],
            [*events, StreamEnd(EndReason.TOOL_CALLS)],
        ],
        delay_s=0.07,
    )
    async with open_workspace(folder, model) as workspace:
        root = await workspace.create_project("2027 发布计划")
        session_id = await workspace.branches.open(root, "融资")
        panel = ChatPanel(workspace)
        shoot = shoot_with(panel)
        panel.show_session(session_id)
        await _settle(panel)
        panel.composer.set_text("如果再有四名员工，十八个月的开支是多少？")
        panel.composer.field.submitted.emit()
        await _settle(panel, 40)
        shoot("zh-streaming")
        panel.sending.stop()
        await _settle(panel, 20)
        shoot("zh-stopped")
        panel.sending.resume()
        await _settle(panel, 30)
        shoot("zh-cut-off")
        panel.composer.set_text("Open one branch for each of the four subjects, please.\nAll of them empty.")
        shoot("typed")
        panel.composer.field.submitted.emit()
        await _settle(panel, 40)
        shoot("question")
        await panel.aclose()
        panel.close()
        panel.deleteLater()


async def _all(app: QApplication, folder: Path, name: theme.ThemeName, width: int) -> None:
    theme.apply(app, theme.load(name, float(os.environ.get("PICTURE_SCALE", "1"))))

    def shoot_with(panel: ChatPanel) -> Callable[[str], None]:
        panel.resize(width, 860)
        panel.show()
        return lambda title: _shoot(panel, folder / f"chat-{title}-{name}-{width}.png")

    with tempfile.TemporaryDirectory() as home:
        async with open_workspace(Path(home) / "one", _model()) as workspace:
            panel = ChatPanel(workspace)
            shoot = shoot_with(panel)
            await main_pictures(workspace, panel, shoot)
            await other_pictures(workspace, panel, shoot)
            await panel.aclose()
            panel.close()
            panel.deleteLater()
        async with open_workspace(
            Path(home) / "versions", ScriptedModel([RUNWAY, CODE, RUNWAY])
        ) as workspace:
            panel = ChatPanel(workspace)
            await version_pictures(workspace, panel, shoot_with(panel))
            await panel.aclose()
            panel.close()
            panel.deleteLater()
        await streaming_pictures(Path(home) / "two", shoot_with)


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Run a coroutine on Qt's loop."""
    app = QApplication.instance() or QApplication([])
    loop = qasync.QEventLoop(app)
    with loop:
        loop.run_until_complete(story())


def main() -> None:
    """Take all pictures."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    names = sys.argv[2:] or ["dark", "light"]

    async def story() -> None:
        for name in names:
            width = int(os.environ.get("PICTURE_WIDTH", "460"))
            await _all(app, folder, "dark" if name == "dark" else "light", width)

    run(story)


if __name__ == "__main__":
    main()
