"""The split guard: not too early, not too often (G-1, F-2)."""

from __future__ import annotations

from dataclasses import dataclass

from stello_desktop.domain.errors import SplitRefused


@dataclass(frozen=True, slots=True)
class SplitGuard:
    """Counts completed rounds of the source as they stood at the start of the round (G-1).

    Several forks in one round see the same count and are one split.
    """

    min_turns: int = 3
    cooldown_turns: int = 5

    def check(self, turn_count: int, last_split: int | None) -> None:
        """Refuse or let pass.

        Args:
            last_split: the count at the last split, None where there was none.

        Raises:
            SplitRefused: ``reason`` is ``min_turns`` or ``cooldown``; ``wait_rounds`` says how many
                more rounds it takes.
        """
        if turn_count < self.min_turns:
            wait = self.min_turns - turn_count
            raise SplitRefused(
                f"this conversation is too short to split; {wait} more rounds",
                reason="min_turns",
                wait_rounds=wait,
            )
        if last_split is None or last_split == turn_count:
            return
        wait = self.cooldown_turns - (turn_count - last_split)
        if wait > 0:
            raise SplitRefused(
                f"this conversation was split a short while ago; {wait} more rounds",
                reason="cooldown",
                wait_rounds=wait,
            )
