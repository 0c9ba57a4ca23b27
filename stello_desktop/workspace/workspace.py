"""The application as the interface sees it: one object, no window, no SQL, no HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.commands import (
    CREATING,
    Command,
    CreateProject,
    Delete,
    SetArchived,
    Step,
    StepName,
)
from stello_desktop.domain.config import UNSET, Maybe, SerializableSessionConfig
from stello_desktop.domain.ids import SessionId, new_session_id
from stello_desktop.domain.ports import HistoryState, ModelCatalog, TopologyStorage
from stello_desktop.domain.text import clean_text
from stello_desktop.domain.topology import StrategyKind, Topology
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.archiving import Archiving
from stello_desktop.workspace.attaching import Attaching
from stello_desktop.workspace.backend import Backend, BootState, OpenBackend
from stello_desktop.workspace.branches import Branches
from stello_desktop.workspace.examples import Examples
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.inspection import Inspection
from stello_desktop.workspace.keys import Keys
from stello_desktop.workspace.learnt import Learnt
from stello_desktop.workspace.listed import ListedSizes
from stello_desktop.workspace.memory_desk import MemoryDesk
from stello_desktop.workspace.memory_making import MemoryMaking
from stello_desktop.workspace.messages import Messages
from stello_desktop.workspace.outbox import Outbox
from stello_desktop.workspace.own_services import OwnServices
from stello_desktop.workspace.profile_files import ProfileFiles
from stello_desktop.workspace.profiles import Profiles
from stello_desktop.workspace.results import Results
from stello_desktop.workspace.rounds import Rounds
from stello_desktop.workspace.sending_desk import SendingDesk
from stello_desktop.workspace.service_news import ServiceNews
from stello_desktop.workspace.services import ServiceDesk
from stello_desktop.workspace.settings import Settings
from stello_desktop.workspace.skill_use import SkillUse
from stello_desktop.workspace.skills import Skills
from stello_desktop.workspace.starters import Starters
from stello_desktop.workspace.trash import Trash
from stello_desktop.workspace.tree import Tree
from stello_desktop.workspace.view_state import ViewState

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent

_TRASHED_BY_UNDO: Final = CREATING | {StepName.RESTORE}
_TRASHED_BY_REDO: Final = frozenset({StepName.DELETE})


class Workspace:
    """Everything a person can do: a room for each matter, and here what concerns them all.

    Each async method of a room waits until the store is open.

    Attributes:
        feed: tells views what was committed.
        data_folder: where the person's data lies.
        services: setting up AI services, and binding conversations to them.
        keys: where keys of services are.
        answering: who answers where.
        learnt: what was learnt about models.
        branches: made by the person's hand; the split guard does not apply to them (F-2).
        inspection: what conversations are told and branches would be, and what is wrong with profiles.
        messages: what a conversation says, notes, drafts, versions.
        attaching: text files, to be quoted in a message.
        rounds: answers that run, and what begins them.
        news: what is known of services.
        outbox: messages that wait to be sent.
        memory: summaries, reminders and syntheses, as they are.
        making: those that are made in the background.
        results: the result of a conversation on its way to another.
        sending: what is sent of a conversation, and how much that is.
        profiles: the person's profiles; empty until the store is open.
        profile_files: profiles to a file and from one.
        skills: the person's skills; empty until the store is open.
        skill_use: who may use a skill.
        starters: the profiles and skills that a library begins with.
        trash: what was deleted.
        examples: the example project.
    """

    def __init__(
        self, boot: BootState, open_backend: OpenBackend, *, data_folder: Path, examples: Path
    ) -> None:
        self.feed = ChangeFeed()
        self.data_folder = data_folder
        self._settings = Settings.from_values(boot.values)
        self._open_backend = open_backend
        self._opening: asyncio.Task[Backend] | None = None
        self._tree = Tree(boot.topology, boot.history, self._tree_storage, self.feed)
        self._view = ViewState(boot.values, self._put_values)
        self.learnt = Learnt(self._view, self.feed)
        self.memory = MemoryDesk(self._backend, self._tree, self.feed)
        self.making = MemoryMaking(self._backend, self.memory, self.change_settings)
        self.answering = Answering(lambda: self._settings)
        self.sending = SendingDesk(self._agent_ready, self.answering, self._tree, self.feed)
        self.profiles = Profiles(self._backend, self.feed, self.answering.model_of)
        self.skills = Skills(self._backend, self.feed, boot.values, self._put_values)
        self.profile_files = ProfileFiles(self.profiles, self.skills, lambda: self.answering.services)
        self.starters = Starters(
            self.profiles,
            self.skills,
            self.profile_files,
            boot.values,
            self._put_values,
            self._backend,
            self._named_skills,
        )
        self.skill_use = SkillUse(self._backend, self.profiles, self._tree)
        self.trash = Trash(self._backend, self._tree, self.profiles, self.skills, self.feed)
        self.examples = Examples(examples, self._tree, self.apply)
        self.news = ServiceNews(self.answering, self.feed)
        self.outbox = Outbox(
            self._backend, self.answering, self._tree, self.feed, self.news, lambda: self.rounds
        )
        self.rounds = Rounds(
            self._agent_ready,
            self.answering,
            self._tree,
            lambda: self._settings,
            self.feed,
            self.news,
            self.outbox,
        )
        own = OwnServices(lambda: self._settings, self.change_settings, self.feed)
        self.keys = Keys(own, self._catalog, self.news)
        self.services = ServiceDesk(
            own, self.answering, self._agent_ready, ListedSizes(self._view), self.news
        )
        self.results = Results(
            self._backend, self.answering, self._tree, self.memory, self.services.listed_size
        )
        self.branches = Branches(self._agent_ready, self.answering, self._tree)
        self.inspection = Inspection(
            self._agent_ready, self.answering, self.services, self.profiles, self.feed
        )
        self.attaching = Attaching()
        self.messages = Messages(self._agent_ready, self.answering, self._tree, self.rounds, self.outbox)
        self._archiving = Archiving(self._agent_ready, self._tree, self.rounds.live_turn)

    # -- opening and closing

    def open(self) -> asyncio.Task[Backend]:
        """Start opening store and models; call when the event loop runs and the window is painted."""
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())
        return self._opening

    async def _open(self) -> Backend:
        backend = await self._open_backend()
        backend.catalog.set_consents(self._settings.consents)
        self.learnt.attach(backend.catalog.facts)
        self.answering.attach(backend.catalog)
        self.keys.attach(backend.catalog)
        from stello_desktop.workspace.assembly import build_agent  # noqa: PLC0415 - the engine comes after the first paint
        from stello_desktop.workspace.memory_works import MemoryWorks  # noqa: PLC0415 - the same

        works = MemoryWorks(backend, self.answering, self._tree, lambda: self._settings, self.memory)
        self._agent = build_agent(
            backend,
            self._tree,
            self.answering,
            self.rounds,
            lambda: self._settings,
            works,
            self.services.listed_size,
        )
        self.profiles.start(await backend.library.list_profiles(), self._agent.profiles)
        self.inspection.attach(self._agent)
        self.skills.start(await backend.library.list_skills(), self._agent.skills)
        self.making.attach(works, self._agent)
        self.outbox.open()
        return backend

    async def _backend(self) -> Backend:
        return await asyncio.shield(self.open())

    async def ready(self) -> None:
        """Until everything works. Raises: StoreError where the store cannot be used."""
        await self._backend()

    async def _agent_ready(self) -> tuple[Agent, Backend]:
        backend = await self._backend()
        return self._agent, backend

    async def _tree_storage(self) -> TopologyStorage:
        return (await self._backend()).tree

    async def _catalog(self) -> ModelCatalog:
        return (await self._backend()).catalog

    async def _put_values(self, values: Mapping[str, Any]) -> None:
        await (await self._backend()).desk.put_values(values)

    async def shutdown(self) -> None:
        """Stop running answers (what arrived is kept), write what waits, close the store."""
        await self.skills.end()
        self.outbox.close()
        await self.rounds.stop_all(closing=True)
        await self.outbox.aclose()
        if self._opening is None:
            return
        try:
            backend = await self._backend()
        except Exception:  # noqa: BLE001 - it never opened; whoever asked for it has been told
            await self._view.end()
            return
        try:
            await self._view.flush()
            await self.making.aclose()
            await self.sending.aclose()
            await self._agent.aclose()
            await backend.catalog.aclose()
        finally:
            await backend.close()

    # -- settings and view state

    @property
    def settings(self) -> Settings:
        """The person's choices, now."""
        return self._settings

    async def change_settings(self, **changes: Any) -> None:
        """Use and keep other choices. Raises: ValueError for a value that does not exist."""
        self._settings = self._settings.with_changes(**changes)
        self.feed.publish(Changes(settings=True))
        values = self._settings.to_values()
        await self._put_values({name: values[name] for name in changes})

    @property
    def defaults(self) -> SerializableSessionConfig:
        """The lowest layer of every new conversation; never a model (M-10)."""
        return self._settings.session_defaults

    async def _named_skills(self) -> frozenset[str]:
        own = self.defaults.skills
        return (await self.skill_use.named()) | frozenset(() if own is UNSET else own)

    async def set_defaults(
        self, *, system_prompt: Maybe[str] = UNSET, skills: Maybe[tuple[str, ...]] = UNSET
    ) -> None:
        """Use and keep another lowest layer, whole: what is left out is unset. New conversations follow it."""
        cleaned = system_prompt if system_prompt is UNSET else clean_text(system_prompt)
        await self.change_settings(
            session_defaults=SerializableSessionConfig(system_prompt=cleaned, skills=skills)
        )

    def view_value(self, key: str, default: Any = None) -> Any:
        """How the person left a view."""
        return self._view.get(key, default)

    def put_view_value(self, key: str, value: Any) -> None:
        """Remember how the person left a view; written a moment later."""
        self._view.put(key, value)

    # -- the tree

    @property
    def topology(self) -> Topology:
        """All living conversations; a new value after each change."""
        return self._tree.topology

    @property
    def history(self) -> HistoryState:
        """What undo and redo would do."""
        return self._tree.history

    async def create_project(self, label: str, *, origin: Any = None) -> SessionId:
        """A new root. Raises: InvalidLabel."""
        session_id = new_session_id()
        strategy = StrategyKind(self._settings.strategy)
        await self._tree.apply(
            CreateProject(session_id, label, strategy=strategy, config=self.defaults), origin=origin
        )
        return session_id

    async def apply(self, command: Command, *, origin: Any = None) -> Step:
        """Commit a structural change; answers that run in what is deleted are stopped first.

        What is archived waits for the answers that run there (Q-1).
        """
        if isinstance(command, Delete):
            await self._stop_below(command.session_ids)
        if isinstance(command, SetArchived):
            change = partial(self._tree.apply, command, origin=origin)
            return await self._archiving.change(change, command.session_ids)
        return await self._tree.apply(command, origin=origin)

    async def _stop_below(self, session_ids: Sequence[SessionId]) -> None:
        topology = self.topology
        living = [item for item in session_ids if item in topology]
        await self.rounds.stop_all({inner for item in living for inner in topology.subtree(item)})

    async def _stop_answers(self, step: Step | None, trashing: frozenset[StepName]) -> None:
        if step is not None and step.name in trashing:
            await self._stop_below(step.session_ids)

    def talked_since(self, step: Step) -> SessionId | None:
        """Where something was said after this step, if anywhere: what came into being by it is more than it then was.

        Neither an undo nor a redo may then send it to the trash without a word (P-3, P-4).
        """
        living = [item for item in step.session_ids if item in self.topology]
        for session_id in (inner for item in living for inner in self.topology.subtree(item)):
            entry = self.topology[session_id]
            talked = entry.message_count > 0 and entry.last_active_at > step.made_at
            if talked or session_id in self.rounds.live_sessions:
                return session_id
        return None

    @property
    def kept_from_undo(self) -> SessionId | None:
        """What undo would send to the trash although something was said in it since; None where it may be done."""
        step = self.history.undo
        return self.talked_since(step) if step is not None and step.name in _TRASHED_BY_UNDO else None

    @property
    def kept_from_redo(self) -> SessionId | None:
        """What redo would send to the trash although something was said in it since it came back."""
        step = self.history.redo
        return self.talked_since(step) if step is not None and step.name in _TRASHED_BY_REDO else None

    async def let_stand(self, step: Step) -> bool:
        """What undo is kept from is left as it is, and undo goes on with what was done before it (P-4).

        Says whether it does. Not where what this step made lies in several places, since the steps before could then
        take away what one part of it hangs under.
        """
        talked = self.talked_since(step)
        if talked is None or not self.topology[talked].message_count:
            return False
        places = {self.topology.parent(item) for item in step.session_ids if item in self.topology}
        return len(places) == 1 and await self._tree.let_stand(step)

    async def undo(self, *, origin: Any = None) -> Step | None:
        """Take back the newest step; answers in what it sends to the trash are stopped first."""
        step = self.history.undo
        await self._stop_answers(step, _TRASHED_BY_UNDO)
        return await self._archiving.travel(partial(self._tree.undo, origin=origin), step)

    async def redo(self, *, origin: Any = None) -> Step | None:
        """Do the last undone step again; answers in what it sends to the trash are stopped first."""
        step = self.history.redo
        await self._stop_answers(step, _TRASHED_BY_REDO)
        return await self._archiving.travel(partial(self._tree.redo, origin=origin), step)

    async def set_folded(self, session_ids: Sequence[SessionId], folded: bool, *, origin: Any = None) -> None:
        """Fold or unfold on map and outline alike."""
        await self._tree.set_folded(session_ids, folded, origin=origin)
