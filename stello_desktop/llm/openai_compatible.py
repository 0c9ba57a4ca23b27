"""Any OpenAI-compatible service as a `LanguageModel`.

The vendor's client writes and sends the request; the body is read by our own reader, since a stream can
end silently or fail in ways that the client does not tell (``read_stream``). Retries, deadlines and the
lessons from refusals are ours: visible, bounded, and only before the first byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from typing import Any, Final

import httpx2
import openai
import openai.resources.chat.completions
import openai.types.chat

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import Retrying, StreamEvent, ToolCallDelta
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.reach import mark_unsent
from stello_desktop.domain.redaction import redact
from stello_desktop.llm.addresses import host_of
from stello_desktop.llm.connection import open_client
from stello_desktop.llm.failures import context_size, read_failure, retry_after_s
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.stream_reader import read_stream
from stello_desktop.llm.watch import Deadlines, Watch
from stello_desktop.llm.wire import Quirks, learn, write_body

MAX_TRIES: Final = 3
MAX_WAIT_S: Final = 120.0
_FIRST_DELAY_S: Final = 0.5
_TAIL_S: Final = 0.05
_TAIL_CHUNKS: Final = 200
_NO_KEY: Final = "none"
_NEGOTIABLE: Final = frozenset({400, 404, 422, 500, 501})


def prewarm() -> None:
    """Pay the first call's set-up now; meant for a thread, after the first paint."""
    import anyio  # noqa: PLC0415 - as late as the rest of the client

    open_client("https://127.0.0.1/v1", Secret(""))
    anyio.run(anyio.sleep, 0)  # the client's locks look up this back end at their first use


class _Refused(Exception):
    """An answer with an error status, or none at all; carries what to do about it."""

    def __init__(
        self, error: ProviderError, *, text: str = "", wait_s: float | None = None, again: bool
    ) -> None:
        super().__init__(str(error))
        self.error = error
        self.text = text
        self.wait_s = wait_s
        self.again = again


class OpenAICompatibleModel:
    """One model at one address.

    Args:
        ref: how conversations remember it.
        base_url: normalised (`normalise_url`).
        key: gives the key at the time of the call, or raises ProviderError; an empty one sends no header.
        extra: further fields of the body, for a server of which it is known that it takes them.
        deadlines: None for those of the address (Q34).
        sleep: waits between tries; tests replace it.
    """

    def __init__(
        self,
        ref: ModelRef,
        base_url: str,
        key: Callable[[], Awaitable[Secret]],
        *,
        extra: Mapping[str, Any] | None = None,
        deadlines: Deadlines | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ref = ref
        self._base_url = base_url
        self._key = key
        self._extra = dict(extra or {})
        self._deadlines = deadlines or Deadlines.for_address(base_url)
        self._sleep = sleep
        self._quirks = Quirks()
        self._context_tokens: int | None = None
        self._calls_seen = False

    @property
    def ref(self) -> ModelRef:
        """Its symbolic reference."""
        return self._ref

    @property
    def context_tokens(self) -> int | None:
        """What the service named when a conversation was too long; None before."""
        return self._context_tokens

    @property
    def supports_tools(self) -> bool | None:
        """False once it refused them, True once it called one (Q23)."""
        if self._quirks.no_tools:
            return False
        return True if self._calls_seen else None

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """One call. `Retrying.attempt` counts from 2. Raises: ProviderError before the first byte."""
        tries = 1
        while True:
            quirks = self._quirks
            try:
                async with contextlib.aclosing(self._call(request, quirks)) as events:
                    async for event in events:
                        yield event
            except _Refused as error:
                refused = error
            else:
                return
            learnt = self._learn(refused, quirks, with_tools=bool(request.tools))
            if learnt is not None:
                self._quirks = learnt
                continue
            delay_s = refused.wait_s if refused.wait_s is not None else _FIRST_DELAY_S * 2 ** (tries - 1)
            if not refused.again or tries >= MAX_TRIES or delay_s > MAX_WAIT_S:
                raise refused.error
            tries += 1
            yield Retrying(tries, delay_s, refused.error.full_code)
            await self._sleep(delay_s)

    def _learn(self, refused: _Refused, quirks: Quirks, *, with_tools: bool) -> Quirks | None:
        if refused.error.kind is ProviderErrorKind.CONTEXT_LENGTH:
            self._context_tokens = context_size(refused.text) or self._context_tokens
        if refused.error.params.get("status") not in _NEGOTIABLE:
            return None
        return learn(quirks, refused.text, with_tools=with_tools)

    async def _call(self, request: ModelRequest, quirks: Quirks) -> AsyncGenerator[StreamEvent]:
        key = await self._key()
        body = write_body(request, self._ref.model, quirks)
        limits = self._deadlines
        async with open_client(self._base_url, key) as http, Watch(limits.total_s) as watch:
            response = await self._send(http, key, body, watch)
            try:
                reading = _Body(response, watch, limits)
                events = read_stream(
                    reading.chunks(),
                    content_type=response.headers.get("content-type", ""),
                    id_prefix=f"call_{uuid.uuid4().hex[:8]}",
                )
                async with contextlib.aclosing(events):
                    async for event in events:
                        reading.mark_progress()
                        self._calls_seen = self._calls_seen or isinstance(event, ToolCallDelta)
                        yield event
            finally:
                await response.aclose()

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
            answer = await watch.wait(
                create(**body, extra_body=self._extra).__aenter__(), self._deadlines.first_byte_s
            )
        except openai.APIStatusError as error:
            raise self._read_refusal(error) from None
        except (TimeoutError, openai.APITimeoutError) as error:
            if isinstance(error.__cause__, httpx2.ConnectTimeout):
                raise self._read_connection_error(error) from None
            raise _Refused(
                self._error(ProviderErrorKind.TIMEOUT, type(error).__name__), again=False
            ) from None
        except openai.APIConnectionError as error:
            raise self._read_connection_error(error) from None
        return answer.http_response  # type: ignore[no-any-return]

    def _read_refusal(self, error: openai.APIStatusError) -> _Refused:
        response = error.response
        status = response.status_code
        text = response.text if response.is_stream_consumed or response.is_closed else ""
        failure = read_failure(status, text)
        detail = failure.words
        if response.has_redirect_location:
            detail = f"{status} -> {response.headers.get('location', '')}"
        provider_error = self._error(failure.kind, redact(detail), status=status)
        wait_s = retry_after_s(response.headers, text)
        if wait_s is not None:
            provider_error.params["retry_after_s"] = wait_s
        kinds = ProviderErrorKind
        again = failure.kind in {kinds.RATE_LIMITED, kinds.SERVER} or status in {408, 409, 504}
        return _Refused(provider_error, text=text, wait_s=wait_s, again=again)

    def _read_connection_error(self, error: Exception) -> _Refused:
        cause = error.__cause__
        detail = redact(f"{type(cause).__name__}: {cause}" if cause else str(error))
        finished = httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError | httpx2.LocalProtocolError
        again = not isinstance(cause, finished)
        refused = _Refused(self._error(ProviderErrorKind.NETWORK, detail), again=again)
        if isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
            mark_unsent(refused.error)
        return refused

    def _error(self, kind: ProviderErrorKind, detail: str, *, status: int = 0) -> ProviderError:
        return ProviderError(
            kind,
            detail=detail,
            service=self._ref.service_id,
            host=host_of(self._base_url),
            model=self._ref.model,
            status=status,
        )


class _Body:
    """The bytes of one answer under its deadlines, with breaks of the connection as ProviderError."""

    def __init__(self, response: httpx2.Response, watch: Watch, limits: Deadlines) -> None:
        self._response = response
        self._watch = watch
        self._limits = limits
        self._progress_at = asyncio.get_running_loop().time()

    def mark_progress(self) -> None:
        """A piece of the answer arrived, not only a sign of life."""
        self._progress_at = asyncio.get_running_loop().time()

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The body as it arrives. Raises: ProviderError."""
        body = self._response.aiter_bytes()
        limit_s = self._limits.first_byte_s
        try:
            while True:
                try:
                    chunk = await self._watch.wait(anext(body), limit_s)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    raise _broken(ProviderErrorKind.TIMEOUT, f"silence of {limit_s:.0f} s") from None
                except httpx2.DecodingError as error:
                    raise _broken(ProviderErrorKind.PROTOCOL, str(error)) from None
                except (httpx2.HTTPError, httpx2.StreamError) as error:
                    raise _broken(ProviderErrorKind.NETWORK, type(error).__name__) from None
                limit_s = self._limits.idle_s
                yield chunk
                if asyncio.get_running_loop().time() - self._progress_at > self._limits.silent_s:
                    raise _broken(ProviderErrorKind.TIMEOUT, "nothing but signs of life")
        finally:
            await self._hang_up(body)

    async def _hang_up(self, body: AsyncGenerator[bytes]) -> None:
        """Bring the body to its end, or interrupt it where it waits.

        Closing it would leave the client's inner generators to the loop's care, and the Qt loop has none
        for them. Needed as long as qasync sets no hooks for asynchronous generators.
        """
        try:
            for _ in range(_TAIL_CHUNKS):
                await self._watch.wait(anext(body), _TAIL_S)
        except (StopAsyncIteration, TimeoutError, httpx2.HTTPError, httpx2.StreamError):
            return
        await body.aclose()


def _broken(kind: ProviderErrorKind, detail: str) -> ProviderError:
    return ProviderError(kind, detail=detail)
