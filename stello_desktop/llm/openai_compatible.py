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
from stello_desktop.domain.errors import ProviderErrorKind
from stello_desktop.domain.events import (
    ContextCut,
    Retrying,
    StreamEnd,
    StreamEvent,
    ToolCallDelta,
    UsageReport,
)
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.model_facts import FactsBook, ModelFacts, ModelPlace
from stello_desktop.llm.answer_body import AnswerBody
from stello_desktop.llm.connection import open_client
from stello_desktop.llm.failures import context_size
from stello_desktop.llm.negotiation import learn
from stello_desktop.llm.refused import Refusals, Refused
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.signatures import sealed_for
from stello_desktop.llm.silent_cut import Counts, least_tokens, rounded_down, was_cut
from stello_desktop.llm.stream_reader import read_stream
from stello_desktop.llm.unreachable import SOCKS_FAULTS
from stello_desktop.llm.watch import Deadlines, Watch
from stello_desktop.llm.wire import write_body

MAX_TRIES: Final = 3
MAX_WAIT_S: Final = 120.0
_FIRST_DELAY_S: Final = 0.5
_NO_KEY: Final = "none"
_OWN_FIELDS: Final = frozenset({"model", "messages", "stream", "stream_options", "tools"})


def prewarm() -> None:
    """Pay the first call's set-up now; meant for a thread, after the first paint."""
    import anyio  # noqa: PLC0415 - as late as the rest of the client

    open_client("https://127.0.0.1/v1", Secret(""))
    anyio.run(anyio.sleep, 0)  # the client's locks look up this back end at their first use


class OpenAICompatibleModel:
    """One model at one address.

    Args:
        ref: how conversations remember it.
        base_url: normalised (`normalise_url`).
        key: gives the key at the time of the call, or raises ProviderError; an empty one sends no header.
        extra: further fields of the body; what the model refuses is renamed or left out.
        book: what is known of all models, perhaps from before a restart; what this one learns is written there.
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
        book: FactsBook | None = None,
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
        self._refusals = Refusals(ref, base_url)
        self._book = FactsBook() if book is None else book
        self._place = ModelPlace(ref.service_id, base_url, ref.model)
        self._counts = Counts()

    @property
    def ref(self) -> ModelRef:
        """Its symbolic reference."""
        return self._ref

    @property
    def facts(self) -> ModelFacts:
        """Everything that was learnt about it, by whomever: a test of its service learns for all."""
        return self._book.of(self._place)

    @property
    def context_tokens(self) -> int | None:
        """What the service named when a conversation was too long, or how much it has read; None before."""
        return self.facts.context_tokens

    @property
    def supports_tools(self) -> bool | None:
        """False once it refused them, True once it called one (Q23)."""
        if self.facts.no_tools:
            return False
        return True if self.facts.calls_seen else None

    def relearn(self) -> None:
        """Forget what it refused, so that the next request tries everything again; a test of the service does."""
        now = self.facts
        self._know(
            ModelFacts(
                calls_seen=now.calls_seen,
                context_tokens=now.context_tokens,
                cuts_silently=now.cuts_silently,
                fewest_read=now.fewest_read,
            )
        )

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """One call. `Retrying.attempt` counts from 2. Raises: ProviderError before the first byte."""
        tries = 1
        while True:
            facts = self.facts
            body = write_body(request, self._place, facts, self._extra)
            try:
                async with contextlib.aclosing(self._call(request, body)) as events:
                    async for event in events:
                        yield event
            except Refused as error:
                refused = error
            else:
                return
            if self._learn_from(refused, facts, body):
                continue
            if refused.end is not None:
                yield refused.end
                return
            delay_s = refused.wait_s if refused.wait_s is not None else _FIRST_DELAY_S * 2 ** (tries - 1)
            if not refused.may_retry or tries >= MAX_TRIES or delay_s > MAX_WAIT_S:
                raise refused.error
            tries += 1
            yield Retrying(tries, delay_s, refused.error.full_code, time.monotonic() + delay_s)
            await self._sleep(delay_s)

    def _learn_from(self, refused: Refused, facts: ModelFacts, body: Mapping[str, Any]) -> bool:
        """Whether the refusal of a request that was written by ``facts`` says how to write it better."""
        if refused.error.kind is ProviderErrorKind.CONTEXT_LENGTH:
            size = context_size(refused.text)
            if size is not None:
                self._know(replace(self.facts, context_tokens=size))
            return False
        if not refused.may_teach or learn(facts, refused.text, sent=body.keys()) is None:
            return False
        learnt = learn(self.facts, refused.text, sent=body.keys())
        if learnt is not None:  # otherwise another call has learnt it meanwhile
            self._know(learnt)
        return self.facts != facts

    def _know(self, facts: ModelFacts) -> None:
        self._book.learn(self._place, facts)

    async def _call(self, request: ModelRequest, body: dict[str, Any]) -> AsyncGenerator[StreamEvent]:
        key = await self._key()
        client = open_client(self._base_url, key, self.allowed())
        has_begun = False
        async with client as http, Watch(self._deadlines.total_s) as watch:
            response = await self._send(http, key, body, watch)
            answer = AnswerBody(response, watch, self._deadlines.settle_s)
            try:
                events = read_stream(
                    answer.chunks(),
                    content_type=response.headers.get("content-type", ""),
                    id_prefix=f"call_{uuid.uuid4().hex[:8]}",
                    on_settled=answer.expect_end,
                )
                async with contextlib.aclosing(events):
                    async for event in events:
                        if isinstance(event, StreamEnd) and not has_begun:
                            refused = self._refusals.inside(event, bytes(answer.said))
                            if refused is not None:
                                raise refused
                        has_begun = True
                        if isinstance(event, ToolCallDelta) and event.signature:
                            event = replace(event, signature=sealed_for(self._base_url, event.signature))  # noqa: PLW2901
                        yield event
                        if isinstance(event, ToolCallDelta):
                            self._know(replace(self.facts, calls_seen=True))
                        elif isinstance(event, UsageReport):
                            cut = self._judge(request, event.usage.prompt_tokens)
                            if cut is not None:
                                yield cut
            finally:
                await response.aclose()

    def _judge(self, request: ModelRequest, read_tokens: int | None) -> ContextCut | None:
        """Whether the beginning was left out, as far as all counts together prove it (Q24, `silent_cut`)."""
        if not read_tokens:
            return None
        if self.facts.fewest_read is None:  # nothing is known, perhaps because the person had it forgotten
            self._counts = Counts()
        facts, is_low = self.facts, was_cut(request, read_tokens)
        limit = self._counts.take(request, read_tokens, facts.fewest_read, facts.most_read)
        fewest = min(facts.fewest_read or read_tokens, read_tokens)
        most = max(facts.most_read or 0, 0 if is_low else rounded_down(read_tokens)) or None
        self._know(facts := replace(facts, fewest_read=fewest, most_read=most))
        if limit is None and facts.cuts_silently and facts.context_tokens is not None:
            if is_low:
                limit = max(facts.context_tokens, read_tokens)
            elif read_tokens > facts.context_tokens:  # that was no limit, or is none any more
                self._know(replace(facts, cuts_silently=False, context_tokens=None))
        if limit is None:
            return None
        self._know(replace(facts, cuts_silently=True, context_tokens=limit))
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
            raise self._refusals.by_status(error.response) from None
        except (TimeoutError, openai.APITimeoutError) as error:
            if isinstance(error.__cause__, httpx2.ConnectTimeout):
                raise await self._refusals.by_connection(error) from None
            raise self._refusals.late(error) from None
        except (openai.APIConnectionError, *SOCKS_FAULTS) as error:
            raise await self._refusals.by_connection(error) from None
        return answer.http_response  # type: ignore[no-any-return]
