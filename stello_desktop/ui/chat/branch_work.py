"""What the cards of branches ask for: facts of the tree, taking back, bringing along, opening anyway."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtWidgets import QWidget

from stello_desktop.domain.commands import Delete, StepName
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.services import Service
from stello_desktop.ui.branching.asking import BranchAsk
from stello_desktop.ui.branching.form import BranchForm
from stello_desktop.ui.branching.lacking import lacking_words
from stello_desktop.ui.chat.asked_for import asked_for
from stello_desktop.ui.chat.card_making import BranchFacts
from stello_desktop.ui.chat.entries import UNREADABLE, CallView
from stello_desktop.ui.other_service import ask_before_it_leaves
from stello_desktop.workspace.workspace import Workspace

_OPENING: frozenset[StepName] = frozenset({StepName.BRANCH, StepName.BRANCHES_BY_ASSISTANT})


class BranchWork:
    """The same for every conversation.

    Args:
        run: starts what takes time, and tells of its failure.
    """

    def __init__(self, workspace: Workspace, run: Callable[[Coroutine[Any, Any, object]], object]) -> None:
        self._workspace = workspace
        self._run = run

    def facts(self, branch_id: SessionId) -> BranchFacts | None:
        """What the tree says about a branch now; None where it is gone."""
        entry = self._workspace.topology.get(branch_id)
        if entry is None:
            return None
        return BranchFacts(entry.label, entry.turn_count == 0, entry.message_count)

    def hue_of(self, profile: str) -> int | None:
        """The colour of a profile by its name; None where there is none now."""
        known = self._workspace.profiles.named(profile)
        return None if known is None else known.hue

    async def undo(self, branch_id: str) -> None:
        """Undo the opening where it was the last step, else move the branch to the trash."""
        step = self._workspace.history.undo
        if step is not None and step.name in _OPENING and step.session_ids == (branch_id,):
            await self._workspace.undo()
        elif branch_id in self._workspace.topology:
            await self._workspace.apply(Delete((SessionId(branch_id),)))

    async def bring(self, branch_id: str, window: QWidget) -> None:
        """Copy the source's conversation into it; asks first where another service would see it (M-10)."""
        branch = SessionId(branch_id)
        source = self._workspace.topology[branch].source_id
        service = await self._workspace.branches.leaves_by_bringing(branch)
        self._ask(window, source, service, lambda: self._workspace.branches.bring_along(branch))

    def ask_of(self, source: SessionId, call: CallView) -> tuple[BranchAsk, BranchForm] | None:
        """The dialog for a refused call that cannot be opened as it is; None where it can (G-1)."""
        ask, form = asked_for(self._workspace, source, call)
        unreadable = call.result is not None and call.result.code == UNREADABLE
        return (ask, form) if unreadable or ask.lacking is not None else None

    def lacking_words(self, source: SessionId, call: CallView) -> str:
        """What a refused call lacks, in one sentence; empty for nothing that anybody can see."""
        return lacking_words(asked_for(self._workspace, source, call)[0])

    async def open_anyway(self, session_id: SessionId, call_id: str, window: QWidget) -> None:
        """Open what was refused; asks first where another service would see the conversation (M-10)."""
        service = await self._workspace.branches.leaves_anyway(session_id, call_id)
        self._ask(
            window, session_id, service, lambda: self._workspace.branches.open_anyway(session_id, call_id)
        )

    def _ask(
        self,
        window: QWidget,
        session_id: SessionId | None,
        service: Service | None,
        work: Callable[[], Coroutine[Any, Any, object]],
    ) -> None:
        if session_id is None or service is None:
            self._run(work())
            return
        ref = ModelRef(service.service_id, service.model)
        ask_before_it_leaves(
            window, self._workspace, session_id, ref, lambda: self._run(work()), branching=True
        )
