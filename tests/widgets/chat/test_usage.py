"""Tokens and money where a person looks for them: with an answer, and in the conversation's menu."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from decimal import Decimal

from PySide6.QtCore import QLocale, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from stello_desktop.domain.events import EndReason, StreamEnd, TextDelta, UsageReport
from stello_desktop.domain.ids import ServiceId, SessionId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import Usage
from stello_desktop.domain.services import ModelPrice
from stello_desktop.domain.usage import Money, Purpose
from stello_desktop.llm.scripted import ScriptedModel, text_reply
from stello_desktop.ui import usage_words
from stello_desktop.ui.chat.panel import ChatPanel
from stello_desktop.ui.chat.usage_panel import UsagePanel, show_usage
from stello_desktop.ui.elided_label import ElidedLabel
from stello_desktop.ui.i18n import LanguageFollower
from stello_desktop.ui.service_words import price_words
from stello_desktop.ui.settings.price_fields import PriceFields
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.translations import compile_translations
from tests.helpers.windows import until

type Tell = Callable[..., None]

COUNTED = (TextDelta("Hi"), UsageReport(Usage(1_312, 88)), StreamEnd(EndReason.COMPLETE))


def model(*replies: object, service: str = "far") -> ScriptedModel:
    return ScriptedModel(replies, ref=ModelRef(ServiceId(service), "m"), repeat_last=True)  # type: ignore[arg-type]


async def ask(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
    await workspace.rounds.start(session_id, "hello").wait()
    await until(lambda: panel.conversation.turn is None and panel.conversation.records, "the answer")


def cells(panel: UsagePanel) -> list[str]:
    table = panel.findChild(QWidget, "usageTable")
    assert table is not None
    labels = table.findChildren(QLabel)
    return [label.words if isinstance(label, ElidedLabel) else label.text() for label in labels]


async def filled(panel: UsagePanel) -> None:
    await until(lambda: cells(panel), "the sums")


def test_an_answer_says_its_tokens_under_the_pointer_and_in_its_menu(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(workspace, panel, session_id)
        entry = panel.canvas.entries[-1]
        assert panel._menu.actions_for(entry).tokens == "1,312 sent · 88 answered"
        panel._menu._hover._point_at(len(panel.canvas.entries) - 1)
        shown = panel.findChild(QLabel, "messageTokens")
        assert shown is not None
        assert shown.isVisible()
        menu = panel._menu.build(len(panel.canvas.entries) - 1, QPointF(-1, -1))
        assert menu.actions()[-1].text() == "Tokens: 1,312 sent · 88 answered"
        assert panel._menu.actions_for(panel.canvas.entries[0]).tokens == ""

    tell(story, model(COUNTED))


def test_q2_estimated_tokens_are_about_so_many(tell: Tell) -> None:
    """Q2: never zero, never without the word."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(workspace, panel, session_id)
        words = panel._menu.actions_for(panel.canvas.entries[-1]).tokens
        assert words.startswith("about ")
        assert " 0 " not in f" {words} "

    tell(story, model(text_reply("An answer")))


def test_the_usage_of_a_conversation_and_of_all_below_it(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(workspace, panel, session_id)
        branch = await workspace.branches.open(session_id, "Branch", context="inherit")
        await workspace.rounds.start(branch, "more").wait()
        usage = show_usage(workspace, session_id, panel)
        await filled(usage)
        assert cells(usage)[5:] == ["m", "1,312", "88", "1,400", "—"]
        part = usage.findChild(QAbstractButton, "usageScope_below")
        assert part is not None
        QTest.mouseClick(part, Qt.MouseButton.LeftButton)
        await until(lambda: "2,800" in cells(usage), "both")
        assert cells(usage)[5:] == ["m", "2,624", "176", "2,800", "—"]
        usage.close()

    tell(story, model(COUNTED))


def test_what_was_asked_for_beside_the_answers_has_a_line_of_its_own(tell: Tell) -> None:
    """D-1: below the answers, however much it was."""

    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        await ask(workspace, panel, session_id)
        usages = (await workspace.open()).usage
        ref = ModelRef(ServiceId("far"), "m")
        for purpose in (Purpose.DIGEST, Purpose.DIGEST, Purpose.EARLIER):
            await usages.count_beside(session_id, purpose, ref, Usage(3_000, 30))
        usage = show_usage(workspace, session_id, panel)
        await filled(usage)
        assert cells(usage)[5:10] == ["m", "1,312", "88", "1,400", "—"]
        assert cells(usage)[10:15] == ["Summaries · m", "6,000", "60", "6,060", "—"]
        assert cells(usage)[15] == "Earlier parts · m"
        assert cells(usage)[20:24] == ["All together", "10,312", "178", "10,490"]
        notes = usage.findChild(QLabel, "usageNotes")
        assert notes is not None
        assert "beside the answers" in notes.text()
        usage.close()

    tell(story, model(COUNTED))


def test_every_purpose_has_its_words() -> None:
    """D-1."""
    words = {usage_words.purpose(purpose) for purpose in Purpose if purpose is not Purpose.ANSWER}
    assert len(words) == len(Purpose) - 1
    assert all(words)
    assert usage_words.purpose(Purpose.ANSWER) == ""


def test_money_comes_from_the_prices_that_the_person_wrote_down(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        service = await workspace.services.add(name="Far", address="http://127.0.0.1:9/v1", model="m")
        scripted.ref_to(service.service_id)
        await ask(workspace, panel, session_id)
        price = ModelPrice(model="m", input_per_million=Decimal(1000), output_per_million=Decimal(500))
        await workspace.services.set_price(service.service_id, price)
        usage = show_usage(workspace, session_id, panel)
        await filled(usage)
        assert cells(usage)[-1] == "$1.36"
        usage.close()

    class Movable(ScriptedModel):
        def ref_to(self, service_id: ServiceId) -> None:
            self._ref = ModelRef(service_id, "m")

    scripted = Movable([COUNTED], repeat_last=True)
    tell(story, scripted)


def test_an_untouched_conversation_says_that_nothing_was_counted(tell: Tell) -> None:
    async def story(workspace: Workspace, panel: ChatPanel, session_id: SessionId) -> None:
        usage = show_usage(workspace, session_id, panel)
        await until(lambda: usage.findChild(QLabel, "usageEmpty"), "the words")
        usage.close()
        await asyncio.sleep(0)

    tell(story, model(COUNTED))


def test_amounts_are_written_as_the_locale_does_and_small_ones_are_not_nothing() -> None:
    before = QLocale()
    try:
        QLocale.setDefault(QLocale("en_US"))
        assert usage_words.money([]) == "—"
        assert usage_words.money([Money(Decimal("1234.5"), "$")]) == "$1,234.50"
        assert usage_words.money([Money(Decimal("0.00231"), "€", about=True)]) == "about €0.0023"
        assert usage_words.money([Money(Decimal("0.0000007"), "$")]) == "less than $0.0001"
        assert usage_words.money([Money(Decimal(0), "$")]) == "$0.00"
        both = [Money(Decimal(2), "$", at_least=True), Money(Decimal(3), "CHF")]
        assert usage_words.money(both) == "at least $2.00 + CHF 3.00"
        assert usage_words.money([Money(Decimal("0.021"), "元")]) == "0.0210 元"
        assert usage_words.money([Money(Decimal("2.5"), "¥")]) == "¥2.50"
        assert usage_words.tokens_of(Usage(5, None)) == "5 sent · — answered"
        assert usage_words.tokens_of(Usage()) == ""
        QLocale.setDefault(QLocale("de_DE"))
        assert usage_words.money([Money(Decimal("1234.5"), "€")]) == "€1.234,50"
    finally:
        QLocale.setDefault(before)


def test_in_chinese_a_word_stands_behind_its_number_and_a_sign_before_it(qapp: QApplication) -> None:
    """D-1: the language says where, and in which money people reckon at first."""
    compile_translations()
    before, follower = QLocale(), LanguageFollower(qapp, "zh_CN")
    try:
        assert usage_words.money([Money(Decimal("2.5"), "元"), Money(Decimal(3), "¥")]) == "2.50 元 + ¥3.00"
        assert usage_words.money([Money(Decimal("2.5"), "EUR")]) == "2.50 EUR"
        price = ModelPrice(model="m", input_per_million=Decimal("2.5"), currency="元")
        assert "2.5 元" in price_words(price)
        fields = PriceFields()
        fields.put(None)
        assert fields.texts == ("", "", "¥")
        fields.deleteLater()
    finally:
        follower.close()
        follower.deleteLater()
        QLocale.setDefault(before)
