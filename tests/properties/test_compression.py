"""What a model is sent of any long conversation: it fits where it can, and nothing of it dangles (C-7)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from stello_desktop.domain.context_state import ContextState
from stello_desktop.domain.events import CompressionEnded, CompressionStarted
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.inheriting import clean_history
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelMessage, Record, RecordDraft, Role, ToolCall, ToolDefinition
from stello_desktop.engine.compression import (
    AIM,
    MOST_SHARE,
    START,
    first_of_running,
    part_for,
)
from stello_desktop.engine.context import BuiltContext, ContextSources, build_context
from stello_desktop.engine.context_memory import MemoryContext
from stello_desktop.engine.fitting import Fitting
from stello_desktop.engine.tokens import corrected, estimate_request
from stello_desktop.llm.scripted import ScriptedModel
from tests.properties.runs import runs

S = SessionId("s")
REF = ModelRef(ServiceId("scripted"), "scripted")
TOOLS = (ToolDefinition("look", "looks", {"type": "object"}),)

words = st.one_of(
    st.text("ab ", max_size=400),
    st.text("港口老磨坊", max_size=120),
    st.integers(1, 900).map(lambda count: "w" * count),
)


@st.composite
def rounds(draw: st.DrawFn) -> list[Record]:
    """Any history: inherited messages, notes, tool calls answered or not, answers that are missing."""
    records: list[Record] = []

    def add(round_no: int, role: Role, text: str, **values: object) -> None:
        draft = RecordDraft(role=role, content=text, **values)  # type: ignore[arg-type]
        records.append(
            Record(
                **{name: getattr(draft, name) for name in RecordDraft.__dataclass_fields__},
                record_id=RecordId(len(records) + 1),
                session_id=S,
                round_no=round_no,
                version=1,
                created_at=0.0,
            )
        )

    def answer(round_no: int) -> None:
        for number in range(draw(st.integers(0, 2))):
            call = ToolCall(f"c{len(records)}.{number}", "look", draw(words))
            add(round_no, Role.ASSISTANT, "", tool_calls=(call,), reasoning=draw(words))
            if draw(st.booleans()):
                add(round_no, Role.TOOL, draw(words), tool_call_id=call.call_id)
        if draw(st.booleans()):
            add(round_no, Role.ASSISTANT, draw(words))

    for _ in range(draw(st.integers(0, 3))):  # inherited
        add(0, Role.USER, draw(words))
        answer(0)
    if draw(st.booleans()):
        add(0, Role.ASSISTANT, draw(words))
    for round_no in range(1, draw(st.integers(1, 12)) + 1):
        add(round_no, Role.USER, draw(words))
        answer(round_no)
    add(records[-1].round_no + 1, Role.USER, draw(words) + "?")
    return records


class Kept:
    """A conversation's requests, one after the other, as rounds make them."""

    def __init__(self, limit: int, ratio: float, summary: str | None) -> None:
        self.limit, self.ratio, self.summary = limit, ratio, summary
        self.storage = MemoryContext()
        self.given: list[Sequence[ModelMessage]] = []
        self.events: list[CompressionStarted | CompressionEnded] = []

    async def _compress(self, messages: Sequence[ModelMessage]) -> str:
        self.given.append(tuple(messages))
        if self.summary is None:
            raise ValueError("no summary today")
        return self.summary

    async def fit(self, records: Sequence[Record]) -> tuple[ContextSources, BuiltContext]:
        question = records[-1].record_id
        state: ContextState = await self.storage.get_context(S)
        sources = ContextSources(
            label="Plan",
            system_prompt="Be brief.",
            records=tuple(records),
            question=question,
            ratio=self.ratio,
            earlier=part_for(records, state.earlier, first_of_running(records, question)),
        )
        fitting = Fitting(
            session_id=S,
            storage=self.storage,
            model=ScriptedModel([], ref=REF, context_tokens=self.limit),
            limit=self.limit,
            compress_fn=self._compress,
            emit=self.events.append,
        )
        built = await fitting.fit(sources, TOOLS)
        assert built is not None
        now = await self.storage.get_context(S)
        return replace(sources, earlier=part_for(records, now.earlier, len(records))), built


limits = st.integers(120, 6_000)
ratios = st.sampled_from([0.4, 1.0, 1.7, 3.0])
summaries = st.one_of(st.none(), st.just("In short."), words.map(lambda text: text * 4))


@runs(400)
@given(rounds(), limits, ratios, summaries)
def test_any_history_is_sent_as_its_law_says(
    records: list[Record], limit: int, ratio: float, summary: str | None
) -> None:
    """C-7, C-1, F-9: fits where it can, whole rounds, nothing dangles, and the parts are the request."""

    async def main() -> None:
        kept = Kept(limit, ratio, summary)
        sources, built = await kept.fit(records)
        messages = built.request.messages
        # The parts are the request.
        head = "\n\n".join(part.text for part in built.parts if part.role is Role.SYSTEM)
        assert messages[0] == ModelMessage(Role.SYSTEM, head)
        assert abs(built.estimated - estimate_request(built.request)) <= len(built.leading)
        # No tool call dangles.
        for index, message in enumerate(messages):
            if message.tool_calls:
                asked = [call.call_id for call in message.tool_calls]
                following = messages[index + 1 : index + 1 + len(asked)]
                assert [item.tool_call_id for item in following] == asked
            elif message.role is Role.TOOL:
                assert messages[index - 1].role in {Role.TOOL, Role.ASSISTANT}
                assert messages[index - 1].tool_calls or messages[index - 1].role is Role.TOOL
        # The question stays, and the cut is at a round.
        assert messages[-1].content.endswith(records[-1].content)
        covered = 0 if sources.earlier is None else sources.earlier.covered
        if covered:
            before, behind = records[covered - 1], records[covered]
            in_inherited = before.round_no == behind.round_no == 0
            assert behind.role is Role.USER if in_inherited else before.round_no != behind.round_no
        whole = build_context(replace(sources, earlier=None), TOOLS)
        whole_tokens = corrected(whole.estimated, ratio)
        if whole_tokens <= limit * START:
            assert (covered, kept.given) == (0, [])
            return
        # What was cut was needed, and is as much as is needed where there is as much.
        nothing_left = covered == len(records) - 1
        assert nothing_left or built.tokens <= limit * (AIM + MOST_SHARE) + 64
        if not nothing_left:
            assert built.tokens <= limit

    asyncio.run(main())


@runs(200)
@given(rounds(), limits, ratios, summaries)
def test_asking_again_without_a_word_more_changes_nothing(
    records: list[Record], limit: int, ratio: float, summary: str | None
) -> None:
    """C-7: idempotent, and no second summary without growth."""

    async def main() -> None:
        kept = Kept(limit, ratio, summary)
        _, first = await kept.fit(records)
        asked = len(kept.given)
        _, second = await kept.fit(records)
        assert second.request == first.request
        assert len(kept.given) == asked <= 1

    asyncio.run(main())


@runs(150)
@given(st.lists(st.integers(1, 900), min_size=2, max_size=60), st.integers(500, 4_000))
def test_summaries_are_rare_and_each_builds_on_the_last(sizes: list[int], limit: int) -> None:
    """C-7: between two summaries at least a tenth of what the model reads is said, and none is skipped."""

    async def main() -> None:
        kept = Kept(limit, 1.0, "In short.")
        records: list[Record] = []
        said_since, summaries_before = 0, 0
        for number, size in enumerate(sizes, 1):
            text = "w" * size
            for role in (Role.USER, Role.ASSISTANT):
                draft = RecordDraft(role=role, content=text)
                records.append(
                    Record(
                        **{name: getattr(draft, name) for name in RecordDraft.__dataclass_fields__},
                        record_id=RecordId(len(records) + 1),
                        session_id=S,
                        round_no=number,
                        version=1,
                        created_at=0.0,
                    )
                )
                if role is Role.USER:
                    await kept.fit(records)
                    said_since += -(-size // 4) + 4
                    if len(kept.given) > summaries_before:
                        assert summaries_before == 0 or said_since >= limit * (START - AIM - MOST_SHARE)
                        summaries_before, said_since = len(kept.given), 0
                else:
                    said_since += -(-size // 4) + 4
        for given_messages in kept.given[1:]:
            assert given_messages[0] == ModelMessage(Role.SYSTEM, "In short.")
        told = [message for messages in kept.given for message in messages if message.role is not Role.SYSTEM]
        assert [message.content for message in told] == [message.content for message in records[: len(told)]]

    asyncio.run(main())


@runs(150)
@given(rounds(), limits, st.data())
def test_a_summary_stands_for_its_own_records_and_for_no_others(
    records: list[Record], limit: int, data: st.DataObject
) -> None:
    """C-7, R-14, R-15: one other word, version or record in what it covers, and all of it is sent again."""

    async def main() -> None:
        kept = Kept(limit, 1.0, "In short.")
        sources, _ = await kept.fit(records)
        assume(sources.earlier is not None)
        assert sources.earlier is not None
        parts = (await kept.storage.get_context(S)).earlier
        index = data.draw(st.integers(0, sources.earlier.covered - 1))
        changed = list(records)
        kind = data.draw(st.sampled_from(["text", "version", "gone"]))
        if kind == "text":
            changed[index] = replace(records[index], content=records[index].content + "!")
        elif kind == "version":
            changed[index] = replace(records[index], version=2)
        else:
            del changed[index]
        assert part_for(changed, parts, len(changed)) is None
        behind = [*records, replace(records[-1], record_id=RecordId(10_000), round_no=10_000)]
        assert part_for(behind, parts, len(behind)) == sources.earlier
        assert part_for(records, parts, sources.earlier.covered - 1) is None
        assert clean_history(records[sources.earlier.covered :]) == tuple(
            record
            for record in clean_history(records)
            if record.record_id > records[sources.earlier.covered - 1].record_id
        )

    asyncio.run(main())
