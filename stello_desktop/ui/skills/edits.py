"""What is written into a skill of the person's own; what lies in a folder is only read."""

from __future__ import annotations

from typing import override

from stello_desktop.domain.library import SavedSkill, SkillId
from stello_desktop.ui.edits import Edits
from stello_desktop.ui.skills.editor import SkillEditor
from stello_desktop.ui.wanted_names import WantedNames
from stello_desktop.workspace.workspace import Workspace


class SkillEdits(Edits[SkillId, SavedSkill]):
    """Keeps own skills."""

    def __init__(self, editor: SkillEditor, workspace: Workspace) -> None:
        super().__init__(editor, editor.name, WantedNames(workspace, "skills.names"))
        self._editor, self._desk = editor, workspace.skills

    @property
    @override
    def typed(self) -> SavedSkill | None:
        return self._editor.skill

    @override
    def put_name(self, name: str) -> None:
        self._editor.put_name(name)

    @override
    def key_of(self, thing: SavedSkill) -> SkillId:
        return thing.skill_id

    @override
    def stored(self, key: SkillId) -> SavedSkill | None:
        return self._desk.get(key)

    @override
    def kept_name(self, thing: SavedSkill) -> str:
        return self._desk.kept_name(thing)

    @override
    async def keep(self, thing: SavedSkill, seen: SavedSkill) -> SavedSkill:
        return await self._desk.save(thing, seen=seen)

    @override
    def show(self, thing: SavedSkill) -> None:
        self._editor.show_skill(thing)
