"""``python -m tests.journeys.canary HOME``: a run of the program in which a key goes everywhere it may go.

What the key is and where the server listens comes by the standard input: neither the command nor the
environment of a process is a place for a key. Prints one JSON line for whatever the parent should know.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from stello_desktop import app as program
from stello_desktop import logs
from stello_desktop.ui import errors, tasks
from stello_desktop.ui.service_key import ask_for_key
from tests.journeys import stories
from tests.journeys.person import Person, live


def tell(**facts: Any) -> None:
    """One line to the parent, at once."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def use_a_key(person: Person, key: str, address: str) -> None:
    """Give it, be refused with it, enter it again, get an answer, copy what can be copied, break things."""
    workspace = person.workspace
    await stories.begin_with_practice(person)
    service = await workspace.services.add(name="Cloud", address=address, model="m", key=key)
    await workspace.services.use(service.service_id)
    await workspace.services.bind(person.star(stories.PROJECT), service)
    for number in range(3):  # refused in three ways, each with the key in its words
        if number:  # another message would wait for another key
            await person.click("errorRetry")
        else:
            await person.write("Hello")
        await person.until_answered()
        if not person.sees("errorCopy"):
            await person.click("errorDetails")
        await person.click("errorCopy")
        tell(copied=QGuiApplication.clipboard().text(), transcript=person.transcript())
    question = ask_for_key(person.window, workspace, service, lambda: None)
    await person.until_seen("keyQuestionKey")
    QTest.keyClicks(person.control("keyQuestionKey"), f"Bearer {key}")
    eye = question.findChild(QToolButton, "keyQuestionKeyShow")
    assert eye is not None
    eye.click()
    QTest.keyClick(person.control("keyQuestionKey"), Qt.Key.Key_Return)
    await person.until(lambda: not person.sees("keyQuestionKey"), "the key is kept")
    tell(state=workspace.keys.state(service).place)
    await person.write("Hello again")
    await person.until_answered()
    await person.type("half a thought", into="composerText")
    failure = RuntimeError(f"Authorization: Bearer {key}")
    logging.getLogger("vendor").error("asked with %s", key, exc_info=failure)
    tasks.report(failure, person.window)
    tell(details=errors.detail(failure), title=person.window.windowTitle())
    await person.pause(1.0)


def main() -> int:
    """Wait for the key, use it, and close when the parent has looked."""
    home = Path(sys.argv[1])
    os.umask(int(sys.argv[2], 8))
    facts = json.loads(sys.stdin.readline())
    application = program.make_application(sys.argv[:1])
    logs.start_log(home / "logs")

    async def story(person: Person) -> None:
        await use_a_key(person, facts["key"], facts["address"])
        tell(ready=True)
        with ThreadPoolExecutor(1) as ears:
            await asyncio.get_running_loop().run_in_executor(ears, sys.stdin.readline)
        tell(copied=QGuiApplication.clipboard().text(), widgets=len(QApplication.allWidgets()))

    live(application, home, story)
    return 0


if __name__ == "__main__":
    sys.exit(main())
