"""A request that got no answer, and what is to be done about it: wait, write it another way, or tell the person."""

from __future__ import annotations

import time
from typing import Any, Final

import httpx2

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import EndReason, StreamEnd
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.reach import mark_unsent
from stello_desktop.domain.redaction import redact
from stello_desktop.llm.addresses import host_of
from stello_desktop.llm.failures import asked_size, context_size, read_failure
from stello_desktop.llm.unreachable import SOCKS_FAULTS, chain_words, explain, kind_of
from stello_desktop.llm.waits import retry_after_s

_NEGOTIABLE: Final = frozenset({400, 404, 422, 500, 501})
_NEGOTIABLE_KINDS: Final = frozenset(
    {ProviderErrorKind.BAD_REQUEST, ProviderErrorKind.NOT_FOUND, ProviderErrorKind.SERVER}
)
_NO_REQUEST: Final = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.ProxyError,
    httpx2.LocalProtocolError,
)
"""With these no request began, and they say so after some time: another try is for the person to choose."""


class Refused(Exception):
    """An answer that is an error, or none at all.

    Attributes:
        error: for the person.
        text: what the service said, for `learn`.
        wait_s: how long it asks to wait.
        may_retry: whether the same request may do later.
        may_teach: whether it may be about how the request was written.
        end: of an answer that began well and was nothing but this refusal (Q7).
    """

    def __init__(
        self,
        error: ProviderError,
        *,
        text: str = "",
        wait_s: float | None = None,
        may_retry: bool = False,
        may_teach: bool = False,
        end: StreamEnd | None = None,
    ) -> None:
        super().__init__(str(error))
        self.error = error
        self.text = text
        self.wait_s = wait_s
        self.may_retry = may_retry
        self.may_teach = may_teach
        self.end = end


class Refusals:
    """Makes the refusals of one model at one address."""

    def __init__(self, ref: ModelRef, base_url: str) -> None:
        self._ref = ref
        self._base_url = base_url

    def by_status(self, response: httpx2.Response) -> Refused:
        """An answer with an error status, its body read."""
        status, text = response.status_code, response.text
        wait_s = retry_after_s(response.headers, text)
        failure = read_failure(status, text, wait_s=wait_s)
        detail = failure.words
        if response.has_redirect_location:
            detail = f"{status} -> {response.headers.get('location', '')}"
        error = self._error(failure.kind, redact(detail), status=status)
        if wait_s is not None:
            error.params.update(retry_after_s=wait_s, retry_at=time.monotonic() + wait_s)
        if failure.kind is ProviderErrorKind.CONTEXT_LENGTH:
            error.params.update(limit=context_size(text), asked=asked_size(text))
        return Refused(
            error,
            text=text,
            wait_s=wait_s,
            may_retry=failure.may_retry,
            may_teach=status in _NEGOTIABLE,
        )

    def inside(self, end: StreamEnd, said: bytes) -> Refused | None:
        """An answer with status 200 that holds nothing but an error; None where its end is something else (Q7)."""
        if end.reason is not EndReason.PROVIDER_ERROR or end.kind is None:
            return None
        lines = said.decode("utf-8", "replace").splitlines()
        text = "\n".join(line.removeprefix("data:").strip() for line in lines if line[:1] not in {":", ""})
        error = self._error(end.kind, end.message)
        return Refused(error, text=text, may_teach=end.kind in _NEGOTIABLE_KINDS, end=end)

    def late(self, error: Exception) -> Refused:
        """No answer in time."""
        return Refused(self._error(ProviderErrorKind.TIMEOUT, type(error).__name__))

    async def by_connection(self, error: Exception) -> Refused:
        """No answer at all: the way, the certificate or the proxy."""
        cause = error if isinstance(error, SOCKS_FAULTS) else error.__cause__
        kind, reason = kind_of(cause, self._base_url)
        failure = self._error(kind, chain_words(cause or error))
        if reason:
            failure.params["reason"] = reason
        may_retry = kind is not ProviderErrorKind.PROXY and not isinstance(cause, _NO_REQUEST)
        refused = Refused(await explain(failure, self._base_url), may_retry=may_retry)
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
