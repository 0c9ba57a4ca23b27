"""*Bring a result back*: where a branch's result goes, who reads it, and how it is taken back (C-4, R-15, M-10)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stello_desktop.domain.commands import Delete, Rename, Reparent, SetArchived
from stello_desktop.domain.errors import BrokenRule, ProviderError, ProviderErrorKind, SessionArchived
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.memory import InsightSource, InsightState
from stello_desktop.domain.messages import RecordKind
from stello_desktop.domain.results import Brought, ResultDraft, ResultForm
from stello_desktop.llm.scripted import ScriptedModel
from stello_desktop.workspace.turns import TurnState
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import ReplayServer, error_reply, reply, text_events
from tests.helpers.workspaces import a_service, open_workspace

RESULT = "Result of “Pricing”:\nWe charge 12 € a month."
REMINDER, NOTE = ResultForm.REMINDER, ResultForm.NOTE


def run(folder: Path, story: Callable[[Workspace], Awaitable[None]], *replies: object) -> ScriptedModel:
    """A workspace with one service of its own that says these replies, then repeats the last."""
    model = ScriptedModel(replies or ["Fine"], repeat_last=True)  # type: ignore[arg-type]

    async def told() -> None:
        async with open_workspace(folder, models={"Own": model}) as workspace:
            await a_service(workspace, "Own")
            await story(workspace)

    asyncio.run(told())
    return model


async def a_branch(workspace: Workspace, *, talk: bool = True) -> tuple[SessionId, SessionId]:
    """A project and a branch of it in which a round was had."""
    project = await workspace.create_project("Launch")
    branch = await workspace.branches.open(project, "Pricing")
    if talk:
        await workspace.rounds.start(branch, "What do we charge?").wait()
    return project, branch


async def bring(
    workspace: Workspace, source: SessionId, target: SessionId, form: ResultForm = REMINDER
) -> Brought:
    return await workspace.results.bring(
        ResultDraft(from_session=source, to_session=target, text=RESULT, form=form)
    )


def test_it_goes_to_the_parent_else_to_the_source_and_never_to_an_archived_one(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace, talk=False)
        other = await workspace.create_project("Other")
        results = workspace.results
        assert results.usual_target(project) is None
        assert results.near_targets(branch) == (project,)
        await workspace.apply(Reparent((branch,), other))
        assert results.near_targets(branch) == (other, project)
        await workspace.apply(SetArchived((other,), True))
        assert results.usual_target(branch) == project
        assert results.targets(branch) == [project]

    run(tmp_path, story)


def test_a_reminder_is_in_the_next_request_there_exactly_once(tmp_path: Path) -> None:
    """C-4: in the request of the next round, and in none after it."""

    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        await bring(workspace, branch, project)
        assert workspace.topology[project].waiting_insights == 1
        await workspace.rounds.start(project, "And now?").wait()
        await workspace.rounds.start(project, "And then?").wait()
        (told,) = await workspace.memory.insights(project)
        assert (told.state, told.source, told.from_session) == (
            InsightState.DELIVERED,
            InsightSource.RESULT,
            branch,
        )

    model = run(tmp_path, story)
    sent = ["".join(message.content for message in request.messages) for request in model.requests]
    assert [text.count("12 € a month") for text in sent] == [0, 1, 0]


def test_a_note_stays_in_the_history_and_every_later_answer_reads_it(tmp_path: Path) -> None:
    """R-15: part of the history like any message."""

    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        brought = await bring(workspace, branch, project, NOTE)
        (record,) = await workspace.messages.list_records(project)
        assert (record.kind, record.content, record.record_id) == (RecordKind.NOTE, RESULT, brought.record_id)
        assert workspace.topology[project].message_count == 1
        await workspace.rounds.start(project, "And now?").wait()
        await workspace.rounds.start(project, "And then?").wait()

    model = run(tmp_path, story)
    sent = ["".join(message.content for message in request.messages) for request in model.requests]
    assert [text.count("12 € a month") for text in sent] == [0, 1, 1]


def test_where_a_note_came_from_survives_a_rename_a_deletion_and_a_restart(tmp_path: Path) -> None:
    seen: dict[str, SessionId] = {}

    async def first(workspace: Workspace) -> None:
        seen["project"], seen["branch"] = await a_branch(workspace)
        await bring(workspace, seen["branch"], seen["project"], NOTE)
        await workspace.apply(Rename(seen["branch"], "Money"))
        await workspace.apply(Delete((seen["branch"],)))
        await workspace.trash.empty()

    async def second(workspace: Workspace) -> None:
        (found,) = (await workspace.results.provenance(seen["project"])).values()
        assert (found.from_session, found.label) == (seen["branch"], "Pricing")
        assert found.brought_at > 1_700_000_000

    run(tmp_path, first)
    run(tmp_path, second)


@pytest.mark.parametrize("form", [REMINDER, NOTE])
def test_taken_back_at_once_it_was_never_there(tmp_path: Path, form: ResultForm) -> None:
    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        before = workspace.topology[project].message_count
        brought = await bring(workspace, branch, project, form)
        last = await workspace.results.last_brought(branch)
        assert last is not None
        assert (last.to_session, last.form) == (project, form)
        assert await workspace.results.take_back(brought)
        assert not await workspace.results.take_back(brought)  # twice is once
        assert await workspace.messages.list_records(project) == ()
        entry = workspace.topology[project]
        assert (entry.message_count, entry.waiting_insights) == (before, 0)
        assert await workspace.results.last_brought(branch) is None
        await workspace.rounds.start(project, "And now?").wait()

    model = run(tmp_path, story)
    assert "12 €" not in "".join(message.content for message in model.requests[-1].messages)


@pytest.mark.parametrize("form", [REMINDER, NOTE])
def test_what_a_model_has_read_is_not_taken_back(tmp_path: Path, form: ResultForm) -> None:
    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        brought = await bring(workspace, branch, project, form)
        await workspace.rounds.start(project, "And now?").wait()
        assert not await workspace.results.take_back(brought)
        assert len(await workspace.messages.list_records(project)) == (3 if form is NOTE else 2)

    run(tmp_path, story)


def test_taking_a_note_back_is_a_step_that_can_be_undone_also_after_its_words_were_changed(
    tmp_path: Path,
) -> None:
    """R-14, R-15, P-4."""

    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        brought = await bring(workspace, branch, project, NOTE)
        assert brought.record_id is not None
        changed = await workspace.messages.edit_note(project, brought.record_id, "Twelve euros")
        assert changed in await workspace.results.provenance(project)
        assert await workspace.results.take_back(brought)
        assert await workspace.messages.list_records(project) == ()
        assert await workspace.results.last_brought(branch) is None
        await workspace.undo()
        assert [item.content for item in await workspace.messages.list_records(project)] == ["Twelve euros"]
        assert await workspace.results.last_brought(branch) is not None

    run(tmp_path, story)


def test_a_note_written_after_it_is_no_reason_to_keep_it(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        brought = await bring(workspace, branch, project, NOTE)
        await workspace.messages.add_note(project, "mine")
        assert await workspace.results.take_back(brought)
        assert [item.content for item in await workspace.messages.list_records(project)] == ["mine"]

    run(tmp_path, story)


@pytest.mark.parametrize("form", [REMINDER, NOTE])
def test_nothing_comes_into_an_archived_conversation(tmp_path: Path, form: ResultForm) -> None:
    """R-13."""

    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        await workspace.apply(SetArchived((project,), True))
        with pytest.raises(SessionArchived):
            await bring(workspace, branch, project, form)
        assert await workspace.messages.list_records(project) == ()
        assert workspace.topology[project].waiting_insights == 0

    run(tmp_path, story)


def test_an_empty_result_is_refused(tmp_path: Path) -> None:
    async def story(workspace: Workspace) -> None:
        project, branch = await a_branch(workspace)
        draft = ResultDraft(from_session=branch, to_session=project, text=" \n", form=NOTE)
        with pytest.raises(BrokenRule):
            await workspace.results.bring(draft)

    run(tmp_path, story)


def test_another_service_is_named_before_it_reads_a_result(tmp_path: Path) -> None:
    """M-10: the target's own service; none where it is the branch's, or no service at all."""

    async def told() -> None:
        models = {
            "Own": ScriptedModel(["a"], repeat_last=True),
            "Far": ScriptedModel(["b"], repeat_last=True),
        }
        async with open_workspace(tmp_path, models=models) as workspace:
            await a_service(workspace, "Own")
            project, branch = await a_branch(workspace)
            assert await workspace.results.leaves_for(branch, project) is None
            far = await a_service(workspace, "Far", default=False)
            service = next(item for item in workspace.answering.services if item.service_id == far)
            await workspace.services.bind(project, service)
            leaves = await workspace.results.leaves_for(branch, project)
            assert leaves is not None
            assert leaves.name == "Far"

    asyncio.run(told())


def test_the_branch_proposes_through_its_own_service_and_nothing_is_written(tmp_path: Path) -> None:
    """M-10, K-3: over real HTTP; one request, without tools, and the conversation stays as it was."""

    async def told() -> None:
        answer = reply(text_events("<think>so</think>", "We charge ", "12 €."))
        async with ReplayServer([answer]) as server, open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Own", address=server.base_url, key="sk-test")
            _, branch = await a_branch(workspace)
            before = await workspace.messages.list_records(branch)
            said: list[str] = []
            assert (await workspace.results.propose(branch, said.append)).text == "We charge 12 €."
            assert said[-1] == "We charge 12 €."
            assert await workspace.messages.list_records(branch) == before
            assert len(server.requests) == 2
            body = json.loads(server.requests[-1].body)
            assert not body.get("tools")
            assert "What do we charge?" in json.dumps(body["messages"])

    asyncio.run(told())


def test_a_service_that_fails_is_told_with_its_reason(tmp_path: Path) -> None:
    async def told() -> None:
        fine, broken = reply(text_events("ok")), error_reply(401, {"error": {"message": "bad key"}})
        async with ReplayServer([fine, broken]) as server, open_workspace(tmp_path) as workspace:
            await a_service(workspace, "Own", address=server.base_url, key="sk-test")
            _, branch = await a_branch(workspace)
            with pytest.raises(ProviderError) as caught:
                await workspace.results.propose(branch)
            assert caught.value.kind is ProviderErrorKind.AUTH

    asyncio.run(told())


def test_the_practice_assistant_proposes_nothing_but_its_last_words_can_be_taken(tmp_path: Path) -> None:
    async def told() -> None:
        async with open_workspace(tmp_path, ScriptedModel(["It is 12 €"], repeat_last=True)) as workspace:
            _, branch = await a_branch(workspace)
            assert await workspace.results.can_propose(branch) is None
            assert await workspace.results.last_answer(branch) == "It is 12 €"
            await a_service(workspace, "Own")
            service = await workspace.results.can_propose(branch)
            assert service is not None
            assert service.name == "Own"
            empty = await workspace.branches.open(branch, "Empty")
            assert await workspace.results.can_propose(empty) is None
            assert await workspace.results.last_answer(empty) == ""

    asyncio.run(told())


def test_branch_work_restart_failure_and_then_exactly_once(tmp_path: Path) -> None:
    """C-4 over real HTTP: a failed round keeps it waiting, a restart too; the next request has it once."""
    ids: dict[str, SessionId] = {}

    def texts(server: ReplayServer) -> list[str]:
        bodies = [json.loads(request.body)["messages"] for request in server.requests]
        return [json.dumps(body, ensure_ascii=False) for body in bodies]

    async def before(port: list[int]) -> None:
        broken = error_reply(400, {"error": {"message": "no such thing"}})
        async with (
            ReplayServer([reply(text_events("12 €")), broken]) as server,
            open_workspace(tmp_path) as workspace,
        ):
            port.append(server.port)
            await a_service(workspace, "Own", address=server.base_url, key="sk-test")
            ids["project"], ids["branch"] = await a_branch(workspace)
            await bring(workspace, ids["branch"], ids["project"])
            turn = workspace.rounds.start(ids["project"], "And now?")
            await turn.wait()
            assert turn.state is TurnState.FAILED
            assert workspace.topology[ids["project"]].waiting_insights == 1
            assert texts(server)[-1].count("12 € a month") == 1

    async def after(port: list[int]) -> None:
        answers = [reply(text_events("Then 12 €"))]
        async with ReplayServer(answers, port=port[0]) as server, open_workspace(tmp_path) as workspace:
            project = ids["project"]
            service = workspace.answering.service_of(project)
            await workspace.keys.put(service, "sk-test")
            assert workspace.topology[project].waiting_insights == 1
            for question in ("Again?", "And then?"):
                turn = workspace.rounds.start(project, question)
                await turn.wait()
                assert turn.state is TurnState.DONE
            assert [text.count("12 € a month") for text in texts(server)] == [1, 0]
            assert workspace.topology[project].waiting_insights == 0

    port: list[int] = []
    asyncio.run(before(port))
    asyncio.run(after(port))
