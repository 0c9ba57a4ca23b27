"""Reading the facts of one conversation for the inspector (C-5, M-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stello_desktop.domain.composition import Layer
from stello_desktop.domain.config import UNSET, ContextMode, SerializableSessionConfig
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.facts import Neighbour, ProfileState, RecordExcerpt, SessionFacts
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.preview import ShownSegment
from stello_desktop.domain.session import SessionBindings, SettledOrigins, mark_of, mark_of_model
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.composing import SEPARATOR
from stello_desktop.engine.skills import FilteredSkillRouter

if TYPE_CHECKING:
    from stello_desktop.domain.library import SavedProfile
    from stello_desktop.domain.ports import SessionStorage
    from stello_desktop.domain.topology import Topology
    from stello_desktop.workspace.answering import Answering
    from stello_desktop.workspace.profiles import Profiles

EXCERPT_CHARS: Final = 200


async def read_facts(
    agent: Agent, sessions: SessionStorage, answering: Answering, profiles: Profiles, session_id: SessionId
) -> SessionFacts:
    """Everything about a living conversation but its messages. Raises: SessionNotFound."""
    meta = await sessions.get_session(session_id)
    config = await sessions.get_config(session_id)
    bindings = await sessions.get_bindings(session_id)
    await answering.load(sessions, session_id)
    topology = agent.get_topology()
    entry = topology[session_id]
    parent = topology.parent(session_id)
    origins = bindings.origins
    if origins is None and entry.source_id is None and parent is None:
        origins = SettledOrigins()  # a project starts with nothing, so what it has was typed
    skills = FilteredSkillRouter(agent.skills, config.skills)
    made_with = profiles.made_with(bindings)
    return SessionFacts(
        session_id=session_id,
        label=meta.label,
        created_at=meta.created_at,
        source=_neighbour(topology, entry.source_id),
        parent=_neighbour(topology, parent),
        moved=entry.source_id is not None and entry.source_id != parent,
        branched_at=await _excerpt(sessions, entry.source_id, bindings.branched_at),
        profile=bindings.profile,
        profile_version=bindings.profile_version,
        profile_vars=bindings.profile_vars,
        profile_state=_profile_state(made_with, bindings, profiles),
        profile_now=made_with,
        system_prompt=config.system_prompt,
        segments=_segments(config, origins),
        skills=config.skills,
        skills_layer=None if config.skills is UNSET else _layer(config, origins, "skills"),
        began_with=_began_with(origins),
        model=bindings.model,
        model_layer=_model_layer(bindings),
        service=answering.service_of(session_id),
        inherited_summary=bindings.inherited_summary,
        source_had_summary=await _began_with_summary(sessions, entry.source_id),
        tools=await agent.tools_of(session_id),
        visible_skills=tuple((skill.name, skill.description) for skill in skills.list_skills()),
    )


def _neighbour(topology: Topology, session_id: SessionId | None) -> Neighbour | None:
    if session_id is None:
        return None
    entry = topology.get(session_id)
    return Neighbour(session_id, "" if entry is None else entry.label, entry is not None)


async def _began_with_summary(sessions: SessionStorage, session_id: SessionId | None) -> bool:
    """Whether a conversation has a summary at its beginning; of one that is gone nobody knows."""
    if session_id is None:
        return False
    try:
        return bool((await sessions.get_bindings(session_id)).inherited_summary)
    except SessionNotFound:
        return False


async def _excerpt(
    sessions: SessionStorage, source: SessionId | None, record_id: RecordId | None
) -> RecordExcerpt | None:
    if source is None or record_id is None:
        return None
    try:
        records = await sessions.list_records(source)
    except SessionNotFound:
        return None
    for record in records:
        if record.record_id == record_id:
            text = " ".join(record.content[: 2 * EXCERPT_CHARS].split())[:EXCERPT_CHARS]
            return RecordExcerpt(record_id, record.role, text, record.created_at)
    return None


def _profile_state(now: SavedProfile | None, bindings: SessionBindings, profiles: Profiles) -> ProfileState:
    if not bindings.profile:
        return ProfileState.NONE
    if now is None:
        name, wanted = bindings.profile, bindings.profile_id
        archived = any(item.profile_id == wanted if wanted else item.name == name for item in profiles.all)
        return ProfileState.ARCHIVED if archived else ProfileState.GONE
    return ProfileState.SAME if now.version == bindings.profile_version else ProfileState.CHANGED


def _segments(config: SerializableSessionConfig, origins: SettledOrigins | None) -> tuple[ShownSegment, ...]:
    """The instructions in the parts that they were composed of, as long as nobody edited them."""
    prompt = config.system_prompt
    if prompt is UNSET:
        return ()
    layer = _layer(config, origins, "system_prompt")
    if origins is None or layer in {Layer.HAND, Layer.UNKNOWN}:
        return (ShownSegment(prompt, layer),)
    shown: list[ShownSegment] = []
    start = 0
    for part, length in zip(origins.layers["system_prompt"], origins.lengths, strict=False):
        shown.append(ShownSegment(prompt[start : start + length], part))
        start += length + len(SEPARATOR)
    if SEPARATOR.join(segment.text for segment in shown) != prompt:
        return (ShownSegment(prompt, Layer.UNKNOWN),)
    return tuple(shown)


def _layer(config: SerializableSessionConfig, origins: SettledOrigins | None, name: str) -> Layer:
    """Where a frozen value came from; by hand where it is no longer what was frozen."""
    if origins is None:
        return Layer.UNKNOWN
    layers = origins.layers.get(name, ())
    return layers[0] if layers and origins.frozen_as.get(name) == mark_of(config, name) else Layer.HAND


def _model_layer(bindings: SessionBindings) -> Layer | None:
    """Who chose the model; None where it is not known, or the default serves."""
    if bindings.model is None or bindings.origins is None or "llm" not in bindings.origins.layers:
        return None
    same = bindings.origins.frozen_as.get("llm") == mark_of_model(bindings.model)
    return bindings.origins.layers["llm"][0] if same else Layer.HAND


def _began_with(origins: SettledOrigins | None) -> ContextMode | None:
    known = set(ContextMode)
    return ContextMode(origins.context) if origins is not None and origins.context in known else None
