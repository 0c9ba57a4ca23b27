"""The language of the window: found, chosen, and switched while it runs.

Source texts are English. ``resources/i18n/stello_zh_CN.ts`` holds the Chinese, ``stello_en.ts`` the
English plural forms; the bootstrap and the wheel build compile them to ``.qm``. A switch reaches every widget as ``QEvent.Type.LanguageChange``.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Final, override

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtWidgets import QApplication

from stello_desktop.resources import resource

_log = logging.getLogger(__name__)

CHINESE: Final = "zh_CN"
ENGLISH: Final = "en"
_ENDS_IN_Y: Final = re.compile(r"(?<=[^aeiou])y\(s\)")
NAMES: Final[dict[str, str]] = {ENGLISH: "English", CHINESE: "简体中文"}
"""Each language in its own words; never translated."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: ARG001, N802 - the name that lupdate looks for
    """Mark a text for translation where it cannot be translated yet, such as in a table."""
    return text


_PLACE: Final = re.compile(r"( ?)%(\d|[a-z]+(?:_[a-z]+)*)( ?)")
_HAN: Final = re.compile("[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")


def filled(text: str, /, *values: object, **named: object) -> str:
    """A sentence with all its places filled at once: ``%1`` … by order, ``%name`` by name.

    Nothing that was filled in is looked at again: a name that has ``%2`` in it is data. What is no place of these
    stays, such as ``%n`` that Qt fills. The blank that Chinese has beside a Latin word is left out beside a Chinese one.
    """
    known = {str(number): str(value) for number, value in enumerate(values, 1)}
    known |= {name: str(value) for name, value in named.items()}

    def fill(place: re.Match[str]) -> str:
        before, name, after = place.groups()
        value = known.get(name)
        if value is None:
            return place[0]
        if before and _HAN.match(value[:1]) and _HAN.match(text[: place.start()][-1:]):
            before = ""
        if after and _HAN.match(value[-1:]) and _HAN.match(text[place.end() :][:1]):
            after = ""
        return f"{before}{value}{after}"

    return _PLACE.sub(fill, text)


def system_language() -> str:
    """The first language of the system that the program speaks; English where it speaks none."""
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").split("-")[0].lower()
        if code == "zh":
            return CHINESE
        if code == "en":
            return ENGLISH
    return ENGLISH


def resolve(choice: str) -> str:
    """The language that a setting means."""
    return choice if choice in NAMES else system_language()


class PluralForms(QTranslator):
    """English plurals of texts that ``stello_en.qm`` does not know, such as in a checkout that was not compiled again.

    They are made from the text in the code: *%n message(s)* becomes *1 message*, *2 messages* or *1,204 messages*.
    """

    @override
    def isEmpty(self) -> bool:
        return False

    @override
    def translate(self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1) -> str:
        if n < 0 or "(s)" not in sourceText:
            return None  # type: ignore[return-value]  # for Qt an empty text is a translation too
        counted = sourceText.replace("%n", "%Ln")  # which Qt writes as the language does
        if n == 1:
            return counted.replace("(s)", "")
        return _ENDS_IN_Y.sub("ies", counted).replace("(s)", "s")


class LanguageFollower(QObject):
    """Installs the translators of the chosen language, and changes them live.

    Signals:
        changed: the language's code, after every widget was told.
    """

    changed = Signal(str)

    def __init__(self, app: QApplication, choice: str = "system", parent: QObject | None = None) -> None:
        super().__init__(parent or app)
        self._app = app
        self._translators: list[QTranslator] = []
        self.language = ""
        self.choose(choice)

    def choose(self, choice: str) -> None:
        """Take over a setting: ``system``, ``en`` or ``zh_CN``."""
        language = resolve(choice)
        if language == self.language:
            return
        self.language = language
        self.close()
        self._translators = self._load(language)
        QLocale.setDefault(QLocale(language))
        if language == ENGLISH:
            self._translators.insert(0, PluralForms(self))  # the one that is installed last is asked first
        for translator in self._translators:
            self._app.installTranslator(translator)
        self.changed.emit(language)

    def close(self) -> None:
        """Speak English again; part of closing the window."""
        for translator in self._translators:
            self._app.removeTranslator(translator)
        self._translators = []

    def _load(self, language: str) -> list[QTranslator]:
        found: list[QTranslator] = []
        # The English file only has the plural forms.
        for path in (
            (_own_file(language),) if language == ENGLISH else (_qt_file(language), _own_file(language))
        ):
            translator = QTranslator(self)
            if path is not None and translator.load(str(path)):
                found.append(translator)
            else:
                _log.warning("no translation for %s: %s", language, path or "not compiled")
        return found


def _qt_file(language: str) -> Path:
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return Path(folder) / f"qtbase_{language}.qm"


def _own_file(language: str) -> Path | None:
    try:
        return resource(f"i18n/stello_{language}.qm")
    except FileNotFoundError:
        return None
