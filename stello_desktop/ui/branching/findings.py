"""What the preview found out about a branch, put where it belongs: at the fields, and beside *Open* (M-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.composition import Layer, PartKind
from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.preview import BranchPreview, Problem, ProblemCode, Severity
from stello_desktop.ui.branching.coming_along import Along
from stello_desktop.ui.branching.form_view import FormView
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.listing import listed
from stello_desktop.ui.preview.problems import sentence_of
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from stello_desktop.workspace.ground import BranchGround

_PLACES: Final = ("profile", "own", "context", "model")
_SAID_BY_THE_FIELDS: Final = frozenset({ProblemCode.MISSING_VALUE, ProblemCode.TOO_LONG})
_MOST_SAID: Final = 2


def show_findings(view: FormView, workspace: Workspace, preview: BranchPreview, ground: BranchGround) -> str:
    """Say at each field what is wrong with it, and below *Comes along* how much that is; what has no field is returned.

    Nothing depends on the preview being unfolded: what is wrong is said in full at the fields and at the foot.
    """
    said = [item for item in preview.problems if item.code not in _SAID_BY_THE_FIELDS]
    rest = [item for item in said if item.severity is not Severity.ERROR]
    for place in _PLACES:
        own = [item for item in said if _place_of(item, preview) == place]
        wrong = any(item.severity is Severity.ERROR for item in own)
        if view.put_field_problem(place, _some_words(own), wrong=wrong):
            rest = [item for item in rest if item not in own]
    view.say_own_ignored(any(item.code is ProblemCode.OWN_IGNORED for item in said))
    view.mark_missing()
    along = along_of(workspace, preview)
    entry = workspace.topology.get(ground.source)
    if ground.began_with_summary and entry is not None:
        along = replace(along, left_behind=entry.label)
    view.show_along(along, can_sum_up=ground.can_sum_up)
    return " ".join(filter(None, (_too_long_words(preview, along.answers), _some_words(rest))))


def _place_of(problem: Problem, preview: BranchPreview) -> str:
    """Skills have no field here; where they are the profile's, they are told beside it."""
    if problem.field != "skills":
        return problem.field
    origin = preview.composition.origins.get("skills")
    return "profile" if origin is not None and origin.layers == (Layer.PROFILE,) else ""


def _some_words(problems: Sequence[Problem]) -> str:
    """The first of them, and how many there are beyond."""
    words = [sentence_of(item) for item in problems[:_MOST_SAID]]
    rest = len(problems) - _MOST_SAID
    if rest > 0:
        words.append(QCoreApplication.translate("BranchDialog", "%n more of this kind.", "", rest))
    return " ".join(words)


def _too_long_words(preview: BranchPreview, answers: str) -> str:
    """What is too long although nothing would come along, and what can help (C-6); empty where that is not so."""
    limit = preview.context_tokens
    fixed = preview.tokens - preview.along_tokens
    if limit is None or fixed <= limit:
        return ""
    told = _size_of(preview, PartKind.SYSTEM_PROMPT)
    first = _size_of(preview, PartKind.HISTORY, PartKind.COMPRESSION) - preview.along_tokens
    words = QCoreApplication.translate(
        "BranchDialog",
        "Even without any message this branch begins with about %1 tokens, and %3 reads %2. Choose another model.",
    )
    if fixed - max(told, first) <= limit and told >= first:
        words = QCoreApplication.translate(
            "BranchDialog",
            "The instructions are too long: without any message the branch begins with about %1 tokens, and %3 reads "
            "%2. Shorten them, or choose another model.",
        )
    elif fixed - max(told, first) <= limit:
        words = QCoreApplication.translate(
            "BranchDialog",
            "The opening message is too long: the branch begins with about %1 tokens, and %3 reads %2. "
            "Shorten it, or choose another model.",
        )
    locale = QLocale()
    return filled(words, locale.toString(fixed), locale.toString(limit), answers)


def _size_of(preview: BranchPreview, *kinds: PartKind) -> int:
    return sum(part.tokens for part in preview.parts if part.kind in kinds)


def along_of(workspace: Workspace, preview: BranchPreview) -> Along:
    """How much comes along, and whether the model cannot read it because of that."""
    by_messages = any(
        item.code is ProblemCode.TOO_LONG and item.field == "context" for item in preview.problems
    )
    service = None if preview.model is None else workspace.answering.service_for(preview.model)
    return Along(
        messages=preview.messages,
        tokens=preview.along_tokens if preview.context == ContextMode.INHERIT else None,
        whole=preview.tokens,
        limit=preview.context_tokens if by_messages else None,
        answers=full_name(workspace.answering.default if service is None else service),
    )


def reason_not_to_open(missing: tuple[str, ...], preview: BranchPreview | None) -> str:
    """Why the branch cannot be made as it is; empty where it can."""
    if missing:
        words = QCoreApplication.translate("BranchDialog", "Still needed: %1")
        return words.replace("%1", listed(f"“{label}”" for label in missing))
    wrong = first_error(preview)
    return "" if wrong is None else sentence_of(wrong)


def first_error(preview: BranchPreview | None) -> Problem | None:
    """The first mistake that keeps the branch from being made; missing values are told by their fields."""
    problems = () if preview is None else preview.problems
    return next(
        (
            item
            for item in problems
            if item.severity is Severity.ERROR and item.code is not ProblemCode.MISSING_VALUE
        ),
        None,
    )
