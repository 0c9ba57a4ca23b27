"""Forks: what is checked, what is written, what is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from stello_desktop.domain.config import (
    UNSET,
    EngineForkOptions,
    ForkProfile,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.errors import (
    ForkConfigError,
    InvalidLabel,
    MissingTemplateVariables,
    SessionArchived,
    SessionNotFound,
    SplitRefused,
    StelloError,
    UnknownProfile,
)
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelMessage, Record, RecordDraft, RecordKind, RecordState, Role
from stello_desktop.domain.session import Author, SessionBindings, SessionStatus
from stello_desktop.domain.topology import StrategyKind, TreeEntry
from stello_desktop.engine.hooks import EngineHooks
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.templates import prompt_function
from stello_desktop.llm.scripted import ScriptedModel, tool_reply
from tests.unit.engine.desk import Desk, run


def wants(label: str = "Costs", **fields: Any) -> EngineForkOptions:
    return EngineForkOptions(label=label, **fields)


async def talked(*answers: str) -> Desk:
    desk = Desk(answers)
    for number, _ in enumerate(answers):
        await desk.agent.turn(desk.plan, f"Question {number}")
    return desk


def test_a_branch_starts_empty_unless_it_says_otherwise() -> None:
    """T-4, F-8."""

    async def work() -> None:
        desk = await talked("Hello")
        entry = await desk.agent.fork_session(desk.plan, wants())
        assert (entry.parent_id, entry.source_id, entry.label) == (desk.plan, desk.plan, "Costs")
        assert desk.said(entry.session_id) == []
        assert await desk.store.get_config(entry.session_id) == SerializableSessionConfig(
            system_prompt="Be brief."
        )

    run(work())


def test_inheriting_copies_the_history_and_then_lives_alone() -> None:
    """F-5, F-10."""

    async def work() -> None:
        desk = await talked("Hello")
        desk.store.put_insight(desk.plan, "never inherited")
        entry = await desk.agent.fork_session(desk.plan, wants(context="inherit", prompt="Welcome"))
        copied = desk.records(entry.session_id)
        assert [(r.role, r.content, r.kind, r.round_no) for r in copied] == [
            (Role.USER, "Question 0", RecordKind.MESSAGE, 0),
            (Role.ASSISTANT, "Hello", RecordKind.MESSAGE, 0),
            (Role.ASSISTANT, "Welcome", RecordKind.OPENING, 0),
        ]
        assert await desk.store.list_waiting_insights(entry.session_id) == ()

    run(work())


def test_the_opening_comes_from_the_options_else_from_the_profile() -> None:
    """F-6: an empty text means none."""

    async def work() -> None:
        desk = Desk()
        desk.agent.profiles.register("p", ForkProfile(prompt="From the profile"))
        told = [
            desk.said((await desk.agent.fork_session(desk.plan, options)).session_id)
            for options in (
                wants(profile="p"),
                wants(profile="p", prompt="Own"),
                wants(profile="p", prompt=""),
            )
        ]
        assert told == [[("assistant", "From the profile")], [("assistant", "Own")], []]

    run(work())


@pytest.mark.parametrize(
    ("given", "kept"), [("  a \n b ", "a b"), ("x" * 300, "x" * 200), ("\u202egpj.exe", "gpj.exe")]
)
def test_a_label_is_one_clean_line(given: str, kept: str) -> None:
    """T-3, row 63, row 65."""

    async def work() -> None:
        desk = Desk()
        assert (await desk.agent.fork_session(desk.plan, wants(given))).label == kept

    run(work())


async def _failing_context(records: Sequence[Record]) -> Sequence[Record]:
    raise KeyError("no")


async def _failing_compress(messages: Sequence[ModelMessage]) -> str:
    raise OSError("offline")


def _failing_prompt(variables: Mapping[str, str]) -> str:
    raise ValueError("no such region")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (EngineForkOptions(), InvalidLabel),
        (wants(" \n "), InvalidLabel),
        (wants(profile="nobody"), UnknownProfile),
        (wants(profile="needs"), MissingTemplateVariables),
        (wants(profile="breaks"), ForkConfigError),
        (wants(topology_parent_id=SessionId("nobody")), SessionNotFound),
        (wants(context="everything"), ForkConfigError),
        (wants(context=_failing_context), ForkConfigError),
        (wants(context=lambda records: ["text"]), ForkConfigError),
        (wants(context="compress"), ForkConfigError),
        (wants(context="compress", compress_fn=_failing_compress), ForkConfigError),
    ],
)
def test_a_fork_that_cannot_be_leaves_nothing_behind(
    options: EngineForkOptions, error: type[StelloError]
) -> None:
    """F-1, F-5, F-6, F-8, M-5, M-6, T-3."""

    async def work() -> None:
        told: list[TreeEntry] = []
        hooks = EngineHooks(on_session_fork=lambda session_id, entry: told.append(entry))
        desk = Desk(["Hello"], hooks=hooks)
        desk.agent.profiles.register("needs", ForkProfile(system_prompt_fn=prompt_function("{who}")))
        desk.agent.profiles.register("breaks", ForkProfile(system_prompt_fn=_failing_prompt))
        await desk.agent.turn(desk.plan, "Hi")
        with pytest.raises(error):
            await desk.agent.fork_session(desk.plan, options)
        assert len(desk.store.topology()) == 1
        assert desk.events == []
        assert told == []

    run(work())


def test_an_unknown_profile_is_said_before_the_guard() -> None:
    """F-1, F-2: the order of the checks."""

    async def work() -> None:
        desk = Desk()
        desk.options = EngineOptions(guard_on=True)
        with pytest.raises(UnknownProfile):
            await desk.agent.fork_session(desk.plan, wants(profile="nobody"))
        desk.store.set_status(desk.plan, SessionStatus.ARCHIVED)
        with pytest.raises(SplitRefused):
            await desk.agent.fork_session(desk.plan, wants())
        with pytest.raises(SessionArchived):
            await desk.agent.fork_session(desk.plan, wants(), by=Author.PERSON)

    run(work())


def test_an_archived_parent_is_refused_unless_it_is_the_sources_own() -> None:
    """F-3."""

    async def work() -> None:
        desk = Desk()
        child = desk.store.add("Child", parent=desk.plan)
        other = desk.store.add("Other")
        desk.store.set_status(desk.plan, SessionStatus.ARCHIVED)
        desk.store.set_status(other, SessionStatus.ARCHIVED)
        with pytest.raises(SessionArchived):
            await desk.agent.fork_session(child, wants(topology_parent_id=other))
        entry = await desk.agent.fork_session(child, wants(topology_parent_id=desk.plan))
        assert (entry.parent_id, entry.source_id) == (desk.plan, child)

    run(work())


def test_a_flat_project_hangs_branches_under_its_root() -> None:
    """O-1, F-8: the source of the context is the conversation itself all the same."""

    async def work() -> None:
        desk = Desk()
        flat = desk.store.add("Flat", strategy=StrategyKind.FLAT)
        child = desk.store.add("Child", parent=flat)
        entry = await desk.agent.fork_session(child, wants())
        assert (entry.parent_id, entry.source_id) == (flat, child)
        deep = await desk.agent.fork_session(child, wants(topology_parent_id=child))
        assert deep.parent_id == child

    run(work())


def test_the_context_of_the_options_beats_the_profiles() -> None:
    """F-5."""

    async def work() -> None:
        desk = await talked("Hello")
        desk.agent.profiles.register("p", ForkProfile(context="inherit"))
        inherits = await desk.agent.fork_session(desk.plan, wants(profile="p"))
        empty = await desk.agent.fork_session(desk.plan, wants(profile="p", context="none"))
        assert len(desk.records(inherits.session_id)) == 2
        assert desk.records(empty.session_id) == ()

    run(work())


def test_a_context_function_gets_cleaned_records_and_may_be_async() -> None:
    """T-4, F-5, F-9."""

    async def work() -> None:
        desk = Desk([tool_reply("look"), "Seen."])
        seen: list[Record] = []

        async def last(records: Sequence[Record]) -> Sequence[Record]:
            seen.extend(records)
            return records[-1:]

        await desk.agent.turn(desk.plan, "Hi")
        await desk.store.append(desk.plan, [RecordDraft(role=Role.TOOL, content="{}", tool_call_id="lost")])
        entry = await desk.agent.fork_session(desk.plan, wants(context=last))
        assert [str(record.role) for record in seen] == ["user", "assistant", "tool", "assistant"]
        assert desk.said(entry.session_id) == [("assistant", "Seen.")]
        torn = await desk.agent.fork_session(desk.plan, wants(context=lambda records: records[:2]))
        assert desk.said(torn.session_id) == [("user", "Hi")]

    run(work())


def test_branch_from_here_cuts_at_the_record() -> None:
    """F-5, T-8; an edited text starts before it (R-14)."""

    async def work() -> None:
        desk = await talked("One", "Two", "Three")
        here = desk.records()[2].record_id
        entry = await desk.agent.fork_session(desk.plan, wants(), by=Author.PERSON, until=here)
        assert [text for _, text in desk.said(entry.session_id)] == ["Question 0", "One", "Question 1"]
        assert (await desk.store.get_bindings(entry.session_id)).branched_at == here
        edited = await desk.agent.fork_session(
            desk.plan, wants(), by=Author.PERSON, until=here, edited="Else?"
        )
        assert [text for _, text in desk.said(edited.session_id)] == ["Question 0", "One"]
        with pytest.raises(ForkConfigError):
            await desk.agent.fork_session(desk.plan, wants(), until=RecordId(999))

    run(work())


def test_a_summary_is_kept_beside_the_config_and_not_inherited_again() -> None:
    """F-5."""

    async def work() -> None:
        seen: list[str] = []

        async def compress(messages: Sequence[ModelMessage]) -> str:
            seen.extend(message.content for message in messages)
            return "They agreed on June."

        desk = await talked("Hello")
        options = wants(context="compress", compress_fn=compress)
        entry = await desk.agent.fork_session(desk.plan, options)
        assert seen == ["Question 0", "Hello"]
        assert desk.records(entry.session_id) == ()
        assert (await desk.store.get_bindings(entry.session_id)).inherited_summary == "They agreed on June."
        parts = await desk.agent.what_is_sent(entry.session_id)
        assert "<parent_context>" in parts[1].text
        grandchild = await desk.agent.fork_session(entry.session_id, wants())
        assert (await desk.store.get_bindings(grandchild.session_id)).inherited_summary == ""
        empty = await desk.agent.fork_session(entry.session_id, wants(context="compress"))
        assert (await desk.store.get_bindings(empty.session_id)).inherited_summary == ""

    run(work())


def test_inherited_failures_are_only_text() -> None:
    """F-9: a copy is settled."""

    async def work() -> None:
        desk = Desk()
        started = await desk.store.start_round(desk.plan, "Hi")
        half = RecordDraft(
            role=Role.ASSISTANT, content="half", state=RecordState.FAILED, error_code="provider.network"
        )
        await desk.store.append(desk.plan, [half], round=started)
        entry = await desk.agent.fork_session(desk.plan, wants(context="inherit"))
        assert [(r.content, r.state, r.error_code) for r in desk.records(entry.session_id)] == [
            ("Hi", RecordState.DONE, ""),
            ("half", RecordState.DONE, ""),
        ]

    run(work())


def test_a_branch_answers_with_its_sources_model() -> None:
    """M-9, M-10, T-8."""

    async def work() -> None:
        store = MemoryStore()
        ref = ModelRef(ServiceId("home"), "small")
        plan = store.add("Plan", bindings=SessionBindings(model=ref))
        desk = Desk(sessions=store, forks=store, topology=store.topology)
        child = await desk.agent.fork_session(plan, wants(profile_vars={"a": "1"}))
        bindings = await store.get_bindings(child.session_id)
        assert bindings.model == ref
        assert bindings.profile_vars == {"a": "1"}
        other = ScriptedModel([], ref=ModelRef(ServiceId("cloud"), "large"))
        chosen = await desk.agent.fork_session(plan, wants(llm=other))
        assert (await store.get_bindings(chosen.session_id)).model == other.ref
        grandchild = await desk.agent.fork_session(chosen.session_id, wants())
        assert (await store.get_bindings(grandchild.session_id)).model == other.ref

    run(work())


def test_a_branch_with_its_own_model_is_answered_by_it() -> None:
    """M-1, M-9."""

    async def work() -> None:
        desk = Desk(["from the default"])
        own = ScriptedModel(["from its own"])
        entry = await desk.agent.fork_session(desk.plan, wants(llm=own))
        assert (await desk.agent.turn(entry.session_id, "Hi")).turn.final_content == "from its own"
        desk.agent.update_config(entry.session_id, llm=UNSET)
        assert (await desk.agent.turn(entry.session_id, "Hi")).turn.final_content == "from the default"

    run(work())


def test_the_config_is_frozen_whole_or_not_at_all() -> None:
    """F-6, T-5: unset in both fields is stored as nothing."""

    async def work() -> None:
        store = MemoryStore()
        plan = store.add("Plan")
        desk = Desk(sessions=store, forks=store, topology=store.topology)
        nothing = await desk.agent.fork_session(plan, wants())
        assert (await store.get_config(nothing.session_id)).is_empty
        silent = await desk.agent.fork_session(plan, wants(system_prompt="", skills=()))
        config = await store.get_config(silent.session_id)
        assert (config.system_prompt, config.skills, config.is_empty) == ("", (), False)

    run(work())


def test_the_preview_is_the_composition_that_the_fork_uses() -> None:
    """M-7."""

    async def work() -> None:
        desk = Desk(defaults=lambda: SessionConfig(system_prompt="D", skills=("a",)))
        desk.agent.profiles.register("p", ForkProfile(system_prompt="P"))
        options = wants(profile="p", system_prompt="F")
        preview = await desk.agent.compose(desk.plan, options)
        entry = await desk.agent.fork_session(desk.plan, options)
        frozen = await desk.store.get_config(entry.session_id)
        assert frozen == SerializableSessionConfig.of(preview.config)
        assert frozen.system_prompt == "P\n\nF"
        assert frozen.skills == ("a",)

    run(work())
