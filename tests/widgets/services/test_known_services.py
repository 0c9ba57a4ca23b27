"""The list of well-known services is sound data, and finds what people type."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from stello_desktop.llm.addresses import is_loopback, normalise_url
from stello_desktop.ui.i18n import NAMES
from stello_desktop.ui.settings.known_services import (
    KnownService,
    address_meant,
    find_known,
    is_here,
    known_services,
    name_for,
)

WANTED = {
    "OpenAI", "Anthropic", "Google Gemini", "OpenRouter", "DeepSeek", "Qwen", "Kimi", "Zhipu GLM", "Doubao", "Mistral",
    "Groq", "Ollama", "LM Studio", "llama.cpp", "vLLM", "Jan",
}  # fmt: skip


def test_every_wanted_service_is_there_once() -> None:
    names = [known.name for known in known_services()]
    assert set(names) >= WANTED
    assert len(names) == len(set(names))
    assert len({known.base_url for known in known_services()}) == len(names)


@pytest.mark.parametrize("known", known_services(), ids=lambda known: known.name)
def test_each_entry_is_sound(known: KnownService) -> None:
    """Q26: its address is one that the program leaves as it is."""
    assert normalise_url(known.base_url) == known.base_url
    assert is_loopback(known.base_url) is known.local
    assert known.local or known.key_page.startswith("https://")
    for language in NAMES:
        assert len(known.steps_in(language)) == 3
        assert all(line.strip() for line in known.steps_in(language))
    assert all(word == word.lower() for word in known.words)
    assert find_known(known.base_url) == known
    assert find_known(known.name) == known
    assert set(known.names) <= set(NAMES)
    assert all(find_known(name) == known for name in known.names.values())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("openai", "OpenAI"),
        ("千问", "Qwen"),
        ("智谱", "Zhipu GLM"),
        ("豆包", "Doubao"),
        ("https://ark.cn-beijing.volces.com/api/v3", "Doubao"),
        ("http://localhost:11434", "Ollama"),
        ("x", None),
    ],
)
def test_a_service_is_found_by_what_people_type(typed: str, name: str | None) -> None:
    found = find_known(typed)
    assert (found.name if found else None) == name


def test_a_name_becomes_its_address_and_an_address_stays() -> None:
    assert address_meant("deepseek") == "https://api.deepseek.com/v1"
    assert address_meant("api.openai.com") == "https://api.openai.com/v1"
    assert address_meant(" https://example.com/v1 ") == "https://example.com/v1"
    assert address_meant("localhost:1234") == "localhost:1234"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://api.example.com/v1", "example.com"),
        ("http://10.0.0.2:8000/v1", "10.0.0.2"),
        ("localhost:1234", "LM Studio"),
        ("http://127.0.0.1:9999/v1", "127.0.0.1:9999"),
        ("localhost:9999", "localhost:9999"),
        ("http://[::1]:9999/v1", "[::1]:9999"),
        ("http://[::1", ""),
    ],
)
def test_a_service_has_a_name_before_the_person_gives_one(address: str, name: str) -> None:
    assert name_for(address) == name
    assert is_here("http://127.0.0.1:9999/v1")


def test_a_service_is_called_as_it_calls_itself_there_and_found_by_both_names() -> None:
    """In Chinese a person looks for 通义千问, and finds it by Qwen too."""
    before = QLocale()
    try:
        QLocale.setDefault(QLocale("zh_CN"))
        known = find_known("qwen")
        assert known is not None
        assert known.shown == "通义千问（Qwen）"
        assert name_for(known.base_url) == "通义千问（Qwen）"
        QLocale.setDefault(QLocale("en"))
        assert known.shown == name_for(known.base_url) == "Qwen"
        assert {"Qwen", "通义千问（Qwen）", "阿里云"} <= set(known.search_words.split())
    finally:
        QLocale.setDefault(before)
