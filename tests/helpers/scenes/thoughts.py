"""Insights: overview, reminders, summaries, and a result that is brought back."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QDialog

from tests.helpers.scenes.camera import Camera, Scene
from tests.helpers.windows import until


async def insights(camera: Camera) -> None:
    """Each kind of row of a project in which much was said."""
    shell, workspace = camera.shell, camera.workspace
    root, first, second = camera.named(0), camera.named(1), camera.named(2)
    memory = workspace.memory
    shell.sky.selected.emit(root)
    shell.go_to("insights")
    page = shell.pages.insights
    await until(lambda: page.filled and page.listing.rows.known.digests is not None, "the insights")
    await camera.shoot("insights-1-nothing")
    await memory.write_digest(
        first,
        camera.say(
            "The corner by the station has 1,400 passers-by a day; the rent is 1,600.",
            "车站旁的街角每天有一千四百人路过，租金一万二。",
        ),
    )
    await memory.write_digest(
        second, camera.say("Counted on three days, morning and noon.", "数了三天，早上和中午各一次。")
    )
    await memory.write_synthesis(
        root,
        camera.say(
            "Everything hangs on the place: rent and passers-by decide the prices, and the prices decide how long the savings last.\n\n- Location first\n- Then the menu",
            "一切取决于地点：租金和客流决定价格，价格决定积蓄能撑多久。\n\n- 先定选址\n- 再定菜单",
        ),
    )
    await memory.add_insight(
        root, camera.say("The rent is 1,600, not 1,400.", "租金是一万二，不是一万。"), from_session=first
    )
    await memory.add_insight(
        first, camera.say("Ask about the cellar.", "问一下地下室。"), from_session=second
    )
    await camera.shoot("insights-2-overview")
    rows = page.listing.rows
    for number in range(1, min(rows.rowCount(), 5)):
        page.listing.view.setCurrentIndex(rows.index(number))
        await camera.shoot(f"insights-3-row-{number}")
    page.listing.view.setCurrentIndex(rows.index(0))
    await camera.press("synthesisEditOpen", page)
    await camera.shoot("insights-4-edit")
    await camera.press("synthesisCancel", page) if camera.seen("synthesisCancel", page) else None
    page.ask_to_reflect()
    await camera.shoot_top("insights-5-reflect", QDialog)
    page.listing.view.setCurrentIndex(rows.index(1))
    await camera.press("remindersAdd", page)
    await camera.shoot_top("insights-6-reminder", QDialog)


async def results(camera: Camera) -> None:
    """*Bring the result back*, and the reminder above the composer."""
    shell = camera.shell
    shell.go_to("map")
    shell.sky.selected.emit(camera.named(1))
    await asyncio.sleep(0.3)
    shell.actions["bring_back"].trigger()
    await camera.shoot_top("result-1", QDialog)
    shell.sky.selected.emit(camera.named(0))
    await until(lambda: camera.seen("reminderBar"), "the reminder")
    await camera.shoot("result-2-reminder")
    if camera.seen("reminderRead"):
        await camera.press("reminderRead")
        await camera.shoot("result-3-reminder-open")


PLACES: tuple[Scene, ...] = (insights, results)
