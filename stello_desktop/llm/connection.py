"""The HTTP client of one call: what leaves, where to, and how much may come back.

The request hook sends only known headers and puts the key on the one address it belongs to (T9). The
response hook bounds the body before anybody reads it and unpacks it in bounded steps (row 39); what a refusal
says is read at once, as far as it comes. The environment says which proxies are used beyond this computer and
private networks, and where the system's trust is kept (``SSL_CERT_FILE``, ``SSL_CERT_DIR``); nothing else of it counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncGenerator, Iterator
from typing import Final, override

import httpx2

from stello_desktop import __version__
from stello_desktop.domain.consents import NOTHING_ALLOWED, Allowed
from stello_desktop.llm.addresses import is_loopback, is_private, origin_of
from stello_desktop.llm.certificates import context_for
from stello_desktop.llm.secrets import Secret
from stello_desktop.llm.unreachable import unencrypted, unusable_proxy
from stello_desktop.llm.watch import CONNECT_S

MAX_BODY_BYTES: Final = 33 * 1024 * 1024
MAX_REFUSAL_BYTES: Final = 256 * 1024
REFUSAL_S: Final = 10.0
"""For the body of an error: the status alone says enough where the words do not come."""
_AZURE: Final = (".openai.azure.com", ".cognitiveservices.azure.com")
_INFLATED: Final = frozenset({"gzip", "x-gzip", "deflate"})
_PACKED_OTHERWISE: Final = frozenset({"br", "zstd", "compress", "x-compress", "bzip2", "xz", "dcb", "dcz"})
_MEMBER: Final = b"\x1f\x8b"
_STEP_BYTES: Final = 256 * 1024
_SENT_HEADERS: Final = ("host", "connection", "accept", "content-type", "content-length", "transfer-encoding")


def open_client(base_url: str, key: Secret, allowed: Allowed = NOTHING_ALLOWED) -> httpx2.AsyncClient:
    """A client for one address.

    Raises: ProviderError (proxy) where the proxy settings cannot be used (row 41), (unencrypted) for plain http
        to a private network that the person has not allowed (T9).
    """
    origin = origin_of(base_url)
    if origin.startswith("http://") and not is_loopback(base_url) and origin not in allowed.plain:
        raise unencrypted(base_url)

    async def limit_request(request: httpx2.Request) -> None:
        kept = {name: value for name, value in request.headers.items() if name.lower() in _SENT_HEADERS}
        kept["accept-encoding"] = "identity"
        kept["user-agent"] = f"Stello-Desktop/{__version__}"
        if key and origin_of(str(request.url)) == origin:
            kept.update(_key_header(request.url.host, key))
        request.extensions["asked_headers"] = request.headers
        request.headers = httpx2.Headers(kept)

    async def limit_response(response: httpx2.Response) -> None:
        # The vendor's client finds its own marks in the request again after the answer came.
        response.request.headers = response.request.extensions.get("asked_headers", response.request.headers)
        encoding = response.headers.pop("content-encoding", "identity")
        response.encoding = "utf-8"  # all that is read is JSON; the charset of an answer may name anything
        body = _BoundedStream(response.stream, encoding)
        response.stream = body if response.is_success else _Refusal(await _as_far_as_it_comes(body), body)

    try:
        return httpx2.AsyncClient(
            verify=context_for(base_url, allowed.fingerprints(origin)),
            trust_env=not is_private(base_url),
            follow_redirects=False,
            timeout=httpx2.Timeout(connect=CONNECT_S, read=None, write=60.0, pool=10.0),
            event_hooks={"request": [limit_request], "response": [limit_response]},
        )
    except (ImportError, ValueError, httpx2.InvalidURL) as error:
        raise unusable_proxy(error, base_url) from error


class _BoundedStream(httpx2.AsyncByteStream):
    """A body that ends at its cap, unpacked."""

    def __init__(self, inner: httpx2.SyncByteStream | httpx2.AsyncByteStream, encoding: str) -> None:
        self._inner = inner
        self._encoding = encoding

    @override
    async def __aiter__(self) -> AsyncGenerator[bytes]:
        if not isinstance(self._inner, httpx2.AsyncByteStream):
            raise httpx2.DecodingError("the body cannot be read step by step")
        left = MAX_BODY_BYTES
        unpacker = _Unpacker(self._encoding)
        packed_pieces = aiter(self._inner)
        try:
            async for packed in packed_pieces:
                for piece in unpacker.unpack(packed):
                    yield piece[:left]
                    left -= len(piece)
                    if left <= 0:
                        return
        finally:
            if isinstance(packed_pieces, AsyncGenerator):
                await packed_pieces.aclose()

    @override
    async def aclose(self) -> None:
        if isinstance(self._inner, httpx2.AsyncByteStream):
            await self._inner.aclose()


def _key_header(host: str, key: Secret) -> dict[str, str]:
    """The header that carries the key: Azure has one of its own (Q31)."""
    if host.endswith(_AZURE):
        return {"api-key": key.reveal()}
    return {"authorization": f"Bearer {key.reveal()}"}


async def _as_far_as_it_comes(body: _BoundedStream) -> bytes:
    """What a refusal says, up to its cap; one that breaks off, is damaged or never ends is cut there."""
    said = bytearray()
    with contextlib.suppress(httpx2.HTTPError, httpx2.StreamError, TimeoutError):
        async with asyncio.timeout(REFUSAL_S), contextlib.aclosing(aiter(body)) as pieces:
            async for piece in pieces:
                said += piece
                if len(said) >= MAX_REFUSAL_BYTES:
                    break
    return bytes(said[:MAX_REFUSAL_BYTES])


class _Refusal(httpx2.AsyncByteStream):
    """The words of an error status, which are there already; closing it closes the connection's own body."""

    def __init__(self, said: bytes, body: _BoundedStream) -> None:
        self._said = said
        self._body = body

    @override
    async def __aiter__(self) -> AsyncGenerator[bytes]:
        yield self._said

    @override
    async def aclose(self) -> None:
        await self._body.aclose()


class _Unpacker:
    """Bytes as the service wrote them; it was asked not to pack, but some proxies do anyway.

    A name that packs nothing, such as that of a character set, says nothing; packed bytes may have several members.
    """

    def __init__(self, encoding: str) -> None:
        names = [name.strip().lower() for name in encoding.split(",")]
        packings = [name for name in names if name in _INFLATED | _PACKED_OTHERWISE]
        if len(packings) > 1 or _PACKED_OTHERWISE.intersection(packings):
            raise httpx2.DecodingError(f"unasked encoding {encoding[:40]!r}")
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 32) if packings else None
        self._after_end = b""

    def unpack(self, packed: bytes) -> Iterator[bytes]:
        """In steps of bounded size, so that a small body cannot become a huge one at once."""
        if self._inflate is None:
            yield packed
            return
        packed, self._after_end = self._after_end + packed, b""
        while packed:
            if self._inflate.eof:
                if packed[:2] != _MEMBER:  # padding, or half of the mark
                    self._after_end = packed if packed == _MEMBER[:1] else b""
                    return
                self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 32)
            try:
                yield self._inflate.decompress(packed, _STEP_BYTES)
            except zlib.error as error:
                raise httpx2.DecodingError("the packed body is damaged") from error
            packed = self._inflate.unused_data or self._inflate.unconsumed_tail
