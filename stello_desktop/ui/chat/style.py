"""Fonts and text formats of the transcript, made once for each theme and text size."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from PySide6.QtGui import QBrush, QColor, QFont, QFontDatabase, QTextBlockFormat, QTextCharFormat

from stello_desktop.ui import theme
from stello_desktop.ui.reading import LINE_HEIGHT
from stello_desktop.ui.theme import Theme

CODE_LINE_HEIGHT: Final = 1.45
HEADING_LINE_HEIGHT: Final = 1.4
"""In units of the type size, so that a font with tall metrics does not tear the lines apart."""

_CODE_FAMILIES: Final = (
    "JetBrains Mono",
    "Cascadia Mono",
    "SF Mono",
    "Menlo",
    "Consolas",
    "Noto Sans Mono",
    "DejaVu Sans Mono",
    "Liberation Mono",
    "monospace",
)

_HEADING_SIZES: Final = {1: "title", 2: "large"}


@dataclass(frozen=True, slots=True)
class InlineMarks:
    """How a run of text is set; ``link`` is the address behind it."""

    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    link: str = ""
    heading: int = 0
    muted: bool = False


@dataclass(frozen=True)
class ChatStyle:
    """Everything that a document of the transcript needs to know of the theme."""

    theme: Theme
    _formats: dict[InlineMarks, QTextCharFormat] = field(default_factory=dict, repr=False, compare=False)

    @property
    def code_ground(self) -> QColor:
        """Behind blocks of code."""
        return QColor(theme.mix(self.theme.surface, self.theme.text, 0.045))

    @property
    def em_px(self) -> int:
        """The size of body text, the unit of indents."""
        return self.theme.px("base")

    @property
    def font(self) -> QFont:
        """Body text."""
        return self.theme.font()

    @property
    def code_font(self) -> QFont:
        """Code and formulas."""
        font = QFont()
        font.setFamilies([*_code_families(), *theme.font_families()])
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFixedPitch(True)
        font.setPixelSize(max(9, self.em_px - 1))
        return font

    def heading_px(self, level: int) -> int:
        """The type size of a heading."""
        return self.theme.px(_HEADING_SIZES.get(level, "base"))  # type: ignore[arg-type]

    def chars(self, marks: InlineMarks) -> QTextCharFormat:
        """The character format for a run of text."""
        known = self._formats.get(marks)
        if known is None:
            known = self._formats[marks] = self._make(marks)
        return known

    def _make(self, marks: InlineMarks) -> QTextCharFormat:
        made = QTextCharFormat()
        font = self.code_font if marks.code else self.font
        if marks.heading:
            font.setPixelSize(self.heading_px(marks.heading) - (1 if marks.code else 0))
        if marks.bold or marks.heading:
            font.setWeight(QFont.Weight.DemiBold)
        font.setItalic(marks.italic)
        font.setStrikeOut(marks.strike)
        made.setFont(font)
        made.setForeground(QBrush(self.theme.color("muted" if marks.muted else "text")))
        if marks.link:
            made.setAnchor(True)
            made.setAnchorHref(marks.link)
            if not marks.muted:
                made.setForeground(QBrush(self.theme.color("accent")))
                made.setFontUnderline(True)
        return made

    def label_chars(self) -> QTextCharFormat:
        """Small, quiet words of the frame: the language of a block of code."""
        made = QTextCharFormat()
        made.setFont(self.theme.font("tiny"))
        made.setForeground(QBrush(self.theme.color("muted")))
        return made

    def code_color(self, kind: str) -> QColor | None:
        """The colour of a kind of code; None where it is ordinary text."""
        role = _CODE_ROLES.get(kind)
        if role is None:
            return None
        return self.theme.hue(role) if isinstance(role, int) else self.theme.color(role)

    def block(self, *, left_px: float = 0, top_px: float = 0, line_px: float = 0) -> QTextBlockFormat:
        """A paragraph's format; ``line_px`` is the height of its lines."""
        made = QTextBlockFormat()
        made.setLeftMargin(left_px)
        made.setTopMargin(top_px)
        height = round(line_px or self.em_px * LINE_HEIGHT)
        made.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        return made


_CODE_ROLES: Final[dict[str, str | int]] = {
    "keyword": 4,
    "name": 6,
    "string": "good",
    "number": 1,
    "comment": "muted",
    "builtin": 0,
    "error": "danger",
}


@lru_cache(maxsize=1)
def _code_families() -> tuple[str, ...]:
    """The system's fixed font where it has one, then what is installed."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()
    installed = set(QFontDatabase.families())
    wanted = [family for family in (*system, *_CODE_FAMILIES) if family in installed]
    return tuple(dict.fromkeys(wanted)) or ("monospace",)


@lru_cache(maxsize=4)
def _style_for(current: Theme) -> ChatStyle:
    return ChatStyle(current)


def current_style() -> ChatStyle:
    """The style of the theme that is applied now."""
    return _style_for(theme.current())
