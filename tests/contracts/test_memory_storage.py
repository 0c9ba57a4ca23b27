"""What every implementation of `MemoryStorage` and `ReflectionStorage` promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from stello_desktop.domain.commands import SetArchived
from stello_desktop.domain.errors import SessionNotFound
from stello_desktop.domain.ids import ServiceId, SessionId, new_session_id
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.memory import (
    Digest,
    DigestDraft,
    DigestGround,
    InsightDraft,
    InsightSource,
    InsightState,
    MemoryAuthor,
    MemoryKind,
    MemoryStorage,
    ReflectionStorage,
    SynthesisDraft,
)
from stello_desktop.domain.messages import RecordDraft, RecordState, Role
from stello_desktop.domain.ports import SessionStorage, StartedRound
from stello_desktop.domain.services import PRACTICE
from stello_desktop.domain.session import SessionStatus
from stello_desktop.engine.kept_memory import KeptMemory
from stello_desktop.engine.memory import MemoryStore
from stello_desktop.store.memory_storage import MemoryShelf
from stello_desktop.store.reflection_storage import ReflectionShelf
from tests.helpers.stores import StepClock, opened

NOBODY = new_session_id()
REF = ModelRef(ServiceId("acme"), "acme-1")


@dataclass
class Ground:
    """One implementation, and how a test makes conversations and rounds in it."""

    memory: MemoryStorage
    reflections: ReflectionStorage
    sessions: SessionStorage
    project: Callable[[str], Awaitable[SessionId]]
    archive: Callable[[SessionId], Awaitable[None]]

    async def ask(self, session_id: SessionId, question: str, *, replaces: int | None = None) -> StartedRound:
        return await self.sessions.start_round(session_id, question, replaces=replaces)

    async def answer(self, started: StartedRound, text: str, state: RecordState = RecordState.DONE) -> None:
        draft = RecordDraft(role=Role.ASSISTANT, content="", state=RecordState.PENDING)
        (record,) = await self.sessions.append(started.session_id, [draft], round=started)
        await self.sessions.finish_record(record.record_id, content=text, state=state)
        used = await self.sessions.list_waiting_insights(started.session_id)
        await self.sessions.end_round(started, state, consumed=[item.insight_id for item in used])

    async def say(self, session_id: SessionId, question: str, answer: str) -> None:
        await self.answer(await self.ask(session_id, question), answer)

    async def digest(self, session_id: SessionId, text: str, **values: object) -> Digest:
        """A digest of everything that is there, by a model unless a test says otherwise."""
        ground = await self.memory.digest_ground(session_id)
        draft = DigestDraft(
            session_id=session_id, text=text, author=MemoryAuthor.MODEL, covers=ground.covers, model=REF
        )
        written = await self.memory.put_digest(replace(draft, **values))  # type: ignore[arg-type]
        assert written is not None
        return written

    async def texts(self, ground: DigestGround) -> list[str]:
        return [record.content for record in ground.records]


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[Ground]:
    async with opened(folder) as store:
        clock = StepClock()

        async def archive(session_id: SessionId) -> None:
            await store.tree.apply(SetArchived((session_id,), archived=True))

        yield Ground(
            MemoryShelf(store.database, now=clock),
            ReflectionShelf(store.database, now=clock),
            store.sessions,
            store.project,
            archive,
        )


@asynccontextmanager
async def in_memory(folder: Path) -> AsyncIterator[Ground]:
    store = MemoryStore()
    kept = KeptMemory(store)

    async def project(label: str) -> SessionId:
        return store.add(label)

    async def archive(session_id: SessionId) -> None:
        store.set_status(session_id, SessionStatus.ARCHIVED)

    yield Ground(kept, kept, store, project, archive)


type Opener = Callable[[Path], AbstractAsyncContextManager[Ground]]
type Run = Callable[[Callable[[Ground], Awaitable[None]]], None]


@pytest.fixture(params=[on_disk, in_memory], ids=["disk", "memory"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    open_ground: Opener = request.param

    def run_on(test: Callable[[Ground], Awaitable[None]]) -> None:
        async def main() -> None:
            async with open_ground(tmp_path / "store") as ground:
                await test(ground)

        asyncio.run(main())

    return run_on


# -- what is not made


def test_what_is_not_made_is_kept_one_by_one_in_the_order_of_asking(run: Run) -> None:
    """D-3: of everything there is one too; a change keeps its place, and the others stay as they are."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("Plan")
        one, two, all_of_it = (
            (MemoryKind.DIGEST, plan),
            (MemoryKind.REFLECTION, plan),
            (MemoryKind.REFLECTION, None),
        )
        assert not await ground.memory.list_unmade()
        await ground.memory.put_unmade({one: {"a": 1}, all_of_it: {"text": "\u6587"}})
        await ground.memory.put_unmade({two: {}})
        await ground.memory.put_unmade({one: {"a": None}})
        found = await ground.memory.list_unmade()
        assert list(found.items()) == [(one, {"a": None}), (all_of_it, {"text": "\u6587"}), (two, {})]
        await ground.memory.put_unmade({all_of_it: None, (MemoryKind.DIGEST, NOBODY): None})
        await ground.memory.put_unmade({})
        assert list(await ground.memory.list_unmade()) == [one, two]
        await ground.memory.put_unmade({(MemoryKind.DIGEST, NOBODY): {}})
        assert (MemoryKind.DIGEST, NOBODY) in await ground.memory.list_unmade()

    run(test)


# -- digests


def test_a_digest_is_made_from_what_is_settled(run: Run) -> None:
    """D-4, K-1: neither a round that runs nor a message that waits is part of it."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        await ground.say(plan, "one?", "one.")
        running = await ground.ask(plan, "two?")
        seen = await ground.memory.digest_ground(plan)
        assert await ground.texts(seen) == ["one?", "one."]
        assert seen.covers.rounds == 1
        await ground.answer(running, "two.")
        seen = await ground.memory.digest_ground(plan)
        assert await ground.texts(seen) == ["one?", "one.", "two?", "two."]
        assert (seen.covers.rounds, seen.fresh, seen.version, seen.changed) == (2, 0, 0, True)
        assert seen.covers.last_record == seen.records[-1].record_id

    run(test)


def test_memory_is_replaced_and_its_versions_are_kept(run: Run) -> None:
    """K-1."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        await ground.say(plan, "one?", "one.")
        first = await ground.digest(plan, "first")
        assert (first.version, first.author, first.model, first.outdated) == (
            1,
            MemoryAuthor.MODEL,
            REF,
            False,
        )
        await ground.say(plan, "two?", "two.")
        second = await ground.digest(plan, "second \ud800 words", author=MemoryAuthor.HAND, model=None)
        assert (second.version, second.by_hand, second.text) == (2, True, "second \ufffd words")
        assert second.made_at > first.made_at
        versions = await ground.memory.digest_versions(plan)
        assert [(item.version, item.text) for item in versions] == [(2, second.text), (1, "first")]
        assert await ground.memory.get_digests(lambda: [plan]) == (second,)

    run(test)


def test_what_is_new_is_known_by_its_place(run: Run) -> None:
    """D-4: what a digest was made from is not read again, unless it is no longer the same."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        await ground.say(plan, "one?", "one.")
        await ground.digest(plan, "first")
        await ground.say(plan, "two?", "two.")
        seen = await ground.memory.digest_ground(plan)
        assert [record.content for record in seen.records[seen.fresh :]] == ["two?", "two."]
        assert seen.changed
        await ground.answer(await ground.ask(plan, "one, in other words?", replaces=1), "one again.")
        seen = await ground.memory.digest_ground(plan)
        assert seen.fresh == 0
        assert await ground.texts(seen) == ["one, in other words?", "one again.", "two?", "two."]
        await ground.digest(plan, "second")
        await ground.say(plan, "three?", "three.")
        assert (await ground.memory.digest_ground(plan)).fresh == 4
        await ground.answer(await ground.ask(plan, "one, once more?", replaces=1), "one at last.")
        assert (await ground.memory.digest_ground(plan)).fresh == 0  # although its last message is there

    run(test)


def test_nothing_new_is_nothing_changed(run: Run) -> None:
    """D-4: not by reading, not by a summary, not by a reminder, not by an answer that is still growing."""

    async def test(ground: Ground) -> None:
        plan, other = await ground.project("plan"), await ground.project("other")
        await ground.say(plan, "one?", "one.")
        assert await ground.memory.list_changed(lambda: [plan, other]) == (plan,)
        digest = await ground.digest(plan, "first")
        assert await ground.memory.list_changed(lambda: [plan, other]) == ()
        await ground.memory.put_insight(InsightDraft(session_id=plan, text="a reminder"))
        started = await ground.ask(plan, "two?")
        assert not (await ground.memory.digest_ground(plan)).changed
        assert await ground.memory.get_digests(lambda: [plan]) == (digest,)
        await ground.answer(started, "", RecordState.STOPPED)
        assert await ground.memory.list_changed(lambda: [other, plan]) == (plan,)
        assert (await ground.memory.digest_ground(plan)).changed
        (outdated,) = await ground.memory.get_digests(lambda: [plan])
        assert outdated == replace(digest, outdated=True)

    run(test)


def test_a_conversation_without_a_question_of_its_own_has_nothing_to_summarise(run: Run) -> None:
    """D-4, F-10: what a branch inherited was summarised where it was said."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        seen = await ground.memory.digest_ground(plan)
        assert not seen.changed
        assert seen.records == ()
        assert await ground.memory.list_changed(lambda: [plan]) == ()

    run(test)


def test_how_much_the_next_digest_reads_is_known_by_lengths(run: Run) -> None:
    """D-1, C-6: all of a short history, of a long one what is new; only what counts, in any script."""

    async def test(ground: Ground) -> None:
        plan, other, empty = [await ground.project(name) for name in ("plan", "other", "empty")]
        await ground.say(plan, "one?", "w" * 4_000)
        await ground.say(other, "问题？", "回答" * 500)

        async def sizes() -> dict[SessionId, int]:
            return await ground.memory.digest_sizes(lambda: [plan, other, empty, NOBODY])

        assert await sizes() == {plan: pytest.approx(1_001, abs=2), other: pytest.approx(1_003, abs=3)}
        await ground.digest(plan, "first")
        assert (await sizes())[plan] == pytest.approx(1_001, abs=2)
        await ground.say(plan, "two?", "w" * 40_000)
        assert (await sizes())[plan] == pytest.approx(10_001, abs=2)
        await ground.answer(await ground.ask(plan, "two?", replaces=2), "w" * 80_000)
        assert (await sizes())[plan] == pytest.approx(20_001, abs=2)
        await ground.digest(plan, "second")
        assert (await sizes())[plan] == 0
        await ground.digest(plan, "third", model=ModelRef(PRACTICE, "practice"))
        assert (await sizes())[plan] == pytest.approx(21_002, abs=3)

    run(test)


def test_notes_and_changed_versions_are_changes(run: Run) -> None:
    """D-4, R-14, R-15."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        await ground.say(plan, "one?", "one.")
        await ground.digest(plan, "first")
        await ground.sessions.append(plan, [RecordDraft(role=Role.USER, content="a note")])
        assert await ground.memory.list_changed(lambda: [plan]) == (plan,)
        await ground.digest(plan, "second")
        assert await ground.memory.list_changed(lambda: [plan]) == ()
        await ground.answer(await ground.ask(plan, "one?", replaces=1), "one, better.")
        assert await ground.memory.list_changed(lambda: [plan]) == (plan,)
        await ground.digest(plan, "third")
        await ground.ask(plan, "one, once more?", replaces=1)  # what was said there counts no longer
        assert await ground.memory.list_changed(lambda: [plan]) == (plan,)

    run(test)


def test_a_digest_is_written_only_over_the_one_that_was_read(run: Run) -> None:
    """K-4: what a person wrote meanwhile is not overwritten."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        await ground.say(plan, "one?", "one.")
        seen = await ground.memory.digest_ground(plan)
        draft = DigestDraft(
            session_id=plan, text="by a model", author=MemoryAuthor.MODEL, covers=seen.covers, model=REF
        )
        await ground.digest(plan, "by hand", author=MemoryAuthor.HAND, model=None)
        assert await ground.memory.put_digest(draft, replaces=seen.version) is None
        assert [item.text for item in await ground.memory.digest_versions(plan)] == ["by hand"]
        assert await ground.memory.put_digest(draft, replaces=1) is not None

    run(test)


def test_the_same_words_are_no_version_of_their_own(run: Run) -> None:
    """K-1, D-4."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        await ground.say(plan, "one?", "one.")
        await ground.digest(plan, "same")
        await ground.say(plan, "two?", "two.")
        again = await ground.digest(plan, "same")
        assert (again.version, again.outdated, again.covers.rounds) == (1, False, 2)
        by_hand = await ground.digest(plan, "same", author=MemoryAuthor.HAND)
        assert by_hand.version == 2

    run(test)


def test_digests_come_in_the_order_asked_for_and_empty_ones_not_at_all(run: Run) -> None:
    """K-1, C-8."""

    async def test(ground: Ground) -> None:
        a, b, c = [await ground.project(label) for label in "abc"]
        for item, text in ((a, "A"), (b, "B"), (c, "")):
            await ground.digest(item, text)
        found = await ground.memory.get_digests(lambda: [b, NOBODY, a, c, b])
        assert [digest.text for digest in found] == ["B", "A"]

    run(test)


def test_unknown_conversations_are_not_found(run: Run) -> None:
    """Q-3."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        seen = await ground.memory.digest_ground(plan)
        draft = DigestDraft(session_id=NOBODY, text="x", author=MemoryAuthor.HAND, covers=seen.covers)
        synthesis = SynthesisDraft(scope=NOBODY, text="x", author=MemoryAuthor.HAND)
        for call in (
            ground.memory.digest_ground(NOBODY),
            ground.memory.put_digest(draft),
            ground.memory.digest_versions(NOBODY),
            ground.memory.put_insight(InsightDraft(session_id=NOBODY, text="x")),
            ground.memory.list_insights(NOBODY),
            ground.reflections.put_reflection(synthesis),
            ground.reflections.synthesis_versions(NOBODY),
            ground.reflections.pin_synthesis(None, NOBODY),
        ):
            with pytest.raises(SessionNotFound):
                await call

    run(test)


# -- reminders


def test_a_reminder_keeps_where_it_came_from_and_where_it_went(run: Run) -> None:
    """C-4."""

    async def test(ground: Ground) -> None:
        plan, other = await ground.project("plan"), await ground.project("other")
        draft = InsightDraft(
            session_id=plan, text="use euros", source=InsightSource.RESULT, from_session=other
        )
        insight = await ground.memory.put_insight(draft)
        assert (insight.source, insight.from_session, insight.state) == (
            InsightSource.RESULT,
            other,
            InsightState.WAITING,
        )
        assert await ground.sessions.list_waiting_insights(plan) == (insight,)
        await ground.say(plan, "one?", "one.")
        (delivered,) = await ground.memory.list_insights(plan)
        assert (delivered.state, delivered.delivered_round) == (InsightState.DELIVERED, 1)
        assert delivered.delivered_at is not None
        assert await ground.sessions.list_waiting_insights(plan) == ()

    run(test)


def test_removed_reminders_do_not_wait_and_can_come_back(run: Run) -> None:
    """C-4, K-4."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        insight = await ground.memory.put_insight(InsightDraft(session_id=plan, text="use euros"))
        removed = await ground.memory.set_insight_removed(insight.insight_id, removed=True)
        assert removed is not None
        assert removed.state is InsightState.REMOVED
        assert await ground.memory.set_insight_removed(insight.insight_id, removed=True) is None
        assert await ground.sessions.list_waiting_insights(plan) == ()
        assert await ground.memory.edit_insight(insight.insight_id, "other words") is None
        back = await ground.memory.set_insight_removed(insight.insight_id, removed=False)
        assert back == insight
        assert await ground.sessions.list_waiting_insights(plan) == (insight,)
        await ground.say(plan, "one?", "one.")
        for removed_or_not in (True, False):
            assert await ground.memory.set_insight_removed(insight.insight_id, removed_or_not) is None
        assert await ground.memory.edit_insight(insight.insight_id, "too late") is None

    run(test)


def test_other_words_wait_in_the_place_of_the_old_ones(run: Run) -> None:
    """C-4, K-4: provenance stays, and the old words are gone from every list."""

    async def test(ground: Ground) -> None:
        plan, other = await ground.project("plan"), await ground.project("other")
        draft = InsightDraft(
            session_id=plan, text="use euros", source=InsightSource.REFLECTION, from_session=other
        )
        old = await ground.memory.put_insight(draft)
        new = await ground.memory.edit_insight(old.insight_id, "use dollars")
        assert new is not None
        assert new.edited_at is not None
        assert (new.source, new.from_session, new.created_at) == (old.source, other, old.created_at)
        assert await ground.sessions.list_waiting_insights(plan) == (new,)
        assert await ground.memory.list_insights(plan) == (new,)
        assert await ground.memory.set_insight_removed(old.insight_id, removed=False) is None

    run(test)


def test_words_that_change_while_a_round_runs_are_not_consumed_by_it(run: Run) -> None:
    """C-4: none is lost. The naive way changes the row in place, and the round that read the old words eats the new."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        old = await ground.memory.put_insight(InsightDraft(session_id=plan, text="use euros"))
        started = await ground.ask(plan, "one?")
        new = await ground.memory.edit_insight(old.insight_id, "use dollars")
        assert new is not None
        await ground.sessions.end_round(started, RecordState.DONE, consumed=[old.insight_id])
        assert await ground.sessions.list_waiting_insights(plan) == (new,)
        first, second = await ground.memory.list_insights(plan)
        assert (first, second.text, second.state) == (new, "use euros", InsightState.DELIVERED)

    run(test)


def test_what_went_along_is_delivered_even_if_it_was_removed_meanwhile(run: Run) -> None:
    """C-4."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        insight = await ground.memory.put_insight(InsightDraft(session_id=plan, text="use euros"))
        started = await ground.ask(plan, "one?")
        await ground.memory.set_insight_removed(insight.insight_id, removed=True)
        await ground.sessions.end_round(started, RecordState.DONE, consumed=[insight.insight_id])
        (told,) = await ground.memory.list_insights(plan)
        assert told.state is InsightState.DELIVERED
        assert await ground.memory.set_insight_removed(insight.insight_id, removed=False) is None

    run(test)


def test_reminders_of_all_conversations_come_newest_first(run: Run) -> None:
    """C-4."""

    async def test(ground: Ground) -> None:
        a, b = await ground.project("a"), await ground.project("b")
        for item, text in ((a, "1"), (b, "2"), (a, "3")):
            await ground.memory.put_insight(InsightDraft(session_id=item, text=text))
        assert [item.text for item in await ground.memory.list_insights()] == ["3", "2", "1"]
        assert [item.text for item in await ground.memory.list_insights(a)] == ["3", "1"]
        assert [item.text for item in await ground.memory.list_insights(limit=2)] == ["3", "2"]

    run(test)


# -- syntheses


def test_a_reflection_is_written_with_its_reminders(run: Run) -> None:
    """K-2: reminders for nobody and for archived conversations are left out, the rest is written."""

    async def test(ground: Ground) -> None:
        plan, other, old = [await ground.project(label) for label in ("plan", "other", "old")]
        await ground.archive(old)
        drafts = [
            InsightDraft(session_id=item, text=f"for {name}", source=InsightSource.REFLECTION)
            for item, name in ((other, "other"), (NOBODY, "nobody"), (old, "old"), (plan, "plan"))
        ]
        reflected = await ground.reflections.put_reflection(
            SynthesisDraft(
                scope=plan, text="all of it", author=MemoryAuthor.MODEL, model=REF, count=2, mark="m"
            ),
            drafts,
        )
        assert reflected is not None
        assert [item.session_id for item in reflected.insights] == [other, plan]
        assert await ground.reflections.list_syntheses() == (reflected.synthesis,)
        synthesis = reflected.synthesis
        assert (synthesis.version, synthesis.count, synthesis.mark, synthesis.model) == (1, 2, "m", REF)
        assert [item.text for item in await ground.sessions.list_waiting_insights(other)] == ["for other"]

    run(test)


def test_syntheses_keep_their_versions_each_in_its_scope(run: Run) -> None:
    """K-2, K-4."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        for scope, text in ((plan, "one"), (None, "whole"), (plan, "two")):
            draft = SynthesisDraft(scope=scope, text=text, author=MemoryAuthor.MODEL, model=REF)
            assert await ground.reflections.put_reflection(draft) is not None
        assert [item.text for item in await ground.reflections.list_syntheses()] == ["whole", "two"]
        versions = await ground.reflections.synthesis_versions(plan)
        assert [(item.version, item.text) for item in versions] == [(2, "two"), (1, "one")]
        assert [item.version for item in await ground.reflections.synthesis_versions(None)] == [1]
        late = SynthesisDraft(scope=plan, text="late", author=MemoryAuthor.MODEL, model=REF)
        assert await ground.reflections.put_reflection(late, replaces=1) is None
        assert [item.text for item in await ground.reflections.list_syntheses()] == ["whole", "two"]

    run(test)


def test_a_reflection_that_comes_too_late_leaves_no_reminder_either(run: Run) -> None:
    """K-2: everything in one transaction."""

    async def test(ground: Ground) -> None:
        plan = await ground.project("plan")
        draft = SynthesisDraft(scope=None, text="late", author=MemoryAuthor.MODEL, model=REF)
        reminder = InsightDraft(session_id=plan, text="late too", source=InsightSource.REFLECTION)
        assert await ground.reflections.put_reflection(draft, [reminder], replaces=3) is None
        assert await ground.memory.list_insights() == ()

    run(test)


def test_a_synthesis_is_pinned_to_one_conversation(run: Run) -> None:
    """K-2."""

    async def test(ground: Ground) -> None:
        plan, other = await ground.project("plan"), await ground.project("other")
        await ground.reflections.put_reflection(
            SynthesisDraft(scope=None, text="whole", author=MemoryAuthor.MODEL, model=REF)
        )
        for to in (plan, other, None):
            await ground.reflections.pin_synthesis(None, to)
            (synthesis,) = await ground.reflections.list_syntheses()
            assert synthesis.pinned_to == to

    run(test)


def test_what_conversations_answer_with_is_told_of_many_at_once(run: Run) -> None:
    """M-10, T-8: None is the person's default; who does not exist is left out."""

    async def test(ground: Ground) -> None:
        plan, other, quiet = [await ground.project(name) for name in ("plan", "other", "quiet")]
        for session_id, model in ((plan, REF), (other, None)):
            bindings = await ground.sessions.get_bindings(session_id)
            await ground.sessions.put_bindings(session_id, replace(bindings, model=model))
        asked = [plan, NOBODY, other, quiet]
        assert await ground.reflections.models_of(lambda: asked) == {plan: REF, other: None, quiet: None}
        assert await ground.reflections.models_of(lambda: [plan]) == {plan: REF}

    run(test)


def test_who_may_read_is_remembered_for_each_conversation(run: Run) -> None:
    """M-10."""

    async def test(ground: Ground) -> None:
        plan, other = await ground.project("plan"), await ground.project("other")
        acme, apex = ServiceId("acme"), ServiceId("apex")
        await ground.reflections.allow_reader([plan, NOBODY], acme)
        await ground.reflections.allow_reader([plan], apex)
        await ground.reflections.allow_reader([plan], acme)
        assert await ground.reflections.readers_of(lambda: [plan, other]) == {plan: {acme, apex}}

    run(test)
