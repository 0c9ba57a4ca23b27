"""What keeps a paragraph of very many characters quick, wherever it is written or shown."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtGui import QFont, QTextDocument

from stello_desktop.ui import theme
from stello_desktop.ui.exact_text import exact_text, text_between
from stello_desktop.ui.reading import is_han_heavy

SURELY_A_LINE: Final = 240
"""No line has more characters."""

_LONG_PARAGRAPH: Final = 3_000
"""From this many characters on a paragraph is eased; a short one is shaped again in no time."""

_LIGHT: Final = QFont.StyleStrategy.PreferNoShaping

_JOINED = re.compile(
    "[^\t\n\\u2028\\u2029 -\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u2bff"
    "\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uac00-\ud7a3\uff00-\uffef]"
)
"""A character that may need its neighbours to look right: a mark, a joiner, a script that is written joined."""


def ease_long_paragraphs(document: QTextDocument, position: int, added: int) -> None:
    """Keep the shapes of what is long where the text has changed, and place its letters without a look at their pairs.

    Qt shapes a paragraph as a whole at each key, once more to paint it, and again to place the cursor. The letters of
    a text of a simple script are not kerned any more, which is most of that work; any other is shaped as ever.

    Args:
        position, added: of the change, as `QTextDocument.contentsChange` tells it.
    """
    block, last, has_long = document.findBlock(position), position + added, False
    shown = block.layout().preeditAreaText()  # by an input method, and not written yet
    while block.isValid() and block.position() <= last:
        if block.length() > _LONG_PARAGRAPH:
            has_long = True
            if not block.layout().cacheEnabled():
                block.layout().setCacheEnabled(True)
        block = block.next()
    font = document.defaultFont()
    was_light = bool(font.styleStrategy() & _LIGHT)
    if not has_long and not was_light:
        return
    new = text_between(document, position, position + added) if was_light else exact_text(document)
    light = document.characterCount() - 1 > _LONG_PARAGRAPH and _JOINED.search(new + shown) is None
    if light is not was_light:
        font.setStyleStrategy(_LIGHT if light else QFont.StyleStrategy.PreferDefault)
        families = theme.families_for_han() if light and is_han_heavy(new) else theme.font_families()
        font.setFamilies(families)
        document.setDefaultFont(font)
