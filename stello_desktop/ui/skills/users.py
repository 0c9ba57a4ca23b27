"""Who may use a skill: how many conversations, which ones by name, which profiles (S-1)."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import FileState, FolderSkill, SavedSkill, SkillUsers
from stello_desktop.domain.topology import Topology
from stello_desktop.ui.controls import button, plain_label, set_plain_tooltip
from stello_desktop.ui.i18n import filled
from stello_desktop.ui.listing import listed
from stello_desktop.ui.short_names import shortened

_SHOWN: Final = 6


class Barred(Enum):
    """Why a skill is offered to no conversation, whichever might choose it (T18)."""

    UNREAD = auto()
    ARCHIVED = auto()
    EMPTY = auto()


def barred_by(shown: SavedSkill | FolderSkill) -> Barred | None:
    """What stands in the way; None where nothing does."""
    if isinstance(shown, FolderSkill):
        return None if shown.state is FileState.IN_USE else Barred.UNREAD
    if shown.archived:
        return Barred.ARCHIVED
    return None if shown.content.strip() else Barred.EMPTY


class SkillUsersView(QWidget):
    """A sentence, and links to the conversations that name the skill.

    Signals:
        conversation_requested(str): go there.
    """

    conversation_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._users: SkillUsers | None = None
        self._barred: Barred | None = None
        self._labels: dict[SessionId, str] = {}
        self._title = plain_label(size="small", tone="muted")
        self._words = plain_label(wrap=True, name="skillUsers")
        self._profiles = plain_label(wrap=True, tone="muted", name="skillUsersProfiles")
        self._named = plain_label(size="small", tone="muted", wrap=True)
        self._more = plain_label(size="small", tone="muted")
        self._links = QVBoxLayout()
        self._links.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for part in (self._title, self._words, self._profiles, self._named):
            column.addWidget(part)
        column.addLayout(self._links)
        column.addWidget(self._more)
        self._retranslate()

    def show_users(self, users: SkillUsers, topology: Topology, barred: Barred | None = None) -> None:
        """Show these; a conversation that went meanwhile is left out.

        Args:
            barred: why none of them can use it now.
        """
        labels = {item: topology[item].label for item in users.named if item in topology}
        if (users, labels, barred) == (self._users, self._labels, self._barred):
            return
        self._users, self._labels, self._barred = users, labels, barred
        self._show()

    def _show(self) -> None:
        users = self._users
        if users is None:
            return
        self._words.setText(self._sentence(users))
        choosing = self.tr("Profiles that choose it: %1").replace("%1", listed(users.profiles))
        self._profiles.setText(choosing)
        self._profiles.setVisible(bool(users.profiles))
        self._named.setText(self.tr("Chosen by name in:"))
        self._named.setVisible(bool(self._labels))
        while (item := self._links.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for session_id, label in list(self._labels.items())[:_SHOWN]:
            self._links.addWidget(self._make_link(session_id, label))
        left = len(self._labels) - _SHOWN
        self._more.setText(self.tr("and %n more", "", max(0, left)))
        self._more.setVisible(left > 0)

    def _make_link(self, session_id: SessionId, label: str) -> QWidget:
        link = button(shortened(label).replace("&", "&&"), kind="crumb", name=f"skillUser_{session_id}")
        link.setAccessibleName(self.tr("Go to “%1”").replace("%1", label))
        set_plain_tooltip(link, label)
        link.clicked.connect(lambda: self.conversation_requested.emit(session_id))
        return link

    def _sentence(self, users: SkillUsers) -> str:
        if self._barred is not None:
            return self._barred_words(self._barred)
        able = users.everyone + len(users.named)
        if not users.others:
            return self.tr("All conversations can use it.")
        if not able:
            return self.tr("No conversation can use it: each one is limited to other skills.")
        words = self.tr("%n conversation(s) can use it", "", able)
        barred = self.tr("%n cannot, because they are limited to other skills.", "", users.others)
        return filled(self.tr("%1; %2"), words, barred)

    def _barred_words(self, barred: Barred) -> str:
        return {
            Barred.UNREAD: self.tr("No conversation can use it until you agree to its text."),
            Barred.ARCHIVED: self.tr("No conversation can use it while it is archived."),
            Barred.EMPTY: self.tr("No conversation can use it until it has a text."),
        }[barred]

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Who can use it"))
        self._show()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_more"):
            self._retranslate()
