"""Services that many people have a key for: their address, and the page that gives the key.

The list only fills in fields. Nothing here is asked before a click, and any other address is as good.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class KnownService:
    """One entry of the list.

    Attributes:
        name: as the service calls itself; never translated.
        words: what people type for it, in small letters.
        key_page: where the person gets a key.
    """

    name: str
    base_url: str
    key_page: str
    words: tuple[str, ...]


KNOWN: Final = (
    KnownService(
        "OpenAI", "https://api.openai.com/v1", "platform.openai.com/api-keys", ("openai", "chatgpt", "gpt")
    ),
    KnownService(
        "Anthropic",
        "https://api.anthropic.com/v1",
        "console.anthropic.com/settings/keys",
        ("anthropic", "claude"),
    ),
    KnownService(
        "Google Gemini",
        "https://generativelanguage.googleapis.com/v1beta/openai",
        "aistudio.google.com/apikey",
        ("google gemini", "gemini", "google"),
    ),
    KnownService("OpenRouter", "https://openrouter.ai/api/v1", "openrouter.ai/keys", ("openrouter",)),
    KnownService(
        "DeepSeek", "https://api.deepseek.com/v1", "platform.deepseek.com/api_keys", ("deepseek", "深度求索")
    ),
    KnownService(
        "Qwen",
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        "bailian.console.aliyun.com",
        ("qwen", "dashscope", "aliyun", "通义千问", "千问", "百炼"),
    ),
    KnownService(
        "Qwen International",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        "modelstudio.console.alibabacloud.com",
        ("qwen international", "alibaba"),
    ),
    KnownService(
        "Kimi",
        "https://api.moonshot.cn/v1",
        "platform.moonshot.cn/console/api-keys",
        ("kimi", "moonshot", "月之暗面"),
    ),
    KnownService(
        "Kimi International",
        "https://api.moonshot.ai/v1",
        "platform.moonshot.ai/console/api-keys",
        ("kimi international", "moonshot international"),
    ),
    KnownService("Mistral", "https://api.mistral.ai/v1", "console.mistral.ai/api-keys", ("mistral",)),
    KnownService("Groq", "https://api.groq.com/openai/v1", "console.groq.com/keys", ("groq",)),
)
_LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})  # noqa: S104 - compared, never listened on
_LOCAL_PRODUCTS: Final = {11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 1337: "Jan"}


def find_known(text: str) -> KnownService | None:
    """The service that is meant by its name, its host or its whole address."""
    typed = text.strip().lower()
    if not typed:
        return None
    host = _split(typed)[0]
    for known in KNOWN:
        if typed == known.name.lower() or typed in known.words or host == _split(known.base_url)[0]:
            return known
    return None


def address_meant(text: str) -> str:
    """What was typed, or the address of the service that was named."""
    typed = text.strip()
    known = find_known(typed)
    bare = typed.lower().removeprefix("https://").rstrip("/")
    if known is not None and ("." not in bare or bare == _split(known.base_url)[0]):
        return known.base_url
    return typed


def name_for(address: str) -> str:
    """What a service at this address is called before the person names it."""
    known = find_known(address)
    if known is not None:
        return known.name
    host, port = _split(address)
    if is_here(address):
        return _LOCAL_PRODUCTS.get(port or 0) or (f"localhost:{port}" if port else "localhost")
    parts = host.split(".")
    named = [part for part in parts if part not in ("api", "www")]
    is_number = all(part.isdigit() for part in parts) or ":" in host
    return host if is_number or not named else ".".join(named)


def is_here(address: str) -> bool:
    """Whether the address is this computer."""
    return _split(address)[0] in _LOCAL_HOSTS


def _split(address: str) -> tuple[str, int | None]:
    text = address.strip().lower()
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    return host, port
