"""Skills and what one conversation may see of them (S-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from stello_desktop.domain.config import UNSET, Maybe


@dataclass(frozen=True, slots=True)
class Skill:
    """A named instruction text that a conversation may activate (S-1)."""

    name: str
    description: str
    content: str


class SkillView(Protocol):
    """Read access to skills (S-1, X-4)."""

    def get(self, name: str) -> Skill | None:
        """The skill, or None where it does not exist or may not be seen."""
        ...

    def list_skills(self) -> tuple[Skill, ...]:
        """All that may be seen, now."""
        ...


class SkillRouter:
    """All registered skills, in order of registration (S-1)."""

    def __init__(self) -> None:
        self._skills: dict[str, Skill] = {}

    def register(self, skill: Skill) -> None:
        """Add a skill, or replace the one of this name."""
        self._skills[skill.name] = skill

    def unregister(self, name: str) -> None:
        """Forget a skill; unknown names are no matter."""
        self._skills.pop(name, None)

    def get(self, name: str) -> Skill | None:
        """The skill, or None."""
        return self._skills.get(name)

    def list_skills(self) -> tuple[Skill, ...]:
        """All skills."""
        return tuple(self._skills.values())


class FilteredSkillRouter:
    """A live view of the router: unset sees all, ``()`` nothing, a list only those (S-1)."""

    def __init__(self, router: SkillView, allowed: Maybe[tuple[str, ...]] = UNSET) -> None:
        self._router = router
        self._allowed = allowed

    def get(self, name: str) -> Skill | None:
        """The skill, or None where it may not be seen."""
        if self._allowed is not UNSET and name not in self._allowed:
            return None
        return self._router.get(name)

    def list_skills(self) -> tuple[Skill, ...]:
        """What may be seen now, in the router's order."""
        return tuple(skill for skill in self._router.list_skills() if self.get(skill.name) is not None)

    def unknown_names(self) -> tuple[str, ...]:
        """Allowed names that do not exist; the editor warns of them."""
        if self._allowed is UNSET:
            return ()
        return tuple(name for name in self._allowed if self._router.get(name) is None)
