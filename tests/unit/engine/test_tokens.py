"""The estimate of tokens."""

from __future__ import annotations

from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role, ToolCall, ToolDefinition
from stello_desktop.engine.tokens import estimate_message, estimate_request, estimate_text


def test_scripts_are_told_apart() -> None:
    """C-6."""
    assert estimate_text("") == 0
    assert estimate_text("four") == 1
    assert estimate_text("five!") == 2
    assert estimate_text("你好世界") == 4
    assert estimate_text("かな한글") == 4
    assert estimate_text("你好 and hello") == 2 + 3
    assert estimate_text("你好，世界！") == 6
    assert estimate_text("\U00020000\U00020001和") == 3
    assert estimate_text("\U0001f680" * 4) == 1
    assert estimate_text("\ud800" * 4) == 1
    assert estimate_text("Привет, мир") == 3


def test_calls_thinking_and_schemas_count() -> None:
    """C-6."""
    plain = ModelMessage(Role.ASSISTANT, "Hello")
    rich = ModelMessage(Role.ASSISTANT, "Hello", (ToolCall("c", "look", '{"a": 1}'),), reasoning="so I think")
    assert estimate_message(rich) > estimate_message(plain)
    tool = ToolDefinition("look", "looks around", {"type": "object"})
    assert estimate_request(ModelRequest((plain,), (tool,))) > estimate_request(ModelRequest((plain,)))
