"""Messages that mean harm, and a child process that shows them all.

``python -m tests.helpers.hostile_messages FOLDER PORT``: shows every message in every role, streamed and at
once, with files of FOLDER and the server at PORT inside of them. It prints what it found as JSON; whether
files were opened or requests came is for the parent to see.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import tempfile
from pathlib import Path

MAX_BYTES = 2 * 1024**3


def corpus(folder: str, port: int) -> dict[str, str]:
    """Hard cases by name."""
    web = f"http://127.0.0.1:{port}"
    picture = f"{folder}/picture.png"
    return {
        "web picture": f"![x]({web}/a.png)",
        "file picture": f"![x](file://{picture})",
        "absolute picture": f"![x]({picture})",
        "relative picture": "![x](picture.png)",
        "fifo picture": f"![x]({folder}/fifo)",
        "endless picture": "![x](file:///dev/zero) ![y](/dev/urandom)",
        "share picture": "![x](file://attacker/share/a.png)",
        "reference picture": f"![x][1]\n\n[1]: {web}/b.png",
        "file reference picture": f"![x][1]\n\n[1]: file://{picture}",
        "linked picture": f"[![x](file://{picture})](https://example.com)",
        "data picture": "![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)",
        "qrc picture": "![x](qrc:/x.png)",
        "svg picture": f"![x](data:image/svg+xml,<svg><image href='{web}/c'/></svg>)",
        "html picture": f"<img src='file://{picture}'>",
        "inline html picture": f'text <img src="file://{picture}"/> text',
        "html picture in a list": f"- <img src='{web}/d.png'>\n- two",
        "html picture in a table": f"| a |\n|---|\n| <img src='file://{picture}'/> |",
        "style": f"<style>@import url({web}/e.css); body {{ background: url({web}/f.png) }}</style>",
        "table ground": f"<table background='{web}/g.png'><tr><td>x</td></tr></table>",
        "frame": f"<iframe src='{web}/h'></iframe><object data='{web}/i'></object>",
        "script": "<script>alert(1)</script><svg onload=alert(1)>",
        "refresh": f"<meta http-equiv=refresh content='0;url={web}/j'><link rel=stylesheet href='{web}/k'>",
        "links": "[a](javascript:alert(1)) [b](smb://h/s) [c](file:///etc/passwd) <vscode://x> <https://e.com>",
        "nested quotes": "> " * 4_000 + "x",
        "nested lists": "\n".join("  " * depth + "- x" for depth in range(400)),
        "nested brackets": "[" * 20_000 + "x",
        "nested emphasis": "*a **b " * 5_000,
        "nested pictures": "![" * 3_000 + "x" + "](y)" * 3_000,
        "many backticks": "`" * 20_000 + "x",
        "long run": "x" * 300_000,
        "long run of Han": "龙" * 60_000,
        "wide table": "|" + "a|" * 2_000 + "\n|" + "-|" * 2_000 + "\n|" + "b|" * 2_000,
        "tall table": "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 5_000,
        "tall code": "```python\n" + "x = 1\n" * 20_000,
        "odd language": "```<img src='file:///etc/hostname'>\nx\n```",
        "controls": "a\x00b\x1b[31mc\u202egpj.exe\u2066x\ufeff",
        "half a character": "a \ud800 b",
        "right to left": "שלום עולם مرحبا " * 200,
        "marks on marks": "e" + "\u0301" * 5_000,
        "emoji": "👩‍👩‍👧‍👦" * 2_000,
        "many definitions": "\n".join(f"[{n}]: x{n}" for n in range(5_000)) + "\n\n[1] [2]",
        "many entities": "&#x110000; &NotAThing; &amp;" * 2_000,
        "many links": "[x](https://example.com/) " * 5_000,
        "math": "$" * 10_000 + "\\(" * 5_000,
        "many rules": "---\n" * 5_000,
        "a million characters": "some words to read " * 55_000,
    }


def _show_all(folder: str, port: int) -> dict[str, object]:
    from PySide6.QtCore import Qt  # noqa: PLC0415 - the limit comes first
    from PySide6.QtWidgets import QApplication, QLabel  # noqa: PLC0415

    from stello_desktop.domain.messages import ToolResult  # noqa: PLC0415
    from stello_desktop.ui import theme  # noqa: PLC0415
    from stello_desktop.ui.chat.canvas import TranscriptCanvas  # noqa: PLC0415
    from stello_desktop.ui.chat.card_making import BranchFacts, CardMaker  # noqa: PLC0415
    from stello_desktop.ui.chat.entries import CallView, Ending, Entry, EntryKind  # noqa: PLC0415
    from stello_desktop.ui.chat.growing import GrowingText  # noqa: PLC0415

    app = QApplication([])
    theme.apply(app, theme.load("light"))
    label = f"<img src='file://{folder}/picture.png'>"
    cards = CardMaker(lambda _branch: BranchFacts(label, True), lambda: label)
    canvas = TranscriptCanvas(cards.make)
    canvas.resize(460, 800)
    canvas.show()
    shown = 0
    for name, text in corpus(folder, port).items():
        call = CallView("c", "stello_create_session", {"label": label}, ToolResult(True, {"sessionId": "s"}))
        refused = CallView(
            "d", "stello_create_session", {"label": label}, ToolResult(False, error=text[:2_000])
        )
        failed = Entry((name, 4), EntryKind.ANSWER, "", ending=Ending.FAILED, newest=True)
        failed.error_code, failed.error_detail = label, text[:30_000]
        canvas.set_entries(
            [
                Entry((name, 1), EntryKind.QUESTION, text),
                Entry((name, 2), EntryKind.NOTE, text),
                Entry((name, 3), EntryKind.ANSWER, text, reasoning=text, calls=(call, refused)),
                failed,
            ]
        )
        for value in (0, 500, 2_000, canvas.verticalScrollBar().maximum()):
            canvas.verticalScrollBar().setValue(value)
            canvas.grab()
        canvas.set_entries([Entry((name, 5), EntryKind.ANSWER, "", ending=Ending.GROWING)])
        laid = canvas.transcript.items[0]
        laid.growing = GrowingText()
        for start in range(0, min(len(text), 4_000), 97):
            laid.growing.push(text[start : start + 97])
            canvas.refresh_entry(laid)
        canvas.grab()
        canvas.selection.select_all()
        canvas.selection.texts()
        shown += 1
    labels = [label for widget in app.topLevelWidgets() for label in widget.findChildren(QLabel)]
    rich = [
        made.text()[:60] for made in labels if made.textFormat() != Qt.TextFormat.PlainText and made.text()
    ]
    tips = [widget.toolTip() for widget in app.allWidgets() if "<img" in widget.toolTip()]
    canvas.close()
    return {"shown": shown, "rich": rich, "tips": tips, "labels": len(labels)}


async def _show_in_panel(folder: str) -> int:
    """A panel whose names are hostile."""
    from stello_desktop.ui.chat.panel import ChatPanel  # noqa: PLC0415
    from tests.helpers.workspaces import open_workspace  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as home:
        async with open_workspace(Path(home) / "store") as workspace:
            root = await workspace.create_project(f"<img src='file://{folder}/picture.png'>")
            branch = await workspace.branches.open(root, f"<b>x</b><img src='{folder}/picture.png'/>")
            panel = ChatPanel(workspace)
            panel.resize(460, 700)
            panel.show()
            panel.show_session(branch)
            await asyncio.sleep(0.2)
            panel.grab()
            await panel.aclose()
            panel.close()
            panel.deleteLater()
    return 1


def main() -> None:
    """Show everything under a limit of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    folder, port = sys.argv[1], int(sys.argv[2])
    os.chdir(folder)
    found = _show_all(folder, port)
    from tests.helpers.windows import run_in_loop  # noqa: PLC0415

    found["panels"] = run_in_loop(lambda: _show_in_panel(folder))
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
