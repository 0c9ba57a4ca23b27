"""``python -m tests.mutants [NAME…]``: break the package on purpose, rule by rule, and let the tests find it.

Each mutant is the naive way of a rule, or a slip that a tired person makes. It is built into a copy of the package, and the
tests that are named beside it must fail there. A mutant that no longer fits the source must be written anew.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_COPIED: Final = ("stello_desktop", "tests", "packaging", "docs", "pyproject.toml")
_LIMIT_S: Final = 180.0

NAIVE: Final = "tests/unit/engine/test_naive_ways.py"
FAILING: Final = "tests/unit/engine/test_forks_that_fail.py"
COMPOSING: Final = "tests/properties/test_composing.py"
CLEANING: Final = "tests/properties/test_cleaning.py"
TALKS: Final = "tests/properties/test_conversations.py"
TREE: Final = "tests/contracts/test_topology_storage.py"
STORES: Final = "tests/contracts/test_session_storage.py"
LONG: Final = "tests/unit/engine/test_compression.py"
LONG_LAWS: Final = "tests/properties/test_compression.py"
REFERRING: Final = "tests/unit/engine/test_references.py"
MEMORIES: Final = "tests/unit/workspace/test_memory.py"
SUMMING: Final = "tests/unit/engine/test_summarising.py"


@dataclass(frozen=True, slots=True)
class Edit:
    """In one file of the package, one text for another; the text is there exactly once."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """A broken package: what is wrong with it, which rule it breaks, and who must notice."""

    name: str
    rule: str
    edits: tuple[Edit, ...]
    tests: tuple[str, ...]
    limit_s: float = _LIMIT_S


def _one(name: str, rule: str, tests: str, path: str, old: str, new: str) -> Mutant:
    return Mutant(name, rule, (Edit(f"stello_desktop/{path}", old, new),), tuple(tests.split(" ")))


_QUEUED: Final = '''

class _Queued:
    """Forks that wait for the lane of their source."""

    def __init__(self, forks, lanes):
        self._forks, self._lanes = forks, lanes

    def __getattr__(self, name):
        return getattr(self._forks, name)

    async def create_child(self, draft):
        async with self._lanes.enter(draft.source_session_id):
            return await self._forks.create_child(draft)
'''

MUTANTS: Final = (
    # composing
    _one(
        "no unset rule",
        "M-1",
        f"{COMPOSING} tests/cases/test_compose_cases.py",
        "engine/composing.py",
        "        if value is not UNSET:\n            offers.append",
        "        if config is not None:\n            offers.append",
    ),
    _one(
        "the first writer wins",
        "M-1",
        COMPOSING,
        "engine/composing.py",
        "values[name] = offers[-1].value",
        "values[name] = offers[0].value",
    ),
    _one(
        "an empty list of skills is none given",
        "M-1, S-1",
        COMPOSING,
        "engine/composing.py",
        "        if value is not UNSET:\n            offers.append",
        "        if value is not UNSET and value != ():\n            offers.append",
    ),
    _one(
        "skills are merged",
        "M-2",
        COMPOSING,
        "engine/composing.py",
        "values[name] = offers[-1].value",
        "values[name] = offers[-1].value if name != 'skills' else sum((o.value for o in offers), ())",
    ),
    _one(
        "preset lets the branch speak too",
        "M-3",
        f"{COMPOSING} tests/cases/test_compose_cases.py",
        "engine/composing.py",
        "return template or own",
        "return (*template, *own)",
    ),
    _one(
        "an empty text of the profile silences those below",
        "M-3",
        COMPOSING,
        "engine/composing.py",
        "return spoken or own",
        "return spoken or own or template",
    ),
    _one(
        "parts are trimmed",
        "M-3, M-7",
        f"{COMPOSING} tests/cases/test_compose_cases.py",
        "engine/composing.py",
        'SEPARATOR: Final = "\\n\\n"',
        'SEPARATOR: Final = "\\n"',
    ),
    _one(
        "append is prepend",
        "M-3",
        COMPOSING,
        "engine/composing.py",
        "if mode is PromptMode.PREPEND else (*own, *template)",
        "if mode is not PromptMode.PRESET else (*own, *template)",
    ),
    _one(
        "the source never fills what is open",
        "M-9",
        f"{COMPOSING} tests/unit/engine/test_composing.py",
        "engine/composing.py",
        "        if before is None:\n",
        "        if before is None and False:\n",
    ),
    _one(
        "a value of a template is filled again",
        "M-5",
        "tests/unit/engine/test_templates.py tests/cases/test_compose_cases.py",
        "engine/templates.py",
        "        known[piece.text] if piece.kind is PieceKind.NAME else piece.text for piece in pieces(template)\n    )",
        "        known[piece.text] if piece.kind is PieceKind.NAME else piece.text for piece in pieces(template)\n"
        "    ).format_map(known)",
    ),
    # forks
    _one(
        "a lost frozen write, on disk",
        "F-6, T-5",
        f"{STORES} {FAILING}",
        "store/creation.py",
        '"config": config_text(new.config),',
        '"config": "",',
    ),
    _one(
        "a lost frozen write, in memory",
        "F-6, T-5",
        f"{STORES} {COMPOSING}",
        "engine/memory.py",
        "child = _Conversation(entry, _frozen(draft.config), draft.bindings)",
        "child = _Conversation(entry, bindings=draft.bindings)",
    ),
    _one(
        "an empty prompt is not frozen",
        "F-6",
        STORES,
        "domain/codec.py",
        "    if config.system_prompt is not UNSET:\n        values",
        "    if config.system_prompt:\n        values",
    ),
    _one(
        "the row is committed before its messages",
        "F-6",
        FAILING,
        "store/fork_storage.py",
        "    _write_beginning(connection, session_id, draft, now)\n    if",
        "    driver = connection.connection.driver_connection\n    driver.execute('COMMIT')\n"
        "    driver.execute('BEGIN IMMEDIATE')\n"
        "    _write_beginning(connection, session_id, draft, now)\n    if",
    ),
    _one(
        "the child is there before it is whole",
        "F-6",
        FAILING,
        "engine/memory.py",
        "        for record in draft.records:\n            self._write(child",
        "        self._conversations[entry.session_id] = child\n"
        "        for record in draft.records:\n            self._write(child",
    ),
    _one(
        "a failed commit stays open",
        "F-6",
        FAILING,
        "store/database.py",
        "            if driver.in_transaction:",
        "            if False:",
    ),
    _one(
        "the guard notes a split before the branch is there",
        "F-6, G-1",
        FAILING,
        "engine/memory.py",
        "        label = _label_of(draft.label)\n        source = self._open(draft.source_session_id)\n",
        "        label = _label_of(draft.label)\n        source = self._open(draft.source_session_id)\n"
        "        source.last_split = draft.split_round\n",
    ),
    Mutant(
        "forks wait in the lane",
        "X-3, Q-1",
        (
            Edit(
                "stello_desktop/engine/assembled.py",
                "            forks=self.forks,\n",
                "            forks=_Queued(self.forks, self._orchestrator.lanes),\n",
            ),
            Edit(
                "stello_desktop/engine/assembled.py",
                "@dataclass(slots=True, kw_only=True, eq=False)\nclass Assembled:",
                f"{_QUEUED}\n\n@dataclass(slots=True, kw_only=True, eq=False)\nclass Assembled:",
            ),
        ),
        (NAIVE,),
        limit_s=45.0,  # it waits for itself
    ),
    _one(
        "a branch hangs under its source whatever was asked",
        "F-8",
        STORES,
        "store/fork_storage.py",
        "NewSession(session_id, label, parent.session_id, source.session_id,",
        "NewSession(session_id, label, source.session_id, source.session_id,",
    ),
    _one(
        "the source is the parent",
        "F-8",
        STORES,
        "store/fork_storage.py",
        "NewSession(session_id, label, parent.session_id, source.session_id,",
        "NewSession(session_id, label, parent.session_id, parent.session_id,",
    ),
    _one(
        "siblings get one place",
        "F-11",
        f"{STORES} {NAIVE}",
        "engine/memory.py",
        "order=len(siblings),",
        "order=0,",
    ),
    _one(
        "a growing answer is inherited",
        "F-9",
        f"{CLEANING} tests/unit/engine/test_context.py",
        "domain/inheriting.py",
        "if (record.role != Role.ASSISTANT or record.state != RecordState.PENDING)",
        "if True",
    ),
    _one(
        "a call with one of two answers stays",
        "F-9",
        CLEANING,
        "domain/inheriting.py",
        "if len(answers) == len(wanted):",
        "if answers:",
    ),
    _one(
        "an answer to nothing stays",
        "F-9",
        CLEANING,
        "domain/inheriting.py",
        "        if record.role == Role.TOOL:\n            continue\n",
        "        if record.role == Role.TOOL:\n            kept.append(record)\n            continue\n",
    ),
    _one(
        "a cut between a call and its answers",
        "F-5",
        "tests/unit/engine/test_context.py",
        "engine/history.py",
        "records[end].role == Role.TOOL",
        "False",
    ),
    # the tree
    _one(
        "no cycle check, on disk",
        "P-1",
        TREE,
        "store/planning.py",
        "            if place.session_id in above:",
        "            if False:",
    ),
    _one(
        "no cycle check, for the highlight",
        "P-1",
        "tests/unit/domain/test_topology.py",
        "domain/topology.py",
        "return parent_id in self._entries and not self.is_inside(parent_id, session_id)",
        "return parent_id in self._entries",
    ),
    _one(
        "a wrong inverse: nothing is turned round",
        "P-4",
        TREE,
        "store/images.py",
        "[(seq, after, before) for seq, before, after in rows]",
        "[(seq, before, after) for seq, before, after in rows]",
    ),
    _one(
        "a wrong inverse: the dead stay dead",
        "P-3, P-4",
        TREE,
        "store/images.py",
        "self.revived, self.trashed,",
        "self.trashed, self.revived,",
    ),
    _one(
        "a new change leaves what could be redone",
        "P-4",
        TREE,
        "store/history.py",
        '    connection.exec_driver_sql("DELETE FROM step WHERE undone = 1")\n    connection.exec_driver_sql(\n        "INSERT',
        '    connection.exec_driver_sql(\n        "INSERT',
    ),
    _one(
        "moving keeps the old offset",
        "P-1",
        "tests/unit/store/test_topology_storage.py tests/properties/test_tree.py",
        "store/planning.py",
        "after: Values = (parent_id, order, None, None)",
        "after: Values = (parent_id, order, place.dx, place.dy)",
    ),
    _one(
        "restored conversations become projects",
        "P-3",
        TREE,
        "store/planning.py",
        "        home = alive[0] if alive else None\n        if home",
        "        home = None\n        if home",
    ),
    # rounds
    _one(
        "streams of one conversation interleave",
        "Q-1",
        NAIVE,
        "engine/orchestrator.py",
        "            async with lane.lock:\n                yield",
        "            yield",
    ),
    _one(
        "one lane for all",
        "Q-1",
        NAIVE,
        "engine/orchestrator.py",
        "lane = self._lanes.setdefault(session_id, _Lane())",
        "session_id = 'all'; lane = self._lanes.setdefault(session_id, _Lane())",
    ),
    _one(
        "an answer that has ended wakes one of those that wait",
        "Q-1",
        "tests/unit/engine/test_giving_way.py",
        "engine/giving_way.py",
        "            for ended in self._waiting:\n",
        "            for ended in tuple(self._waiting)[:1]:\n",
    ),
    _one(
        "a summary that a service may charge for is broken off by a question",
        "Q-1, D-1",
        MEMORIES,
        "engine/giving_way.py",
        "            if breaks < MOST_BREAKS and is_here():\n",
        "            if breaks < MOST_BREAKS:\n",
    ),
    _one(
        "a summary is broken off by every question",
        "Q-1",
        MEMORIES,
        "engine/giving_way.py",
        "            if breaks < MOST_BREAKS and is_here():\n",
        "            if is_here():\n",
    ),
    _one(
        "a question that is asked again goes without its reminder",
        "C-4, R-14",
        "tests/unit/workspace/test_going_along.py",
        "engine/turn.py",
        "with_round = None if self._started is None else self._started.round_no",
        "with_round = None",
    ),
    _one(
        "undo takes what was said along",
        "P-3, P-4",
        "tests/unit/workspace/test_note_steps.py",
        "workspace/workspace.py",
        "entry.message_count > 0 and entry.last_active_at > step.made_at",
        "entry.message_count < 0",
    ),
    _one(
        "a note is no step",
        "P-4, R-15",
        "tests/unit/workspace/test_note_steps.py",
        "store/note_steps.py",
        "    if not changes:\n",
        "    if changes:\n",
    ),
    Mutant(
        "an archived conversation answers",
        "R-13",
        (
            Edit(
                "stello_desktop/engine/session.py",
                "        if meta.status == SessionStatus.ARCHIVED:",
                "        if False:",
            ),
            Edit(
                "stello_desktop/engine/memory.py",
                "        if conversation.entry.archived:\n            raise",
                "        if False:\n            raise",
            ),
        ),
        (NAIVE,),
    ),
    _one(
        "text that looks like a result is one",
        "R-6",
        NAIVE,
        "engine/context.py",
        "    return ModelMessage(\n        record.role,",
        "    return ModelMessage(\n        Role.TOOL if '\"toolResults\"' in record.content or '\"success\"' in record.content"
        " else record.role,",
    ),
    _one(
        "the last calls dangle at the limit",
        "R-8",
        f"{NAIVE} {TALKS}",
        "engine/turn.py",
        "        self._tool_round.refuse_all(LIMIT)\n        await self._store_answers()\n        await self._ask(())",
        "        return",
    ),
    _one(
        "the conclusion may call again",
        "R-8",
        NAIVE,
        "engine/turn.py",
        "        await self._ask(())\n",
        "        await self._ask(self._tools.definitions())\n",
    ),
    _one(
        "invalid arguments are none",
        "R-7",
        NAIVE,
        "engine/arguments.py",
        '        raise ArgumentError(f"the arguments are not valid JSON: {error}") from None',
        "        return {}",
    ),
    Mutant(
        "insights are gone whatever came of the round",
        "C-4",
        (
            Edit("stello_desktop/engine/turn.py", "if done else ()", ""),
            Edit(
                "stello_desktop/engine/memory.py",
                "        if state == RecordState.DONE:\n            conversation.insights",
                "        if True:\n            conversation.insights",
            ),
        ),
        (NAIVE, STORES),
    ),
    _one(
        "a store takes insights away after a failure",
        "C-4",
        STORES,
        "engine/memory.py",
        "        if state == RecordState.DONE:\n            conversation.insights",
        "        if True:\n            conversation.insights",
    ),
    _one(
        "insights are in the first call only",
        "C-4",
        NAIVE,
        "engine/turn.py",
        "            insights=self._insights,",
        "            insights=() if self._answered_calls else self._insights,",
    ),
    _one(
        "an insight that came meanwhile is used up",
        "C-4",
        STORES,
        "store/rounds.py",
        '" AND insight_id IN (SELECT value FROM json_each(?))",',
        '" AND ? IS NOT NULL",',
    ),
    _one(
        "a retried round counts twice",
        "T-7, G-1",
        f"{NAIVE} {STORES}",
        "store/rounds.py",
        "AND round_no = ? AND completed = 0",
        "AND round_no = ?",
    ),
    _one(
        "a failed round counts",
        "T-7, G-1",
        f"{NAIVE} {STORES}",
        "store/rounds.py",
        "    if state is RecordState.DONE:\n        _complete",
        "    if True:\n        _complete",
    ),
    _one(
        "the last split is forgotten with the program",
        "G-1",
        f"{NAIVE} {STORES}",
        "store/fork_storage.py",
        "    if draft.split_round is not None:",
        "    if False:",
    ),
    _one(
        "the guard counts forks of one round one by one",
        "G-1",
        "tests/unit/engine/test_guard_and_outline.py",
        "engine/split_guard.py",
        "if last_split is None or last_split == turn_count:",
        "if last_split is None:",
    ),
    _one(
        "a stop loses what was not saved yet",
        "R-9",
        NAIVE,
        "engine/turn.py",
        "            await self._record.finish(self._cut_short)\n",
        "            pass\n",
    ),
    _one(
        "the last usage is the round's",
        "R-4",
        "tests/unit/engine/test_turn.py",
        "engine/turn.py",
        "self._usage = answer.usage if self._usage is None else self._usage + answer.usage",
        "self._usage = answer.usage",
    ),
    _one(
        "tools run one after the other",
        "R-6",
        "tests/unit/engine/test_tool_loop.py",
        "engine/tool_round.py",
        "        if not tasks:\n            return\n",
        "        for coroutine in [self._run_one(i) for i in range(len(self._calls)) if i not in self._results]:\n"
        "            await coroutine\n"
        "        if not tasks:\n            return\n",
    ),
    _one(
        "a version that was not chosen is history",
        "R-14",
        STORES,
        "store/records.py",
        "for row in rows if row[3] == chosen.get(row[2], 1))",
        "for row in rows)",
    ),
    _one(
        "what is kept does not hear of chosen versions",
        "R-14",
        "tests/unit/store/test_kept_history.py",
        "store/kept_history.py",
        '("UPDATE ON main.round", "new.session_id, new.round_no"),',
        '("UPDATE OF completed ON main.round", "new.session_id, new.round_no"),',
    ),
    _one(
        "what is kept is never void",
        "R-14",
        "tests/unit/store/test_kept_history.py",
        "store/kept_history.py",
        "history.valid_below = min(history.valid_below, round_no)",
        "pass",
    ),
    # what is made beside conversations
    _one(
        "beside: a person's word is lost while the same thing is made",
        "D-3, K-4",
        "tests/unit/engine/test_scheduler.py",
        "engine/memory_queue.py",
        "            insists=self.insists or other.insists,",
        "            insists=self.insists,",
    ),
    _one(
        "beside: nothing to do is taken for an answer",
        "D-3",
        "tests/unit/engine/test_scheduler.py",
        "engine/memory_queue.py",
        "            if answered and job.service is not None:",
        "            if job.service is not None:",
    ),
    _one(
        "beside: what is stopped before its first step keeps its place",
        "D-3",
        "tests/unit/engine/test_scheduler.py",
        "engine/memory_queue.py",
        "        job.task, job.held = None, False\n        self._touch(job)\n        self._told()\n        self._pump()",
        "        job.task, job.held = None, False\n        self._touch(job)\n        self._told()\n        if not task.cancelled():\n            self._pump()",
    ),
    _one(
        "beside: deleted conversations are summarised to the end",
        "D-3, P-3",
        MEMORIES,
        "workspace/memory_works.py",
        "queue.keep(lambda scope: scope is None or scope in topology)",
        "queue.keep(lambda scope: scope is None or topology is not None)",
    ),
    _one(
        "beside: reminders go to every service",
        "M-10",
        MEMORIES,
        "workspace/reflection.py",
        "        return frozenset(item.session_id for item in read if not told[owners[item.session_id]])",
        "        return frozenset(item.session_id for item in read if item.session_id in told)",
    ),
    _one(
        "beside: the synthesis before goes to whoever reads now",
        "M-10",
        MEMORIES,
        "workspace/reflection.py",
        '    return holding.text if own or not unseen else ""',
        '    return holding.text if own or unseen is not None else ""',
    ),
    _one(
        "beside: a long synthesis leaves no room",
        "K-2",
        MEMORIES,
        "workspace/reflection.py",
        "round(room * BEFORE_SHARE))",
        "round(100 * room * BEFORE_SHARE))",
    ),
    _one(
        "beside: a summary passes for another conversation",
        "K-2",
        MEMORIES,
        "workspace/reflection_answer.py",
        "{disarmed(item.text, _BLOCKS)}",
        "{item.text}",
    ),
    _one(
        "beside: thinking is heard for ever",
        "K-3",
        "tests/unit/engine/test_asking.py",
        "engine/asking.py",
        "        self.enough = self.enough or self._heard > MOST_HEARD",
        "        self.enough = self.enough or self._heard < 0",
    ),
    _one(
        "beside: an answer is read anew at each word",
        "K-3",
        "tests/unit/engine/test_results.py",
        "engine/asking.py",
        "            self._say_at = self._written + max(1, self._written // 200)",
        "            self._say_at = self._written",
    ),
    _one(
        "beside: a summary in a round overwrites the person's words",
        "C-7, K-4",
        LONG,
        "engine/fitting.py",
        "put_earlier(self.session_id, part, expects=self.known)",
        "put_earlier(self.session_id, part)",
    ),
    _one(
        "beside: a late summary overwrites the person's words",
        "C-7, K-4",
        LONG,
        "engine/engine.py",
        "put_earlier(self.session_id, made, expects=sending.state.earlier)",
        "put_earlier(self.session_id, made)",
    ),
    _one(
        "beside: a late summary is asked for twice",
        "C-7",
        LONG,
        "engine/engine.py",
        "        async with self._summarising:",
        "        async with asyncio.Lock():",
    ),
    _one(
        "beside: a late summary ignores how the model counts",
        "C-6, C-7",
        LONG,
        "engine/fitting.py",
        "        text=text if limit is None else trimmed(text, limit, sources.ratio),",
        "        text=text if limit is None else trimmed(text, limit, 1.0),",
    ),
    _one(
        "beside: a branch takes over a summary of more than it has",
        "F-5, C-7",
        LONG,
        "engine/handing_on.py",
        "    if not covered or [record.record_id for record in inherited[: len(covered)]] != covered:",
        "    if not covered:",
    ),
    _one(
        "beside: a branch makes its summary anew",
        "F-5, C-7",
        LONG,
        "engine/forking.py",
        "        return _Brought(records, earlier=await self.earlier(records))",
        "        return _Brought(records)",
    ),
    _one(
        "beside: a preview shows what will not be sent so",
        "C-5, C-7",
        LONG,
        "engine/preview.py",
        "earlier=replace(self.earlier, covered=0) if copied and self.earlier is not None else None",
        "earlier=None",
    ),
    _one(
        "beside: a request that is given up costs nothing",
        "Q2",
        "tests/unit/workspace/test_usage.py",
        "engine/metering.py",
        "        finally:\n            if call.began",
        "        else:\n            if call.began",
    ),
    _one(
        "beside: what is refused costs something",
        "Q2",
        "tests/unit/workspace/test_usage.py",
        "engine/metering.py",
        "            if call.began and self.ref",
        "            if self.ref",
    ),
    _one(
        "beside: an AI goes on from what the practice assistant put together",
        "K-1",
        MEMORIES,
        "engine/consolidation.py",
        '    memory = "" if afresh or ground.current is None else ground.current.text',
        '    memory = "" if ground.current is None else ground.current.text',
    ),
    # schedule, memory and references
    _one(
        "a digest after rounds 1, 4, 7",
        "D-2",
        "tests/unit/engine/test_scheduler.py",
        "engine/scheduler.py",
        "count % schedule.consolidate_every == 0",
        "count % schedule.consolidate_every == 1",
    ),
    _one(
        "a stopped round counts for the schedule",
        "D-2, T-7",
        "tests/unit/engine/test_scheduler.py",
        "engine/scheduler.py",
        "        if not outcome.counted:\n",
        "        if False:\n",
    ),
    _one(
        "a thought without a beginning stays",
        "K-3",
        "tests/unit/engine/test_consolidation.py tests/properties/test_reflection_answer.py",
        "engine/thinking.py",
        'return _TAIL.sub("", _THOUGHT.sub("", text))',
        'return _THOUGHT.sub("", text)',
    ),
    _one(
        "a conversation refers to what hangs below it",
        "P-2",
        "tests/unit/domain/test_topology.py",
        "domain/topology.py",
        'return "descendant" if self.is_inside(target_id, session_id) else None',
        "return None",
    ),
    _one(
        "the store lets a conversation refer to its ancestor",
        "P-2",
        "tests/unit/store/test_references.py",
        "store/planning.py",
        '        reason = "ancestor"\n',
        '        reason = ""\n',
    ),
    # tools and skills
    _one(
        "skills are hidden but usable",
        "X-4",
        NAIVE,
        "engine/skills.py",
        "        if self._allowed is not UNSET and name not in self._allowed:\n            return None\n        return self._router.get(name)",
        "        return self._router.get(name)",
    ),
    _one(
        "no skills means all",
        "X-4, S-1",
        NAIVE,
        "engine/skills.py",
        "        if self._allowed is not UNSET and name not in self._allowed:",
        "        if self._allowed and self._allowed is not UNSET and name not in self._allowed:",
    ),
    _one(
        "the person's tool wins a name",
        "X-1",
        NAIVE,
        "engine/tools.py",
        "        builtin = self._builtin.get(call.name)\n        if builtin is not None:",
        "        builtin = self._builtin.get(call.name)\n"
        "        if builtin is not None and call.name not in {tool.name for tool in self._own()}:",
    ),
    # what is sent
    _one(
        "a label speaks as the system",
        "C-2",
        "tests/unit/engine/test_context.py tests/unit/domain/test_text.py",
        "domain/text.py",
        'clean_label(text.replace("<", "").replace(">", ""))',
        "clean_label(text)",
    ),
    # long conversations and what is read beside them
    _one(
        "no hysteresis: just below the start",
        "C-7",
        f"{LONG} {LONG_LAWS}",
        "engine/compression.py",
        "AIM: Final = 0.5",
        "AIM: Final = 0.79",
    ),
    _one(
        "a summary begins only where nothing fits any more",
        "C-7",
        LONG,
        "engine/compression.py",
        "START: Final = 0.8",
        "START: Final = 1.0",
    ),
    _one(
        "cut between any two messages",
        "C-7",
        LONG_LAWS,
        "engine/compression.py",
        "        if index == 0 or number != last or (number == 0 and record.role is Role.USER):",
        "        if index >= 0:",
    ),
    _one(
        "the running round leaves too",
        "C-7",
        f"{LONG} {LONG_LAWS}",
        "engine/compression.py",
        "    end = first_of_running(records, sources.question)",
        "    end = len(records)",
    ),
    _one(
        "a summary is known by its last record alone",
        "C-7",
        f"{LONG} {LONG_LAWS}",
        "engine/compression.py",
        "            and part_mark(records[: part.covered]) == part.mark",
        "            and part.mark",
    ),
    _one(
        "the old summary is forgotten",
        "C-7",
        f"{LONG} {LONG_LAWS}",
        "engine/fitting.py",
        "        if cut.old is not None and cut.old.text:",
        "        if cut.old is not None and not cut.old.text:",
    ),
    _one(
        "a failing summary fails the round",
        "C-7",
        LONG,
        "engine/fitting.py",
        "        except StelloError as failure:\n            error, code, detail",
        "        except ZeroDivisionError as failure:\n            error, code, detail",
    ),
    _one(
        "what was left out never gets a summary",
        "C-7",
        LONG,
        "engine/compression.py",
        "    if old is not None and old.left_out:  # what no summary knows can still get one",
        "    if old is not None and not old.covered:",
    ),
    _one(
        "a summary of any length",
        "C-7",
        f"{LONG} {LONG_LAWS}",
        "engine/fitting.py",
        "                text = trimmed(clean_text(made).strip(), limit, sources.ratio)",
        "                text = clean_text(made).strip()",
    ),
    _one(
        "removing is forgotten at once",
        "C-7",
        LONG,
        "engine/compression.py",
        "    return tokens > limit * (FULL if whole else START)",
        "    return tokens > limit * START",
    ),
    _one(
        "refused again and again",
        "C-7, R-10",
        LONG,
        "engine/turn.py",
        "        return await self._call(shorter, started, model, concluding=not tools)",
        "        return await self._ask(tools)",
    ),
    _one(
        "a count of a part corrects the whole",
        "C-6",
        LONG,
        "engine/tokens.py",
        "    if counted is None or estimated <= 0 or counted < estimated * LEAST_RATIO:",
        "    if counted is None or estimated <= 0:",
    ),
    _one(
        "the count of the model corrects nothing",
        "C-6",
        LONG,
        "engine/sending.py",
        "        ratio=state.ratios.get(model.ref, 1.0),",
        "        ratio=1.0,",
    ),
    _one(
        "references are read without being asked for",
        "C-8",
        REFERRING,
        "engine/sending.py",
        "references_text(await parts.digests(session_id)) if choices.read_references else",
        "references_text(await parts.digests(session_id)) if choices is not None else",
    ),
    _one(
        "a digest leaves its block",
        "C-1, C-8",
        "tests/unit/engine/test_context.py",
        "engine/context.py",
        "disarmed(text, BLOCKS)",
        "text",
    ),
    _one(
        "references of any length",
        "C-8",
        REFERRING,
        "engine/references.py",
        "        shares[index] = min(lengths[index], total // (len(lengths) - done))",
        "        shares[index] = lengths[index]",
    ),
    _one(
        "the conversation's own outline is told whatever it says",
        "C-3",
        REFERRING,
        "engine/sending.py",
        "    shares = options.share_outline if choices.share_outline is None else choices.share_outline",
        "    shares = options.share_outline or bool(choices.share_outline)",
    ),
    _one(
        "a half-written summary counts",
        "C-7",
        SUMMING,
        "engine/asking.py",
        "        if end.reason not in _WHOLE:",
        "        if end.reason not in _WHOLE and not hearing.text:",
    ),
    _one(
        "a summary request of any size",
        "C-7",
        SUMMING,
        "engine/reading.py",
        "            if size <= left:",
        "            if size <= 100 * room:",
    ),
    _one(
        "beside: a schedule makes as many requests as it takes",
        "D-1",
        MEMORIES,
        "workspace/memory_works.py",
        "most_requests=None if wanted.by_person else MOST_BY_ITSELF",
        "most_requests=None",
    ),
    _one(
        "beside: raw data is taken for a summary",
        "K-1",
        "tests/unit/engine/test_consolidation.py",
        "engine/summary_text.py",
        "wordless or _is_data(text) or _repeats_itself(text)",
        "wordless or _repeats_itself(text)",
    ),
    _one(
        "a hook that raises ends the round",
        "R-11",
        "tests/unit/engine/test_hooks.py",
        "engine/hooks.py",
        "            outcome = hook(*args)\n        except Exception as error:",
        "            outcome = hook(*args)\n        except ZeroDivisionError as error:",
    ),
)


def unfit(mutant: Mutant) -> list[str]:
    """Why a mutant cannot be built from the source as it is; empty where it can."""
    found: list[str] = []
    for edit in mutant.edits:
        count = (ROOT / edit.path).read_text("utf-8").count(edit.old)
        if count != 1:
            found.append(f"{mutant.name}: {edit.path} has its text {count} times")
        if edit.old == edit.new:
            found.append(f"{mutant.name}: {edit.path} stays as it is")
    return found


@contextmanager
def a_copy() -> Iterator[Path]:
    """The package and its tests in a folder of their own."""
    with tempfile.TemporaryDirectory(prefix="stello-mutants-") as folder:
        target = Path(folder)
        for name in _COPIED:
            source = ROOT / name
            if source.is_dir():
                skip = shutil.ignore_patterns("__pycache__", "node_modules", ".bootstrap")
                shutil.copytree(source, target / name, ignore=skip)
            else:
                shutil.copy(source, target / name)
        (target / "resources").symlink_to(ROOT / "resources", target_is_directory=True)
        yield target


@contextmanager
def built_in(mutant: Mutant, folder: Path) -> Iterator[None]:
    """The copy while it is broken."""
    kept = {edit.path: (folder / edit.path).read_text("utf-8") for edit in mutant.edits}
    for edit in mutant.edits:
        path = folder / edit.path
        path.write_text(path.read_text("utf-8").replace(edit.old, edit.new), "utf-8")
    try:
        yield
    finally:
        for name, text in kept.items():
            (folder / name).write_text(text, "utf-8")


def do_pass(folder: Path, tests: Sequence[str], limit_s: float = _LIMIT_S) -> bool | None:
    """Whether these tests pass on the copy; None where they could not be run at all."""
    environment = {**os.environ, "CI": "1", "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPATH", None)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=limit_s, check=False
        )
    except subprocess.TimeoutExpired:
        return False  # it waits for itself, and that is noticed
    return {0: True, 1: False}.get(done.returncode)


def survivors(mutants: Sequence[Mutant]) -> list[str]:
    """Those that no test finds, and those that could not be tried."""
    found = [problem for mutant in mutants for problem in unfit(mutant)]
    if found:
        return found
    with a_copy() as folder:
        sound = sorted({test for mutant in mutants for test in mutant.tests})
        if do_pass(folder, sound, 10 * _LIMIT_S) is not True:
            return ["the tests do not pass on the package as it is"]
        for mutant in mutants:
            began = time.monotonic()
            with built_in(mutant, folder):
                outcome = do_pass(folder, mutant.tests, mutant.limit_s)
            verdict = {False: "killed", True: "SURVIVED", None: "NOT RUN"}[outcome]
            print(
                f"{verdict:9} {time.monotonic() - began:5.1f} s  {mutant.rule:12} {mutant.name}", flush=True
            )
            if outcome is not False:
                found.append(f"{mutant.name}: {verdict.lower()}")
    return found


def main() -> int:
    """Try all, or those that are named; gives how many lived."""
    wanted = sys.argv[1:]
    chosen = [mutant for mutant in MUTANTS if not wanted or any(word in mutant.name for word in wanted)]
    found = survivors(chosen)
    for problem in found:
        print(problem)
    print(f"{len(chosen) - len(found)} of {len(chosen)} killed")
    return len(found)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
