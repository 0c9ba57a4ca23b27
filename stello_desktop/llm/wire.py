"""A request as JSON: only the fields that every server knows leave the program (Q19).

Servers refuse one thing or another. What a refusal taught is kept as `Quirks`, and the request is written
again without it (Q7, Q19, Q21, Q23). Messages are always tidied so that roles alternate (Q22).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolDefinition
from stello_desktop.domain.text import clean_text

_NO_RESULT: Final = '{"success": false, "error": "cancelled"}'
_TOOLS = re.compile(
    r"not support (?:tools?|function|tool[ _](?:use|call))|(?:tools?|function call\w*|tool use|tool calling|tool_choice)"
    r"[^.]{0,40}(?:not supported|unsupported|not available|not enabled)|support tool use|enable-auto-tool-choice"
    r"|unsupported[^.]{0,30}\btools\b",
    re.IGNORECASE,
)
_SYSTEM = re.compile(
    r"system (?:role|message|prompt|instruction)s?[^.]{0,30}not (?:supported|enabled|allowed)"
    r"|not support (?:the )?system|developer instruction is not enabled|roles? must alternate",
    re.IGNORECASE,
)
_STREAM = re.compile(
    r"stream(?:ing)?\b[^.]{0,60}(?:not supported|unsupported)|not support stream", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quirks:
    """What one model of one server refused so far."""

    no_stream_options: bool = False
    no_tools: bool = False
    no_system: bool = False
    no_stream: bool = False


def learn(quirks: Quirks, text: str, *, with_tools: bool) -> Quirks | None:
    """What to leave out next after a refusal with these words; None where nothing is learnt."""
    if not quirks.no_stream_options and not quirks.no_stream and "stream_options" in text:
        return replace(quirks, no_stream_options=True)
    if not quirks.no_tools and with_tools and _TOOLS.search(text):
        return replace(quirks, no_tools=True)
    if not quirks.no_system and _SYSTEM.search(text):
        return replace(quirks, no_system=True)
    if not quirks.no_stream and _STREAM.search(text):
        return replace(quirks, no_stream=True)
    return None


def write_body(request: ModelRequest, model: str, quirks: Quirks) -> dict[str, Any]:
    """The whole body of one request."""
    messages = _tidy(request.messages)
    if quirks.no_tools:
        messages = _tidy(_without_tools(messages))
    if quirks.no_system:
        messages = _tidy(_fold_system(messages))
    body: dict[str, Any] = {"model": model, "messages": [_write_message(message) for message in messages]}
    if not quirks.no_stream:
        body["stream"] = True
        if not quirks.no_stream_options:
            body["stream_options"] = {"include_usage": True}
    if request.tools and not quirks.no_tools:
        body["tools"] = [_write_tool(tool) for tool in request.tools]
    return body


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
    """Instructions, and an opening message before any question (C-1), become a part of the first question."""
    texts = [message.content for message in messages if message.role is Role.SYSTEM]
    others = [message for message in messages if message.role is not Role.SYSTEM]
    while len(others) > 1 and others[0].role is Role.ASSISTANT and not others[0].tool_calls:
        texts.append(f"<opening_message>\n{others.pop(0).content}\n</opening_message>")
    if not texts:
        return others
    leading = "\n\n".join(texts)
    for place, message in enumerate(others):
        if message.role is Role.USER:
            others[place] = replace(message, content=f"{leading}\n\n{message.content}")
            return others
    return [ModelMessage(Role.USER, leading), *others]


def _write_message(message: ModelMessage) -> dict[str, Any]:
    content = clean_text(message.content)
    written: dict[str, Any] = {"role": message.role.value, "content": content}
    if message.tool_calls:
        written["content"] = content or None
        written["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": _valid_arguments(call.arguments)},
            }
            for call in message.tool_calls
        ]
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
