"""Language, theme, text size and the mouse wheel."""

from __future__ import annotations

from typing import override

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from stello_desktop.ui import i18n
from stello_desktop.ui.segments import SegmentedChoice
from stello_desktop.ui.settings.rows import Section, SettingRow
from stello_desktop.workspace.settings import LANGUAGES, TEXT_SCALES, THEMES, WHEEL_RULES, Settings


class LookSection(Section):
    """Signals: changed(setting's name, value)."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = SegmentedChoice(LANGUAGES, "settingLanguage")
        self._theme = SegmentedChoice(THEMES, "settingTheme")
        self._scale = SegmentedChoice(TEXT_SCALES, "settingTextScale")
        self._wheel = SegmentedChoice(WHEEL_RULES, "settingWheel")
        self._rows = {
            "language": SettingRow(self._language),
            "theme": SettingRow(self._theme),
            "text_scale": SettingRow(self._scale),
            "wheel": SettingRow(self._wheel),
        }
        for name, row in self._rows.items():
            self.add_row(row)
            choice = row.control
            if isinstance(choice, SegmentedChoice):
                choice.chosen.connect(lambda value, name=name: self.changed.emit(name, value))
        self._retranslate()

    def show_settings(self, settings: Settings) -> None:
        """Mark what is chosen."""
        self._language.choose(settings.language)
        self._theme.choose(settings.theme)
        self._scale.choose(settings.text_scale)
        self._wheel.choose(settings.wheel)

    def _retranslate(self) -> None:
        self.put_heading(self.tr("Look and language"))
        system = self.tr("As the system")
        self._language.put_words(self.tr("Language"), [system, i18n.NAMES["en"], i18n.NAMES["zh_CN"]])
        self._theme.put_words(self.tr("Theme"), [system, self.tr("Dark"), self.tr("Light")])
        sizes = [self.tr("%1 %").replace("%1", str(round(scale * 100))) for scale in TEXT_SCALES]
        self._scale.put_words(self.tr("Text size"), sizes)
        self._wheel.put_words(self.tr("Mouse wheel on the map"), [self.tr("Zooms"), self.tr("Scrolls")])
        self._rows["language"].put_words(self.tr("Language"))
        self._rows["theme"].put_words(self.tr("Theme"))
        self._rows["text_scale"].put_words(self.tr("Text size"))
        self._rows["wheel"].put_words(
            self.tr("Mouse wheel on the map"), self.tr("A trackpad always scrolls with two fingers.")
        )

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
