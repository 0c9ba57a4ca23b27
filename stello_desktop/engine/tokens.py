"""A rough count of tokens that knows scripts (C-6)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from stello_desktop.domain.messages import ModelMessage, ModelRequest, ToolDefinition, Usage

_CHARS_PER_TOKEN: Final = 4
MESSAGE_TOKENS: Final = 4
"""What a service adds around each message."""

_DENSE_ROWS: Final = bytes([0x11, *range(0x2E, 0xA0), 0xA9, *range(0xAC, 0xD8), 0xF9, 0xFA, 0xFF])
"""Han, Kana and Hangul with their punctuation and wide forms, by the upper byte of their code: about one token each."""

_DENSE_BEYOND: Final = re.compile("[\U0001b000-\U0001b16f\U00020000-\U0003ffff]")
"""The rare ones, which have no such row."""


def estimate_text(text: str) -> int:
    """About four characters a token for Latin text, one for Han, Kana and Hangul."""
    if text.isascii():
        return -(-len(text) // _CHARS_PER_TOKEN)
    return _counted_once(text) if len(text) <= _LONGEST_KEPT else _count(text)


def _count(text: str) -> int:
    rows = text.encode("utf-16-be", "surrogatepass")[::2]
    dense = len(rows) - len(rows.translate(None, _DENSE_ROWS))
    if len(rows) > len(text):
        dense += len(_DENSE_BEYOND.findall(text))
    return dense + -(-(len(text) - dense) // _CHARS_PER_TOKEN)


_LONGEST_KEPT: Final = 20_000
_KEPT: Final = 20_000
_kept: dict[tuple[int, int], int] = {}


def _counted_once(text: str) -> int:
    """The count of a text that was counted before, found by its hash: a history is counted at every request.

    Two texts of one length and one hash would share their count; it is an estimate.
    """
    key = (len(text), hash(text))
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _KEPT:
            _kept.clear()
        found = _kept[key] = _count(text)
    return found


def cut_to(text: str, most_tokens: int) -> str:
    """The beginning of a text, at most about so many tokens; empty where there is room for none."""
    tokens = estimate_text(text)
    while tokens > most_tokens:
        if most_tokens <= 0:
            return ""
        text = text[: max(1, len(text) * most_tokens // tokens - 1)].rstrip()
        tokens = estimate_text(text)
    return text


def estimate_message(message: ModelMessage) -> int:
    """Text, thinking and tool calls of one message."""
    calls = sum(estimate_text(call.name) + estimate_text(call.arguments) for call in message.tool_calls)
    return MESSAGE_TOKENS + estimate_text(message.content) + estimate_text(message.reasoning) + calls


def complete_usage(counted: Usage, sent_tokens: int, answer: ModelMessage) -> Usage:
    """What a service counted, with an estimate in the place of what it did not count (Q2)."""
    if counted.prompt_tokens is not None and counted.completion_tokens is not None:
        return counted
    sent, answered = counted.prompt_tokens, counted.completion_tokens
    return Usage(
        sent_tokens if sent is None else sent,
        estimate_message(answer) - MESSAGE_TOKENS if answered is None else answered,
        estimated=True,
    )


TOOL_TOKENS: Final = 20
"""What stands around the name, the text and the schema of each tool where it is written for a service."""


def estimate_tool(tool: ToolDefinition) -> int:
    """One tool with its schema."""
    schema = estimate_text(json.dumps(tool.parameters, ensure_ascii=False))
    return TOOL_TOKENS + estimate_text(tool.name) + estimate_text(tool.description) + schema


def estimate_tools(tools: Iterable[ToolDefinition]) -> int:
    """Those that travel with every request."""
    return sum(estimate_tool(tool) for tool in tools)


LEAST_RATIO: Final = 0.3
MOST_RATIO: Final = 6.0
"""Nothing that counts tokens is further from our estimate than this."""


def ratio_of(counted: int | None, estimated: int) -> float | None:
    """The tokens that a model counted for each one that we estimated for the same request (C-6).

    None where the count cannot be one of the whole request: some services leave out what was in a cache.
    """
    if counted is None or estimated <= 0 or counted < estimated * LEAST_RATIO:
        return None
    return min(counted / estimated, MOST_RATIO)


def corrected(estimated: int, ratio: float) -> int:
    """An estimate as the model would count it, as far as the last call tells."""
    return estimated if ratio == 1.0 else round(estimated * ratio)


def estimate_request(request: ModelRequest) -> int:
    """Everything that one call carries."""
    return sum(estimate_message(message) for message in request.messages) + estimate_tools(request.tools)
