"""What is edited, as a value: the variables of a text, and the defaults of all conversations as a profile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from stello_desktop.domain.config import UNSET, SerializableSessionConfig
from stello_desktop.domain.library import ProfileId, SavedProfile, TemplateVariable
from stello_desktop.domain.templates import normal_name, placeholders

DEFAULTS: Final = ProfileId("defaults")
"""Stands for the defaults of every conversation where a profile is meant otherwise."""


@dataclass(frozen=True, slots=True)
class VariableRow:
    """A variable as it is edited; ``used`` says whether the instructions have its place."""

    variable: TemplateVariable
    used: bool


NOTHING: Final = ProfileId("")
"""No profile is chosen, because there is none."""


@lru_cache(maxsize=8)
def _names(text: str) -> tuple[str, ...]:
    """Asked for several times at each key."""
    return placeholders(text)


def variable_rows(profile: SavedProfile) -> tuple[VariableRow, ...]:
    """Those of the text in the order of the text, then those that are kept but not used any more."""
    described = {normal_name(variable.name): variable for variable in profile.variables}
    names = _names(profile.instructions)
    used = [VariableRow(described.get(name, TemplateVariable(name=name)), used=True) for name in names]
    known = frozenset(names)
    kept = [VariableRow(variable, used=False) for name, variable in described.items() if name not in known]
    return (*used, *kept)


def with_variable(profile: SavedProfile, variable: TemplateVariable) -> SavedProfile:
    """The profile with a variable's words; one without any words of its own is not kept."""
    others = [item for item in profile.variables if normal_name(item.name) != normal_name(variable.name)]
    if not (variable.label or variable.default or variable.example):
        return replace(profile, variables=tuple(others))
    before = [normal_name(item.name) for item in profile.variables]
    place = before.index(normal_name(variable.name)) if normal_name(variable.name) in before else len(others)
    return replace(profile, variables=(*others[:place], variable, *others[place:]))


def without_variable(profile: SavedProfile, name: str) -> SavedProfile:
    """The profile without the words of a variable."""
    return replace(
        profile,
        variables=tuple(item for item in profile.variables if normal_name(item.name) != normal_name(name)),
    )


def profile_as_defaults(profile: SavedProfile) -> SerializableSessionConfig:
    """The other way about; empty instructions are unset, unless none at all are chosen."""
    text = "" if profile.no_instructions else profile.instructions
    told = UNSET if not text and not profile.no_instructions else text
    return SerializableSessionConfig(system_prompt=told, skills=profile.skills)


def defaults_as_profile(config: SerializableSessionConfig) -> SavedProfile:
    """The defaults in the shape of the editor; ``""`` is the explicit choice of none (M-5b)."""
    text = config.system_prompt or ""
    return SavedProfile(
        profile_id=DEFAULTS,
        name="",
        instructions=text,
        no_instructions=config.system_prompt == "",
        skills=config.skills,
    )
