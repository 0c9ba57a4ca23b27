"""What a person reads for each fault of the network and the service, in both languages (rows 25 to 42, R-10).

A server of raw sockets makes the fault, the real model meets it, and the real words are looked at: one
sentence that names what happened, the buttons that lead on, and the technical text without any key.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from stello_desktop.domain.errors import InvalidKey, ProviderError, StelloError
from stello_desktop.domain.events import EndReason
from stello_desktop.domain.ids import ServiceId
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, clean_key, fixed_key
from stello_desktop.llm.watch import Deadlines
from stello_desktop.resources import resource
from stello_desktop.ui import errors
from stello_desktop.ui.errors import Remedy
from tests.helpers.servers import RESET, Piece, ReplayServer, error_reply, flow, reply, text_events
from tests.helpers.streams import Heard, a_request
from tests.helpers.translations import compile_translations

KEY = "sk-CANARY-123456"
PINGS: list[Piece] = [b": ping\n\n", 0.05] * 40
PART = text_events("Once ", "upon", finish=None)
TOO_LONG = {
    "error": {
        "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9013 tokens.",
        "code": "context_length_exceeded",
    }
}


@dataclass(frozen=True)
class Row:
    """One row of the fault matrix.

    Attributes:
        answers: None where nobody listens.
        tries: how many requests it costs.
        code: what is kept with the answer.
        says, says_zh: what must be in the sentence.
        first: the first button that leads on.
        kept: the text that stays.
    """

    name: str
    answers: list[list[Piece]] | None
    tries: int
    code: str
    says: str
    says_zh: str
    first: Remedy
    kept: str = ""


ROWS = [
    Row("25 refused", None, 0, "provider.network", "does not answer: is it running?", "没有回应", Remedy.RETRY),
    Row("27 key", [error_reply(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}})], 1,
        "provider.auth", "did not accept the key", "密钥", Remedy.SERVICES),
    Row("27 forbidden", [error_reply(403, {"detail": "Forbidden"})], 1,
        "provider.auth", "did not accept the key", "密钥", Remedy.SERVICES),
    Row("28", [error_reply(404, {"error": {"message": "model 'small-1' not found"}})], 1,
        "provider.not_found", "does not know the model “small-1”, or http://127.0.0.1:", "不认识", Remedy.SERVICES),
    Row("29", [error_reply(400, TOO_LONG)], 1,
        "provider.context_length", "about 9,013 tokens, and it reads 8,192", "9,013", Remedy.BRANCH),
    Row("29 too large", [error_reply(413, {"error": {"message": "Request too large"}})], 1,
        "provider.context_length", "has grown too long for this model", "太长", Remedy.BRANCH),
    Row("30 late", [error_reply(408, {})], 3, "provider.timeout", "did not answer in time", "及时", Remedy.RETRY),
    Row("30 busy", [error_reply(529, {"error": {"message": "Overloaded"}})], 3,
        "provider.server", "has a problem of its own", "问题", Remedy.RETRY),
    Row("31", [error_reply(429, {}, Retry_After="3600")], 1,
        "provider.rate_limited", "too many requests", "请求", Remedy.RETRY),
    Row("31 no money", [error_reply(429, {"error": {"code": "insufficient_quota"}})], 1,
        "provider.no_credit", "no credit left", "余额", Remedy.SERVICES),
    Row("32 page", [reply("<html>Welcome to the hotel</html>", content_type="text/html")], 1,
        "provider.web_page", "answered with a web page, not an AI service", "网页", Remedy.RETRY),
    Row("32 no such page", [reply("<!doctype html><html>Nothing here</html>", status=404, content_type="text/html")], 1,
        "provider.web_page", "answered with a web page, not an AI service", "网页", Remedy.RETRY),
    Row("32 JSON", [reply('{"status":"ok"}', content_type="application/json")], 1,
        "provider.not_an_answer", "something else than an AI service", "不是 AI 服务", Remedy.RETRY),
    Row("32 empty", [reply("")], 1,
        "provider.not_an_answer", "something else than an AI service", "不是 AI 服务", Remedy.RETRY),
    Row("33", [flow(PART, 0.05, RESET)], 1,
        "provider.lost", "was lost in mid-answer", "连接中断", Remedy.RETRY, "Once upon"),
    Row("33 short", [flow(PART, headers={"Content-Length": str(len(PART) + 99)})], 1,
        "provider.lost", "was lost in mid-answer", "连接中断", Remedy.RETRY, "Once upon"),
    Row("34", [flow(PART)], 1,
        "provider.incomplete", "may be incomplete", "可能不完整", Remedy.RETRY, "Once upon"),
    Row("35", [flow(PART + b"data: {\"choices\":[{]\n\n", text_events("lost"))], 1,
        "provider.protocol", "cannot be read", "无法读取", Remedy.RETRY, "Once upon"),
    Row("36", [flow(PART + b'data: {"error":{"message":"no","code":502}}\n\n')], 1,
        "provider.server", "has a problem of its own", "问题", Remedy.RETRY, "Once upon"),
    Row("36 event", [flow(PART + b"event: error\ndata: it broke\n\n")], 1,
        "provider.server", "has a problem of its own", "问题", Remedy.RETRY, "Once upon"),
    Row("37 whole time", [flow(PART, *PINGS)], 1,
        "provider.timeout", "did not answer in time", "及时", Remedy.RETRY, "Once upon"),
    Row("38 whole time", [[5.0]], 1, "provider.timeout", "did not answer in time", "及时", Remedy.RETRY),
    Row("39 line", [flow(PART + b"data: ", *[b"x" * 1_000_000] * 9)], 1,
        "provider.too_large", "longer than this program reads", "超出本程序可读取的长度", Remedy.RETRY, "Once upon"),
    Row("39 bomb", [reply(gzip.compress(PART + b": " + b"0" * 80_000_000), headers={"Content-Encoding": "gzip"})], 1,
        "provider.too_large", "longer than this program reads", "超出本程序可读取的长度", Remedy.RETRY, "Once upon"),
    Row("40", [reply(text_events(""))], 1,
        "provider.empty", "returned nothing", "没有返回任何内容", Remedy.RETRY),
]  # fmt: skip


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[QTranslator]:
    compile_translations()
    translator = QTranslator()
    assert translator.load(str(resource("i18n/stello_zh_CN.qm")))
    yield translator
    qapp.removeTranslator(translator)


async def nothing(seconds: float) -> None:
    """The wait between two tries, left out."""


def met(row: Row) -> tuple[ProviderError, str, int]:
    """The failure as the engine would raise it, what was kept, and how many requests it took."""

    async def work() -> tuple[ProviderError, str, int]:
        async with ReplayServer(row.answers or [[b""]]) as server:
            address = server.base_url
            if row.answers is not None:
                error, kept = await ask(address)
                return error, kept, len(server.requests)
        error, kept = await ask(address)
        return error, kept, 0

    async def ask(address: str) -> tuple[ProviderError, str]:
        model = OpenAICompatibleModel(
            ModelRef(ServiceId("Mine"), "small-1"),
            address,
            fixed_key(Secret(KEY)),
            deadlines=Deadlines(total_s=1.0),
            sleep=nothing,
        )
        heard = Heard()
        try:
            async for event in model.stream(a_request("hi")):
                heard.add(event)
        except ProviderError as error:
            return error, heard.text
        assert heard.reason in {EndReason.INTERRUPTED, EndReason.UNREADABLE, EndReason.PROVIDER_ERROR}
        assert heard.end.kind is not None
        return ProviderError(heard.end.kind, detail=heard.end.message, service="Mine"), heard.text

    return asyncio.run(work())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_rows_25_to_40_each_fault_has_its_sentence_and_its_way_on(
    qapp: QApplication, chinese: QTranslator, row: Row
) -> None:
    """Rows 25 to 40: one sentence, one thing to do, the technical text without a key, in English and Chinese."""
    error, kept, requests = met(row)
    assert (error.full_code, kept, requests) == (row.code, row.kept, row.tries)
    params = {**error.params, "service": "Mine"}
    english = errors.sentence_for(error.full_code, params)
    assert row.says in english
    assert "%" not in english
    buttons = errors.actions_for(error)
    assert (buttons[0], buttons[-1]) == (row.first, Remedy.COPY)
    assert "CANARY" not in errors.detail(error)
    assert "<" not in english
    qapp.installTranslator(chinese)
    translated = errors.sentence_for(error.full_code, params)
    assert row.says_zh in translated
    assert "%" not in translated
    assert translated.endswith("。")


def test_every_row_from_25_to_40_is_met_here_or_has_a_room_of_its_own() -> None:
    """Row 26 and 41 are met in the tests of certificates and proxies, 42 below."""
    rows = {int(row.name.split()[0]) for row in ROWS}
    assert rows == set(range(25, 41)) - {26}


@pytest.mark.parametrize("pasted", ["sk-é-123", "sk-12\u0000345"])
def test_row_42_a_stray_character_is_named_before_anything_is_sent(qapp: QApplication, pasted: str) -> None:
    """Row 42: it would look like a fault of the network otherwise."""
    with pytest.raises(InvalidKey) as caught:
        clean_key(pasted)
    assert "has a character that no service accepts" in errors.sentence(caught.value)
    assert isinstance(caught.value, StelloError)


def test_what_is_kept_with_an_answer_is_enough_for_its_sentence_after_a_restart(qapp: QApplication) -> None:
    """R-10: the store keeps the code alone."""
    for row in ROWS:
        assert "%" not in errors.sentence_for(row.code, json.loads('{"service": "Mine"}'))
