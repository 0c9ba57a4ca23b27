"""One table of everything that a menu or a key can start.

Keys of the whole window are shortcuts. Keys that belong to map and outline (Tab, Enter, F2, Delete)
are only shown here; those views take them while they have the focus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from stello_desktop.ui import icons
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One row of the table.

    Attributes:
        keys: shortcuts that work in the whole window.
        shown_key: a key that map and outline handle themselves; only printed in menus.
        checkable: whether it is a switch.
    """

    name: str
    text: str
    icon: str = ""
    keys: tuple[str, ...] = ()
    shown_key: str = ""
    checkable: bool = False


ACTIONS: Final = (
    ActionSpec("new_project", QT_TRANSLATE_NOOP("Actions", "New project"), "plus", ("Ctrl+N",)),
    ActionSpec(
        "open_full",
        QT_TRANSLATE_NOOP("Actions", "Open in the whole window"),
        "expand",
        shown_key="Ctrl+Return",
    ),
    ActionSpec("branch", QT_TRANSLATE_NOOP("Actions", "Branch…"), "branch", ("Ctrl+Shift+N",)),
    ActionSpec(
        "branch_plain",
        QT_TRANSLATE_NOOP("Actions", "Branch at once, with the conversation"),
        "branch",
        ("Ctrl+Shift+B",),
    ),
    ActionSpec(
        "inspect", QT_TRANSLATE_NOOP("Actions", "What this conversation is told"), "info", ("Ctrl+I",)
    ),
    ActionSpec(
        "bring_back", QT_TRANSLATE_NOOP("Actions", "Bring the result back…"), "result", ("Ctrl+Shift+R",)
    ),
    ActionSpec("child", QT_TRANSLATE_NOOP("Actions", "New empty branch below"), "branch", shown_key="Tab"),
    ActionSpec(
        "sibling", QT_TRANSLATE_NOOP("Actions", "New empty branch beside"), "plus", shown_key="Return"
    ),
    ActionSpec("rename", QT_TRANSLATE_NOOP("Actions", "Rename"), "edit", shown_key="F2"),
    ActionSpec("move_to", QT_TRANSLATE_NOOP("Actions", "Move to…"), "move", ("Ctrl+Shift+M",)),
    ActionSpec("refer_to", QT_TRANSLATE_NOOP("Actions", "Refer to…"), "link"),
    ActionSpec("make_project", QT_TRANSLATE_NOOP("Actions", "Make it a project of its own"), "star"),
    ActionSpec("archive", QT_TRANSLATE_NOOP("Actions", "Archive"), "archive"),
    ActionSpec("unarchive", QT_TRANSLATE_NOOP("Actions", "Take out of the archive"), "unarchive"),
    ActionSpec("delete", QT_TRANSLATE_NOOP("Actions", "Move to the trash"), "trash", shown_key="Del"),
    ActionSpec("delete_lift", QT_TRANSLATE_NOOP("Actions", "Move only this one to the trash"), "trash"),
    ActionSpec("fold", QT_TRANSLATE_NOOP("Actions", "Fold"), "chevron_right", shown_key="Shift+Left"),
    ActionSpec("unfold", QT_TRANSLATE_NOOP("Actions", "Unfold"), "chevron_down", shown_key="Shift+Right"),
    ActionSpec("layout_star", QT_TRANSLATE_NOOP("Actions", "Arrange as a star"), checkable=True),
    ActionSpec("layout_mind_map", QT_TRANSLATE_NOOP("Actions", "Arrange as a mind map"), checkable=True),
    ActionSpec("tidy_up", QT_TRANSLATE_NOOP("Actions", "Tidy up"), "tidy"),
    ActionSpec("remove_example", QT_TRANSLATE_NOOP("Actions", "Remove the example"), "trash"),
    ActionSpec("undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "undo", ("Ctrl+Z",)),
    ActionSpec("redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionSpec(
        "show_outline", QT_TRANSLATE_NOOP("Actions", "Outline"), "outline", ("Ctrl+B",), checkable=True
    ),
    ActionSpec(
        "show_archived", QT_TRANSLATE_NOOP("Actions", "Show archived conversations"), "", checkable=True
    ),
    ActionSpec("show_references", QT_TRANSLATE_NOOP("Actions", "Show all references"), "", checkable=True),
    ActionSpec("place_map", QT_TRANSLATE_NOOP("Actions", "Map"), "map", ("Ctrl+1",)),
    ActionSpec("place_profiles", QT_TRANSLATE_NOOP("Actions", "Profiles"), "profiles", ("Ctrl+2",)),
    ActionSpec("place_skills", QT_TRANSLATE_NOOP("Actions", "Skills"), "skills", ("Ctrl+3",)),
    ActionSpec("place_insights", QT_TRANSLATE_NOOP("Actions", "Insights"), "insights", ("Ctrl+4",)),
    ActionSpec("place_trash", QT_TRANSLATE_NOOP("Actions", "Trash"), "trash", ("Ctrl+5",)),
    ActionSpec("place_settings", QT_TRANSLATE_NOOP("Actions", "Settings"), "settings", ("Ctrl+6", "Ctrl+,")),
    ActionSpec("next_area", QT_TRANSLATE_NOOP("Actions", "Next area"), "", ("F6",)),
    ActionSpec("previous_area", QT_TRANSLATE_NOOP("Actions", "Previous area"), "", ("Shift+F6",)),
    ActionSpec("back", QT_TRANSLATE_NOOP("Actions", "Back to the map"), "chevron_left"),
    ActionSpec("menu", QT_TRANSLATE_NOOP("Actions", "Menu"), "menu", ("F10",)),
    ActionSpec("keys", QT_TRANSLATE_NOOP("Actions", "Keys"), "info", ("F1", "?")),
    ActionSpec("example", QT_TRANSLATE_NOOP("Actions", "Add the example project"), "sparkle"),
    ActionSpec("quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "close", ("Ctrl+Q",)),
)


class Actions(QObject):
    """The table as Qt actions; add them to a window with `install`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        for spec in ACTIONS:
            action = QAction(self)
            action.setObjectName(f"action_{spec.name}")
            action.setCheckable(spec.checkable)
            action.setShortcuts([QKeySequence(key) for key in spec.keys])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            if spec.icon:
                action.setIcon(icons.icon(spec.icon))
            self._actions[spec.name] = action
        self.retranslate()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def on(self, name: str, start: Callable[[], object]) -> None:
        """Call ``start`` when the action is chosen."""
        self._actions[name].triggered.connect(lambda *_: start())

    def retranslate(self) -> None:
        """Read the words again, after the language has changed."""
        for spec in ACTIONS:
            self.put_words(spec.name, QCoreApplication.translate("Actions", spec.text))

    def put_words(self, name: str, words: str) -> None:
        """Give an action other words, such as the name of the step that it undoes."""
        spec = next(item for item in ACTIONS if item.name == name)
        key = QKeySequence(spec.shown_key).toString(QKeySequence.SequenceFormat.NativeText)
        self._actions[name].setText(f"{_plain(words)}\t{key}" if key else _plain(words))
        self._actions[name].setToolTip(words)

    def shortcut_words(self, name: str) -> str:
        """The first key of an action as people read it; empty where it has none."""
        return self._actions[name].shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _plain(words: str) -> str:
    """Menus would take an ampersand for a mnemonic."""
    return words.replace("&", "&&")
