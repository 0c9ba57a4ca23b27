"""Map and outline: two views on one tree, which ask for the same and are told the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.ports import Preview
from stello_desktop.domain.topology import LayoutKind
from stello_desktop.ui import tasks
from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.map.sky_widget import SkyWidget
from stello_desktop.ui.outline.panel import OutlinePanel
from stello_desktop.ui.tree_requests import NamesInPlace, TreeRequests
from stello_desktop.workspace.workspace import Workspace

_PREVIEW_CHARS: Final = 400


class TreeViews(QObject):
    """Passes on what both want of the tree, and shows both what is true.

    Which conversation is chosen is for the owner.
    """

    def __init__(
        self,
        workspace: Workspace,
        window: MainWindow,
        requests: TreeRequests,
        sky: SkyWidget,
        outline: OutlinePanel,
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._requests = requests
        self._actions = window.actions_table
        self._sky, self._tree = sky, outline.tree
        self._wire_requests()
        sky.folds_changed.connect(self._tree.show_folds)
        sky.previews_wanted.connect(self._fetch_previews)
        for name in ("show_archived", "show_references"):
            self._actions.on(name, partial(self._switch, name))

    def _wire_requests(self) -> None:
        requests, sky, tree = self._requests, self._sky, self._tree
        for view in (sky, tree):
            view.rename_requested.connect(requests.rename)
            view.naming_cancelled.connect(requests.cancel_naming)
            view.child_requested.connect(lambda item, view=view: requests.child(SessionId(item), view))
            view.sibling_requested.connect(lambda item, view=view: requests.sibling(SessionId(item), view))
        tree.reparent_requested.connect(lambda item, parent: requests.reparent((item,), parent or None))
        tree.delete_requested.connect(lambda item: requests.delete((item,)))
        tree.fold_requested.connect(self._fold_from_outline)
        sky.reparent_requested.connect(requests.reparent)
        sky.place_requested.connect(requests.place)
        sky.delete_requested.connect(requests.delete)
        sky.fold_requested.connect(lambda item, folded: requests.fold((item,), folded=folded))
        sky.layout_requested.connect(lambda item, layout: requests.arrange(item, LayoutKind(layout)))
        requests.tidied.connect(lambda root, back: sky.tidy(SessionId(root), back=back))

    # -- what is shown

    def show_tree(self, placed: Iterable[SessionId] | None = None) -> None:
        """The tree as it is now; where only some conversations have another place, those alone are looked at."""
        topology = self._workspace.topology
        self._sky.set_topology(topology, placed)
        self._tree.set_topology(topology, placed, self._sky.is_folded)
        self.show_unsent()

    def refresh(self, session_ids: Iterable[SessionId]) -> None:
        """These conversations look different; all have kept their places."""
        self._tree.refresh(session_ids, self._workspace.topology)
        self._sky.refresh(self._workspace.topology, session_ids)

    def show_live(self) -> None:
        """Who is being answered now."""
        live = self._workspace.rounds.live_sessions
        self._tree.set_live(live)
        self._sky.set_live(live)

    def show_unsent(self) -> None:
        """Where messages wait to be sent (row 25)."""
        waiting = self._workspace.outbox.waiting
        self._tree.set_unsent(waiting)
        self._sky.set_unsent(waiting)

    def choose(self, session_id: SessionId | None) -> None:
        """Mark the chosen conversation."""
        self._sky.set_selection(session_id)
        self._tree.set_selection(session_id)

    def use_settings(self) -> None:
        """What is shown at all, and what the wheel does."""
        settings = self._workspace.settings
        self._actions["show_archived"].setChecked(settings.show_archived)
        self._tree.show_archived(settings.show_archived)
        self._sky.set_show_archived(settings.show_archived)
        self._actions["show_references"].setChecked(settings.show_references)
        self._sky.set_show_references(settings.show_references)
        self._sky.set_wheel(settings.wheel)

    def _switch(self, setting: str) -> None:
        shown = self._actions[setting].isChecked()
        tasks.start(self._workspace.change_settings(**{setting: shown}), self)

    # -- what is asked

    def naming_view(self) -> NamesInPlace:
        """The view in which the person is: the outline where it has the focus, else the map."""
        focused = QApplication.focusWidget()
        tree = self._tree
        return tree if focused is not None and (focused is tree or tree.isAncestorOf(focused)) else self._sky

    def _fold_from_outline(self, session_id: str, folded: bool) -> None:
        """The map has folds of its own in large projects; it opens those without a word to the store."""
        if folded:
            self._requests.fold((SessionId(session_id),), folded=True)
        else:
            self._sky.unfold(SessionId(session_id))

    def _fetch_previews(self, session_ids: Iterable[SessionId]) -> None:
        tasks.start(self._show_previews(tuple(session_ids)), self)

    async def _show_previews(self, session_ids: tuple[SessionId, ...]) -> None:
        """The summary of a conversation, else its last line."""
        found = dict(await self._workspace.messages.previews(session_ids))
        for digest in await self._workspace.memory.digests(session_ids):
            line = " ".join(digest.text[:_PREVIEW_CHARS].split())
            if line:
                found[digest.session_id] = Preview(digest.session_id, line, "")
        self._sky.set_previews(found)
