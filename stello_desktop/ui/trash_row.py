"""One deletion in the trash: what it is, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from stello_desktop.ui.controls import Glyph, button, plain_label, set_plain_tooltip
from stello_desktop.ui.trash_words import Deletion, described, icon_of, key_of, name_of


class TrashRow(QFrame):
    """A card that shows one deletion after the other: rows are kept, since making them takes longer than filling them.

    Attributes:
        item: what it shows now.
        twin: what it says to tell that from others of its name.

    Signals:
        restore_requested(object): bring it back.
        destroy_requested(object): destroy it, after a question.
    """

    restore_requested = Signal(object)
    destroy_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("area", "card")
        self.item: Deletion | None = None
        self.twin = ""
        self._glyphs = {name: Glyph(name, "muted", 18) for name in ("chat", "profiles", "skills")}
        self._name = plain_label(strong=True, wrap=True)
        self._words = plain_label(size="small", tone="muted", wrap=True)
        self._twin = plain_label(size="small", tone="muted", wrap=True, name="trashTwin")
        self._destroy = button(kind="quiet", icon="trash")
        self.restore = button(icon="restore")
        words = QVBoxLayout()
        words.setSpacing(3)
        for label in (self._name, self._words, self._twin):
            words.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 12, 10)
        row.setSpacing(12)
        for glyph in self._glyphs.values():
            row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        row.addWidget(self._destroy)
        row.addWidget(self.restore)
        self._destroy.clicked.connect(lambda: self.destroy_requested.emit(self.item))
        self.restore.clicked.connect(lambda: self.restore_requested.emit(self.item))

    def show_item(self, item: Deletion, twin: str) -> None:
        """Show this one; ``twin`` tells it from others of its name."""
        self.item, self.twin = item, twin
        for name, glyph in self._glyphs.items():
            glyph.setVisible(name == icon_of(item))
        _put(self._name, name_of(item))
        _put(self._words, described(item))
        _put(self._twin, twin)
        self._twin.setVisible(bool(twin))
        self.restore.setObjectName(f"trashRestore_{key_of(item)}")
        self.restore.setText(self.tr("Restore"))
        self.restore.setAccessibleName(self.tr("Restore “%1”").replace("%1", name_of(item)))
        self.restore.setAccessibleDescription(twin)
        self._destroy.setObjectName(f"trashDelete_{key_of(item)}")
        self._destroy.setText(self.tr("Delete"))
        self._destroy.setAccessibleName(self.tr("Delete “%1” for good").replace("%1", name_of(item)))
        self._destroy.setAccessibleDescription(twin)
        set_plain_tooltip(self._destroy, self.tr("Delete it for good"))
        self.show()

    def leave(self) -> None:
        """There is nothing to show in it any more; nobody finds its buttons."""
        self.item = None
        self.restore.setObjectName("")
        self._destroy.setObjectName("")
        self.hide()


def _put(label: QLabel, words: str) -> None:
    if label.text() != words:
        label.setText(words)
