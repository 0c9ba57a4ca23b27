"""New rows of the tree."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, insert

from stello_desktop.domain.codec import (
    config_from_json,
    config_to_json,
    origins_from_json,
    origins_to_json,
)
from stello_desktop.domain.config import SerializableSessionConfig
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.session import SessionBindings, SessionStatus
from stello_desktop.domain.text import clean_text
from stello_desktop.domain.topology import EntryFlag, LayoutKind, StrategyKind
from stello_desktop.store.rows import SESSION
from stello_desktop.store.tree import next_order


@dataclass(frozen=True, slots=True)
class NewSession:
    """What a new row needs; the rest starts empty."""

    session_id: SessionId
    label: str
    parent_id: SessionId | None = None
    source_id: SessionId | None = None
    config: SerializableSessionConfig = field(default_factory=SerializableSessionConfig)
    bindings: SessionBindings = field(default_factory=SessionBindings)
    example: bool = False
    strategy: StrategyKind = StrategyKind.HIERARCHICAL
    status: SessionStatus = SessionStatus.ACTIVE


def insert_session(connection: Connection, new: NewSession, now: float) -> int:
    """Write the row, last among its siblings; gives its number."""
    result = connection.execute(
        insert(SESSION),
        {
            "session_id": new.session_id,
            "parent_id": new.parent_id,
            "source_id": new.source_id,
            "ord": next_order(connection),
            "label": new.label,
            "status": new.status.value,
            "turn_count": 0,
            "message_count": 0,
            "created_at": now,
            "updated_at": now,
            "last_active_at": now,
            "folded": 0,
            "layout": LayoutKind.STAR.value,
            "strategy": new.strategy.value,
            "flags": int(EntryFlag.EXAMPLE if new.example else 0),
            "waiting_insights": 0,
            "config": config_text(new.config),
            "bindings": bindings_text(new.bindings),
        },
    )
    key = result.inserted_primary_key
    assert key is not None  # noqa: S101 - the table has one
    return int(key[0])


def config_text(config: SerializableSessionConfig) -> str:
    """The frozen configuration; empty where nothing is frozen (F-6)."""
    if config.is_empty:
        return ""
    return clean_text(json.dumps(config_to_json(config), ensure_ascii=False))


def read_config(text: str) -> SerializableSessionConfig:
    """The other way."""
    return config_from_json(json.loads(text)) if text else SerializableSessionConfig()


def bindings_text(bindings: SessionBindings) -> str:
    """The references beside it (T-8), only those that are given."""
    values: dict[str, Any] = {}
    if bindings.model is not None:
        values["model"] = {"serviceId": bindings.model.service_id, "model": bindings.model.model}
    if bindings.profile:
        values["profile"] = bindings.profile
        if bindings.profile_id:
            values["profileId"] = bindings.profile_id
        values["profileVersion"] = bindings.profile_version
        values["profileVars"] = dict(bindings.profile_vars)
    if bindings.branched_at is not None:
        values["branchedAt"] = bindings.branched_at
    if bindings.inherited_summary:
        values["inheritedSummary"] = bindings.inherited_summary
    if bindings.origins is not None:
        values["origins"] = origins_to_json(bindings.origins)
    return clean_text(json.dumps(values, ensure_ascii=False)) if values else ""


def read_bindings(text: str) -> SessionBindings:
    """The other way."""
    if not text:
        return SessionBindings()
    values = json.loads(text)
    model = values.get("model")
    branched_at = values.get("branchedAt")
    return SessionBindings(
        model=ModelRef(ServiceId(model["serviceId"]), model["model"]) if model else None,
        profile=values.get("profile", ""),
        profile_id=values.get("profileId", ""),
        profile_version=values.get("profileVersion", 0),
        profile_vars=values.get("profileVars", {}),
        branched_at=None if branched_at is None else RecordId(branched_at),
        inherited_summary=values.get("inheritedSummary", ""),
        origins=origins_from_json(values.get("origins")),
    )
