"""The tools of one conversation, the same for its rounds and for the preview of a branch (X-1, X-4)."""

from __future__ import annotations

from stello_desktop.domain.config import Maybe
from stello_desktop.domain.messages import ToolDefinition
from stello_desktop.engine.builtin_tools import ActivateSkillTool, CreateSessionTool
from stello_desktop.engine.parts import EngineParts
from stello_desktop.engine.skills import FilteredSkillRouter
from stello_desktop.engine.tools import CompositeToolRuntime


def conversation_tools(
    parts: EngineParts,
    create: CreateSessionTool,
    skills: Maybe[tuple[str, ...]],
    chosen: Maybe[tuple[ToolDefinition, ...]],
) -> CompositeToolRuntime:
    """What a conversation that sees these skills may call.

    Args:
        skills: as it is frozen with them (S-1).
        chosen: its own tool definitions; unset means all of the person's.
    """
    visible = FilteredSkillRouter(parts.skills, skills)
    return CompositeToolRuntime((create, ActivateSkillTool(visible)), parts.tools, chosen)
