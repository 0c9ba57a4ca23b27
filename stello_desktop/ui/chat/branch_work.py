"""What the cards of branches ask for: facts of the tree, taking back, bringing along, opening anyway."""

from __future__ import annotations

from stello_desktop.domain.commands import Delete, StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.ui.chat.card_making import BranchFacts
from stello_desktop.workspace.workspace import Workspace

_OPENING: frozenset[StepName] = frozenset({StepName.BRANCH, StepName.BRANCHES_BY_ASSISTANT})


class BranchWork:
    """The same for every conversation."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def facts(self, branch_id: SessionId) -> BranchFacts | None:
        """What the tree says about a branch now; None where it is gone."""
        entry = self._workspace.topology.get(branch_id)
        if entry is None:
            return None
        return BranchFacts(entry.label, entry.turn_count == 0, entry.message_count)

    async def undo(self, branch_id: str) -> None:
        """Undo the opening where it was the last step, else move the branch to the trash."""
        step = self._workspace.history.undo
        if step is not None and step.name in _OPENING and step.session_ids == (branch_id,):
            await self._workspace.undo()
        elif branch_id in self._workspace.topology:
            await self._workspace.apply(Delete((SessionId(branch_id),)))

    async def bring(self, branch_id: str) -> None:
        """Copy the source's conversation into it."""
        await self._workspace.bring_along(SessionId(branch_id))
