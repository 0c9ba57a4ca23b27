"""A request as JSON: only the fields that every server knows leave the program (Q19).

Servers refuse one thing or another. What a refusal taught is a `ModelFacts`, and the request is written
by it (Q7, Q13, Q17 to Q21, Q23). Messages are always tidied so that roles alternate (Q22).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolDefinition
from stello_desktop.domain.model_facts import ModelFacts, ModelPlace
from stello_desktop.domain.text import clean_text
from stello_desktop.llm.negotiation import REASONING, token_field_for
from stello_desktop.llm.signatures import read_signature

_NO_RESULT: Final = '{"success": false, "error": "cancelled"}'
_PAUSE: Final = "…"
"""Said by nobody: it stands between a tool's result and the next question where turns are strict (Q22)."""


def write_body(
    request: ModelRequest, place: ModelPlace, facts: ModelFacts, extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The whole body of one request.

    Args:
        place: who is asked, and where; only what was signed by it and there goes back (Q13).
        extra: further fields, under the names that most servers know; what the model refused is left out.
    """
    messages = _tidy(request.messages)
    if facts.no_tools:
        messages = _tidy(_without_tools(messages))
    if facts.alternate:
        messages = _tidy(_in_turns(messages))
    if facts.fold_system:
        messages = _tidy(_fold_system(messages))
    body: dict[str, Any] = {
        "model": place.model,
        "messages": [_write_message(each, facts, place) for each in messages],
    }
    if not facts.no_stream:
        body["stream"] = True
        if not facts.no_stream_options:
            body["stream_options"] = {"include_usage": True}
    if request.tools and not facts.no_tools:
        body["tools"] = [_write_tool(tool) for tool in request.tools]
    for name, value in (extra or {}).items():
        written = token_field_for(name, facts)
        if written and not (written == "temperature" and facts.no_temperature):
            body[written] = value
    return {name: value for name, value in body.items() if name not in facts.dropped}


def _tidy(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Neighbours of one role joined, empty answers dropped, every tool call answered once."""
    tidy: list[ModelMessage] = []
    for message in _answered(messages):
        if message.role is Role.ASSISTANT and not message.content.strip() and not message.tool_calls:
            continue
        last = tidy[-1] if tidy else None
        if last is not None and last.role is message.role and _can_join(last) and _can_join(message):
            joined = "\n\n".join(part for part in (last.content, message.content) if part)
            tidy[-1] = replace(last, content=joined)
        else:
            tidy.append(message)
    return tidy


def _can_join(message: ModelMessage) -> bool:
    return message.role is not Role.TOOL and not message.tool_calls


def _answered(messages: Sequence[ModelMessage]) -> Iterator[ModelMessage]:
    waiting: list[str] = []
    for message in messages:
        if message.role is Role.TOOL:
            if message.tool_call_id in waiting:
                waiting.remove(message.tool_call_id)
                yield message
            continue
        yield from _missing_results(waiting)
        waiting = [call.call_id for call in message.tool_calls]
        yield message
    yield from _missing_results(waiting)


def _missing_results(call_ids: Sequence[str]) -> Iterator[ModelMessage]:
    for call_id in call_ids:
        yield ModelMessage(Role.TOOL, _NO_RESULT, tool_call_id=call_id)


def _without_tools(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    return [replace(message, tool_calls=()) for message in messages if message.role is not Role.TOOL]


def _fold_system(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Instructions become a part of the first question (Q21)."""
    texts = [message.content for message in messages if message.role is Role.SYSTEM]
    others = [message for message in messages if message.role is not Role.SYSTEM]
    return _put_before_question(texts, others)


def _in_turns(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Question and answer by turns (Q22).

    An opening message before any question (C-1) becomes a part of the first one, and somebody speaks between
    a tool's result and the next question.
    """
    leading = [message for message in messages if message.role is Role.SYSTEM]
    others = [message for message in messages if message.role is not Role.SYSTEM]
    texts: list[str] = []
    while len(others) > 1 and others[0].role is Role.ASSISTANT and not others[0].tool_calls:
        texts.append(f"<opening_message>\n{others.pop(0).content}\n</opening_message>")
    turns: list[ModelMessage] = []
    for message in _put_before_question(texts, others):
        if turns and turns[-1].role is Role.TOOL and message.role is Role.USER:
            turns.append(ModelMessage(Role.ASSISTANT, _PAUSE))
        turns.append(message)
    return [*leading, *turns]


def _put_before_question(texts: Sequence[str], messages: list[ModelMessage]) -> list[ModelMessage]:
    if not texts:
        return messages
    leading = "\n\n".join(texts)
    for place, message in enumerate(messages):
        if message.role is Role.USER:
            messages[place] = replace(message, content=f"{leading}\n\n{message.content}")
            return messages
    return [ModelMessage(Role.USER, leading), *messages]


def _write_message(message: ModelMessage, facts: ModelFacts, place: ModelPlace) -> dict[str, Any]:
    content = clean_text(message.content)
    role = message.role.value
    if message.role is Role.SYSTEM and facts.system_as_developer:
        role = "developer"
    written: dict[str, Any] = {"role": role, "content": content}
    if message.tool_calls:
        written["content"] = content or None
        is_own = (message.service, message.model) == (place.service_id, place.model)
        written["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": _valid_arguments(call.arguments)},
                **(read_signature(call.signature, place.base_url) if is_own else {}),
            }
            for call in message.tool_calls
        ]
        if facts.send_reasoning:  # beside calls alone; other servers refuse it there too (Q13)
            written[REASONING] = clean_text(message.reasoning)
    if message.role is Role.TOOL:
        written["tool_call_id"] = message.tool_call_id
    return written


def _valid_arguments(arguments: str) -> str:
    """Servers parse the arguments again and fail on what a model wrote wrongly."""
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return "{}"
    return clean_text(arguments) if isinstance(value, dict) else "{}"


def _write_tool(tool: ToolDefinition) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
    }
