"""Long conversations in a real workspace (C-6 to C-8)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stello_desktop.domain.commands import AddRef
from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.context_state import ContextChoices, SummaryAuthor
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import CompressionEnded, CompressionStarted
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.preview import PreviewRequest
from stello_desktop.llm.scripted import ScriptedModel, text_reply
from stello_desktop.workspace.sending_desk import size_with
from stello_desktop.workspace.turns import TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import a_service, open_workspace

LIMIT = 4_000
LONG = "word " * 320


def speaks(*, summary: str | None = "They talked about words.", limit: int | None = LIMIT) -> ScriptedModel:
    """Answers at length; asked for a summary it gives one, or fails."""

    def reply(request: ModelRequest) -> object:
        if "You shorten conversations" in request.messages[0].content:
            return text_reply(summary) if summary is not None else ProviderError(ProviderErrorKind.SERVER)
        return text_reply(LONG)

    return ScriptedModel([reply], repeat_last=True, context_tokens=limit)  # type: ignore[list-item]


async def talk(workspace: Workspace, session_id: SessionId, rounds: int) -> None:
    for number in range(rounds):
        turn = workspace.rounds.start(session_id, f"{number} {LONG}")
        await turn.wait()
        assert turn.state is TurnState.DONE, turn.error


def test_the_conversations_own_model_summarises_and_a_restart_finds_the_summary(tmp_path: Path) -> None:
    """C-7, M-10: stored; nobody is asked for it twice."""

    async def main() -> None:
        model = speaks()
        async with open_workspace(tmp_path, model) as workspace:
            session_id = await workspace.create_project("Plan")
            await talk(workspace, session_id, 5)
            records = await workspace.messages.list_records(session_id)
            part = await workspace.sending.earlier_part(session_id, records)
            assert part is not None
            assert (part.text, part.author) == ("They talked about words.", SummaryAuthor.MODEL)
            assert len(records) == 10
        asked = sum("You shorten" in item.messages[0].content for item in model.requests)
        async with open_workspace(tmp_path, model) as workspace:
            turn = workspace.rounds.start(session_id, "Short.")
            await turn.wait()
            assert "They talked about words." in model.requests[-1].messages[0].content
        assert sum("You shorten" in item.messages[0].content for item in model.requests) == asked > 0

    asyncio.run(main())


def test_a_summary_is_edited_removed_and_brought_back(tmp_path: Path) -> None:
    """C-7: each shows at once in what would be sent."""

    async def main() -> None:
        async with open_workspace(tmp_path, speaks()) as workspace:
            session_id = await workspace.create_project("Plan")
            await talk(workspace, session_id, 5)
            sending = workspace.sending

            async def sent() -> str:
                return "\n".join(
                    part.text for part in (await workspace.sending.next_request(session_id, "Now?")).parts
                )

            part = await sending.earlier_part(session_id, await workspace.messages.list_records(session_id))
            assert part is not None
            await sending.write_earlier(session_id, part, "  In my words.  ")
            assert "In my words." in await sent()
            assert "They talked" not in await sent()
            await sending.write_earlier(session_id, part, "   ")
            assert "In my words." in await sent()
            await sending.remove_earlier(session_id)
            assert "In my words." not in await sent()
            assert (await sending.size(session_id)).whole
            assert (
                await sending.earlier_part(session_id, await workspace.messages.list_records(session_id))
                is None
            )
            await sending.bring_earlier_back(session_id, part)
            assert "They talked about words." in await sent()
            assert not (await sending.size(session_id)).whole

    asyncio.run(main())


def test_what_was_left_out_is_told_and_can_be_summarised_later(tmp_path: Path) -> None:
    """C-7: the events of the answer say so."""

    async def main() -> None:
        failing = speaks(summary=None)
        async with open_workspace(tmp_path, failing) as workspace:
            session_id = await workspace.create_project("Plan")
            await talk(workspace, session_id, 5)
            turn = workspace.rounds.live_turn(session_id)
            assert turn is not None
            told = [e for e in turn.events if isinstance(e, CompressionStarted | CompressionEnded)]
            assert told == [
                CompressionStarted(),
                CompressionEnded(6, left_out=True, code="provider.server"),
            ]
            with pytest.raises(ProviderError):
                await workspace.sending.summarise_earlier(session_id)
        async with open_workspace(tmp_path, speaks(summary="Late.")) as workspace:
            await workspace.sending.summarise_earlier(session_id)
            part = await workspace.sending.earlier_part(
                session_id, await workspace.messages.list_records(session_id)
            )
            assert part is not None
            assert (part.text, part.left_out) == ("Late.", False)

    asyncio.run(main())


def test_closing_ends_a_late_summary(tmp_path: Path) -> None:
    """Fault 74, C-7: its request is gone before the store is, and nothing of it is written."""

    async def main() -> None:
        async with open_workspace(tmp_path, speaks(summary=None)) as workspace:
            plan = await workspace.create_project("Plan")
            await talk(workspace, plan, 5)
        slow = ScriptedModel(["Late."], delay_s=60, context_tokens=LIMIT)
        async with open_workspace(tmp_path, slow) as workspace:
            late = asyncio.ensure_future(workspace.sending.summarise_earlier(plan))
            while not slow.requests:  # noqa: ASYNC110 - the request is on its way
                await asyncio.sleep(0.001)
            await workspace.shutdown()
            assert late.cancelled()
            assert slow.cancelled == 1
        async with open_workspace(tmp_path, slow) as workspace:
            records = await workspace.messages.list_records(plan)
            part = await workspace.sending.earlier_part(plan, records)
            assert part is not None
            assert part.left_out

    asyncio.run(main())


def test_a_branch_that_brings_the_conversation_along_shows_its_summary_and_makes_none(tmp_path: Path) -> None:
    """F-5, C-5, C-7: on disk, over a restart, as its preview said, whatever becomes of that of its source."""

    async def main() -> None:
        model = speaks()
        async with open_workspace(tmp_path, model) as workspace:
            plan = await workspace.create_project("Plan")
            await talk(workspace, plan, 5)
            ground = await workspace.inspection.ground(plan)
            wanted = PreviewRequest(label="Costs", context="inherit", first_message="And the costs?")
            promised = ground.preview(wanted).request.messages
            asked = len(model.requests)
            branch = await workspace.branches.open(plan, "Costs", context="inherit")
            await workspace.sending.remove_earlier(plan)
            assert len(model.requests) == asked
        async with open_workspace(tmp_path, model) as workspace:
            records = await workspace.messages.list_records(branch)
            part = await workspace.sending.earlier_part(branch, records)
            assert part is not None
            assert "They talked about words." in part.text
            assert 0 < part.covered < len(records)
            await workspace.rounds.start(branch, "And the costs?").wait()
            assert len(model.requests) == asked + 1
            assert model.requests[-1].messages == promised

    asyncio.run(main())


def test_a_branch_begins_with_a_summary_by_its_sources_own_model(tmp_path: Path) -> None:
    """F-5, M-10: the same way to a summary."""

    async def main() -> None:
        async with open_workspace(tmp_path, models={"here": speaks()}) as workspace:
            plan = await workspace.create_project("Plan")
            await a_service(workspace, "here")
            await talk(workspace, plan, 1)
            assert (await workspace.inspection.ground(plan)).can_sum_up
            child = await workspace.branches.open(plan, "Venue", context="compress")
            parts = (await workspace.sending.next_request(child, "Hi")).parts
            (summary,) = [part.text for part in parts if part.kind is PartKind.INHERITED_SUMMARY]
            assert "They talked about words." in summary
            assert await workspace.messages.list_records(child) == ()

    asyncio.run(main())


def test_the_size_of_the_next_request_counts_what_is_typed(tmp_path: Path) -> None:
    """C-6: and is the size of what is then sent."""

    async def main() -> None:
        model = speaks()
        async with open_workspace(tmp_path, model) as workspace:
            session_id = await workspace.create_project("Plan")
            await talk(workspace, session_id, 2)
            size = await workspace.sending.size(session_id)
            whole = await workspace.sending.next_request(session_id, LONG)
            assert size.limit == LIMIT
            assert size_with(size, LONG) == whole.tokens
            assert size_with(size, "  ") == size.tokens < whole.tokens
        async with open_workspace(tmp_path, speaks(limit=None)) as workspace:
            assert (await workspace.sending.size(session_id)).limit is None

    asyncio.run(main())


def test_a_conversation_reads_the_digests_of_what_it_refers_to(tmp_path: Path) -> None:
    """C-8: the switch, the order of the references, and only what is in force."""

    async def main() -> None:
        async with open_workspace(tmp_path, speaks()) as workspace:
            plan = await workspace.create_project("Plan")
            budget, venue = await workspace.create_project("Budget"), await workspace.create_project("Venue")
            await workspace.memory.write_digest(budget, "60,000 in all.")
            await workspace.memory.write_digest(venue, "The mill.")
            await workspace.apply(AddRef(plan, venue))
            await workspace.apply(AddRef(plan, budget))

            async def references() -> list[str]:
                parts = (await workspace.sending.next_request(plan, "Hi")).parts
                return [part.text for part in parts if part.kind is PartKind.REFERENCES]

            assert await references() == []
            await workspace.sending.choose(plan, read_references=True)
            (block,) = await references()
            assert block.index("The mill.") < block.index("60,000 in all.")
            await workspace.undo()
            assert "60,000" not in (await references())[0]
        async with open_workspace(tmp_path, speaks()) as workspace:
            assert (await workspace.sending.choices(plan)) == ContextChoices(read_references=True)
            assert "The mill." in (await references_of(workspace, plan))

    async def references_of(workspace: Workspace, plan: SessionId) -> str:
        parts = (await workspace.sending.next_request(plan, "Hi")).parts
        return "".join(part.text for part in parts if part.kind is PartKind.REFERENCES)

    asyncio.run(main())


def test_two_that_refer_to_each_other_read_one_digest_each(tmp_path: Path) -> None:
    """C-8: cycle-safe."""

    async def main() -> None:
        async with open_workspace(tmp_path, speaks()) as workspace:
            one, other = await workspace.create_project("One"), await workspace.create_project("Other")
            for here, there in ((one, other), (other, one)):
                await workspace.memory.write_digest(here, f"about {workspace.topology[here].label}")
                await workspace.apply(AddRef(here, there))
                await workspace.sending.choose(here, read_references=True)
            parts = (await workspace.sending.next_request(one, "Hi")).parts
            assert sum(part.text.count("about ") for part in parts if part.kind is PartKind.REFERENCES) == 1

    asyncio.run(main())


def test_a_digest_goes_to_another_service_only_after_a_yes(tmp_path: Path) -> None:
    """M-10, C-8."""

    async def main() -> None:
        async with open_workspace(tmp_path, models={"here": speaks(), "there": speaks()}) as workspace:
            here = await a_service(workspace, "here")
            there = await a_service(workspace, "there", default=False)
            plan, budget = await workspace.create_project("Plan"), await workspace.create_project("Budget")
            services = {service.service_id: service for service in workspace.answering.services}
            await workspace.services.bind(plan, services[here])
            await workspace.services.bind(budget, services[there])
            await workspace.memory.write_digest(budget, "60,000 in all.")
            await workspace.apply(AddRef(plan, budget))
            await workspace.sending.choose(plan, read_references=True)

            async def sent() -> str:
                return "".join(part.text for part in (await workspace.sending.next_request(plan, "Hi")).parts)

            assert "60,000" not in await sent()
            ((target, service),) = await workspace.sending.unseen_references(plan)
            assert (target, service.service_id) == (budget, here)
            await workspace.sending.allow_references([budget], here)
            assert "60,000" in await sent()
            assert await workspace.sending.unseen_references(plan) == []

    asyncio.run(main())


def test_how_a_model_counts_survives_a_restart(tmp_path: Path) -> None:
    """C-6."""

    async def main() -> None:
        ref: ModelRef
        async with open_workspace(tmp_path, speaks()) as workspace:
            session_id = await workspace.create_project("Plan")
            backend = await workspace.open()
            ref = ModelRef(workspace.answering.services[0].service_id, "x")
            await backend.context.put_ratio(session_id, ref, 1.5)
        async with open_workspace(tmp_path, speaks()) as workspace:
            backend = await workspace.open()
            assert (await backend.context.get_context(session_id)).ratios == {ref: 1.5}

    asyncio.run(main())
