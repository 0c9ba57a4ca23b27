"""The foot of the branch dialog: preview or not, why the branch cannot be opened yet, and the two buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from stello_desktop.ui.controls import Tone, button, plain_label, set_tone

_MAX_PROFILE_CHARS = 24


class DialogFoot(QWidget):
    """Signals: opened, cancelled, preview_toggled(bool), key_wanted."""

    opened = Signal()
    cancelled = Signal()
    preview_toggled = Signal(bool)
    key_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._warnings = plain_label(size="small", tone="warning", wrap=True, name="branchWarnings")
        self._warnings.hide()
        self._preview = button(kind="quiet", icon="eye", name="branchPreviewToggle")
        self._preview.setCheckable(True)
        self._preview.setProperty("flush", True)
        self._reason = plain_label(size="small", tone="muted", wrap=True, name="branchReason")
        self._reason.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy = self._reason.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._reason.setSizePolicy(policy)
        self._reason.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._key = button(kind="link", name="branchKey")
        self._cancel = button(name="branchCancel")
        self.open_button = button(kind="primary", name="branchOpen")
        self.open_button.setDefault(True)
        self._profile = ""
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self._reason, 1)
        said.addWidget(self._key)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._preview)
        row.addStretch(1)
        row.addWidget(self._cancel)
        row.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._warnings)
        column.addLayout(said)
        column.addLayout(row)
        self._preview.toggled.connect(self.preview_toggled)
        self._key.clicked.connect(self.key_wanted)
        self._cancel.clicked.connect(self.cancelled)
        self.open_button.clicked.connect(self.opened)
        self.say("")
        self.retranslate()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops."""
        return self._key, self._preview, self._cancel, self.open_button

    def check_preview(self, shown: bool) -> None:
        """Show the state of the preview's button without telling anyone."""
        self._preview.blockSignals(True)
        self._preview.setChecked(shown)
        self._preview.blockSignals(False)

    def say(self, words: str, tone: Tone = "muted", *, wants_key: bool = False) -> None:
        """Beside the buttons: what is still missing, what is going on, or what failed, and the way to the key."""
        set_tone(self._reason, tone)
        self._reason.setText(words)
        self._reason.setVisible(bool(words))
        held = self._key.hasFocus() and not wants_key
        self._key.setVisible(wants_key)
        if held:
            (self.open_button if self.open_button.isEnabled() else self).setFocus()
        self._describe_button()

    def warn(self, words: str) -> None:
        """What is wrong with the branch and stands at no field; it can be opened all the same."""
        self._warnings.setText(words)
        self._warnings.setVisible(bool(words))
        self._describe_button()

    def _describe_button(self) -> None:
        said = (self._reason.text(), self._warnings.text())
        self.open_button.setAccessibleDescription(" ".join(words for words in said if words))

    def allow(self, possible: bool) -> None:
        """Whether the branch can be opened now; the focus never stays on a button that cannot be pressed.

        It does not go to *Cancel* either, which a second Enter or Space would press: it waits on the foot.
        """
        if self.open_button.isEnabled() != possible:
            if not possible and self.open_button.hasFocus():
                self.setFocus()
            self.open_button.setEnabled(possible)
            if possible and self.hasFocus():
                self.open_button.setFocus()

    def name_profile(self, name: str) -> None:
        """The button says with which profile the branch is opened; empty for none."""
        self._profile = name
        self._name_button()

    def _name_button(self) -> None:
        name = self._profile
        if not name:
            self.open_button.setText(self.tr("Open the branch"))
            self.open_button.setAccessibleName(self.tr("Open the branch"))
            return
        words = self.tr("Open with “%1”")
        short = name if len(name) <= _MAX_PROFILE_CHARS else name[: _MAX_PROFILE_CHARS - 1].rstrip() + "…"
        self.open_button.setText(words.replace("%1", short).replace("&", "&&"))
        self.open_button.setAccessibleName(words.replace("%1", name))

    def retranslate(self) -> None:
        """Read the words again."""
        self._preview.setText(self.tr("Preview"))
        self._preview.setAccessibleName(self.tr("Show what the branch will be told"))
        self._key.setText(self.tr("Enter the key…"))
        self._cancel.setText(self.tr("Cancel"))
        self._name_button()
