"""The roles of a theme as one frozen value, read from the theme's file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final, Literal

from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo

from stello_desktop.resources import resource

type ThemeName = Literal["dark", "light"]
type SizeName = Literal["tiny", "small", "base", "large", "title"]

SIZES_PX: Final[dict[str, int]] = {"tiny": 11, "small": 12, "base": 13, "large": 16, "title": 18}
SPACE_PX: Final = 4
RADIUS_CONTROL_PX: Final = 8
RADIUS_CARD_PX: Final = 10
RADIUS_BUBBLE_PX: Final = 12
MOVE_MS: Final = 180
BIRTH_MS: Final = 240

_SRGB_LINEAR_END: Final = 0.04045

_LATIN_FAMILIES: Final = ("Inter", "Cantarell", "Noto Sans", "Ubuntu", "Open Sans", "Roboto")
_KINDS_OF_FONT: Final = frozenset({"sans serif", "sans", "sans-serif"})
_HAN_FAMILIES: Final = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei UI",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The roles of one theme as ``#rrggbb``; ``scale`` is the person's text size.

    Attributes:
        line: quiet lines between areas.
        line_strong: borders of inputs and controls, at least 3:1 on ``surface``.
        hues: colours of the first-level branches, inherited by all below.
    """

    name: ThemeName
    ground: str
    ground_lit: str
    surface: str
    raised: str
    line: str
    line_strong: str
    text: str
    muted: str
    accent: str
    on_accent: str
    warning: str
    good: str
    danger: str
    hues: tuple[str, ...]
    scale: float = 1.0

    @property
    def dark(self) -> bool:
        """Whether light text stands on dark ground."""
        return self.name == "dark"

    @property
    def hover(self) -> str:
        """Under the pointer."""
        return mix(self.surface, self.text, 0.06)

    @property
    def selection(self) -> str:
        """A chosen row or place; text keeps its colour on it."""
        return mix(self.surface, self.accent, 0.14 if self.dark else 0.1)

    @property
    def bubble(self) -> str:
        """The person's own messages."""
        return mix(self.surface, self.accent, 0.15 if self.dark else 0.09)

    @property
    def accent_hover(self) -> str:
        """The primary button under the pointer."""
        return mix(self.accent, self.text, 0.12)

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        """The colour of a role, base or derived; ``alpha`` from 0 to 1."""
        color = QColor(getattr(self, role))
        color.setAlphaF(alpha)
        return color

    def hue(self, index: int) -> QColor:
        """The colour of the first-level branch with this index; colours repeat after eight."""
        return QColor(self.hues[index % len(self.hues)])

    def px(self, size: SizeName) -> int:
        """A type size in pixels at the person's text size."""
        return max(9, round(SIZES_PX[size] * self.scale))

    def font(self, size: SizeName = "base", *, bold: bool = False) -> QFont:
        """The interface font in one of the five sizes."""
        font = QFont()
        font.setFamilies(list(font_families()))
        font.setPixelSize(self.px(size))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font


def mix(base: str, other: str, share: float) -> str:
    """``base`` with a share (0 to 1) of ``other``."""
    one, two = QColor(base), QColor(other)
    pairs = ((one.red(), two.red()), (one.green(), two.green()), (one.blue(), two.blue()))
    return "#" + "".join(f"{round(left + (right - left) * share):02x}" for left, right in pairs)


def contrast(one: str, two: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    rgb = QColor(color)
    linear = [
        part / 12.92 if part <= _SRGB_LINEAR_END else ((part + 0.055) / 1.055) ** 2.4
        for part in (rgb.redF(), rgb.greenF(), rgb.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=16)
def load(name: ThemeName, scale: float = 1.0) -> Theme:
    """Read a theme's roles from its file."""
    roles = tomllib.loads(resource(f"themes/{name}.toml").read_text(encoding="utf-8"))
    hues = tuple(str(hue) for hue in roles.pop("hues"))
    known = {field.name for field in fields(Theme)} - {"name", "hues", "scale"}
    return Theme(name=name, hues=hues, scale=scale, **{role: str(roles[role]) for role in known})


@lru_cache(maxsize=1)
def font_families() -> tuple[str, ...]:
    """The system's interface font, then families that have Han characters."""
    installed = set(QFontDatabase.families())
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    latin = [family for family in system.families() if family.casefold() not in _KINDS_OF_FONT]
    if not latin:
        # The system only names a kind of font, as a Linux without a desktop does.
        chosen = next((family for family in _LATIN_FAMILIES if family in installed), None)
        latin = [chosen or QFontInfo(system).family()]
    han = [family for family in _HAN_FAMILIES if family in installed]
    return (*latin, *han)


def families_for_han() -> tuple[str, ...]:
    """The same families, those that have Han characters first: fewer look-ups in a long Chinese text."""
    return tuple(sorted(font_families(), key=lambda family: family not in _HAN_FAMILIES))


def has_han_font() -> bool:
    """Whether Chinese text can be shown at all; the diagnostics page says so where not."""
    writing = QFontDatabase.WritingSystem.SimplifiedChinese
    return bool(QFontDatabase.families(writing))
