"""What is known without changing anything: what a conversation is told, what a branch would be, a profile's mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import UNSET
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.services import ServiceKind
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.feed import ChangeFeed
from stello_desktop.workspace.profiles import Profiles
from stello_desktop.workspace.services import ServiceDesk

if TYPE_CHECKING:
    from stello_desktop.domain.facts import SessionFacts
    from stello_desktop.domain.preview import Problem
    from stello_desktop.engine.agent import Agent
    from stello_desktop.engine.checks import Surroundings
    from stello_desktop.workspace.backend import Backend
    from stello_desktop.workspace.ground import BranchGround


class Inspection:
    """Reads with the parts of the engine that work too; they are imported when they are first needed."""

    def __init__(
        self,
        opened: Callable[[], Awaitable[tuple[Agent, Backend]]],
        answering: Answering,
        services: ServiceDesk,
        profiles: Profiles,
        feed: ChangeFeed,
    ) -> None:
        self._opened = opened
        self._answering = answering
        self._services = services
        self._profiles = profiles
        self._agent: Agent | None = None
        self._revisions: Counter[SessionId] = Counter()
        feed.subscribe(self._follow)

    def attach(self, agent: Agent) -> None:
        """The engine is there."""
        self._agent = agent

    def _follow(self, changes: Changes) -> None:
        self._revisions.update(changes.placed | changes.touched | changes.records)

    async def facts(self, session_id: SessionId) -> SessionFacts:
        """Everything about a conversation but its messages (C-5). Raises: SessionNotFound."""
        agent, backend = await self._opened()
        from stello_desktop.workspace.facts import read_facts  # noqa: PLC0415 - the engine comes after the first paint

        return await read_facts(agent, backend.sessions, self._answering, self._profiles, session_id)

    async def inherited_summary(self, session_id: SessionId) -> str:
        """What a branch began with in the place of messages; empty for none (F-5). Raises: SessionNotFound."""
        _, backend = await self._opened()
        return (await backend.sessions.get_bindings(session_id)).inherited_summary

    async def ground(
        self, source: SessionId | None, *, until: RecordId | None = None, edited: bool = False
    ) -> BranchGround:
        """What a branch would be made of, read once; its `preview` answers at each key (M-7).

        Args:
            source: None for an imagined conversation without instructions, messages or service.
            until, edited: *Branch from here*, as in `Branches.open`.

        Raises: SessionNotFound, ForkConfigError where ``until`` is no message of the conversation.
        """
        agent, backend = await self._opened()
        from stello_desktop.workspace.ground import BranchGround, BranchWorld  # noqa: PLC0415 - the same

        world = BranchWorld(
            self._answering,
            self._profiles,
            lambda: self._around(agent),
            self._answering.model_of,
            agent.profiles,
            self._revisions.__getitem__,
        )
        before = 0 if source is None else self._revisions[source]
        ground = await agent.branch_ground(source, until=until, before=edited)
        summary = "" if source is None else (await backend.sessions.get_bindings(source)).inherited_summary
        return BranchGround(source, ground, world, before, began_with_summary=bool(summary))

    def check_profile(self, profile: SavedProfile) -> tuple[Problem, ...]:
        """What is wrong with a profile as it stands, saved or not; nothing before the store is open."""
        if self._agent is None:
            return ()
        from stello_desktop.engine.checks import check_profile  # noqa: PLC0415 - the same

        return check_profile(profile, self._profiles.all, self._around(self._agent))

    def _around(self, agent: Agent) -> Surroundings:
        """What exists now."""
        from stello_desktop.engine.checks import Surroundings  # noqa: PLC0415 - the same

        services = self._answering.services
        return Surroundings(
            skills=tuple(skill.name for skill in agent.skills.list_skills()),
            services=services,
            models={
                service.service_id: [model.name for model in self._services.known_models(service)]
                for service in services
            },
            can_summarise=self._can_summarise(agent),
            context_tokens=self._context_tokens,
        )

    def _can_summarise(self, agent: Agent) -> bool:
        """Whether a conversation that answers with the person's default could be summarised (F-5)."""
        own = agent.defaults().compress_fn is not UNSET
        return own or self._answering.default.kind is not ServiceKind.PRACTICE

    def _context_tokens(self, ref: ModelRef | None) -> int | None:
        """What the model has shown, else what its service says of it."""
        service = self._answering.default if ref is None else self._answering.service_named(ref)
        wanted = ModelRef(service.service_id, service.model)
        shown = self._answering.model_of(wanted).context_tokens
        return self._services.listed_size(wanted) if shown is None else shown
