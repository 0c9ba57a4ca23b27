"""Where a key is kept, in one sentence (rows 53 to 57)."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from stello_desktop.domain.keys import KeyPlace, KeyringTrouble, KeyState
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP

_CONTEXT: Final = "Keys"

_ONLY_NOW: Final[dict[KeyringTrouble, str]] = {
    KeyringTrouble.MISSING: QT_TRANSLATE_NOOP(
        "Keys",
        "The key is kept for this session only: this computer has no keyring that could keep it. After a restart you enter it again.",
    ),
    KeyringTrouble.REFUSED: QT_TRANSLATE_NOOP(
        "Keys",
        "The key is kept for this session only: this computer has no keyring that keeps keys safely. After a restart you enter it again.",
    ),
    KeyringTrouble.LOCKED: QT_TRANSLATE_NOOP(
        "Keys",
        "The key is kept for this session only: this computer's keyring is locked. Unlock it and try again.",
    ),
    KeyringTrouble.FAILED: QT_TRANSLATE_NOOP(
        "Keys",
        "The key is kept for this session only: this computer's keyring does not work now. Try again later.",
    ),
    KeyringTrouble.SILENT: QT_TRANSLATE_NOOP(
        "Keys",
        "The key is kept for this session only: this computer's keyring does not answer. Try again later.",
    ),
}
_OUT_OF_REACH: Final[dict[KeyringTrouble, str]] = {
    KeyringTrouble.MISSING: QT_TRANSLATE_NOOP(
        "Keys", "Enter the key: this computer has no keyring that could have kept it."
    ),
    KeyringTrouble.REFUSED: QT_TRANSLATE_NOOP(
        "Keys", "Enter the key: this computer has no keyring that keeps keys safely."
    ),
    KeyringTrouble.LOCKED: QT_TRANSLATE_NOOP(
        "Keys",
        "This computer's keyring is locked. Unlock it and try again, or enter the key for this session.",
    ),
    KeyringTrouble.FAILED: QT_TRANSLATE_NOOP(
        "Keys", "This computer's keyring does not work now. Try again, or enter the key for this session."
    ),
    KeyringTrouble.SILENT: QT_TRANSLATE_NOOP(
        "Keys", "This computer's keyring does not answer. Try again, or enter the key for this session."
    ),
}
_KEPT: Final = QT_TRANSLATE_NOOP("Keys", "The key is kept in this computer's keyring.")
_WILL_BE_KEPT: Final = QT_TRANSLATE_NOOP(
    "Keys", "The key is kept in this computer's keyring, never in a file."
)
_NONE: Final = QT_TRANSLATE_NOOP("Keys", "There is no key for this address. Enter it.")
_LOOKING_FOR: Final = QT_TRANSLATE_NOOP("Keys", "Looking whether this computer has a keyring…")
_LOOKING: Final = QT_TRANSLATE_NOOP("Keys", "Looking in this computer's keyring…")
_STRAY: Final = QT_TRANSLATE_NOOP(
    "Keys", "The key has a stray character, %character. Copy it again, without spaces or line ends."
)

_SPACE: Final = QT_TRANSLATE_NOOP(
    "Keys", "There is a space in the key, and no key has one. Copy the key again, alone."
)
_LINE_END: Final = QT_TRANSLATE_NOOP(
    "Keys", "There is a line end in the key, and no key has one. Copy the key again, alone."
)
_NAMED_STRAYS: Final = {
    "U+0020": _SPACE,
    "U+00A0": _SPACE,
    "U+3000": _SPACE,
    "U+0009": _SPACE,
    "U+000A": _LINE_END,
    "U+000D": _LINE_END,
}

MENDABLE: Final = frozenset({KeyringTrouble.LOCKED, KeyringTrouble.FAILED, KeyringTrouble.SILENT})
"""What *Try again* may help against."""


def state_words(state: KeyState) -> str:
    """Where a service's key is, and what to do where it is not in the keyring."""
    if state.place is KeyPlace.KEYRING:
        return _say(_KEPT)
    if state.place is KeyPlace.SESSION:
        return _say(_ONLY_NOW[state.trouble or KeyringTrouble.MISSING])
    if state.place is KeyPlace.NONE:
        return _say(_NONE if state.trouble is None else _OUT_OF_REACH[state.trouble])
    return _say(_LOOKING)


def field_words(trouble: KeyringTrouble | None) -> str:
    """Where a key that is being entered will be kept."""
    return _say(_WILL_BE_KEPT if trouble is None else _ONLY_NOW[trouble])


def looking_words() -> str:
    """Until it is known where a key that is being entered will be kept."""
    return _say(_LOOKING_FOR)


def stray_words(character: str) -> str:
    """That a character cannot belong to a key; a space and a line end have names that people use."""
    name = _NAMED_STRAYS.get(character)
    return _say(name) if name is not None else _say(_STRAY).replace("%character", character)


def _say(source: str) -> str:
    return QCoreApplication.translate(_CONTEXT, source)
