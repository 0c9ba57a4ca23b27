"""What error bodies mean, in the dialects of many services."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.llm.failures import (
    MAX_WORDS_CHARS,
    context_size,
    error_words,
    read_failure,
)
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.waits import retry_after_s

K = ProviderErrorKind

Q24 = [
    (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9013 tokens.",
                "code": "context_length_exceeded",
            }
        },
        8192,
    ),
    (
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size, try increasing it",
                "type": "exceed_context_size_error",
                "n_ctx": 8192,
            }
        },
        8192,
    ),
    (
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "prompt is too long: 210000 tokens > 200000 maximum",
            },
        },
        200_000,
    ),
    (
        422,
        {
            "object": "error",
            "message": "Requested token count exceeds the model's maximum context length of 8192 tokens.",
            "code": 400,
        },
        8192,
    ),
]


@pytest.mark.parametrize(("status", "body", "size"), Q24)
def test_q24_too_long_in_four_dialects(status: int, body: Any, size: int) -> None:
    """Q24: too long is told by code or by words, with the size that fits."""
    text = json.dumps(body)
    assert read_failure(status, text).kind is K.CONTEXT_LENGTH
    assert context_size(text) == size


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (401, '{"error":{"message":"Invalid API Key"}}', K.AUTH, "Invalid API Key"),
        (403, '{"detail":"Forbidden"}', K.AUTH, "Forbidden"),
        (401, "no", K.AUTH, "no"),
        # A key that is accepted, but not for this: other messages need no other key (row 27).
        (
            403,
            '{"error":{"message":"Your input was flagged","code":403,"metadata":{"reasons":["violence"]}}}',
            K.BAD_REQUEST,
            "Your input was flagged",
        ),
        (
            403,
            '{"error":{"message":"Project does not have access to model large","code":"model_not_found"}}',
            K.NOT_FOUND,
            "Project does not have access to model large",
        ),
        (401, '{"error":{"message":"this key was flagged"}}', K.AUTH, "this key was flagged"),
        (402, "{}", K.NO_CREDIT, ""),
        (
            404,
            '{"error":"model \'x\' not found, try pulling it first"}',
            K.NOT_FOUND,
            "model 'x' not found, try pulling it first",
        ),
        (404, "<html>nginx</html>", K.WEB_PAGE, ""),
        (405, "\ufeff\n<!-- made --><!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>", K.WEB_PAGE, ""),
        (501, "<?xml version='1.0'?>\n<html xmlns='x'>", K.WEB_PAGE, ""),
        # A guard before the service stopped the request; no key would help.
        (
            403,
            "<!DOCTYPE html>\n<html><head><title>Attention Required! | Cloudflare</title></head></html>",
            K.WEB_PAGE,
            "",
        ),
        (403, "error code: 1010", K.WEB_PAGE, ""),
        (401, "<html><title>401 Authorization Required</title></html>", K.AUTH, ""),
        (404, "<headless>", K.NOT_FOUND, ""),
        (
            429,
            '{"error":{"message":"Provider returned error","code":429}}',
            K.RATE_LIMITED,
            "Provider returned error",
        ),
        (
            429,
            '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}',
            K.NO_CREDIT,
            "You exceeded your current quota, please check your plan and billing details.",
        ),
        (400, '{"error":{"message":"bad"}}', K.BAD_REQUEST, "bad"),
        (
            422,
            '{"detail":[{"type":"extra_forbidden","msg":"Extra inputs are not permitted"}]}',
            K.BAD_REQUEST,
            "Extra inputs are not permitted",
        ),
        (500, "Internal Server Error", K.SERVER, "Internal Server Error"),
        (502, "<html>bad gateway</html>", K.SERVER, ""),
        (
            529,
            '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
            K.SERVER,
            "Overloaded",
        ),
        (408, "", K.TIMEOUT, ""),
        (504, "", K.TIMEOUT, ""),
        (400, '{"error":{"message":null},"message":["first","second"]}', K.BAD_REQUEST, "first"),
        (500, b"\xff\xfe\x00", K.SERVER, "\ufffd\ufffd\ufffd"),
    ],
)
def test_error_bodies(status: int, body: str | bytes, kind: ProviderErrorKind, words: str) -> None:
    failure = read_failure(status, body)
    assert (failure.kind, failure.words) == (kind, words)


def test_t8_a_body_that_echoes_the_key_does_not_pass_it_on() -> None:
    """T8."""
    Secret("my-key-CANARY")
    failure = read_failure(401, '{"error":{"message":"Incorrect API key provided: my-key-CANARY."}}')
    assert failure.words == "Incorrect API key provided: ***."


@pytest.mark.parametrize("value", [None, 3, [], {}, {"error": {}}, [[[[[[[[["deep"]]]]]]]]]])
def test_an_error_of_any_shape_has_words_or_none(value: Any) -> None:
    assert error_words(value) == ""


@pytest.mark.parametrize(
    ("headers", "words", "wait_s"),
    [
        ({"retry-after": "20"}, "", 20.0),
        ({"retry-after": "0.5"}, "", 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, "", 1.5),
        ({"retry-after": "Mon, 30 Nov 2026 10:00:20 GMT"}, "", 20.0),
        # Nothing that lies ahead: how long to wait is for us to choose.
        ({"retry-after": "Mon, 30 Nov 2026 09:00:00 GMT"}, "", None),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, "", None),
        ({"retry-after": "0"}, "", None),
        ({"retry-after": "-5"}, "", None),
        ({"retry-after-ms": "0", "retry-after": "3"}, "", 3.0),
        ({"retry-after": "0"}, "Please try again in 20s", 20.0),
        ({"retry-after": "soon"}, "", None),
        ({}, "Please try again in 1.5s.", 1.5),
        ({}, "Please retry in 200ms", 0.2),
        ({}, "try again in 2 minutes", 120.0),
        ({}, "Please try again in 9m38.016s.", 578.016),
        ({}, "Please try again in 1h2m3s. Visit", 3723.0),
        ({}, "try again in 1 hour and 30 minutes", 5400.0),
        ({}, "Please retry in 34s", 34.0),
        ({}, "Please retry after 20 seconds.", 20.0),
        ({}, "try again in about 5 min", 300.0),
        ({}, "try again in 2 months", None),
        ({}, '{"details":[{"retryDelay":"34s"}]}', 34.0),
        ({}, '{"retry_after": 12}', 12.0),
        ({}, '{"error":"x","estimated":"wait"}', None),
        ({}, "later", None),
    ],
)
def test_q25_how_long_to_wait(headers: dict[str, str], words: str, wait_s: float | None) -> None:
    """Q25: the service says how long to wait; too fast is not out of money."""
    now = 1796032800.0  # 2026-11-30 10:00:00 UTC
    assert retry_after_s(headers, words, now=now) == (None if wait_s is None else pytest.approx(wait_s))


@pytest.mark.parametrize("wrap", [lambda words: json.dumps({"error": words}), lambda words: words])
def test_t8_half_a_key_at_the_cut_is_hidden_as_well(wrap: Callable[[str], str]) -> None:
    """T8: what is left of a key after the cut would not be known again."""
    key = "0123456789abcdefCANARYfedcba9876543210"
    Secret(key)
    for before in range(MAX_WORDS_CHARS - len(key), MAX_WORDS_CHARS):
        words = read_failure(401, wrap("x" * before + key)).words
        assert len(words) <= MAX_WORDS_CHARS
        assert "01234" not in words
