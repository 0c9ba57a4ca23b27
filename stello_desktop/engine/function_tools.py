"""A person's own tools as plain functions: the smallest `ToolRuntime` (X-1)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from stello_desktop.domain.messages import ToolCall, ToolDefinition, ToolResult
from stello_desktop.engine.arguments import parse_arguments

type ToolFunction = Callable[[dict[str, Any]], Any]


class FunctionTools:
    """Tools in order of registration; of two with one name the later replaces the earlier (X-1)."""

    def __init__(self) -> None:
        self._tools: dict[str, tuple[ToolDefinition, ToolFunction]] = {}

    def register(self, definition: ToolDefinition, function: ToolFunction) -> None:
        """Offer a function to the model.

        Args:
            function: gets the arguments, which fit the definition's schema (R-7); plain or async. A
                `ToolResult` is the result as it is, anything else its data, an exception a failed one (R-6).
        """
        self._tools[definition.name] = (definition, function)

    def definitions(self) -> tuple[ToolDefinition, ...]:
        """What the model is told, now."""
        return tuple(definition for definition, _ in self._tools.values())

    async def execute(self, call: ToolCall) -> ToolResult:
        """Run one call; raises whatever the function raises, which the loop turns into a failed result (R-6)."""
        if call.name not in self._tools:
            return ToolResult(False, error=f"unknown tool {call.name!r}")
        outcome = self._tools[call.name][1](parse_arguments(call.arguments))
        if inspect.isawaitable(outcome):
            outcome = await outcome
        return outcome if isinstance(outcome, ToolResult) else ToolResult(True, outcome)
