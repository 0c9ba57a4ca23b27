"""Every key that there is, and what the mouse does on the map, in groups of what they are for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from stello_desktop.ui.actions import ACTIONS
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP

_EVERYWHERE: Final = QT_TRANSLATE_NOOP("KeySheet", "Everywhere")
_BRANCHES: Final = QT_TRANSLATE_NOOP("KeySheet", "Projects and branches")
_PLACES: Final = QT_TRANSLATE_NOOP("KeySheet", "Places")
_TREE: Final = QT_TRANSLATE_NOOP("KeySheet", "On the map and in the outline")
_MAP: Final = QT_TRANSLATE_NOOP("KeySheet", "On the map")
_TALK: Final = QT_TRANSLATE_NOOP("KeySheet", "In a conversation")
_MOUSE: Final = QT_TRANSLATE_NOOP("KeySheet", "With the mouse on the map")

GROUPS: Final = (_EVERYWHERE, _BRANCHES, _PLACES, _TREE, _MAP, _TALK, _MOUSE)
FIRST_COLUMN: Final = 3
"""So many groups stand in the first column, where there are two."""

_ABOUT_BRANCHES: Final = frozenset(
    {"new_project", "branch", "branch_plain", "inspect", "bring_back", "move_to", "refer_to"}
)

_MORE: Final = (
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "From star to star"), ("Left", "Right", "Up", "Down")),
    (
        _MAP,
        QT_TRANSLATE_NOOP("KeySheet", "Move the view"),
        ("Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down"),
    ),
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "Nearer or farther"), ("+", "-")),
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "Show everything"), ("Ctrl+0",)),
    (_MAP, QT_TRANSLATE_NOOP("KeySheet", "While held, the mouse moves the view"), ("Space",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "Send what is written"), ("Return",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "A new line"), ("Shift+Return",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "Message before or after"), ("Alt+Up", "Alt+Down")),
    (
        _TALK,
        QT_TRANSLATE_NOOP("KeySheet", "Earlier or later version of a message"),
        ("Alt+Left", "Alt+Right"),
    ),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "What can be done with a message"), ("Return",)),
    (_TALK, QT_TRANSLATE_NOOP("KeySheet", "Page down, first and last message"), ("Space", "Home", "End")),
)

_ARROWS: Final = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}

_DRAG: Final = QT_TRANSLATE_NOOP("KeySheet", "Drag")
_BY_MOUSE: Final = (
    (QT_TRANSLATE_NOOP("KeySheet", "Hang a conversation under another one, or put it elsewhere"), _DRAG),
    (QT_TRANSLATE_NOOP("KeySheet", "Move the view"), QT_TRANSLATE_NOOP("KeySheet", "Drag the sky")),
    (QT_TRANSLATE_NOOP("KeySheet", "Nearer or farther"), QT_TRANSLATE_NOOP("KeySheet", "Wheel")),
    (
        QT_TRANSLATE_NOOP("KeySheet", "Open a conversation in the whole window"),
        QT_TRANSLATE_NOOP("KeySheet", "Double click"),
    ),
    (
        QT_TRANSLATE_NOOP("KeySheet", "What can be done with a conversation"),
        QT_TRANSLATE_NOOP("KeySheet", "Right click"),
    ),
    (
        QT_TRANSLATE_NOOP("KeySheet", "Take several at once"),
        QT_TRANSLATE_NOOP("KeySheet", "Ctrl and click, or Shift and drag"),
    ),
)


class KeyLine(NamedTuple):
    """What some keys do; the keys as people read them."""

    words: str
    keys: tuple[str, ...]

    def has(self, sought: str) -> bool:
        """Whether every word of a search is in the words or in a key."""
        text = f"{self.words} {' '.join(self.keys)}".casefold()
        return all(word in text for word in sought.casefold().split())


class KeyGroup(NamedTuple):
    """What belongs together."""

    title: str
    lines: tuple[KeyLine, ...]


def all_keys() -> list[KeyGroup]:
    """Every key that there is, by where it works, in the language of now."""
    lines: dict[str, list[KeyLine]] = {group: [] for group in GROUPS}
    for spec in ACTIONS:
        words = QCoreApplication.translate("Actions", spec.text)
        if spec.keys:
            lines[_group_of(spec.name)].append(KeyLine(words, _shown(spec.keys)))
        elif spec.shown_key:
            lines[_TREE].append(KeyLine(words, _shown((spec.shown_key,))))
    for group, words, keys in _MORE:
        lines[group].append(KeyLine(_say(words), _shown(keys)))
    lines[_MOUSE] = [KeyLine(_say(words), (_say(way),)) for words, way in _BY_MOUSE]
    return [KeyGroup(_say(group), tuple(found)) for group, found in lines.items()]


def _group_of(name: str) -> str:
    if name.startswith("place_"):
        return _PLACES
    return _BRANCHES if name in _ABOUT_BRANCHES else _EVERYWHERE


def _say(source: str) -> str:
    return QCoreApplication.translate("KeySheet", source)


def _shown(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(shown_key, keys))


def shown_key(key: str) -> str:
    """A key as people read it; arrows are pictures, which are short in every language."""
    modifiers, plus, last = key.rpartition("+")
    if last not in _ARROWS:
        return _native(key)
    return (
        f"{_native(modifiers + '+' + last).removesuffix(_native(last))}{_ARROWS[last]}"
        if plus
        else _ARROWS[last]
    )


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
