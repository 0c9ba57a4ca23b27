"""When a refused request is made again over a real socket, and after how long (Q25, rows 30 and 31)."""

from __future__ import annotations

import email.utils
import time
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from tests.helpers.servers import Piece, ReplayServer, error_reply
from tests.helpers.streams import ask
from tests.unit.llm.test_openai_compatible import OK, Waits, a_model, run

K = ProviderErrorKind
GROQ = (
    "Rate limit reached for model `small` on tokens per day (TPD). Please try again in {}. "
    "Need more tokens? Upgrade at https://console.example.com/settings/billing"
)


def tried(answers: list[list[Piece]]) -> tuple[ProviderError | None, int, list[float]]:
    """The error, how many requests were made, and how long was waited between them."""

    async def work(server: ReplayServer) -> tuple[ProviderError | None, int, list[float]]:
        waits = Waits()
        try:
            await ask(a_model(server, sleep=waits), "hi")
        except ProviderError as error:
            return error, len(server.requests), waits.seconds
        return None, len(server.requests), waits.seconds

    return run(answers, work)


def too_fast(words: str, **headers: str) -> list[Piece]:
    body: Any = {"error": {"message": words, "type": "tokens", "code": "rate_limit_exceeded"}}
    return error_reply(429, body, **headers)


def test_q25_a_rate_limit_with_a_link_to_bills_is_waited_for() -> None:
    """Q25: no money is another matter, whatever link the sentence ends with."""
    assert tried([too_fast(GROQ.format("4.77s")), OK]) == (None, 2, [4.77])


def test_row_31_a_wait_of_minutes_in_words_is_told_and_not_tried_before() -> None:
    """Row 31: three tries within two seconds would be three more refusals."""
    error, requests, waited = tried([too_fast(GROQ.format("9m38.016s"))])
    assert error is not None
    assert (error.kind, requests, waited) == (K.RATE_LIMITED, 1, [])
    assert error.params["retry_after_s"] == pytest.approx(578.016)


A_MINUTE_AGO = email.utils.formatdate(time.time() - 60, usegmt=True)


@pytest.mark.parametrize("value", ["0", A_MINUTE_AGO, "soon", "-5"], ids=["zero", "past", "soon", "negative"])
def test_row_31_a_wait_that_is_over_leaves_the_pause_to_us(value: str) -> None:
    """Row 31: three tries at once help nobody."""
    error, requests, waited = tried([too_fast("slow down", retry_after=value)])
    assert error is not None
    assert (requests, waited) == (3, [0.5, 1.0])
    assert "retry_after_s" not in error.params


def test_row_29_what_is_too_large_for_a_minute_is_asked_once() -> None:
    """Row 29: waiting makes nothing smaller."""
    words = "Request too large for model `small` on tokens per minute (TPM): Limit 6000, Requested 12328"
    body = {"error": {"message": words, "code": "rate_limit_exceeded"}}
    for status in (413, 429):
        error, requests, _ = tried([error_reply(status, body)])
        assert error is not None
        assert (error.kind, requests) == (K.CONTEXT_LENGTH, 1)


def test_q25_no_balance_is_asked_once_in_any_language() -> None:
    """Q25: no retry where money is what lacks."""
    error, requests, _ = tried(
        [error_reply(429, {"error": {"code": "1113", "message": "余额不足,请充值。"}})]
    )
    assert error is not None
    assert (error.kind, requests) == (K.NO_CREDIT, 1)
