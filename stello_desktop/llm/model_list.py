"""Lists of models in every shape that services send, and what their entries say of each model (Q27)."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Generator, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from stello_desktop.domain.services import ModelInfo
from stello_desktop.domain.text import clean_label

MAX_MODELS: Final = 20_000
SLICE_S: Final = 0.006
"""How long entries are read before others have their turn: a list of ten megabytes is no stall."""

_NOT_FOR_CHAT: Final = re.compile(
    r"embed|rerank|whisper|moderation|\btts\b|-tts|dall-e|gpt-image|imagen|\bveo\b|bge-|transcribe|"
    r"speech|stable-diffusion|\bflux\b|sora|davinci-002|babbage-002|cosyvoice|wanx|guard\b|-ocr\b",
    re.IGNORECASE,
)
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_LISTS: Final = ("data", "models")
_NAMES: Final = ("id", "model", "name")
_CONTEXT: Final = (
    "context_length",
    "context_window",
    "max_model_len",
    "max_context_length",
    "loaded_context_length",
    "inputTokenLimit",
)
_WHOLE_TRUTH: Final = ("supported_parameters", "supported_features")
_MAX_COUNT: Final = 10**15


async def read_models(body: bytes) -> tuple[ModelInfo, ...] | None:
    """Every model of a list, once, in the service's order; None where it is no list of models."""
    decoder, found = json.JSONDecoder(), dict[str, ModelInfo]()
    try:
        entries = _entries(body.decode("utf-8-sig"), decoder)
        until = time.perf_counter() + SLICE_S
        for entry in entries:
            info = read_entry(entry)
            if info is not None:
                found[info.name] = _merged(found.get(info.name), info)
            if len(found) >= MAX_MODELS:
                break
            if time.perf_counter() > until:
                await asyncio.sleep(0)
                until = time.perf_counter() + SLICE_S
    except (ValueError, RecursionError, _NoList):
        return None
    return tuple(found.values())


def _merged(known: ModelInfo | None, more: ModelInfo) -> ModelInfo:
    """Some servers name each model twice, in two lists that say different things of it."""
    if known is None:
        return more
    unknown = {
        field.name: getattr(more, field.name) for field in fields(known) if getattr(known, field.name) is None
    }
    return replace(known, for_chat=known.for_chat and more.for_chat, **unknown)


class _NoList(Exception):
    """What came is no list of models."""


def _entries(text: str, decoder: json.JSONDecoder) -> Iterator[Any]:
    """The entries of every list of models: the whole value, or the fields that hold them."""
    at = _skip(text, 0)
    if text[at : at + 1] == "[":
        yield from _items(text, at, decoder)
        return
    if text[at : at + 1] != "{":
        raise _NoList
    at, known = _skip(text, at + 1), False
    while text[at : at + 1] == '"':
        name, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        if name in _LISTS and text[at : at + 1] == "[":
            known = True
            at = yield from _items(text, at, decoder)
        else:
            value, at = decoder.raw_decode(text, at)
            if name in _LISTS and value:
                raise _NoList
            known = known or name in _LISTS
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
    if not known or text[at : at + 1] != "}":
        raise _NoList


def _items(text: str, at: int, decoder: json.JSONDecoder) -> Generator[Any, None, int]:
    """The entries of one list; gives the place behind it."""
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        value, at = decoder.raw_decode(text, at)
        yield value
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise _NoList
    return at + 1


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found is not None else at


def read_entry(entry: Any) -> ModelInfo | None:
    """One entry: a bare name, or an object in whatever dialect; None where it has no name."""
    if isinstance(entry, str):
        name = clean_label(entry)
        return ModelInfo(name=name, for_chat=not _NOT_FOR_CHAT.search(name)) if name else None
    if not isinstance(entry, Mapping):
        return None
    named: Any = next((entry[field] for field in _NAMES if entry.get(field)), "")
    name = clean_label(named) if isinstance(named, str) else ""
    if not name:
        return None
    words, abilities = _words(entry), _abilities(entry)
    return ModelInfo(
        name=name,
        for_chat=_for_chat(name, entry, words, abilities),
        tools=_can(("function_calling", "tools", "tool_use", "tool-use"), entry, words),
        context_tokens=_context_of(entry),
        reasoning=_can(("reasoning", "thinking"), entry, words),
        loaded=_loaded(entry),
        size_bytes=_count(entry.get("size")),
    )


def _words(entry: Mapping[str, Any]) -> frozenset[str] | None:
    """What a model can do, where the service lists it in words."""
    lists = [entry.get(field) for field in (*_WHOLE_TRUTH, "capabilities")]
    words = [item for value in lists if isinstance(value, list) for item in value if isinstance(item, str)]
    return frozenset(words) if words else None


def _abilities(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    value = entry.get("capabilities")
    return value if isinstance(value, Mapping) else {}


def _can(names: tuple[str, ...], entry: Mapping[str, Any], words: frozenset[str] | None) -> bool | None:
    """Whether one of these is among its abilities; a list that does not claim to be whole denies nothing."""
    abilities = _abilities(entry)
    for name in names:
        if isinstance(abilities.get(name), bool):
            return bool(abilities[name])
    if words is not None and any(name in words for name in names):
        return True
    return False if any(isinstance(entry.get(field), list) for field in _WHOLE_TRUTH) else None


def _for_chat(
    name: str, entry: Mapping[str, Any], words: frozenset[str] | None, abilities: Mapping[str, Any]
) -> bool:
    if isinstance(abilities.get("completion_chat"), bool):
        return bool(abilities["completion_chat"])
    if words is not None and "embedding" in words and not words & {"completion", "chat"}:
        return False
    kind = entry.get("type")
    if isinstance(kind, str) and kind.lower() in {
        "embedding",
        "embeddings",
        "image",
        "audio",
        "rerank",
        "moderation",
    }:
        return False
    shape = entry.get("architecture")
    outputs = shape.get("output_modalities") if isinstance(shape, Mapping) else None
    if isinstance(outputs, list) and outputs and "text" not in outputs:
        return False
    return not _NOT_FOR_CHAT.search(name)


def _context_of(entry: Mapping[str, Any]) -> int | None:
    for field in _CONTEXT:
        if (found := _count(entry.get(field))) is not None:
            return found
    meta = entry.get("meta")
    return _count(meta.get("n_ctx") or meta.get("n_ctx_train")) if isinstance(meta, Mapping) else None


def _loaded(entry: Mapping[str, Any]) -> bool | None:
    status = entry.get("status")
    state = status.get("value") if isinstance(status, Mapping) else entry.get("state")
    return state == "loaded" if isinstance(state, str) else None


def _count(value: Any) -> int | None:
    """A number of tokens or bytes, also where it is text; None for anything else."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < len(str(_MAX_COUNT)):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < _MAX_COUNT:
        return None
    return int(value)
