"""Forks, rounds and what a model is sent: the engine as a library (L-5).

It knows the domain alone: no store, no service, no window. What stands here is its public surface; a name is
loaded when it is first used, so that a room that needs a single module pays for no other. ``docs/engine.md`` shows
how it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from stello_desktop.domain.composition import (
        Composition as Composition,
    )
    from stello_desktop.domain.composition import (
        ContextPart as ContextPart,
    )
    from stello_desktop.domain.composition import (
        Layer as Layer,
    )
    from stello_desktop.domain.composition import (
        Origin as Origin,
    )
    from stello_desktop.domain.composition import (
        Segment as Segment,
    )
    from stello_desktop.domain.config import (
        UNSET as UNSET,
    )
    from stello_desktop.domain.config import (
        EngineForkOptions as EngineForkOptions,
    )
    from stello_desktop.domain.config import (
        ForkProfile as ForkProfile,
    )
    from stello_desktop.domain.config import (
        SerializableSessionConfig as SerializableSessionConfig,
    )
    from stello_desktop.domain.config import (
        SessionConfig as SessionConfig,
    )
    from stello_desktop.domain.language_model import (
        LanguageModel as LanguageModel,
    )
    from stello_desktop.domain.language_model import (
        ModelRef as ModelRef,
    )
    from stello_desktop.domain.messages import (
        Record as Record,
    )
    from stello_desktop.domain.messages import (
        RecordState as RecordState,
    )
    from stello_desktop.domain.messages import (
        Role as Role,
    )
    from stello_desktop.domain.messages import (
        ToolCall as ToolCall,
    )
    from stello_desktop.domain.messages import (
        ToolDefinition as ToolDefinition,
    )
    from stello_desktop.domain.messages import (
        ToolResult as ToolResult,
    )
    from stello_desktop.domain.messages import (
        Usage as Usage,
    )
    from stello_desktop.domain.ports import (
        BranchGate as BranchGate,
    )
    from stello_desktop.domain.ports import (
        BranchProposal as BranchProposal,
    )
    from stello_desktop.domain.ports import (
        ForkStorage as ForkStorage,
    )
    from stello_desktop.domain.ports import (
        SessionStorage as SessionStorage,
    )
    from stello_desktop.domain.ports import (
        ToolRuntime as ToolRuntime,
    )
    from stello_desktop.domain.scripted import (
        ScriptedModel as ScriptedModel,
    )
    from stello_desktop.domain.scripted import (
        text_reply as text_reply,
    )
    from stello_desktop.domain.scripted import (
        tool_reply as tool_reply,
    )
    from stello_desktop.domain.session import (
        Author as Author,
    )
    from stello_desktop.domain.session import (
        SessionBindings as SessionBindings,
    )
    from stello_desktop.domain.session import (
        SessionMeta as SessionMeta,
    )
    from stello_desktop.domain.topology import (
        Topology as Topology,
    )
    from stello_desktop.domain.topology import (
        TopologyNode as TopologyNode,
    )
    from stello_desktop.domain.topology import (
        TreeEntry as TreeEntry,
    )
    from stello_desktop.engine.agent import (
        Agent as Agent,
    )
    from stello_desktop.engine.composing import (
        compose as compose,
    )
    from stello_desktop.engine.context_memory import (
        MemoryContext as MemoryContext,
    )
    from stello_desktop.engine.engine import (
        Engine as Engine,
    )
    from stello_desktop.engine.factory import (
        EngineFactory as EngineFactory,
    )
    from stello_desktop.engine.function_tools import (
        FunctionTools as FunctionTools,
    )
    from stello_desktop.engine.hooks import (
        EngineError as EngineError,
    )
    from stello_desktop.engine.hooks import (
        EngineEvent as EngineEvent,
    )
    from stello_desktop.engine.hooks import (
        EngineHooks as EngineHooks,
    )
    from stello_desktop.engine.hooks import (
        SessionForked as SessionForked,
    )
    from stello_desktop.engine.kept_memory import (
        KeptMemory as KeptMemory,
    )
    from stello_desktop.engine.memory import (
        MemoryStore as MemoryStore,
    )
    from stello_desktop.engine.parts import (
        EngineOptions as EngineOptions,
    )
    from stello_desktop.engine.parts import (
        EngineParts as EngineParts,
    )
    from stello_desktop.engine.profiles import (
        ForkProfileRegistry as ForkProfileRegistry,
    )
    from stello_desktop.engine.rounds import (
        EngineTurnResult as EngineTurnResult,
    )
    from stello_desktop.engine.rounds import (
        RoundStream as RoundStream,
    )
    from stello_desktop.engine.rounds import (
        TurnOutcome as TurnOutcome,
    )
    from stello_desktop.engine.skills import (
        FilteredSkillRouter as FilteredSkillRouter,
    )
    from stello_desktop.engine.skills import (
        Skill as Skill,
    )
    from stello_desktop.engine.skills import (
        SkillRouter as SkillRouter,
    )
    from stello_desktop.engine.split_guard import (
        SplitGuard as SplitGuard,
    )
    from stello_desktop.engine.strategies import (
        HierarchicalOkrStrategy as HierarchicalOkrStrategy,
    )
    from stello_desktop.engine.strategies import (
        MainSessionFlatStrategy as MainSessionFlatStrategy,
    )
    from stello_desktop.engine.strategies import (
        OrchestrationStrategy as OrchestrationStrategy,
    )
    from stello_desktop.engine.summarising import (
        summary_by as summary_by,
    )
    from stello_desktop.engine.templates import (
        prompt_function as prompt_function,
    )
    from stello_desktop.engine.tool_round import (
        OpenGate as OpenGate,
    )

_HOMES: Final[dict[str, tuple[str, ...]]] = {
    "stello_desktop.domain.composition": ("Composition", "ContextPart", "Layer", "Origin", "Segment"),
    "stello_desktop.domain.config": (
        "UNSET",
        "EngineForkOptions",
        "ForkProfile",
        "SerializableSessionConfig",
        "SessionConfig",
    ),
    "stello_desktop.domain.language_model": ("LanguageModel", "ModelRef"),
    "stello_desktop.domain.messages": (
        "Record",
        "RecordState",
        "Role",
        "ToolCall",
        "ToolDefinition",
        "ToolResult",
        "Usage",
    ),
    "stello_desktop.domain.ports": (
        "BranchGate",
        "BranchProposal",
        "ForkStorage",
        "SessionStorage",
        "ToolRuntime",
    ),
    "stello_desktop.domain.scripted": ("ScriptedModel", "text_reply", "tool_reply"),
    "stello_desktop.domain.session": ("Author", "SessionBindings", "SessionMeta"),
    "stello_desktop.domain.topology": ("Topology", "TopologyNode", "TreeEntry"),
    "stello_desktop.engine.agent": ("Agent",),
    "stello_desktop.engine.composing": ("compose",),
    "stello_desktop.engine.context_memory": ("MemoryContext",),
    "stello_desktop.engine.engine": ("Engine",),
    "stello_desktop.engine.factory": ("EngineFactory",),
    "stello_desktop.engine.function_tools": ("FunctionTools",),
    "stello_desktop.engine.hooks": ("EngineError", "EngineEvent", "EngineHooks", "SessionForked"),
    "stello_desktop.engine.kept_memory": ("KeptMemory",),
    "stello_desktop.engine.memory": ("MemoryStore",),
    "stello_desktop.engine.parts": ("EngineOptions", "EngineParts"),
    "stello_desktop.engine.profiles": ("ForkProfileRegistry",),
    "stello_desktop.engine.rounds": ("EngineTurnResult", "RoundStream", "TurnOutcome"),
    "stello_desktop.engine.skills": ("FilteredSkillRouter", "Skill", "SkillRouter"),
    "stello_desktop.engine.summarising": ("summary_by",),
    "stello_desktop.engine.split_guard": ("SplitGuard",),
    "stello_desktop.engine.strategies": (
        "HierarchicalOkrStrategy",
        "MainSessionFlatStrategy",
        "OrchestrationStrategy",
    ),
    "stello_desktop.engine.templates": ("prompt_function",),
    "stello_desktop.engine.tool_round": ("OpenGate",),
}
_HOME_OF: Final = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A public name, from the module where it lives; found once."""
    module = _HOME_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME_OF])
