"""Conversations in the window: answers, versions, notes, what is sent, what fails, what waits."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QDialog, QMenu

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui import consent_questions, dialogs
from stello_desktop.ui.chat.usage_panel import UsagePanel, show_usage
from stello_desktop.ui.list_popup import ListPopup
from tests.helpers.scenes.camera import Camera, Scene
from tests.helpers.scenes.voices import ANSWERS
from tests.helpers.windows import until
from tests.helpers.workspaces import a_service


async def _ask(camera: Camera, session_id: SessionId, text: str) -> None:
    await camera.workspace.rounds.start(session_id, text).wait()


async def conversation(camera: Camera) -> None:
    """A long answer, versions, a note, a branch that the assistant opened, an error, the menu."""
    shell, workspace = camera.shell, camera.workspace
    await a_service(workspace, ANSWERS)
    project = await workspace.create_project(camera.say("Launch 2027", "2027 发布计划"))
    branch = await workspace.branches.open(project, camera.say("Financing", "融资"))
    shell.go_to("map")
    shell.sky.selected.emit(branch)
    await camera.shoot("talk-1-empty")
    await _ask(
        camera, branch, camera.say("What would 18 months of runway cost us?", "十八个月的开支是多少？")
    )
    await workspace.rounds.retry(branch).wait()
    await workspace.messages.add_note(branch, camera.say("Ask Mara before Thursday.", "周四前问问小美。"))
    await until(lambda: shell.chat.conversation.is_loaded, "the conversation")
    await camera.shoot("talk-2-answer")
    shell.chat.canvas.go_to_entry(0)
    shell.chat.canvas.pointed_at.emit(0)
    await camera.shoot("talk-3-versions")
    shell.chat.canvas.pointed_at.emit(-1)
    shell.chat.canvas.scroll_to_end()
    await _ask(camera, branch, camera.say("branch: Seed round", "branch: 种子轮"))
    await camera.shoot("talk-4-branch-card")
    await _ask(camera, branch, "fail")
    await camera.shoot("talk-5-error")
    shell.chat.header.menu.popup(shell.window.mapToGlobal(shell.window.rect().center()))
    await camera.shoot_top("talk-6-menu", QMenu)
    shell.chat.header.chip.click()
    await asyncio.sleep(0.2)
    await camera.shoot("talk-7-chip")
    for kind in (QMenu, ListPopup, QDialog):
        for found in shell.window.findChildren(kind):
            found.close()
    shell.chat.composer.set_text(
        camera.say("And if we delay two of them by a quarter?", "如果其中两位推迟一个季度呢？")
    )
    await camera.shoot("talk-8-typed")
    shell.chat.composer.set_text("")


async def told(camera: Camera) -> None:
    """The inspector from top to bottom, *What is sent?*, tokens used."""
    shell, workspace = camera.shell, camera.workspace
    branch = next(
        entry.session_id
        for entry in workspace.topology.entries()
        if entry.label == camera.say("Financing", "融资")
    )
    shell.go_to("map")
    shell.sky.selected.emit(branch)
    await workspace.memory.write_digest(
        branch, camera.say("Runway of 18 months, 1.66 M needed.", "十八个月，共需 1,660 万。")
    )
    shell.actions["inspect"].trigger()
    await until(lambda: camera.seen("inspectSent"), "the inspector")
    await camera.shoot("inspector-1")
    (scroll,) = camera.seen("inspectorScroll")
    bar = scroll.verticalScrollBar()  # type: ignore[attr-defined]
    for number in (2, 3, 4):
        if bar.value() == bar.maximum():
            break
        bar.setValue(bar.value() + scroll.height() - 60)
        await camera.shoot(f"inspector-{number}")
    shell.actions["inspect"].trigger()
    shell.chat.sent_requested.emit()
    await until(lambda: camera.seen("sentSize"), "what is sent")
    await camera.shoot("sent")
    shell.chat.sent_requested.emit()
    show_usage(workspace, branch, shell.chat)
    await camera.shoot_top("usage", UsagePanel)


async def meter(camera: Camera) -> None:
    """A conversation that fills most of what its model reads, and one that was summarised."""
    shell, workspace = camera.shell, camera.workspace
    project = await workspace.create_project(camera.say("A long talk", "一次长谈"))
    shell.go_to("map")
    shell.sky.selected.emit(project)
    await _ask(camera, project, "long one")
    shell.chat.composer.set_text("word " * 4_200)
    await until(lambda: camera.seen("contextMeterButton"), "the meter")
    await camera.shoot("meter")
    await camera.press("contextMeterButton")
    await camera.shoot("meter-open")
    shell.chat.sent_requested.emit()
    shell.chat.composer.set_text("")
    for number in range(7):
        await _ask(camera, project, f"long {number} " + "word " * 900)
    await camera.shoot("meter-summarised")
    await workspace.apply(SetArchived((project,), True))
    await camera.shoot("talk-archived")


async def waiting(camera: Camera) -> None:
    """Messages that wait, and the bar at the window's foot."""
    shell, workspace = camera.shell, camera.workspace
    project = await workspace.create_project(camera.say("On the train", "在火车上"))
    shell.go_to("map")
    shell.sky.selected.emit(project)
    await _ask(camera, project, camera.say("offline: What did we decide?", "offline：我们决定了什么？"))
    await until(lambda: camera.seen("outboxBar"), "the bar")
    await camera.shoot("outbox")


async def questions(camera: Camera) -> None:
    """Before something that only the person may allow."""
    window, workspace = camera.shell.window, camera.workspace
    plain = ProviderError(ProviderErrorKind.UNENCRYPTED, origin="http://studio.lan:1234", host="studio.lan")
    print_ = ":".join(f"{number * 7 % 256:02X}" for number in range(32))
    certificate = ProviderError(
        ProviderErrorKind.CERTIFICATE,
        origin="https://studio.lan:8443",
        host="studio.lan",
        fingerprint=print_,
        reason="self_signed",
        acceptable=True,
    )
    for name, error in (("plain", plain), ("certificate", certificate)):
        asked = consent_questions.ask_about(window, workspace, None, error, lambda: None)
        assert asked is not None
        await camera.shoot(f"question-{name}", asked)
        asked.reject()
    details = dialogs.show_details(window, certificate)
    await camera.shoot("question-details", details)
    details.accept()


PLACES: tuple[Scene, ...] = (conversation, told, meter, waiting, questions)
