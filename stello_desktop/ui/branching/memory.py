"""What the branch dialog remembers: the last choices of a workspace, and what was typed in this run."""

from __future__ import annotations

from typing import Any, Final, Protocol

from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.ids import RecordId, SessionId
from stello_desktop.domain.library import ProfileId
from stello_desktop.ui.branching.asking import BranchAsk
from stello_desktop.ui.branching.form import BranchForm

_PROFILE: Final = "branching.profile"
_CONTEXT: Final = "branching.context"
_PREVIEW: Final = "branching.preview"
_MAX_KEPT: Final = 50

type _Place = tuple[SessionId, RecordId | None, str | None]


class ViewValues(Protocol):
    """Where a workspace keeps how the person left a view."""

    def view_value(self, key: str, default: Any = None) -> Any:
        """A value, or ``default``."""
        ...

    def put_view_value(self, key: str, value: Any) -> None:
        """Keep a value."""
        ...


class BranchMemory:
    """One for each window.

    A name and the values of variables are kept for the place that they were typed for, in this run
    alone; they never reach another branch.
    """

    def __init__(self, values: ViewValues) -> None:
        self._values = values
        self._forms: dict[_Place, BranchForm] = {}

    # -- for the place that was asked for, in this run

    def form_for(self, ask: BranchAsk) -> BranchForm | None:
        """What was typed when the dialog was closed here without opening a branch."""
        return self._forms.get(ask.place)

    def keep(self, ask: BranchAsk, form: BranchForm) -> None:
        """Keep what was typed; the oldest is let go after fifty places."""
        self._forms.pop(ask.place, None)
        self._forms[ask.place] = form
        while len(self._forms) > _MAX_KEPT:
            del self._forms[next(iter(self._forms))]

    def forget(self, ask: BranchAsk) -> None:
        """The branch was opened."""
        self._forms.pop(ask.place, None)

    # -- for the workspace, over a restart

    @property
    def profile_id(self) -> ProfileId | None:
        """The profile of the last branch; it may be gone by now."""
        kept = self._values.view_value(_PROFILE)
        return ProfileId(kept) if isinstance(kept, str) and kept else None

    @property
    def context(self) -> str:
        """What came along with the last branch of a whole conversation; the conversation at first (X-5)."""
        kept = self._values.view_value(_CONTEXT)
        return kept if kept in set(ContextMode) else ContextMode.INHERIT.value

    def remember(self, profile_id: ProfileId | None, context: str | None) -> None:
        """A branch was opened so; ``context`` is None where it says nothing about the next one."""
        self._values.put_view_value(_PROFILE, profile_id or "")
        if context is not None:
            self._values.put_view_value(_CONTEXT, context)

    def preview_shown(self, *, small: bool) -> bool:
        """Whether the preview is unfolded; in a small window it is not, until the person unfolds it."""
        kept = self._values.view_value(_key(small))
        return kept if isinstance(kept, bool) else not small

    def remember_preview(self, shown: bool, *, small: bool) -> None:
        """The person folded or unfolded the preview."""
        self._values.put_view_value(_key(small), shown)


def _key(small: bool) -> str:
    return f"{_PREVIEW}.{'small' if small else 'wide'}"
