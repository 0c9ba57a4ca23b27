"""The four layers of a branch in words and colours: the same in preview, dialog and inspector (M-7)."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from stello_desktop.domain.composition import Layer
from stello_desktop.ui import theme
from stello_desktop.ui.i18n import QT_TRANSLATE_NOOP

_SHORT: Final[dict[Layer, str]] = {
    Layer.DEFAULTS: QT_TRANSLATE_NOOP("Layers", "defaults"),
    Layer.PARENT: QT_TRANSLATE_NOOP("Layers", "conversation"),
    Layer.PROFILE: QT_TRANSLATE_NOOP("Layers", "profile"),
    Layer.OPTIONS: QT_TRANSLATE_NOOP("Layers", "this branch"),
    Layer.SOURCE: QT_TRANSLATE_NOOP("Layers", "conversation"),
    Layer.HAND: QT_TRANSLATE_NOOP("Layers", "changed by hand"),
    Layer.UNKNOWN: QT_TRANSLATE_NOOP("Layers", "not known"),
}

_CAPTIONS: Final[dict[Layer, str]] = {
    Layer.DEFAULTS: QT_TRANSLATE_NOOP("Layers", "from the defaults"),
    Layer.PARENT: QT_TRANSLATE_NOOP("Layers", "from the conversation that it branches from"),
    Layer.PROFILE: QT_TRANSLATE_NOOP("Layers", "from the profile"),
    Layer.OPTIONS: QT_TRANSLATE_NOOP("Layers", "from this branch"),
    Layer.SOURCE: QT_TRANSLATE_NOOP("Layers", "from the conversation that it branches from"),
    Layer.HAND: QT_TRANSLATE_NOOP("Layers", "changed by hand since"),
    Layer.UNKNOWN: QT_TRANSLATE_NOOP("Layers", "from before this was kept"),
}

_HUES: Final[dict[Layer, int]] = {
    Layer.DEFAULTS: 4,
    Layer.PARENT: 2,
    Layer.PROFILE: 1,
    Layer.OPTIONS: 0,
    Layer.SOURCE: 2,
    Layer.HAND: 6,
    Layer.UNKNOWN: 4,
}


def short(layer: Layer) -> str:
    """One word, for a table."""
    return QCoreApplication.translate("Layers", _SHORT[layer])


def caption(layer: Layer) -> str:
    """Where a text comes from, under the text."""
    return QCoreApplication.translate("Layers", _CAPTIONS[layer])


def color(layer: Layer) -> QColor:
    """The colour of a layer in the theme that is applied now."""
    return theme.current().hue(_HUES[layer])


def ground(layer: Layer) -> QColor:
    """The quiet ground behind a text of a layer."""
    tokens = theme.current()
    return QColor(theme.mix(tokens.surface, color(layer).name(), 0.1))
