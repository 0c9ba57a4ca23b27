"""The journeys as stories: what a person does, step by step, and what must be true after each.

Shared by the tests and by the showcase; nothing here knows how the program is built.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt

from stello_desktop.domain.messages import RecordKind, RecordState, Role
from stello_desktop.domain.topology import EntryFlag
from tests.journeys.person import MODIFIERS, Person

PROJECT = "Launch 2027"


async def first_five_minutes(person: Person) -> None:
    """Journey 1: a fresh machine, one question, and a first streamed answer after two decisions."""
    await person.until_seen("welcomeName")
    await person.picture("first-screen", "The first screen asks one thing: what to think about.")
    await person.type(PROJECT, into="welcomeName")
    await person.click("welcomeStart")
    await person.until_seen("welcomePractice")
    await person.picture(
        "who-answers", "Who should answer? The practice assistant needs neither key nor network."
    )
    await person.pause(1.0)  # nobody reads three offers faster
    await person.click("welcomePractice")
    await person.until_seen("composerText")
    await person.pause()
    await person.write("Hello, what can I do here?")
    turn = await person.until(
        lambda: person.workspace.rounds.live_turn(person.star(PROJECT)), "the message is on its way"
    )
    await person.until(lambda: len(turn.events) > 5, "words arrive")
    await person.picture("streaming", "The first answer arrives word by word.")
    await person.until(lambda: turn.ended, "the answer has ended")
    records = await person.workspace.messages.list_records(person.star(PROJECT))
    assert [record.role for record in records] == [Role.USER, Role.ASSISTANT]
    assert all(record.state is RecordState.DONE for record in records)
    await person.until(
        lambda: records[1].content.split()[0].strip("*#") in person.transcript(), "the answer is shown"
    )


async def a_note(person: Person) -> None:
    """A thought is kept as it is, without any assistant."""
    await person.type("Ask Kim about the warehouse", into="composerText")
    await person.click("composerNote")
    await person.until(lambda: "Kim about the warehouse" in person.transcript(), "the note is shown")
    records = await person.workspace.messages.list_records(person.star(PROJECT))
    assert records[-1].kind is RecordKind.NOTE
    assert not person.workspace.rounds.live_sessions


async def a_subject_splits(person: Person) -> None:
    """Journey 2: the assistant opens a branch, one click goes there, another comes back."""
    await person.write("Let us look at the financing separately")
    await person.until_seen("branchCard")
    await person.until(lambda: "Financing" in person.labels(), "the star appears")
    await person.until(lambda: not person.workspace.rounds.live_sessions, "the answer has ended")
    await person.picture(
        "branch-opened", "Asked in plain words, the assistant opens a branch; its star appears."
    )
    assert person.workspace.topology.parent(person.star("Financing")) == person.star(PROJECT)
    await person.click("branchCardGo")
    await person.until(lambda: person.program.shell.selected == person.star("Financing"), "we are there")
    await person.click("breadcrumb0")
    await person.until(lambda: person.program.shell.selected == person.star(PROJECT), "we are back")


async def a_branch_by_hand(person: Person, label: str) -> None:
    """The visible *Branch* button; the conversation comes along unless the person says no."""
    await person.click("chatBranch")
    await person.until_seen("branchName")
    await person.type(label, into="branchName")
    await person.click("branchOpen")
    await person.until(lambda: label in person.labels(), f"{label} is a star")
    await person.until(lambda: person.program.shell.selected == person.star(label), "it is chosen")
    child = await person.workspace.messages.list_records(person.star(label))
    assert child, "the conversation came along"


async def branches_from_the_map(person: Person, *labels: str) -> None:
    """Tab makes a child, its name is typed at once; Enter makes a sibling."""
    await person.click_star(PROJECT)
    for number, label in enumerate(labels):
        await person.press(Qt.Key.Key_Tab if number == 0 else Qt.Key.Key_Return, on=person.control("skyView"))
        await person.until_seen("mapRenameEditor")
        await person.type(label, into="mapRenameEditor")
        await person.press(Qt.Key.Key_Return, on=person.control("mapRenameEditor"))
        await person.until(partial(_named, person, label), f"{label} is a star")
        await person.until(lambda: not person.sees("mapRenameEditor"), "the name is written")
        await person.pause(0.3)


def _named(person: Person, label: str) -> bool:
    return label in person.labels()


async def rearranging(person: Person) -> None:
    """Journey 3: drag under another, refused on its own branch, undone and redone."""
    tree = person.workspace
    await branches_from_the_map(person, "Market", "Team")
    await person.point_at_map()
    await person.click("mapFit")
    await person.pause(0.4)
    financing, market = person.star("Financing"), person.star("Market")
    await person.drag(person.spot("Financing"), person.spot("Market"), drop=False)
    await person.picture("dragging", "Dragging lights up where a conversation may go.")
    await person.drop(person.spot("Market"))
    await person.until(lambda: tree.topology.parent(financing) == market, "it hangs under Market")
    await person.until_seen("toastAction")
    await person.picture("moved", "It moved, with everything below it; the toast offers Undo.")
    assert tree.topology[financing].source_id == person.star(PROJECT), "the source never changes"
    await person.pause(0.4)
    await person.drag(person.spot("Market"), person.spot("Financing"), drop=False)
    await person.picture("refused", "Under its own branch a conversation cannot go, and the map says why.")
    await person.drop(person.spot("Financing"))
    await person.pause(0.3)
    assert tree.topology.parent(market) == person.star(PROJECT), "a descendant refuses"
    await undo(person)
    await person.until(lambda: tree.topology.parent(financing) == person.star(PROJECT), "undone")
    await redo(person)
    await person.until(lambda: tree.topology.parent(financing) == market, "redone")


async def undo(person: Person) -> None:
    """Ctrl+Z on the map."""
    target = person.control("skyView")
    target.setFocus()
    await person.press(Qt.Key.Key_Z, MODIFIERS.ControlModifier, on=target)
    await person.pause()


async def redo(person: Person) -> None:
    """Ctrl+Shift+Z on the map."""
    target = person.control("skyView")
    target.setFocus()
    await person.press(Qt.Key.Key_Z, MODIFIERS.ControlModifier | MODIFIERS.ShiftModifier, on=target)
    await person.pause()


async def placed_on_empty_sky(person: Person, label: str) -> None:
    """Dropped on empty sky a conversation only changes its place."""
    session_id = person.star(label)
    parent = person.workspace.topology.parent(session_id)
    await person.pause(0.3)
    start = person.spot(label)
    await person.drag(start, start + QPoint(46, 38))
    await person.until(lambda: person.workspace.topology[session_id].dx is not None, "its place is kept")
    assert person.workspace.topology.parent(session_id) == parent


async def an_example(person: Person) -> None:
    """Journey 1: *Look at an example*, deleted with one click."""
    await person.click("welcomeExample")
    await person.until(lambda: len(person.workspace.topology) > 5, "the example is there")
    root = person.workspace.topology.roots[0]
    assert person.workspace.topology[root].flags & EntryFlag.EXAMPLE
    await person.pause(0.5)


async def a_real_service(person: Person, address: str, key: str, model: str) -> None:
    """Settings: address and key are typed, a model is chosen by itself, one real word asked as a test."""
    await person.click("railSettings")
    await person.click("serviceAdd")
    await person.type("another", into="serviceKnownSearch")
    await person.press(Qt.Key.Key_Return)
    await person.type(address, into="serviceAddress")
    await person.type(key, into="serviceKey")
    await person.click("serviceTest")
    news = person.control("serviceNews")
    await person.until(lambda: "Answered" in news.text(), "the model answers the test", 60)
    assert model in person.control("serviceModel").accessibleName()
    await person.picture("service-tested", "A real model server answers the test in seconds.")
    await person.click("serviceUse")
    await person.until(lambda: person.workspace.answering.default.model == model, "the service is used", 60)
    await person.click("railMap")


async def the_model_opens_a_branch(person: Person, label: str) -> None:
    """A real model calls the real tool, streamed."""
    await person.write(f"Please use stello_create_session for {label}.")
    await person.until(lambda: label in person.labels(), f"{label} is a star", 120)
    await person.until(lambda: not person.workspace.rounds.live_sessions, "the answer has ended", 120)
    await person.until_seen("branchCard")
    await person.picture("real-branch", "A real model has opened a branch by itself.")


async def begin_with_practice(person: Person) -> None:
    """The shortest way through the first screen."""
    await person.type(PROJECT, into="welcomeName")
    await person.click("welcomeStart")
    await person.click("welcomePractice")
    await person.until_seen("composerText")
    await person.until(lambda: person.labels() == [PROJECT], "the project is there")
