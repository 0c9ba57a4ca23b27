"""What the models of the pictures say."""

from __future__ import annotations

from stello_desktop.domain.errors import ProviderError, ProviderErrorKind
from stello_desktop.domain.messages import ModelRequest
from stello_desktop.domain.reach import unreachable
from stello_desktop.llm.scripted import Reply, ScriptedModel, text_reply, tool_reply
from tests.helpers.chat_pictures import CHINESE, RUNWAY
from tests.helpers.memories import is_for_digest, is_for_reflection

ANSWERS = "Atlas"
"""The service that answers as the words of a message ask for."""


def _is_chinese(text: str) -> bool:
    return any("一" <= letter <= "鿿" for letter in text)


def _answer(request: ModelRequest) -> Reply:
    if is_for_digest(request):
        return "They want 18 months of runway and look for 1.66 M."
    if is_for_reflection(request):
        return '{"synthesis": "The launch hangs on the price.", "insights": []}'
    if "You shorten conversations" in request.messages[0].content:
        return text_reply("They talked about words.")
    last = request.messages[-1].content
    if "branch: " in last:  # a note may stand before it
        label = last.rpartition("branch: ")[2]
        return tool_reply("stello_create_session", label=label, context="inherit")
    if last == "fail":
        return ProviderError(ProviderErrorKind.RATE_LIMITED, detail="429 slow down, please", service=ANSWERS)
    if last.startswith("offline"):
        return unreachable("ConnectError: refused")
    if last.startswith("long"):
        return text_reply("word " * 700)
    return text_reply(CHINESE if _is_chinese(last) else RUNWAY)


def voices() -> dict[str, ScriptedModel]:
    """The models by the names of their services."""
    return {ANSWERS: ScriptedModel([_answer], repeat_last=True, context_tokens=8_000)}
