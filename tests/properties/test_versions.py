"""Asking, trying again, editing, choosing, noting and restarting in any order, against a simple model (R-14, R-15).

The model is a list of rounds, each with its versions as texts and the place of the chosen one. What the store on disk
shows, counts and offers must be the same after every step, and after a restart.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from stello_desktop.domain.commands import RemoveNote
from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.messages import ModelRequest, Record, RecordKind, RecordState
from stello_desktop.domain.topology import EntryFlag
from stello_desktop.domain.versions import RoundVersions
from stello_desktop.llm.scripted import Reply, ScriptedModel
from stello_desktop.workspace.turns import LiveTurn
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.workspaces import open_workspace
from tests.properties.runs import runs

ANSWERS, FAILS, STOPS = "answers", "fails", "stops"
endings = st.sampled_from([ANSWERS, FAILS, STOPS])


@dataclass
class Round:
    """What a round has been: texts from question to answer; a note has one of each."""

    versions: list[tuple[str, ...]]
    chosen: int
    note: bool = False
    removed: bool = False
    endings: list[str] = field(default_factory=list)

    @property
    def shown(self) -> tuple[str, ...]:
        return () if self.removed else self.versions[self.chosen]

    @property
    def offered(self) -> list[int]:
        """Without what brought nothing, is not seen, and asks what another one asks too (R-10, R-14)."""
        kept = list(range(len(self.versions)))
        for number, ending in enumerate(self.endings):
            others = [self.versions[other][0] for other in kept if other != number]
            if ending != ANSWERS and number != self.chosen and self.versions[number][0] in others:
                kept.remove(number)
        return kept


class Versions(RuleBasedStateMachine):
    """One conversation in a real workspace on a real store."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = Path(tempfile.mkdtemp())
        self._loop = asyncio.new_event_loop()
        self._numbers = 0
        self._fails = False
        self._rounds: list[Round] = []
        self._steps: list[tuple[Round, int | None, int | None]] = []
        """Which version of a note counted before and after; None for none."""
        self._opened: AbstractAsyncContextManager[Workspace] | None = None
        self._open()
        self._talk: SessionId = self._run(self._workspace.create_project("Talk"))

    def _run[T](self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)

    def _open(self) -> None:
        self.model = ScriptedModel([self._answer], repeat_last=True)
        self._opened = open_workspace(self._folder, self.model)
        self._workspace: Workspace = self._run(self._opened.__aenter__())

    def _close(self) -> None:
        if self._opened is not None:
            self._run(self._opened.__aexit__(None, None, None))

    def teardown(self) -> None:
        self._close()
        self._loop.close()
        shutil.rmtree(self._folder)

    def _answer(self, _request: ModelRequest) -> Reply:
        self._numbers += 1
        if self._fails:
            return ProviderError(ProviderErrorKind.SERVER)
        return f"answer {self._numbers}"

    def _end(self, ending: str, begin: Callable[[], LiveTurn]) -> None:
        self._fails = ending == FAILS

        async def ended() -> None:
            turn = begin()
            if ending == STOPS:
                turn.stop()
            await turn.wait()

        self._run(ended())

    @property
    def _asked(self) -> list[Round]:
        return [item for item in self._rounds if not item.note]

    @property
    def _notes(self) -> list[Round]:
        return [item for item in self._rounds if item.note and not item.removed]

    def _records(self) -> tuple[Record, ...]:
        return self._run(self._workspace.messages.list_records(self._talk))

    def _number_of(self, item: Round) -> int:
        """Its number on disk: the place among all rounds, since none is ever taken out here."""
        return self._rounds.index(item) + 1

    def _version(self, question: str, ending: str) -> tuple[str, ...]:
        if ending == STOPS:
            return (question,)
        return (question, "" if ending == FAILS else f"answer {self._numbers}")

    # what a person does

    @rule(ending=endings)
    def ask(self, ending: str) -> None:
        text = f"question {self._numbers}"
        self._end(ending, lambda: self._workspace.rounds.start(self._talk, text))
        self._rounds.append(Round([self._version(text, ending)], 0, endings=[ending]))

    @precondition(lambda self: self._asked)
    @rule(ending=endings, edits=st.booleans())
    def ask_again(self, ending: str, edits: bool) -> None:
        last = self._asked[-1]
        text = f"edited {self._numbers}" if edits else last.shown[0]
        if edits:
            self._end(ending, lambda: self._workspace.rounds.edit_last(self._talk, text))
        else:
            self._end(ending, lambda: self._workspace.rounds.retry(self._talk))
        last.versions.append(self._version(text, ending))
        last.endings.append(ending)
        last.chosen = len(last.versions) - 1

    @precondition(lambda self: any(len(item.offered) > 1 and not item.removed for item in self._rounds))
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        several = [item for item in self._rounds if len(item.offered) > 1 and not item.removed]
        item = data.draw(st.sampled_from(several))
        wanted = data.draw(st.sampled_from(item.offered))
        chosen = self._run(
            self._workspace.messages.choose_version(self._talk, self._number_of(item), wanted + 1)
        )
        item.chosen = wanted
        assert tuple(record.content for record in chosen.records) == item.shown
        assert chosen.versions.place == item.offered.index(wanted) + 1

    @rule()
    def note(self) -> None:
        self._numbers += 1
        text = f"note {self._numbers}"
        self._run(self._workspace.messages.add_note(self._talk, text))
        self._rounds.append(Round([(text,)], 0, note=True))
        self._steps.append((self._rounds[-1], None, 0))

    def _record_of(self, item: Round) -> Record:
        number = self._number_of(item)
        return next(record for record in self._records() if record.round_no == number)

    @precondition(lambda self: self._notes)
    @rule(data=st.data())
    def edit_note(self, data: st.DataObject) -> None:
        item = data.draw(st.sampled_from(self._notes))
        self._numbers += 1
        text = f"note {self._numbers}"
        self._run(self._workspace.messages.edit_note(self._talk, self._record_of(item).record_id, text))
        item.versions.append((text,))
        self._steps.append((item, item.chosen, len(item.versions) - 1))
        item.chosen = len(item.versions) - 1

    @precondition(lambda self: self._notes)
    @rule(data=st.data())
    def remove_note(self, data: st.DataObject) -> None:
        item = data.draw(st.sampled_from(self._notes))
        record = self._record_of(item)
        self._run(self._workspace.apply(RemoveNote(self._talk, record.record_id)))
        item.removed = True
        self._steps.append((item, item.chosen, None))

    @precondition(lambda self: self._steps)
    @rule(again=st.booleans())
    def undo(self, again: bool) -> None:
        item, before, after = self._steps[-1]
        self._run(self._workspace.undo())
        self._count(item, before)
        if again:
            self._run(self._workspace.redo())
            self._count(item, after)
        else:
            self._steps.pop()

    def _count(self, item: Round, chosen: int | None) -> None:
        item.removed = chosen is None
        item.chosen = item.chosen if chosen is None else chosen

    @rule()
    def restart(self) -> None:
        self._close()
        self._open()

    # what must be so

    @invariant()
    def the_history_is_the_chosen_one(self) -> None:
        shown = [text for item in self._rounds for text in item.shown]
        assert [record.content for record in self._records()] == shown

    @invariant()
    def the_counts_are_of_what_is_seen(self) -> None:
        entry = self._workspace.topology[self._talk]
        assert entry.message_count == sum(len(item.shown) for item in self._rounds)
        assert entry.turn_count == sum(ANSWERS in item.endings for item in self._asked)
        last = self._asked[-1] if self._asked else None
        assert bool(entry.flags & EntryFlag.FAILED) == (
            last is not None and last.endings[last.chosen] == FAILS
        )

    @invariant()
    def the_versions_that_are_offered_are_those_that_were(self) -> None:
        wanted = [
            RoundVersions(
                self._number_of(item),
                tuple(number + 1 for number in item.offered),
                item.chosen + 1,
                alike=len({item.versions[number][0] for number in item.offered}) == 1,
            )
            for item in self._rounds
            if len(item.offered) > 1 and not item.removed
        ]
        assert list(self._run(self._workspace.messages.list_versions(self._talk))) == wanted

    @invariant()
    def the_last_line_is_of_what_is_seen(self) -> None:
        shown = [text for item in self._rounds for text in item.shown if text]
        previews = self._run(self._workspace.messages.previews([self._talk]))
        assert (previews[self._talk].last_line if self._talk in previews else "") == (
            shown[-1] if shown else ""
        )

    @rule()
    def branch(self) -> None:
        """F-9: what comes along is what is seen, but for answers without a word."""
        branch = self._run(self._workspace.branches.open(self._talk, "Branch", context=ContextMode.INHERIT))
        copied = self._run(self._workspace.messages.list_records(branch))
        shown = [record for record in self._records() if record.content]
        assert [record.content for record in copied] == [record.content for record in shown]
        assert [record.kind for record in copied] == [record.kind for record in shown]
        assert all(record.state is RecordState.DONE for record in copied)
        assert not self._run(self._workspace.messages.list_versions(branch))
        assert sum(record.kind is RecordKind.NOTE for record in copied) == len(self._notes)
        self._run(self._workspace.undo())  # so that the newest step is what it was


def test_versions_and_notes_behave_like_a_list(tmp_path: Path) -> None:
    """R-14, R-15, P-4: see the laws above."""
    del tmp_path
    run_state_machine_as_test(Versions, settings=runs(12, stateful_step_count=22))
