"""The registry of fork profiles (T-2, T-3b)."""

from __future__ import annotations

from stello_desktop.domain.config import UNSET, ContextMode, ForkProfile
from stello_desktop.domain.errors import ForkConfigError, UnknownProfile
from stello_desktop.engine.composing import prompt_mode


class ForkProfileRegistry:
    """Named templates for branches, in order of registration (T-3b)."""

    def __init__(self) -> None:
        self._profiles: dict[str, ForkProfile] = {}
        self._marks: dict[str, tuple[str, int]] = {}

    def register(self, name: str, profile: ForkProfile, *, version: int = 0, profile_id: str = "") -> None:
        """Add a profile, or replace the one with this name in its place.

        ``version`` and ``profile_id`` are kept with every branch that is made from it (T-8).

        Raises:
            ForkConfigError: an empty name, or a mode or context that does not exist (T-2).
        """
        if not name.strip():
            raise ForkConfigError("a profile needs a name", reason="name")
        prompt_mode(profile)
        check_context(profile.context)
        self._profiles[name] = profile
        self._marks[name] = (profile_id, version)

    def unregister(self, name: str) -> None:
        """Forget a profile; unknown names are no matter."""
        self._profiles.pop(name, None)
        self._marks.pop(name, None)

    def version(self, name: str) -> int:
        """Which version of a profile is registered; 0 where nobody counts."""
        return self._marks.get(name, ("", 0))[1]

    def profile_id(self, name: str) -> str:
        """Which profile it is, under whatever name; empty where it has only its name."""
        return self._marks.get(name, ("", 0))[0]

    def get(self, name: str) -> ForkProfile | None:
        """The profile, or None where there is none of this name."""
        return self._profiles.get(name)

    def require(self, name: str) -> ForkProfile:
        """The profile. Raises: UnknownProfile (F-1)."""
        profile = self._profiles.get(name)
        if profile is None:
            raise UnknownProfile(f"no profile named {name!r}", profile=name)
        return profile

    def has(self, name: str) -> bool:
        """Whether there is a profile of this name."""
        return name in self._profiles

    def list_names(self) -> tuple[str, ...]:
        """All names in order of registration."""
        return tuple(self._profiles)


def check_context(context: object) -> None:
    """Raises: ForkConfigError where a context is neither a known word nor a function (T-4)."""
    if context is UNSET or callable(context):
        return
    if not isinstance(context, str) or context not in set(ContextMode):
        raise ForkConfigError(f"unknown context {context!r}", reason="context")
