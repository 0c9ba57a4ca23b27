"""What is asked before something is done: where to, under which name; and the menus that offer it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.ui import menus
from stello_desktop.ui.branch_dialog import BranchDialog
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.move_picker import MovePicker
from stello_desktop.ui.service_words import name_of
from stello_desktop.ui.tree_requests import TreeRequests
from stello_desktop.workspace.workspace import Workspace


class Prompts(QObject):
    """Opens dialogs and menus over the window and passes the answers on as requests."""

    def __init__(self, window: MainWindow, workspace: Workspace, requests: TreeRequests) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = workspace
        self._requests = requests

    def ask_branch(self, source: str, until: RecordId | None, edited: str | None) -> None:
        """Name a branch, and say what it starts with."""
        session_id = SessionId(source)
        answers_with = name_of(self._workspace.service_of(session_id))
        dialog = BranchDialog(
            self._window, self._workspace.topology, session_id, answers_with, from_message=until is not None
        )
        dialog.accepted_with.connect(
            lambda label, context: self._requests.branch(
                session_id, label, context=context, until=until, edited=edited
            )
        )
        dialog.open()

    def pick_place(self, session_id: SessionId) -> None:
        """Choose another parent by name."""
        picker = MovePicker(self._window, self._workspace.topology, session_id)
        picker.chosen.connect(lambda parent: self._requests.reparent((session_id,), parent or None))
        picker.open()

    def open_menu(self, session_id: str | None, place: QPoint) -> None:
        """The menu of a conversation, or the window's where there is none."""
        topology = self._workspace.topology
        if session_id is None or session_id not in topology:
            self.open_window_menu(place)
            return
        actions = self._window.actions_table
        menu = menus.make_conversation_menu(actions, topology, SessionId(session_id), self._window)
        menus.open_menu(menu, place)

    def open_window_menu(self, place: QPoint) -> None:
        """The menu of the window."""
        actions = self._window.actions_table
        menus.open_menu(menus.make_window_menu(actions, self._workspace.topology, self._window), place)
