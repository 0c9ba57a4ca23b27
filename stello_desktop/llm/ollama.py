"""What an Ollama tells beyond the common protocol: abilities, context and what is loaded (Q23)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import httpx2

from stello_desktop.domain.addresses import OLLAMA_PORT
from stello_desktop.domain.consents import NOTHING_ALLOWED, Allowed
from stello_desktop.domain.services import ModelInfo
from stello_desktop.llm.addresses import is_private, origin_of, root_of
from stello_desktop.llm.connection import open_client
from stello_desktop.llm.secrets import Secret

ASK_S: Final = 4.0
"""For everything together: a list without abilities is better than a late one."""
MAX_ASKED: Final = 60
_AT_ONCE: Final = 4
_SIGN: Final = b'"owned_by":"library"'


def may_be_ollama(base_url: str, body: bytes) -> bool:
    """Whether a list of models looks like one of an Ollama; only addresses at home are asked further."""
    if not is_private(base_url):
        return False
    sign = _SIGN in body[:20_000].replace(b" ", b"")
    return sign or origin_of(base_url).endswith(f":{OLLAMA_PORT}")


async def describe(
    base_url: str, models: Sequence[ModelInfo], allowed: Allowed = NOTHING_ALLOWED
) -> tuple[ModelInfo, ...]:
    """The same models with what ``/api/show`` and ``/api/ps`` say of them; unchanged where they say nothing."""
    root, found = root_of(base_url), {info.name: info for info in models}
    try:
        async with asyncio.timeout(ASK_S), open_client(base_url, Secret(""), allowed) as http:
            running = await _running(http, root)
            if running is None:
                return tuple(models)
            turns = asyncio.Semaphore(_AT_ONCE)

            async def ask(name: str) -> None:
                async with turns:
                    shown = await _ask(http, "POST", f"{root}/api/show", {"model": name})
                if shown is not None:
                    found[name] = _with_facts(found[name], shown, running)

            async with asyncio.TaskGroup() as group:
                for name in list(found)[:MAX_ASKED]:
                    group.create_task(ask(name))
    except TimeoutError:
        pass  # what is known by now is shown
    return tuple(found.values())


async def _running(http: httpx2.AsyncClient, root: str) -> Mapping[str, int | None] | None:
    """Names of loaded models and the context that each was loaded with; None where this is no Ollama."""
    answer = await _ask(http, "GET", f"{root}/api/ps")
    entries = answer.get("models") if answer is not None else None
    if answer is None or "models" not in answer:
        return None
    listed = entries if isinstance(entries, list) else []
    return {
        str(entry.get("name")): _tokens(entry.get("context_length"))
        for entry in listed
        if isinstance(entry, Mapping)
    }


async def _ask(http: httpx2.AsyncClient, method: str, url: str, body: Any = None) -> Mapping[str, Any] | None:
    try:
        response = await http.request(method, url, json=body)
        value = json.loads(response.content) if response.is_success else None
    except (httpx2.HTTPError, httpx2.StreamError, ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None


def _with_facts(info: ModelInfo, shown: Mapping[str, Any], running: Mapping[str, int | None]) -> ModelInfo:
    abilities, details = shown.get("capabilities"), shown.get("model_info")
    context = running.get(info.name)
    if context is None and isinstance(details, Mapping):
        context = next(
            (_tokens(value) for name, value in details.items() if str(name).endswith(".context_length")), None
        )
    changed = replace(info, loaded=info.name in running, context_tokens=context or info.context_tokens)
    if isinstance(abilities, list):
        changed = replace(
            changed,
            tools="tools" in abilities,
            reasoning="thinking" in abilities,
            for_chat="completion" in abilities or "embedding" not in abilities,
        )
    return changed


def _tokens(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
