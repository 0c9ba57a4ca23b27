"""What is known about branches before they exist: their ground, their profiles' mistakes, and who would see what."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import UNSET
from stello_desktop.domain.facts import SessionFacts
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.preview import Problem
from stello_desktop.domain.services import Service, ServiceKind
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.checks import Surroundings, check_profile
from stello_desktop.workspace.facts import read_facts
from stello_desktop.workspace.ground import BranchGround, BranchWorld

if TYPE_CHECKING:
    from stello_desktop.workspace.answering import Answering
    from stello_desktop.workspace.backend import Backend
    from stello_desktop.workspace.feed import ChangeFeed
    from stello_desktop.workspace.profiles import Profiles
    from stello_desktop.workspace.services import ServiceDesk


class BranchDesk:
    """Made once the store is open; lives as long as the workspace."""

    def __init__(
        self,
        agent: Agent,
        backend: Backend,
        answering: Answering,
        services: ServiceDesk,
        profiles: Profiles,
        feed: ChangeFeed,
    ) -> None:
        self._agent = agent
        self._backend = backend
        self._answering = answering
        self._services = services
        self._profiles = profiles
        self._revisions: Counter[SessionId] = Counter()
        self._world = BranchWorld(
            answering,
            profiles,
            self.around,
            answering.model_of,
            agent.profiles,
            self._revisions.__getitem__,
        )
        feed.subscribe(self._follow)

    def _follow(self, changes: Changes) -> None:
        self._revisions.update(changes.placed | changes.touched | changes.records)

    async def ground(
        self, source: SessionId | None, *, until: RecordId | None = None, edited: bool = False
    ) -> BranchGround:
        """Read what a branch would be made of. Raises: SessionNotFound, ForkConfigError for ``until``."""
        before = 0 if source is None else self._revisions[source]
        ground = await self._agent.branch_ground(source, until=until, before=edited)
        return BranchGround(source, ground, self._world, before)

    async def facts(self, session_id: SessionId) -> SessionFacts:
        """Everything about a conversation but its messages. Raises: SessionNotFound."""
        return await read_facts(
            self._agent, self._backend.sessions, self._answering, self._profiles, session_id
        )

    def check(self, profile: SavedProfile) -> tuple[Problem, ...]:
        """What is wrong with a profile as it stands, saved or not."""
        return check_profile(profile, self._profiles.all, self.around())

    def around(self) -> Surroundings:
        """What exists now."""
        services = self._answering.services
        return Surroundings(
            skills=tuple(skill.name for skill in self._agent.skills.list_skills()),
            services=services,
            models={
                service.service_id: [model.name for model in self._services.known_models(service)]
                for service in services
            },
            can_summarise=self._can_summarise(),
            context_tokens=self._context_tokens,
        )

    def _can_summarise(self) -> bool:
        """Whether a conversation that answers with the person's default could be summarised (F-5)."""
        own = self._agent.defaults().compress_fn is not UNSET
        return own or self._answering.default.kind is not ServiceKind.PRACTICE

    def _context_tokens(self, ref: ModelRef | None) -> int | None:
        """What the model has shown, else what its service says of it."""
        service = self._answering.default if ref is None else self._answering.service_named(ref)
        wanted = ModelRef(service.service_id, service.model)
        shown = self._answering.model_of(wanted).context_tokens
        if shown is not None:
            return shown
        return self._services.listed_size(wanted)

    async def leaves_for(self, source: SessionId, model: ModelRef | None) -> Service | None:
        """The other service that would see text of ``source`` in a conversation with this model (M-10)."""
        own = (await self._backend.sessions.get_bindings(source)).model
        return self._answering.leaves_for(own, model)
