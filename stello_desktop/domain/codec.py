"""camelCase JSON outside, snake_case inside: the one place that translates (T-1).

Absent and ``null`` both read as unset, and what is unset is not written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.config import UNSET, Maybe, SerializableSessionConfig
from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.messages import ToolCall, ToolResult, Usage
from stello_desktop.domain.session import SettledOrigins

_HUMP = re.compile(r"(?<!^)(?=[A-Z])")


def to_snake(name: str) -> str:
    """``topologyParentId`` to ``topology_parent_id``."""
    return _HUMP.sub("_", name).lower()


def to_camel(name: str) -> str:
    """``topology_parent_id`` to ``topologyParentId``."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def snake_keys(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same mapping with inside names; values are left alone."""
    return {to_snake(name): value for name, value in values.items()}


def config_to_json(config: SerializableSessionConfig) -> dict[str, Any]:
    """The frozen part of a configuration as a JSON object (T-5)."""
    values: dict[str, Any] = {}
    if config.system_prompt is not UNSET:
        values["systemPrompt"] = config.system_prompt
    if config.skills is not UNSET:
        values["skills"] = list(config.skills)
    return values


def config_from_json(values: Mapping[str, Any]) -> SerializableSessionConfig:
    """The other way. Raises: ForkConfigError where a field has the wrong type."""
    prompt = values.get("systemPrompt")
    if prompt is not None and not isinstance(prompt, str):
        raise ForkConfigError("systemPrompt is not text", reason="system_prompt")
    return SerializableSessionConfig(
        system_prompt=UNSET if prompt is None else prompt,
        skills=_skills_from_json(values.get("skills")),
    )


def _skills_from_json(value: Any) -> Maybe[tuple[str, ...]]:
    if value is None:
        return UNSET
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ForkConfigError("skills is not a list of names", reason="skills")
    return tuple(value)


def origins_to_json(origins: SettledOrigins) -> dict[str, Any]:
    """Which layers a branch was made of, as it is kept beside T-8."""
    return {
        "layers": {
            to_camel(name): [layer.value for layer in layers] for name, layers in origins.layers.items()
        },
        "lengths": list(origins.lengths),
        "frozenAs": {to_camel(name): mark for name, mark in origins.frozen_as.items()},
        "context": origins.context,
    }


def origins_from_json(values: Any) -> SettledOrigins | None:
    """The other way; None for what is not there or cannot be read."""
    try:
        return SettledOrigins(
            {
                to_snake(name): tuple(Layer(layer) for layer in layers)
                for name, layers in values["layers"].items()
            },
            tuple(int(length) for length in values["lengths"]),
            {to_snake(name): str(mark) for name, mark in values["frozenAs"].items()},
            str(values.get("context", "")),
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def tool_calls_to_json(calls: Sequence[ToolCall]) -> str:
    """Calls as the store keeps them; empty text for none."""
    if not calls:
        return ""
    return json.dumps(
        [
            {"id": call.call_id, "name": call.name, "arguments": call.arguments}
            | ({"signature": call.signature} if call.signature else {})
            for call in calls
        ],
        ensure_ascii=False,
    )


def tool_calls_from_json(text: str) -> tuple[ToolCall, ...]:
    """The other way."""
    if not text:
        return ()
    return tuple(
        ToolCall(item["id"], item["name"], item["arguments"], item.get("signature", ""))
        for item in json.loads(text)
    )


def tool_result_to_json(result: ToolResult) -> str:
    """What goes back to the model and into the record: ``{"success": …}`` (R-6)."""
    values: dict[str, Any] = {"success": result.success}
    if result.success:
        values["data"] = result.data
    else:
        values["error"] = result.error
        if result.code:
            values["code"] = result.code
    return json.dumps(values, ensure_ascii=False, default=str)


def tool_result_from_json(text: str) -> ToolResult | None:
    """The other way; None where the text is no tool result."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not isinstance(values.get("success"), bool):
        return None
    return ToolResult(
        values["success"], values.get("data"), str(values.get("error", "")), str(values.get("code", ""))
    )


def usage_to_json(usage: Usage | None) -> str:
    """Tokens as the store keeps them; empty text for unknown."""
    if usage is None:
        return ""
    values = {"promptTokens": usage.prompt_tokens, "completionTokens": usage.completion_tokens}
    return json.dumps({**values, "estimated": True} if usage.estimated else values)


def usage_from_json(text: str) -> Usage | None:
    """The other way."""
    if not text:
        return None
    values = json.loads(text)
    return Usage(values.get("promptTokens"), values.get("completionTokens"), values.get("estimated") is True)
