"""Tokens and money of conversations and whole branches: nothing twice, nothing forgotten, unknown never zero."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from stello_desktop.domain.commands import Delete, Reparent
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, ReasoningDelta, StreamEnd, TextDelta, UsageReport
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest, Usage
from stello_desktop.domain.services import ModelPrice
from stello_desktop.domain.usage import Money, Purpose, Spent, cost_of, total_cost_of, total_of
from stello_desktop.llm.scripted import ScriptedModel, Step, text_reply
from stello_desktop.store.migrations import MIGRATIONS, migrate
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.stores import query
from tests.helpers.workspaces import a_service, open_workspace

FAR = ServiceId("far")


def counted(sent: int, answered: int) -> Sequence[Step]:
    return (TextDelta("Hi"), UsageReport(Usage(sent, answered)), StreamEnd(EndReason.COMPLETE))


def run(folder: Path, story: Callable[[Workspace], Awaitable[None]], *replies: Sequence[Step]) -> None:
    async def told() -> None:
        model = ScriptedModel(replies, ref=ModelRef(FAR, "m"), repeat_last=True)
        async with open_workspace(folder, models={"Far": model}) as workspace:
            await a_service(workspace, "Far")
            await story(workspace)

    asyncio.run(told())


async def ask(workspace: Workspace, session_id: SessionId, text: str = "hello") -> None:
    await workspace.rounds.start(session_id, text).wait()


async def tokens(workspace: Workspace, session_id: SessionId, *, below: bool = False) -> tuple[int, int, int]:
    """Answers, sent and answered tokens."""
    total = total_of(await workspace.messages.spent(session_id, below=below))
    return (0, 0, 0) if total is None else (total.answers, total.sent_tokens, total.answered_tokens)


def test_every_call_counts_once_versions_that_are_not_chosen_too(tmp_path: Path) -> None:
    """R-14: an answer that was replaced was paid for all the same."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await ask(workspace, project)
        await ask(workspace, project)
        await workspace.rounds.retry(project).wait()
        assert await tokens(workspace, project) == (3, 111, 6)

    run(tmp_path, story, counted(1, 1), counted(10, 2), counted(100, 3))


def test_what_a_branch_inherited_is_not_paid_for_twice(tmp_path: Path) -> None:
    """F-5: the copies belong to the answer that they were made from."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await ask(workspace, project)
        branch = await workspace.branches.open(project, "Branch", context="inherit")
        assert await tokens(workspace, branch) == (0, 0, 0)
        await ask(workspace, branch)
        assert await tokens(workspace, branch) == (1, 10, 2)
        assert await tokens(workspace, project) == (1, 1, 1)
        assert await tokens(workspace, project, below=True) == (2, 11, 3)

    run(tmp_path, story, counted(1, 1), counted(10, 2))


def test_the_sum_follows_the_tree_and_leaves_out_the_trash(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        first, second = await workspace.create_project("First"), await workspace.create_project("Second")
        branch = await workspace.branches.open(first, "Branch")
        for session_id in (first, second, branch):
            await ask(workspace, session_id)
        assert await tokens(workspace, first, below=True) == (2, 20, 4)
        await workspace.apply(Reparent((branch,), second))
        assert await tokens(workspace, first, below=True) == (1, 10, 2)
        assert await tokens(workspace, second, below=True) == (2, 20, 4)
        await workspace.apply(Delete((branch,)))
        assert await tokens(workspace, second, below=True) == (1, 10, 2)
        await workspace.undo()
        assert await tokens(workspace, second, below=True) == (2, 20, 4)
        await workspace.apply(Delete((branch,)))
        await workspace.trash.empty()
        assert await tokens(workspace, second, below=True) == (1, 10, 2)

    run(tmp_path, story, counted(10, 2))


def test_q2_a_service_that_does_not_count_is_estimated_by_its_own_name(tmp_path: Path) -> None:
    """Q2."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        await ask(workspace, project)
        (line,) = await workspace.messages.spent(project)
        assert (line.service_id, line.model, line.estimated, line.unknown) == (FAR, "m", 1, 0)
        assert line.about
        assert line.sent_tokens > 0
        assert line.answered_tokens > 0

    run(tmp_path, story, text_reply("An answer of some length"))


def test_a_stopped_answer_has_cost_something_too(tmp_path: Path) -> None:
    """R-9."""

    async def story(workspace: Workspace) -> None:
        project = await workspace.create_project("Launch")
        turn = workspace.rounds.start(project, "hello")
        async with asyncio.timeout(5):
            while not turn.events:  # noqa: ASYNC110 - a turn is read
                await asyncio.sleep(0.001)
        turn.stop()
        await turn.wait()
        (line,) = await workspace.messages.spent(project)
        assert line.about
        assert line.sent_tokens > 0

    run(tmp_path, story, [TextDelta("word ")] * 3000)


def test_the_practice_assistant_costs_nothing_and_counts_nothing(tmp_path: Path) -> None:
    async def told() -> None:
        async with open_workspace(tmp_path) as workspace:
            project = await workspace.create_project("Launch")
            await ask(workspace, project)
            assert await workspace.messages.spent(project, below=True) == ()

    asyncio.run(told())


def test_a_store_of_an_older_version_is_counted_when_it_is_opened(tmp_path: Path) -> None:
    """What was kept with the answers before is not lost."""
    old = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    try:
        migrate(old, MIGRATIONS[:2])
        old.execute(
            "INSERT INTO session (session_id, ord, label, status, turn_count, message_count, created_at, updated_at,"
            " last_active_at, folded, layout, strategy, flags, waiting_insights, config, bindings)"
            " VALUES ('a', 0, 'x', 'active', 0, 0, 0, 0, 0, 0, 'star', 'hierarchical', 0, 0, '', '')"
        )
        for round_no, usage in (
            (1, '{"promptTokens": 5, "completionTokens": 2}'),
            (0, '{"promptTokens": 70, "completionTokens": 70}'),
            (2, '{"promptTokens": 9, "completionTokens": null}'),
            (3, ""),
        ):
            old.execute(
                "INSERT INTO record (session_id, round_no, version, role, kind, state, content, reasoning, tool_calls,"
                " tool_call_id, tool_name, model, usage, error_code, error_detail, created_at)"
                " VALUES ('a', ?, 1, 'assistant', 'message', 'done', '', '', '', '', '', 'm', ?, '', '', 0)",
                (round_no, usage),
            )
        migrate(old)
        assert old.execute("SELECT * FROM spent").fetchall() == [("", "m", 1, 2, 0, 1, 14, 2)]
    finally:
        old.close()


LONG = "word " * 400


def told_by_purpose(request: ModelRequest) -> Sequence[Step]:
    """An answer of its own size for each thing that a model is asked for."""
    system = request.messages[0].content
    for mark, reply, sent in (
        ("You write short summaries", "They talked.", 20),
        ("You read the summaries", '{"synthesis": "All.", "insights": []}', 300),
        ("You state what", "Take the mill.", 4_000),
        ("You shorten conversations", "In short.", 50_000),
    ):
        if mark in system:
            return (TextDelta(reply), UsageReport(Usage(sent, 1)), StreamEnd(EndReason.COMPLETE))
    return (TextDelta("Hi"), UsageReport(Usage(1, 1)), StreamEnd(EndReason.COMPLETE))


def by_purpose(lines: Sequence[Spent]) -> dict[Purpose, tuple[int, int]]:
    """Calls and sent tokens."""
    return {line.purpose: (line.answers, line.sent_tokens) for line in lines}


def test_an_overview_of_everything_is_part_of_a_sum_too(tmp_path: Path) -> None:
    """D-1: that of the project of which most was read, so that no request is missing where all projects are added."""

    async def main() -> None:
        model = ScriptedModel([told_by_purpose], ref=ModelRef(FAR, "m"), repeat_last=True)
        async with open_workspace(tmp_path, models={"Far": model}) as workspace:
            await a_service(workspace, "Far")
            small, large = await workspace.create_project("Small"), await workspace.create_project("Large")
            branch = await workspace.branches.open(large, "Branch")
            for item in (small, large, branch):
                await ask(workspace, item)
            workspace.making.summarise([small, large, branch])
            await workspace.making.settle()
            await workspace.making.reflect(None)
            await workspace.making.settle()
            assert Purpose.REFLECTION not in by_purpose(await workspace.messages.spent(small, below=True))
            spent = by_purpose(await workspace.messages.spent(large, below=True))
            assert spent[Purpose.REFLECTION] == (1, 300)

    asyncio.run(main())


def test_what_is_asked_for_beside_the_answers_is_counted_and_told_apart(tmp_path: Path) -> None:
    """D-1, Q2: digests, reflections, results and shortening; where they were asked for, over a restart, in the sum below."""

    async def main() -> None:
        model = ScriptedModel([told_by_purpose], ref=ModelRef(FAR, "m"), repeat_last=True)
        async with open_workspace(tmp_path, models={"Far": model}) as workspace:
            await a_service(workspace, "Far")
            project = await workspace.create_project("Launch")
            branch = await workspace.branches.open(project, "Branch")
            await ask(workspace, branch)
            workspace.making.summarise([branch])
            await workspace.making.settle()
            await workspace.making.reflect(project)
            await workspace.making.settle()
            await workspace.results.propose(branch)
            await workspace.branches.open(branch, "Short", context="compress")
        async with open_workspace(tmp_path, models={"Far": model}) as workspace:
            own = by_purpose(await workspace.messages.spent(branch))
            assert own == {
                Purpose.ANSWER: (1, 1),
                Purpose.DIGEST: (1, 20),
                Purpose.RESULT: (1, 4_000),
                Purpose.EARLIER: (1, 50_000),
            }
            assert by_purpose(await workspace.messages.spent(project)) == {Purpose.REFLECTION: (1, 300)}
            below = by_purpose(await workspace.messages.spent(project, below=True))
            assert below == {**own, Purpose.REFLECTION: (1, 300)}
            assert await tokens(workspace, project, below=True) == (5, 54_321, 5)
            await workspace.apply(Delete((branch,)))
            await workspace.trash.empty()
            assert by_purpose(await workspace.messages.spent(project, below=True)) == {
                Purpose.REFLECTION: (1, 300)
            }
        assert query(tmp_path, "SELECT count(*) FROM spent_beside") == [(1,)]

    asyncio.run(main())


def test_a_summary_that_a_round_needs_is_counted_beside_its_answer(tmp_path: Path) -> None:
    """C-7, Q2."""

    async def main() -> None:
        model = ScriptedModel(
            [told_by_purpose], ref=ModelRef(FAR, "m"), repeat_last=True, context_tokens=2_500
        )
        async with open_workspace(tmp_path, models={"Far": model}) as workspace:
            await a_service(workspace, "Far")
            project = await workspace.create_project("Launch")
            for _ in range(5):
                await ask(workspace, project, LONG)
            found = by_purpose(await workspace.messages.spent(project))
            assert found[Purpose.ANSWER] == (5, 5)
            assert found[Purpose.EARLIER] == (len(model.requests) - 5, (len(model.requests) - 5) * 50_000)
            assert len(model.requests) > 5

    asyncio.run(main())


@pytest.mark.parametrize(
    ("reply", "counted"),
    [
        ((TextDelta("Half"), StreamEnd(EndReason.INTERRUPTED)), (1, 1, 0)),
        ((TextDelta("Half"), UsageReport(Usage(7, None)), StreamEnd(EndReason.INTERRUPTED)), (1, 1, 0)),
        ((ReasoningDelta("Hm"), StreamEnd(EndReason.COMPLETE)), (1, 1, 0)),
        (ProviderError(ProviderErrorKind.AUTH), None),
        ((StreamEnd(EndReason.PROVIDER_ERROR, ProviderErrorKind.SERVER),), None),
    ],
)
def test_a_request_that_came_to_nothing_is_counted_where_something_came(
    tmp_path: Path, reply: Any, counted: tuple[int, int, int] | None
) -> None:
    """Q2: what broke off was paid for, what was refused was not."""

    async def main() -> None:
        model = ScriptedModel(["Hi", reply], ref=ModelRef(FAR, "m"))
        async with open_workspace(tmp_path, models={"Far": model}) as workspace:
            await a_service(workspace, "Far")
            project = await workspace.create_project("Launch")
            await ask(workspace, project)
            with pytest.raises(ProviderError):
                await workspace.results.propose(project)
            found = [
                (line.answers, line.estimated, line.unknown)
                for line in await workspace.messages.spent(project)
                if line.purpose is Purpose.RESULT
            ]
            assert found == ([] if counted is None else [counted])

    asyncio.run(main())


def test_a_request_that_is_given_up_is_counted(tmp_path: Path) -> None:
    """R-9, Q2: as far as it had come."""

    async def main() -> None:
        model = ScriptedModel(["Hi", "a b c " * 2_000], ref=ModelRef(FAR, "m"))
        async with open_workspace(tmp_path, models={"Far": model}) as workspace:
            await a_service(workspace, "Far")
            project = await workspace.create_project("Launch")
            await ask(workspace, project)
            heard = asyncio.Event()
            proposing = asyncio.ensure_future(workspace.results.propose(project, lambda _: heard.set()))
            await heard.wait()
            proposing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await proposing
            (line,) = [
                line for line in await workspace.messages.spent(project) if line.purpose is Purpose.RESULT
            ]
            assert (line.answers, line.about) == (1, True)
            assert 0 < line.answered_tokens < 3_000
            assert line.sent_tokens > 0

    asyncio.run(main())


def test_a_count_that_cannot_be_kept_costs_nobody_their_summary(tmp_path: Path) -> None:
    """Q2."""

    async def main() -> None:
        model = ScriptedModel(["Hi", "Take the mill."], ref=ModelRef(FAR, "m"))
        async with open_workspace(tmp_path, models={"Far": model}) as workspace:
            await a_service(workspace, "Far")
            project = await workspace.create_project("Launch")
            await ask(workspace, project)
            backend = await workspace.open()
            await backend.usage._database.transact(  # type: ignore[attr-defined]
                lambda connection: connection.exec_driver_sql(
                    "CREATE TRIGGER full BEFORE INSERT ON spent_beside BEGIN SELECT RAISE(ABORT, 'full'); END"
                ).close()
            )
            assert (await workspace.results.propose(project)).text == "Take the mill."

    asyncio.run(main())


def line(sent: int, answered: int, *, model: str = "m", estimated: int = 0, unknown: int = 0) -> Spent:
    return Spent(FAR, model, 1, estimated, unknown, sent, answered)


def price(sent: str | None, answered: str | None, currency: str = "$") -> ModelPrice:
    return ModelPrice(
        model="m",
        input_per_million=None if sent is None else Decimal(sent),
        output_per_million=None if answered is None else Decimal(answered),
        currency=currency,
    )


@pytest.mark.parametrize(
    ("used", "charged", "cost"),
    [
        (line(1_000_000, 500_000), price("2.50", "10"), Money(Decimal("7.5"), "$")),
        (line(1, 1), price("0.15", "0.60"), Money(Decimal("0.00000075"), "$")),
        (line(1000, 0), price("0", "0"), Money(Decimal(0), "$")),
        (line(1_000_000, 5, estimated=1), price("1", "0"), Money(Decimal(1), "$", about=True)),
        (line(1_000_000, 5, unknown=1), price("1", "0"), Money(Decimal(1), "$", at_least=True)),
        (line(1_000_000, 5), price("1", None), Money(Decimal(1), "$", at_least=True)),
        (line(1_000_000, 0), price("1", None), Money(Decimal(1), "$")),
        (line(10, 10), price(None, None), None),
        (line(10, 10), None, None),
    ],
)
def test_money_is_exact_and_says_what_is_missing(
    used: Spent, charged: ModelPrice | None, cost: Money | None
) -> None:
    assert cost_of(used, charged) == cost


def test_a_sum_over_something_without_a_price_is_at_least_that_and_none_is_none() -> None:
    prices = {"a": price("1", "1"), "b": price("2", "2", "€"), "c": price("3", "3")}
    lines = [line(1_000_000, 0, model=model) for model in ("a", "b", "c")]

    def price_of(ref: ModelRef) -> ModelPrice | None:
        return prices.get(ref.model)

    assert total_cost_of(lines, price_of) == (Money(Decimal(4), "$"), Money(Decimal(2), "€"))
    lines.append(line(5, 5, model="nobody knows"))
    assert [money.at_least for money in total_cost_of(lines, price_of)] == [True, True]
    assert total_cost_of(lines[3:], price_of) == ()
    assert total_cost_of([], price_of) == ()
