"""The tree of errors, each class seen raised by what a person or a program can do, with the sentence it becomes.

A class without a story here fails `test_every_class_has_a_story`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtWidgets import QApplication

from stello_desktop.domain import errors as tree
from stello_desktop.domain.commands import AddRef, Reparent
from stello_desktop.domain.config import EngineForkOptions, ForkProfile
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.session import SessionStatus
from stello_desktop.engine.parts import EngineOptions
from stello_desktop.engine.templates import prompt_function
from stello_desktop.llm.catalog import Catalog
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from stello_desktop.store.boot import open_store
from stello_desktop.ui import errors
from tests.helpers.keyrings import MemoryKeyring, a_key_store
from tests.helpers.servers import ReplayServer, error_reply
from tests.helpers.stores import opened
from tests.helpers.workspaces import a_service, open_workspace
from tests.unit.engine.desk import Desk

NOBODY = SessionId("nobody")


async def unknown_profile(folder: Path) -> None:
    desk = Desk()
    await desk.agent.fork_session(desk.plan, EngineForkOptions(label="B", profile="poet"))


async def missing_variables(folder: Path) -> None:
    desk = Desk()
    desk.agent.profiles.register("p", ForkProfile(system_prompt_fn=prompt_function("{region} and {year}")))
    options = EngineForkOptions(label="B", profile="p", profile_vars={"other": "x"})
    await desk.agent.fork_session(desk.plan, options)


async def split_refused(folder: Path) -> None:
    desk = Desk()
    desk.options = EngineOptions(guard_on=True)
    await desk.agent.fork_session(desk.plan, EngineForkOptions(label="B"))


async def session_not_found(folder: Path) -> None:
    await Desk().agent.turn(NOBODY, "Hi")


async def session_archived(folder: Path) -> None:
    desk = Desk()
    desk.store.set_status(desk.plan, SessionStatus.ARCHIVED)
    await desk.agent.turn(desk.plan, "Hi")


async def topology_cycle(folder: Path) -> None:
    async with opened(folder) as store:
        ids = await store.a_tree("main > a > b")
        await store.tree.apply(Reparent((ids["main"],), ids["b"]))


async def fork_config(folder: Path) -> None:
    desk = Desk()
    await desk.agent.fork_session(desk.plan, EngineForkOptions(label="B", context="everything"))


async def invalid_label(folder: Path) -> None:
    desk = Desk()
    await desk.agent.fork_session(desk.plan, EngineForkOptions(label=" \n "))


async def invalid_address(folder: Path) -> None:
    catalog = Catalog()
    try:
        catalog.normalise_url("ftp://example.com")
    finally:
        await catalog.aclose()


async def invalid_key(folder: Path) -> None:
    async with open_workspace(folder) as workspace:
        await a_service(workspace, "Cloud", key="sk-\u043a")


async def key_not_removed(folder: Path) -> None:
    keyring = MemoryKeyring()
    async with open_workspace(folder, keys=a_key_store(keyring)) as workspace:
        service_id = await a_service(workspace, "Cloud", key="sk-CANARY-1234567890")
        keyring.mode = "locked"
        await workspace.services.remove(service_id)


async def memory_not_made(folder: Path) -> None:
    async with open_workspace(folder) as workspace:
        plan = await workspace.create_project("Plan")
        turn = workspace.rounds.start(plan, "Hi")
        await turn.wait()
        workspace.making.summarise([plan])
        await workspace.making.settle()
        await workspace.making.reflect(plan)
        await workspace.making.settle()
        (work,) = workspace.making.work
        assert work.error is not None
        raise work.error


async def invalid_reference(folder: Path) -> None:
    async with opened(folder) as store:
        ids = await store.a_tree("main > a")
        await store.tree.apply(AddRef(ids["a"], ids["main"]))


async def broken_rule(folder: Path) -> None:
    desk = Desk()
    await desk.agent.retry(desk.plan).result


async def provider(folder: Path) -> None:
    async with ReplayServer([error_reply(401, {"error": {"message": "no such key"}})]) as server:
        model = OpenAICompatibleModel(
            ModelRef(ServiceId("s"), "large"), server.base_url, fixed_key(Secret("sk-1"))
        )
        desk = Desk(model=model)
        await desk.agent.turn(desk.plan, "Hi")


async def store_of_a_later_version(folder: Path) -> None:
    open_store(folder).lock.release()
    connection = sqlite3.connect(folder / "stello.db")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    open_store(folder)


class Case(NamedTuple):
    """What is done, and what comes of it; ``params`` are those that a sentence or a test may rely on."""

    story: Callable[[Path], Awaitable[None]]
    error: type[StelloError]
    code: str
    params: dict[str, object]


CASES = [
    Case(unknown_profile, tree.UnknownProfile, "unknown_profile", {"profile": "poet"}),
    Case(
        missing_variables,
        tree.MissingTemplateVariables,
        "missing_template_variables",
        {"names": ("region", "year")},
    ),
    Case(split_refused, tree.SplitRefused, "split_refused", {"reason": "min_turns", "wait_rounds": 3}),
    Case(session_not_found, tree.SessionNotFound, "session_not_found", {"session_id": NOBODY}),
    Case(session_archived, tree.SessionArchived, "session_archived", {}),
    Case(topology_cycle, tree.TopologyCycle, "topology_cycle", {}),
    Case(fork_config, tree.ForkConfigError, "fork_config", {"reason": "context"}),
    Case(invalid_label, tree.InvalidLabel, "invalid_label", {}),
    Case(invalid_address, tree.InvalidAddress, "invalid_address", {"reason": "scheme"}),
    Case(invalid_key, tree.InvalidKey, "invalid_key", {"character": "\u043a"}),
    Case(key_not_removed, tree.KeyNotRemoved, "key_not_removed", {"service": "Cloud"}),
    Case(memory_not_made, tree.MemoryNotMade, "memory_not_made", {"reason": "practice"}),
    Case(invalid_reference, tree.InvalidReference, "invalid_reference", {}),
    Case(broken_rule, tree.BrokenRule, "broken_rule", {}),
    Case(provider, tree.ProviderError, "provider.auth", {"model": "large", "status": 401}),
    Case(store_of_a_later_version, tree.StoreError, "store.newer_version", {"version": 999}),
]


def raised(story: Callable[[Path], Awaitable[None]], folder: Path) -> StelloError:
    async def play() -> None:
        await story(folder)

    with pytest.raises(StelloError) as caught:
        asyncio.run(play())
    return caught.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.error.__name__)
def test_what_goes_wrong_has_a_class_a_stable_code_and_a_sentence(
    qapp: QApplication, case: Case, tmp_path: Path
) -> None:
    """Section 15: UnknownProfile, MissingTemplateVariables, SplitRefused, SessionNotFound, SessionArchived.

    And TopologyCycle, ForkConfigError, ProviderError, StoreError, with those of our own.
    """
    error = raised(case.story, tmp_path)
    assert type(error) is case.error
    assert error.full_code == case.code
    assert {name: error.params.get(name) for name in case.params} == case.params
    assert str(error)
    assert error.full_code in errors.known_codes()
    sentence = errors.sentence(error)
    assert sentence.endswith(".")
    assert "%" not in sentence
    assert str(error) not in sentence, "a person reads sentences, not what developers are told"


def test_every_class_has_a_story() -> None:
    """Section 15: an error that nobody can cause has no place in the tree."""
    classes = {
        kind for kind in vars(tree).values() if isinstance(kind, type) and issubclass(kind, StelloError)
    }
    assert {case.error for case in CASES} == classes - {StelloError}
