"""The example project: hand-written in each language, read from a resource file."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from stello_desktop.domain.commands import Command, Delete, Step
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.messages import RecordDraft, Role
from stello_desktop.domain.session import SessionDraft
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.workspace.tree import Tree


class Examples:
    """Plants the example project and takes it away again.

    Args:
        folder: where the file of each language lies.
        apply: commits a structural change as a person makes it.
    """

    def __init__(self, folder: Path, tree: Tree, apply: Callable[[Command], Awaitable[Step]]) -> None:
        self._folder = folder
        self._tree = tree
        self._apply = apply

    async def plant(self, language: str) -> SessionId:
        """The example project of a language; gives its root."""
        drafts = read_example(self._folder / f"{language}.json")
        await self._tree.plant(drafts)
        return drafts[0].session_id

    async def remove(self) -> None:
        """Move it to the trash."""
        topology = self._tree.topology
        marked = [root for root in topology.roots if EntryFlag(topology[root].flags) & EntryFlag.EXAMPLE]
        if marked:
            await self._apply(Delete(tuple(marked)))


def read_example(path: Path) -> tuple[SessionDraft, ...]:
    """The conversations of an example file, parents before children.

    The file is a tree of ``{label, messages: [{role, text}], children, branchedFrom?, archived?}``;
    ``branchedFrom`` names the label of the source where it is not the parent.
    """
    tree = json.loads(path.read_text(encoding="utf-8"))
    ids = {item["label"]: new_session_id() for item, _ in _walk(tree, None)}
    return tuple(_draft(item, parent, ids) for item, parent in _walk(tree, None))


def _walk(item: dict[str, Any], parent: str | None) -> Iterator[tuple[dict[str, Any], str | None]]:
    yield item, parent
    for child in item.get("children", ()):
        yield from _walk(child, item["label"])


def _draft(item: dict[str, Any], parent: str | None, ids: dict[str, SessionId]) -> SessionDraft:
    source = item.get("branchedFrom", parent)
    return SessionDraft(
        session_id=ids[item["label"]],
        label=item["label"],
        parent_id=ids[parent] if parent is not None else None,
        source_id=ids[source] if source is not None else None,
        messages=tuple(
            RecordDraft(role=Role(message["role"]), content=message["text"])
            for message in item.get("messages", ())
        ),
        archived=bool(item.get("archived", False)),
        example=True,
    )
