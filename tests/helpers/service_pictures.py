"""``python -m tests.helpers.service_pictures FOLDER [--only NAME…] [--ratio 2]``: AI services in every state.

The real window over a real store and real servers on loopback, in both themes and both languages.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from stello_desktop.domain.services import ModelPrice
from stello_desktop.ui.list_popup import ListPopup
from stello_desktop.ui.model_chooser import ModelChooser
from stello_desktop.ui.settings.service_dialog import ServiceDialog, open_service_dialog
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import Piece, ReplayServer, error_reply, reply, text_events
from tests.helpers.windows import run_in_window

LOOKS = (("en", "dark"), ("zh_CN", "light"), ("en", "light"), ("zh_CN", "dark"))
MODELS = {
    "data": [
        {"id": "atlas-large", "supported_parameters": ["tools", "reasoning"], "context_length": 1_000_000},
        {"id": "atlas-small", "supported_parameters": ["tools"], "context_length": 128_000},
        {"id": "atlas-mini-preview", "supported_parameters": [], "context_length": 32_768},
        {"id": "vendor/with-a-very-long-name-that-nobody-can-read-in-one-line-2026-11-30-instruct-fp8"},
        *({"id": f"other-{number}", "context_length": 8192} for number in range(30)),
        {"id": "text-embedding-3"},
        {"id": "whisper-2"},
    ]
}


def as_json(value: Any) -> list[Piece]:
    return reply(json.dumps(value), content_type="application/json")


class Camera:
    """Takes pictures of one window in one look."""

    def __init__(
        self, shell: Shell, workspace: Workspace, folder: Path, look: str, only: Sequence[str]
    ) -> None:
        self.shell, self.workspace, self.folder, self.look, self.only = shell, workspace, folder, look, only

    async def shoot(self, name: str, widget: QWidget | None = None) -> None:
        await asyncio.sleep(0.35)
        if not self.only or any(word in name for word in self.only):
            (widget or self.shell.window).grab().save(str(self.folder / f"{name}-{self.look}.png"))

    def dialog(self) -> ServiceDialog:
        dialog = open_service_dialog(self.shell.window, self.workspace)
        assert dialog.sheet.isEnabled()  # made at once for the picture
        return dialog

    async def popup(self, name: str) -> None:
        await asyncio.sleep(0.2)
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, ListPopup) and widget.isVisible():
                await self.shoot(name, widget)
                widget.close()


def press(where: QWidget, name: str) -> None:
    found = where.findChild(QPushButton, name)
    assert found is not None, name
    found.click()


async def adding(camera: Camera) -> None:
    """The list, a key, a local server, any address."""
    dialog = camera.dialog()
    await camera.shoot("add-1-first", dialog)
    dialog.sheet.fields.key.edit.setText("sk-proj-1234567890")
    await camera.shoot("add-2-key", dialog)
    presets = dialog.presets
    assert presets is not None
    presets.list.search.setText("olla")
    await camera.shoot("add-3-local", dialog)
    presets.list.search.setText("zzz")
    await camera.shoot("add-4-other", dialog)
    dialog.sheet.fields.address.edit.setText("ftp://example.com")
    await camera.shoot("add-5-wrong-address", dialog)
    dialog.reject()


async def testing(camera: Camera) -> None:
    """Working, answered, its models, a choice."""
    async with ReplayServer([as_json(MODELS), [4.0], reply(text_events("Ready"))]) as server:
        dialog = camera.dialog()
        assert dialog.presets is not None
        dialog.presets.list.search.setText("another")
        dialog.sheet.fields.address.edit.setText(server.base_url)
        press(dialog, "serviceTest")
        await asyncio.sleep(3)
        await camera.shoot("test-1-running", dialog)
        press(dialog, "serviceTest")
        await camera.shoot("test-2-stopped", dialog)
        press(dialog, "serviceTest")
        await camera.shoot("test-3-answered", dialog)
        press(dialog, "serviceModel")
        await camera.popup("test-4-models")
        press(dialog, "serviceModel")
        popup = next(w for w in QApplication.topLevelWidgets() if isinstance(w, ListPopup) and w.isVisible())
        popup.list.search.setText("small")
        await camera.popup("test-5-search")
        dialog.reject()


async def failing(camera: Camera) -> None:
    """A wrong key, no such place, no models."""
    answers = [error_reply(401, {"error": {"message": "no", "code": "invalid_api_key"}})]
    async with ReplayServer(answers) as server:
        dialog = camera.dialog()
        assert dialog.presets is not None
        dialog.presets.list.search.setText("another")
        dialog.sheet.fields.address.edit.setText(server.base_url)
        dialog.sheet.fields.key.edit.setText("sk-wrong")
        press(dialog, "serviceTest")
        await camera.shoot("fail-1-key", dialog)
        dialog.reject()
    async with ReplayServer([error_reply(404, {})]) as server:
        dialog = camera.dialog()
        assert dialog.presets is not None
        dialog.presets.list.search.setText("another")
        dialog.sheet.fields.address.edit.setText(server.base_url)
        press(dialog, "serviceTest")
        await camera.shoot("fail-2-no-list", dialog)
        dialog.reject()
    dialog = camera.dialog()
    assert dialog.presets is not None
    dialog.presets.list.search.setText("jan")
    press(dialog, "serviceTest")
    await camera.shoot("fail-3-nobody-there", dialog)
    dialog.reject()


async def settings(camera: Camera) -> None:
    """The list in Settings, a change with prices, many services."""
    shell, workspace = camera.shell, camera.workspace
    shell.go_to("settings")
    await camera.shoot("settings-1-empty")
    service = await workspace.services.add(
        name="OpenAI", address="https://api.openai.com/v1", model="gpt-5-mini", key="sk-1"
    )
    await workspace.services.use(service.service_id)
    price = ModelPrice(
        model="gpt-5-mini", input_per_million=Decimal("0.25"), output_per_million=Decimal("2.00")
    )
    await workspace.services.set_price(service.service_id, price)
    await workspace.services.add(name="Ollama", address="localhost:11434", model="qwen3:8b", local=True)
    await camera.shoot("settings-2-some")
    press(shell.settings_page, f"serviceTest_{workspace.answering.services[2].service_id}")
    await camera.shoot("settings-3-tested")
    dialog = open_service_dialog(shell.window, workspace, workspace.answering.services[1])
    await camera.shoot("change-1", dialog)
    dialog.sheet.fields.show_address(unfolded=True)
    dialog.sheet.fields.address.edit.setText("https://gateway.example.com/v1")
    await camera.shoot("change-2-moved", dialog)
    dialog.reject()
    press(shell.settings_page, f"serviceRemove_{workspace.answering.services[2].service_id}")
    await camera.shoot("settings-4-removed")
    for number in range(38):
        await workspace.services.add(
            name=f"Service {number}", address=f"https://api{number}.example.com/v1", model="atlas"
        )
    await asyncio.sleep(1)
    await camera.shoot("settings-5-many")
    chooser = ModelChooser(workspace, "As in the conversation")
    chooser.resize(320, chooser.sizeHint().height())
    chooser.show()
    await camera.shoot("chooser-1", chooser)
    chooser.open()
    await camera.popup("chooser-2-open")
    chooser.close()
    chooser.deleteLater()


async def welcome(camera: Camera) -> None:
    """The first screen's second step."""
    page = camera.shell.welcome
    camera.shell.go_to("welcome")
    page.open_answers()
    await asyncio.sleep(0.7)
    await camera.shoot("welcome-answers")


SCENES: tuple[Callable[[Camera], Awaitable[None]], ...] = (welcome, adding, testing, failing, settings)


def main() -> int:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--looks", type=int, default=len(LOOKS))
    parser.add_argument("--ratio", default="1")
    parser.add_argument("--size", default="1280x820")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_SCALE_FACTOR"] = chosen.ratio
    app = QApplication.instance() or QApplication(sys.argv[:1])
    width, height = (int(part) for part in chosen.size.split("x"))
    for language, theme in LOOKS[: chosen.looks]:

        async def story(
            shell: Shell, workspace: Workspace, language: str = language, theme: str = theme
        ) -> None:
            await workspace.change_settings(language=language, theme=theme)
            camera = Camera(shell, workspace, chosen.folder, f"{theme}-{language}", chosen.only)
            for scene in SCENES:
                await scene(camera)

        with tempfile.TemporaryDirectory() as folder:
            run_in_window(Path(folder), story, size=(width, height), probes=())
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
