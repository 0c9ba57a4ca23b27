"""What it costs to put a request together and to know its size (C-6, C-7); CPU time of one thread.

* ``context_1000``, ``context_10000``: the request of a conversation whose messages were sent before, with its size.
* ``context_covered``: the same for 10,000 messages of which all but the last few are summarised, the check that the
  summary stands for exactly these included.
* ``context_cut``: choosing what leaves a conversation of 10,000 messages.

The naive way looks at every message anew at each request.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from stello_desktop.domain.context_state import EarlierPart
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.messages import Record, Role
from stello_desktop.engine import compression, context, tokens
from stello_desktop.engine.compression import part_for, part_mark, plan_cut
from stello_desktop.engine.context import ContextSources, build_context

type Figure = tuple[float, str, float, float | None]

_LATIN = "Let us look at the harbour hall again, and at what the old mill would cost. " * 5
_HAN = "我们再看看港口大厅，以及老磨坊的费用。" * 12


def _history(count: int) -> tuple[Record, ...]:
    return tuple(
        Record(
            record_id=RecordId(number + 1),
            session_id=SessionId("s"),
            round_no=number // 2 + 1,
            version=1,
            created_at=0.0,
            role=Role.USER if number % 2 == 0 else Role.ASSISTANT,
            content=f"{number} {_HAN if number % 4 == 0 else _LATIN}",
        )
        for number in range(count)
    )


def _forget() -> None:
    for kept in (context._kept, compression._kept, tokens._kept):
        kept.clear()


def _cost_ms(work: Callable[[], object], *, fresh: bool = False) -> float:
    found = []
    for _ in range(9):
        if fresh:
            _forget()
        began = time.thread_time()
        work()
        found.append((time.thread_time() - began) * 1000)
    return statistics.median(found)


def _request(count: int, budget_ms: float) -> Figure:
    sources = ContextSources(label="Plan", records=_history(count))

    def work() -> int:
        return build_context(sources).tokens

    work()
    return _cost_ms(work), "ms", budget_ms, _cost_ms(work, fresh=True)


def _covered() -> Figure:
    records = _history(10_000)
    covered = len(records) - 20
    part = EarlierPart(
        covered=covered, last=records[covered - 1].record_id, mark=part_mark(records[:covered]), text=_LATIN
    )

    def work() -> int:
        found = part_for(records, [part], len(records))
        assert found is part
        return build_context(ContextSources(label="Plan", records=records, earlier=found)).tokens

    work()
    return _cost_ms(work), "ms", 5.0, _cost_ms(work, fresh=True)


def _cut() -> Figure:
    sources = ContextSources(label="Plan", records=_history(10_000))
    built = build_context(sources)
    limit = round(built.tokens / 0.9)

    def work() -> object:
        cut = plan_cut(sources, built, limit)
        assert cut is not None
        assert 3_000 < cut.covered < 7_000
        return cut

    return _cost_ms(work), "ms", 16.0, None


BENCHES = {
    "context_1000": lambda: _request(1_000, 1.5),
    "context_10000": lambda: _request(10_000, 16.0),
    "context_covered": _covered,
    "context_cut": _cut,
}
