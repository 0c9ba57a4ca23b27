"""``SKILL.md``: YAML between two lines of ``---`` with ``name`` and ``description``, then the text (S-2, T13, T18).

The YAML is read as a tree of nodes and never built into objects: a tag can name no class, and a plain ``2024``
or ``yes`` is the text that was typed. An alias is refused, since a few lines of them grow without bound.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import yaml

from stello_desktop.domain.library import MAX_INSTRUCTIONS_CHARS, MAX_NAME_CHARS, SkillTrouble
from stello_desktop.domain.text import clean_label, clean_text

MAX_FILE_BYTES: Final = 1_000_000
MAX_HEAD_CHARS: Final = 16_000
MAX_HEAD_DEPTH: Final = 12
MAX_DESCRIPTION_CHARS: Final = 2_000

_BEGUN: Final = re.compile(r"---[ \t]*(?:\n|\Z)")
_HEAD: Final = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_DIRECTIONS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_YAML: Final = "tag:yaml.org,2002:"
_PLAIN_TAGS: Final = frozenset(_YAML + kind for kind in ("str", "int", "float", "bool", "timestamp"))


class UnusableSkill(Exception):
    """The file is no skill. ``params`` are those of `SkillTrouble`."""

    def __init__(self, reason: SkillTrouble, **params: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params = params


@dataclass(frozen=True, slots=True)
class SkillText:
    """A usable file: every field has something in it and is clean text."""

    name: str
    description: str
    content: str


def read_skill(data: bytes) -> SkillText:
    """The skill in a file's bytes. Raises: UnusableSkill."""
    if len(data) > MAX_FILE_BYTES:
        raise UnusableSkill(SkillTrouble.TOO_LARGE, limit=MAX_FILE_BYTES // 1000)
    head, body = _split(_decoded(data))
    fields = _fields(head)
    name = clean_label(_field(fields, "name"))
    if not name:
        raise UnusableSkill(SkillTrouble.MISSING_FIELD, field="name")
    if len(name) > MAX_NAME_CHARS:
        raise UnusableSkill(SkillTrouble.TOO_LONG, field="name", limit=MAX_NAME_CHARS)
    description = " ".join(_without_directions(_field(fields, "description")).split())
    if len(description) > MAX_DESCRIPTION_CHARS:
        raise UnusableSkill(SkillTrouble.TOO_LONG, field="description", limit=MAX_DESCRIPTION_CHARS)
    content = _without_directions(body).strip()
    if not content:
        raise UnusableSkill(SkillTrouble.EMPTY_TEXT)
    if len(content) > MAX_INSTRUCTIONS_CHARS:
        raise UnusableSkill(SkillTrouble.TOO_LONG, field="text", limit=MAX_INSTRUCTIONS_CHARS)
    return SkillText(name, description, content)


def _decoded(data: bytes) -> str:
    if b"\x00" in data:
        raise UnusableSkill(SkillTrouble.NOT_TEXT)
    try:
        return clean_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableSkill(SkillTrouble.NOT_TEXT) from None


def _without_directions(text: str) -> str:
    """Text that reads as it is stored: direction overrides can make one sentence look like another."""
    return _DIRECTIONS.sub("", clean_text(text))


def _split(text: str) -> tuple[str, str]:
    found = _HEAD.match(text)
    if found is None:
        begun = _BEGUN.match(text) is not None
        raise UnusableSkill(SkillTrouble.OPEN_HEAD if begun else SkillTrouble.NO_HEAD)
    if len(found.group(1)) > MAX_HEAD_CHARS:
        raise UnusableSkill(SkillTrouble.TOO_COMPLEX)
    return found.group(1), text[found.end() :]


def _fields(head: str) -> dict[str, Any]:
    """The nodes of the head's fields by name."""
    try:
        _refuse_what_grows(head)
        root = yaml.compose(head, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = 0 if mark is None else int(mark.line) + 2  # the first line of the file is the first ---
        raise UnusableSkill(SkillTrouble.BAD_HEAD, line=line) from None
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode):
        raise UnusableSkill(SkillTrouble.BAD_HEAD, line=0)
    return {str(key.value): value for key, value in root.value if isinstance(key, yaml.ScalarNode)}


def _refuse_what_grows(head: str) -> None:
    depth = 0
    for event in yaml.parse(head, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise UnusableSkill(SkillTrouble.ALIASES)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_HEAD_DEPTH:
            raise UnusableSkill(SkillTrouble.TOO_COMPLEX)


def _field(fields: dict[str, Any], name: str) -> str:
    node = fields.get(name)
    if node is None or node.tag == f"{_YAML}null":
        raise UnusableSkill(SkillTrouble.MISSING_FIELD, field=name)
    if not isinstance(node, yaml.ScalarNode) or node.tag not in _PLAIN_TAGS:
        raise UnusableSkill(SkillTrouble.WRONG_TYPE, field=name)
    if not node.value.strip():
        raise UnusableSkill(SkillTrouble.MISSING_FIELD, field=name)
    return str(node.value)
