"""The window's menu and the menu of one conversation, both made from the table of actions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import EntryFlag, LayoutKind, Topology
from stello_desktop.ui.actions import Actions

_WINDOW: tuple[str, ...] = (
    "new_project",
    "example",
    "remove_example",
    "",
    "undo",
    "redo",
    "",
    "show_outline",
    "show_archived",
    "show_references",
    "",
    "place_map",
    "place_profiles",
    "place_skills",
    "place_insights",
    "place_trash",
    "place_settings",
    "",
    "keys",
    "quit",
)


def open_menu(menu: QMenu, place: QPoint) -> QMenu:
    """Show a menu without stopping anything else; it goes when it is closed."""
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)
    return menu


def has_example(topology: Topology) -> bool:
    """Whether the labelled example project is there."""
    return any(EntryFlag(topology[root].flags) & EntryFlag.EXAMPLE for root in topology.roots)


def make_window_menu(actions: Actions, topology: Topology, parent: QWidget) -> QMenu:
    """Everything that belongs to the window."""
    menu = QMenu(parent)
    menu.setObjectName("windowMenu")
    example = has_example(topology)
    left_out = {"example" if example else "remove_example"}
    for name in _WINDOW:
        if name in left_out:
            continue
        if name:
            menu.addAction(actions[name])
        else:
            menu.addSeparator()
    return menu


def make_conversation_menu(
    actions: Actions, topology: Topology, session_id: SessionId, parent: QWidget
) -> QMenu:
    """Everything that can be done with one conversation, and nothing that cannot."""
    entry = topology[session_id]
    above = topology.parent(session_id)
    root = above is None
    children = bool(topology.children(session_id))
    groups: list[list[str]] = [
        ["open_full", "inspect"],
        [
            *([] if entry.archived else ["branch", "branch_plain", "child"]),
            *([] if above is not None and topology[above].archived else ["sibling"]),
            "rename",
        ],
        ["move_to", *([] if root else ["make_project"]), *([] if entry.archived else ["refer_to"])],
        [] if root and entry.source_id not in topology else ["bring_back"],
        [("unfold" if entry.folded else "fold")] if children else [],
        ["layout_star", "layout_mind_map", "tidy_up"] if root else [],
        ["unarchive" if entry.archived else "archive"],
        ["delete", *(["delete_lift"] if children else [])],
        ["remove_example"] if root and EntryFlag(entry.flags) & EntryFlag.EXAMPLE else [],
    ]
    layout = topology[topology.root_of(session_id)].layout
    actions["layout_star"].setChecked(layout == LayoutKind.STAR)
    actions["layout_mind_map"].setChecked(layout == LayoutKind.MIND_MAP)
    menu = QMenu(parent)
    menu.setObjectName("conversationMenu")
    menu.setAccessibleName(QCoreApplication.translate("Menus", "What to do with this conversation"))
    for group in groups:
        if group and not menu.isEmpty():
            menu.addSeparator()
        for name in group:
            menu.addAction(actions[name])
    return menu
