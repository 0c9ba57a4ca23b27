"""A quiet look now and then whether a server on this computer is back, while messages wait for it (row 25).

Only where that is this computer for sure, and with the list of models, which costs nothing and wants no key: no request leaves
the machine that no click caused. What is found only changes what the person is offered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind, StelloError
from stello_desktop.domain.nearness import is_here
from stello_desktop.domain.services import Service, ServiceKind

if TYPE_CHECKING:
    from stello_desktop.domain.ports import ModelCatalog
    from stello_desktop.workspace.service_news import ServiceNews

_log = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 15.0
"""Between two looks."""

_AWAY: Final = frozenset(
    {
        ProviderErrorKind.NETWORK,
        ProviderErrorKind.TIMEOUT,
        ProviderErrorKind.PROXY,
        ProviderErrorKind.CERTIFICATE,
    }
)
"""How it fails where no server answers; every other refusal is an answer."""


class Lookout:
    """Looks as long as something waits for a silent server of this computer.

    Args:
        catalog: asks.
        news: is told who is there.
        silent: the services that could not be reached, and for which messages wait.
    """

    def __init__(
        self,
        catalog: Callable[[], Awaitable[ModelCatalog]],
        news: ServiceNews,
        silent: Callable[[], Iterable[Service]],
    ) -> None:
        self._catalog = catalog
        self._news = news
        self._silent = silent
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def heed(self) -> None:
        """Something about what waits is another now: look from now on, where there is anything to be found."""
        if self._task is None and not self._closed and self._addresses():
            self._task = asyncio.get_running_loop().create_task(self._look())

    def _addresses(self) -> frozenset[str]:
        found = (item for item in self._silent() if item.kind is ServiceKind.OPENAI)
        return frozenset(item.base_url for item in found if is_here(item.base_url))

    async def _look(self) -> None:
        try:
            while self._addresses():
                await asyncio.sleep(LOOK_EVERY_S)
                await asyncio.gather(*map(self._look_at, self._addresses()))
        finally:
            self._task = None

    async def _look_at(self, base_url: str) -> None:
        marks = self._news.marks_at(base_url)
        try:
            await (await self._catalog()).list_models(base_url)
        except ProviderError as error:
            if error.kind in _AWAY:
                return
        except StelloError as error:
            _log.warning("a server of this computer could not be looked for: %s", error.full_code)
            return
        self._news.reached(marks)

    async def aclose(self) -> None:
        """Look no more."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
