"""A quiet word at the rail's foot while there is no network; everything but far answers still works."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtNetwork import QNetworkInformation
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from stello_desktop.ui.controls import describe, plain_label


class OfflineSign(QWidget):
    """Hidden unless the system says that there is no network.

    Signals:
        returned: the network is back, as far as the system knows.
    """

    returned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._away = False
        self._word: QLabel = plain_label(size="tiny", tone="muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.addWidget(self._word)
        self._word.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._retranslate()
        self.hide()

    def follow_system(self) -> None:
        """Ask the system from now on; call once the window is painted, since this may wake services."""
        if not QNetworkInformation.loadBackendByFeatures(QNetworkInformation.Feature.Reachability):
            return
        information = QNetworkInformation.instance()
        information.reachabilityChanged.connect(self.show_reachability)
        self.show_reachability(information.reachability())

    def show_reachability(self, reachability: QNetworkInformation.Reachability) -> None:
        """Show the word only where there surely is no network."""
        was_away = self._away
        self._away = reachability == QNetworkInformation.Reachability.Disconnected
        self.setVisible(self._away)
        if was_away and not self._away:
            self.returned.emit()

    def _retranslate(self) -> None:
        self._word.setText(self.tr("offline"))
        describe(self, self.tr("No network. Everything works but answers from services elsewhere."))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
