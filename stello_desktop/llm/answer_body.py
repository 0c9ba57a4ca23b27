"""The bytes of one answer until they end, break off or are no longer wanted (row 33, Q39)."""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator
from typing import Final

import httpx2

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.llm.watch import Watch

_MAX_SAID_BYTES: Final = 64 * 1024
_TAIL_S: Final = 0.05
"""For what a server still says once nobody reads on."""


class AnswerBody:
    """The bytes, with breaks of the connection as ProviderError; silence is no break (Q34).

    Args:
        settle_s: how long to wait for more once its end was announced.

    Attributes:
        said: the first bytes that came.
    """

    def __init__(self, response: httpx2.Response, watch: Watch, settle_s: float) -> None:
        self._response = response
        self._watch = watch
        self._settle_s = settle_s
        self._ends_at = math.inf
        self.said = bytearray()

    def expect_end(self) -> None:
        """The service said why it stopped: the rest comes soon or not at all, though some never hang up."""
        self._ends_at = time.monotonic() + self._settle_s

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The body as it arrives. Raises: ProviderError."""
        body = self._response.aiter_bytes()
        try:
            is_late = False
            while not is_late:
                left_s = self._ends_at - time.monotonic()
                is_late = left_s <= 0  # what has come meanwhile is still read
                try:
                    chunk = await self._watch.wait(anext(body), max(left_s, _TAIL_S))
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    if self._ends_at < math.inf:
                        return
                    raise _broken(ProviderErrorKind.TIMEOUT, "the whole time is over") from None
                except httpx2.DecodingError as error:
                    raise _broken(ProviderErrorKind.PROTOCOL, str(error)) from None
                except (httpx2.HTTPError, httpx2.StreamError) as error:
                    raise _broken(ProviderErrorKind.LOST, type(error).__name__) from None
                if len(self.said) < _MAX_SAID_BYTES:
                    self.said += chunk[: _MAX_SAID_BYTES - len(self.said)]
                yield chunk
        finally:
            await self._hang_up(body)

    async def _hang_up(self, body: AsyncGenerator[bytes]) -> None:
        """Bring the body to its end, or interrupt it where it waits.

        Closing it would leave the client's inner generators to the loop's care, and the Qt loop has none
        for them. Needed as long as qasync sets no hooks for asynchronous generators.
        """
        ends_at = time.monotonic() + _TAIL_S
        try:
            while True:
                await self._watch.wait(anext(body), max(0.0, ends_at - time.monotonic()))
        except (StopAsyncIteration, TimeoutError, httpx2.HTTPError, httpx2.StreamError):
            return


def _broken(kind: ProviderErrorKind, detail: str) -> ProviderError:
    return ProviderError(kind, detail=detail)
