"""What the preview found out about a branch, put where it belongs: at the fields, and beside *Open* (M-7)."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.composition import PartKind
from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.preview import BranchPreview, Problem, ProblemCode, Severity
from stello_desktop.ui.branching.coming_along import Along
from stello_desktop.ui.branching.form_view import FormView
from stello_desktop.ui.listing import listed
from stello_desktop.ui.preview.problems import sentence_of
from stello_desktop.ui.service_words import full_name
from stello_desktop.workspace.workspace import Workspace

_FIELDS: Final = ("instructions", "skills", "own", "model", "context")
_SAID_BY_THE_FIELDS: Final = frozenset({ProblemCode.MISSING_VALUE, ProblemCode.TOO_LONG})


def show_findings(view: FormView, workspace: Workspace, preview: BranchPreview, *, can_sum_up: bool) -> None:
    """Say at each field what is wrong with it, and below *Comes along* how much that is."""
    for field in _FIELDS:
        own = [
            item for item in preview.problems if item.field == field and item.code not in _SAID_BY_THE_FIELDS
        ]
        words = " ".join(sentence_of(item) for item in own)
        view.put_field_problem(field, words, wrong=any(item.severity is Severity.ERROR for item in own))
    view.mark_missing()
    view.show_along(along_of(workspace, preview), can_sum_up=can_sum_up)


def along_of(workspace: Workspace, preview: BranchPreview) -> Along:
    """How much comes along, and whether the model can read it."""
    tokens = sum(part.tokens for part in preview.parts if part.kind is PartKind.HISTORY)
    too_long = any(item.code is ProblemCode.TOO_LONG for item in preview.problems)
    service = None if preview.model is None else workspace.answering.service_for(preview.model)
    return Along(
        messages=preview.messages,
        tokens=tokens if preview.context == ContextMode.INHERIT else None,
        limit=preview.context_tokens if too_long else None,
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
