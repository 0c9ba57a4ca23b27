"""What map, outline and menus ask for, turned into commands of the workspace, with toasts and *Undo*.

The views never change the tree themselves: they ask here, and draw what the feed then says.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from stello_desktop.domain.commands import (
    CREATING,
    Command,
    Delete,
    Place,
    Rename,
    Reparent,
    SetArchived,
    SetLayout,
    Step,
    StepName,
    TidyUp,
)
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.text import clean_label
from stello_desktop.domain.topology import LayoutKind
from stello_desktop.ui import steps, tasks
from stello_desktop.ui.branching.asking import BranchAsk, BranchChoice
from stello_desktop.workspace.workspace import Workspace


class NamesInPlace(Protocol):
    """A view in which conversations get their names."""

    def begin_naming(self, session_id: SessionId) -> None:
        """Let the person type a first name."""
        ...

    def begin_rename(self, session_id: SessionId) -> None:
        """Let the person type another name."""
        ...


class TreeRequests(QObject):
    """One method per request.

    Signals:
        news: words for a toast, and whether *Undo* belongs to it.
        created: a conversation that the person made; its id.
        branched: a branch that a person opened from the conversation; its id.
        unnamed: a branch that was opened without a question and may be named now; its id.
        archived: nothing was begun, since this conversation is archived and takes no branches; its id.
        undone: words for a toast, and the step that was undone and can be done again.
        held: nothing was undone, since this conversation would go to the trash and something was said in it; its id,
            and whether its creation would have been undone.
        tidied: a project was tidied up, or that was taken back; its id, and whether it was taken back.
    """

    news = Signal(str, bool)
    created = Signal(str)
    branched = Signal(str)
    unnamed = Signal(str)
    archived = Signal(str)
    undone = Signal(str, object)
    held = Signal(str, bool)
    tidied = Signal(str, bool)

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._unnamed: SessionId | None = None

    def _start(self, work: Coroutine[Any, Any, object]) -> None:
        tasks.start(work, self)

    def _apply(self, command: Command, *, told: bool = True) -> None:
        async def apply() -> None:
            self._tell(await self._workspace.apply(command), told=told)

        self._start(apply())

    def _tell(self, step: Step, *, told: bool = True) -> None:
        self._tell_tidied(step)
        if told:
            self.news.emit(steps.done(step), True)

    def _tell_tidied(self, step: Step, *, back: bool = False) -> None:
        """The slack of a project is no part of the tree; who keeps it has to hear of it."""
        if step.name == StepName.TIDY_UP:
            self.tidied.emit(step.session_ids[0], back)

    # -- making

    def takes_branches(self, source: SessionId) -> bool:
        """Whether a branch of this conversation can be opened; where it is archived, that is told at once."""
        entry = self._workspace.topology.get(source)
        if entry is not None and entry.archived:
            self.archived.emit(source)
            return False
        return entry is not None

    def new_project(self, view: NamesInPlace) -> None:
        """A new project, named at once."""
        self._start(self._new_project(view))

    async def _new_project(self, view: NamesInPlace) -> None:
        session_id = await self._workspace.create_project(self.tr("New project"))
        self._name_it(session_id, view)

    def child(self, source: SessionId, view: NamesInPlace) -> None:
        """A branch below ``source`` that starts with nothing, named at once."""
        if self.takes_branches(source):
            self._start(self._branch(source, source, view))

    def sibling(self, beside: SessionId, view: NamesInPlace) -> None:
        """A branch of the same parent; beside a project, a new project."""
        parent = self._workspace.topology.parent(beside)
        if parent is None:
            self.new_project(view)
        elif self.takes_branches(parent):
            self._start(self._branch(parent, parent, view))

    async def _branch(self, source: SessionId, parent: SessionId, view: NamesInPlace) -> None:
        session_id = await self._workspace.branches.open(source, self.tr("New branch"), parent=parent)
        if self._workspace.topology[parent].folded:
            await self._workspace.set_folded((parent,), False)
        self._name_it(session_id, view)

    async def open_branch(self, ask: BranchAsk, choice: BranchChoice) -> SessionId:
        """A branch as the dialog describes it; tells nobody yet. Raises: as the engine's fork."""
        return await self._workspace.branches.open(
            ask.source,
            choice.label,
            context=choice.context,
            opening=ask.opening,
            until=ask.until,
            edited=ask.edited,
            parent=choice.parent,
            profile=choice.profile,
            variables=choice.variables,
            own=choice.own,
            model=choice.model,
            call_id=ask.call_id,
        )

    def tell_branch(self, session_id: SessionId) -> None:
        """Go to a branch that was opened, and say so with *Undo*."""
        self.branched.emit(session_id)
        step = self._workspace.history.undo
        if step is not None and session_id in step.session_ids:
            self._tell(step)

    def plain_branch(self, source: SessionId, until: RecordId | None = None) -> None:
        """A branch with the conversation and nothing else, at once; it is named where it is shown."""

        async def branch() -> None:
            session_id = await self._workspace.branches.open(
                source, self.tr("New branch"), context="inherit", until=until
            )
            self.tell_branch(session_id)
            self.unnamed.emit(session_id)

        if self.takes_branches(source):
            self._start(branch())

    def _name_it(self, session_id: SessionId, view: NamesInPlace) -> None:
        self._unnamed = session_id
        self.created.emit(session_id)
        view.begin_naming(session_id)

    def rename(self, session_id: SessionId, text: str) -> None:
        """Give a name; the first one belongs to the step that created the conversation (I6)."""
        fresh, self._unnamed = session_id == self._unnamed, None
        label = clean_label(text)
        entry = self._workspace.topology.get(session_id)
        if not label or entry is None or label == entry.label:
            return
        self._apply(Rename(session_id, label, joins_creation=fresh), told=False)

    def cancel_naming(self, session_id: SessionId) -> None:
        """Escape in an empty first name takes the conversation back."""
        fresh, self._unnamed = session_id == self._unnamed, None
        if fresh:
            self._start(self._take_back(session_id))

    async def _take_back(self, session_id: SessionId) -> None:
        newest = self._workspace.history.undo
        if newest is not None and newest.session_ids == (session_id,):
            await self._workspace.undo()
        else:
            await self._workspace.apply(Delete((session_id,)))

    # -- changing

    def reparent(self, session_ids: Iterable[SessionId], parent_id: SessionId | None) -> None:
        """Hang conversations under another one, or make them projects."""
        self._apply(Reparent(tuple(session_ids), parent_id))

    def place(self, offsets: Iterable[tuple[SessionId, float | None, float | None]]) -> None:
        """Keep places that the person chose on the map."""
        self._apply(Place(tuple(offsets)), told=False)

    def delete(self, session_ids: Iterable[SessionId], *, lift_children: bool = False) -> None:
        """Move to the trash; the toast says how many and has *Undo*."""
        self._apply(Delete(tuple(session_ids), lift_children=lift_children))

    def archive(self, session_id: SessionId, *, archived: bool) -> None:
        """Archive or take out of the archive; what is answering is archived once its answer has ended (Q-1)."""
        if archived and session_id in self._workspace.rounds.live_sessions:
            label = self._workspace.topology[session_id].label
            words = self.tr("“%1” is archived once its answer has ended")
            self.news.emit(words.replace("%1", label), False)
        self._apply(SetArchived((session_id,), archived))

    def fold(self, session_ids: Iterable[SessionId], *, folded: bool) -> None:
        """Fold or unfold on map and outline alike; no step of the history."""
        self._start(self._workspace.set_folded(tuple(session_ids), folded))

    def arrange(self, session_id: SessionId, layout: LayoutKind) -> None:
        """Choose how the project of a conversation is arranged."""
        self._apply(SetLayout(self._workspace.topology.root_of(session_id), layout), told=False)

    def tidy_up(self, session_id: SessionId) -> None:
        """Forget the person's own places, and the map's slack, in the project of a conversation."""
        self._apply(TidyUp(self._workspace.topology.root_of(session_id)))

    def plant_example(self, language: str) -> None:
        """Add the example project."""

        async def plant() -> None:
            self.created.emit(await self._workspace.examples.plant(language))

        self._start(plant())

    def remove_example(self) -> None:
        """Move the example project to the trash."""

        async def remove() -> None:
            await self._workspace.examples.remove()
            self.news.emit(self.tr("Moved the example to the trash"), True)

        self._start(remove())

    # -- history

    def undo(self) -> None:
        """Take back the newest step and say which; no conversation goes with it that has more in it by now.

        That is said once; what was done before it is next.
        """
        step, held = self._workspace.history.undo, self._workspace.kept_from_undo
        if step is not None and held is not None:
            self.held.emit(held, step.name in CREATING and held in step.session_ids)
            self._start(self._workspace.let_stand(step))
            return

        async def undo() -> None:
            step = await self._workspace.undo()
            if step is not None:
                self._tell_tidied(step, back=True)
                self.undone.emit(steps.undone(step), step)

        self._start(undo())

    def redo(self) -> None:
        """Do the last undone step again and say which; held as `undo` is."""
        if (held := self._workspace.kept_from_redo) is not None:
            self.held.emit(held, False)
            return

        async def redo() -> None:
            step = await self._workspace.redo()
            if step is not None:
                self._tell_tidied(step)
                self.news.emit(steps.redone(step), True)

        self._start(redo())
