"""The practice assistant: a `LanguageModel` without a model, a network or a guess.

It says what it is, shows how answers look, and drives the real tool loop: asked for a branch in English or
Chinese, it calls ``stello_create_session`` and tells afterwards what was opened. The same request always
gets the same answer, so an answer that was stopped can go on where it stopped.
"""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from stello_desktop.domain.codec import tool_result_from_json
from stello_desktop.domain.events import EndReason, StreamEnd, StreamEvent, TextDelta, ToolCallDelta
from stello_desktop.domain.language_model import ModelRef
from stello_desktop.domain.messages import ModelMessage, ModelRequest, Role
from stello_desktop.domain.services import PRACTICE
from stello_desktop.llm.branch_requests import HAN, BranchRequest, is_branch_question, read_branch_request
from stello_desktop.llm.practice_texts import SHOWN, PracticeTexts
from stello_desktop.resources import resource

CREATE_SESSION: Final = "stello_create_session"
CHUNK_S: Final = (0.025, 0.03, 0.035, 0.04)
"""About thirty pieces a second, not quite evenly, as real services are."""

_FIRST_PIECE_S: Final = 0.25
_MAX_SUBJECT_CHARS: Final = 60
_MAX_FIRST_LINE: Final = 400

_CONTINUE = re.compile(
    r"^\W*(?:please\s+)?(?:continue|go on|carry on|keep going)\W*$|broke off\. continue|在中途断开了。请从断开|^\W*请?(?:继续|接着)(?:说|写|吧|讲)?\W*$",
    re.IGNORECASE,
)
_PIECES = re.compile(r"[\u3400-\u9fff]{1,2}[\u3000-\u303f\uff00-\uffef]?|\s*[^\s\u3400-\u9fff]+\s*|\s+")
_SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|[。！？\n]|$)", re.DOTALL)


class PracticeModel:
    """Answers from a script.

    Args:
        folder: where the texts are; None for the program's own.
        pause: waits between two pieces; tests replace it.
    """

    def __init__(
        self, *, folder: Path | None = None, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._folder = folder
        self._pause = pause
        self._texts: dict[str, PracticeTexts] = {}

    @property
    def ref(self) -> ModelRef:
        """Its symbolic reference."""
        return ModelRef(PRACTICE, "practice")

    @property
    def context_tokens(self) -> int | None:
        """A script has no limit."""
        return None

    @property
    def supports_tools(self) -> bool | None:
        """It opens branches."""
        return True

    async def stream(self, request: ModelRequest) -> AsyncGenerator[StreamEvent]:
        """One answer, word by word; never fails."""
        await self._pause(_FIRST_PIECE_S)
        reason = EndReason.COMPLETE
        for place, event in enumerate(self._answer(request)):
            if isinstance(event, ToolCallDelta):
                reason = EndReason.TOOL_CALLS
            yield event
            await self._pause(CHUNK_S[place % len(CHUNK_S)])
        yield StreamEnd(reason)

    def _answer(self, request: ModelRequest) -> Iterator[StreamEvent]:
        asked, said = _before_the_break(request)
        message = _last(asked, Role.USER)
        text = message.content if message is not None else ""
        texts = self._texts_for(text, asked)
        if asked.messages and asked.messages[-1].role is Role.TOOL:
            yield from _pieces(_rest_of(_after_tools(asked, texts), said, texts))
            return
        wish = read_branch_request(text)
        can_branch = any(tool.name == CREATE_SESSION for tool in asked.tools)
        if wish is not None and can_branch:
            yield from _open_branches(wish, asked, said, texts)
            return
        whole = texts.branch["without_tools"] if wish is not None else _plain_answer(text, asked, texts)
        yield from _pieces(_rest_of(whole, said, texts))

    def _texts_for(self, text: str, request: ModelRequest) -> PracticeTexts:
        """The language of the person's message; a message without letters follows those before it."""
        if not any(character.isalpha() for character in text):
            text = " ".join(message.content for message in request.messages if message.role is Role.USER)
        language = "zh_CN" if HAN.search(text) else "en"
        if language not in self._texts:
            folder = self._folder or resource("practice")
            self._texts[language] = PracticeTexts.read(folder / f"{language}.toml")
        return self._texts[language]


def _open_branches(
    wish: BranchRequest, request: ModelRequest, said: str, texts: PracticeTexts
) -> Iterator[StreamEvent]:
    labels = wish.labels or (texts.branch["unnamed"],)
    before = texts.branch["before"].replace("{label}", labels[0])
    if len(labels) > 1:
        before = texts.branch["before_several"].replace("{labels}", texts.branch["and"].join(labels))
    yield from _pieces(before.removeprefix(said))
    for number, label in enumerate(labels, 1):
        call_id = f"practice_{len(request.messages)}_{number}"
        arguments = {
            "label": label,
            "context": "inherit" if wish.inherit else "none",
            "prompt": texts.branch["opening"].replace("{label}", label),
        }
        written = json.dumps(arguments, ensure_ascii=False)
        for start in range(0, len(written), 24):
            yield ToolCallDelta(call_id, CREATE_SESSION if start == 0 else "", written[start : start + 24])


def _after_tools(request: ModelRequest, texts: PracticeTexts) -> str:
    """What the tools of the last answer did."""
    asked = _last(request, Role.ASSISTANT, calling=True)
    inherits = asked is not None and any('"inherit"' in call.arguments for call in asked.tool_calls)
    opened: list[str] = []
    failed = False
    for message in reversed(request.messages):
        if message.role is not Role.TOOL:
            break
        result = tool_result_from_json(message.content)
        if result is not None and result.success and isinstance(result.data, dict):
            opened.insert(0, str(result.data.get("label", texts.branch["unnamed"])))
        else:
            failed = True
    said: list[str] = []
    if len(opened) == 1:
        start = texts.branch["done_inherit" if inherits else "done_empty"]
        said.append(f"{texts.branch['done'].replace('{label}', opened[0])}\n\n{start}")
    elif opened:
        said.append(texts.branch["done_several"].replace("{labels}", texts.branch["and"].join(opened)))
    if failed:
        said.append(texts.branch["refused"])
    return "\n\n".join(said)


def _plain_answer(text: str, request: ModelRequest, texts: PracticeTexts) -> str:
    plain = texts.plain
    if not text.strip():
        return str(plain["empty"])
    first_line = text[:_MAX_FIRST_LINE]
    if is_branch_question(first_line):
        return texts.branch["explain"]
    for name in ("identity", "help"):
        if texts.asks_for(name, first_line):
            return str(plain[name])
    for name in SHOWN:
        if texts.asks_for(name, first_line):
            return texts.show[name]
    rounds = sum(message.role is Role.USER for message in request.messages)
    turn = zlib.crc32(text.encode("utf-8", "replace")) + rounds
    for name, kind in (("greeting", "greetings"), ("thanks", "thanks")):
        if texts.asks_for(name, first_line):
            return _introduced(_choose(plain[kind], turn), rounds, texts)
    subject, is_question = _subject(text)
    body = _choose(plain["questions" if is_question else "statements"], turn).replace("{subject}", subject)
    tip = _choose(plain["tips"], turn // 7)
    return _introduced(f"{body}\n\n{tip}", rounds, texts)


def _introduced(answer: str, rounds: int, texts: PracticeTexts) -> str:
    """The first answer of a conversation says what answers."""
    return f"{texts.plain['introduction']}\n\n{answer}" if rounds <= 1 else answer


def _choose(choices: list[str], turn: int) -> str:
    return choices[turn % len(choices)]


def _subject(text: str) -> tuple[str, bool]:
    """The person's first sentence as it can stand in quotation marks, and whether it is a question."""
    match = _SENTENCE.match(text.strip())
    sentence = " ".join((match.group() if match else text).split())
    is_question = sentence.endswith(("?", "？"))
    if len(sentence) > _MAX_SUBJECT_CHARS:
        cut = sentence[:_MAX_SUBJECT_CHARS]
        at_word = cut.rpartition(" ")[0]
        sentence = (at_word if len(at_word) > _MAX_SUBJECT_CHARS // 2 else cut).rstrip(" ,，、;；:：") + "…"
    elif not is_question:
        sentence = sentence.rstrip(" .。!！,，;；:：")
    return sentence.translate(str.maketrans("“”*_`[]<>", "''       ")).strip(), is_question


def _before_the_break(request: ModelRequest) -> tuple[ModelRequest, str]:
    """The request whose answer broke off, and what was said of it; the request itself where nothing did."""
    messages = list(request.messages)
    if len(messages) > 1 and messages[-1].role is Role.USER and _CONTINUE.search(messages[-1].content):
        if messages[-2].role is not Role.ASSISTANT or messages[-2].tool_calls:
            return request, ""
        messages.pop()
    said = ""
    while messages and messages[-1].role is Role.ASSISTANT and not messages[-1].tool_calls:
        said = messages.pop().content + said
    return (replace(request, messages=tuple(messages)), said) if messages else (request, "")


def _rest_of(answer: str, said: str, texts: PracticeTexts) -> str:
    """What is left of an answer that was stopped; all of it where it is a new one."""
    if not said.strip():
        return answer
    rest = answer.removeprefix(said)
    return rest if rest.strip() else str(texts.plain["nothing_left"])


def _last(request: ModelRequest, role: Role, *, calling: bool = False) -> ModelMessage | None:
    for message in reversed(request.messages):
        if message.role is role and (message.tool_calls or not calling):
            return message
    return None


def _pieces(text: str) -> Iterator[TextDelta]:
    for piece in _PIECES.findall(text):
        yield TextDelta(piece)
