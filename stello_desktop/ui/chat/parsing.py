"""Markdown as this program reads it: CommonMark with tables, strikethrough, task lists and math.

HTML is literal text, and math is kept as it was written, because a formula whose stars became
emphasis is wrong without looking wrong. The parser is made once, on first use: importing it costs
more than a frame.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from stello_desktop.ui.chat.bounds import MAX_COST, bounded_inline, inline_cost

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_REFERENCE: Final = re.compile(r"^ {0,3}\[[^\]\n]+\]:", re.MULTILINE)
_BARE_LINK: Final = re.compile(r"https?://[^\s<>\"'`\\\u3000-\u303f\uff00-\uffef]+")
_LINK_END: Final = ".,;:!?*_~'\""


def has_references(text: str) -> bool:
    """Whether the text defines link references, which may serve any block before or after."""
    return "]:" in text and _REFERENCE.search(text) is not None


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """The parser for whole blocks."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - after the first paint
    from mdit_py_plugins.tasklists import tasklists_plugin  # noqa: PLC0415

    md = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False})
    md.enable(["table", "strikethrough"])
    md.disable(["html_block", "html_inline"])
    md.use(tasklists_plugin)
    md.core.ruler.at("inline", bounded_inline)
    md.inline.ruler.before("escape", "math_inline", _math_inline)
    _add_block_rules(md)
    md.validateLink = _accept_any_link  # type: ignore[method-assign]
    return md


def _add_block_rules(md: MarkdownIt) -> None:
    alternatives = ["paragraph", "reference", "blockquote", "list"]
    md.block.ruler.before("fence", "math_block", _math_block, {"alt": alternatives})
    md.block.ruler.at("reference", _reference, {"alt": []})


def _reference(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Definitions of links, but not of footnotes: their text would be gone."""
    from markdown_it.rules_block import reference  # noqa: PLC0415 - after the first paint

    if _line(state, start_line).startswith("[^"):
        return False
    return reference(state, start_line, end_line, silent)


def _accept_any_link(url: str) -> bool:  # noqa: ARG001 - the parser's form
    """Every address is shown; whether it may be opened is decided at the click."""
    return True


@lru_cache(maxsize=1)
def block_parser() -> MarkdownIt:
    """The same parser without its inline rules: only where blocks begin and end."""
    from markdown_it import MarkdownIt  # noqa: PLC0415

    md = MarkdownIt("commonmark", {"html": False})
    md.enable(["table"])
    md.disable(["html_block"])
    _add_block_rules(md)
    md.core.ruler.enableOnly(["normalize", "block"])
    return md


def parse(text: str, references: str = "") -> list[Token]:
    """Tokens of a text. ``references`` is a text whose link definitions count as well."""
    env: dict[str, object] = {}
    if references and "]:" in references:
        env["references"] = dict(_definitions(references))
    return parser().parse(text, env)


@lru_cache(maxsize=4)
def _definitions(text: str) -> dict[str, object]:
    """All link definitions of a text; the same text is asked about for each of its blocks."""
    env: dict[str, dict[str, object]] = {}
    block_parser().parse(text, env)
    return env.get("references", {})


def _math_inline(state: StateInline, silent: bool) -> bool:
    source, start = state.src, state.pos
    opening = _math_opening(source, start)
    if opening is None:
        return False
    body, closing = opening
    end = _math_end(source, body, closing, state.posMax)
    if end < 0:
        return False
    if not silent:
        token = state.push("math_inline", "", 0)
        token.content = source[start : end + len(closing)]
    state.pos = end + len(closing)
    return True


def _math_opening(source: str, start: int) -> tuple[int, str] | None:
    """Where a formula's body begins and what ends it."""
    if source.startswith("\\(", start):
        return start + 2, "\\)"
    if source.startswith("\\[", start):
        return start + 2, "\\]"
    if source.startswith("$$", start):
        return start + 2, "$$"
    if source.startswith("$", start):
        before = source[start - 1 : start]
        after = source[start + 1 : start + 2]
        if after and not after.isspace() and not before.isalnum() and before not in {"$", "\\"}:
            return start + 1, "$"
    return None


def _math_end(source: str, body: int, closing: str, limit: int) -> int:
    """Where the closing mark stands; -1 where this is no formula (``$5 and $10``)."""
    end = source.find(closing, body, limit)
    if end <= body or "\n\n" in source[body:end]:
        return -1
    if closing == "$" and (source[end - 1].isspace() or source[end + 1 : end + 2].isdigit()):
        return -1
    return end


def _math_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    if state.is_code_block(start_line):
        return False
    first = _line(state, start_line).lstrip()
    closing = {"$$": "$$", "\\[": "\\]"}.get(first[:2])
    if closing is None:
        return False
    last = _math_last_line(state, start_line, end_line, first[2:], closing)
    if silent:
        return True
    token = state.push("math_block", "", 0)
    token.block = True
    token.content = state.getLines(start_line, last + 1, state.sCount[start_line], keepLastLF=False).strip()
    token.map = [start_line, last + 1]
    state.line = last + 1
    return True


def _math_last_line(state: StateBlock, start: int, end: int, rest: str, closing: str) -> int:
    """The line on which the formula ends: the closing mark's, or the last before a blank one.

    It never depends on what comes after a blank line, so that a growing text keeps its blocks.
    """
    line, text = start, rest
    while not text.rstrip().endswith(closing):
        line += 1
        if line >= end or state.isEmpty(line) or state.sCount[line] < state.blkIndent:
            return line - 1
        text = _line(state, line)
    return line


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def split_links(text: str) -> list[tuple[str, str]]:
    """Plain text as (text, address) parts; the address is empty where there is no bare link."""
    if "://" not in text:
        return [(text, "")]
    parts: list[tuple[str, str]] = []
    done = 0
    for match in _BARE_LINK.finditer(text):
        url = match.group().rstrip(_LINK_END)
        if url.endswith(")") and "(" not in url:
            url = url.rstrip(")").rstrip(_LINK_END)
        if len(url) <= len("https://"):
            continue
        if match.start() > done:
            parts.append((text[done : match.start()], ""))
        parts.append((url, url))
        done = match.start() + len(url)
    if done < len(text):
        parts.append((text[done:], ""))
    return parts


_MARKS: Final = re.compile(r"\\.|`+|\*\*|~~|(?<![\w*])\*(?=\S)|(?<=\S)\*(?!\*)")


def close_open_marks(text: str) -> str:
    """An unfinished block with its open ``**``, ``~~``, ``*`` and code marks closed, so that nothing flickers.

    Only the last paragraph can be open; text in a fence is left alone by the caller.
    """
    if inline_cost(text) > MAX_COST:
        return text
    head, gap, last = text.rpartition("\n\n")
    body = last.rstrip()
    opened: list[str] = []
    code = ""
    for match in _MARKS.finditer(body):
        mark = match.group()
        if mark.startswith("\\"):
            continue
        if mark.startswith("`"):
            code = "" if code == mark else (code or mark)
        elif not code:
            if mark in opened:
                del opened[opened.index(mark) :]
            else:
                opened.append(mark)
    if code:
        opened.append(code)
    if not opened:
        return text
    # A mark with nothing behind it yet is not shown at all.
    while opened and body.endswith(opened[-1]):
        body = body[: -len(opened[-1])].rstrip()
        opened.pop()
    return head + gap + body + "".join(reversed(opened))
