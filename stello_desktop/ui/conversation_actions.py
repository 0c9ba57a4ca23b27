"""What a menu or a key does with the chosen conversation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import LayoutKind
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.prompts import Prompts
from stello_desktop.ui.tree_requests import TreeRequests
from stello_desktop.ui.tree_views import TreeViews


class ConversationActions(QObject):
    """The actions of the window's table that need a conversation; without one, or beside the map, they do nothing.

    Args:
        chosen: the chosen conversation; None where there is none.

    Signals:
        inspect_requested: to look at what the chosen conversation is told.
        result_requested(str): to bring back the result of a conversation.
    """

    inspect_requested = Signal()
    result_requested = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        requests: TreeRequests,
        prompts: Prompts,
        views: TreeViews,
        chosen: Callable[[], SessionId | None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._chosen = chosen
        starts: dict[str, Callable[[SessionId], object]] = {
            "branch": prompts.ask_branch,
            "branch_plain": requests.plain_branch,
            "inspect": lambda _item: self.inspect_requested.emit(),
            "bring_back": self.result_requested.emit,
            "child": lambda item: requests.child(item, views.naming_view()),
            "sibling": lambda item: requests.sibling(item, views.naming_view()),
            "rename": lambda item: views.naming_view().begin_rename(item),
            "move_to": prompts.pick_place,
            "refer_to": prompts.pick_reference,
            "make_project": lambda item: requests.reparent((item,), None),
            "archive": lambda item: requests.archive(item, archived=True),
            "unarchive": lambda item: requests.archive(item, archived=False),
            "delete": lambda item: requests.delete((item,)),
            "delete_lift": lambda item: requests.delete((item,), lift_children=True),
            "fold": lambda item: requests.fold((item,), folded=True),
            "unfold": lambda item: requests.fold((item,), folded=False),
            "layout_star": lambda item: requests.arrange(item, LayoutKind.STAR),
            "layout_mind_map": lambda item: requests.arrange(item, LayoutKind.MIND_MAP),
            "tidy_up": requests.tidy_up,
        }
        for name, start in starts.items():
            window.actions_table.on(name, partial(self._begin, start))

    def _begin(self, start: Callable[[SessionId], object]) -> None:
        chosen = self._chosen()
        if chosen is not None and self._window.place == "map":
            start(chosen)
