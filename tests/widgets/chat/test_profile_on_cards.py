"""The cards of branches name the profile that they are made with, in its colour (X-2, X-5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stello_desktop.domain.ids import SessionId
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from stello_desktop.ui import theme
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.ui.hue_dot import HueDot
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.windows import until
from tests.widgets.chat.test_panel import answered, click, control, words_of, write

type Tell = Callable[..., None]

HUE = 3


async def a_critic(workspace: Workspace) -> None:
    profile = await workspace.profiles.create("Critic", hue=HUE)
    await workspace.profiles.save(replace(profile, instructions="Be hard."))


def dots(panel: ChatPanel) -> list[str]:
    """The colours of the dots that are seen."""
    found: list[str] = []
    for dot in panel.findChildren(HueDot):
        if dot.isVisible():
            picture = dot.grab().toImage()
            found.append(picture.pixelColor(picture.width() // 2, picture.height() // 2).name())
    return found


def test_the_card_of_a_branch_says_with_which_profile_it_was_made(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await a_critic(workspace)
        await write(panel, "let somebody look for holes")
        await answered(panel)
        await until(lambda: control(panel, "branchCard"), "the card")
        assert "With the profile “Critic”" in words_of(panel)
        assert "Starts empty" in words_of(panel)
        assert dots(panel) == [theme.current().hue(HUE).name()]
        branch = next(entry for entry in workspace.topology.entries() if entry.label == "Holes")
        assert (await workspace.inspection.facts(branch.session_id)).profile == "Critic"

    tell(
        story,
        ScriptedModel([tool_reply("stello_create_session", label="Holes", profile="Critic"), "Opened."]),
    )


def test_the_question_names_the_profile_of_each_branch(tell: Tell) -> None:
    """X-5: *ask me first*."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await a_critic(workspace)
        await workspace.change_settings(assistant_branches="ask")
        await write(panel, "let somebody look for holes")
        await until(lambda: control(panel, "branchQuestionOpen"), "the question")
        assert "With the profile “Critic”" in words_of(panel)
        assert dots(panel) == [theme.current().hue(HUE).name()]
        await click(panel, "branchQuestionNotNow")
        await answered(panel)

    tell(
        story, ScriptedModel([tool_reply("stello_create_session", label="Holes", profile="Critic"), "Later."])
    )


def test_a_branch_without_a_profile_names_none(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await write(panel, "branch")
        await answered(panel)
        await until(lambda: control(panel, "branchCard"), "the card")
        assert "With the profile" not in words_of(panel)
        assert dots(panel) == []

    tell(story, ScriptedModel([tool_reply("stello_create_session", label="Holes"), "Opened."]))
