"""What every implementation of `ContextStorage` promises (C-3, C-6 to C-8)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from stello_desktop.domain.context_state import (
    KEPT_PARTS,
    ContextChoices,
    ContextState,
    ContextStorage,
    EarlierPart,
    SummaryAuthor,
)
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import RecordId, ServiceId, SessionId, new_session_id
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.engine.context_memory import MemoryContext
from stello_desktop.store.context_storage import ContextStore
from tests.helpers.stores import opened


@dataclass
class Ground:
    storage: ContextStorage
    session_id: SessionId


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[Ground]:
    async with opened(folder) as store:
        yield Ground(ContextStore(store.database), await store.project())


@asynccontextmanager
async def in_memory(folder: Path) -> AsyncIterator[Ground]:
    session_id = new_session_id()
    yield Ground(MemoryContext(lambda item: item == session_id), session_id)


type Story = Callable[[ContextStorage, SessionId], Awaitable[None]]
type Run = Callable[[Story], None]


@pytest.fixture(params=[on_disk, in_memory], ids=["disk", "memory"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    def run_on(story: Story) -> None:
        async def main() -> None:
            async with request.param(tmp_path / "store") as ground:
                await story(ground.storage, ground.session_id)

        asyncio.run(main())

    return run_on


FULL = EarlierPart(
    covered=4,
    last=RecordId(9),
    mark="m1",
    text="They agreed on June. 他们说定了六月。",
    author=SummaryAuthor.HAND,
    model=ModelRef(ServiceId("acme"), "large"),
    made_at=12.5,
)
REF = ModelRef(ServiceId("acme"), "large")


def test_a_new_conversation_has_nothing(run: Run) -> None:
    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        assert await storage.get_context(session_id) == ContextState()

    run(story)


def test_unknown_conversations_are_not_found(run: Run) -> None:
    """Q-3."""

    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        nobody = new_session_id()
        for call in (
            storage.get_context(nobody),
            storage.put_choices(nobody, ContextChoices()),
            storage.put_earlier(nobody, FULL),
            storage.forget_earlier(nobody),
            storage.put_ratio(nobody, REF, 1.0),
        ):
            with pytest.raises(SessionNotFound):
                await call

    run(story)


def test_choices_are_kept_whole(run: Run) -> None:
    """C-3, C-8: on, off and *as in the workspace* are three things."""

    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        for outline in (True, False, None):
            choices = ContextChoices(read_references=True, share_outline=outline)
            await storage.put_choices(session_id, choices)
            assert (await storage.get_context(session_id)).choices == choices

    run(story)


def test_summaries_come_back_as_they_were_the_newest_first(run: Run) -> None:
    """C-7."""

    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        left_out = EarlierPart(
            covered=6,
            last=RecordId(12),
            mark="m2",
            author=SummaryAuthor.NOBODY,
            code="provider.server",
            detail="500",
        )
        await storage.put_earlier(session_id, FULL)
        await storage.put_earlier(session_id, left_out)
        assert (await storage.get_context(session_id)).earlier == (left_out, FULL)
        rewritten = replace(FULL, text="June.", author=SummaryAuthor.HAND)
        await storage.put_earlier(session_id, rewritten)
        assert (await storage.get_context(session_id)).earlier == (rewritten, left_out)

    run(story)


def test_only_the_newest_summaries_are_kept(run: Run) -> None:
    """C-7."""

    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        for number in range(KEPT_PARTS + 3):
            await storage.put_earlier(session_id, replace(FULL, mark=f"m{number}"))
        marks = [part.mark for part in (await storage.get_context(session_id)).earlier]
        assert marks == [f"m{number}" for number in range(KEPT_PARTS + 2, 2, -1)]

    run(story)


def test_nothing_is_written_over_what_was_changed_meanwhile(run: Run) -> None:
    """C-7, K-4: a summary that was made from something else leaves what a person wrote or removed."""

    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        made = replace(FULL, mark="m2", text="Made.")
        assert not await storage.put_earlier(session_id, made, expects=(FULL,))
        assert await storage.put_earlier(session_id, FULL, expects=())
        by_hand = replace(FULL, text="Mine.")
        assert await storage.put_earlier(session_id, by_hand)
        assert not await storage.put_earlier(session_id, made, expects=(FULL,))
        assert (await storage.get_context(session_id)).earlier == (by_hand,)
        assert await storage.put_earlier(session_id, made, expects=[by_hand])
        assert (await storage.get_context(session_id)).earlier == (made, by_hand)
        await storage.forget_earlier(session_id)
        assert not await storage.put_earlier(session_id, FULL, expects=(made, by_hand))
        assert (await storage.get_context(session_id)).choices.whole

    run(story)


def test_a_row_of_another_version_of_the_program_makes_nothing_unreadable(tmp_path: Path) -> None:
    """C-7: a damaged or newer author is read as one that is known."""

    async def main() -> None:
        async with opened(tmp_path) as store:
            storage, session_id = ContextStore(store.database), await store.project()
            await storage.put_earlier(session_id, FULL)
            await storage.put_earlier(session_id, replace(FULL, mark="m2", text=""))
            await store.database.transact(
                lambda connection: connection.exec_driver_sql(
                    "UPDATE earlier_part SET author = 'committee'"
                ).close()
            )
            authors = [part.author for part in (await storage.get_context(session_id)).earlier]
            assert authors == [SummaryAuthor.NOBODY, SummaryAuthor.MODEL]

    asyncio.run(main())


def test_removing_sends_everything_until_the_next_summary(run: Run) -> None:
    """C-7: and what else was chosen stays."""

    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        await storage.put_choices(session_id, ContextChoices(read_references=True))
        await storage.put_earlier(session_id, FULL)
        await storage.forget_earlier(session_id)
        state = await storage.get_context(session_id)
        assert state.earlier == ()
        assert state.choices == ContextChoices(read_references=True, whole=True)
        await storage.put_earlier(session_id, FULL)
        assert (await storage.get_context(session_id)).choices == ContextChoices(read_references=True)

    run(story)


def test_how_models_count_is_kept_by_model(run: Run) -> None:
    """C-6: the newest counts."""

    async def story(storage: ContextStorage, session_id: SessionId) -> None:
        other = replace(REF, model="small")
        await storage.put_ratio(session_id, REF, 1.25)
        await storage.put_ratio(session_id, other, 0.5)
        await storage.put_ratio(session_id, REF, 1.5)
        assert (await storage.get_context(session_id)).ratios == {REF: 1.5, other: 0.5}

    run(story)
