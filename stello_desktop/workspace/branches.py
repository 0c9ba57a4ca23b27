"""Branches by the person's hand: made, opened anyway, given the conversation they came from."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stello_desktop.domain.codec import tool_result_from_json, tool_result_to_json
from stello_desktop.domain.config import UNSET, ContextMode, EngineForkOptions, Maybe
from stello_desktop.domain.errors import BrokenRule, SessionNotFound
from stello_desktop.domain.given import given_instructions, given_values
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import Record, RecordState, ToolCall, branch_result
from stello_desktop.domain.services import Service
from stello_desktop.domain.session import Author, CallOrigin
from stello_desktop.domain.text import clean_text
from stello_desktop.domain.topology import TreeEntry
from stello_desktop.engine.unbroken import committed, unbroken
from stello_desktop.workspace.answering import Answering
from stello_desktop.workspace.backend import Backend
from stello_desktop.workspace.named_model import NamedModel
from stello_desktop.workspace.tree import Tree

if TYPE_CHECKING:
    from stello_desktop.engine.agent import Agent

type Opened = Callable[[], Awaitable[tuple[Agent, Backend]]]


class Branches:
    """What a person does with branches; the split guard does not apply to them (F-2).

    A caller who gives up ends them, and the request for a summary (F-5), as long as nothing is committed; what was
    committed is shown all the same.
    """

    def __init__(self, opened: Opened, answering: Answering, tree: Tree) -> None:
        self._opened = opened
        self._answering = answering
        self._tree = tree
        self._reopening = asyncio.Lock()

    async def open(  # noqa: PLR0913 - one for each thing that a person may choose
        self,
        source: SessionId,
        label: str,
        *,
        profile: str = "",
        variables: Mapping[str, str] | None = None,
        own: Maybe[str] = UNSET,
        skills: Maybe[tuple[str, ...]] = UNSET,
        model: ModelRef | None = None,
        context: Maybe[str] = UNSET,
        until: RecordId | None = None,
        parent: SessionId | None = None,
        edited: str | None = None,
        opening: Maybe[str] = UNSET,
        call_id: str = "",
        origin: Any = None,
    ) -> SessionId:
        """What is asked for here in the same words as of `BranchGround.preview` becomes what was previewed.

        Args:
            profile: the name of an active profile; empty for none.
            variables, own: as `given_values` and `given_instructions` read them (M-5, M-5b).
            skills: unset inherits, ``()`` is none (S-1).
            model: who answers; None leaves it to the profile, else to the source (M-10). Whether text of the
                conversation would go to another service is asked before, with `leaves_for`.
            context: ``none``, ``inherit`` or ``compress``; unset leaves it to the profile, and with ``until``
                brings the conversation along.
            until: the last message that comes along (*Branch from here*).
            parent: where it hangs; None follows the project's strategy (O-1).
            edited: start with the messages before ``until`` and this text as a draft.
            opening: its first message; ``""`` is none, unset leaves it to the profile (F-6).
            call_id: the refused call of the conversation that it is opened for, with what that lacked (G-1); where
                its branch is there already, it is that one. From then on the call's result says so.

        Raises:
            InvalidLabel, UnknownProfile, MissingTemplateVariables, ForkConfigError, SessionNotFound,
            SessionArchived, StoreError, and BrokenRule where the conversation has no such answered call; in each
            case nothing is written, unless it is the call's result that could not be.
        """
        _, backend = await self._opened()
        given = given_values(variables or {})
        options = EngineForkOptions(
            label=label,
            system_prompt=given_instructions(own),
            skills=skills,
            llm=UNSET if model is None else NamedModel(model, self._answering.model_of),
            context=context,
            prompt=opening,
            profile=profile or UNSET,
            profile_vars=given or UNSET,
            topology_parent_id=parent if parent is not None else UNSET,
        )
        if not call_id:
            return await self.fork(source, options, until=until, edited=edited, origin=origin)
        async with self._reopening:
            _, asked_at, answer = _call_and_answer(await backend.sessions.list_records(source), call_id)
            called = CallOrigin(asked_at, call_id)
            entry = await backend.forks.find_opened(called)
            if entry is None:
                made = await self.fork(
                    source, options, until=until, edited=edited, called=called, origin=origin
                )
                entry = self._tree.topology[made]
            await committed(self._answer(source, answer, entry, origin))
            return entry.session_id

    async def fork(
        self,
        source: SessionId,
        options: EngineForkOptions,
        *,
        until: RecordId | None = None,
        edited: str | None = None,
        called: CallOrigin | None = None,
        origin: Any = None,
    ) -> SessionId:
        """The same from the engine's own options.

        Args:
            edited: it starts before ``until``, with this as its draft.
            called: the call that it is opened for.
        """
        agent, backend = await self._opened()
        entry = await agent.fork_session(
            source, options, by=Author.PERSON, until=until, edited=edited, opened_by=called
        )

        async def show() -> None:
            if edited is not None:
                await backend.desk.put_draft(entry.session_id, clean_text(edited))
            await self._tree.reload((entry.session_id,), placed=True, origin=origin)

        await committed(show())
        return entry.session_id

    async def open_anyway(self, session_id: SessionId, call_id: str, *, origin: Any = None) -> SessionId:
        """Open the branch of a stored call that was refused (G-1, X-5); twice is once, while the branch is there.

        From then on the call's result says that it was opened, to the card and to the model.

        Raises: BrokenRule where the conversation has no such answered call, and as `fork`.
        """
        async with self._reopening:
            agent, backend = await self._opened()
            call, asked_at, answer = _call_and_answer(
                await backend.sessions.list_records(session_id), call_id
            )
            known = tool_result_from_json(answer.content)
            if known is not None and known.success and isinstance(known.data, dict):
                there = SessionId(str(known.data.get("sessionId", "")))
                if there in self._tree.topology:
                    return there
            # The result may name one that is in the trash by now. The end of the program may have come between the branch and the word that it is there.
            entry = await backend.forks.find_opened(CallOrigin(asked_at, call_id))
            if entry is None:
                entry = await agent.fork_from_call(session_id, call, asked_at=asked_at)
                await committed(self._tree.reload((entry.session_id,), placed=True, origin=origin))
            await committed(self._answer(session_id, answer, entry, origin))
            return entry.session_id

    async def _answer(self, session_id: SessionId, answer: Record, entry: TreeEntry, origin: Any) -> None:
        """Let the stored result of a call say which branch was opened for it."""
        _, backend = await self._opened()
        result = branch_result(entry.session_id, entry.label)
        await backend.sessions.finish_record(
            answer.record_id, content=tool_result_to_json(result), state=RecordState.DONE
        )
        await self._tree.reload((session_id,), origin=origin)

    async def destroyed(self, session_ids: Collection[SessionId]) -> frozenset[SessionId]:
        """Those of them that are gone for good: neither in the tree nor in the trash."""
        _, backend = await self._opened()
        gone: set[SessionId] = set()
        for session_id in session_ids:
            try:
                await backend.sessions.get_bindings(session_id)
            except SessionNotFound:
                gone.add(session_id)
        return frozenset(gone)

    async def leaves_for(self, source: SessionId, model: ModelRef | None) -> Service | None:
        """Which other service would see text of ``source`` in a conversation with this model (M-10).

        None where it is the conversation's own service, or the practice assistant, which sees nothing.
        """
        _, backend = await self._opened()
        own = (await backend.sessions.get_bindings(source)).model
        return self._answering.leaves_for(own, model)

    async def leaves_anyway(self, session_id: SessionId, call_id: str) -> Service | None:
        """The same, if a refused call were opened anyway. Raises: as `open_anyway`."""
        agent, backend = await self._opened()
        call, _, _ = _call_and_answer(await backend.sessions.list_records(session_id), call_id)
        proposal = next(iter(await agent.proposals(session_id, [call])), None)
        if proposal is None or proposal.context == ContextMode.NONE or proposal.model is None:
            return None
        return await self.leaves_for(session_id, proposal.model)

    async def leaves_by_bringing(self, session_id: SessionId) -> Service | None:
        """The same, if the source's conversation were brought along."""
        source = self._tree.topology[session_id].source_id
        _, backend = await self._opened()
        model = (await backend.sessions.get_bindings(session_id)).model
        return None if source is None else await self.leaves_for(source, model)

    async def bring_along(self, session_id: SessionId) -> None:
        """Copy the source's conversation, as it was then, into a branch that is still untouched (X-5)."""
        await unbroken(self._bring_along(session_id))

    async def _bring_along(self, session_id: SessionId) -> None:
        _, backend = await self._opened()
        source = self._tree.topology[session_id].source_id
        if source is None:
            return
        bindings = await backend.sessions.get_bindings(session_id)
        await backend.desk.copy_history(source, session_id, until=bindings.branched_at)
        await self._tree.reload((session_id,))


def _call_and_answer(records: Sequence[Record], call_id: str) -> tuple[ToolCall, RecordId, Record]:
    """The newest call of this id, the record that holds it, and its stored result; services may give an id out again."""
    answer: Record | None = None
    for record in reversed(records):
        if answer is None and record.tool_call_id == call_id:
            answer = record
        for call in record.tool_calls:
            if call.call_id == call_id and answer is not None:
                return call, record.record_id, answer
    raise BrokenRule("no such call in this conversation")
