"""Refusals over a real socket: each is learnt once, the next request is written by it, and nothing odd leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall
from stello_desktop.domain.model_facts import FactsBook, ModelFacts, ModelPlace, TokenField
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from tests.helpers.servers import Piece, Received, ReplayServer, error_reply, event, reply, text_events
from tests.helpers.streams import CREATE_SESSION, Heard, listen

OK: Final = reply(text_events("Hello ", "there"))
CALL: Final = ToolCall("a", "stello_create_session", '{"label":"Costs"}')
TALK: Final = ModelRequest(
    (
        ModelMessage(Role.SYSTEM, "Be brief."),
        ModelMessage(Role.ASSISTANT, "Let us look at costs."),
        ModelMessage(Role.USER, "Open it."),
        ModelMessage(Role.ASSISTANT, "", (CALL,), reasoning="A branch, then."),
        ModelMessage(Role.TOOL, '{"success": true}', tool_call_id="a"),
        ModelMessage(Role.USER, "And now?"),
        ModelMessage(Role.ASSISTANT, "Here it is.", reasoning="Nothing to hide."),
        ModelMessage(Role.USER, "Thanks."),
    ),
    (CREATE_SESSION,),
)
TOP: Final = {"model", "messages", "stream", "stream_options", "tools"}
EXTRA: Final[set[str]] = {"max_tokens", "max_completion_tokens", "temperature", "store", "repeat_penalty"}
IN_MESSAGE: Final = {"role", "content", "tool_calls", "tool_call_id", "reasoning_content"}
IN_CALL: Final = {"id", "type", "function"}
IN_FUNCTION: Final = {"name", "arguments"}
IN_TOOL: Final = {"name", "description", "parameters"}


def refusal(words: str, status: int = 400, **more: Any) -> list[Piece]:
    return error_reply(status, {"error": {"message": words, "type": "invalid_request_error", **more}})


Q13 = refusal("The reasoning_content in the thinking mode must be passed back to the API.", param=None)
Q17 = refusal(
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    param="max_tokens",
    code="unsupported_parameter",
)
Q18 = error_reply(
    422,
    {
        "detail": [
            {
                "type": "extra_forbidden",
                "loc": ["body", name],
                "msg": "Extra inputs are not permitted",
                "input": 1,
            }
            for name in ("max_completion_tokens", "store")
        ]
    },
)
Q19 = error_reply(
    422,
    {
        "object": "error",
        "message": {
            "detail": [
                {
                    "type": "extra_forbidden",
                    "loc": ["body", "stream_options", "include_usage"],
                    "msg": "Extra inputs are not permitted",
                    "input": True,
                }
            ]
        },
        "type": "invalid_request_error",
    },
)
Q19_OURS = error_reply(
    422,
    {
        "detail": [
            {
                "type": "extra_forbidden",
                "loc": ["body", "messages", 0, "system", "id"],
                "msg": "Extra inputs are not permitted",
            }
        ]
    },
)
Q20 = refusal(
    "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
    param="temperature",
    code="unsupported_value",
)
Q21 = error_reply(
    500,
    {"error": {"code": 500, "message": "Jinja Exception: System role not supported", "type": "server_error"}},
)
Q21_DEVELOPER = refusal(
    "Unsupported value: 'messages[0].role' does not support 'system' with this model. Use 'developer' instead.",
    param="messages[0].role",
    code="unsupported_value",
)
Q22 = error_reply(
    500,
    {
        "error": {
            "code": 500,
            "message": "Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...",
        }
    },
)
Q23 = refusal("registry.ollama.ai/library/smollm2:135m does not support tools", param=None, code=None)
Q7 = refusal("Streaming is not supported for this model", param="stream", code="unsupported_value")


class Story:
    """What one model asked of one server, and what it knew at the end."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.bodies: list[Mapping[str, Any]] = []
        self.facts = ModelFacts()
        self.lessons: list[ModelFacts] = []

    def roles(self, number: int = -1) -> list[str]:
        return [message["role"] for message in self.bodies[number]["messages"]]


def a_book(facts: ModelFacts | None, lessons: list[ModelFacts], base_url: str) -> FactsBook:
    """A book with what is known already; every lesson is told."""
    book = FactsBook()
    if facts is not None:
        book.learn(ModelPlace(ServiceId("mine"), base_url, "small-1"), facts)
    book.on_learnt = lambda place: lessons.append(book.of(place))
    return book


def tell(
    *answers: list[Piece],
    request: ModelRequest = TALK,
    extra: Mapping[str, Any] | None = None,
    facts: ModelFacts | None = None,
    times: int = 1,
) -> Story:
    """Ask so many times; whatever leaves has no field that is not known."""

    async def work(server: ReplayServer) -> Story:
        story = Story()
        model = OpenAICompatibleModel(
            ModelRef(ServiceId("mine"), "small-1"),
            server.base_url,
            fixed_key(Secret("")),
            extra=extra,
            book=a_book(facts, story.lessons, server.base_url),
        )
        for _ in range(times):
            story.heard.append(await listen(model.stream(request)))
        story.bodies = [received.json for received in server.requests]
        story.facts = model.facts
        for received in server.requests:
            assert_only_known_fields(received, EXTRA if extra else set())
        return story

    return run(list(answers), work)


def run[T](answers: list[list[Piece]], work: Callable[[ReplayServer], Awaitable[T]]) -> T:
    async def with_server() -> T:
        async with ReplayServer(answers) as server:
            return await work(server)

    return asyncio.run(with_server())


def assert_only_known_fields(received: Received, extra: set[str]) -> None:
    """Q19: nothing of our own, at no depth."""
    body = received.json
    assert set(body) <= TOP | extra
    assert set(body.get("stream_options", {})) <= {"include_usage"}
    for message in body["messages"]:
        assert set(message) <= IN_MESSAGE
        for call in message.get("tool_calls", ()):
            assert set(call) == IN_CALL
            assert set(call["function"]) == IN_FUNCTION
    for tool in body.get("tools", ()):
        assert set(tool) == {"type", "function"}
        assert set(tool["function"]) == IN_TOOL
    assert body.get("tools") != [], "some servers refuse an empty list"


def test_q7_a_model_that_does_not_stream_is_asked_for_the_whole_from_then_on() -> None:
    """Q7: a 400 about streaming is answered by asking once more without it, and remembered."""
    story = tell(Q7, OK, times=2)
    assert [body.get("stream") for body in story.bodies] == [True, None, None]
    assert story.facts.no_stream


def test_q13_thinking_goes_back_beside_tool_calls_to_a_model_that_asked_for_it() -> None:
    """Q13: kept on assistant messages with tool calls for such models alone, remembered, stripped elsewhere."""
    story = tell(Q13, OK, times=2)
    sent = [
        [message.get("reasoning_content") for message in body["messages"] if message["role"] == "assistant"]
        for body in story.bodies
    ]
    assert sent == [[None] * 3, [None, "A branch, then.", None], [None, "A branch, then.", None]]
    assert story.facts.send_reasoning
    assert story.heard[0].text == "Hello there"


def test_q13_a_server_that_refuses_thinking_gets_none() -> None:
    """Q13: other servers reject the field; it is taken back, and the two lessons do not chase each other."""
    refused = error_reply(
        422,
        {
            "detail": [
                {"type": "extra_forbidden", "loc": ["body", "messages", 3, "assistant", "reasoning_content"]}
            ]
        },
    )
    story = tell(refused, OK, facts=ModelFacts(send_reasoning=True))
    assert "reasoning_content" in str(story.bodies[0])
    assert "reasoning_content" not in str(story.bodies[1])
    with pytest.raises(ProviderError):
        tell(refused, Q13, facts=ModelFacts(send_reasoning=True))


def test_q17_the_limit_of_an_answer_is_renamed_once() -> None:
    """Q17: ``max_tokens`` refused, so ``max_completion_tokens`` from then on."""
    story = tell(Q17, OK, extra={"max_tokens": 100}, times=2)
    limits = [{name: body[name] for name in body if name.startswith("max")} for body in story.bodies]
    assert limits == [{"max_tokens": 100}, {"max_completion_tokens": 100}, {"max_completion_tokens": 100}]
    assert story.facts.token_field is TokenField.MAX_COMPLETION_TOKENS


def test_q18_the_opposite_and_every_other_field_that_a_list_names() -> None:
    """Q18: one refusal may name several fields; each is renamed or dropped, at once and for good."""
    story = tell(Q18, OK, extra={"max_completion_tokens": 8192, "store": False, "temperature": 0.7}, times=2)
    assert story.bodies[0]["store"] is False
    assert len(story.bodies) == 3
    for body in story.bodies[1:]:
        assert body["max_tokens"] == 8192
        assert body["temperature"] == 0.7
        assert "store" not in body
        assert "max_completion_tokens" not in body
    assert story.facts == ModelFacts(token_field=TokenField.MAX_TOKENS, dropped=("store",))


@pytest.mark.parametrize(
    "refused",
    [
        error_reply(422, {"detail": [{"type": "extra_forbidden", "loc": ["body", "repeat_penalty"]}]}),
        error_reply(400, {"error": {"message": "Unrecognized request argument supplied: repeat_penalty"}}),
        error_reply(400, {"error": {"message": "Unknown parameter: 'repeat_penalty'."}}),
        error_reply(
            400, {"error": {"message": "no", "param": "repeat_penalty", "code": "unknown_parameter"}}
        ),
        error_reply(400, {"error": {"message": "property 'repeat_penalty' is unsupported"}}),
    ],
)
def test_q18_a_field_is_dropped_by_whatever_form_names_it(refused: list[Piece]) -> None:
    """Q18."""
    story = tell(refused, OK, extra={"repeat_penalty": 1.1})
    assert ["repeat_penalty" in body for body in story.bodies] == [True, False]


def test_q18_a_limit_refused_under_both_names_is_left_out() -> None:
    """Q17, Q18: no third try under a name that was refused."""
    both = error_reply(422, {"detail": [{"type": "extra_forbidden", "loc": ["body", "max_tokens"]}]})
    story = tell(Q18, both, OK, extra={"max_completion_tokens": 5})
    assert [name for name in story.bodies[-1] if name.startswith("max")] == []


def test_q19_usage_that_may_not_be_asked_for_is_not_asked_for_again() -> None:
    """Q19: one more try without ``stream_options``."""
    story = tell(Q19, OK, times=2)
    assert ["stream_options" in body for body in story.bodies] == [True, False, False]


def test_q19_a_refusal_of_a_field_inside_our_messages_is_told_and_not_tried_again() -> None:
    """Q19: it would be our own mistake, which no second request mends."""
    with pytest.raises(ProviderError) as caught:
        tell(Q19_OURS)
    assert caught.value.kind is ProviderErrorKind.BAD_REQUEST


@pytest.mark.parametrize(
    "named", ["sk-canary-1234567", "seed", "model", "messages", "messages.0.content", "stream.mode"]
)
def test_q19_t8_a_field_that_we_did_not_send_or_must_send_teaches_nothing(named: str) -> None:
    """Q19, T8: a server could have us ask without end, or keep any word of its own, even a key, among the lessons."""
    lessons: list[ModelFacts] = []

    async def work(server: ReplayServer) -> int:
        model = OpenAICompatibleModel(
            ModelRef(ServiceId("mine"), "small-1"),
            server.base_url,
            fixed_key(Secret("")),
            book=a_book(None, lessons, server.base_url),
        )
        with pytest.raises(ProviderError):
            await listen(model.stream(TALK))
        return len(server.requests)

    refused = refusal(f"Unsupported parameter: '{named}'", param=named, code="unsupported_parameter")
    assert run([refused], work) == 1
    assert lessons == []


def test_q20_a_temperature_that_is_refused_is_left_out() -> None:
    """Q20: the others stay."""
    story = tell(Q20, OK, extra={"temperature": 0.7, "max_tokens": 5}, times=2)
    assert [("temperature" in body, "max_tokens" in body) for body in story.bodies] == [
        (True, True),
        (False, True),
        (False, True),
    ]
    assert story.facts == ModelFacts(no_temperature=True)


def test_q21_instructions_that_are_refused_become_part_of_the_first_question() -> None:
    """Q21: folded into the first user message, and remembered."""
    story = tell(Q21, OK, times=2)
    assert "system" in story.roles(0)
    for number in (1, 2):
        assert "system" not in story.roles(number)
        first = next(m for m in story.bodies[number]["messages"] if m["role"] == "user")
        assert first["content"] == "Be brief.\n\nOpen it."


def test_q21_some_call_the_instructions_developer() -> None:
    """Q21."""
    story = tell(Q21_DEVELOPER, OK, times=2)
    assert [story.roles(number)[0] for number in range(3)] == ["system", "developer", "developer"]
    assert story.facts == ModelFacts(system_as_developer=True)


def test_q22_strict_turns_are_kept_after_a_stop_or_a_denied_tool() -> None:
    """Q22: a conversation that a template refused can be answered again; templates leave calls out of the turns."""
    story = tell(Q22, OK, times=2)
    spoken = [
        message["role"]
        for message in story.bodies[-1]["messages"]
        if message["role"] in {"user", "assistant"} and "tool_calls" not in message
    ]
    assert spoken[::2] == ["user"] * len(spoken[::2])
    assert spoken[1::2] == ["assistant"] * len(spoken[1::2])
    roles = story.roles()
    assert all(pair != ("tool", "user") for pair in pairwise(roles))
    assert story.facts == ModelFacts(alternate=True)


def test_q22_where_turns_alone_do_not_help_the_instructions_move_too() -> None:
    """Q22: some templates count them as a turn."""
    story = tell(Q22, Q22, OK)
    assert story.facts == ModelFacts(alternate=True, fold_system=True)
    assert story.roles()[0] == "user"
    text = story.bodies[-1]["messages"][0]["content"]
    assert text.index("Be brief.") < text.index("Let us look at costs.") < text.index("Open it.")


def test_q23_tools_that_are_refused_are_left_out_and_the_branch_button_stays() -> None:
    """Q23."""
    story = tell(Q23, OK, times=2)
    assert ["tools" in body for body in story.bodies] == [True, False, False]
    assert all("tool" not in story.roles(number) for number in (1, 2))
    assert story.facts.no_tools


def test_lessons_add_up_and_each_is_told_once() -> None:
    """R-10: five refusals, five more requests, and the next question needs one."""
    story = tell(Q19, Q23, Q21, Q20, Q7, OK, extra={"temperature": 0.5}, times=2)
    assert len(story.bodies) == 7
    assert len(story.lessons) == 5
    assert story.bodies[-1] == story.bodies[-2]
    assert set(story.bodies[-1]) == {"model", "messages"}
    assert [heard.retries for heard in story.heard] == [[], []]


def test_what_an_earlier_run_learnt_saves_the_refusal() -> None:
    """Negotiation happens once for each model, not once for each start."""
    learnt = tell(Q19, Q23, OK).facts
    story = tell(OK, facts=ModelFacts.from_values(learnt.to_values()))
    assert len(story.bodies) == 1
    assert "tools" not in story.bodies[0]


def test_two_calls_that_are_refused_at_once_both_keep_their_lessons() -> None:
    async def work(server: ReplayServer) -> ModelFacts:
        model = OpenAICompatibleModel(
            ModelRef(ServiceId("mine"), "small-1"), server.base_url, fixed_key(Secret(""))
        )
        await asyncio.gather(*(listen(model.stream(TALK)) for _ in range(2)))
        return model.facts

    facts = run([[0.05, *Q19], [0.05, *Q23], OK], work)
    assert facts == ModelFacts(no_stream_options=True, no_tools=True)


def _body(refused: list[Piece]) -> bytes:
    """The body of a refusal, for an answer with another status."""
    whole = b"".join(piece for piece in refused if isinstance(piece, bytes))
    return whole.partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize(
    ("refused", "learnt"),
    [
        (reply(_body(Q23), content_type="application/json"), ModelFacts(no_tools=True)),
        (reply(b"data: " + _body(Q23) + b"\n\ndata: [DONE]\n\n"), ModelFacts(no_tools=True)),
        (reply(b": ping\n\ndata: " + _body(Q19) + b"\n\n"), ModelFacts(no_stream_options=True)),
        (reply(_body(Q7), content_type="application/json"), ModelFacts(no_stream=True)),
    ],
    ids=["document", "event", "event after a comment", "Q7"],
)
def test_q7_a_refusal_under_status_200_teaches_as_well(refused: list[Piece], learnt: ModelFacts) -> None:
    """Q7: some servers say 200 first and no afterwards."""
    story = tell(refused, OK)
    assert story.facts == learnt
    assert [heard.text for heard in story.heard] == ["Hello there"]
    assert len(story.bodies) == 2


def test_q6_an_error_under_status_200_that_teaches_nothing_is_told_once() -> None:
    """Q6, R-10."""
    error = json.dumps({"error": {"message": "out of luck"}}).encode()
    story = tell(reply(error, content_type="application/json"), OK)
    (heard,) = story.heard
    assert heard.ends[0].kind is ProviderErrorKind.SERVER
    assert "out of luck" in heard.ends[0].message
    assert len(story.bodies) == 1


def test_q7_once_text_has_come_nothing_is_asked_again() -> None:
    """Q25, R-10: what has arrived is kept, whatever is refused after it."""
    begun = text_events("Once upon", finish=None) + b"data: " + _body(Q23) + b"\n\n"
    story = tell(reply(begun), OK)
    assert (story.heard[0].text, len(story.bodies)) == ("Once upon", 1)


def a_talk(rounds: int) -> ModelRequest:
    """So many questions and answers, each of some 500 tokens."""
    said = "The quick brown fox jumps over the lazy dog again. " * 40
    turns = [ModelMessage(role, said) for role in (Role.USER, Role.ASSISTANT) * rounds]
    return ModelRequest((*turns, ModelMessage(Role.USER, "What was the first sentence?")))


LONG: Final = a_talk(12)
LONGER: Final = a_talk(13)
SHORT: Final = a_talk(0)


def answered(prompt_tokens: int | None) -> list[Piece]:
    usage = {"choices": [], "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": 2}}
    return reply(event({"choices": [{"delta": {"content": "Hm"}, "finish_reason": "stop"}]}) + event(usage))


def cuts_of(*calls: tuple[ModelRequest, int | None], facts: ModelFacts | None = None) -> Story:
    """One conversation after the other, each with what the service says to have read of it."""

    async def work(server: ReplayServer) -> Story:
        story = Story()
        book = a_book(facts, story.lessons, server.base_url)
        ref = ModelRef(ServiceId("mine"), "small-1")
        model = OpenAICompatibleModel(ref, server.base_url, fixed_key(Secret("")), book=book)
        for request, _ in calls:
            story.heard.append(await listen(model.stream(request)))
        story.facts = model.facts
        return story

    return run([answered(read_tokens) for _, read_tokens in calls], work)


def test_q24_a_beginning_that_was_left_out_without_a_word_is_told() -> None:
    """Q24: Ollama drops the start silently; its numbers grow, and then stay where the limit is."""
    story = cuts_of((SHORT, 14), (a_talk(3), 3_300), (LONG, 4_096), (LONGER, 4_050))
    assert [len(heard.cuts) for heard in story.heard] == [0, 0, 0, 1]
    (cut,) = story.heard[-1].cuts
    assert cut.read_tokens == 4_050
    assert cut.sent_tokens > 4_096
    assert story.heard[-1].reason is EndReason.COMPLETE
    assert (story.facts.cuts_silently, story.facts.context_tokens) == (True, 4_096)


def test_q24_a_limit_that_is_known_is_told_at_once() -> None:
    """Q24: what was proven before a restart needs no second witness."""
    known = ModelFacts(cuts_silently=True, context_tokens=4_096, fewest_read=14)
    story = cuts_of((LONG, 4_090), facts=known)
    assert [len(heard.cuts) for heard in story.heard] == [1]
    assert story.facts == known


def test_q24_what_has_counted_before_a_restart_is_believed_after_it() -> None:
    """Q24: a long conversation that goes on shows no small count any more."""
    story = cuts_of((LONG, 4_096), (LONGER, 4_096), facts=ModelFacts(fewest_read=14))
    assert [len(heard.cuts) for heard in story.heard] == [0, 1]


@pytest.mark.parametrize(
    "calls",
    [
        [(LONG, 4_096)],
        [(SHORT, 14), (LONG, 4_096)],
        [(SHORT, 14), (LONG, 4_096), (LONG, 4_096)],
        [(SHORT, 1_000), (LONG, 1_000), (LONGER, 1_000), (a_talk(14), 1_000)],
        [(LONG, 1_000), (LONGER, 1_000), (SHORT, 1_000), (a_talk(14), 1_000)],
        [(SHORT, 14), (LONG, 11_000), (LONGER, 900), (a_talk(14), 910)],
        [(SHORT, 700), (LONG, 3_000), (LONGER, 600), (a_talk(14), 1_900)],
    ],
    ids=[
        "once",
        "one number",
        "asked again",
        "constant",
        "constant, long first",
        "without a cache",
        "nonsense",
    ],
)
def test_q24_odd_counts_prove_nothing(calls: list[tuple[ModelRequest, int]]) -> None:
    """Q24: one count, a constant, one without what was in a cache, and numbers that say nothing."""
    story = cuts_of(*calls)
    assert [heard.cuts for heard in story.heard] == [[]] * len(calls)
    assert not story.facts.cuts_silently
    assert story.facts.context_tokens is None


def test_q24_a_model_that_reads_more_than_was_believed_has_no_such_limit() -> None:
    """Q24: the limit was raised, or it never was one."""
    known = ModelFacts(cuts_silently=True, context_tokens=4_096, fewest_read=14)
    story = cuts_of((LONG, 11_000), facts=known)
    assert story.facts == ModelFacts(fewest_read=14, most_read=8_192)


def test_q24_what_was_read_whole_before_a_restart_counts_after_it() -> None:
    """Q24: a gateway that leaves out what was in its cache has no limit there, and none would ever be withdrawn."""
    known = cuts_of((SHORT, 14), (LONG, 11_000)).facts
    story = cuts_of((LONG, 900), (LONGER, 910), facts=ModelFacts.from_values(known.to_values()))
    assert [heard.cuts for heard in story.heard] == [[], []]
    assert story.facts == known


def test_q24_a_test_of_the_service_makes_no_refusal_of_what_was_left_out() -> None:
    """Q24: a limit that nobody has told is still withdrawn by an answer that shows another."""
    known = ModelFacts(cuts_silently=True, context_tokens=4_096, fewest_read=14, no_tools=True)

    async def work(server: ReplayServer) -> tuple[ModelFacts, ModelFacts]:
        ref = ModelRef(ServiceId("mine"), "small-1")
        book = a_book(known, [], server.base_url)
        model = OpenAICompatibleModel(ref, server.base_url, fixed_key(Secret("")), book=book)
        model.relearn()
        after_the_test = model.facts
        await listen(model.stream(LONG))
        return after_the_test, model.facts

    tested, asked = run([answered(11_000)], work)
    assert tested == replace(known, no_tools=False)
    assert asked == ModelFacts(fewest_read=14, most_read=8_192)


@pytest.mark.parametrize("prompt_tokens", [11_000, None, 0, 3])
def test_q24_no_warning_where_nothing_was_left_out_or_nobody_counted(prompt_tokens: int | None) -> None:
    """Q24: the bound is low on purpose; a count of almost nothing is a count of something else."""
    story = tell(answered(prompt_tokens), request=LONG)
    assert story.heard[0].cuts == []
    assert not story.facts.cuts_silently


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("今天的会议讨论了三个项目的预算和人员安排。" * 400, 4_800),
        ("=" * 40_000, 620),
        ("    return value\n" * 2_000, 10_000),
    ],
)
def test_q24_dense_scripts_rows_of_signs_and_code_are_not_taken_for_longer_than_they_are(
    text: str, tokens: int
) -> None:
    """Q24, C-6: counts that usual tokenisers give for such texts raise no warning."""
    story = tell(answered(tokens), request=ModelRequest((ModelMessage(Role.USER, text),)))
    assert story.heard[0].cuts == []


def test_q24_a_refusal_tells_both_sizes() -> None:
    """Q24: what was sent and what fits, for the person and for the next request."""
    words = (
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9013 tokens."
    )
    with pytest.raises(ProviderError) as caught:
        tell(refusal(words, param="messages", code="context_length_exceeded"))
    assert caught.value.kind is ProviderErrorKind.CONTEXT_LENGTH
    assert (caught.value.params["limit"], caught.value.params["asked"]) == (8192, 9013)
