"""``python -m tests.journeys.child HOME STORY``: one run of the program in a process that may be killed.

Prints one JSON line for whatever the person has seen or the program has acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from stello_desktop import app as program
from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.events import BranchOpened, TextDelta
from stello_desktop.workspace.turns import LiveTurn
from tests.journeys import stories
from tests.journeys.person import Person, Story, live

LONG_CHARS = 400
SERVICE = "STELLO_TEST_SERVICE"
"""Names the address of the service in the environment."""


def tell(**facts: Any) -> None:
    """One line to the parent, at once."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def a_long_answer(person: Person) -> None:
    """Ask for a long answer and tell how much of it has been seen, until killed."""
    await stories.begin_with_practice(person)
    await person.write("Give me a long answer, please, as long as you can")
    turn = await person.until(
        lambda: person.workspace.rounds.live_turn(person.star(stories.PROJECT)), "the answer begins"
    )
    await person.until(lambda: turn.started is not None, "the question is on disk")
    tell(sent=True)
    while not turn.ended:
        text = "".join(event.text for event in turn.events if isinstance(event, TextDelta))
        tell(at=time.monotonic(), seen=text)
        await asyncio.sleep(0.02)
    tell(ended=True)


async def many_branches(person: Person) -> None:
    """Open branch after branch, each with the conversation, and tell each that is acknowledged."""
    await stories.begin_with_practice(person)
    project = person.star(stories.PROJECT)
    for number in range(40):
        await person.workspace.messages.add_note(project, f"thought {number} " + "x" * LONG_CHARS)
    for number in range(10_000):
        tell(begun=f"Branch {number}")
        await person.workspace.branches.open(project, f"Branch {number}", context="inherit")
        tell(acknowledged=f"Branch {number}")


async def write_offline(person: Person) -> None:
    """Write message after message to a service that is not there, and tell each that is kept, until killed."""
    await stories.begin_with_practice(person)
    service = await person.workspace.services.add(name="Far", address=os.environ[SERVICE], model="far-1")
    await person.workspace.services.use(service.service_id)
    project = person.star(stories.PROJECT)
    for number in range(1, 200):
        tell(begun=f"message {number}")
        await person.write(f"message {number}")
        await person.until(
            partial(lambda count: person.workspace.outbox.waits(project) == count, number), "it waits"
        )
        tell(acknowledged=f"message {number}")


async def send_what_waits(person: Person) -> None:
    """One click at the window's foot, then look on; ends when nothing is sent any more."""
    await person.until_seen("outboxSend")
    await person.click("outboxSend")
    tell(clicked=True)
    while person.workspace.outbox.sending:
        tell(at=time.monotonic(), left=person.workspace.outbox.count)
        await asyncio.sleep(0.02)
    await person.pause(0.2)
    tell(left=person.workspace.outbox.count, bar=person.sees("outboxBar"))


async def _ask_a_server(person: Person, text: str) -> LiveTurn:
    """Ask the service of the environment; gives the turn."""
    await stories.begin_with_practice(person)
    service = await person.workspace.services.add(name="Far", address=os.environ[SERVICE], model="far-1")
    await person.workspace.services.use(service.service_id)
    await person.write(text)
    turn: LiveTurn = await person.until(
        lambda: person.workspace.rounds.live_turn(person.star(stories.PROJECT)), "the answer begins"
    )
    return turn


async def a_branch_and_one_that_hangs(person: Person) -> None:
    """Two branches in one answer: the first is there, the second waits for a summary, until killed."""
    profiles = person.workspace.profiles
    brief = await profiles.create("Brief")
    await profiles.save(replace(brief, context=ContextMode.COMPRESS))
    turn = await _ask_a_server(person, "Look at the costs and at the risks separately")
    await person.until(lambda: any(isinstance(item, BranchOpened) for item in turn.events), "it is opened")
    tell(opened=sorted(person.labels()), ended=turn.ended)
    await asyncio.sleep(60)


async def open_anyway_and_die(person: Person) -> None:
    """Say no to a branch, open it all the same, and end without a word as soon as it is there."""
    await person.workspace.change_settings(assistant_branches="ask")
    turn = await _ask_a_server(person, "Look at the costs separately")
    await person.until_seen("branchQuestionNotNow")
    await person.click("branchQuestionNotNow")
    await person.until(lambda: turn.ended, "the answer has ended")
    await person.until_seen("refusedBranchOpen")
    tell(refused=person.labels())

    def die(_changes: Changes) -> None:
        if "Costs" in person.labels():
            tell(opened=sorted(person.labels()))
            os._exit(9)

    person.workspace.feed.subscribe(die)
    await person.click("refusedBranchOpen")
    await asyncio.sleep(60)


async def open_anyway(person: Person) -> None:
    """Press *Open anyway* on the one card that offers it."""
    await person.until_seen("refusedBranchOpen")
    await person.click("refusedBranchOpen")
    await person.until_seen("branchCard")
    tell(labels=sorted(person.labels()))


async def go_to_the_branch(person: Person) -> None:
    """Press *Go there* on the card of a branch that was opened."""
    await person.until_seen("branchCardGo")
    await person.click("branchCardGo")
    await person.until(lambda: person.program.shell.selected == person.star("Costs"), "we are there")
    tell(labels=sorted(person.labels()))


async def summarise_and_hang(person: Person) -> None:
    """Two conversations of which the service never finishes the second summary, until killed."""
    await _ask_a_server(person, "What does it cost?")
    first = person.star(stories.PROJECT)
    second = await person.workspace.create_project("Risks")
    await person.workspace.rounds.start(second, "What can go wrong?").wait()
    await person.until(lambda: not person.workspace.rounds.live_sessions, "both are answered")
    making = person.workspace.making
    making.summarise([first])
    await making.settle()
    making.summarise([first, second])
    await person.until(lambda: making.work, "it is being made")
    await person.pause(0.5)
    tell(summaries=len(await person.workspace.memory.digests()), work=[item.state for item in making.work])
    await asyncio.sleep(60)


async def summarise_anew_and_hang(person: Person) -> None:
    """One summary is stored, asked for anew while it was made, and an overview waits behind that; until killed."""
    await _ask_a_server(person, "What does it cost?")
    project = person.star(stories.PROJECT)
    await person.until(lambda: not person.workspace.rounds.live_sessions, "it is answered")
    making, memory = person.workspace.making, person.workspace.memory
    making.summarise([project])
    await person.until(lambda: [item.state for item in making.work] == ["running"], "it is being made")
    making.summarise([project], anew=True)
    await making.reflect(None)
    while not await memory.digests():  # noqa: ASYNC110 - only the store knows
        await asyncio.sleep(0.02)
    await person.until(lambda: [item.state for item in making.work] == ["running", "queued"], "once more")
    await memory.write_synthesis(None, "By hand.")
    await person.pause(0.5)
    tell(
        summaries=[item.text for item in await memory.digests()],
        work=[item.state for item in making.work],
    )
    await asyncio.sleep(60)


async def look_at_overviews(person: Person) -> None:
    """What a fresh start makes of those."""
    await person.workspace.ready()
    await person.workspace.making.settle()
    memory = person.workspace.memory
    tell(
        summaries=[item.text for item in await memory.digests()],
        overviews=[item.text for item in await memory.syntheses()],
        work=[item.state for item in person.workspace.making.work],
    )


async def look_at_summaries(person: Person) -> None:
    """What a fresh start makes of them."""
    await person.workspace.ready()
    await person.workspace.making.settle()
    tell(
        summaries=[item.text for item in await person.workspace.memory.digests()],
        work=[item.state for item in person.workspace.making.work],
    )


async def type_a_thought(person: Person) -> None:
    """Type a few words, and tell once a quarter of a second has passed since the last key."""
    await stories.begin_with_practice(person)
    await person.type("half a thought", into="composerText")
    await asyncio.sleep(0.25)
    tell(typed=person.control("composerText").toPlainText())
    await asyncio.sleep(60)


async def type_on_and_on(person: Person) -> None:
    """Type key after key without a pause in which anything could be written, and tell each, until killed."""
    await stories.begin_with_practice(person)
    await person.until_seen("composerText")
    for _ in range(1000):
        await person.type("x", into="composerText")
        tell(at=time.monotonic(), typed=person.control("composerText").toPlainText())
        await asyncio.sleep(0.05)


async def look(person: Person) -> None:
    """What a fresh start shows."""
    await person.until_seen("transcript")
    await person.pause(0.5)
    facts: dict[str, Any] = {}
    for session_id in person.workspace.topology.walk():
        records = await person.workspace.messages.list_records(session_id)
        facts[person.workspace.topology[session_id].label] = [
            (item.role, item.content, item.state) for item in records
        ]
    tell(
        seen=sorted(person.visible_names()),
        transcript=person.transcript(),
        draft=person.control("composerText").toPlainText(),
        chosen=person.program.shell.selected,
        records=facts,
        undo=person.workspace.history.undo is not None,
    )


async def leave_things(person: Person) -> None:
    """Change the window, the map and a draft, then close as a person does."""
    await stories.first_five_minutes(person)
    await stories.a_branch_by_hand(person, "Financing")
    person.window.resize(1111, 777)
    await person.type("half a thou", into="composerText")
    await person.point_at_map()
    await person.click("mapZoomIn")
    await person.pause(1.0)
    zoom = person.sky.view.camera.scale
    tell(chosen=person.program.shell.selected, zoom=zoom, size=[1111, 777])


async def look_closely(person: Person) -> None:
    """What `leave_things` left."""
    await person.until(lambda: person.control("composerText").toPlainText(), "the draft is back")
    size = person.window.size()
    tell(
        chosen=person.program.shell.selected,
        zoom=person.sky.view.camera.scale,
        size=[size.width(), size.height()],
        draft=person.control("composerText").toPlainText(),
        undo=person.workspace.history.undo is not None,
    )


async def watched(person: Person) -> None:
    """Does nothing by itself: answers where things are, so that another process can move the real mouse."""
    loop = asyncio.get_running_loop()
    tell(ready=True)
    with ThreadPoolExecutor(1) as ears:
        while line := await loop.run_in_executor(ears, sys.stdin.readline):
            question = json.loads(line)
            if "control" in question:
                tell(**_place_of_control(person, question["control"]))
            elif "star" in question:
                tell(**_place_of_star(person, question["star"]))
            elif "close" in question:
                return
            else:
                topology = person.workspace.topology
                tell(
                    tree={
                        entry.label: topology[entry.parent_id].label if entry.parent_id else None
                        for entry in topology.entries()
                    },
                    live=len(person.workspace.rounds.live_sessions),
                )


def _place_of_control(person: Person, name: str) -> dict[str, Any]:
    if not person.sees(name):
        return {"at": None}
    widget = person.control(name)
    place = widget.mapToGlobal(widget.rect().center())
    return {"at": [place.x(), place.y()] if widget.isEnabled() else None}


def _place_of_star(person: Person, label: str) -> dict[str, Any]:
    if label not in person.labels():
        return {"at": None}
    place = person.sky.centre_of(person.star(label))
    if place is None:
        return {"at": None}
    place = person.control("skyViewport").mapToGlobal(place)
    return {"at": [place.x(), place.y()]}


STORIES: dict[str, Story] = {
    story.__name__: story
    for story in (
        a_long_answer,
        many_branches,
        write_offline,
        send_what_waits,
        a_branch_and_one_that_hangs,
        open_anyway_and_die,
        open_anyway,
        go_to_the_branch,
        summarise_and_hang,
        look_at_summaries,
        summarise_anew_and_hang,
        look_at_overviews,
        type_a_thought,
        type_on_and_on,
        look,
        leave_things,
        look_closely,
        watched,
    )
}


def main() -> int:
    """Live through one story in a home folder."""
    _, home, name = sys.argv
    live(program.make_application(sys.argv[:1]), Path(home), STORIES[name])
    return 0


if __name__ == "__main__":
    sys.exit(main())
