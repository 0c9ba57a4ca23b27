"""*Refer to…*: choosing another conversation whose summary this one may read (P-2, C-8)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.move_picker import PlacePicker


def reference_targets(topology: Topology, session_id: SessionId) -> list[SessionId]:
    """What a conversation may refer to and does not yet: nothing along its own line (P-2)."""
    left_out = {*topology.subtree(session_id), *topology.ancestors(session_id), *topology.refs_of(session_id)}
    return [item for item in topology.walk() if item not in left_out]


class ReferPicker(PlacePicker):
    """A name to type, and the conversations that have it."""

    def __init__(self, parent: QWidget, topology: Topology, session_id: SessionId) -> None:
        heading = QCoreApplication.translate("ReferPicker", "“%1” refers to…")
        super().__init__(
            parent,
            topology,
            reference_targets(topology, session_id),
            heading=heading.replace("%1", topology[session_id].label),
            verb=QCoreApplication.translate("ReferPicker", "Refer"),
            nothing=QCoreApplication.translate(
                "ReferPicker",
                "There is no other conversation that this one could refer to: what it hangs under and what hangs "
                "under it are left out, and so is what it refers to already.",
            ),
        )
        self.setWindowTitle(QCoreApplication.translate("ReferPicker", "Refer to…"))
