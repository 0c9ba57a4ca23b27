"""The two tools that every conversation has: opening a branch (X-2) and activating a skill (X-4)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from stello_desktop.domain.config import UNSET, ContextMode, EngineForkOptions, ForkProfile
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ToolCall, ToolDefinition, ToolResult, branch_result
from stello_desktop.domain.ports import BranchProposal
from stello_desktop.domain.text import clean_label
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.arguments import ArgumentError, check_arguments, parse_arguments
from stello_desktop.engine.profiles import ForkProfileRegistry
from stello_desktop.engine.skills import SkillView

CREATE_SESSION: Final = "stello_create_session"
ACTIVATE_SKILL: Final = "activate_skill"

_CREATE_TEXT: Final = (
    "Open a branch: a new conversation with a name of its own, for a subject that deserves one. "
    "Use it when the person asks for a branch or when the subject clearly splits."
)
_SKILL_TEXT: Final = "Read the instructions of a skill before you do what it is for. Skills:"

type Fork = Callable[[EngineForkOptions, str], Awaitable[TreeEntry]]


class CreateSessionTool:
    """``stello_create_session``, always offered; its schema follows the registered profiles (X-2).

    Args:
        fork: opens the branch of the call with this id on the engine that owns the round (X-3).
        allow_compress: whether ``context`` may be ``compress`` now.
    """

    name: Final = CREATE_SESSION

    def __init__(self, profiles: ForkProfileRegistry, fork: Fork, allow_compress: Callable[[], bool]) -> None:
        self._profiles = profiles
        self._fork = fork
        self._allow_compress = allow_compress

    def definition(self) -> ToolDefinition:
        """The tool as it stands now."""
        return ToolDefinition(CREATE_SESSION, _CREATE_TEXT, self._schema())

    def _schema(self) -> dict[str, Any]:
        contexts = [ContextMode.NONE.value, ContextMode.INHERIT.value]
        if self._allow_compress():
            contexts.append(ContextMode.COMPRESS.value)
        properties: dict[str, Any] = {
            "label": {
                "type": "string",
                "description": "A short name for the branch, in the person's language.",
            },
            "systemPrompt": {
                "type": "string",
                "description": "Instructions for the assistant in the branch.",
            },
            "prompt": {"type": "string", "description": "The first message the person sees in the branch."},
            "context": {
                "type": "string",
                "enum": contexts,
                "description": "none: it starts empty. inherit: it starts with this conversation.",
            },
        }
        names = self._profiles.list_names()
        if names:
            properties["profile"] = {"type": "string", "enum": list(names)}
            properties["vars"] = {"type": "object", "additionalProperties": {"type": "string"}}
        return {
            "type": "object",
            "properties": properties,
            "required": ["label"],
            "additionalProperties": False,
        }

    def read(self, call: ToolCall) -> EngineForkOptions:
        """The call as fork options. Raises: ArgumentError that names the field."""
        values = {name: value for name, value in parse_arguments(call.arguments).items() if value is not None}
        if "profileVars" in values:
            values.setdefault("vars", values.pop("profileVars"))
        check_arguments(values, self._schema())
        if not clean_label(values["label"]):
            raise ArgumentError("label: must not be empty")
        return EngineForkOptions(
            label=values["label"],
            system_prompt=values.get("systemPrompt", UNSET),
            prompt=values.get("prompt", UNSET),
            context=values.get("context", UNSET),
            profile=values.get("profile", UNSET),
            profile_vars=values.get("vars", UNSET),
        )

    def propose(self, call: ToolCall) -> BranchProposal | None:
        """What the person may be asked about (X-5); None where the call cannot be used anyway."""
        try:
            options = self.read(call)
        except ArgumentError:
            return None
        return BranchProposal(
            call.call_id,
            clean_label(options.label or ""),
            options.system_prompt or "",
            options.prompt or "",
            self._context_of(options),
            options.profile or "",
            self._model_of(options),
        )

    def _profile_of(self, options: EngineForkOptions) -> ForkProfile | None:
        return self._profiles.get(options.profile) if options.profile else None

    def _model_of(self, options: EngineForkOptions) -> ModelRef | None:
        profile = self._profile_of(options)
        return None if profile is None or profile.llm is UNSET else profile.llm.ref

    def _context_of(self, options: EngineForkOptions) -> str:
        profile = self._profile_of(options)
        for context in (options.context, UNSET if profile is None else profile.context):
            if isinstance(context, str):
                return context
        return ContextMode.NONE.value

    async def execute(self, call: ToolCall) -> ToolResult:
        """Open the branch. The fork's own errors are the caller's to turn into a result."""
        entry = await self._fork(self.read(call), call.call_id)
        return branch_result(entry.session_id, entry.label)


class ActivateSkillTool:
    """``activate_skill``, offered only where the conversation sees a skill (X-4)."""

    name: Final = ACTIVATE_SKILL

    def __init__(self, skills: SkillView) -> None:
        self._skills = skills

    def definition(self) -> ToolDefinition | None:
        """The tool with the skills that may be seen now."""
        visible = self._skills.list_skills()
        if not visible:
            return None
        lines = "\n".join(f"- {skill.name}: {skill.description}" for skill in visible)
        return ToolDefinition(
            ACTIVATE_SKILL, f"{_SKILL_TEXT}\n{lines}", self._schema([s.name for s in visible])
        )

    @staticmethod
    def _schema(names: list[str]) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {"name": {"type": "string", "enum": names}},
            "required": ["name"],
            "additionalProperties": False,
        }

    async def execute(self, call: ToolCall) -> ToolResult:
        """The skill's text."""
        visible = self._skills.list_skills()
        if not visible:
            return ToolResult(False, error="this conversation has no skills")
        values = parse_arguments(call.arguments)
        check_arguments(values, self._schema([skill.name for skill in visible]))
        skill = self._skills.get(values["name"])
        if skill is None:
            return ToolResult(False, error=f"unknown skill {values['name']!r}")
        return ToolResult(True, {"name": skill.name, "content": skill.content})


def opened_branch(result: ToolResult) -> tuple[SessionId, str] | None:
    """Id and label of the branch that a successful call opened."""
    if not result.success or not isinstance(result.data, dict):
        return None
    session_id, label = result.data.get("sessionId"), result.data.get("label")
    if not isinstance(session_id, str) or not isinstance(label, str):
        return None
    return SessionId(session_id), label
