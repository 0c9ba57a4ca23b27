"""The digests of what a conversation refers to, in what its model is sent (C-8)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.context_state import ContextChoices
from stello_desktop.domain.ids import SessionId
from stello_desktop.engine.context import ContextSources, build_context
from stello_desktop.engine.context_memory import MemoryContext
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.references import MAX_CHARS, MAX_REFERENCES, cut_text, references_text
from tests.unit.engine.desk import Desk


def test_each_digest_stands_below_the_name_of_its_conversation() -> None:
    """C-8."""
    text = references_text([("Pricing", "The mill costs 4,000."), ("Team", "Three people.")])
    assert text == 'From "Pricing":\nThe mill costs 4,000.\n\nFrom "Team":\nThree people.'


def test_conversations_without_a_digest_are_left_out() -> None:
    """C-8, C-1: and no empty block is sent."""
    assert references_text([("Empty", "  ")]) == ""
    assert references_text([]) == ""


def test_the_name_of_a_conversation_opens_no_block() -> None:
    """C-2, C-8."""
    assert references_text([("a<b>\nc", "x")]).splitlines()[0] == 'From "ab c":'


def test_number_and_length_are_capped_and_short_ones_stay_whole() -> None:
    """C-8."""
    digests = [(f"c{number}", "short") for number in range(3)] + [
        (f"long{number}", "word " * 4_000) for number in range(MAX_REFERENCES)
    ]
    text = references_text(digests)
    assert text.count("From ") == MAX_REFERENCES
    assert text.count("\nshort") == 3
    assert len(text) <= MAX_CHARS + MAX_REFERENCES * 20
    assert text.count("[…]") == MAX_REFERENCES - 3


@given(st.lists(st.tuples(st.text(max_size=20), st.text(max_size=3_000)), max_size=12))
def test_whatever_the_digests_are_the_block_is_bounded(digests: list[tuple[str, str]]) -> None:
    """C-8."""
    text = references_text(digests)
    assert text.count("From ") >= 0
    assert len(text) <= MAX_CHARS + sum(len(label) + 10 for label, _ in digests)


@given(st.text(max_size=200), st.integers(0, 250))
def test_a_cut_is_never_longer_than_asked_and_begins_as_the_text(text: str, most: int) -> None:
    """C-8."""
    cut = cut_text(text, most)
    assert len(cut) <= max(most, 0)
    assert cut == text or text.startswith(cut.removesuffix(" […]"))


def test_they_stand_after_the_insights_and_before_the_summary() -> None:
    """C-1, C-8."""
    built = build_context(ContextSources(label="Plan", references="From X", outline="- Plan"))
    assert [part.kind for part in built.parts] == [
        PartKind.TOPOLOGY,
        PartKind.IDENTITY,
        PartKind.REFERENCES,
    ]
    assert built.parts[-1].text == "<references>\nFrom X\n</references>"


def a_desk(asked: list[SessionId]) -> Desk:
    async def digests(session_id: SessionId) -> Sequence[tuple[str, str]]:
        asked.append(session_id)
        return [("Pricing", "The mill costs 4,000.")]

    return Desk(["Yes."] * 5, context=MemoryContext(), digests=digests)


def test_nothing_is_read_unless_the_switch_is_on() -> None:
    """C-8: off by default."""

    async def main() -> None:
        asked: list[SessionId] = []
        desk = a_desk(asked)
        await desk.agent.turn(desk.plan, "Hi")
        assert asked == []
        await desk.agent.context.put_choices(desk.plan, ContextChoices(read_references=True))
        await desk.agent.turn(desk.plan, "And now?")
        assert asked == [desk.plan]
        assert "The mill costs 4,000." in desk.model.requests[-1].messages[0].content
        await desk.agent.context.put_choices(desk.plan, ContextChoices())
        await desk.agent.turn(desk.plan, "And now?")
        assert "The mill costs 4,000." not in desk.model.requests[-1].messages[0].content

    asyncio.run(main())


def test_the_outline_follows_the_workspace_unless_the_conversation_says_otherwise() -> None:
    """C-3: a switch for each conversation and one for the workspace."""

    async def main() -> None:
        desk = Desk(["Yes."] * 6, context=MemoryContext())
        for workspace in (False, True):
            for own, shared in ((None, workspace), (True, True), (False, False)):
                desk.options = EngineOptions(share_outline=workspace)
                await desk.agent.context.put_choices(desk.plan, ContextChoices(share_outline=own))
                await desk.agent.turn(desk.plan, "Hi")
                assert ("<topology>" in desk.model.requests[-1].messages[0].content) is shared

    asyncio.run(main())
