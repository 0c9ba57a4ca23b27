"""Profiles and skills as camelCase JSON, for the store and for files: never an id, a key or an address.

Reading is strict about types and silent about fields that it does not know; a file's own checks come before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from stello_desktop.domain.config import UNSET, ContextMode, PromptMode
from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.library import HUES, ProfileId, SavedProfile, SavedSkill, SkillId, TemplateVariable


def profile_to_json(profile: SavedProfile) -> dict[str, Any]:
    """Everything but the id; what is unset is not written (T-1)."""
    values: dict[str, Any] = {
        "name": profile.name,
        "hue": profile.hue,
        "description": profile.description,
        "systemPromptMode": profile.mode.value,
        "version": profile.version,
        "archived": profile.archived,
    }
    if profile.no_instructions:
        values["systemPrompt"] = ""
    elif profile.instructions:
        values["systemPrompt"] = profile.instructions
    if profile.no_instructions and profile.instructions:
        values["draft"] = profile.instructions
    if profile.variables:
        values["variables"] = [_variable_to_json(variable) for variable in profile.variables]
    if profile.skills is not UNSET:
        values["skills"] = list(profile.skills)
    if profile.context is not UNSET:
        values["context"] = profile.context.value
    if profile.opening:
        values["prompt"] = profile.opening
    if profile.model is not None:
        values["model"] = {"serviceId": profile.model.service_id, "model": profile.model.model}
    return values


def profile_from_json(profile_id: ProfileId, values: Mapping[str, Any]) -> SavedProfile:
    """The other way. Raises: ForkConfigError with the field as ``reason``."""
    read = _Reader(values)
    prompt = values.get("systemPrompt")
    no_instructions = prompt == ""
    skills = values.get("skills")
    if skills is not None and not (
        isinstance(skills, list) and all(isinstance(name, str) for name in skills)
    ):
        raise _wrong("skills")
    return SavedProfile(
        profile_id=profile_id,
        name=read.text("name"),
        hue=read.number("hue") % HUES,
        description=read.text("description"),
        instructions=read.text("draft") if no_instructions else read.text("systemPrompt"),
        no_instructions=no_instructions,
        mode=_choice(PromptMode, values.get("systemPromptMode", PromptMode.PREPEND), "systemPromptMode"),
        variables=_variables(values.get("variables")),
        skills=UNSET if skills is None else tuple(skills),
        context=UNSET
        if values.get("context") is None
        else _choice(ContextMode, values["context"], "context"),
        opening=read.text("prompt"),
        model=_model(values.get("model")),
        version=max(1, read.number("version")),
        archived=values.get("archived") is True,
    )


def skill_to_json(skill: SavedSkill) -> dict[str, Any]:
    """Everything but the id and the folder."""
    return {
        "name": skill.name,
        "description": skill.description,
        "content": skill.content,
        "archived": skill.archived,
    }


def skill_from_json(skill_id: SkillId, values: Mapping[str, Any]) -> SavedSkill:
    """The other way. Raises: ForkConfigError with the field as ``reason``."""
    read = _Reader(values)
    return SavedSkill(
        skill_id=skill_id,
        name=read.text("name"),
        description=read.text("description"),
        content=read.text("content"),
        archived=values.get("archived") is True,
    )


class _Reader:
    """Fields of the right type; absent and null are empty."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def text(self, name: str) -> str:
        value = self._values.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise _wrong(name)
        return value

    def number(self, name: str) -> int:
        value = self._values.get(name)
        if value is None:
            return 0
        if not isinstance(value, int) or isinstance(value, bool):
            raise _wrong(name)
        return value


def _variable_to_json(variable: TemplateVariable) -> dict[str, str]:
    values = {
        "name": variable.name,
        "label": variable.label,
        "default": variable.default,
        "example": variable.example,
    }
    return {name: value for name, value in values.items() if value}


def _variables(value: Any) -> tuple[TemplateVariable, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
        raise _wrong("variables")
    readers = [_Reader(item) for item in value]
    return tuple(
        TemplateVariable(
            name=read.text("name"),
            label=read.text("label"),
            default=read.text("default"),
            example=read.text("example"),
        )
        for read in readers
        if read.text("name")
    )


def _model(value: Any) -> ModelRef | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise _wrong("model")
    read = _Reader(value)
    return ModelRef(ServiceId(read.text("serviceId")), read.text("model"))


def _choice[T: StrEnum](kind: type[T], value: Any, name: str) -> T:
    try:
        return kind(value)
    except ValueError:
        raise _wrong(name) from None


def _wrong(name: str) -> ForkConfigError:
    return ForkConfigError(f"{name} cannot be used", reason=name)
