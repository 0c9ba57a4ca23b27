"""Does a person ask for a branch, and about what? English and Chinese wording, for the practice assistant.

read_branch_request("let us look at the financing separately")  ->  label "Financing"
read_branch_request("我们单独看一下融资吧，带上这段对话")          ->  label "融资", with the conversation
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stello_desktop.domain.text import clean_label

MAX_LABELS: Final = 12
_MAX_WORDS: Final = 7
_MAX_HAN: Final = 20

HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")

_WITH_EN = re.compile(
    r"[,;]?\s*\b(?:and\s+)?(?:please\s+)?(?:"
    r"with (?:this|the|our|that)(?: whole| entire| current)? (?:conversation|chat|history|context|discussion)(?: so far)?"
    r"|(?:bring|take|carry|copy|keep)(?:ing)? (?:this|the|our)(?: whole)? (?:conversation|chat|history|context)(?: along| with (?:it|you|us))?"
    r"|with (?:all of this|everything (?:so far|we said|we have))|including (?:this conversation|what we (?:said|have)))",
    re.IGNORECASE,
)
_WITH_ZH = re.compile(
    r"[，,、；;]?\s*(?:并且?|同时|请)?(?:带上|带着|附上|连同|保留|包含|复制)"
    r"(?:这段|这个|当前的?|现在的?|我们的?|之前的?|前面的?|整个|这些)?(?:对话|聊天|会话|内容|历史|上下文|讨论|记录)(?:记录|内容|一起)?"
)

_NOT_EN = re.compile(r"\b(?:don'?t|do not|without|no need|never|not yet|rather not)\b[^.?!]*$", re.IGNORECASE)
_NOT_ZH = re.compile(r"(?:不要|别|不用|不必|先不|不需要|无需)[^。？！]*$")
_NOT_FIRST_ZH = re.compile(
    r"(?:我|我们|咱们|先|请|那)*(?:不要|不用|不必|不需要|别再?(?=开|建|单独)|先不|无需)|别$"
)
_ASKS_EN = re.compile(
    r"^\W*(?:how|what|why|when|where|which)\b|\bhow (?:do|can|to|does)\b|\bwhat (?:is|are|does)\b",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(r"怎么|怎样|如何|什么是|是什么|为什么|什么时候")
_ABOUT_BRANCH = re.compile(r"\bbranch(?:es|ing)?\b|分支", re.IGNORECASE)

_PLACE: Final = (
    r"(?:branch(?:es)?|(?:separate|side|own|extra) (?:conversation|chat|session|thread|topic)s?"
    r"|new (?:conversation|chat)s?"
    r"|conversations? of (?:its|their) own)"
)
_ENGLISH: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\buse stello_create_session (?:for|about|on)\s+(?P<about>[^.?!\n]+)",
        (
            r"\b(?:look|talk|think|dig|dive|go|work|consider|discuss|explore|examine|handle|treat|cover|plan|keep|take"
            r"|study|review|continue|do|put|move|split)\b(?:\s+(?:at|about|into|on|over|through|deeper into|off|out))?\s+"
            r"(?P<about>[^.?!\n]+?)\s+(?:separately|apart|on (?:its|their) own|by (?:itself|themselves)"
            rf"|(?:in|into|to|as) (?:a |an |its |their |another )?(?:own |separate |new )*{_PLACE})"
        ),
        (
            rf"\b(?:open|start|create|make|add|begin|set up|give|want|need)\b[^.?!\n]{{0,40}}?\b{_PLACE}\b"
            r"\s*(?:(?:for|about|on|called|named|titled|to (?:discuss|explore|look at|talk about|cover))\b|[:\u2013-])\s*"
            r"(?P<about>[^.?!\n]+)"
        ),
        (
            r"(?:^|[.!?]\s+|\bplease\s+|\blet'?s\s+|\blet us\s+|\bcan you\s+|\bcould you\s+)branch(?:\s+(?:off|out))?"
            r"(?:\s+(?:for|about|on|into|to)\b|\s*:)?\s+(?P<about>[^.?!\n]+)"
        ),
        r"(?:^|\bplease\s+|\blet'?s\s+|\blet us\s+)split\s+(?:off|out)\s+(?P<about>[^.?!\n]+)",
    )
)
_BARE_EN = re.compile(
    rf"\b(?:open|start|create|make|add|begin|give)\b[^.?!\n]{{0,25}}?\b{_PLACE}\b|^\W*branch(?: off)?\W*$",
    re.IGNORECASE,
)

_ZH_LOOK: Final = (
    r"(?:来|去|地|拿出来|拎出来|提出来)?(?:看一?看|看一下|看|聊一?聊|聊一下|聊|谈一?谈|谈一下|谈|讨论一?下|讨论|说一?说|说一下"
    r"|研究一?下|研究|分析一?下|分析|想一?想|想一下|考虑一?下|考虑|探讨一?下|探讨|梳理一?下|梳理|处理|规划一?下|规划)"
)
_ZH_VERB: Final = r"(?:再|另外|另|单独|新|重新)?(?:开|建|创建|新建|打开|起|拉|分)(?:出)?"
_ZH_COUNT: Final = r"(?:一?个|一?条|几个|[两二三四五]个)"
_ZH_OPEN: Final = (
    rf"(?:{_ZH_VERB}{_ZH_COUNT}?(?:新的?|单独的?)?分支"
    rf"|{_ZH_VERB}(?:{_ZH_COUNT}(?:新的?|单独的?)?|新的?)(?:对话|会话|话题|聊天))"
)
_ZH_SUBJECT: Final = r"(?P<about>[^。？！?!\n，,；;]+?)"
_CHINESE: Final = tuple(
    re.compile(pattern)
    for pattern in (
        (
            rf"(?:关于|针对|至于){_ZH_SUBJECT}[，,]\s*(?:我们|咱们|请|就|那|再)*"
            rf"(?:{_ZH_OPEN}|另外?开一?[个条]|(?:单独|分开){_ZH_LOOK})"
        ),
        rf"(?:为|给|替|关于|针对|围绕|就){_ZH_SUBJECT}(?:这个|这件|这)?{_ZH_OPEN}",
        rf"(?:把|将){_ZH_SUBJECT}(?:单独|分开|独立|另外)",
        (
            rf"{_ZH_OPEN}(?:，|,|：|:|\s|吧|来|去|用来|专门)*(?:关于|为了?|给)?(?:{_ZH_LOOK})?(?:关于)?[：:\s]*"
            r"(?P<about>[^。？！?!\n，,；;]+)"
        ),
        rf"(?:单独|分开|另外单独|独立){_ZH_LOOK}(?:关于)?[：:\s]*(?P<about>[^。？！?!\n，,；;]+)",
        (
            rf"另(?:外)?开(?:一?个|一?条)?(?:分支|对话|会话)?(?:，|,|来|：|:|\s)*(?:{_ZH_LOOK})?(?:关于)?[：:\s]*"
            r"(?P<about>[^。？！?!\n，,；;]+)"
        ),
        rf"(?:我们|咱们|请|那|先|想|来)*{_ZH_SUBJECT}(?:(?:单独|分开){_ZH_LOOK}|(?:单独|另外?)?{_ZH_OPEN})",
    )
)
_BARE_ZH = re.compile(rf"{_ZH_OPEN}|另开一?[个条]")

_LEAD_EN = re.compile(
    r"^(?:(?:the|our|my|your|a|an|this|that|these|those|some|just|only|about|topic of|question of|part about"
    r"|it|with)\s+)+",
    re.IGNORECASE,
)
_TAIL_EN = re.compile(
    r"(?:[\s,]+(?:please|now|then|instead|too|for now|for me|for us|first|next|here|thanks|thank you|ok|okay))+$",
    re.IGNORECASE,
)
_TAIL_ZH = re.compile(
    r"(?:吧|了|呢|啊|呀|嘛|哦|好吗|好不好|可以吗|行吗|怎么样|谢谢|一下|的?(?:问题|事情?|部分|方面|内容|话题)|这件|这个|那个)+$"
)
_LEAD_ZH = re.compile(
    r"^(?:请|我们|咱们|我|你|帮我|帮忙|先|再|就|的|一下|这个|那个|关于|有关|讨论|聊聊|给我|另外|另|给|来|去|能不能|可以|想|要)+"
)
_QUOTES: Final = " \t\"'`“”‘’「」『』《》()（）[]【】:：,，.。;；-–—"
_SMALL_WORDS: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "but",
        "by",
        "for",
        "from",
        "in",
        "into",
        "nor",
        "of",
        "on",
        "or",
        "over",
        "per",
        "the",
        "to",
        "up",
        "via",
        "vs",
        "with",
    ]
)


@dataclass(frozen=True, slots=True)
class BranchRequest:
    """What was asked for.

    Attributes:
        labels: one per branch; empty where no subject was named.
        inherit: whether this conversation comes along.
    """

    labels: tuple[str, ...]
    inherit: bool = False


def read_branch_request(text: str) -> BranchRequest | None:
    """The wish for a branch in a message; None where there is none."""
    chinese = bool(HAN.search(text))
    phrase = _WITH_ZH if chinese else _WITH_EN
    inherit = bool(phrase.search(text) or _WITH_EN.search(text))
    words = _WITH_EN.sub("", phrase.sub("", text)).strip()
    if is_branch_question(words):
        return None
    for pattern in _CHINESE if chinese else _ENGLISH:
        match = pattern.search(words)
        if match and not _refused(words, match.start("about"), chinese=chinese):
            plural = _names_several(match.group(0), chinese=chinese)
            labels = tuple(_labels(match.group("about"), chinese=chinese, plural=plural))
            if labels:
                return BranchRequest(labels, inherit)
    bare = (_BARE_ZH if chinese else _BARE_EN).search(words)
    if bare and not _refused(words, bare.end(), chinese=chinese):
        return BranchRequest((), inherit)
    return None


def is_branch_question(text: str) -> bool:
    """Whether the message asks what a branch is or how one is made."""
    asks = _ASKS_ZH if HAN.search(text) else _ASKS_EN
    return bool(asks.search(text) and _ABOUT_BRANCH.search(text))


def short_label(text: str) -> str:
    """A title of a few words from a piece of somebody's sentence; may be empty."""
    return _chinese_label(text) if HAN.search(text) else _english_label(text)


def _refused(words: str, about_start: int, *, chinese: bool) -> bool:
    before, about = words[:about_start], words[about_start:]
    if not chinese:
        return bool(_NOT_EN.search(before))
    return bool(_NOT_ZH.search(before) or _NOT_FIRST_ZH.match(about))


def _names_several(phrase: str, *, chinese: bool) -> bool:
    if chinese:
        return bool(re.search(r"(?:几|[两二三四五])个", phrase))
    return bool(
        re.search(r"\b(?:branches|conversations|chats|sessions|threads|topics)\b", phrase, re.IGNORECASE)
    )


def _labels(about: str, *, chinese: bool, plural: bool) -> Iterator[str]:
    parts = [about]
    if plural:
        parts = (
            re.split(r"[、，,]|和|与|以及", about)
            if chinese
            else re.split(r",\s*(?:and\s+)?|\s+and\s+", about)
        )
    seen: set[str] = set()
    for part in parts[:MAX_LABELS]:
        label = short_label(part)
        if label and label not in seen:
            seen.add(label)
            yield label


def _chinese_label(text: str) -> str:
    label = clean_label(text).strip(_QUOTES)
    label = _TAIL_ZH.sub("", _LEAD_ZH.sub("", label)).strip(_QUOTES)
    return label if len(label) <= _MAX_HAN else label[:_MAX_HAN].rstrip(_QUOTES) + "…"


def _english_label(text: str) -> str:
    label = _TAIL_EN.sub("", clean_label(text).strip(_QUOTES)).strip(_QUOTES)
    words = _LEAD_EN.sub("", f"{label} ").strip(_QUOTES).split()[:_MAX_WORDS]
    while words and words[-1].lower() in _SMALL_WORDS:
        words.pop()
    titled = [
        word if word != word.lower() or (place and word in _SMALL_WORDS) else word[:1].upper() + word[1:]
        for place, word in enumerate(words)
    ]
    return " ".join(titled)
