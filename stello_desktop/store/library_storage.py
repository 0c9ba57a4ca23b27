"""Profiles and skills behind their port: two lists in the person's order."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection

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

_PROFILE: Final = "profile"
_SKILL: Final = "skill"


class LibraryStore:
    """Implements `LibraryStorage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_profiles(self) -> tuple[SavedProfile, ...]:
        """All, archived ones too, in the person's order."""
        return tuple([profile_from_json(ProfileId(key), body) for key, body in await self._list(_PROFILE)])

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
        return tuple([skill_from_json(SkillId(key), body) for key, body in await self._list(_SKILL)])

    async def put_skills(self, skills: Sequence[SavedSkill]) -> None:
        """Add or replace; new ones come last."""
        await self._put(_SKILL, [(skill.skill_id, skill_to_json(skill)) for skill in skills])

    async def delete_skills(self, skill_ids: Sequence[SkillId]) -> None:
        """Forget for good; unknown ids are no matter."""
        await self._delete(_SKILL, skill_ids)

    async def _list(self, table: str) -> list[tuple[str, Mapping[str, Any]]]:
        statement = f"SELECT {table}_id, body FROM {table} ORDER BY ord, {table}_id"  # noqa: S608 - ours
        rows = await self._database.read(lambda connection: tree.fetch(connection, statement))
        return [(row[0], json.loads(row[1])) for row in rows]

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
