"""What is asked before something is done: where to, under which name; and the menus that offer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal

from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.ui import menus
from stello_desktop.ui.branching.asking import BranchAsk
from stello_desktop.ui.branching.memory import BranchMemory
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.tree_requests import TreeRequests
from stello_desktop.ui.until_destroyed import UntilDestroyed
from stello_desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from stello_desktop.ui.branching.form import BranchForm
    from stello_desktop.ui.referring import Referring


class Prompts(QObject):
    """Opens dialogs and menus over the window and passes the answers on as requests.

    Signals:
        settings_requested: the person wants an AI service that is not there yet.
    """

    settings_requested = Signal()

    def __init__(self, window: MainWindow, workspace: Workspace, requests: TreeRequests) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = workspace
        self._requests = requests
        self._memory = BranchMemory(workspace)
        self._referring: Referring | None = None
        self._until_destroyed = UntilDestroyed(
            workspace, lambda: self._memory.typed_in, self._memory.forget_all_of, self
        )

    def ask_branch(self, source: str, until: RecordId | None = None, edited: str | None = None) -> None:
        """Put a branch together, and open it."""
        self.ask_branch_with(BranchAsk(SessionId(source), until, edited))

    def ask_branch_with(
        self, ask: BranchAsk, tried: BranchForm | None = None, called: BranchForm | None = None
    ) -> None:
        """The same with a profile that is chosen already, with what was tried elsewhere, and with what was typed here since."""
        from stello_desktop.ui.branching.dialog import BranchDialog  # noqa: PLC0415 - not for the first frame

        if not self._requests.takes_branches(ask.source):
            return
        dialog = BranchDialog(
            self._window, self._workspace, ask, self._memory, self._requests.open_branch, tried, called
        )
        dialog.opened.connect(self._requests.tell_branch)
        dialog.settings_requested.connect(self.settings_requested)
        dialog.open()
        self._until_destroyed.look()

    def ask_branch_called(self, ask: BranchAsk, form: BranchForm) -> None:
        """The same, beginning with what the assistant asked for, or with what was made of that before (G-1)."""
        self.ask_branch_with(ask, called=form)

    def pick_place(self, session_id: SessionId) -> None:
        """Choose another parent by name."""
        from stello_desktop.ui.move_picker import MovePicker  # noqa: PLC0415 - not for the first frame

        picker = MovePicker(self._window, self._workspace.topology, session_id)
        picker.chosen.connect(lambda parent: self._requests.reparent((session_id,), parent or None))
        picker.open()

    def pick_reference(self, session_id: str) -> None:
        """Choose another conversation that this one refers to (P-2)."""
        from stello_desktop.ui.refer_picker import ReferPicker  # noqa: PLC0415 - rarely wanted
        from stello_desktop.ui.referring import Referring  # noqa: PLC0415 - the same

        source = SessionId(session_id)
        if source not in self._workspace.topology:
            return
        picker = ReferPicker(self._window, self._workspace.topology, source)
        if self._referring is None:
            self._referring = Referring(self._window, self._workspace, self._requests)
        referring = self._referring
        picker.chosen.connect(lambda target: referring.refer(source, SessionId(target)))
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
