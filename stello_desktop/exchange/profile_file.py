"""A profile file: one JSON text with profiles, and the skills that they name (T-2, T18).

Its shape is published as ``resources/schemas/profile.schema.json``. A file is taken whole or refused whole, with one
reason; fields that this version does not know are refused too, so that nothing is lost in silence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from stello_desktop.domain.errors import ForkConfigError
from stello_desktop.domain.library import MAX_INSTRUCTIONS_CHARS, MAX_LINE_CHARS, SavedSkill, SkillId
from stello_desktop.domain.profile_json import profile_from_json, profile_to_json
from stello_desktop.domain.sharing import NOBODY, FileTrouble, ProfileFile, RefusedFile, SharedProfile
from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_label, clean_text

FORMAT: Final = "stello-profile"
VERSION: Final = 1
SCHEMA_ID: Final = "urn:stello:schema:profile:1"
MAX_FILE_BYTES: Final = 2_000_000
MAX_PROFILES: Final = 200
MAX_DEPTH: Final = 12

_DIRECTIONS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_OWN_FIELDS: Final = frozenset({"version", "archived", "draft", "model"})
"""What the store keeps of a profile and a file does not, or has in another form."""
_LABELS: Final = frozenset({"name", "service", "model"})

type Name = Annotated[str, Field(min_length=1, max_length=MAX_LABEL_CHARS)]
type Line = Annotated[str, Field(max_length=MAX_LINE_CHARS)]
type LongText = Annotated[str, Field(max_length=MAX_INSTRUCTIONS_CHARS)]


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, alias_generator=to_camel, populate_by_name=False
    )


class Variable(_Part):
    """One ``{name}`` of the instructions."""

    name: Name
    label: Line = ""
    default: Line = ""
    example: Line = ""


class Model(_Part):
    """Who answers, by the names that people use; never an address or a key."""

    service: Name
    model: Annotated[str, Field(max_length=200)] = ""


class Profile(_Part):
    """One profile; what is left out is unset."""

    name: Name
    description: Line = ""
    hue: Annotated[int, Field(ge=0, le=7, description="Number of a branch colour.")] = 0
    system_prompt: Annotated[
        LongText | None,
        Field(description="Instructions with {name} placeholders; empty text means none at all."),
    ] = None
    system_prompt_mode: Literal["preset", "prepend", "append"] = "prepend"
    variables: Annotated[list[Variable], Field(max_length=100)] = []
    skills: Annotated[list[Name] | None, Field(max_length=200)] = None
    context: Literal["none", "inherit", "compress"] | None = None
    prompt: Annotated[LongText, Field(description="The first message of a branch.")] = ""
    model: Model | None = None


class Skill(_Part):
    """One skill: text only, never run."""

    name: Name
    description: Line = ""
    content: LongText


class ProfileFileModel(_Part):
    """Profiles of Stello, to be kept or given to others."""

    format: Literal["stello-profile"]
    version: Literal[1]
    schema_id: Annotated[Literal["urn:stello:schema:profile:1"] | None, Field(alias="$schema")] = None
    profiles: Annotated[list[Profile], Field(max_length=MAX_PROFILES)] = []
    skills: Annotated[list[Skill], Field(max_length=MAX_PROFILES)] = []


def schema() -> dict[str, Any]:
    """The JSON Schema of a file, as it is published."""
    made = ProfileFileModel.model_json_schema(by_alias=True)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA_ID, "title": FORMAT}
    return {**head, **{name: value for name, value in made.items() if name != "title"}}


def write_profiles(file: ProfileFile) -> bytes:
    """A file's bytes: UTF-8, indented, so that a person can read it and compare two of them."""
    values: dict[str, Any] = {"$schema": SCHEMA_ID, "format": FORMAT, "version": VERSION}
    values["profiles"] = [_profile_values(shared) for shared in file.profiles]
    if file.skills:
        values["skills"] = [
            {"name": skill.name, "description": skill.description, "content": skill.content}
            for skill in file.skills
        ]
    return (json.dumps(_clean(values), ensure_ascii=False, indent=2) + "\n").encode()


def _profile_values(shared: SharedProfile) -> dict[str, Any]:
    values = profile_to_json(shared.profile)
    kept = {name: value for name, value in values.items() if name not in _OWN_FIELDS}
    if shared.service:
        kept["model"] = {"service": shared.service, "model": shared.model}
    return kept


def read_profiles(data: bytes) -> ProfileFile | RefusedFile:
    """What is in a file, or why it is not taken. Never raises for what the file holds."""
    if len(data) > MAX_FILE_BYTES:
        return RefusedFile(FileTrouble.TOO_LARGE, {"limit": MAX_FILE_BYTES // 1000})
    try:
        values = _parsed(data)
        refused = values if isinstance(values, RefusedFile) else _refused_at_sight(values)
        if refused is not None:
            return refused
        read = ProfileFileModel.model_validate(_clean(values))
        profiles = tuple(_shared(profile) for profile in read.profiles)
    except ValidationError as error:
        return _refused_by_rule(error)
    except RecursionError:
        return RefusedFile(FileTrouble.TOO_DEEP)
    except ForkConfigError as error:
        return RefusedFile(FileTrouble.WRONG_FIELD, {"field": str(error.params["reason"])})
    skills = tuple(
        SavedSkill(
            skill_id=SkillId(""), name=skill.name, description=skill.description, content=skill.content
        )
        for skill in read.skills
    )
    if not profiles and not skills:
        return RefusedFile(FileTrouble.NOTHING)
    return ProfileFile(profiles=profiles, skills=skills)


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return RefusedFile(FileTrouble.NOT_TEXT)
    except ValueError:
        return RefusedFile(FileTrouble.NOT_JSON)


def _refused_at_sight(values: Any) -> RefusedFile | None:
    """What is told before anything is looked at in detail."""
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        return RefusedFile(FileTrouble.NOT_OURS)
    version = values.get("version")
    if isinstance(version, int) and version > VERSION:
        return RefusedFile(FileTrouble.NEWER_VERSION)
    for name in ("profiles", "skills"):
        items = values.get(name)
        if isinstance(items, list) and len(items) > MAX_PROFILES:
            return RefusedFile(FileTrouble.TOO_MANY, {"limit": MAX_PROFILES})
    return None


def _refused_by_rule(error: ValidationError) -> RefusedFile:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    way = " › ".join(str(part + 1) if isinstance(part, int) else str(part) for part in first["loc"])
    unknown = first["type"] == "extra_forbidden"
    reason = FileTrouble.UNKNOWN_FIELD if unknown else FileTrouble.WRONG_FIELD
    return RefusedFile(reason, {"field": clean_label(way)})


def _shared(profile: Profile) -> SharedProfile:
    values = profile.model_dump(by_alias=True, exclude={"model"}, exclude_none=True)
    model = profile.model
    return SharedProfile(
        profile=profile_from_json(NOBODY, values),
        service=model.service if model is not None else "",
        model=model.model if model is not None else "",
    )


def _clean(value: Any, name: str = "", depth: int = 0) -> Any:
    """Text without control characters and direction overrides; names on one line. Raises: RecursionError."""
    if depth > MAX_DEPTH:
        raise RecursionError
    if isinstance(value, str):
        return clean_label(value) if name in _LABELS else clean_text(_DIRECTIONS.sub("", value))
    if isinstance(value, Mapping):
        return {clean_text(str(key)): _clean(item, str(key), depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item, "name" if name == "skills" else name, depth + 1) for item in value]
    return value
