"""Finding model servers on this computer, and reading lists of models (Q27, Q28)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import httpx2

from stello_desktop.domain.consents import NOTHING_ALLOWED, Allowed
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.services import DetectedServer, ModelInfo
from stello_desktop.llm import ollama
from stello_desktop.llm.addresses import host_of
from stello_desktop.llm.connection import open_client
from stello_desktop.llm.failures import is_web_page, read_failure
from stello_desktop.llm.model_list import read_models
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.unreachable import SOCKS_FAULTS, chain_words, explain, kind_of

LIST_TIMEOUT_S: Final = 15.0
PROBE_TIMEOUT_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class Probe:
    """Where a server usually listens, and what proves that it is one.

    Attributes:
        sign_path: asked first; empty where the list of models is the only sign.
        sign_field: a field that the answer to it must have.
        sign_value: what that field must be; None for any text.
    """

    name: str
    port: int
    sign_path: str = ""
    sign_field: str = ""
    sign_value: str | None = None

    @property
    def root(self) -> str:
        """The server's address without a path."""
        return f"http://127.0.0.1:{self.port}"


USUAL_PROBES: Final = (
    Probe("Ollama", 11434, "/api/version", "version"),
    Probe("LM Studio", 1234),
    Probe("llama.cpp", 8080, "/health", "status", "ok"),
    Probe("vLLM", 8000),
    Probe("Jan", 1337),
    Probe("KoboldCpp", 5001),
)


async def detect_servers(probes: Sequence[Probe] = USUAL_PROBES) -> tuple[DetectedServer, ...]:
    """The servers that answer now: all places at once, half a second each, no proxy, no key."""
    found = await asyncio.gather(*(_probe(probe) for probe in probes))
    return tuple(server for server in found if server is not None)


async def list_models(
    base_url: str, key: Secret, allowed: Allowed = NOTHING_ALLOWED
) -> tuple[ModelInfo, ...]:
    """The models of a service, others than for chat too; empty where it keeps no list, so that the name is typed.

    Raises: ProviderError.
    """
    async with open_client(base_url, key, allowed) as http:
        try:
            async with asyncio.timeout(LIST_TIMEOUT_S):
                response = await http.get(f"{base_url}/models")
        except (TimeoutError, httpx2.TimeoutException):
            raise _error(ProviderErrorKind.TIMEOUT, base_url) from None
        except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, *SOCKS_FAULTS) as error:
            kind, reason = kind_of(error, base_url)
            failed = _error(kind, base_url, chain_words(error))
            if reason:
                failed.params["reason"] = reason
            raise await explain(failed, base_url) from None
    if response.status_code in {
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.NOT_IMPLEMENTED,
    } and not is_web_page(response.content):
        return ()
    if not response.is_success:
        failure = read_failure(response.status_code, response.content)
        raise _error(failure.kind, base_url, failure.words, status=response.status_code)
    models = await read_models(response.content)
    if models is None and is_web_page(response.content):
        raise _error(ProviderErrorKind.WEB_PAGE, base_url, response.headers.get("content-type", ""))
    if models is None:
        raise _error(ProviderErrorKind.PROTOCOL, base_url, response.headers.get("content-type", ""))
    if models and ollama.may_be_ollama(base_url, response.content):
        models = await ollama.describe(base_url, models, allowed)
    return models


async def _probe(probe: Probe) -> DetectedServer | None:
    try:
        async with open_client(probe.root, Secret("")) as http:
            if probe.sign_path and not _has_sign(await _ask(http, probe.root + probe.sign_path), probe):
                return None
            body = await _ask(http, f"{probe.root}/v1/models")
    except (TimeoutError, httpx2.HTTPError, httpx2.StreamError):
        return None
    models = await read_models(body)
    if models is None or (body.lstrip()[:1] != b"{"):
        return None
    chat = tuple(info.name for info in models if info.for_chat)
    return DetectedServer(name=probe.name, base_url=f"{probe.root}/v1", models=chat, listed=models)


async def _ask(http: httpx2.AsyncClient, url: str) -> bytes:
    async with asyncio.timeout(PROBE_TIMEOUT_S):
        response = await http.get(url)
    return response.content if response.is_success else b""


def _has_sign(body: bytes, probe: Probe) -> bool:
    try:
        value = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    found = value.get(probe.sign_field) if isinstance(value, Mapping) else None
    return isinstance(found, str) and probe.sign_value in {None, found}


def _error(kind: ProviderErrorKind, base_url: str, detail: str = "", **more: Any) -> ProviderError:
    return ProviderError(kind, detail=detail, host=host_of(base_url), **more)
