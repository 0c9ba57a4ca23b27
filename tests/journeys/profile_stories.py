"""Journey 4 as a story: a profile is written, tried, mended, and a branch is made with it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.messages import ModelRequest
from tests.journeys.person import MODIFIERS, Person

NAME = "Study adviser"
TEXT = "You advise students who want to study in {region}. Answer only for {region}."
OWN = "Compare tuition and visas."
OPENING = "Which city shall we look at first?"
BRANCH = "Studying in Tyrol"


@dataclass(frozen=True, slots=True)
class Tried:
    """What the preview showed when the branch was opened."""

    instructions: str
    request: ModelRequest


def said(person: Person, name: str) -> str:
    """What the labels of a list of mistakes say."""
    return str(person.control(name).accessibleName())


def composed(person: Person) -> str:
    """The instructions as the preview shows them, piece by piece."""
    texts = [person.control(f"previewSegmentText{number}") for number in range(2) if _shows(person, number)]
    return "\n\n".join(text.toPlainText() for text in texts)


def _shows(person: Person, number: int) -> bool:
    return person.sees(f"previewSegment{number}")


async def until_composed(person: Person, text: str) -> None:
    """Until the preview shows exactly this."""
    await person.until(lambda: composed(person) == text, f"the preview shows {text!r}")


async def to_profiles(person: Person) -> None:
    """By the rail; what is not made yet is made."""
    await person.click("railProfiles")
    await person.until_seen("branchWithProfile")
    await person.until(lambda: person.program.shell.pages.profiles.side.preview, "the preview is there")


async def write_it(person: Person) -> None:
    """A new profile, letter by letter, with the preview following each of them."""
    await to_profiles(person)
    await person.click("profileNew")
    name = person.control("profileName")
    await person.until(lambda: person.window.focusWidget() is name, "the name can be typed at once")
    await person.type(NAME, into="profileName")
    for number in range(1, len(TEXT) + 1):
        await person.type(TEXT[number - 1], into="profileInstructions")
        if number in {3, 40, len(TEXT)}:
            await until_composed(person, TEXT[:number])
    await person.type("Region", into="profileVariableLabel0")
    await person.type("Bavaria", into="profileVariableExample0")
    await until_composed(person, TEXT.replace("{region}", "Bavaria"))
    assert "Region" in person.control("tryMissing").text()
    await person.type(OPENING, into="profileOpening")
    await person.picture(
        "profile-written", "A profile is written; beside it stands what a branch would be told."
    )


async def choose_how_they_join(person: Person) -> None:
    """The three ways, read from the preview; the technical words are hints only."""
    await person.type("Tyrol", into="tryVariable0")
    await person.type(OWN, into="tryOwn")
    filled = TEXT.replace("{region}", "Tyrol")
    await until_composed(person, f"{filled}\n\n{OWN}")
    await person.click("profileMode_append")
    await until_composed(person, f"{OWN}\n\n{filled}")
    assert "from this branch" in person.control("previewSegmentCaption0").text()
    await person.click("profileMode_preset")
    await until_composed(person, filled)
    assert "not used" in said(person, "tryOwnProblems")
    assert "only these" in person.control("previewBeaten_system_prompt_0").accessibleName().casefold()
    await person.picture("profile-preset", "What is not used stands greyed beneath, with the reason.")
    await person.click("profileMode_prepend")
    await until_composed(person, f"{filled}\n\n{OWN}")


async def make_mistakes(person: Person) -> None:
    """A misspelt variable, a lone brace and a name that is taken are named where they are."""
    box: QWidget = person.control("profileInstructions")
    await person.press(Qt.Key.Key_End, MODIFIERS.ControlModifier, on=box)
    await person.type(" {regoin} {", into="profileInstructions")
    await person.until(
        lambda: (
            person.sees("profileInstructionsProblems")
            and "stays as it is typed" in said(person, "profileInstructionsProblems")
        ),
        "the lone brace is named",
    )
    await person.until(
        lambda: person.sees("tryMissing") and "regoin" in person.control("tryMissing").text(),
        "the other name is asked for",
    )
    for _ in range(len(" {regoin} {")):
        await person.press(Qt.Key.Key_Backspace, on=box)
    await person.until(lambda: not person.sees("profileInstructionsProblems"), "all is well again")
    other = next(item.name for item in person.workspace.profiles.active if item.name != NAME)
    field = person.control("profileName")
    await person.press(Qt.Key.Key_A, MODIFIERS.ControlModifier, on=field)
    await person.type(other, into="profileName")
    await person.until(lambda: person.sees("profileNameProblems"), "the name is taken")
    assert other in said(person, "profileNameProblems")
    await person.press(Qt.Key.Key_A, MODIFIERS.ControlModifier, on=field)
    await person.type(NAME, into="profileName")
    await person.until(lambda: not person.sees("profileNameProblems"), "the name is free")


async def branch_with_it(person: Person) -> Tried:
    """From the preview to the branch, with what was tried."""
    await person.click("profileContext_none")
    side = person.program.shell.pages.profiles.side
    await person.until(lambda: side.preview is not None and side.preview.context == "none", "it starts empty")
    assert side.preview is not None
    tried = Tried(composed(person), side.preview.request)
    await person.click("branchWithProfile")
    await person.until_seen("branchName")
    await person.type(BRANCH, into="branchName")
    await person.picture("branch-with-profile", "The branch is opened with what was tried.")
    await person.click("branchOpen")
    await person.until(lambda: BRANCH in person.labels(), "the branch is a star")
    await person.until_seen("transcript")
    await person.until(lambda: OPENING in person.transcript(), "it begins with its opening message")
    return tried


def kept(person: Person) -> SavedProfile:
    """The profile as it is on disk."""
    found = person.workspace.profiles.named(NAME)
    assert found is not None
    return found


async def a_profile_that_behaves(person: Person) -> Tried:
    """Journey 4, from the first letter to the branch."""
    await person.type("Ask Kim about the deadlines", into="composerText")
    await person.click("composerNote")
    await person.until_seen("transcript")
    await write_it(person)
    await choose_how_they_join(person)
    await make_mistakes(person)
    return await branch_with_it(person)
