"""Every case of composing, previewed, forked and sent: what a real server receives is what was shown (M-7, C-5)."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.commands import CreateProject
from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.config import EngineForkOptions, SerializableSessionConfig, SessionConfig
from stello_desktop.domain.ids import ServiceId, SessionId, new_session_id
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import NOBODY, ModelRequest
from stello_desktop.domain.model_facts import ModelFacts, ModelPlace
from stello_desktop.domain.topology import Topology
from stello_desktop.engine.agent import Agent
from stello_desktop.engine.hooks import EngineEvent, SessionForked
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.skills import Skill
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.wire import write_body
from tests.cases.test_compose_cases import ORIGINAL, OWN, Case, fields_of, profile_of
from tests.helpers.servers import ReplayServer, reply, text_events
from tests.helpers.stores import OpenedStore, opened

QUESTION = "Where do we begin? 从哪里开始？"
RUN_TIME = frozenset({"llm", "tools", "consolidateFn", "compressFn"})
"""Fields for which the cases have letters instead of things that run."""


async def no_key() -> Secret:
    return Secret("")


class Ground:
    """An agent over a real store, whose model is a real client of a real server."""

    def __init__(self, store: OpenedStore, server: ReplayServer) -> None:
        self.store = store
        self.server = server
        self.topology = Topology()
        self.options = EngineOptions()
        self.defaults = SessionConfig()
        self.model = OpenAICompatibleModel(ModelRef(ServiceId("home"), "small"), server.base_url, no_key)
        self.agent = Agent(
            sessions=store.sessions,
            forks=store.forks,
            topology=lambda: self.topology,
            resolve_model=lambda session_id: self.model,
            options=lambda: self.options,
            defaults=lambda: self.defaults,
            listener=self.listen,
            idle_ttl_s=0,
        )
        self.agent.skills.register(Skill("a", "does a", "how to do a"))
        self.agent.skills.register(Skill("x", "does x", "how to do x"))

    def listen(self, event: EngineEvent) -> None:
        if isinstance(event, SessionForked):
            self.topology = self.topology.updated([event.entry])

    async def project(self, config: SerializableSessionConfig, *, talked: bool) -> SessionId:
        session_id = new_session_id()
        applied = await self.store.tree.apply(CreateProject(session_id, "Plan <1>", config=config))
        self.topology = self.topology.updated(applied.changed)
        if talked:
            await self.store.say(session_id, "One?", "Two.")
        return session_id

    def sent(self) -> str:
        """What the last request carried, as it was written on the wire."""
        body = self.server.requests[-1].json
        return json.dumps({name: body.get(name) for name in ("messages", "tools")}, ensure_ascii=False)


def written(request: ModelRequest) -> str:
    """What a request would look like on the wire."""
    body = write_body(request, ModelPlace(NOBODY, "", "small"), ModelFacts())
    return json.dumps({name: body.get(name) for name in ("messages", "tools")}, ensure_ascii=False)


def options_of(case: Case, number: int) -> EngineForkOptions:
    """The case's own, with a context in turn where it says nothing of it."""
    options = EngineForkOptions(**fields_of(case["forkOptions"]))
    return options if options.context else replace(options, context=("none", "inherit")[number % 2])


async def check(ground: Ground, case: Case, number: int) -> None:
    ground.options = EngineOptions(share_outline=number % 3 == 0, fold_opening=number % 5 == 0)
    ground.defaults = SessionConfig(**fields_of(case.get("defaults") or {}))
    options = options_of(case, number)
    profile = profile_of(case)
    if profile is not None:
        ground.agent.profiles.register(case["forkOptions"]["profile"], profile)
    parent = SerializableSessionConfig(**fields_of(case.get("parent") or {}))
    source = await ground.project(parent, talked=options.context == "inherit")
    shown = (await ground.agent.branch_ground(source)).preview(profile, options, QUESTION)
    entry = await ground.agent.fork_session(source, options)
    await ground.agent.turn(entry.session_id, QUESTION)
    assert ground.sent() == written(shown.built.request), case["id"]
    tools = [part.name for part in shown.built.parts if part.kind is PartKind.TOOL]
    assert tools == [tool["function"]["name"] for tool in ground.server.requests[-1].json["tools"]]
    assert sum(part.tokens for part in shown.built.parts) == shown.built.tokens, case["id"]
    frozen = await ground.store.sessions.get_config(entry.session_id)
    assert frozen == SerializableSessionConfig.of(shown.plan.config), case["id"]


def runnable(case: Case) -> bool:
    """Whether a case speaks only of what can really be sent."""
    layers: list[dict[str, Any]] = [
        case.get(name) or {} for name in ("defaults", "parent", "profile", "forkOptions")
    ]
    return "missing" not in case and not any(RUN_TIME.intersection(layer) for layer in layers)


@pytest.mark.slow
def test_what_was_previewed_is_what_a_server_receives(tmp_path: Path) -> None:
    """M-1 to M-8, C-1, C-3, C-5, S-1: all cases of the original, and our own that can be sent."""
    cases = [*ORIGINAL, *(case for case in OWN if runnable(case))]
    assert len(cases) > len(ORIGINAL) == 189

    async def work() -> None:
        answer = reply(text_events("Fine."))
        async with opened(tmp_path) as store, ReplayServer([answer]) as server:
            ground = Ground(store, server)
            for number, case in enumerate(cases):
                await check(ground, case, number)
            assert len(server.requests) == len(cases)

    asyncio.run(work())
