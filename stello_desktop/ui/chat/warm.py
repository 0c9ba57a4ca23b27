"""What the first answer would otherwise wait for: the parser and the colours of code.

No Qt here, so that the thread which imports the heavy libraries can do it.
"""

from __future__ import annotations

from stello_desktop.ui.chat.code import coloured
from stello_desktop.ui.chat.parsing import parse


def prewarm() -> None:
    """Import and build what is imported and built on first use."""
    parse("*ready*")
    for _ in coloured("ready = True", "python"):
        pass
