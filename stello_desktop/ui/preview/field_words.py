"""The fields of a branch and their values in words, for the table of origins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QLocale

from stello_desktop.domain.composition import Layer, Origin
from stello_desktop.domain.config import UNSET, ContextMode
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.preview import BranchPreview
from stello_desktop.domain.text import clean_text
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled
from stello_desktop.ui.listing import listed
from stello_desktop.ui.preview import layers
from stello_desktop.ui.service_words import name_of, ref_words
from stello_desktop.workspace.workspace import Workspace

PROMPT: Final = "system_prompt"
SKILLS: Final = "skills"
MODEL: Final = "llm"
CONTEXT: Final = "context"
OPENING: Final = "prompt"

FIELDS: Final = (SKILLS, MODEL, CONTEXT, OPENING)
"""The rows of the table; the instructions are shown above it, with their layers."""

_NAMES: Final[dict[str, str]] = {
    PROMPT: QT_TRANSLATE_NOOP("Fields", "Instructions"),
    SKILLS: QT_TRANSLATE_NOOP("Fields", "Skills"),
    MODEL: QT_TRANSLATE_NOOP("Fields", "AI service"),
    CONTEXT: QT_TRANSLATE_NOOP("Fields", "Starts with"),
    OPENING: QT_TRANSLATE_NOOP("Fields", "Opening message"),
}

_MAX_CHARS: Final = 300


def field_name(field: str) -> str:
    """What the field is called on the screen."""
    return QCoreApplication.translate("Fields", _NAMES[field])


def value_words(workspace: Workspace, preview: BranchPreview, field: str) -> str:
    """The value that counts, in one line."""
    if field == SKILLS:
        return used_skills_words(preview.composition.config.skills, workspace.skills.names)
    if field == MODEL:
        if preview.model is None:
            return name_of(workspace.answering.default)
        return ref_words(workspace, preview.model)
    if field == CONTEXT:
        return context_words(preview.context, preview.messages)
    return one_line(preview.opening) or QCoreApplication.translate("Fields", "none")


def is_same(preview: BranchPreview, field: str, value: Any) -> bool:
    """Whether a value that lost is the one that counts all the same: then it lost nothing."""
    config = preview.composition.config
    if field == SKILLS:
        return skills_words(value) == skills_words(config.skills)
    if field == MODEL:
        return bool(getattr(value, "ref", value) == preview.model)
    if field == CONTEXT:
        return str(value) == preview.context
    return clean_text(str(value)) == (config.system_prompt if field == PROMPT else preview.opening)


def offered_words(workspace: Workspace, field: str, value: Any) -> str:
    """A value that lost, in one line."""
    if field == SKILLS:
        return skills_words(value)
    if field == MODEL:
        ref = value if isinstance(value, ModelRef) else getattr(value, "ref", None)
        return ref_words(workspace, ref) if isinstance(ref, ModelRef) else ""
    if field == CONTEXT:
        return context_words(str(value), 0)
    return one_line(str(value)) or QCoreApplication.translate("Fields", "no instructions at all")


def skills_words(value: Any) -> str:
    """Everything, nothing or these (S-1)."""
    if value is UNSET or value is None:
        return QCoreApplication.translate("Fields", "all skills")
    names: Sequence[str] = value
    return listed(names) if names else QCoreApplication.translate("Fields", "none")


def used_skills_words(value: Any, there: Sequence[str]) -> str:
    """The skills that a branch would really have; those that are not there are named as left out (S-1)."""
    if value is UNSET or value is None:
        return skills_words(value)
    words = skills_words([name for name in value if name in there])
    missing = [name for name in value if name not in there]
    if not missing:
        return words
    both = QCoreApplication.translate("Fields", "%1; not there: %2")
    return filled(both, words, listed(missing))


def context_words(context: str, messages: int) -> str:
    """What the branch starts with; ``messages`` 0 leaves the number out."""
    if context == ContextMode.NONE:
        return QCoreApplication.translate("Fields", "nothing")
    words = (
        QCoreApplication.translate("Fields", "a summary of the conversation")
        if context == ContextMode.COMPRESS
        else QCoreApplication.translate("Fields", "the conversation")
    )
    if not messages:
        return words
    count = QCoreApplication.translate("Fields", "%n message(s)", "", messages)
    count = count.replace(str(messages), QLocale().toString(messages))
    both = QCoreApplication.translate("Fields", "%what, %count")
    return filled(both, what=words, count=count)


def one_line(text: str) -> str:
    """The beginning of a text as one line; the table cuts it where its room ends."""
    return " ".join(text[:_MAX_CHARS].split())


def origin_words(layers_of: Sequence[Layer]) -> str:
    """Where a value came from: one word, or two where instructions have two parts."""
    words = dict.fromkeys(layers.short(layer) for layer in layers_of)
    return " + ".join(words)


def reason_words(field: str, beaten: Layer, origin: Origin) -> str:
    """Where a value that lost came from, and why it lost."""
    if field == PROMPT and beaten is Layer.OPTIONS:
        words = QCoreApplication.translate("Fields", "%from: not used, since the profile says “Only these”")
    elif field == PROMPT and beaten is Layer.PROFILE:
        words = QCoreApplication.translate("Fields", "%from: not used, since an empty text adds nothing")
    elif len(origin.layers) > 1:
        words = QCoreApplication.translate(
            "Fields", "%from: not used, since profile and branch say something else"
        )
    elif origin.layers == (Layer.PROFILE,):
        words = QCoreApplication.translate("Fields", "%from: not used, since the profile says something else")
    elif origin.layers == (Layer.OPTIONS,):
        words = QCoreApplication.translate("Fields", "%from: not used, since this branch says something else")
    else:
        words = QCoreApplication.translate(
            "Fields", "%from: not used, since the conversation says something else"
        )
    return words.replace("%from", layers.caption(beaten))
