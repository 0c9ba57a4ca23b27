"""Profiles and skills behind their port: two lists in the person's order.

What is deleted goes to `library_trash`, and its place in the list stays free: no other entry ever has its number.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final

from sqlalchemy import Connection

from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import LibraryKind, ProfileId, SavedProfile, SavedSkill, SkillId
from stello_desktop.domain.profile_json import (
    profile_from_json,
    profile_to_json,
    skill_from_json,
    skill_to_json,
)
from stello_desktop.store import tree
from stello_desktop.store.database import Database
from stello_desktop.store.library_trash import put_in_trash, text_of, write_in_trash

_log = logging.getLogger(__name__)

_PROFILE: Final = LibraryKind.PROFILE
_SKILL: Final = LibraryKind.SKILL


class LibraryStore:
    """Implements `LibraryStorage`."""

    def __init__(self, database: Database, *, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    async def list_profiles(self) -> tuple[SavedProfile, ...]:
        """All, archived ones too, in the person's order."""
        return await self._list(_PROFILE, lambda key, body: profile_from_json(ProfileId(key), body))

    async def put_profiles(self, profiles: Sequence[SavedProfile]) -> None:
        """Add or replace; new ones come last. One that is in the trash stays there, with what is written now."""
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
                    "UPDATE profile SET ord = ? WHERE profile_id = ?",
                    list(zip(_free_places(connection, _PROFILE), order, strict=False)),
                )

        await self._database.transact(work)

    async def delete_profiles(self, profile_ids: Sequence[ProfileId]) -> None:
        """To the trash, with all they have (P-3); unknown ids are no matter."""
        await self._delete(_PROFILE, profile_ids)

    async def list_skills(self) -> tuple[SavedSkill, ...]:
        """Those that were written in the program, in their order."""
        return await self._list(_SKILL, lambda key, body: skill_from_json(SkillId(key), body))

    async def put_skills(self, skills: Sequence[SavedSkill]) -> None:
        """Add or replace; new ones come last. One that is in the trash stays there, with what is written now."""
        await self._put(_SKILL, [(skill.skill_id, skill_to_json(skill)) for skill in skills])

    async def delete_skills(self, skill_ids: Sequence[SkillId]) -> None:
        """To the trash, with all they have (P-3); unknown ids are no matter."""
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

    async def _list[T](self, table: LibraryKind, read: Callable[[str, Any], T]) -> tuple[T, ...]:
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

    async def _put(self, table: LibraryKind, entries: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        if not entries:
            return
        rows = [(key, text_of(body)) for key, body in entries]
        statement = (
            f"INSERT INTO {table} ({table}_id, ord, body)"  # noqa: S608 - ours
            f" VALUES (?, 1 + max((SELECT coalesce(max(ord), -1) FROM {table}),"
            f" (SELECT coalesce(max(ord), -1) FROM library_trash WHERE kind = '{table}')), ?)"
            f" ON CONFLICT ({table}_id) DO UPDATE SET body = excluded.body"
        )

        def work(connection: Connection) -> None:
            trashed = write_in_trash(connection, table, rows)
            living = [row for row in rows if row[0] not in trashed]
            if living:
                connection.exec_driver_sql(statement, living)

        await self._database.transact(work)

    async def _delete(self, table: LibraryKind, keys: Sequence[str]) -> None:
        if keys:
            now, gone = self._now(), tuple(keys)
            await self._database.transact(lambda connection: put_in_trash(connection, table, gone, now))


def _free_places(connection: Connection, table: LibraryKind) -> Iterator[int]:
    """Numbers from 0 on, without those that are kept for what is in the trash."""
    kept = tree.fetch(connection, "SELECT ord FROM library_trash WHERE kind = ?", table.value)
    taken = {row[0] for row in kept}
    return (place for place in count() if place not in taken)
