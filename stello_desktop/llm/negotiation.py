"""What a refusal teaches about a model (Q7, Q13, Q17 to Q23).

A refusal is read twice: for the fields that it names, in the forms of pydantic and of OpenAI, and for its
words. Each lesson is learnt once, so that asking again comes to an end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from stello_desktop.domain.model_facts import ModelFacts, TokenField

TOKEN_FIELDS: Final = (TokenField.MAX_TOKENS, TokenField.MAX_COMPLETION_TOKENS)
REASONING: Final = "reasoning_content"

_MAX_DEPTH: Final = 6
_MAX_ITEMS: Final = 50
_NEEDED: Final = frozenset({"model", "messages"})
_FORBIDDEN: Final = frozenset({"extra_forbidden", "value_error.extra"})
_REFUSED_CODES: Final = frozenset({"unsupported_parameter", "unsupported_value", "unknown_parameter"})

_NAMED = re.compile(
    r"(?:unsupported|unknown|unrecogni[sz]ed|unexpected|invalid|extra)"
    r"(?: request)? (?:parameter|argument|field|value|keyword argument|propert(?:y|ies))s?"
    r"(?: supplied| name)?:? *[\"'`]?([a-z][a-z0-9_.]{1,59})(?![a-z0-9_.\[])"
    r"|[\"'`]([a-z][a-z0-9_.]{1,59})[\"'`]? (?:is|are) (?:not supported|unsupported|not permitted|not allowed)"
    r"|property [\"'`]([a-z][a-z0-9_.]{1,59})[\"'`] is unsupported"
    r"|[\"'`]([a-z][a-z0-9_.]{1,59})[\"'`]? does not support",
    re.IGNORECASE,
)
_TOOLS = re.compile(
    r"not support (?:tools?|function|tool[ _](?:use|call))|(?:tools?|function call\w*|tool use|tool calling|tool_choice)"
    r"[^.]{0,40}(?:not supported|unsupported|not available|not enabled)|support tool use|enable-auto-tool-choice"
    r"|unsupported[^.]{0,30}\btools\b",
    re.IGNORECASE,
)
_SYSTEM = re.compile(
    r"system (?:role|message|prompt|instruction)s?[^.]{0,30}not (?:supported|enabled|allowed)"
    r"|not support (?:the )?['\"`]?system|developer instruction is not enabled"
    r"|role[^.]{0,20}['\"`]system['\"`][^.]{0,30}not (?:supported|allowed)",
    re.IGNORECASE,
)
_DEVELOPER = re.compile(
    r"use (?:the )?[\"'`]?developer\b|[\"'`]developer[\"'`]?(?: role)? instead", re.IGNORECASE
)
_ALTERNATE = re.compile(r"roles? must alternate|alternate user/assistant|alternating roles", re.IGNORECASE)
_STREAM = re.compile(
    r"stream(?:ing)?\b[^.]{0,60}(?:not supported|unsupported)|not support stream", re.IGNORECASE
)
_REASONING_WANTED = re.compile(
    r"reasoning_content[^.]{0,80}(?:must|required|missing|passed back)|missing[^.]{0,40}reasoning_content",
    re.IGNORECASE,
)


def learn(facts: ModelFacts, text: str, *, sent: Collection[str]) -> ModelFacts | None:
    """What is known after a refusal with these words; None where nothing is learnt.

    Args:
        facts: what the refused request was written by.
        sent: the names at the top of its body.
    """
    for lesson in (_by_fields, _by_words):
        learnt = lesson(facts, text, sent)
        if learnt != facts:
            return learnt
    return None


def token_field_for(name: str, facts: ModelFacts) -> str:
    """How a field that limits the answer is called for this model; empty where it is left out."""
    if name not in set(TOKEN_FIELDS) or facts.token_field is TokenField.AS_WRITTEN:
        return name
    return "" if facts.token_field is TokenField.NONE else facts.token_field.value


def _by_fields(facts: ModelFacts, text: str, sent: Collection[str]) -> ModelFacts:
    for path in dict.fromkeys(_named_fields(text)):
        facts = _without(facts, path, sent)
    return facts


def _by_words(facts: ModelFacts, text: str, sent: Collection[str]) -> ModelFacts:
    if not facts.no_stream_options and "stream_options" in sent and "stream_options" in text:
        return replace(facts, no_stream_options=True)
    if not facts.send_reasoning and REASONING not in facts.dropped and _REASONING_WANTED.search(text):
        return replace(facts, send_reasoning=True)
    if not facts.no_tools and "tools" in sent and _TOOLS.search(text):
        return replace(facts, no_tools=True)
    if not facts.fold_system and not facts.system_as_developer and _DEVELOPER.search(text):
        return replace(facts, system_as_developer=True)
    if not facts.fold_system and _SYSTEM.search(text):
        return replace(facts, fold_system=True)
    if _ALTERNATE.search(text) and not (facts.alternate and facts.fold_system):
        # Some templates count the instructions as a turn of their own.
        return replace(facts, alternate=True, fold_system=facts.alternate)
    if not facts.no_stream and "stream" in sent and _STREAM.search(text):
        return replace(facts, no_stream=True)
    return facts


def _without(facts: ModelFacts, path: tuple[str, ...], sent: Collection[str]) -> ModelFacts:
    """What is known once a field was refused that this request had."""
    name = path[0]
    if name == "messages":
        if path[-1] == REASONING and facts.send_reasoning:
            return replace(facts, send_reasoning=False, dropped=_with(facts.dropped, REASONING))
        return facts
    about_a_part = len(path) > 1 and name != "stream_options"
    if name not in sent or name in _NEEDED or about_a_part:
        return facts
    if name in set(TOKEN_FIELDS):
        other = TOKEN_FIELDS[1 - TOKEN_FIELDS.index(TokenField(name))]
        tried = facts.token_field is not TokenField.AS_WRITTEN
        return replace(facts, token_field=TokenField.NONE if tried else other)
    known = {
        "stream_options": replace(facts, no_stream_options=True),
        "stream": replace(facts, no_stream=True),
        "tools": replace(facts, no_tools=True),
        "temperature": replace(facts, no_temperature=True),
    }
    return known.get(name) or replace(facts, dropped=_with(facts.dropped, name))


def _with(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(sorted({*names, name}))


def _named_fields(text: str) -> Iterator[tuple[str, ...]]:
    """Paths of the fields that a refusal names, ``("messages", "system", "id")`` for one inside the messages."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    yield from _located(value)
    for match in _NAMED.finditer(text[:20_000]):
        name = next(group for group in match.groups() if group)
        yield tuple(name.strip(".").split("."))


def _located(value: Any, depth: int = 0) -> Iterator[tuple[str, ...]]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, list):
        for item in value[:_MAX_ITEMS]:
            yield from _located(item, depth + 1)
    elif isinstance(value, Mapping):
        kind, place, parameter = value.get("type"), value.get("loc"), value.get("param")
        if isinstance(place, list) and isinstance(kind, str) and kind in _FORBIDDEN:
            path = tuple(part for part in place if isinstance(part, str))
            path = path[1:] if path[:1] == ("body",) else path
            if path:
                yield path
        code = value.get("code")
        if isinstance(parameter, str) and parameter and isinstance(code, str) and code in _REFUSED_CODES:
            yield tuple(parameter.split("."))
        for item in list(value.values())[:_MAX_ITEMS]:
            yield from _located(item, depth + 1)
