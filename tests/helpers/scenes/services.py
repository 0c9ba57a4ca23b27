"""AI services in every state, against real servers on loopback."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from typing import Any

from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QWidget

from stello_desktop.domain.services import ModelPrice
from stello_desktop.ui.list_popup import ListPopup
from stello_desktop.ui.model_chooser import ModelChooser
from stello_desktop.ui.settings.service_dialog import ServiceDialog, open_service_dialog
from tests.helpers.scenes.camera import Camera, Scene
from tests.helpers.servers import Piece, ReplayServer, error_reply, reply, text_events
from tests.helpers.windows import until

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


def _dialog(camera: Camera) -> ServiceDialog:
    dialog = open_service_dialog(camera.shell.window, camera.workspace)
    assert dialog.sheet.isEnabled()  # made at once for the picture
    return dialog


def press(where: QWidget, name: str) -> None:
    found = where.findChild(QPushButton, name)
    assert found is not None, name
    found.click()


async def adding(camera: Camera) -> None:
    """The list, a key, a local server, any address."""
    dialog = _dialog(camera)
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
        dialog = _dialog(camera)
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
        await camera.shoot_top("test-4-models", ListPopup)
        press(dialog, "serviceModel")
        popup = next(w for w in QApplication.topLevelWidgets() if isinstance(w, ListPopup) and w.isVisible())
        popup.list.search.setText("small")
        await camera.shoot_top("test-5-search", ListPopup)
        dialog.reject()


async def failing(camera: Camera) -> None:
    """A wrong key, no such place, no models."""
    answers = [error_reply(401, {"error": {"message": "no", "code": "invalid_api_key"}})]
    async with ReplayServer(answers) as server:
        dialog = _dialog(camera)
        assert dialog.presets is not None
        dialog.presets.list.search.setText("another")
        dialog.sheet.fields.address.edit.setText(server.base_url)
        dialog.sheet.fields.key.edit.setText("sk-wrong")
        press(dialog, "serviceTest")
        await camera.shoot("fail-1-key", dialog)
        dialog.reject()
    async with ReplayServer([error_reply(404, {})]) as server:
        dialog = _dialog(camera)
        assert dialog.presets is not None
        dialog.presets.list.search.setText("another")
        dialog.sheet.fields.address.edit.setText(server.base_url)
        press(dialog, "serviceTest")
        await camera.shoot("fail-2-no-list", dialog)
        dialog.reject()
    dialog = _dialog(camera)
    assert dialog.presets is not None
    dialog.presets.list.search.setText("jan")
    press(dialog, "serviceTest")
    await camera.shoot("fail-3-nobody-there", dialog)
    dialog.reject()


async def in_settings(camera: Camera) -> None:
    """The list in Settings, a change with prices, many services."""
    shell, workspace = camera.shell, camera.workspace
    shell.go_to("settings")
    page = shell.pages.settings.findChildren(QScrollArea)[0]
    page.verticalScrollBar().setValue(0)
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
    page.verticalScrollBar().setValue(0)
    await camera.shoot("settings-2-some")
    press(shell.pages.settings, f"serviceTest_{workspace.answering.services[2].service_id}")
    page.verticalScrollBar().setValue(0)
    await camera.shoot("settings-3-tested")
    dialog = open_service_dialog(shell.window, workspace, workspace.answering.services[1])
    await camera.shoot("change-1", dialog)
    dialog.sheet.fields.show_address(unfolded=True)
    dialog.sheet.fields.address.edit.setText("https://gateway.example.com/v1")
    await camera.shoot("change-2-moved", dialog)
    dialog.reject()
    press(shell.pages.settings, f"serviceRemove_{workspace.answering.services[2].service_id}")
    page.verticalScrollBar().setValue(0)
    await camera.shoot("settings-4-removed")
    for number in range(38):
        await workspace.services.add(
            name=f"Service {number}", address=f"https://api{number}.example.com/v1", model="atlas"
        )
    await asyncio.sleep(1)
    page.verticalScrollBar().setValue(0)
    await camera.shoot("settings-5-many")
    chooser = ModelChooser(workspace, "As in the conversation")
    chooser.resize(320, chooser.sizeHint().height())
    chooser.show()
    await camera.shoot("chooser-1", chooser)
    chooser.open()
    await camera.shoot_top("chooser-2-open", ListPopup)
    chooser.close()
    chooser.deleteLater()


async def a_refused_key(camera: Camera) -> None:
    """What waits for another key: at the foot, on the card, under a message, and the question; then all is sent."""
    shell, workspace = camera.shell, camera.workspace
    refusal = error_reply(
        401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}
    )
    async with ReplayServer([]) as server:
        port = server.port
    name = camera.say("My provider", "我的服务")
    before = workspace.settings.default_service
    service = await workspace.services.add(
        name=name, address=f"http://127.0.0.1:{port}/v1", model="m", key="sk-old"
    )
    await workspace.services.use(service.service_id)
    projects = []
    for label in (camera.say("Garden", "花园"), camera.say("House", "房子")):
        projects.append(await workspace.create_project(label))
        for text in (
            camera.say("What grows in the shade?", "阴凉处能种什么？"),
            camera.say("And in winter?", "冬天呢？"),
        ):
            await workspace.rounds.start(projects[-1], text).wait()
    await until(lambda: workspace.outbox.count == 4, "they wait")
    async with ReplayServer([refusal, reply(text_events("Ferns."))], port=port):
        await camera.press("outboxSend")
        await until(lambda: workspace.outbox.refused and not workspace.outbox.sending, "it is refused")
        first = next(iter(workspace.outbox.waiting))
        for place, project in zip(("1-card", "2-waiting"), sorted(projects, key=first.__ne__), strict=True):
            shell.sky.selected.emit(project)
            await until(lambda: shell.chat.conversation.is_loaded, "the conversation")
            await camera.shoot(f"refused-{place}")
        await camera.press("outboxSend")
        await until(lambda: camera.seen("keyQuestionKey"), "the question")
        await camera.shoot("refused-3-question", camera.seen("keyQuestionKey")[0].window())
        await camera.press("keyQuestionSame")
        await until(lambda: not workspace.outbox.count and not workspace.outbox.sending, "all is sent")
        await camera.shoot("refused-4-sent")
    await workspace.services.use(before)


PLACES: tuple[Scene, ...] = (adding, testing, failing, in_settings, a_refused_key)
