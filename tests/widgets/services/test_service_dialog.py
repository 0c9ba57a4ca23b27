"""Adding and changing a service: nothing leaves before a click, nothing is kept before *Use*, every failure helps.

Rules: Q26, Q27, Q28, Q31, T9, M-10; rows 25, 27, 28.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget

from stello_desktop.domain.services import PRACTICE, Service
from stello_desktop.ui.dialogs import Question
from stello_desktop.ui.list_popup import ListPopup
from stello_desktop.ui.settings.known_services import known_services
from stello_desktop.ui.settings.service_dialog import ServiceDialog, open_service_dialog
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.servers import (
    LlamaServer,
    Piece,
    ReplayServer,
    error_reply,
    llama_server,
    reply,
    text_events,
)
from tests.helpers.windows import run_in_window, until

__all__ = ["llama_server"]

ANSWER = reply(text_events("Ready"))


def models(*names: str) -> list[Piece]:
    return reply(json.dumps({"data": [{"id": name} for name in names]}), content_type="application/json")


@dataclass
class Form:
    """The dialog, as a person handles it."""

    shell: Shell
    workspace: Workspace
    dialog: ServiceDialog

    def part[Kind: QWidget](self, kind: type[Kind], name: str) -> Kind:
        found = self.dialog.findChild(kind, name)
        assert found is not None, name
        return found

    def press(self, name: str) -> None:
        control = self.part(QPushButton, name)
        assert control.isEnabled(), name
        control.setFocus()
        QTest.mouseClick(control, Qt.MouseButton.LeftButton)

    def type(self, name: str, text: str) -> QLineEdit:
        field = self.part(QLineEdit, name)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        return field

    def search(self, text: str) -> None:
        assert self.dialog.presets is not None
        self.dialog.presets.list.search.setText(text)
        QTest.keyClick(self.dialog.presets.list.search, Qt.Key.Key_Return)

    @property
    def news(self) -> str:
        return self.part(QLabel, "serviceNews").text()

    @property
    def model(self) -> str:
        return self.dialog.sheet.fields.model.model

    def popup(self) -> ListPopup:
        return next(w for w in QApplication.topLevelWidgets() if isinstance(w, ListPopup) and w.isVisible())


type Told = Callable[[Form], Awaitable[None]]


def tell(
    folder: Path, story: Told, *, change: Callable[[Workspace], Awaitable[Service]] | None = None
) -> None:
    """Open the dialog over the real window; ``change`` makes the service that is changed."""

    async def told(shell: Shell, workspace: Workspace) -> None:
        service = await change(workspace) if change is not None else None
        form = Form(shell, workspace, open_service_dialog(shell.window, workspace, service))
        await until(lambda: form.dialog.isActiveWindow() and form.dialog.findChild(QPushButton, "serviceUse"))
        await story(form)

    run_in_window(folder, told, probes=())


def any_address(form: Form, address: str, key: str = "") -> None:
    form.search("another")
    form.type("serviceAddress", address)
    if key:
        form.part(QLineEdit, "serviceKey").insert(key)  # as pasting does


def test_one_key_and_two_clicks_make_a_service_answer(qapp: QApplication, tmp_path: Path) -> None:
    """Journey 1: a key pasted and tested; a sensible model is chosen by itself."""
    heard: list[Service] = []

    async def story(form: Form) -> None:
        form.dialog.kept.connect(heard.append)
        async with ReplayServer([models("text-embedding", "atlas-preview", "atlas"), ANSWER]) as server:
            any_address(form, server.base_url, " Bearer sk-CANARY-add\n")
            await asyncio.sleep(0.05)
            assert not server.requests
            form.press("serviceTest")
            await until(lambda: "Answered" in form.news)
            assert form.news.startswith("Answered “Ready” in ")
            assert form.news.endswith(" s · can open branches")
            assert form.model == "atlas"
            assert form.part(QPushButton, "serviceUse").hasFocus()
            assert form.workspace.settings.services == ()
            assert [item.headers["authorization"] for item in server.requests] == ["Bearer sk-CANARY-add"] * 2
        form.press("serviceUse")
        await until(lambda: heard)
        service = form.workspace.answering.default
        assert (service, service.model, service.local) == (heard[0], "atlas", True)
        assert form.workspace.keys.at_hand(service)

    tell(tmp_path, story)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"sk-CANARY-add" not in kept


def test_every_service_says_how_to_begin_and_who_pays(qapp: QApplication, tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        presets = form.dialog.presets
        assert presets is not None
        await until(presets.list.search.hasFocus)
        shown = []
        for known in known_services():
            presets.list.search.setText(known.name)
            title = form.part(QLabel, "serviceTitle").text()
            shown.append(title)
            steps = [form.part(QLabel, f"serviceStep{number}").text() for number in range(3)]
            assert tuple(steps) == known.steps_in("en")
            assert form.part(QLineEdit, "serviceAddress").text() == known.base_url
            costs = form.part(QLabel, "serviceCosts").text()
            assert ("nothing is charged" if known.local else f"charged by {known.name} to your own") in costs
            assert form.part(QLineEdit, "serviceKey").isVisible() is not known.local
            assert not form.part(QLineEdit, "serviceAddress").isVisible()
        assert shown == [known.name for known in known_services()]
        form.search("ollama")
        form.press("serviceCopyCommand")
        assert QApplication.clipboard().text().startswith("ollama pull ")
        form.press("serviceShowAddress")
        assert form.part(QLineEdit, "serviceAddress").hasFocus()
        assert form.part(QLineEdit, "serviceKey").isVisible()

    tell(tmp_path, story)


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("localhost:11434", "http://127.0.0.1:11434/v1/chat/completions"),
        (" http://127.0.0.1:11434/v1/chat/completions ", "http://127.0.0.1:11434/v1/chat/completions"),
        ("https://open.bigmodel.cn/api/paas/v4/", "https://open.bigmodel.cn/api/paas/v4/chat/completions"),
        ("deepseek", "https://api.deepseek.com/v1/chat/completions"),
        ("ftp://example.com", "begins with https://"),
    ],
)
def test_q26_the_meant_address_is_shown_while_it_is_typed(
    qapp: QApplication, tmp_path: Path, typed: str, outcome: str
) -> None:
    async def story(form: Form) -> None:
        form.search("another")
        form.type("serviceAddress", typed)
        words = form.part(QLabel, "serviceOutcome")
        await until(lambda: outcome in words.text(), words.text())

    tell(tmp_path, story)


@pytest.mark.parametrize(
    ("answers", "words", "focus"),
    [
        ([error_reply(401, {"error": {"message": "no"}})], "did not accept the key", "serviceKey"),
        ([models("a"), error_reply(404, {"error": {"message": "no"}})], "does not know", "serviceAddress"),
        ([models("a"), error_reply(402, {"error": {"message": "no money"}})], "no credit", "serviceKey"),
        ([error_reply(404, {})], "lists no models", "serviceModel"),
        ([models()], "lists no models", "serviceModel"),
        ([reply("<html>Welcome</html>", content_type="text/html")], "with a web page, not", "serviceAddress"),
        ([reply("<html>No such page</html>", status=404)], "with a web page, not", "serviceAddress"),
        ([models("a"), reply("<html>Welcome</html>")], "with a web page, not", "serviceAddress"),
    ],
)
def test_rows_27_28_a_failure_is_one_sentence_and_the_focus_is_where_it_is_mended(
    qapp: QApplication, tmp_path: Path, answers: Sequence[Sequence[Piece]], words: str, focus: str
) -> None:
    async def story(form: Form) -> None:
        async with ReplayServer(answers) as server:
            any_address(form, server.base_url, "sk-CANARY-no")
            form.press("serviceTest")
            await until(lambda: words in form.news, form.news)
            assert form.part(QWidget, focus).hasFocus()
            assert form.part(QPushButton, "serviceTest").isEnabled()
        assert form.workspace.settings.services == ()
        assert form.workspace.answering.default.service_id == PRACTICE
        assert form.part(QLineEdit, "serviceKey").text() == "sk-CANARY-no"

    tell(tmp_path, story)


def test_row_25_a_service_that_cannot_be_reached_now_can_be_used_later(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(form: Form) -> None:
        any_address(form, "http://127.0.0.1:9/v1")
        assert not form.part(QPushButton, "serviceUse").isEnabled()
        form.press("serviceTest")
        await until(lambda: "does not answer" in form.news)
        assert form.news.startswith("127.0.0.1:9 on this computer does not answer: is it running?")
        form.dialog.sheet.fields.model.set_model("typed")
        form.dialog.sheet.fields.changed.emit()
        assert form.news == ""
        form.press("serviceUse")
        await until(lambda: form.workspace.answering.default.model == "typed")

    tell(tmp_path, story)


@pytest.mark.parametrize("button", ["serviceTest", "serviceUse"])
def test_a_service_that_needs_a_key_is_not_asked_and_not_kept_without_one(
    qapp: QApplication, tmp_path: Path, button: str
) -> None:
    """Row 27: the person reads what is missing, where it is pasted. Any request would have failed the test."""

    async def story(form: Form) -> None:
        form.search("deepseek")
        form.dialog.sheet.fields.model.set_model("deepseek-chat")
        form.dialog.sheet.fields.changed.emit()
        form.press(button)
        assert form.news == "This service needs a key. Paste it above."
        assert form.part(QLineEdit, "serviceKey").hasFocus()
        assert form.workspace.settings.services == ()

    tell(tmp_path, story)


def test_what_is_refused_without_a_key_needs_one_and_details_say_the_same(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Row 27: there was no key that could have been wrong, and no service in Settings yet."""

    async def story(form: Form) -> None:
        async with ReplayServer([error_reply(401, {"error": {"message": "no key"}})]) as server:
            any_address(form, server.base_url)
            form.press("serviceTest")
            await until(lambda: form.news == "This service needs a key. Paste it above.", form.news)
        form.press("serviceNewsDetails")
        details = form.shell.window.findChild(QLabel, "errorSentence")
        assert details is not None
        assert details.text() == form.news

    tell(tmp_path, story)


@pytest.mark.parametrize(
    ("key", "words"), [("sk-1", "Leave empty to keep the key"), ("", "Leave empty where")]
)
def test_only_a_key_that_is_there_is_kept_by_an_empty_field(
    qapp: QApplication, tmp_path: Path, key: str, words: str
) -> None:
    """Row 53: the words in the empty field are true."""

    async def make(workspace: Workspace) -> Service:
        return await workspace.services.add(
            name="Mine", address="http://127.0.0.1:9/v1", model="one", key=key
        )

    async def story(form: Form) -> None:
        assert form.part(QLineEdit, "serviceKey").placeholderText().startswith(words)

    tell(tmp_path, story, change=make)


def test_a_key_that_did_not_survive_the_restart_is_not_said_to_be_kept(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Row 57: this computer has no keyring, so the key was kept for one run."""

    async def make(workspace: Workspace) -> Service:
        return await workspace.services.add(
            name="Mine", address="http://127.0.0.1:9/v1", model="one", key="sk-1"
        )

    async def nothing(_form: Form) -> None:
        """Only the service is set up."""

    async def there(workspace: Workspace) -> Service:
        (service,) = workspace.settings.services
        await workspace.keys.find(service)
        return service

    async def story(form: Form) -> None:
        assert "keep" not in form.part(QLineEdit, "serviceKey").placeholderText()

    tell(tmp_path, nothing, change=make)
    tell(tmp_path, story, change=there)


def test_q27_a_name_is_typed_where_there_is_no_list(qapp: QApplication, tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        async with ReplayServer([error_reply(404, {}), ANSWER]) as server:
            any_address(form, server.base_url)
            form.press("serviceTest")
            await until(lambda: "lists no models" in form.news)
            QTest.keyClick(form.part(QPushButton, "serviceModel"), Qt.Key.Key_Return)
            popup = form.popup()
            QTest.keyClicks(popup.list.search, "my-model")
            QTest.keyClick(popup.list.search, Qt.Key.Key_Return)
            assert form.model == "my-model"
            form.press("serviceTest")
            await until(lambda: "Answered" in form.news)
            assert server.requests[1].json["model"] == "my-model"

    tell(tmp_path, story)


def test_row_42_a_space_in_the_key_is_called_a_space_and_said_once(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Row 42: below the key, with nothing to press that could only say it again."""

    async def story(form: Form) -> None:
        any_address(form, "http://127.0.0.1:9/v1", "sk-CANARY half")
        note = form.part(QLabel, "serviceKeyNote")
        assert note.text() == "There is a space in the key, and no key has one. Copy the key again, alone."
        assert not form.part(QPushButton, "serviceTest").isEnabled()
        assert form.news == ""
        form.part(QLineEdit, "serviceKey").setText("sk-CANARY")
        assert form.part(QPushButton, "serviceTest").isEnabled()

    tell(tmp_path, story)


def test_q27_the_list_is_searched_and_what_cannot_chat_is_folded_away(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def story(form: Form) -> None:
        async with ReplayServer([models("one", "two", "nomic-embed-text")]) as server:
            any_address(form, server.base_url)
            form.press("serviceModel")
            popup = form.popup()
            popup.list.search.setText("show all")
            QTest.keyClick(popup.list.search, Qt.Key.Key_Return)
            await until(lambda: form.dialog.sheet.fields.model.models)
            popup.list.search.clear()
            rows = [popup.list.rows.index(n, 0).data() for n in range(popup.list.rows.rowCount())]
            assert rows == ["one", "two", "Not for conversations (1)"]
            popup.list.search.setText("tw")
            QTest.keyClick(popup.list.search, Qt.Key.Key_Return)
            assert form.model == "two"
            assert len(server.requests) == 1

    tell(tmp_path, story)


def test_q28_an_ollama_without_models_says_how_to_get_one(qapp: QApplication, tmp_path: Path) -> None:
    nothing = reply(json.dumps({"object": "list", "data": None}), content_type="application/json")

    async def story(form: Form) -> None:
        async with ReplayServer([nothing]) as server:
            form.search("ollama")
            form.dialog.sheet.fields.address.put(server.base_url)
            ask = form.dialog.sheet.fields.ask()
            assert (
                ask.known is None
            )  # another port is another server; the sentence is asked for directly below
            form.dialog.sheet.fields.address.put("http://127.0.0.1:11434/v1")
            form.dialog.sheet._say_no_model(form.dialog.sheet.fields.ask())
            assert "ollama pull llama3.2" in form.news
            form.press("serviceNewsCopy")
            assert QApplication.clipboard().text() == "ollama pull llama3.2"

    tell(tmp_path, story)


def test_a_silent_server_is_given_up_with_one_click(qapp: QApplication, tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        async with ReplayServer([[30.0]]) as server:
            any_address(form, server.base_url)
            form.press("serviceTest")
            await until(server.asked.is_set)
            assert form.part(QPushButton, "serviceTest").text() == "Stop"
            form.press("serviceTest")
            await until(lambda: form.news == "Stopped.")
            await until(server.closed.is_set)
        assert form.workspace.settings.services == ()

    tell(tmp_path, story)


def test_other_words_in_the_fields_are_untested(qapp: QApplication, tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        async with ReplayServer([models("one"), ANSWER]) as server:
            any_address(form, server.base_url)
            form.press("serviceTest")
            await until(lambda: "Answered" in form.news)
            assert form.part(QPushButton, "serviceUse").text() == "Use it"
            form.type("serviceKey", "sk-CANARY-other")
            assert form.news == ""
            assert form.part(QPushButton, "serviceUse").text() == "Use without a test"

    tell(tmp_path, story)


def test_escape_leaves_nothing_behind(qapp: QApplication, tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        async with ReplayServer([[30.0]]) as server:
            any_address(form, server.base_url, "sk-CANARY-esc")
            key = form.part(QLineEdit, "serviceKey")
            form.press("serviceTest")
            await until(server.asked.is_set)
            QTest.keyClick(form.dialog, Qt.Key.Key_Escape)
            assert key.text() == "sk-CANARY-esc", "a key is not found again soon: one question first"
            answer(form, "questionAccept")
            assert key.text() == ""
            await until(server.closed.is_set)
        assert form.workspace.settings.services == ()

    tell(tmp_path, story)


def answer(form: Form, name: str) -> None:
    """Press a button of the question that is open."""
    question = form.dialog.findChildren(Question)[-1]
    found = question.findChild(QPushButton, name)
    assert found is not None
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def is_gone(form: Form) -> bool:
    """Whether the dialog has closed."""
    return not shiboken6.isValid(form.dialog) or not form.dialog.isVisible()


def test_escape_asks_before_what_was_put_in_is_gone(tmp_path: Path) -> None:
    """The fields are as they were after a no; the button *Cancel* is plain enough, and an empty form needs no question."""

    async def story(form: Form) -> None:
        any_address(form, "http://127.0.0.1:9/v1", "sk-CANARY-stays")
        QTest.keyClick(form.dialog, Qt.Key.Key_Escape)
        assert form.dialog.isVisible()
        answer(form, "questionCancel")
        await until(lambda: not form.dialog.findChildren(Question))
        assert form.part(QLineEdit, "serviceKey").text() == "sk-CANARY-stays"
        assert form.part(QLineEdit, "serviceAddress").text() == "http://127.0.0.1:9/v1"
        form.press("serviceCancel")
        assert is_gone(form)

    async def empty(form: Form) -> None:
        QTest.keyClick(form.dialog, Qt.Key.Key_Escape)
        assert is_gone(form)

    tell(tmp_path / "full", story)
    tell(tmp_path / "empty", empty)


def test_escape_leaves_a_service_that_was_not_changed(tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        QTest.keyClick(form.dialog, Qt.Key.Key_Escape)
        assert is_gone(form)

    async def changed(form: Form) -> None:
        form.type("serviceName", "Other")
        QTest.keyClick(form.dialog, Qt.Key.Key_Escape)
        assert form.dialog.isVisible()
        answer(form, "questionAccept")
        assert is_gone(form)
        assert [item.name for item in form.workspace.settings.services] == ["Mine"]

    tell(tmp_path / "same", story, change=mine)
    tell(tmp_path / "changed", changed, change=mine)


def test_enter_in_a_price_keeps_it(tmp_path: Path) -> None:
    """As in every other field of the form."""

    async def story(form: Form) -> None:
        field = form.type("priceOutput", "0.6")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(lambda: form.workspace.settings.services[0].price_of("small") is not None)
        price = form.workspace.settings.services[0].price_of("small")
        assert price is not None
        assert price.output_per_million == Decimal("0.6")
        await until(lambda: is_gone(form))

    tell(tmp_path, story, change=mine)


def test_a_model_is_typed_where_no_list_is_known(tmp_path: Path) -> None:
    """Q27: the line invites to write a name, it does not claim that none has it."""

    async def story(form: Form) -> None:
        any_address(form, "http://127.0.0.1:9/v1")
        form.dialog.sheet.fields.model.put_models(())
        form.dialog.sheet.fields.model.open()
        popup = form.popup()
        assert popup.list.search.placeholderText() == "Type the name of a model"
        assert nothing_words(popup) == "Type the name as the service writes it, then press Enter."
        QTest.keyClicks(popup.list.search, "glm-9")
        assert nothing_words(popup) == ""
        QTest.keyClick(popup.list.search, Qt.Key.Key_Return)
        assert form.model == "glm-9"

    tell(tmp_path, story)


def nothing_words(popup: ListPopup) -> str:
    """What the list says where it has no row."""
    label = popup.findChild(QLabel, "serviceModelsNothing")
    return label.text() if label is not None and label.isVisible() else ""


async def mine(workspace: Workspace) -> Service:
    return await workspace.services.add(
        name="Mine", address="http://127.0.0.1:9/v1", model="small", key="sk-CANARY-mine"
    )


def test_a_service_gets_another_name_and_a_price(qapp: QApplication, tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        name = form.part(QLineEdit, "serviceName")
        await until(name.hasFocus)
        assert name.selectedText() == "Mine"
        form.type("serviceName", "Work")
        form.type("priceInput", "0,25")
        form.type("priceOutput", "much")
        form.press("serviceUse")
        await until(lambda: "A price is a number" in form.news)
        assert form.part(QLineEdit, "priceOutput").hasFocus()
        form.type("priceOutput", "2")
        form.type("priceCurrency", "EUR")
        form.press("serviceUse")
        await until(lambda: form.workspace.settings.services[0].price_of("small"))
        service = form.workspace.settings.services[0]
        price = service.price_of("small")
        assert price is not None
        assert (price.input_per_million, price.output_per_million) == (Decimal("0.25"), Decimal(2))
        assert (service.name, service.model, price.currency) == ("Work", "small", "EUR")
        assert form.workspace.keys.at_hand(service)

    tell(tmp_path, story, change=mine)


def test_news_do_not_cover_the_field_that_they_are_about(tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        form.press("serviceShowAddress")
        form.type("serviceAddress", "http://127.0.0.1:10/api")
        field = form.type("priceOutput", "1,125")
        area = form.part(QScrollArea, "")
        form.dialog.resize(form.dialog.width(), 420)
        await until(lambda: area.verticalScrollBar().maximum() > 0)
        form.press("serviceUse")
        await until(lambda: form.news)

        def whole() -> bool:
            return field.visibleRegion().boundingRect() == field.rect()

        await until(whole)

    tell(tmp_path, story, change=mine)


def test_q26_the_form_says_the_base_that_answered(tmp_path: Path) -> None:
    """Q26: a server without a version in its address is found by the test, and said before it is kept."""

    async def story(form: Form) -> None:
        missing = error_reply(404, {"error": {"message": "not found"}})
        async with ReplayServer([missing, models("large"), ANSWER]) as server:
            base = f"http://127.0.0.1:{server.port}/api/openai"
            any_address(form, f"{base}/")
            said = form.part(QLabel, "serviceOutcome")
            await until(lambda: said.text() == f"Messages go to {base}/v1/chat/completions")
            form.press("serviceTest")
            await until(lambda: "Answered" in form.news)
            await until(lambda: said.text() == f"Messages go to {base}/chat/completions")
            form.press("serviceUse")
            await until(lambda: form.workspace.settings.services)
            assert form.workspace.settings.services[0].base_url == base

    tell(tmp_path, story)


def test_q24_what_was_learnt_about_the_model_is_forgotten_where_it_is_said(tmp_path: Path) -> None:
    """Q24: a server that once named an odd number does not spoil its model for good."""

    async def learnt(workspace: Workspace) -> Service:
        refused = error_reply(400, {"error": {"message": "small does not support tools"}})
        async with ReplayServer([refused, ANSWER]) as server:
            service = await workspace.services.add(name="Mine", address=server.base_url, model="small")
            await workspace.services.check(service)
        return service

    async def story(form: Form) -> None:
        said = form.part(QLabel, "serviceLearnt")
        service = form.workspace.settings.services[0]
        assert said.text() == "Learnt about this model: it cannot open branches by itself."
        form.press("serviceForget")
        assert said.text() == "Forgotten. The next answers show again what is so."
        assert not form.part(QPushButton, "serviceForget").isVisible()
        assert form.part(QWidget, "serviceModel").hasFocus()
        assert form.workspace.learnt.about(service).explanations() == ()
        QTest.keyClick(form.dialog, Qt.Key.Key_Escape)
        assert is_gone(form)

    async def nothing(form: Form) -> None:
        assert not form.part(QLabel, "serviceLearnt").isVisible()

    tell(tmp_path / "learnt", story, change=learnt)
    tell(tmp_path / "nothing", nothing, change=mine)


def test_a_price_in_thousands_is_no_thousandth_and_an_unclear_one_is_asked(tmp_path: Path) -> None:
    """Row 28: costs are worked out from it, so nothing is guessed."""

    async def story(form: Form) -> None:
        form.type("priceInput", "").insert("２．５")  # as an input method does
        assert not form.part(QLineEdit, "priceInput").property("wrong")
        form.type("priceOutput", "1,125")
        form.press("serviceUse")
        await until(lambda: form.news)
        assert form.news == "“1,125” can be 1125 or 1.125. Write the one that you mean."
        assert form.part(QLineEdit, "priceOutput").hasFocus()
        assert form.workspace.settings.services[0].prices == ()
        form.type("priceOutput", "16,000")
        form.press("serviceUse")
        await until(lambda: form.workspace.settings.services[0].price_of("small"))
        price = form.workspace.settings.services[0].price_of("small")
        assert price is not None
        assert (price.input_per_million, price.output_per_million) == (Decimal("2.5"), Decimal(16000))

    tell(tmp_path, story, change=mine)


def test_t9_another_address_asks_for_its_own_key(qapp: QApplication, tmp_path: Path) -> None:
    async def story(form: Form) -> None:
        hint = form.part(QLabel, "serviceKeyHint")
        assert not hint.isVisible()
        async with ReplayServer([ANSWER]) as server:
            form.press("serviceShowAddress")
            key = form.part(QLineEdit, "serviceKey")
            assert key.placeholderText() == "Leave empty to keep the key"
            form.type("serviceAddress", server.base_url)
            assert hint.isVisible()
            assert key.placeholderText() == "Leave empty where the service needs none"
            form.press("serviceTest")
            await until(lambda: "Answered" in form.news)
            assert all("authorization" not in item.headers for item in server.requests)
            form.press("serviceUse")
            await until(lambda: form.workspace.settings.services[0].base_url == server.base_url)
        assert not form.workspace.keys.at_hand(form.workspace.settings.services[0])

    tell(tmp_path, story, change=mine)


def test_m10_a_new_address_is_asked_about_where_conversations_would_go_there(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def bound(workspace: Workspace) -> Service:
        service = await mine(workspace)
        project = await workspace.create_project("Garden")
        await workspace.services.bind(project, service)
        return service

    async def story(form: Form) -> None:
        form.press("serviceShowAddress")
        form.type("serviceAddress", "http://127.0.0.1:10/v1")
        form.press("serviceUse")
        await until(lambda: form.dialog.findChild(Question))
        question = form.dialog.findChild(Question)
        assert question is not None
        assert form.workspace.settings.services[0].base_url == "http://127.0.0.1:9/v1"
        accept = question.findChild(QPushButton, "questionAccept")
        assert accept is not None
        accept.click()
        await until(lambda: form.workspace.settings.services[0].base_url == "http://127.0.0.1:10/v1")

    tell(tmp_path, story, change=bound)


@pytest.mark.llama
def test_a_real_model_is_added_by_keyboard_alone(
    qapp: QApplication, tmp_path: Path, llama_server: LlamaServer
) -> None:
    """Everything is reached and done by keys: the list, the address, the key, *Test*, *Use*."""

    async def story(form: Form) -> None:
        presets = form.dialog.presets
        assert presets is not None
        await until(presets.list.search.hasFocus)
        QTest.keyClicks(presets.list.search, "another")
        QTest.keyClick(presets.list.search, Qt.Key.Key_Return)
        address = form.part(QLineEdit, "serviceAddress")
        assert address.hasFocus()
        QTest.keyClicks(address, llama_server.base_url)
        QTest.keyClick(address, Qt.Key.Key_Tab)
        key: Any = QApplication.focusWidget()
        assert key.objectName() == "serviceKey"
        QTest.keyClicks(key, llama_server.key)
        QTest.keyClick(key, Qt.Key.Key_Return)
        deadline = asyncio.get_running_loop().time() + 60
        while "Answered" not in form.news:
            assert asyncio.get_running_loop().time() < deadline, form.news
            await asyncio.sleep(0.05)
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Return)
        await until(lambda: form.workspace.answering.default.model == llama_server.model)

    tell(tmp_path, story)
