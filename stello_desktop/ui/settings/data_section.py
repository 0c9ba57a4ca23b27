"""Where the data lies, what protects it, and what to tell somebody who helps."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import override

import PySide6
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from stello_desktop import __version__
from stello_desktop.ui import opening, theme
from stello_desktop.ui.controls import button, plain_label
from stello_desktop.ui.copying import copies
from stello_desktop.ui.settings.rows import Section, SettingRow


class DataSection(Section):
    """The folder, with *Show*."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._show = button(icon="folder", name="settingShowData")
        self._show.clicked.connect(lambda: opening.show_folder(folder))
        self._row = SettingRow(self._show)
        self.add_row(self._row)
        self._retranslate()

    def _retranslate(self) -> None:
        self.put_heading(
            self.tr("Data"),
            self.tr(
                "Everything you write stays in this folder. It is not encrypted; your system's disk encryption can do that. Keys are never written to it."
            ),
        )
        self._show.setText(self.tr("Show"))
        self._show.setAccessibleName(self.tr("Show the data folder"))
        self._row.put_words(self.tr("Data folder"), str(self._folder))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


class AboutSection(Section):
    """The version, and facts that help when something is wrong."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._warning: QLabel = plain_label(tone="warning", wrap=True, name="aboutFontWarning")
        self._facts: QLabel = plain_label(size="small", tone="muted", wrap=True, name="aboutFacts")
        self._facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._copy = button(icon="copy", name="aboutCopy")
        copies(self._copy, self._facts.text)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(16, 12, 16, 12)
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(self._warning)
        words.addWidget(self._facts)
        row.addLayout(words, 1)
        row.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        self.add_row(body)
        self._retranslate()

    def _retranslate(self) -> None:
        self.put_heading(self.tr("About"))
        self._copy.setText(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy the facts about this program"))
        self._warning.setText(
            self.tr(
                "No font on this computer can show Chinese. Install one, such as Noto Sans CJK, and start again."
            )
        )
        self._warning.setVisible(not theme.has_han_font())
        self._facts.setText("\n".join(self._list_facts()))

    def _list_facts(self) -> list[str]:
        ratio = self.devicePixelRatioF()
        return [
            f"Stello {__version__}",
            f"Python {platform.python_version()}, Qt {PySide6.__version__}, {platform.system()} {platform.release()}",
            f"{QGuiApplication.platformName()}, {ratio:g}x, {QLocale.system().name()}",
            ", ".join(theme.font_families()),
        ]

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
