"""One door to all tools: the built-in ones and the person's (X-1)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.messages import ToolCall, ToolDefinition, ToolResult
from stello_desktop.domain.ports import ToolRuntime
from stello_desktop.engine.arguments import ArgumentError, check_arguments, parse_arguments

_log = logging.getLogger(__name__)


class BuiltinTool(Protocol):
    """A tool of the program's own (X-1)."""

    @property
    def name(self) -> str:
        """Its name, whether it is offered now or not."""
        ...

    def definition(self) -> ToolDefinition | None:
        """What the model is told now; None where the tool is not offered."""
        ...

    async def execute(self, call: ToolCall) -> ToolResult:
        """Run one call."""
        ...


def refusal(error: StelloError) -> ToolResult:
    """An error of ours as the result of a call."""
    return ToolResult(False, error=str(error), code=error.full_code)


class CompositeToolRuntime:
    """Built-in tools first, then the person's; a built-in one wins a name (X-1).

    Args:
        chosen: the conversation's own tool definitions; unset means all of the runtime's.
    """

    def __init__(
        self,
        builtin: Sequence[BuiltinTool],
        runtime: ToolRuntime | None = None,
        chosen: Maybe[tuple[ToolDefinition, ...]] = UNSET,
    ) -> None:
        self._builtin = {tool.name: tool for tool in builtin}
        self._runtime = runtime
        self._chosen = chosen

    def definitions(self) -> tuple[ToolDefinition, ...]:
        """What the model is told, now; each name once."""
        found: dict[str, ToolDefinition] = {}
        for tool in self._builtin.values():
            definition = tool.definition()
            if definition is not None:
                found[definition.name] = definition
        for definition in self._own():
            if definition.name not in self._builtin:
                found.setdefault(definition.name, definition)
        return tuple(found.values())

    def _own(self) -> tuple[ToolDefinition, ...]:
        if self._chosen is not UNSET:
            return self._chosen
        return self._runtime.definitions() if self._runtime is not None else ()

    async def execute(self, call: ToolCall) -> ToolResult:
        """Run one call; whatever goes wrong is a failed result that says why (R-6, R-7)."""
        try:
            return await self._execute(call)
        except StelloError as error:
            return refusal(error)
        except ArgumentError as error:
            return ToolResult(False, error=str(error))
        except Exception as error:  # noqa: BLE001 - whatever a tool raises is its result (R-6)
            _log.exception("tool %s failed", call.name)
            return ToolResult(False, error=f"{type(error).__name__}: {error}")

    async def _execute(self, call: ToolCall) -> ToolResult:
        builtin = self._builtin.get(call.name)
        if builtin is not None:
            return await builtin.execute(call)
        definition = next((tool for tool in self._own() if tool.name == call.name), None)
        if definition is None or self._runtime is None:
            return ToolResult(False, error=f"unknown tool {call.name!r}")
        check_arguments(parse_arguments(call.arguments), definition.parameters)
        return await self._runtime.execute(call)
