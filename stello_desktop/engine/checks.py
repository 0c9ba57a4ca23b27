"""Mistakes in a profile or a branch, named where they are and before anything is made of them (M-5, S-1).

All of it is pure: the same values give equal problems, so that those of a profile and those of a branch that
is made with it can be shown side by side without telling one twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from stello_desktop.domain.config import UNSET, ContextMode, Maybe, PromptMode
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.preview import Problem, ProblemCode, Severity
from stello_desktop.domain.services import TINY, Service
from stello_desktop.domain.templates import Piece, PieceKind, braced_name, normal_name, pieces
from stello_desktop.domain.text import clean_label
from stello_desktop.engine.guessing import guesses_for, nearest, slips
from stello_desktop.engine.tokens import estimate_text

MAX_BRACES: Final = 100
"""So many stray braces are pointed at; nobody reads more."""

MAX_NAMES: Final = 100
"""So many unknown names are told, for the same reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What profiles and branches are checked against, as it is now.

    Attributes:
        skills: the names of all skills that exist.
        services: all AI services.
        models: what the services offer, as far as anyone has asked them.
        can_summarise: whether anything makes a summary of a conversation (F-5).
        context_tokens: how much a model reads; None where nobody knows, and for no model at all.
    """

    skills: tuple[str, ...] = ()
    services: tuple[Service, ...] = ()
    models: Mapping[ServiceId, Sequence[str]] = field(default_factory=dict)
    can_summarise: bool = False
    context_tokens: Callable[[ModelRef | None], int | None] = lambda _ref: None


def check_profile(
    profile: SavedProfile, others: Iterable[SavedProfile], around: Surroundings
) -> tuple[Problem, ...]:
    """Everything that is wrong with a profile; one without an ``error`` makes branches, given the values.

    Args:
        others: all profiles; the one itself and those out of use are passed over.
    """
    found = [*_check_name(profile, others), *_check_instructions(profile)]
    if profile.skills is not UNSET:
        found += unknown_skills(profile.skills, around)
    if profile.context == ContextMode.COMPRESS and not around.can_summarise:
        found.append(no_summary())
    if profile.model is not None:
        found += model_problems(profile.model, around)
    limit = around.context_tokens(profile.model)
    text = "" if profile.no_instructions else profile.instructions
    found += too_long(estimate_text(text) + estimate_text(profile.opening), limit, "instructions")
    return tuple(found)


def _check_name(profile: SavedProfile, others: Iterable[SavedProfile]) -> list[Problem]:
    name = clean_label(profile.name)
    if not name:
        return [Problem(ProblemCode.BLANK_NAME, "name", Severity.ERROR)]
    taken = any(
        other.profile_id != profile.profile_id and not other.archived and other.name == name
        for other in others
    )
    if taken and not profile.archived:
        return [Problem(ProblemCode.DUPLICATE_NAME, "name", Severity.ERROR, {"name": name})]
    return []


def _check_instructions(profile: SavedProfile) -> list[Problem]:
    text = "" if profile.no_instructions else profile.instructions
    found: list[Problem] = []
    if profile.mode is PromptMode.PRESET and not profile.no_instructions and not text.strip():
        found.append(Problem(ProblemCode.EMPTY_PRESET, "instructions", Severity.WARNING))
    parsed = tuple(pieces(text))
    braces = [piece for piece in parsed if piece.kind is PieceKind.STRAY]
    found += [
        Problem(
            ProblemCode.STRAY_BRACE,
            "instructions",
            Severity.WARNING,
            {"text": piece.text},
            piece.start,
            piece.end,
        )
        for piece in braces[:MAX_BRACES]
    ]
    braced = braced_name(text)
    if braced is not None:
        params = {"name": braced.text}
        found.append(
            Problem(ProblemCode.BRACED_NAME, "instructions", Severity.HINT, params, braced.start, braced.end)
        )
    return found + _check_variables(profile, parsed)


def _check_variables(profile: SavedProfile, parsed: Sequence[Piece]) -> list[Problem]:
    """Declared against used. A name that nobody declared is asked for all the same, by its own name."""
    first: dict[str, Piece] = {}
    for piece in parsed:
        if piece.kind is PieceKind.NAME:
            first.setdefault(piece.text, piece)
    declared = list(dict.fromkeys(normal_name(variable.name) for variable in profile.variables))
    unused = [name for name in declared if name not in first]
    known = frozenset(declared)
    undeclared = [name for name in first if name not in known][:MAX_NAMES]
    guesses = slips(undeclared, [name for name in declared if name in first]) | guesses_for(
        undeclared, unused
    )
    found: list[Problem] = []
    for name in undeclared:
        piece, suggestion = first[name], guesses.get(name, "")
        severity = Severity.WARNING if suggestion else Severity.HINT
        params = {"name": name, "suggestion": suggestion}
        found.append(
            Problem(ProblemCode.UNKNOWN_VARIABLE, "instructions", severity, params, piece.start, piece.end)
        )
    return found + [
        Problem(ProblemCode.UNUSED_VARIABLE, "variables", Severity.WARNING, {"name": name}) for name in unused
    ]


def unknown_skills(skills: Maybe[tuple[str, ...]], around: Surroundings) -> list[Problem]:
    """Skills that a list names and that do not exist; they are ignored (S-1)."""
    if skills is UNSET:
        return []
    there = set(around.skills)
    unknown = [name for name in dict.fromkeys(skills) if name not in there][:MAX_NAMES]
    guesses = guesses_for(unknown, around.skills)
    return [
        Problem(
            ProblemCode.UNKNOWN_SKILL,
            "skills",
            Severity.WARNING,
            {"name": name, "suggestion": guesses.get(name, "")},
        )
        for name in unknown
    ]


def model_problems(ref: ModelRef, around: Surroundings) -> list[Problem]:
    """A service that is not there, or a model that it is known not to offer (M-10).

    A branch can be made all the same, and keeps the name: it answers when the service is there again. The tiny
    model is there once it has been started.
    """
    service = next((item for item in around.services if item.service_id == ref.service_id), None)
    if service is None:
        severity = Severity.HINT if ref.service_id == TINY else Severity.WARNING
        params = {"service": ref.service_id, "model": ref.model}
        return [Problem(ProblemCode.UNKNOWN_SERVICE, "model", severity, params)]
    model = ref.model or service.model
    offered = tuple(around.models.get(ref.service_id, ()))
    if model and (not offered or model in offered):
        return []
    params = {"service": service.name, "model": model, "suggestion": nearest(model, offered)}
    return [Problem(ProblemCode.UNKNOWN_MODEL, "model", Severity.WARNING, params)]


def no_summary() -> Problem:
    """Nobody can make the summary that a branch would start with (F-5)."""
    return Problem(ProblemCode.NO_SUMMARY, "context", Severity.ERROR)


def too_long(tokens: int, limit: int | None, where: str) -> list[Problem]:
    """More than the model reads, as far as an estimate can tell (C-6)."""
    if limit is None or tokens <= limit:
        return []
    return [Problem(ProblemCode.TOO_LONG, where, Severity.WARNING, {"tokens": tokens, "limit": limit})]


def missing_value(name: str) -> Problem:
    """A variable without a value: the fork would be refused (M-5)."""
    return Problem(ProblemCode.MISSING_VALUE, "variables", Severity.ERROR, {"name": name})


def own_ignored() -> Problem:
    """The branch's own instructions have no say under this profile (M-3)."""
    return Problem(ProblemCode.OWN_IGNORED, "own", Severity.WARNING)
