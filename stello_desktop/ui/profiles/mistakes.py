"""Which of the mistakes in a profile the editor names, each at its field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from stello_desktop.domain.preview import Problem, ProblemCode, Severity

_MAX_STRAY: Final = 8
_SHOWN_ELSEWHERE: Final = frozenset({ProblemCode.UNUSED_VARIABLE, ProblemCode.MISSING_VALUE})
"""An unused variable is said at its own row, a missing value at the field where it is tried."""


def in_place(problems: Iterable[Problem]) -> Iterator[Problem]:
    """What the editor says at its fields.

    A name that the text asks for is a row of its own below the text, so only a doubtful one is a mistake; all
    stray braces are one sentence.
    """
    stray: list[Problem] = []
    for problem in problems:
        if problem.code in _SHOWN_ELSEWHERE:
            continue
        if problem.code is ProblemCode.STRAY_BRACE:
            stray.append(problem)
        elif problem.code is not ProblemCode.UNKNOWN_VARIABLE or problem.severity is not Severity.HINT:
            yield problem
    if stray:
        texts = tuple(
            dict.fromkeys(" ".join(str(problem.params.get("text", "")).split()) for problem in stray)
        )
        more = ("…",) if len(texts) > _MAX_STRAY else ()
        yield replace(stray[0], params={"text": (*texts[:_MAX_STRAY], *more)})
