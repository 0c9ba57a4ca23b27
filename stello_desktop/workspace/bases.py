"""Which base a typed address means, where only its server knows (Q26).

An address without a version gets the usual one, ``/v1``. Some servers have none: where the address with it is not
there, the one without it is asked too, and whichever answered is meant from then on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from stello_desktop.domain.addresses import unversioned
from stello_desktop.domain.errors import ProviderError, ProviderErrorKind

_NOT_THERE: Final = frozenset({ProviderErrorKind.NOT_FOUND, ProviderErrorKind.WEB_PAGE})


class Bases:
    """What was found out in this run; a service that is kept has its base for good."""

    def __init__(self) -> None:
        self._without_version: set[str] = set()
        self._with_version: set[str] = set()

    def meant(self, base_url: str, typed: str) -> str:
        """The base of what was typed, as far as it is known.

        Args:
            base_url: what the address means by its form.
        """
        other = unversioned(base_url, typed)
        return other if other is not None and other in self._without_version else base_url

    async def asked[Answer](
        self, base_url: str, typed: str, ask: Callable[[str], Awaitable[Answer]]
    ) -> tuple[str, Answer]:
        """The answer of the base that is there, and this base; what ``ask`` raises where neither is.

        An empty answer, such as a list that is not there, sends on to the other base too. One that wants another key
        is there. Where the first has answered before, it is the model that is not there, and nobody else is asked.
        """
        failure: ProviderError | None = None
        answer: tuple[Answer, ...] = ()
        try:
            answer = (await ask(base_url),)
        except ProviderError as error:
            if error.kind not in _NOT_THERE:
                raise
            failure = error
        if any(answer):
            self._with_version.add(base_url)
        is_known = base_url in self._with_version
        other = None if is_known else unversioned(base_url, typed)
        if other is not None and (found := await self._found(other, ask)):
            return other, found
        if failure is not None:
            raise failure
        return base_url, answer[0]

    async def _found[Answer](self, other: str, ask: Callable[[str], Awaitable[Answer]]) -> Answer | None:
        """What the base without a version answers; None where it is not there either."""
        try:
            found = await ask(other)
        except ProviderError as error:
            if error.kind is not ProviderErrorKind.AUTH:
                return None
            self._without_version.add(other)
            raise
        if found:
            self._without_version.add(other)
        return found
