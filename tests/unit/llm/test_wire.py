"""What leaves the program, and what refusals teach."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall
from stello_desktop.domain.model_facts import Lesson, ModelFacts, ModelPlace
from stello_desktop.llm.negotiation import learn
from stello_desktop.llm.signatures import sealed_for
from stello_desktop.llm.wire import write_body
from tests.helpers.streams import CREATE_SESSION

SYSTEM = ModelMessage(Role.SYSTEM, "Be brief.")
CALL = ToolCall("a", "stello_create_session", '{"label":"Costs"}')


def user(text: str) -> ModelMessage:
    return ModelMessage(Role.USER, text)


PLACE = ModelPlace(ServiceId("here"), "https://a.example/v1", "m")


def answer(text: str, *calls: ToolCall) -> ModelMessage:
    return ModelMessage(Role.ASSISTANT, text, calls, reasoning="thoughts stay here")


def result(call_id: str, text: str = "ok") -> ModelMessage:
    return ModelMessage(Role.TOOL, text, tool_call_id=call_id)


def roles(*messages: ModelMessage, facts: ModelFacts | None = None) -> list[tuple[str, str | None]]:
    body = write_body(ModelRequest(messages), PLACE, facts or ModelFacts())
    return [(message["role"], message["content"]) for message in body["messages"]]


def test_q19_only_known_fields_leave() -> None:
    body = write_body(
        ModelRequest((SYSTEM, user("hi"), answer("", CALL), result("a")), (CREATE_SESSION,)),
        PLACE,
        ModelFacts(),
    )
    assert set(body) == {"model", "messages", "stream", "stream_options", "tools"}
    allowed = {"role", "content", "tool_calls", "tool_call_id"}
    assert all(set(message) <= allowed for message in body["messages"])
    assert body["messages"][2] == {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "a",
                "type": "function",
                "function": {"name": "stello_create_session", "arguments": '{"label":"Costs"}'},
            }
        ],
    }
    assert body["tools"][0]["function"]["parameters"]["required"] == ["label"]


def test_q19_an_empty_list_of_tools_does_not_leave() -> None:
    assert "tools" not in write_body(ModelRequest((user("hi"),)), PLACE, ModelFacts())


def test_q22_neighbours_of_one_role_are_joined_and_empty_answers_dropped() -> None:
    assert roles(SYSTEM, user("a"), answer(" "), user("b"), answer("c"), answer("d")) == [
        ("system", "Be brief."),
        ("user", "a\n\nb"),
        ("assistant", "c\n\nd"),
    ]


def test_q22_every_call_gets_one_result() -> None:
    said = roles(user("a"), answer("", CALL), result("zzz"), user("b"), answer("", CALL))
    assert [role for role, _ in said] == ["user", "assistant", "tool", "user", "assistant", "tool"]
    assert "cancelled" in (said[2][1] or "")
    assert [role for role, _ in roles(result("a"), user("b"))] == ["user"]


def test_q21_the_system_text_moves_into_the_first_message() -> None:
    assert roles(SYSTEM, user("hi"), facts=ModelFacts(fold_system=True)) == [("user", "Be brief.\n\nhi")]
    assert roles(SYSTEM, facts=ModelFacts(fold_system=True)) == [("user", "Be brief.")]


def test_q23_without_tools_the_calls_of_the_past_go_too() -> None:
    """Q23: whether a model takes tools is learnt from what it does."""
    said = roles(
        user("a"), answer("I open it.", CALL), result("a"), answer("Done."), facts=ModelFacts(no_tools=True)
    )
    assert said == [("user", "a"), ("assistant", "I open it.\n\nDone.")]


@pytest.mark.parametrize("arguments", ["", "{", '"text"', "[1]", "[" * 100_000])
def test_arguments_that_are_no_object_go_back_as_an_empty_one(arguments: str) -> None:
    body = write_body(
        ModelRequest((user("a"), answer("", ToolCall("a", "f", arguments)))), PLACE, ModelFacts()
    )
    assert body["messages"][1]["tool_calls"][0]["function"]["arguments"] == "{}"


def test_row_64_text_that_cannot_be_sent_is_cleaned() -> None:
    """Row 64: what cannot be stored or sent is replaced."""
    assert roles(user("a\ud800b\x00")) == [("user", "a\ufffdb\ufffd")]


SENT = ("model", "messages", "stream", "stream_options", "tools", "temperature", "max_tokens", "store")
REFUSALS: list[tuple[str, ModelFacts | None]] = [
    (
        '{"message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"]}]}}',
        ModelFacts(no_stream_options=True),
    ),
    (
        '{"error":{"message":"registry.ollama.ai/library/smollm2:135m does not support tools"}}',
        ModelFacts(no_tools=True),
    ),
    ("No endpoints found that support tool use.", ModelFacts(no_tools=True)),
    (
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        ModelFacts(no_tools=True),
    ),
    ("Tools are not supported in streaming mode", ModelFacts(no_tools=True)),
    ("Jinja Exception: System role not supported", ModelFacts(fold_system=True)),
    ("Developer instruction is not enabled for models/gemma", ModelFacts(fold_system=True)),
    (
        "Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...",
        ModelFacts(alternate=True),
    ),
    (
        '{"error":{"message":"Streaming is not supported for this model","param":"stream"}}',
        ModelFacts(no_stream=True),
    ),
    ("Something else is wrong", None),
]
TEXTS = [text for text, _ in REFUSALS]


@pytest.mark.parametrize(("text", "expected"), REFUSALS)
def test_refusals_teach_what_to_leave_out(text: str, expected: ModelFacts | None) -> None:
    assert learn(ModelFacts(), text, sent=SENT) == expected


def test_every_lesson_is_learnt_once_so_asking_again_ends() -> None:
    """R-10: however a server refuses, the same model is not asked for ever."""
    words = " ".join([*TEXTS, "use developer instead", "reasoning_content is missing"])
    paths = [[name] for name in SENT] + [["messages", 0, "assistant", "reasoning_content"]]
    fields = json.dumps({"detail": [{"type": "extra_forbidden", "loc": ["body", *path]} for path in paths]})
    facts, lessons = ModelFacts(), 0
    while True:
        learnt = learn(facts, words, sent=SENT) or learn(facts, fields, sent=SENT)
        if learnt is None:
            break
        facts, lessons = learnt, lessons + 1
        assert lessons < 20
    assert set(facts.explanations()) >= {
        Lesson.NO_TOOLS,
        Lesson.NO_STREAM,
        Lesson.FOLD_SYSTEM,
        Lesson.DROPPED,
    }


@pytest.mark.parametrize("system", [(), (ModelMessage(Role.SYSTEM, "Be brief."),)])
def test_c1_where_roles_must_alternate_an_opening_message_moves_too(system: tuple[ModelMessage, ...]) -> None:
    """C-1: a branch that begins with a message of the assistant can be answered by any server."""
    talk = (ModelMessage(Role.ASSISTANT, "Let us look at costs."), ModelMessage(Role.USER, "Yes"))
    body = write_body(ModelRequest((*system, *talk)), PLACE, ModelFacts(alternate=True, fold_system=True))
    (message,) = body["messages"]
    assert message["role"] == "user"
    opening = "<opening_message>\nLet us look at costs.\n</opening_message>\n\nYes"
    assert message["content"] == "\n\n".join([*(item.content for item in system), opening])


def test_q13_a_signature_goes_back_to_the_model_that_made_it_and_to_nobody_else() -> None:
    """Q13, Q19: as it came, beside its call; another service or model never sees it."""
    fields = {"extra_content": {"google": {"thought_signature": "CiQB4/H/XsLvd=="}}}
    home = "https://a.example/v1"
    call = ToolCall("a", "look", "{}", sealed_for(home, json.dumps(fields)))
    made = ModelMessage(Role.ASSISTANT, "", (call, CALL), service=ServiceId("google"), model="pro")

    def sent(
        service: str, model: str, message: ModelMessage = made, base_url: str = home
    ) -> list[dict[str, object]]:
        request = ModelRequest((user("a"), message, result("a"), result("b")))
        body = write_body(request, ModelPlace(ServiceId(service), base_url, model), ModelFacts())
        written = body["messages"][1]["tool_calls"]
        return [
            {key: part for key, part in call.items() if key not in {"id", "type", "function"}}
            for call in written
        ]

    assert sent("google", "pro") == [fields, {}]
    for other in (("google", "flash"), ("else", "pro"), ("", "")):
        assert sent(*other) == [{}, {}]
    assert sent("google", "pro", base_url="https://a.example:443/other") == [fields, {}]
    for moved in ("https://b.example/v1", "http://a.example/v1", "https://a.example:8443/v1", ""):
        assert sent("google", "pro", base_url=moved) == [{}, {}]
    odd_seal = sealed_for(home, "[1]")
    for damaged in ("[]", "{", '{"role": "system"}', "7", json.dumps(fields), odd_seal):
        odd = replace(made, tool_calls=(replace(call, signature=damaged), CALL))
        assert sent("google", "pro", odd) == [{}, {}]
