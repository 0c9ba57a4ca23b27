"""What a branch would be, shown before it exists, and what it then is."""

from __future__ import annotations

import asyncio
import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.composition import Beaten, Layer, Origin, PartKind
from stello_desktop.domain.config import UNSET, ContextMode, Maybe, PromptMode
from stello_desktop.domain.errors import ForkConfigError, MissingTemplateVariables
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile, TemplateVariable
from stello_desktop.domain.messages import (
    NOBODY,
    ModelRequest,
    RecordDraft,
    RecordKind,
    RecordState,
    Role,
    ToolCall,
)
from stello_desktop.domain.model_facts import ModelFacts, ModelPlace
from stello_desktop.domain.preview import (
    BranchPreview,
    FilledBy,
    FilledPlace,
    PreviewRequest,
    ProblemCode,
    Severity,
)
from stello_desktop.domain.services import PRACTICE
from stello_desktop.engine.skills import Skill
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.llm.wire import write_body
from stello_desktop.workspace.ground import BranchGround
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace, run_in_workspace

QUESTION = "Was kostet das {alles}?"
EXPERT = "You know {region}. {{Always}} say why, 请用中文。 {"
VALUES = {"region": "the Alps {not} a {{place}}\r\n与{山}"}


def written(request: ModelRequest, model: str) -> str:
    body = write_body(request, ModelPlace(NOBODY, "", model), ModelFacts())
    return json.dumps({name: body.get(name) for name in ("messages", "tools")}, ensure_ascii=False)


async def a_profile(workspace: Workspace, name: str = "Expert", **values: Any) -> SavedProfile:
    profile = await workspace.profiles.create(name)
    return await workspace.profiles.save(replace(profile, **values))


async def talk(workspace: Workspace, session_id: SessionId, *questions: str) -> None:
    for question in questions:
        await workspace.rounds.start(session_id, question).wait()


def stale(ground: BranchGround) -> bool:
    return ground.is_stale


def codes(preview: BranchPreview) -> list[ProblemCode]:
    return [problem.code for problem in preview.problems]


OWN: tuple[Maybe[str], ...] = (UNSET, "", "Own words.")
STARTS = ("none", "inherit", "until", "edited")


@pytest.mark.slow
@pytest.mark.parametrize("mode", [None, *PromptMode])
def test_the_preview_is_what_the_server_receives(tmp_path: Path, mode: PromptMode | None) -> None:
    """M-1 to M-7, C-1, C-3, C-5, F-5, F-6: profile or none, each mode, each beginning, braces, Chinese."""

    async def story() -> None:
        async with (
            ReplayServer([reply(text_events("Fine."))]) as server,
            open_workspace(tmp_path) as workspace,
        ):
            await a_service(workspace, "Home", address=server.base_url)
            agent, _ = await workspace._agent_ready()
            agent.skills.register(Skill("计划", "plans", "how to plan"))
            root = await workspace.create_project("计划 <Plan>")
            await talk(workspace, root, "One?", "Two?\n")
            records = await workspace.messages.list_records(root)
            profile = await a_profile(
                workspace, instructions=EXPERT, mode=mode or PromptMode.PREPEND, opening="Willkommen"
            )
            for number, (own, start) in enumerate(itertools.product(OWN, STARTS)):
                await workspace.change_settings(share_outline=number % 2 == 0)
                await workspace.set_defaults(system_prompt="Be kind." if number % 3 else UNSET)
                cut: dict[str, Any] = {}
                if start in {"until", "edited"}:
                    cut = {"until": records[2].record_id}
                asked: dict[str, Any] = {
                    "own": own,
                    "skills": (UNSET, (), ("计划", "gone"))[number % 3],
                    "context": UNSET if cut else start,
                    "opening": (UNSET, "", "Hello {there}")[number // 4],
                }
                variables = {} if mode is None else VALUES
                ground = await workspace.inspection.ground(root, **cut, edited=start == "edited")
                shown = ground.preview(
                    PreviewRequest(
                        profile=None if mode is None else profile,
                        label="A\nbranch",
                        variables=variables,
                        first_message=QUESTION,
                        **asked,
                    )
                )
                child = await workspace.branches.open(
                    root,
                    "A\nbranch",
                    profile="" if mode is None else profile.name,
                    variables=variables,
                    **asked,
                    **cut,
                    edited="Else?" if start == "edited" else None,
                )
                await talk(workspace, child, QUESTION)
                body = server.requests[-1].json
                sent = {name: body.get(name) for name in ("messages", "tools")}
                assert json.dumps(sent, ensure_ascii=False) == written(shown.request, "Home-model")
                config = shown.composition.config
                assert config.system_prompt == (await workspace.inspection.facts(child)).system_prompt
                if config.system_prompt is not UNSET:
                    assert "\n\n".join(part.text for part in shown.segments) == config.system_prompt
                assert shown.messages == {"none": 0, "inherit": 4, "until": 3, "edited": 2}[start]
                assert not [item for item in shown.problems if item.severity is Severity.ERROR]

    asyncio.run(story())


def test_a_history_with_rough_edges_is_previewed_as_it_is_sent(tmp_path: Path) -> None:
    """F-9, C-1, Q22: an answer that broke off, calls with and without answers, notes, one that is still growing."""
    call = ToolCall("c1", "look", '{"a": 1}')
    lost = ToolCall("c2", "look", "{}")

    async def story() -> None:
        async with (
            ReplayServer([reply(text_events("Fine."))]) as server,
            open_workspace(tmp_path) as workspace,
        ):
            await a_service(workspace, "Home", address=server.base_url)
            _, backend = await workspace._agent_ready()
            root = await workspace.create_project("Plan")
            for drafts in (
                [RecordDraft(role=Role.USER, content="A note", kind=RecordKind.NOTE)],
                [
                    RecordDraft(role=Role.ASSISTANT, content="Looking", reasoning="hm", tool_calls=(call,)),
                    RecordDraft(role=Role.TOOL, content="seen", tool_call_id="c1", tool_name="look"),
                    RecordDraft(role=Role.ASSISTANT, content="", tool_calls=(lost,)),
                    RecordDraft(role=Role.ASSISTANT, content="half", state=RecordState.STOPPED),
                ],
                [RecordDraft(role=Role.ASSISTANT, content="grow", state=RecordState.PENDING)],
            ):
                await backend.sessions.append(root, drafts)
            said: list[str] = []
            for opening in ("", "Welcome"):
                shown = (await workspace.inspection.ground(root)).preview(
                    PreviewRequest(label="x", context="inherit", opening=opening, first_message=QUESTION)
                )
                child = await workspace.branches.open(root, "x", context="inherit", opening=opening)
                await talk(workspace, child, QUESTION)
                body = server.requests[-1].json
                sent = {name: body.get(name) for name in ("messages", "tools")}
                assert json.dumps(sent, ensure_ascii=False) == written(shown.request, "Home-model")
                said = [message.content for message in shown.request.messages[1:]]
            assert said == ["A note", "Looking", "seen", "half\n\nWelcome", QUESTION]

    asyncio.run(story())


def test_values_are_marked_where_they_stand(tmp_path: Path) -> None:
    """M-5, M-7: typed, by default, by example; what is missing stays visible, is named, and is MissingTemplateVariables."""

    async def story(workspace: Workspace) -> None:
        profile = await a_profile(
            workspace,
            instructions="{{ {a} {b} {c} {d}",
            variables=(
                TemplateVariable(name="b", default="B!"),
                TemplateVariable(name="c", example="such as C"),
                TemplateVariable(name="d"),
            ),
        )
        root = await workspace.create_project("Plan")
        ground = await workspace.inspection.ground(root)
        shown = ground.preview(PreviewRequest(profile=profile, variables={"a": "{b}", "d": ""}))
        (segment,) = shown.segments
        assert segment.text == "{ {b} B! such as C {d}"
        assert segment.filled == (
            FilledPlace("a", 2, 5, FilledBy.TYPED),
            FilledPlace("b", 6, 8, FilledBy.DEFAULT),
            FilledPlace("c", 9, 18, FilledBy.EXAMPLE),
            FilledPlace("d", 19, 22, FilledBy.MISSING),
        )
        missing = [item for item in shown.problems if item.code is ProblemCode.MISSING_VALUE]
        assert [item.params["name"] for item in missing] == ["c", "d"]
        assert {item.severity for item in missing} == {Severity.ERROR}
        with pytest.raises(MissingTemplateVariables) as caught:
            await workspace.branches.open(root, "Side", profile=profile.name, variables={"a": "{b}", "d": ""})
        assert caught.value.params["names"] == ("c", "d")
        assert len(workspace.topology) == 1

    run_in_workspace(tmp_path, story)


def test_every_field_says_where_it_came_from_and_what_it_beat(tmp_path: Path) -> None:
    """M-7: context and opening too."""

    async def story(workspace: Workspace) -> None:
        await workspace.set_defaults(system_prompt="D", skills=("a",))
        profile = await a_profile(
            workspace, instructions="P", context=ContextMode.INHERIT, opening="From the profile", skills=()
        )
        root = await workspace.create_project("Plan")
        ground = await workspace.inspection.ground(root)
        quiet = ground.preview(PreviewRequest(profile=profile))
        assert (quiet.context, quiet.opening) == ("inherit", "From the profile")
        assert quiet.composition.origins["context"] == Origin((Layer.PROFILE,))
        assert quiet.composition.origins["prompt"] == Origin((Layer.PROFILE,))
        loud = ground.preview(
            PreviewRequest(profile=profile, own="F", context="none", opening="Own", skills=("b",))
        )
        origins = loud.composition.origins
        assert origins["context"] == Origin((Layer.OPTIONS,), (Beaten(Layer.PROFILE, "inherit"),))
        assert origins["prompt"] == Origin((Layer.OPTIONS,), (Beaten(Layer.PROFILE, "From the profile"),))
        assert origins["skills"].beaten[-1] == Beaten(Layer.PROFILE, ())
        assert [(part.text, part.layer) for part in loud.segments] == [
            ("P", Layer.PROFILE),
            ("F", Layer.OPTIONS),
        ]
        assert (loud.context, loud.opening) == ("none", "Own")
        assert "opening" not in origins
        assert "prompt" not in ground.preview(PreviewRequest()).composition.origins

    run_in_workspace(tmp_path, story)


def test_own_instructions_under_preset_are_named(tmp_path: Path) -> None:
    """M-3."""

    async def story(workspace: Workspace) -> None:
        profile = await a_profile(workspace, instructions="P", mode=PromptMode.PRESET)
        ground = await workspace.inspection.ground(None)
        shown = ground.preview(PreviewRequest(profile=profile, own="F"))
        assert codes(shown) == [ProblemCode.OWN_IGNORED]
        assert shown.problems[0].field == "own"
        for request in (
            PreviewRequest(profile=profile),
            PreviewRequest(profile=replace(profile, mode=PromptMode.APPEND), own="F"),
            PreviewRequest(profile=replace(profile, instructions=""), own="F"),
        ):
            assert codes(ground.preview(request)) == []

    run_in_workspace(tmp_path, story)


def test_a_ground_tells_that_its_conversation_has_changed(tmp_path: Path) -> None:
    """C-5: what comes along is read once; a message, a service or other instructions make the ground stale."""

    async def story(workspace: Workspace) -> None:
        root, other = await workspace.create_project("Plan"), await workspace.create_project("Other")
        ground = await workspace.inspection.ground(root)
        assert not stale(ground)
        await workspace.messages.add_note(other, "elsewhere")
        assert not stale(ground)
        await workspace.messages.add_note(root, "A thought")
        assert stale(ground)
        request = PreviewRequest(context="inherit")
        assert ground.preview(request).messages == 0
        again = await workspace.inspection.ground(root)
        assert not stale(again)
        assert again.preview(request).messages == again.messages == 1
        shown = [part.text for part in again.preview(request).parts if part.kind is not PartKind.TOOL]
        assert shown[-1] == "A thought"
        await workspace.services.bind(root, workspace.answering.default)
        assert stale(again)

    run_in_workspace(tmp_path, story)


def test_settings_skills_and_defaults_are_read_at_each_key(tmp_path: Path) -> None:
    """S-1, X-2: the same ground follows what changes beside the conversation."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Plan")
        ground = await workspace.inspection.ground(root)
        request = PreviewRequest(label="Side", skills=("plan",))
        before = ground.preview(request)
        assert codes(before) == [ProblemCode.UNKNOWN_SKILL]
        assert [tool.name for tool in before.request.tools] == ["stello_create_session"]
        agent, _ = await workspace._agent_ready()
        agent.skills.register(Skill("plan", "plans", "how"))
        await workspace.set_defaults(system_prompt="Be kind.")
        await workspace.change_settings(share_outline=True)
        await a_profile(workspace, "Poet")
        after = ground.preview(request)
        assert codes(after) == []
        assert [tool.name for tool in after.request.tools] == ["stello_create_session", "activate_skill"]
        assert after.request.tools[0].parameters["properties"]["profile"]["enum"] == ["Poet"]
        assert [part.kind for part in after.parts] == [
            PartKind.SYSTEM_PROMPT,
            PartKind.TOPOLOGY,
            PartKind.IDENTITY,
            PartKind.TOOL,
            PartKind.TOOL,
        ]
        assert sum(part.tokens for part in after.parts) == after.tokens
        assert after.parts[1].text.splitlines()[2] == "  - Side (this conversation)"
        assert not ground.is_stale

    run_in_workspace(tmp_path, story)


def test_an_edited_name_is_what_the_assistant_could_branch_with(tmp_path: Path) -> None:
    """X-2: the tools of the preview are those after saving."""

    async def story(workspace: Workspace) -> None:
        poet, critic = await a_profile(workspace, "Poet"), await a_profile(workspace, "Critic")
        root = await workspace.create_project("Plan")
        ground = await workspace.inspection.ground(root)

        def names(profile: SavedProfile) -> list[str]:
            tool = ground.preview(PreviewRequest(profile=profile)).request.tools[0]
            return list(tool.parameters["properties"]["profile"]["enum"])

        assert names(replace(poet, name="Bard")) == ["Bard", "Critic"]
        assert names(replace(critic, name=" ")) == ["Poet", "Critic"]
        assert names(replace(poet, profile_id=critic.profile_id, name="New")) == ["Poet", "New"]
        await workspace.profiles.save(replace(poet, name="Bard"))
        assert names(critic) == ["Bard", "Critic"]

    run_in_workspace(tmp_path, story)


def test_what_is_shown_is_already_what_can_be_stored(tmp_path: Path) -> None:
    """M-7, T-8: line ends and characters that no file and no service takes are mended before they are shown."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Plan")
        asked: dict[str, Any] = {"own": "a\r\nb\ud800", "opening": "Hello\r\n\x00"}
        shown = (await workspace.inspection.ground(root)).preview(PreviewRequest(label="x", **asked))
        child = await workspace.branches.open(root, "x", **asked)
        (opening,) = await workspace.messages.list_records(child)
        facts = await workspace.inspection.facts(child)
        assert [part.text for part in shown.segments] == ["a\nb\ufffd"] == [facts.system_prompt]
        assert [(part.text, part.layer) for part in facts.segments] == [("a\nb\ufffd", Layer.OPTIONS)]
        assert shown.opening == opening.content == "Hello\n\ufffd"

    run_in_workspace(tmp_path, story)


def test_branch_from_here_previews_what_comes_along_and_what_does_not(tmp_path: Path) -> None:
    """F-5: unless the person says otherwise, up to the message; a profile does not say otherwise."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Plan")
        for text in ("One", "Two", "Three"):
            await workspace.messages.add_note(root, text)
        profile = await a_profile(workspace, context=ContextMode.NONE)
        here = (await workspace.messages.list_records(root))[1].record_id
        ground = await workspace.inspection.ground(root, until=here)
        counts = [
            ground.preview(request).messages
            for request in (
                PreviewRequest(),
                PreviewRequest(profile=profile),
                PreviewRequest(context="none"),
                PreviewRequest(context="inherit"),
            )
        ]
        assert counts == [2, 2, 0, 2]
        assert (await workspace.inspection.ground(root, until=here, edited=True)).messages == 1
        with pytest.raises(ForkConfigError):
            await workspace.inspection.ground(root, until=RecordId(999))

    run_in_workspace(tmp_path, story)


def test_a_summary_that_nobody_can_make_is_named(tmp_path: Path) -> None:
    """F-5: a part that says that there will be a summary, and the mistake; then a ForkConfigError."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Plan")
        empty = await workspace.inspection.ground(root)
        assert not empty.can_sum_up
        assert codes(empty.preview(PreviewRequest(label="x", context="compress"))) == []
        await workspace.branches.open(root, "x", context="compress")
        await workspace.messages.add_note(root, "A thought")
        ground = await workspace.inspection.ground(root)
        assert not ground.can_sum_up
        shown = ground.preview(PreviewRequest(label="x", context="compress", first_message="Hi"))
        assert [problem.code for problem in shown.problems] == [ProblemCode.NO_SUMMARY]
        pending = [part for part in shown.parts if part.pending]
        assert [(part.kind, part.text) for part in pending] == [(PartKind.INHERITED_SUMMARY, "")]
        assert (shown.messages, len(shown.request.messages)) == (1, 2)
        assert "parent_context" not in shown.request.messages[0].content
        assert shown.request.messages[1].content == "Hi"
        with pytest.raises(ForkConfigError):
            await workspace.branches.open(root, "x", context="compress")

    run_in_workspace(tmp_path, story)


def test_an_imagined_conversation_has_nothing_but_the_defaults(tmp_path: Path) -> None:
    """M-4, M-10."""

    async def story(workspace: Workspace) -> None:
        await workspace.set_defaults(system_prompt="Be kind.")
        await workspace.change_settings(share_outline=True)
        ground = await workspace.inspection.ground(None)
        shown = ground.preview(PreviewRequest(label="Trial", context="inherit", first_message="Hi"))
        assert [(part.text, part.layer) for part in shown.segments] == [("Be kind.", Layer.DEFAULTS)]
        assert [message.content for message in shown.request.messages[1:]] == ["Hi"]
        assert (shown.messages, shown.leaves_for, shown.model_layer) == (0, None, Layer.DEFAULTS)
        assert shown.parts[1].text.splitlines()[1] == "- Trial (this conversation)"
        assert not ground.is_stale

    run_in_workspace(tmp_path, story)


def test_the_preview_says_who_would_answer_and_who_would_see_the_conversation(tmp_path: Path) -> None:
    """M-9, M-10."""

    async def story(workspace: Workspace) -> None:
        cloud = await a_service(workspace, "Cloud", default=False, address="http://127.0.0.1:8/v1")
        home = await a_service(workspace, "Home")
        root = await workspace.create_project("Plan")
        await workspace.messages.add_note(root, "A thought")
        await workspace.services.bind(root, workspace.answering.default)
        there, here = ModelRef(cloud, "large"), ModelRef(home, "Home-model")
        profile = await a_profile(workspace, model=there, context=ContextMode.INHERIT)
        ground = await workspace.inspection.ground(root)

        quiet = ground.preview(PreviewRequest(context="inherit"))
        assert (quiet.model, quiet.model_layer, quiet.leaves_for) == (here, Layer.SOURCE, None)

        leaving = ground.preview(PreviewRequest(profile=profile))
        assert (leaving.model, leaving.model_layer) == (there, Layer.PROFILE)
        assert leaving.leaves_for is not None
        assert (leaving.leaves_for.service_id, leaving.leaves_for.name) == (cloud, "Cloud")
        assert ground.preview(PreviewRequest(profile=profile, context="none")).leaves_for is None

        back = ground.preview(PreviewRequest(profile=profile, model=here))
        assert (back.model, back.model_layer, back.leaves_for) == (here, Layer.OPTIONS, None)
        practice = ground.preview(PreviewRequest(context="inherit", model=ModelRef(PRACTICE, "practice")))
        assert practice.leaves_for is None
        assert await workspace.branches.leaves_for(root, there) == leaving.leaves_for
        assert await workspace.branches.leaves_for(root, None) is None

    run_in_workspace(tmp_path, story)


def test_the_default_is_the_own_service_of_a_conversation_that_has_none(tmp_path: Path) -> None:
    """M-10: the practice assistant answered so far, and a real service would see that for the first time."""

    async def story(workspace: Workspace) -> None:
        cloud = await a_service(workspace, "Cloud", default=False)
        root = await workspace.create_project("Plan")
        await talk(workspace, root, "Hi")
        shown = (await workspace.inspection.ground(root)).preview(PreviewRequest(context="inherit"))
        assert (shown.model, shown.model_layer) == (ModelRef(PRACTICE, "practice"), Layer.DEFAULTS)
        leaving = await workspace.branches.leaves_for(root, ModelRef(cloud, ""))
        assert leaving is not None
        assert leaving.service_id == cloud

    run_in_workspace(tmp_path, story)


def test_what_is_too_long_is_told_before_it_is_sent(tmp_path: Path) -> None:
    """C-6: where the rest would fit, the conversation is what is too long."""

    async def story(workspace: Workspace) -> None:
        root = await workspace.create_project("Plan")
        await workspace.messages.add_note(root, "word " * 4_000)
        ground = await workspace.inspection.ground(root)
        short = ground.preview(PreviewRequest(context="none"))
        assert (codes(short), short.context_tokens) == ([], 1_000)
        long = ground.preview(PreviewRequest(context="inherit"))
        assert [(item.code, item.field) for item in long.problems] == [(ProblemCode.TOO_LONG, "context")]
        assert long.problems[0].params == {"tokens": long.tokens, "limit": 1_000}
        assert long.tokens > 5_000
        wordy = ground.preview(PreviewRequest(context="none", own="汉" * 1_200))
        assert [(item.code, item.field) for item in wordy.problems] == [
            (ProblemCode.TOO_LONG, "instructions")
        ]

    model = ScriptedModel([], ref=ModelRef(PRACTICE, "practice"), context_tokens=1_000)
    run_in_workspace(tmp_path, story, model)
