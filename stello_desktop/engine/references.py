"""What a conversation is told of those that it refers to: their digests, and nothing else of them (C-8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stello_desktop.domain.text import CUT_MARK, prompt_label

MAX_REFERENCES: Final = 8
MAX_CHARS: Final = 6_000
"""All digests together; each has its even share, and more where others need less."""


def references_text(digests: Iterable[tuple[str, str]]) -> str:
    """The inside of the ``<references>`` block from labels and digests; empty for none.

    Only digests are read, never what those conversations refer to in turn, so that a circle of references
    is nothing special. That a digest cannot leave the block is the business of whoever writes the block (C-1).
    """
    found = [(prompt_label(label), text.strip()) for label, text in digests]
    found = [(label, text) for label, text in found if text][:MAX_REFERENCES]
    shares = _shares([len(text) for _, text in found], MAX_CHARS)
    return "\n\n".join(
        f'From "{label}":\n{cut_text(text, share)}'
        for (label, text), share in zip(found, shares, strict=True)
    )


def _shares(lengths: list[int], total: int) -> list[int]:
    """What each may have: short ones what they need, long ones an even part of the rest."""
    shares = [0] * len(lengths)
    waiting = sorted(range(len(lengths)), key=lengths.__getitem__)
    for done, index in enumerate(waiting):
        shares[index] = min(lengths[index], total // (len(lengths) - done))
        total -= shares[index]
    return shares


def cut_text(text: str, most: int) -> str:
    """The beginning of a text, with a mark where something was cut away; at most ``most`` characters."""
    if len(text) <= most:
        return text
    if most < len(CUT_MARK):
        return ""
    kept = text[: most - len(CUT_MARK)]
    space = kept.rfind(" ")
    return (kept[:space] if space > len(kept) * 0.8 else kept).rstrip() + CUT_MARK
