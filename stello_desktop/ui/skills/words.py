"""Why a ``SKILL.md`` or a folder cannot be used, in one sentence that says what to do (S-2, T18)."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.library import RejectedSkill, SkillTrouble
from stello_desktop.domain.text import clean_label
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled

_SENTENCES: Final[dict[SkillTrouble, str]] = {
    SkillTrouble.TOO_LARGE: QT_TRANSLATE_NOOP(
        "SkillTroubles", "The file is larger than %limit kB. Shorten it."
    ),
    SkillTrouble.NOT_TEXT: QT_TRANSLATE_NOOP("SkillTroubles", "The file is no UTF-8 text. Save it as UTF-8."),
    SkillTrouble.NO_HEAD: QT_TRANSLATE_NOOP(
        "SkillTroubles",
        "The file does not begin with its name and description between two lines of ---. Add them at the top.",
    ),
    SkillTrouble.OPEN_HEAD: QT_TRANSLATE_NOOP(
        "SkillTroubles",
        "Name and description have no second line of --- below them. Add it between them and the text.",
    ),
    SkillTrouble.BAD_HEAD: QT_TRANSLATE_NOOP(
        "SkillTroubles",
        "The lines between the two --- cannot be read as YAML. Put a text that has a colon in it in quotes.",
    ),
    SkillTrouble.ALIASES: QT_TRANSLATE_NOOP(
        "SkillTroubles",
        "The lines between the two --- refer to one another. Write each value where it is used.",
    ),
    SkillTrouble.TOO_COMPLEX: QT_TRANSLATE_NOOP(
        "SkillTroubles", "There is too much between the two lines of ---. Name and description are enough."
    ),
    SkillTrouble.MISSING_FIELD: QT_TRANSLATE_NOOP(
        "SkillTroubles", "“%field” is missing between the two lines of ---. Add it."
    ),
    SkillTrouble.WRONG_TYPE: QT_TRANSLATE_NOOP(
        "SkillTroubles", "“%field” is a list or something else that is no text. Write one line of text."
    ),
    SkillTrouble.EMPTY_TEXT: QT_TRANSLATE_NOOP(
        "SkillTroubles", "There is nothing below the second ---. Write there what the assistant should do."
    ),
    SkillTrouble.TOO_LONG: QT_TRANSLATE_NOOP(
        "SkillTroubles", "“%field” has more than %limit characters. Shorten it."
    ),
    SkillTrouble.DUPLICATE_NAME: QT_TRANSLATE_NOOP(
        "SkillTroubles", "Another file is called “%name” too, and that one is used: %other"
    ),
    SkillTrouble.OWN_NAME: QT_TRANSLATE_NOOP(
        "SkillTroubles",
        "You have a skill of your own called “%name”, and that one is used. Rename one of them.",
    ),
    SkillTrouble.OUTSIDE: QT_TRANSLATE_NOOP(
        "SkillTroubles", "This is a link to a place outside the folder. Add that folder if you want it read."
    ),
    SkillTrouble.UNREADABLE: QT_TRANSLATE_NOOP(
        "SkillTroubles", "This cannot be read. Check that you may open it."
    ),
    SkillTrouble.TOO_DEEP: QT_TRANSLATE_NOOP(
        "SkillTroubles",
        "Folders are read %limit levels deep, and this one lies deeper. Add it as a folder of its own.",
    ),
    SkillTrouble.TOO_MANY: QT_TRANSLATE_NOOP(
        "SkillTroubles",
        "There is too much in this folder; only the first %limit were looked at. Add a smaller one.",
    ),
    SkillTrouble.NO_FOLDER: QT_TRANSLATE_NOOP(
        "SkillTroubles", "The folder is not there. Connect its drive, or stop reading it."
    ),
    SkillTrouble.NO_ANSWER: QT_TRANSLATE_NOOP(
        "SkillTroubles", "The folder does not answer. Check its drive or network, then read again."
    ),
}

_FIELDS: Final = {
    "name": "name",
    "description": "description",
    "text": QT_TRANSLATE_NOOP("SkillTroubles", "text"),
}
"""What stands in the file is not translated."""


def trouble_words(rejected: RejectedSkill) -> str:
    """The sentence."""
    text = QCoreApplication.translate("SkillTroubles", _SENTENCES[rejected.reason])
    shown = {name: clean_label(str(value)) for name, value in rejected.params.items()}
    if shown.get("field") == "text":
        shown["field"] = QCoreApplication.translate("SkillTroubles", _FIELDS["text"])
    return filled(text, **shown)


def file_words(path: str) -> str:
    """A file as people know it: the name of its folder, or its own where it is no ``SKILL.md``."""
    place = PurePath(path)
    return clean_label(place.parent.name if place.name.casefold() == "skill.md" else place.name) or path
