"""No text is ever shown with “(s)” in it, in English, not even where nobody has compiled the plural forms."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from stello_desktop.ui import i18n
from stello_desktop.ui.i18n import LanguageFollower
from stello_desktop.ui.listing import listed
from tests.helpers.translations import compile_translations


def said(text: str, count: int) -> str:
    return QCoreApplication.translate("NoSuchContext", text, "", count)


@pytest.mark.parametrize(
    ("text", "one", "many"),
    [
        ("%n conversation(s)", "1 conversation", "3 conversations"),
        (
            "One request: %n summary(s) go to %1.",
            "One request: 1 summary go to %1.",
            "One request: 3 summaries go to %1.",
        ),
        ("%n day(s)", "1 day", "3 days"),
        ("%n changed since.", "1 changed since.", "3 changed since."),
    ],
)
def test_what_is_not_compiled_has_its_plural_all_the_same(
    qapp: QApplication, text: str, one: str, many: str
) -> None:
    follower = LanguageFollower(qapp, "en")
    try:
        assert [said(text, count) for count in (1, 3)] == [one, many]
    finally:
        follower.close()
        follower.deleteLater()


def test_large_counts_have_the_separators_of_the_language(qapp: QApplication) -> None:
    compile_translations()
    follower = LanguageFollower(qapp, "en")
    try:
        assert said("%n conversation(s)", 5204) == "5,204 conversations"
        about = QCoreApplication.translate("TokenLine", "about %n token(s)", "", 6598)
        assert about == "about 6,598 tokens"
        follower.choose("zh_CN")
        about = QCoreApplication.translate("TokenLine", "about %n token(s)", "", 6598)
        assert about == "约 6,598 个 token"
    finally:
        follower.close()
        follower.deleteLater()


def test_names_are_listed_as_the_language_lists_them(qapp: QApplication) -> None:
    compile_translations()
    follower = LanguageFollower(qapp, "en")
    try:
        assert listed(("summarise", "decision-table")) == "summarise, decision-table"
        follower.choose("zh_CN")
        assert listed(("摘要", "决策表")) == "摘要、决策表"
    finally:
        follower.close()
        follower.deleteLater()


def test_what_is_compiled_comes_first_and_other_languages_are_left_alone(qapp: QApplication) -> None:
    follower = LanguageFollower(qapp, "en")
    try:
        words = [
            QCoreApplication.translate("OutboxBar", "%n message(s) wait to be sent", "", n) for n in (1, 2)
        ]
        assert words == ["1 message waits to be sent", "2 messages wait to be sent"]
        keyless = "%n message(s) wait for the key of their AI service"
        words = [QCoreApplication.translate("OutboxBar", keyless, "", n) for n in (1, 2)]
        assert words == [
            "1 message waits for the key of its AI service",
            "2 messages wait for the key of their AI service",
        ]
        follower.choose("zh_CN")
        assert said("%n conversation(s)", 1) == "1 conversation(s)"
        assert all(type(item) is QTranslator for item in follower._translators)
    finally:
        follower.close()
        follower.deleteLater()
    assert i18n.resolve("en") == "en"
