"""What setting a text may cost: no message, however it is made, holds up the window for a frame.

The inline rules are quick on what people and models write, and slow on thousands of open brackets or
stars. Their cost is foreseen from the marks alone; what lies beyond the bound is shown as it was typed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

MAX_COST: Final = 8_000
"""In about microseconds of a laptop, for all that is laid out in one step; a page of ordinary text costs 1,000."""

_COSTS: Final = {
    "![": 24,
    "[": 14,
    "](": 36,
    "<http": 30,
    "`": 12,
    "\\": 20,
    "*": 8,
    "_": 8,
    "~": 6,
    "$": 4,
    "<": 3,
    "&": 3,
    **dict.fromkeys("]!%+-:=>@^{}#", 5),
}
_MARK: Final = re.compile("|".join(map(re.escape, _COSTS)))
_TOKEN_COST: Final = 6
_SHORT_CHARS: Final = 200
SURELY_CHEAP_CHARS: Final = int(
    (MAX_COST - _TOKEN_COST) / max(cost / len(mark) for mark, cost in _COSTS.items())
)
"""Whatever marks they are, so many characters stay below the bound."""

_MAX_CELLS: Final = 400


def inline_cost(text: str) -> int:
    """About how long the inline rules would take."""
    if len(text) < _SHORT_CHARS:  # quicker for a line; counting is quicker for a page
        return _TOKEN_COST + sum(map(_COSTS.__getitem__, _MARK.findall(text)))
    return _TOKEN_COST + sum(cost * text.count(mark) for mark, cost in _COSTS.items())


def too_wide(text: str) -> bool:
    """Whether a line has more cells than any table that could be read."""
    return text.count("|") > _MAX_CELLS and any(line.count("|") > _MAX_CELLS for line in text.split("\n"))


def bounded_inline(state: StateCore) -> None:
    """The parser's inline step, as long as it stays within the bound; the rest is text as it was typed."""
    spent = 0
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        cost = inline_cost(token.content)
        if spent + cost > MAX_COST:
            token.children = _as_typed(token)
        else:
            spent += cost
            state.md.inline.parse(token.content, state.md, state.env, token.children)


def _as_typed(token: Token) -> list[Token]:
    kind = type(token)
    children: list[Token] = []
    for number, line in enumerate(token.content.split("\n")):
        if number:
            children.append(kind("softbreak", "br", 0))
        children.append(kind("text", "", 0, content=line))
    return children
