"""The right side of the page: try the profile, read what a branch would be told, open the branch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, override

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stello_desktop.domain.changes import Changes
from stello_desktop.domain.config import UNSET, Maybe
from stello_desktop.domain.errors import StelloError
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import SavedProfile
from stello_desktop.domain.preview import BranchPreview, PreviewRequest, Problem, ProblemCode
from stello_desktop.domain.text import clean_label
from stello_desktop.ui import tasks
from stello_desktop.ui.branching.form import proposed_context
from stello_desktop.ui.branching.memory import BranchMemory
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.preview.panel import PreviewPanel
from stello_desktop.ui.preview.problems import ProblemList
from stello_desktop.ui.profiles.draft import DEFAULTS, profile_as_defaults
from stello_desktop.ui.profiles.trying import TryFields
from stello_desktop.workspace.workspace import Workspace


class PreviewSide(QWidget):
    """Reads the conversation once, then answers each key; what it worked out is seen one turn of the loop later.

    Attributes:
        filling: makes one more part each time.

    Signals:
        branch_requested: open a branch with the profile that is shown.
        looked: another preview is shown.
    """

    branch_requested = Signal()
    looked = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._profile: SavedProfile | None = None
        self._ground: Any = None
        self._memory = BranchMemory(workspace)
        self._reading = self._read_last = 0
        self._known: Sequence[Problem] = ()
        self._found: BranchPreview | None = None
        self._show_soon = QTimer(
            self, singleShot=True, interval=0
        )  # both at once would be longer than a frame
        self._show_soon.timeout.connect(self._show_found)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        self.filling = self._fill()

    def _fill(self) -> Iterator[None]:
        self.trying = TryFields(self._workspace, self)  # Tab comes to it before it comes to what is below
        yield
        self.panel = PreviewPanel(self._workspace)
        self._column.addWidget(self.panel)
        self.panel.top.addWidget(self.trying)
        self._problems = ProblemList("previewProblems")
        self.panel.top.addWidget(self._problems)
        yield
        self._make_foot()
        self.trying.changed.connect(self.look)
        self.trying.source_changed.connect(self.read_source)
        self.branch.clicked.connect(self.branch_requested)
        self._put_words()
        yield

    def _make_foot(self) -> None:
        self.branch = button(kind="primary", icon="branch", name="branchWithProfile")
        self._note = plain_label(size="small", tone="muted", wrap=True, name="branchWithProfileNote")
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self.branch)
        foot.addWidget(self._note, 1)
        self._column.addLayout(foot)
        self._column.addStretch(1)

    @property
    def preview(self) -> BranchPreview | None:
        """What is shown."""
        return self.panel.preview

    def show_profile(self, profile: SavedProfile) -> None:
        """Another profile, or another state of the same one; `look` draws it."""
        before, self._profile = self._profile, profile
        if before is not None and before.profile_id != profile.profile_id:
            self.panel.composed.start_over()
        self.trying.show_profile(profile)
        self.branch.setVisible(profile.profile_id != DEFAULTS and not profile.archived)
        self._say_note()

    # -- what is branched from

    def put_source(self, source: SessionId | None) -> None:
        """Try with this conversation."""
        self.trying.put_source(source)
        self.read_source()

    def read_source(self) -> None:
        """Read the conversation again; an older answer that comes later is dropped."""
        self._reading += 1
        tasks.start(self._read(self._reading, self.trying.source), self)
        self._say_note()

    async def _read(self, number: int, source: SessionId | None) -> None:
        try:
            ground = await self._workspace.inspection.ground(source)
        except StelloError:
            if number == self._reading and source is not None:
                self.put_source(None)  # it has just been deleted
                return
            raise
        if number == self._reading:
            self._ground, self._read_last = ground, number
            self.look()

    def follow(self, changes: Changes) -> None:
        """What is said elsewhere may change what a branch would be told."""
        if changes.placed:
            self.trying.show_source()
            self._say_note()
        if self._ground is not None and self._ground.is_stale:
            self.read_source()
        elif changes.services or changes.settings or changes.library:
            self.look()

    # -- the preview

    def look_at(self, profile: SavedProfile, known: Sequence[Problem]) -> None:
        """Look at a profile as it stands now; ``known`` are its own mistakes, which are not told twice."""
        self._known = known
        self.show_profile(profile)
        self.look()

    def look(self) -> None:
        """Ask what the branch would be, and show it soon."""
        profile = self._profile
        if profile is None or self._ground is None:
            return
        defaults = profile.profile_id == DEFAULTS
        self._found = self._ground.preview(
            PreviewRequest(
                profile=None if defaults else profile,
                label=self.label,
                variables=self.trying.variables,
                own=self.trying.own,
                context=self._proposed(None if defaults else profile),
                defaults=profile_as_defaults(profile) if defaults else None,
            )
        )
        self._show_soon.start()

    @property
    def is_showing(self) -> bool:
        """Whether a preview is on its way, or was worked out, that is not seen yet."""
        return self._show_soon.isActive() or self._read_last != self._reading

    def drop_found(self) -> None:
        """Another profile is chosen: what was worked out and is not seen yet is about the one before."""
        self._show_soon.stop()

    def _show_found(self) -> None:
        if self._found is not None:
            self._name_problems(self._found)
            self.panel.show_preview(self._found)
            self.looked.emit()

    def _proposed(self, profile: SavedProfile | None) -> Maybe[str]:
        """What the branch dialog will propose where the profile has no word of its own (X-5)."""
        source = self.trying.source
        if source is None or (profile is not None and profile.context is not UNSET):
            return UNSET
        return proposed_context(profile, self._memory.context(source))

    @property
    def label(self) -> str:
        """What a branch would be called if nobody names it."""
        name = "" if self._profile is None else clean_label(self._profile.name)
        return name or self.tr("New branch")

    def _name_problems(self, preview: BranchPreview) -> None:
        """What is wrong with this branch alone; the profile's own mistakes stand at their fields."""
        own = [item for item in preview.problems if item.code is ProblemCode.OWN_IGNORED]
        self.trying.own_field.show_problems(own)
        self.trying.say_own_ignored(bool(own))
        named = {ProblemCode.OWN_IGNORED, ProblemCode.MISSING_VALUE}
        self._problems.show_problems(
            item for item in preview.problems if item.code not in named and item not in self._known
        )
        self.trying.mark_missing(
            [
                str(item.params.get("name", ""))
                for item in preview.problems
                if item.code is ProblemCode.MISSING_VALUE
            ]
        )

    # -- words

    def _say_note(self) -> None:
        topology = self._workspace.topology
        self.branch.setEnabled(len(topology) > 0)
        words = ""
        if self._profile is not None and self._profile.archived:
            words = self.tr("It is archived; take it out of the archive to branch with it.")
        elif not len(topology):
            words = self.tr("There is no conversation yet to branch from.")
        elif self.trying.source is None:
            words = self.tr("You choose the conversation next.")
        self._note.setText(words)

    def _put_words(self) -> None:
        self.branch.setText(self.tr("Branch with this profile"))
        self._say_note()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_note"):
            self._put_words()
