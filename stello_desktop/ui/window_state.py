"""How the window stands, kept for the next start."""

from __future__ import annotations

from PySide6.QtCore import QObject

from stello_desktop.ui.main_window import MainWindow
from stello_desktop.ui.map.sky_widget import SkyWidget
from stello_desktop.workspace.workspace import Workspace


class WindowState(QObject):
    """Size and place of the window, the place in it, and where the map was left."""

    def __init__(self, workspace: Workspace, window: MainWindow, sky: SkyWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._window = window
        self._sky = sky
        self._shown = False
        window.geometry_changed.connect(self.keep)
        window.place_changed.connect(lambda _place: self.keep())
        window.map_page.places_changed.connect(self.keep)
        window.map_page.full_changed.connect(lambda _full: self.keep())
        sky.view_changed.connect(self.keep)

    def restore(self) -> None:
        """Stand as the person left it."""
        view = self._workspace.view_value
        self._window.put_geometry(view("window"))
        self._window.map_page.put_places(view("map_page"))
        self._sky.put_view_state(view("sky"))
        self._sky.put_slots_state(view("sky_slots"))

    def begin(self) -> None:
        """The window is shown: from now on it stands as the person wants it."""
        self._shown = True

    def keep(self) -> None:
        """Remember how it stands."""
        if self._shown:
            put = self._workspace.put_view_value
            put("window", self._window.read_geometry())
            put("map_page", self._window.map_page.read_places())
            put("place", self._window.place)
            put("sky", self._sky.view_state())
            put("sky_slots", self._sky.slots_state())
