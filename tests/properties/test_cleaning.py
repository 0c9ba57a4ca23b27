"""Laws of cleaning a history, however damaged it is (F-9)."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.inheriting import clean_history, inheritable, to_draft
from stello_desktop.domain.messages import Record, RecordState, Role, ToolCall
from stello_desktop.engine.context import ContextSources, build_context
from stello_desktop.engine.history import cut_at
from tests.properties.runs import runs

IDS = ("a", "b", "c")

calls = st.lists(st.sampled_from(IDS), max_size=3, unique=True).map(
    lambda ids: tuple(ToolCall(call_id, "look", "{}") for call_id in ids)
)


def record(
    role: Role, content: str, state: RecordState, tool_calls: tuple[ToolCall, ...], answers: str
) -> Record:
    """A record of any kind; only an assistant calls, only a tool answers."""
    return Record(
        record_id=RecordId(0),
        session_id=SessionId("s"),
        round_no=0,
        version=1,
        created_at=0.0,
        role=role,
        content=content,
        state=state,
        tool_calls=tool_calls if role is Role.ASSISTANT else (),
        tool_call_id=answers if role is Role.TOOL else "",
    )


def numbered(records: list[Record]) -> tuple[Record, ...]:
    """With ids and rounds as a store gives them."""
    found, round_no = [], 0
    for number, item in enumerate(records):
        round_no += item.role is Role.USER
        found.append(replace(item, record_id=RecordId(number + 1), round_no=round_no))
    return tuple(found)


records = st.builds(
    record,
    st.sampled_from([Role.USER, Role.ASSISTANT, Role.ASSISTANT, Role.TOOL, Role.TOOL]),
    st.sampled_from(["", "words", "more"]),
    st.sampled_from(list(RecordState)),
    calls,
    st.sampled_from([*IDS, ""]),
)
histories = st.lists(records, max_size=14).map(numbered)


def unanswered(history: tuple[Record, ...]) -> list[str]:
    """Calls without an answer directly after them, and answers to nothing; by other means than the cleaning."""
    found: list[str] = []
    open_calls: set[str] = set()
    for item in history:
        if item.role is Role.TOOL:
            if item.tool_call_id not in open_calls:
                found.append(f"nothing asked for {item.tool_call_id}")
            open_calls.discard(item.tool_call_id)
            continue
        found += [f"{call} is open" for call in open_calls]
        open_calls = {call.call_id for call in item.tool_calls}
    return found + [f"{call} is open" for call in open_calls]


@runs(500)
@given(histories)
def test_cleaning_leaves_no_call_without_its_answer_and_no_answer_to_nothing(
    history: tuple[Record, ...],
) -> None:
    """F-9."""
    assert unanswered(clean_history(history)) == []


@runs(500)
@given(histories)
def test_cleaning_twice_is_cleaning_once(history: tuple[Record, ...]) -> None:
    """F-9: idempotent; and the same for what a branch takes over."""
    cleaned = clean_history(history)
    assert clean_history(cleaned) == cleaned
    taken = inheritable(history)
    assert inheritable(taken) == taken
    assert clean_history(taken) == taken


@runs(300)
@given(histories)
def test_cleaning_only_drops_and_never_drops_words_of_a_person(history: tuple[Record, ...]) -> None:
    """F-9: what is kept stands as it stood, in its order; storage is never altered."""
    before = list(history)
    cleaned = clean_history(history)
    assert list(history) == before
    places = [item.record_id for item in cleaned]
    assert places == sorted(places)
    assert set(cleaned) <= set(history)
    kept = set(cleaned)
    for item in history:
        if item.role is Role.USER or (item.role is Role.ASSISTANT and not item.tool_calls):
            assert item in kept


@runs(300)
@given(histories)
def test_what_is_whole_is_kept_whole(history: tuple[Record, ...]) -> None:
    """F-9: a history without a fault loses nothing."""
    if unanswered(history) == [] and not any(
        len({call.call_id for call in item.tool_calls}) < len(item.tool_calls) for item in history
    ):
        assert clean_history(history) == history


@runs(300)
@given(histories, st.integers(0, 13), st.booleans())
def test_a_branch_from_anywhere_can_be_sent(history: tuple[Record, ...], place: int, before: bool) -> None:
    """F-5, F-9: wherever it is cut, nothing dangles, nothing grows, and only settled records are copied."""
    if not history:
        return
    cut = cut_at(history[place % len(history)], before=before)
    taken = inheritable(cut(inheritable(history)))
    assert unanswered(taken) == []
    assert all(item.record_id <= history[-1].record_id for item in taken)
    drafts = [to_draft(item) for item in taken]
    assert all(draft.state is RecordState.DONE and not draft.error_code for draft in drafts)
    assert not any(item.state is RecordState.WAITING for item in taken)


@runs(300)
@given(histories)
def test_what_is_sent_alternates_and_answers_every_call(history: tuple[Record, ...]) -> None:
    """C-1, F-9: the same cleaning stands before every request."""
    request = build_context(ContextSources(label="Plan", records=history)).request
    open_calls: set[str] = set()
    last: Role | None = None
    for message in request.messages:
        if message.role is Role.TOOL:
            assert message.tool_call_id in open_calls
            open_calls.discard(message.tool_call_id)
        else:
            assert not open_calls
            open_calls = {call.call_id for call in message.tool_calls}
            assert message.role != last or message.role is Role.ASSISTANT
        last = message.role
    assert not open_calls
