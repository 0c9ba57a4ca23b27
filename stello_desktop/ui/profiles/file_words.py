"""Why a profile file is not taken, and what an import would do, in words (T18)."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.sharing import FileTrouble, ImportKind, PlannedProfile, RefusedFile
from stello_desktop.domain.text import clean_label
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled
from stello_desktop.ui.listing import listed_some

_REFUSALS: Final[dict[FileTrouble, str]] = {
    FileTrouble.TOO_LARGE: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file is larger than %limit kB; no profile is. Choose another file."
    ),
    FileTrouble.NOT_TEXT: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file is no text, so there is no profile in it. Choose another file."
    ),
    FileTrouble.NOT_JSON: QT_TRANSLATE_NOOP(
        "ProfileFiles",
        "This file is damaged or something else than a profile. Ask for it again, or choose another.",
    ),
    FileTrouble.TOO_DEEP: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file is nested too deeply to be a profile. Choose another file."
    ),
    FileTrouble.NOT_OURS: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file was not made by exporting profiles. Choose another file."
    ),
    FileTrouble.NEWER_VERSION: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file was made by a newer version of the program. Update the program to read it."
    ),
    FileTrouble.TOO_MANY: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file holds more than %limit profiles or skills. Ask for a smaller one."
    ),
    FileTrouble.NOTHING: QT_TRANSLATE_NOOP("ProfileFiles", "This file is empty. Choose another file."),
    FileTrouble.WRONG_FIELD: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file cannot be used as it is: look at %field. Nothing was added."
    ),
    FileTrouble.UNKNOWN_FIELD: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file holds something that no profile has: %field. Nothing was added."
    ),
    FileTrouble.UNREADABLE: QT_TRANSLATE_NOOP(
        "ProfileFiles", "This file cannot be opened. Check that it is there and that you may open it."
    ),
    FileTrouble.NO_ANSWER: QT_TRANSLATE_NOOP(
        "ProfileFiles", "The place of this file does not answer. Check its drive or network and try again."
    ),
}
_NOT_WRITTEN: Final = QT_TRANSLATE_NOOP(
    "ProfileFiles", "The file could not be written. Choose a folder that you may write to."
)
_TOO_MUCH: Final = QT_TRANSLATE_NOOP(
    "ProfileFiles", "Together this is larger than %limit kB, which no file may be. Export fewer at a time."
)


def _words(text: str) -> str:
    return QCoreApplication.translate("ProfileFiles", text)


def refusal_words(refused: RefusedFile) -> str:
    """Why a file was not taken."""
    text = _words(_REFUSALS[refused.reason])
    return filled(text, **{name: clean_label(str(value)) for name, value in refused.params.items()})


def not_written_words(refused: RefusedFile) -> str:
    """Why a file could not be written."""
    if refused.reason is FileTrouble.NO_ANSWER:
        return refusal_words(refused)
    if refused.reason is FileTrouble.TOO_LARGE:
        return _words(_TOO_MUCH).replace("%limit", str(refused.params.get("limit", "")))
    return _words(_NOT_WRITTEN)


def fate_words(planned: PlannedProfile) -> str:
    """What would happen to one profile of the file; empty where it simply comes."""
    if planned.kind is ImportKind.UNCHANGED:
        return QCoreApplication.translate("ProfileFiles", "You have it already; it is left out.")
    if planned.kind is ImportKind.RENAMED:
        text = QCoreApplication.translate("ProfileFiles", "You have another “%1”, so it is called “%2”.")
        return filled(text, planned.wished_name, planned.profile.name)
    return ""


def note_words(planned: PlannedProfile) -> tuple[str, ...]:
    """What the profile will miss here."""
    notes: list[str] = []
    if planned.kind is ImportKind.UNCHANGED:
        return ()
    if planned.missing_service:
        text = QCoreApplication.translate(
            "ProfileFiles",
            "It names the AI service “%1”, which is not set up here; its branches answer like their source.",
        )
        notes.append(text.replace("%1", planned.missing_service))
    if planned.missing_skills:
        text = QCoreApplication.translate("ProfileFiles", "You do not have these skills that it names: %1")
        notes.append(text.replace("%1", listed_some(planned.missing_skills)))
    return tuple(notes)
