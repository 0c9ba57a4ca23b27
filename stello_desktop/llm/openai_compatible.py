"""Any OpenAI-compatible service as a `LanguageModel`.

The vendor's client writes and sends the request; the body is read by our own reader, since a stream can
end silently or fail in ways that the client does not tell (``read_stream``). Retries, the deadline and the
lessons from refusals are ours: visible, bounded, and only before the first byte (R-10).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import httpx2
import openai
import openai.resources.chat.completions
import openai.types.chat

from stello_desktop.domain.consents import Allowed
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import ContextCut, Retrying, StreamEvent, ToolCallDelta, UsageReport
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.model_facts import ModelFacts
from stello_desktop.domain.reach import mark_unsent
from stello_desktop.domain.redaction import redact
from stello_desktop.llm.addresses import host_of
from stello_desktop.llm.answer_body import AnswerBody
from stello_desktop.llm.connection import open_client
from stello_desktop.llm.failures import asked_size, context_size, read_failure
from stello_desktop.llm.negotiation import learn
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.silent_cut import least_tokens, was_cut
from stello_desktop.llm.stream_reader import read_stream
from stello_desktop.llm.unreachable import SOCKS_FAULTS, chain_words, explain, kind_of
from stello_desktop.llm.waits import retry_after_s
from stello_desktop.llm.watch import Deadlines, Watch
from stello_desktop.llm.wire import write_body

MAX_TRIES: Final = 3
MAX_WAIT_S: Final = 120.0
_FIRST_DELAY_S: Final = 0.5
_NO_KEY: Final = "none"
_OWN_FIELDS: Final = frozenset({"model", "messages", "stream", "stream_options", "tools"})
_NEGOTIABLE: Final = frozenset({400, 404, 422, 500, 501})


def prewarm() -> None:
    """Pay the first call's set-up now; meant for a thread, after the first paint."""
    import anyio  # noqa: PLC0415 - as late as the rest of the client

    open_client("https://127.0.0.1/v1", Secret(""))
    anyio.run(anyio.sleep, 0)  # the client's locks look up this back end at their first use


class _Refused(Exception):
    """An answer with an error status, or none at all; carries what to do about it."""

    def __init__(
        self, error: ProviderError, *, text: str = "", wait_s: float | None = None, may_retry: bool
    ) -> None:
        super().__init__(str(error))
        self.error = error
        self.text = text
        self.wait_s = wait_s
        self.may_retry = may_retry


class OpenAICompatibleModel:
    """One model at one address.

    Args:
        ref: how conversations remember it.
        base_url: normalised (`normalise_url`).
        key: gives the key at the time of the call, or raises ProviderError; an empty one sends no header.
        extra: further fields of the body; what the model refuses is renamed or left out.
        facts: what earlier calls have learnt, perhaps before a restart.
        on_learnt: called with the facts when there are new ones.
        sleep: waits between tries; tests replace it.

    Attributes:
        allowed: gives what the person has allowed at the time of the call; nothing unless it is set.
    """

    def __init__(
        self,
        ref: ModelRef,
        base_url: str,
        key: Callable[[], Awaitable[Secret]],
        *,
        extra: Mapping[str, Any] | None = None,
        facts: ModelFacts | None = None,
        on_learnt: Callable[[ModelFacts], None] | None = None,
        deadlines: Deadlines | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ref = ref
        self._base_url = base_url
        self._key = key
        self.allowed: Callable[[], Allowed] = Allowed
        self._extra = dict(extra or {})
        self._deadlines = deadlines or Deadlines()
        self._sleep = sleep
        self._facts = facts or ModelFacts()
        self._on_learnt = on_learnt

    @property
    def ref(self) -> ModelRef:
        """Its symbolic reference."""
        return self._ref

    @property
    def facts(self) -> ModelFacts:
        """Everything that was learnt about it."""
        return self._facts

    @property
    def context_tokens(self) -> int | None:
        """What the service named when a conversation was too long, or how much it has read; None before."""
        return self._facts.context_tokens

    @property
    def supports_tools(self) -> bool | None:
        """False once it refused them, True once it called one (Q23)."""
        if self._facts.no_tools:
            return False
        return True if self._facts.calls_seen else None

    def relearn(self) -> None:
        """Forget what it refused, so that the next request tries everything again; a test of the service does."""
        self._know(ModelFacts(calls_seen=self._facts.calls_seen, context_tokens=self._facts.context_tokens))

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """One call. `Retrying.attempt` counts from 2. Raises: ProviderError before the first byte."""
        tries = 1
        while True:
            facts = self._facts
            body = write_body(request, self._ref.model, facts, self._extra, service=self._ref.service_id)
            try:
                async with contextlib.aclosing(self._call(request, body)) as events:
                    async for event in events:
                        yield event
            except _Refused as error:
                refused = error
            else:
                return
            if self._learn_from(refused, facts, body):
                continue
            delay_s = refused.wait_s if refused.wait_s is not None else _FIRST_DELAY_S * 2 ** (tries - 1)
            if not refused.may_retry or tries >= MAX_TRIES or delay_s > MAX_WAIT_S:
                raise refused.error
            tries += 1
            yield Retrying(tries, delay_s, refused.error.full_code, time.monotonic() + delay_s)
            await self._sleep(delay_s)

    def _learn_from(self, refused: _Refused, facts: ModelFacts, body: Mapping[str, Any]) -> bool:
        """Whether the refusal of a request that was written by ``facts`` says how to write it better."""
        if refused.error.kind is ProviderErrorKind.CONTEXT_LENGTH:
            size = context_size(refused.text)
            if size is not None:
                self._know(replace(self._facts, context_tokens=size))
            return False
        if refused.error.params.get("status") not in _NEGOTIABLE:
            return False
        if learn(facts, refused.text, sent=body.keys()) is None:
            return False
        learnt = learn(self._facts, refused.text, sent=body.keys())
        if learnt is not None:  # otherwise another call has learnt it meanwhile
            self._know(learnt)
        return self._facts != facts

    def _know(self, facts: ModelFacts) -> None:
        if facts != self._facts:
            self._facts = facts
            if self._on_learnt is not None:
                self._on_learnt(facts)

    async def _call(self, request: ModelRequest, body: dict[str, Any]) -> AsyncGenerator[StreamEvent]:
        key = await self._key()
        client = open_client(self._base_url, key, self.allowed())
        async with client as http, Watch(self._deadlines.total_s) as watch:
            response = await self._send(http, key, body, watch)
            try:
                events = read_stream(
                    AnswerBody(response, watch).chunks(),
                    content_type=response.headers.get("content-type", ""),
                    id_prefix=f"call_{uuid.uuid4().hex[:8]}",
                )
                async with contextlib.aclosing(events):
                    async for event in events:
                        yield event
                        if isinstance(event, ToolCallDelta):
                            self._know(replace(self._facts, calls_seen=True))
                        elif isinstance(event, UsageReport) and was_cut(request, event.usage.prompt_tokens):
                            yield self._note_cut(request, event.usage.prompt_tokens or 0)
            finally:
                await response.aclose()

    def _note_cut(self, request: ModelRequest, read_tokens: int) -> ContextCut:
        self._know(replace(self._facts, cuts_silently=True, context_tokens=read_tokens))
        return ContextCut(least_tokens(request), read_tokens)

    async def _send(
        self, http: httpx2.AsyncClient, key: Secret, body: dict[str, Any], watch: Watch
    ) -> httpx2.Response:
        client = openai.AsyncOpenAI(
            api_key=key.reveal() or _NO_KEY,
            base_url=self._base_url,
            organization="",
            project="",
            max_retries=0,
            timeout=http.timeout,
            http_client=http,
        )
        create: Callable[..., Any] = client.chat.completions.with_streaming_response.create
        try:
            known = {name: value for name, value in body.items() if name in _OWN_FIELDS}
            others = {name: value for name, value in body.items() if name not in _OWN_FIELDS}
            answer = await watch.wait(create(**known, extra_body=others).__aenter__())
        except openai.APIStatusError as error:
            raise self._read_refusal(error) from None
        except (TimeoutError, openai.APITimeoutError) as error:
            if isinstance(error.__cause__, httpx2.ConnectTimeout):
                raise await self._read_connection_error(error) from None
            raise _Refused(
                self._error(ProviderErrorKind.TIMEOUT, type(error).__name__), may_retry=False
            ) from None
        except (openai.APIConnectionError, *SOCKS_FAULTS) as error:
            raise await self._read_connection_error(error) from None
        return answer.http_response  # type: ignore[no-any-return]

    def _read_refusal(self, error: openai.APIStatusError) -> _Refused:
        response = error.response
        status = response.status_code
        text = response.text
        wait_s = retry_after_s(response.headers, text)
        failure = read_failure(status, text, wait_s=wait_s)
        detail = failure.words
        if response.has_redirect_location:
            detail = f"{status} -> {response.headers.get('location', '')}"
        provider_error = self._error(failure.kind, redact(detail), status=status)
        if wait_s is not None:
            provider_error.params.update(retry_after_s=wait_s, retry_at=time.monotonic() + wait_s)
        if failure.kind is ProviderErrorKind.CONTEXT_LENGTH:
            provider_error.params.update(limit=context_size(text), asked=asked_size(text))
        return _Refused(provider_error, text=text, wait_s=wait_s, may_retry=failure.may_retry)

    async def _read_connection_error(self, error: Exception) -> _Refused:
        cause = error if isinstance(error, SOCKS_FAULTS) else error.__cause__
        kind, reason = kind_of(cause, self._base_url)
        failure = self._error(kind, chain_words(cause or error))
        if reason:
            failure.params["reason"] = reason
        finished = httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError | httpx2.LocalProtocolError
        may_retry = kind is not ProviderErrorKind.PROXY and not isinstance(cause, finished)
        refused = _Refused(await explain(failure, self._base_url), may_retry=may_retry)
        if kind is ProviderErrorKind.NETWORK and isinstance(
            cause, httpx2.ConnectError | httpx2.ConnectTimeout
        ):
            mark_unsent(refused.error)  # waiting mends a network, but no certificate and no proxy's settings
        return refused

    def _error(self, kind: ProviderErrorKind, detail: str, **more: Any) -> ProviderError:
        return ProviderError(
            kind,
            detail=detail,
            service=self._ref.service_id,
            host=host_of(self._base_url),
            address=self._base_url,
            model=self._ref.model,
            **more,
        )
