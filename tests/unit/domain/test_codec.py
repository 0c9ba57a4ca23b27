"""JSON outside, domain values inside."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.codec import (
    config_from_json,
    config_to_json,
    snake_keys,
    to_camel,
    to_snake,
    tool_calls_from_json,
    tool_calls_to_json,
    tool_result_from_json,
    tool_result_to_json,
    usage_from_json,
    usage_to_json,
)
from stello_desktop.domain.config import (
    BASE_FIELDS,
    UNSET,
    EngineForkOptions,
    ForkProfile,
    SerializableSessionConfig,
    SessionConfig,
)
from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.messages import ToolCall, ToolResult, Usage

OUTSIDE = {
    "system_prompt": "systemPrompt",
    "topology_parent_id": "topologyParentId",
    "consolidate_fn": "consolidateFn",
    "llm": "llm",
}


@pytest.mark.parametrize(("inside", "outside"), OUTSIDE.items())
def test_names_are_translated_both_ways(inside: str, outside: str) -> None:
    """T-1."""
    assert to_camel(inside) == outside
    assert to_snake(outside) == inside
    assert snake_keys({outside: 1}) == {inside: 1}


@pytest.mark.parametrize("config", [SessionConfig, ForkProfile, EngineForkOptions])
def test_every_field_is_unset_unless_given(config: type[SessionConfig]) -> None:
    """T-1, T-2, T-3: three types on one base, frozen."""
    empty = config()
    names = [field.name for field in dataclasses.fields(config)]
    assert set(BASE_FIELDS) <= set(names)
    assert all(getattr(empty, name) is UNSET for name in names)
    assert all(to_snake(to_camel(name)) == name for name in names)
    with pytest.raises(dataclasses.FrozenInstanceError):
        empty.system_prompt = ""  # type: ignore[misc]


def test_unset_is_its_own_state() -> None:
    """T-1."""
    assert not UNSET
    assert len({UNSET, "", (), None}) == 4


@pytest.mark.parametrize("values", [{}, {"systemPrompt": None, "skills": None}])
def test_absent_and_null_are_unset(values: dict[str, Any]) -> None:
    """T-1."""
    assert config_from_json(values) == SerializableSessionConfig()
    assert config_from_json(values).is_empty


@given(
    st.builds(
        SerializableSessionConfig,
        system_prompt=st.just(UNSET) | st.text(),
        skills=st.just(UNSET) | st.lists(st.text()).map(tuple),
    )
)
def test_a_frozen_config_survives_json(config: SerializableSessionConfig) -> None:
    """T-5: two fields and nothing else."""
    values = json.loads(json.dumps(config_to_json(config)))
    assert set(values) <= {"systemPrompt", "skills"}
    assert config_from_json(values) == config
    assert SerializableSessionConfig.of(config.as_layer()) == config


@pytest.mark.parametrize("values", [{"systemPrompt": 3}, {"skills": "a"}, {"skills": [1]}])
def test_a_wrong_type_is_refused(values: dict[str, Any]) -> None:
    """T-1."""
    with pytest.raises(ForkConfigError):
        config_from_json(values)


@given(st.lists(st.builds(ToolCall, st.text(), st.text(), st.text(), st.text())).map(tuple))
def test_tool_calls_survive(calls: tuple[ToolCall, ...]) -> None:
    """R-7, Q13: the arguments are the text as it came, and so is the signature."""
    assert tool_calls_from_json(tool_calls_to_json(calls)) == calls


def test_calls_from_before_signatures_are_read() -> None:
    """Q13: a store keeps what an older version wrote."""
    call = ToolCall("a", "look", "{}")
    assert tool_calls_from_json('[{"id": "a", "name": "look", "arguments": "{}"}]') == (call,)
    assert "signature" not in tool_calls_to_json([call])


@given(st.builds(ToolResult, st.just(True), st.none() | st.text() | st.lists(st.integers())))
def test_a_result_survives(result: ToolResult) -> None:
    """R-6."""
    assert tool_result_from_json(tool_result_to_json(result)) == result


def test_a_failed_result_has_its_reason() -> None:
    """R-6."""
    text = tool_result_to_json(ToolResult(False, error="不行"))
    assert json.loads(text) == {"success": False, "error": "不行"}
    assert tool_result_from_json(text) == ToolResult(False, error="不行")


@pytest.mark.parametrize("text", ["", "no", "[]", "{}", '{"success": 1}', "[" * 100_000])
def test_other_text_is_no_result(text: str) -> None:
    """R-6."""
    assert tool_result_from_json(text) is None


@pytest.mark.parametrize("usage", [None, Usage(), Usage(3, None), Usage(3, 4)])
def test_usage_survives_and_unknown_is_not_zero(usage: Usage | None) -> None:
    """R-4, Q2."""
    assert usage_from_json(usage_to_json(usage)) == usage


def test_usage_adds_field_by_field() -> None:
    """R-4."""
    assert Usage(1, None) + Usage(2, 3) == Usage(3, 3)
    assert Usage() + Usage() == Usage()
