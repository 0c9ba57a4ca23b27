"""Any form of address that people paste, and those that are refused."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.errors import InvalidAddress
from stello_desktop.llm.addresses import (
    host_of,
    is_loopback,
    is_private,
    normalise_url,
    origin_of,
    settled_url,
)


@pytest.mark.parametrize(
    "text",
    [
        "localhost:11434",
        "http://localhost:11434",
        "http://localhost:11434/",
        "http://localhost:11434/v1",
        "http://localhost:11434/v1/",
        "http://localhost:11434/v1/chat/completions",
        " http://localhost:11434/v1/chat/completions/ \n",
        "http:// localhost : 11434",
        "http：／／localhost：11434／v1",
        "HTTP://LOCALHOST:11434/v1/models",
        "127.0.0.1:11434",
        "127。0。0。1:11434",
        "0.0.0.0:11434",
        "http://localhost:11434//v1//",
        "http://localhost:11434/api",
        "http:/localhost:11434",
        "http:localhost:11434/v1",
        "http//localhost:11434",
        "HTTP:/127.0.0.1:11434",
        "http://localhost:11434/v1。",
        "http://localhost:11434/v1, ",
        "http://localhost:11434.",
        "\u200bhttp://localhost:11434\ufeff",
    ],
)
def test_q26_every_form_of_a_local_address(text: str) -> None:
    """Q26: every usual form of an address reaches the same place; another version is left alone."""
    assert normalise_url(text) == "http://127.0.0.1:11434/v1"


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("https://open.example.cn/api/paas/v4", "https://open.example.cn/api/paas/v4"),
        ("https://ai.example.com/v1beta/openai/", "https://ai.example.com/v1beta/openai"),
        ("https://ai.example.com/v1beta/openai/chat/completions", "https://ai.example.com/v1beta/openai"),
        ("api.example.com", "https://api.example.com/v1"),
        ("api.example.com:443", "https://api.example.com/v1"),
        ("https://api.example.com/openai", "https://api.example.com/openai/v1"),
        ("https://api.example.com/chat/completions", "https://api.example.com"),
        ("http://[::1]:8080", "http://[::1]:8080/v1"),
        ("http://192.168.1.20:1234/v1", "http://192.168.1.20:1234/v1"),
        ("nas:8080", "http://nas:8080/v1"),
        ("http:8080", "http://http:8080/v1"),
        ("httpbox:8080", "http://httpbox:8080/v1"),
        ("https:/api.example.com", "https://api.example.com/v1"),
        ("http://100.64.0.1:11434", "http://100.64.0.1:11434/v1"),
        ("100.127.255.254", "http://100.127.255.254/v1"),
        ("box.local:8080", "http://box.local:8080/v1"),
        ("https://bücher.example/v1", "https://xn--bcher-kva.example/v1"),
        ("https://example.com./v1#part", "https://example.com/v1"),
    ],
)
def test_q26_other_bases_keep_their_version(text: str, base: str) -> None:
    """Q26: every usual form of an address reaches the same place; another version is left alone."""
    assert normalise_url(text) == base


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \t ", "empty"),
        ("http://" + "a" * 3000, "too_long"),
        ("ftp://example.com", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("javascript://example.com", "scheme"),
        ("http://user:pw@example.com", "user_name"),
        ("https://sk-key@example.com/v1", "user_name"),
        ("user＠example.com", "user_name"),
        ("https://exa\x00mple.com", "control_character"),
        ("https://exa\nmple.com", "control_character"),
        ("https://example.com\u202e/v1", "control_character"),
        ("https://", "host"),
        ("https://exa mple_.com!", "space"),
        ("https://example_.com!", "host"),
        ("hello there", "space"),
        ("Ask the one in the office", "space"),
        ("my server: 8080", "space"),
        ("https://example.com/v1 and the key", "space"),
        ("https://example.com\\@evil.com", "host"),
        ("http://[::1", "host"),
        ("http://134744072/v1", "host"),
        ("http://0x7f.0x1/v1", "host"),
        ("http://1.2.3/v1", "host"),
        ("localhost:99999", "port"),
        ("localhost:port", "port"),
        ("localhost:0", "port"),
        ("https://example.com/v1?key=1", "query"),
        ("http://example.com/v1", "plain_http"),
        ("http://8.8.8.8:11434", "plain_http"),
        ("http://100.63.255.255", "plain_http"),
        ("http://100.128.0.1", "plain_http"),
        ("http:/example.com/v1", "plain_http"),
        ("http:///etc/passwd", "host"),
        ("ftp:/example.com", "scheme"),
        ("file:/etc/passwd", "scheme"),
        ("...", "empty"),
        ("http://[::ffff:8.8.8.8]/v1", "plain_http"),
        ("http://[2001:4860:4860::8888]/v1", "plain_http"),
        ("http://localhost.example.com/v1", "plain_http"),
        ("http://127.0.0.1.example.com/v1", "plain_http"),
        ("http://192.168.1.1@example.com", "user_name"),
        ("http://example.com#@127.0.0.1", "plain_http"),
        ("https://ex%61mple.com", "host"),
        ("https://example.com:443:443", "port"),
    ],
)
def test_t10_what_cannot_be_used_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidAddress) as caught:
        normalise_url(text)
    assert caught.value.params["reason"] == reason


@pytest.mark.parametrize(
    ("pasted", "base"),
    [
        ("https://api.example.com/chat/completions", "https://api.example.com"),
        ("https://models.example.ai/inference/chat/completions", "https://models.example.ai/inference"),
        ("http://localhost:9000/custom/chat/completions", "http://127.0.0.1:9000/custom"),
        ("https://api.example.com", "https://api.example.com/v1"),
        ("https://open.example.cn/api/paas/v4/", "https://open.example.cn/api/paas/v4"),
    ],
)
def test_q26_a_base_that_was_found_once_leads_nowhere_else(pasted: str, base: str) -> None:
    """Q26: an endpoint in full says where it is; what comes before it is kept as it stands."""
    assert normalise_url(pasted) == base
    assert settled_url(base) == settled_url(settled_url(base)) == base


@pytest.mark.parametrize("kept", ["http://api.example.com", "https://user:pw@example.com/v1", "ftp://x", ""])
def test_t10_a_base_that_was_changed_by_hand_is_checked_all_the_same(kept: str) -> None:
    """T10: the store is only a file."""
    with pytest.raises(InvalidAddress):
        settled_url(kept)


@given(st.text(alphabet="htps:/.@[]%#?\\ -_019azv：。é\u202e\x00", max_size=40) | st.text(max_size=40))
def test_any_text_is_refused_or_becomes_one_fixed_address(text: str) -> None:
    try:
        base = normalise_url(text)
    except InvalidAddress:
        return
    assert settled_url(base) == base
    assert base.startswith("https://") or is_private(base)
    assert urlsplit(base).username is None


def test_where_an_address_is() -> None:
    assert is_loopback("http://127.0.0.1:1/v1")
    assert is_loopback("http://[::1]:1/v1")
    assert not is_loopback("http://192.168.0.2/v1")
    assert is_private("http://192.168.0.2/v1")
    assert not is_private("https://api.example.com/v1")
    assert host_of("https://api.example.com/v1") == "api.example.com"


def test_t9_the_origin_is_scheme_host_and_port() -> None:
    assert (
        origin_of("https://a.example/v1")
        == origin_of("https://a.example:443/other")
        == "https://a.example:443"
    )
    assert origin_of("http://127.0.0.1:80/v1") != origin_of("http://127.0.0.1:81/v1")
