"""The scripted model among the real ones; it lives beside its port, so that the engine can ship it too."""

from __future__ import annotations

from stello_desktop.domain.scripted import Reply, Script, ScriptedModel, Step, text_reply, tool_reply

__all__ = ["Reply", "Script", "ScriptedModel", "Step", "text_reply", "tool_reply"]
