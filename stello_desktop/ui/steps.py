"""Words for the steps of the history: in menus after *Undo*, and in toasts once they are done."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.commands import Step, StepName
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP, filled

_NOUNS: Final[dict[StepName, str]] = {
    StepName.CREATE_PROJECT: QT_TRANSLATE_NOOP("Steps", "new project “%label”"),
    StepName.BRANCH: QT_TRANSLATE_NOOP("Steps", "branch “%label”"),
    StepName.BRANCHES_BY_ASSISTANT: QT_TRANSLATE_NOOP("Steps", "branch “%label” by the assistant"),
    StepName.MOVE: QT_TRANSLATE_NOOP("Steps", "move of “%label”"),
    StepName.MAKE_PROJECT: QT_TRANSLATE_NOOP("Steps", "making “%label” a project"),
    StepName.PLACE: QT_TRANSLATE_NOOP("Steps", "placing “%label”"),
    StepName.TIDY_UP: QT_TRANSLATE_NOOP("Steps", "tidying up “%label”"),
    StepName.RENAME: QT_TRANSLATE_NOOP("Steps", "renaming “%label”"),
    StepName.ARCHIVE: QT_TRANSLATE_NOOP("Steps", "archiving “%label”"),
    StepName.UNARCHIVE: QT_TRANSLATE_NOOP("Steps", "taking “%label” out of the archive"),
    StepName.DELETE: QT_TRANSLATE_NOOP("Steps", "deletion of “%label”"),
    StepName.RESTORE: QT_TRANSLATE_NOOP("Steps", "restoring “%label”"),
    StepName.LAYOUT: QT_TRANSLATE_NOOP("Steps", "arranging “%label”"),
    StepName.STRATEGY: QT_TRANSLATE_NOOP("Steps", "where branches of “%label” hang"),
    StepName.INSTRUCTIONS: QT_TRANSLATE_NOOP("Steps", "changed instructions of “%label”"),
    StepName.REFER: QT_TRANSLATE_NOOP("Steps", "reference of “%label” to “%target”"),
    StepName.UNREFER: QT_TRANSLATE_NOOP("Steps", "removed reference of “%label” to “%target”"),
    StepName.REMOVE_NOTE: QT_TRANSLATE_NOOP("Steps", "removed note in “%label”"),
    StepName.ADD_NOTE: QT_TRANSLATE_NOOP("Steps", "note in “%label”"),
    StepName.EDIT_NOTE: QT_TRANSLATE_NOOP("Steps", "changed note in “%label”"),
}

_DONE: Final[dict[StepName, str]] = {
    StepName.CREATE_PROJECT: QT_TRANSLATE_NOOP("Steps", "Started “%label”"),
    StepName.BRANCH: QT_TRANSLATE_NOOP("Steps", "Opened “%label”"),
    StepName.BRANCHES_BY_ASSISTANT: QT_TRANSLATE_NOOP("Steps", "The assistant opened “%label”"),
    StepName.MOVE: QT_TRANSLATE_NOOP("Steps", "Moved “%label” under “%target”"),
    StepName.MAKE_PROJECT: QT_TRANSLATE_NOOP("Steps", "“%label” is a project of its own now"),
    StepName.PLACE: QT_TRANSLATE_NOOP("Steps", "Placed “%label”"),
    StepName.TIDY_UP: QT_TRANSLATE_NOOP("Steps", "Tidied up “%label”"),
    StepName.RENAME: QT_TRANSLATE_NOOP("Steps", "Renamed to “%label”"),
    StepName.ARCHIVE: QT_TRANSLATE_NOOP("Steps", "Archived “%label”"),
    StepName.UNARCHIVE: QT_TRANSLATE_NOOP("Steps", "Took “%label” out of the archive"),
    StepName.DELETE: QT_TRANSLATE_NOOP("Steps", "Moved “%label” to the trash"),
    StepName.RESTORE: QT_TRANSLATE_NOOP("Steps", "Restored “%label”"),
    StepName.LAYOUT: QT_TRANSLATE_NOOP("Steps", "Arranged “%label”"),
    StepName.STRATEGY: QT_TRANSLATE_NOOP("Steps", "Changed where branches of “%label” hang"),
    StepName.INSTRUCTIONS: QT_TRANSLATE_NOOP("Steps", "Changed the instructions of “%label”"),
    StepName.REFER: QT_TRANSLATE_NOOP("Steps", "“%label” refers to “%target” now"),
    StepName.UNREFER: QT_TRANSLATE_NOOP("Steps", "“%label” no longer refers to “%target”"),
    StepName.REMOVE_NOTE: QT_TRANSLATE_NOOP("Steps", "Removed a note from “%label”"),
    StepName.ADD_NOTE: QT_TRANSLATE_NOOP("Steps", "Wrote a note in “%label”"),
    StepName.EDIT_NOTE: QT_TRANSLATE_NOOP("Steps", "Changed a note in “%label”"),
}


def noun(step: Step) -> str:
    """What stands after *Undo*: “move of …”."""
    return _fill(QCoreApplication.translate("Steps", _NOUNS[step.name]), step)


def done(step: Step) -> str:
    """What a toast says once the step is done."""
    count = _count(step)
    if step.name is StepName.DELETE and count > 1:
        words = QCoreApplication.translate(
            "Steps", "Moved “%label” and what hangs below to the trash, %n conversation(s)", "", count
        )
    elif step.name is StepName.MOVE and count > 1:
        words = QCoreApplication.translate("Steps", "Moved %n conversation(s) under “%target”", "", count)
    elif step.name is StepName.RESTORE and count > 1:
        words = QCoreApplication.translate("Steps", "Restored “%label”, %n conversation(s)", "", count)
    else:
        words = QCoreApplication.translate("Steps", _DONE[step.name])
    return _fill(words, step)


def undo_words(step: Step | None) -> str:
    """The text of the undo action."""
    if step is None:
        return QCoreApplication.translate("Steps", "Undo")
    return QCoreApplication.translate("Steps", "Undo %step").replace("%step", noun(step))


def redo_words(step: Step | None) -> str:
    """The text of the redo action."""
    if step is None:
        return QCoreApplication.translate("Steps", "Redo")
    return QCoreApplication.translate("Steps", "Redo %step").replace("%step", noun(step))


def undone(step: Step) -> str:
    """What a toast says after an undo."""
    return QCoreApplication.translate("Steps", "Undone: %step").replace("%step", noun(step))


def redone(step: Step) -> str:
    """What a toast says after a redo."""
    return QCoreApplication.translate("Steps", "Done again: %step").replace("%step", noun(step))


def _count(step: Step) -> int:
    value = step.params.get("count")
    return value if isinstance(value, int) else len(step.session_ids)


def _fill(words: str, step: Step) -> str:
    return filled(words, **{name: step.params.get(name, "") for name in ("label", "target")})
