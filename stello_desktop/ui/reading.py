"""How text wants to be set: line heights by script, and runs that are too long for a line to break."""

from __future__ import annotations

import re
from typing import Final

LINE_HEIGHT: Final = 1.55
HAN_LINE_HEIGHT: Final = 1.7
"""In units of the type size, so that a font with tall metrics does not tear the lines apart."""

LONG_RUN_CHARS: Final = 4_000
"""A run beyond this in which no line can end freezes every text widget of Qt (it is quadratic)."""

_HOLDS: Final = "\u00a0\u034f\u0f0c\u180e\u2007\u200d\u2011\u202f\u2060\ufeff\"'\u2e00-\u2e0d\u275b-\u275e"
"""Hold on to the character behind them: blanks, joiners and hyphens that do not break, and quotes that may be either."""

_LINE_END: Final = f"(?:[^\\S\u00a0\u2007\u202f]|(?<![{_HOLDS}])[\u3400-\u4dbf\u4e00-\u9fff])"
"""Where a line can end: at a space, or before a Han character, unless what stands there holds on to it."""

_END: Final = re.compile(_LINE_END)
_RUN: Final = re.compile(f"(?:(?!{_LINE_END})[\\s\\S])++")
_HAN: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]")


def has_long_run(text: str) -> bool:
    """Whether there are more than 4,000 characters in which no line can end."""
    half = LONG_RUN_CHARS // 2
    starts = range(0, len(text) - half + 1, half)
    if len(text) <= LONG_RUN_CHARS or all(_END.search(text, at, at + half) for at in starts):
        return False  # a long run has a whole half in it; that none has is seen with a few looks
    return max((len(run) for run in _END.split(text)), default=0) > LONG_RUN_CHARS


def break_long_runs(text: str) -> str:
    """The same text with a line break after every 4,000 characters in which no line can end."""
    return _RUN.sub(_break_run, text) if has_long_run(text) else text


def _break_run(match: re.Match[str]) -> str:
    run = match.group()
    return "\n".join(run[start : start + LONG_RUN_CHARS] for start in range(0, len(run), LONG_RUN_CHARS))


def is_han_heavy(text: str) -> bool:
    """Whether at least a sixth of the beginning is Han, Kana or Hangul, which need taller lines."""
    sample = text[:600]
    return len(_HAN.findall(sample)) * 6 >= len(sample) > 0
