"""What the branch dialog remembers: the last choices for each conversation, and what was typed and not opened yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

from stello_desktop.domain.config import ContextMode
from stello_desktop.domain.ids import SessionId
from stello_desktop.domain.library import ProfileId
from stello_desktop.ui.branching.asking import BranchAsk
from stello_desktop.ui.branching.kept_forms import KeptForms, ViewValues

if TYPE_CHECKING:  # not for the first frame
    from stello_desktop.ui.branching.form import BranchForm

_CHOICES: Final = "branching.choices"
_PREVIEW: Final = "branching.preview"
_MAX_CHOICES: Final = 200
_MAX_PROFILES: Final = 8
_MAX_VALUE_CHARS: Final = 200


class BranchMemory:
    """One for each window.

    What was typed without opening a branch is kept for the place that it was typed for, as it is typed. What was
    merely chosen in a dialog that was left is not: the last choices are those of branches that were opened. The
    values of variables that a branch was opened with are proposed again for the same profile, in branches of the
    same conversation alone.
    """

    def __init__(self, values: ViewValues) -> None:
        self._values = values
        self._forms = KeptForms(values)

    # -- for the place that was asked for

    def form_for(self, ask: BranchAsk) -> BranchForm | None:
        """What was typed here without opening a branch."""
        return self._forms.get(ask.place)

    def keep(self, ask: BranchAsk, form: BranchForm) -> None:
        """Keep what is typed; the oldest is let go after fifty places."""
        self._forms.keep(ask.place, form)

    def forget(self, ask: BranchAsk) -> None:
        """The branch was opened, or nothing is typed here any more."""
        self._forms.forget(ask.place)

    @property
    def typed_in(self) -> frozenset[SessionId]:
        """The conversations that something was typed for and not opened."""
        return self._forms.sources

    def forget_all_of(self, sources: Collection[SessionId]) -> None:
        """These conversations are gone for good."""
        self._forms.forget_all_of(sources)

    # -- for the conversation and the workspace

    def profile_id(self, source: SessionId) -> ProfileId | None:
        """The profile of the last branch of this conversation; it may be gone by now.

        Never another conversation's: Enter alone must not give a branch what nobody chose for it.
        """
        kept = self._choices(source).get("profile")
        return ProfileId(kept) if isinstance(kept, str) and kept else None

    def values(self, source: SessionId) -> dict[ProfileId, dict[str, str]]:
        """What each profile's variables were given last in branches of this conversation; it is only proposed (M-5)."""
        kept = self._choices(source).get("values")
        return {
            ProfileId(profile_id): {
                name: text for name, text in given.items() if isinstance(name, str) and isinstance(text, str)
            }
            for profile_id, given in (kept.items() if isinstance(kept, dict) else ())
            if isinstance(profile_id, str) and isinstance(given, dict)
        }

    def context(self, source: SessionId) -> str:
        """What came along with the last branch of this whole conversation; the conversation at first (X-5)."""
        kept = self._choices(source).get("context")
        return kept if isinstance(kept, str) and kept in set(ContextMode) else ContextMode.INHERIT.value

    def remember(
        self,
        source: SessionId,
        profile_id: ProfileId | None,
        context: str | None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """A branch was opened so.

        Args:
            context: None where it says nothing about the next one.
            variables: what the profile's variables were given; long texts are not proposed again.
        """
        kept = self._choices(source)
        mine: dict[str, Any] = {
            "profile": profile_id or "",
            "context": kept.get("context", "") if context is None else context,
        }
        values = self.values(source)
        if profile_id is not None:
            values.pop(profile_id, None)
            short = {name: text for name, text in (variables or {}).items() if len(text) <= _MAX_VALUE_CHARS}
            values |= {profile_id: short} if short else {}
        if values:
            mine["values"] = dict(list(values.items())[-_MAX_PROFILES:])
        others = {key: value for key, value in self._all_choices().items() if key != source}
        newest = list({**others, str(source): mine}.items())[-_MAX_CHOICES:]
        self._values.put_view_value(_CHOICES, dict(newest))

    def _choices(self, source: SessionId) -> dict[str, Any]:
        mine = self._all_choices().get(source)
        return mine if isinstance(mine, dict) else {}

    def _all_choices(self) -> dict[str, Any]:
        kept = self._values.view_value(_CHOICES)
        return kept if isinstance(kept, dict) else {}

    def preview_shown(self, *, small: bool) -> bool:
        """Whether the preview is unfolded; in a small window it is not, until the person unfolds it."""
        kept = self._values.view_value(_key(small))
        return kept if isinstance(kept, bool) else not small

    def remember_preview(self, shown: bool, *, small: bool) -> None:
        """The person folded or unfolded the preview."""
        self._values.put_view_value(_key(small), shown)


def _key(small: bool) -> str:
    return f"{_PREVIEW}.{'small' if small else 'wide'}"
