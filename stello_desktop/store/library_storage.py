"""Profiles and skills behind their port: two lists in the person's order."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection

from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import ProfileId, SavedProfile, SavedSkill, SkillId
from stello_desktop.domain.profile_json import (
    profile_from_json,
    profile_to_json,
    skill_from_json,
    skill_to_json,
)
from stello_desktop.domain.text import clean_text
from stello_desktop.store import tree
from stello_desktop.store.database import Database

_log = logging.getLogger(__name__)

_PROFILE: Final = "profile"
_SKILL: Final = "skill"


class LibraryStore:
    """Implements `LibraryStorage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_profiles(self) -> tuple[SavedProfile, ...]:
        """All, archived ones too, in the person's order."""
        return await self._list(_PROFILE, lambda key, body: profile_from_json(ProfileId(key), body))

    async def put_profiles(self, profiles: Sequence[SavedProfile]) -> None:
        """Add or replace; new ones come last."""
        await self._put(_PROFILE, [(profile.profile_id, profile_to_json(profile)) for profile in profiles])

    async def order_profiles(self, profile_ids: Sequence[ProfileId]) -> None:
        """The person's order; ids that are left out follow in the order they had."""

        def work(connection: Connection) -> None:
            rows = tree.fetch(connection, "SELECT profile_id FROM profile ORDER BY ord, profile_id")
            there = [row[0] for row in rows]
            wanted = [key for key in dict.fromkeys(profile_ids) if key in set(there)]
            chosen = set(wanted)
            order = wanted + [key for key in there if key not in chosen]
            if order:
                connection.exec_driver_sql(
                    "UPDATE profile SET ord = ? WHERE profile_id = ?", list(enumerate(order))
                )

        await self._database.transact(work)

    async def delete_profiles(self, profile_ids: Sequence[ProfileId]) -> None:
        """Forget for good; unknown ids are no matter."""
        await self._delete(_PROFILE, profile_ids)

    async def list_skills(self) -> tuple[SavedSkill, ...]:
        """Those that were written in the program, in their order."""
        return await self._list(_SKILL, lambda key, body: skill_from_json(SkillId(key), body))

    async def put_skills(self, skills: Sequence[SavedSkill]) -> None:
        """Add or replace; new ones come last."""
        await self._put(_SKILL, [(skill.skill_id, skill_to_json(skill)) for skill in skills])

    async def delete_skills(self, skill_ids: Sequence[SkillId]) -> None:
        """Forget for good; unknown ids are no matter."""
        await self._delete(_SKILL, skill_ids)

    async def skill_limits(self, *, trashed: bool = False) -> Mapping[SessionId, tuple[str, ...]]:
        """Living conversations that see only some skills, with their frozen lists (S-1); on demand trashed ones too."""
        rows = await self._database.read(
            lambda connection: tree.fetch(
                connection,
                "SELECT session_id, json_extract(config, '$.skills') FROM session"
                " WHERE (trash_id IS NULL OR ?) AND config <> ''"
                " AND json_type(config, '$.skills') = 'array' ORDER BY seq",
                trashed,
            )
        )
        return {SessionId(row[0]): tuple(json.loads(row[1])) for row in rows}

    async def _list[T](self, table: str, read: Callable[[str, Any], T]) -> tuple[T, ...]:
        """In order; an entry that cannot be read is left out, and left as it is on disk."""
        statement = f"SELECT {table}_id, body FROM {table} ORDER BY ord, {table}_id"  # noqa: S608 - ours

        def work(connection: Connection) -> tuple[T, ...]:  # whole, since many long texts take their time
            found: list[T] = []
            for key, text in tree.fetch(connection, statement):
                try:
                    found.append(read(key, json.loads(text)))
                except (ForkConfigError, ValueError, AttributeError):
                    _log.warning("the %s %s cannot be read", table, key)
            return tuple(found)

        return await self._database.read(work)

    async def _put(self, table: str, entries: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        rows = [(key, clean_text(json.dumps(body, ensure_ascii=False))) for key, body in entries]
        statement = (
            f"INSERT INTO {table} ({table}_id, ord, body)"  # noqa: S608 - ours
            f" VALUES (?, (SELECT coalesce(max(ord), -1) + 1 FROM {table}), ?)"
            f" ON CONFLICT ({table}_id) DO UPDATE SET body = excluded.body"
        )
        await self._run(statement, rows)

    async def _delete(self, table: str, keys: Sequence[str]) -> None:
        await self._run(f"DELETE FROM {table} WHERE {table}_id = ?", [(key,) for key in keys])  # noqa: S608 - ours

    async def _run(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        if not rows:
            return
        work: Callable[[Connection], None] = lambda connection: connection.exec_driver_sql(  # noqa: E731
            statement, list(rows)
        ).close()
        await self._database.transact(work)
