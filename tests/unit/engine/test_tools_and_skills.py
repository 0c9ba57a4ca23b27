"""What tools a conversation is offered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stello_desktop.domain.config import (
    UNSET,
    EngineForkOptions,
    ForkProfile,
    Maybe,
    SerializableSessionConfig,
)
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, ToolCallDelta
from stello_desktop.domain.messages import ToolCall, ToolDefinition, ToolResult
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.arguments import ArgumentError, check_arguments
from stello_desktop.engine.builtin_tools import CreateSessionTool
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.profiles import ForkProfileRegistry
from stello_desktop.engine.skills import FilteredSkillRouter, Skill, SkillRouter
from stello_desktop.engine.templates import prompt_function
from stello_desktop.llm.scripted import tool_reply
from tests.unit.engine.desk import Desk, run


async def offered(desk: Desk) -> dict[str, ToolDefinition]:
    """The tools of the next request."""
    await desk.agent.turn(desk.plan, "Hi")
    return {tool.name: tool for tool in desk.model.requests[-1].tools}


def activating(skill: str) -> list[StreamEvent]:
    """An answer that activates a skill."""
    arguments = json.dumps({"name": skill})
    return [ToolCallDelta("a", "activate_skill", arguments), StreamEnd(EndReason.TOOL_CALLS)]


def properties(tool: ToolDefinition) -> dict[str, Any]:
    found: dict[str, Any] = tool.parameters["properties"]
    return found


def test_opening_a_branch_is_always_offered_and_follows_the_profiles() -> None:
    """X-2."""

    async def work() -> None:
        desk = Desk(["1", "2", "3"])
        plain = (await offered(desk))["stello_create_session"]
        assert list(properties(plain)) == ["label", "systemPrompt", "prompt", "context"]
        assert properties(plain)["context"]["enum"] == ["none", "inherit"]
        assert plain.parameters["required"] == ["label"]
        desk.agent.profiles.register("poet", ForkProfile())
        with_profile = properties((await offered(desk))["stello_create_session"])
        assert with_profile["profile"]["enum"] == ["poet"]
        assert with_profile["vars"]["additionalProperties"] == {"type": "string"}
        desk.options = EngineOptions(allow_compress=True)
        extended = properties((await offered(desk))["stello_create_session"])
        assert extended["context"]["enum"] == ["none", "inherit", "compress"]

    run(work())


@pytest.mark.parametrize("spelling", ["vars", "profileVars"])
def test_variables_have_two_spellings(spelling: str) -> None:
    """X-2, F-1."""

    async def work() -> None:
        more: dict[str, Any] = {spelling: {"region": "Asia"}}
        reply = tool_reply(
            "stello_create_session",
            label="East",
            profile="expert",
            systemPrompt="Be exact.",
            **more,
        )
        desk = Desk([reply, "Done."])
        desk.agent.profiles.register(
            "expert", ForkProfile(system_prompt_fn=prompt_function("Expert for {region}."), context="inherit")
        )
        await desk.agent.turn(desk.plan, "Hi")
        child = next(iter(desk.store.topology().children(desk.plan)))
        config = await desk.store.get_config(child)
        assert config.system_prompt == "Expert for Asia.\n\nBe exact."
        bindings = await desk.store.get_bindings(child)
        assert (bindings.profile, bindings.profile_vars) == ("expert", {"region": "Asia"})
        assert desk.gate.asked[0][0].context == "inherit"

    run(work())


def test_a_failing_profile_is_the_tools_error() -> None:
    """M-5, M-6."""

    async def work() -> None:
        desk = Desk([tool_reply("stello_create_session", label="East", profile="expert"), "Sorry."])
        desk.agent.profiles.register("expert", ForkProfile(system_prompt_fn=prompt_function("{a} {b}")))
        await desk.agent.turn(desk.plan, "Hi")
        assert "missing variables: a, b" in desk.records()[2].content
        assert len(desk.store.topology()) == 1

    run(work())


def test_null_arguments_are_unset() -> None:
    """T-1."""

    async def never(options: EngineForkOptions, call_id: str) -> TreeEntry:
        raise AssertionError

    tool = CreateSessionTool(ForkProfileRegistry(), never, lambda: False)
    call = ToolCall("a", tool.name, '{"label": "x", "prompt": null, "systemPrompt": ""}')
    options = tool.read(call)
    assert options.prompt is UNSET
    assert options.system_prompt == ""


@pytest.mark.parametrize(
    ("allowed", "visible", "unknown"),
    [
        (UNSET, ["search", "sum"], ()),
        ((), [], ()),
        (("sum", "nope"), ["sum"], ("nope",)),
    ],
)
def test_skills_have_three_states(
    allowed: Maybe[tuple[str, ...]], visible: list[str], unknown: tuple[str, ...]
) -> None:
    """S-1."""
    router = SkillRouter()
    view = FilteredSkillRouter(router, allowed)
    router.register(Skill("search", "finds", "How to search"))
    router.register(Skill("sum", "adds", "How to add"))
    assert [skill.name for skill in view.list_skills()] == visible
    assert view.unknown_names() == unknown
    router.unregister("sum")
    assert "sum" not in [skill.name for skill in view.list_skills()]


def test_a_conversation_sees_its_own_skills_in_definition_and_execution() -> None:
    """X-4, S-1."""

    async def work() -> None:
        desk = Desk([activating("sum"), "ok", activating("search"), "ok"])
        desk.agent.skills.register(Skill("search", "finds", "How to search"))
        desk.agent.skills.register(Skill("sum", "adds", "How to add"))
        child = (
            await desk.agent.fork_session(desk.plan, EngineForkOptions(label="c", skills=("sum",)))
        ).session_id
        await desk.agent.turn(child, "Hi")
        tool = {t.name: t for t in desk.model.requests[0].tools}["activate_skill"]
        assert properties(tool)["name"]["enum"] == ["sum"]
        assert "How to add" in desk.records(child)[2].content
        await desk.agent.turn(child, "Hi")
        assert '"success": false' in desk.records(child)[6].content

    run(work())


def test_without_a_skill_the_tool_is_not_offered() -> None:
    """X-4."""

    async def work() -> None:
        desk = Desk(["Hi"])
        assert "activate_skill" not in await offered(desk)

    run(work())


def test_a_built_in_tool_wins_its_name() -> None:
    """X-1."""

    async def work() -> None:
        desk = Desk(["Hi"])

        async def mine(call: ToolCall) -> ToolResult:
            return ToolResult(True, "mine")

        desk.tools.bodies = {"stello_create_session": mine, "activate_skill": mine, "look": mine}
        tools = await offered(desk)
        assert set(tools) == {"stello_create_session", "look"}
        assert "label" in properties(tools["stello_create_session"])

    run(work())


def test_a_conversations_own_tools_replace_the_runtimes() -> None:
    """M-1: an explicit empty list too."""

    async def work() -> None:
        desk = Desk(["a", "b", "c"])

        async def mine(call: ToolCall) -> ToolResult:
            return ToolResult(True, "mine")

        desk.tools.bodies = {"look": mine, "dig": mine}
        assert {"look", "dig"} <= set(await offered(desk))
        look = ToolDefinition("look", "looks", {"type": "object"})
        desk.agent.update_config(desk.plan, tools=(look,))
        assert set(await offered(desk)) == {"stello_create_session", "look"}
        desk.agent.update_config(desk.plan, tools=())
        assert set(await offered(desk)) == {"stello_create_session"}

    run(work())


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"n": True}, "n: must be an integer"),
        ({"n": 1.5}, "n: must be an integer"),
        ({"x": "1"}, "x: must be a number"),
        ({"l": ["a", 1]}, "l[1]: must be a string"),
        ({"o": {"k": 1}}, "o.k: must be a string"),
        ({"o": {}, "n": "1", "y": 0}, "n: must be an integer; y: is not known"),
    ],
)
def test_every_fault_names_its_field(value: dict[str, Any], fault: str) -> None:
    """R-7."""
    schema = {
        "properties": {
            "n": {"type": "integer"},
            "x": {"type": "number"},
            "l": {"type": "array", "items": {"type": "string"}},
            "o": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "additionalProperties": False,
    }
    check_arguments({"n": 1, "x": 2, "l": [], "o": {}}, schema)
    with pytest.raises(ArgumentError) as caught:
        check_arguments(value, schema)
    assert str(caught.value) == fault


def test_the_frozen_config_is_what_the_next_round_uses() -> None:
    """T-5, C-1."""

    async def work() -> None:
        desk = Desk(["Hi"])
        child = desk.store.add("Child", config=SerializableSessionConfig(system_prompt="Speak Latin."))
        await desk.agent.turn(child, "Hi")
        assert desk.model.requests[0].messages[0].content.startswith("Speak Latin.\n\n<session_identity>")

    run(work())
