"""What stands for the result of a tool call that nobody let come to its end (R-8, R-9, fault 1)."""

from __future__ import annotations

from typing import Final

from stello_desktop.domain.messages import ToolResult

CALL_STOPPED: Final = "call_stopped"
CALL_INTERRUPTED: Final = "call_interrupted"

STOPPED_RESULT: Final = ToolResult(False, error="cancelled: the person stopped the answer", code=CALL_STOPPED)
"""The person pressed *Stop*."""

INTERRUPTED_RESULT: Final = ToolResult(
    False, error="cancelled: the program was closed before this was done", code=CALL_INTERRUPTED
)
"""The program was closed, or ended without a word; nobody has said no."""
