"""Colours for code by Pygments, imported when the first block of code is shown.

While a block is still open it is coloured line by line, which costs a sixth of a millisecond a line
and is approximate only in strings over several lines; the finished block is coloured whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_COLOURED_LINE_CHARS: Final = 2_000
_SHOWN_NAMES: Final = {
    "py": "Python",
    "python": "Python",
    "js": "JavaScript",
    "javascript": "JavaScript",
    "ts": "TypeScript",
    "typescript": "TypeScript",
    "sh": "Shell",
    "bash": "Shell",
    "json": "JSON",
    "html": "HTML",
    "css": "CSS",
    "sql": "SQL",
    "yaml": "YAML",
    "toml": "TOML",
    "cpp": "C++",
    "c++": "C++",
}


_USUAL: Final = (
    *("python", "javascript", "bash", "json", "html", "css", "sql", "typescript", "java", "c", "cpp", "yaml"),
    *("rust", "go"),
)
"""The rules of a language are put together when it is first used, which takes up to 60 ms."""


def prewarm() -> None:
    """Put together the rules of the usual languages; meant for a thread, once nobody waits for it."""
    for language in _USUAL:
        for _run in coloured("x = 1", language):
            pass


def language_label(info: str) -> str:
    """What stands above a block of code; empty where no language was named."""
    word = info.strip().split(maxsplit=1)[0] if info.strip() else ""
    return _SHOWN_NAMES.get(word.lower(), word[:40])


@lru_cache(maxsize=32)
def _lexer(language: str) -> Any:
    from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]  # noqa: PLC0415 - late
    from pygments.util import ClassNotFound  # type: ignore[import-untyped]  # noqa: PLC0415

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def coloured(code: str, info: str) -> Iterator[tuple[str, str]]:
    """The code as (kind, text) runs; all of one kind where the language is unknown."""
    language = info.strip().split(maxsplit=1)[0].lower() if info.strip() else ""
    lexer = _lexer(language) if language else None
    if lexer is None or any(len(line) > MAX_COLOURED_LINE_CHARS for line in code.split("\n")):
        yield "", code
        return
    for token, text in lexer.get_tokens(code):
        yield _kind(token), text


@lru_cache(maxsize=256)
def _kind(token: Any) -> str:
    from pygments.token import Token  # type: ignore[import-untyped]  # noqa: PLC0415

    for parent, kind in (
        (Token.Comment, "comment"),
        (Token.Literal.String, "string"),
        (Token.Literal.Number, "number"),
        (Token.Keyword, "keyword"),
        (Token.Operator.Word, "keyword"),
        (Token.Name.Function, "name"),
        (Token.Name.Class, "name"),
        (Token.Name.Tag, "keyword"),
        (Token.Name.Attribute, "name"),
        (Token.Name.Decorator, "name"),
        (Token.Name.Builtin, "builtin"),
    ):
        if token in parent:
            return kind
    return ""
