"""Deleted profiles and skills behind their port: moved there whole, brought back whole, destroyed only here (P-3)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection

from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.library import (
    LibraryKind,
    ProfileId,
    SavedProfile,
    SavedSkill,
    SkillId,
    TrashedThing,
)
from stello_desktop.domain.profile_json import (
    profile_from_json,
    profile_to_json,
    skill_from_json,
    skill_to_json,
)
from stello_desktop.domain.text import clean_text
from stello_desktop.store.database import Database
from stello_desktop.store.tree import fetch, fetch_written

_FIRST_WORDS_CHARS: Final = 200
_LISTED: Final = "kind, thing_id, name, deleted_at, begins"


def text_of(body: Mapping[str, Any]) -> str:
    """As it is kept in a column."""
    return clean_text(json.dumps(body, ensure_ascii=False))


def put_in_trash(connection: Connection, kind: LibraryKind, keys: Sequence[str], now: float) -> None:
    """Move entries as they stand, those that cannot be read too; their place stays free."""
    for key in keys:
        rows = fetch_written(
            connection,
            f"DELETE FROM {kind} WHERE {kind}_id = ? RETURNING ord, body",  # noqa: S608 - ours
            key,
        )
        for order, body in rows:
            connection.exec_driver_sql(
                "INSERT INTO library_trash (kind, thing_id, ord, name, begins, deleted_at, body)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (kind.value, key, order, *_told(body), now, body),
            )


def write_in_trash(connection: Connection, kind: LibraryKind, entries: Sequence[tuple[str, str]]) -> set[str]:
    """Give those that are in the trash what was typed last; gives which those are."""
    keys = json.dumps([key for key, _ in entries])
    there = {
        row[0]
        for row in fetch(
            connection,
            "SELECT thing_id FROM library_trash WHERE kind = ? AND thing_id IN (SELECT value FROM json_each(?))",
            kind.value,
            keys,
        )
    }
    for key, body in entries:
        if key in there:
            connection.exec_driver_sql(
                "UPDATE library_trash SET name = ?, begins = ?, body = ? WHERE kind = ? AND thing_id = ?",
                (*_told(body), body, kind.value, key),
            )
    return there


def _told(body: str) -> tuple[str, str]:
    """The name and the first words, for the list; empty where the entry cannot be read."""
    try:
        values = json.loads(body)
    except ValueError:
        return "", ""
    if not isinstance(values, dict):
        return "", ""
    said = (values.get(field) for field in ("description", "systemPrompt", "draft", "content"))
    begins = next((text for text in said if isinstance(text, str) and text.strip()), "")
    name = values.get("name")
    return name if isinstance(name, str) else "", begins.strip()[:_FIRST_WORDS_CHARS]


class LibraryTrashStore:
    """Implements `LibraryTrash`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_trash(self) -> tuple[TrashedThing, ...]:
        """Newest deletion first."""
        return await self._database.read(
            lambda connection: _things(
                fetch(
                    connection,
                    f"SELECT {_LISTED} FROM library_trash ORDER BY deleted_at DESC, rowid DESC",  # noqa: S608 - ours
                )
            )
        )

    async def trashed_profiles(self, profile_ids: Sequence[ProfileId]) -> tuple[SavedProfile, ...]:
        """Those of them that are in the trash. Raises: ForkConfigError."""
        return await self._read(
            LibraryKind.PROFILE, profile_ids, lambda key, body: profile_from_json(ProfileId(key), body)
        )

    async def restore_profiles(self, profiles: Sequence[SavedProfile]) -> None:
        """Each to its place."""
        await self._restore(
            LibraryKind.PROFILE, [(item.profile_id, text_of(profile_to_json(item))) for item in profiles]
        )

    async def skills_of_profiles(self) -> frozenset[str]:
        """Names of the skills that deleted profiles list (S-1)."""
        rows = await self._database.read(
            lambda connection: fetch(
                connection,
                "SELECT DISTINCT listed.value FROM library_trash,"
                " json_each(iif(json_valid(body), body, '{}'), '$.skills') listed"
                " WHERE kind = ? AND listed.type = 'text'",
                LibraryKind.PROFILE.value,
            )
        )
        return frozenset(row[0] for row in rows)

    async def trashed_skills(self, skill_ids: Sequence[SkillId]) -> tuple[SavedSkill, ...]:
        """Those of them that are in the trash. Raises: ForkConfigError."""
        return await self._read(
            LibraryKind.SKILL, skill_ids, lambda key, body: skill_from_json(SkillId(key), body)
        )

    async def restore_skills(self, skills: Sequence[SavedSkill]) -> None:
        """Each to its place."""
        await self._restore(
            LibraryKind.SKILL, [(item.skill_id, text_of(skill_to_json(item))) for item in skills]
        )

    async def destroy(self, things: Sequence[TrashedThing] | None = None) -> tuple[TrashedThing, ...]:
        """These or all, in the file and in its log; gives what went."""
        chosen = None if things is None else json.dumps([f"{item.kind}/{item.thing_id}" for item in things])
        gone = await self._database.transact(
            lambda connection: _things(
                fetch_written(
                    connection,
                    "DELETE FROM library_trash WHERE ? IS NULL OR kind || '/' || thing_id IN"  # noqa: S608 - ours
                    f" (SELECT value FROM json_each(?)) RETURNING {_LISTED}",
                    chosen,
                    chosen,
                )
            )
        )
        if gone:
            await self._database.forget_log()
        return gone

    async def _read[T](
        self, kind: LibraryKind, keys: Sequence[str], read: Callable[[str, Any], T]
    ) -> tuple[T, ...]:
        wanted = json.dumps(list(keys))

        def work(connection: Connection) -> tuple[T, ...]:
            rows = fetch(
                connection,
                "SELECT thing_id, body FROM library_trash WHERE kind = ?"
                " AND thing_id IN (SELECT value FROM json_each(?)) ORDER BY ord, thing_id",
                kind.value,
                wanted,
            )
            try:
                return tuple(read(key, json.loads(body)) for key, body in rows)
            except (ValueError, AttributeError) as error:
                raise ForkConfigError("an entry of the trash cannot be read", reason="body") from error

        return await self._database.read(work)

    async def _restore(self, kind: LibraryKind, entries: Sequence[tuple[str, str]]) -> None:
        def work(connection: Connection) -> None:
            for key, body in entries:
                rows = fetch_written(
                    connection,
                    "DELETE FROM library_trash WHERE kind = ? AND thing_id = ? RETURNING ord",
                    kind.value,
                    key,
                )
                for (order,) in rows:
                    connection.exec_driver_sql(
                        f"INSERT INTO {kind} ({kind}_id, ord, body) VALUES (?, ?, ?)",  # noqa: S608 - ours
                        (key, order, body),
                    )

        await self._database.transact(work)


def _things(rows: Sequence[Sequence[Any]]) -> tuple[TrashedThing, ...]:
    return tuple(TrashedThing(LibraryKind(kind), *rest) for kind, *rest in rows)
